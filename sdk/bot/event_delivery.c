#include "bot/event_delivery.h"

/* What a callback may take for granted: every seat, space and card names one of the match. */
static bool event_ok(const struct sv_match *m, const struct sv_event *ev)
{
    const struct sv_edition *e = m->edition;
    const uint64_t board = UINT64_MAX >> (64 - e->n_spaces);
    const struct sv_offer *o = ev->offer;
    const bool on_board = ev->space < e->n_spaces || ev->space == SV_NONE;
    switch ((enum sv_event_type)ev->type) {
    case SV_EVENT_MOVE:
        return ev->seat < m->seats && ev->from < e->n_spaces && ev->to < e->n_spaces;
    case SV_EVENT_CARD:
        return ev->seat < m->seats && ev->card < e->deck[ev->deck].size;
    case SV_EVENT_CASH:
    case SV_EVENT_DEED:
        return on_board && (ev->from < m->seats || ev->from == SV_BANK) &&
               (ev->to < m->seats || ev->to == SV_BANK);
    case SV_EVENT_JAIL_CARD:
    case SV_EVENT_TICKET:
        return (ev->from < m->seats || ev->from >= SV_BANK) &&
               (ev->to < m->seats || ev->to >= SV_BANK);
    case SV_EVENT_BANKRUPT:
        return ev->seat < m->seats && (ev->to < m->seats || ev->to == SV_BANK);
    case SV_EVENT_OFFER:
        return ev->seat < m->seats && ev->to < m->seats && o->to < m->seats &&
               ((o->give_deeds | o->get_deeds) & ~board) == 0;
    case SV_EVENT_OFFER_END:
        return ev->seat < m->seats && ev->to < m->seats;
    default:
        return on_board && ev->seat < m->seats; /* rows without a seat have 0 */
    }
}

enum sv_status svi_bot_deliver_events(const struct sv_bot *bot, struct sv_match *m, uint32_t *count,
                                      struct svi_cursor *c, const struct svi_events *events)
{
    struct sv_event ev;
    struct sv_offer offer;
    if (events->count < *count || events->count - *count < events->told) {
        return SV_E_RANGE;
    }
    m->missed += events->count - *count - events->told;
    *count = events->count;
    for (uint32_t i = 0; i < events->told; i++) {
        enum sv_status status = svi_get_event(c, &ev, &offer);

        if (status == SV_OK && ev.type != SV_EVENT_COUNT && !event_ok(m, &ev)) {
            status = SV_E_RANGE;
        }
        if (status != SV_OK) {
            return status;
        }
        if (bot->event != NULL && ev.type != SV_EVENT_COUNT) {
            bot->event(m, &ev);
        }
    }
    return SV_OK;
}
