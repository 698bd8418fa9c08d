#include <solvent/policy.h>

#include <string.h>

/* Probabilities here add up to this; finer than SV_ODDS_ONE, as many are multiplied. */
#define WHOLE (INT64_C(1) << 40)

/* From GO it takes about a round of the board until all spaces are as likely as they ever are. */
#define TURNS_BEFORE 20
#define TURNS_COUNTED 20

/* One turn of the walk: where the token may be after it, and where it has landed on the way. */
struct walk {
    const struct sv_edition *e;
    int64_t stands[SV_MAX_SPACES];
    int64_t landed[SV_MAX_SPACES];
};

/* Lands on a space and goes on to where it sends: jail, or where a card points, but one card at
 * most. */
static void land(struct walk *w, unsigned space, int64_t chance)
{
    const struct sv_space *s = &w->e->space[space];
    const struct sv_card_deck *deck = NULL;
    int64_t stays = chance;
    w->landed[space] += chance;
    if (s->kind == SV_SPACE_GO_TO_JAIL) {
        w->stands[w->e->jail_space] += chance;
        return;
    }
    if (s->kind == SV_SPACE_CHANCE || s->kind == SV_SPACE_CHEST) {
        deck = &w->e->deck[s->kind == SV_SPACE_CHANCE ? SV_DECK_CHANCE : SV_DECK_CHEST];
    }
    for (unsigned i = 0; deck != NULL && i < deck->size; i++) {
        unsigned target = sv_card_leads_to(w->e, &deck->card[i], space);

        if (target != SV_NONE) {
            stays -= chance / deck->size;
            w->stands[target] += chance / deck->size;
            if (deck->card[i].kind != SV_CARD_GO_TO_JAIL) {
                w->landed[target] += chance / deck->size;
            }
        }
    }
    w->stands[space] += stays;
}

static void step(struct walk *w, const struct sv_odds *odds)
{
    int64_t arrives[SV_MAX_SPACES] = {0};
    for (unsigned i = 0; i < w->e->n_spaces; i++) {
        unsigned to = i + 1;

        for (unsigned pips = 2; pips <= 12; pips++) {
            to = to + 1 < w->e->n_spaces ? to + 1 : to + 1 - w->e->n_spaces;
            arrives[to] += w->stands[i] / SV_ODDS_ONE * odds->roll[pips];
        }
    }
    memset(w->stands, 0, sizeof w->stands);
    for (unsigned i = 0; i < w->e->n_spaces; i++) {
        land(w, i, arrives[i]);
    }
}

void sv_odds_init(struct sv_odds *odds, const struct sv_edition *e)
{
    struct walk w = {.e = e};
    memset(odds, 0, sizeof *odds);
    for (int pips = 2; pips <= 12; pips++) {
        odds->roll[pips] = SV_ODDS_ONE * (pips <= 7 ? pips - 1 : 13 - pips) / 36;
    }
    w.stands[0] = WHOLE;
    for (unsigned turn = 0; turn < TURNS_BEFORE + TURNS_COUNTED; turn++) {
        if (turn == TURNS_BEFORE) {
            memset(w.landed, 0, sizeof w.landed);
        }
        step(&w, odds);
    }
    for (unsigned i = 0; i < e->n_spaces; i++) {
        /* Doubles roll again: 7 moves in 6 turns. */
        odds->land[i] = (int32_t)(w.landed[i] / TURNS_COUNTED * 7 / 6 / (WHOLE / SV_ODDS_ONE));
        if (e->space[i].kind == SV_SPACE_STREET && e->space[i].house_cost > 0) {
            odds->set[e->space[i].group].rent += (int64_t)e->space[i].rent[3] * odds->land[i];
            odds->set[e->space[i].group].cost += 3 * (int64_t)e->space[i].house_cost;
        }
    }
}
