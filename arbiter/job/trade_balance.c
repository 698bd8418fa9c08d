#include "job/trade_balance.h"

#include <solvent/set.h>

static void move(struct svi_trade_balance *t, unsigned from, unsigned to, int32_t worth)
{
    if (from < to) {
        t->gain[from][to] -= worth;
    } else {
        t->gain[to][from] += worth;
    }
}

void svi_trade_balance_take(struct svi_trade_balance *t, const struct svi_game *g,
                            const struct sv_event *ev)
{
    const struct sv_position *p = &g->state.position;
    const bool between_seats = ev->from < SV_MAX_SEATS && ev->to < SV_MAX_SEATS &&
                               (ev->why == SV_WHY_TRADE || ev->why == SV_WHY_GIFT);
    if (ev->type == SV_EVENT_OFFER_END && ev->why == SV_WHY_ACCEPTED) {
        t->struck[ev->seat < ev->to ? ev->seat : ev->to][ev->seat < ev->to ? ev->to : ev->seat]++;
    } else if (ev->type == SV_EVENT_CASH && between_seats) {
        move(t, ev->from, ev->to, ev->amount);
    } else if (ev->type == SV_EVENT_DEED && between_seats) {
        const struct sv_space *space = &g->edition->space[ev->space];
        move(t, ev->from, ev->to, sv_has(p->mortgaged, ev->space) ? space->mortgage : space->price);
    }
}

unsigned svi_trade_balance_list(const struct svi_trade_balance *t, unsigned seats,
                                struct svi_trade_pair list[SVI_TRADE_PAIRS])
{
    unsigned n = 0;
    for (unsigned s = 0; s < seats; s++) {
        for (unsigned o = s + 1; o < seats; o++) {
            if (t->struck[s][o] != 0 || t->gain[s][o] != 0) {
                list[n++] = (struct svi_trade_pair){.seat = (uint8_t)s,
                                                    .other = (uint8_t)o,
                                                    .trades = t->struck[s][o],
                                                    .gain = t->gain[s][o]};
            }
        }
    }
    return n;
}
