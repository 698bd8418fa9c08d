#include "tools/analysis/costs.h"

#include "memory/memory.h"

#include <stdlib.h>
#include <string.h>

static struct svi_bot_costs *bot_of(struct svi_decision_costs *costs, const char *name)
{
    for (unsigned b = 0; b < costs->n; b++) {
        if (strcmp(costs->bot[b].name, name) == 0) {
            return &costs->bot[b];
        }
    }
    struct svi_bot_costs *bigger =
        svi_grow(costs->bot, &costs->room, costs->n + 1u, sizeof *bigger);
    if (bigger == NULL) {
        costs->failed = true;
        return NULL;
    }
    costs->bot = bigger;
    struct svi_bot_costs *bot = &costs->bot[costs->n++];
    memset(bot, 0, sizeof *bot);
    memcpy(bot->name, name, strnlen(name, sizeof bot->name - 1));
    return bot;
}

static void add_seat(struct svi_decision_costs *costs, const struct svi_analysis *a, unsigned seat)
{
    const struct svi_account *account = &a->account[seat];
    struct svi_bot_costs *bot = bot_of(costs, a->decisions.name[seat]);
    double cost[SV_DECISION_COUNT] = {0};
    double all = 0;
    double others = 0;
    if (bot == NULL) {
        return;
    }
    for (uint32_t i = 0; i < a->decisions.n; i++) {
        const struct sv_question *q = &a->decisions.list[i].question;
        if (q->seat == seat) {
            bot->decisions[q->kind]++;
            bot->classes[a->evaluated[i].class]++;
            cost[q->kind] += a->evaluated[i].cost;
            all += a->evaluated[i].cost;
        }
    }
    bot->games++;
    for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
        svi_spread_add(&bot->cost[k], cost[k]);
    }
    svi_spread_add(&bot->all, all);
    for (unsigned j = 0; j < a->decisions.seats; j++) {
        others += account->others[j];
    }
    svi_spread_add(&bot->luck, account->luck / (double)SVI_LUCK_UNIT);
    svi_spread_add(&bot->others, others / SVI_LUCK_UNIT);
    svi_spread_add(&bot->options, account->options / (double)SVI_LUCK_UNIT);
    svi_spread_add(&bot->drift, account->drift / (double)SVI_LUCK_UNIT);
    svi_spread_add(&bot->forfeit, account->forfeit / (double)SVI_LUCK_UNIT);
    svi_spread_add(&costs->options, account->options / (double)SVI_LUCK_UNIT);
    svi_spread_add(&costs->drift, account->drift / (double)SVI_LUCK_UNIT);
}

void svi_decision_costs_add(struct svi_decision_costs *costs, const struct svi_analysis *a,
                            unsigned seats)
{
    costs->games++;
    for (unsigned s = 0; s < a->decisions.seats; s++) {
        if (sv_has(seats, s)) {
            add_seat(costs, a, s);
        }
    }
}

void svi_decision_costs_finish(struct svi_decision_costs *costs)
{
    free(costs->bot);
    memset(costs, 0, sizeof *costs);
}
