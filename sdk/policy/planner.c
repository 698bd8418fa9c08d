/* The planner: plays some answers to each question on in many futures, the same for each, and takes
 * the answer after which it stands best by the value function (<solvent/search.h>,
 * <solvent/value.h>). In every other future all seats play as the trader does, in the rest as the
 * careful bot, which proposes nothing. Each rival accepts offers as one of the types that its model
 * holds likely (<solvent/rival.h>). Between two players of `classic` it starts from the answers of
 * `trained` or an offer of the learner, and its rival plays as that or as a trader. */
#include "policy/candidates.h"
#include "policy/rival.h"

#include "base/error.h"
#include "base/options.h"

#include <solvent/network.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ways to play that the rival in a game of two may have. */
enum way { AS_TRADER, AS_TRAINED, WAYS };

struct planner {
    struct svi_evaluator evaluator; /* first, as in evaluator.h */
    struct sv_search_how how;
    struct sv_bot own, rival; /* for the seats in futures */
    struct sv_players players;
    /* In a game of two: `trained` in the planner's seat, and each way in the rival's. Else NULL. */
    struct sv_adviser *trained, *rival_as[WAYS];
    struct sv_bot either;   /* the rival in futures, one way or the other */
    int32_t trained_chance; /* that the rival plays as `trained` */
};

/* ---- seats in futures ------------------------------------------------------------------------ */

/* Returns how all seats play in the running future. Traders alone mislead: in their futures much
 * changes hands that is not traded in the game. Without trades futures mislead as well, but to other
 * answers. sv_search() numbers its futures in the lowest bits of their keys, so the two ways take
 * turns. */
static const struct sv_bot *way_to_play(const struct sv_match *m)
{
    return m->rng.key[0] % 2 == 0 ? &sv_policy_trader : &sv_policy_careful;
}

static void own_manage(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    way_to_play(m)->manage(m, q, a);
}

static void own_debt(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    way_to_play(m)->debt(m, q, a);
}

static void own_trade(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    way_to_play(m)->trade(m, q, a);
}

/* A rival: it accepts offers as one of the types that the seat may be. */
struct rival {
    struct sv_odds odds; /* first, as the trader's */
    struct sv_rivals *models;
};

static void rival_start(struct sv_match *m)
{
    const struct svi_evaluator *evaluator = m->user;
    struct rival *r = malloc(sizeof *r);
    if (r != NULL) {
        *r = (struct rival){evaluator->odds, evaluator->rivals};
    }
    m->user = r;
}

static void rival_end(struct sv_match *m, const struct sv_result *result)
{
    (void)result;
    free(m->user);
}

/* A seat is of one type throughout a future, whichever answer is tried in it. */
static unsigned type_in_future(const struct sv_match *m, const struct sv_rivals *models)
{
    struct sv_rng rng = m->rng;
    rng.index = UINT64_MAX - m->seat;
    return svi_rivals_draw(models, m->seat, (uint32_t)(sv_rng_next(&rng) % SV_CHANCE_ONE));
}

static void rival_trade(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct rival *r = m->user;
    if (r != NULL) {
        const unsigned type = type_in_future(m, r->models);

        sv_rivals_see(r->models, m->position);
        if ((int32_t)(sv_rng_next(&m->rng) % SV_CHANCE_ONE) <
            svi_rivals_type_accepts(r->models, type, q->other, &q->offer)) {
            a->choice = SV_CHOICE_TRADE_ACCEPT;
        }
    }
}

/* ---- two players of classic ------------------------------------------------------------------ */

/* Options by default. `trained` takes some ten times as long as the trader, so its futures are few,
 * and another answer must be ahead of its own by more. */
#define FUTURES_OF_TWO 8u
#define STAY_OF_TWO 25u

/* Chance that a rival answers otherwise than its way says, in percent. */
#define STRAYS 10

/* Least chance of either way. */
#define DOUBT (SV_CHANCE_ONE / 100)

/* Learns from a deed that the rival has bought or declined. */
static void learn_way(struct planner *p, const struct sv_match *m, unsigned space, bool bought)
{
    struct sv_match seen = *m;
    struct sv_answer a[WAYS];
    int64_t weight[WAYS] = {SV_CHANCE_ONE - p->trained_chance, p->trained_chance};
    seen.position = svi_rivals_table(p->evaluator.rivals);
    seen.seat = 1 - m->seat;
    seen.sdk = NULL; /* without remarks */
    const struct sv_question q = {.kind = SV_DECISION_BUY,
                                  .seat = seen.seat,
                                  .choices = 1u << SV_CHOICE_BUY_DECLINE | 1u << SV_CHOICE_BUY_BUY,
                                  .space = (uint8_t)space,
                                  .amount = m->edition->space[space].price};
    for (unsigned way = 0; way < WAYS; way++) {
        sv_adviser_answer(p->rival_as[way], &seen, &q, &a[way]);
        weight[way] *= (a[way].choice == SV_CHOICE_BUY_BUY) == bought ? 100 - STRAYS : STRAYS;
    }
    const int64_t chance =
        weight[AS_TRAINED] * SV_CHANCE_ONE / (weight[AS_TRADER] + weight[AS_TRAINED]);
    p->trained_chance = (int32_t)(chance < DOUBT                   ? DOUBT
                                  : chance > SV_CHANCE_ONE - DOUBT ? SV_CHANCE_ONE - DOUBT
                                                                   : chance);
}

/* The rival plays one way throughout a future, whichever answer is tried in it. */
static void decide_either(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct planner *p = m->user;
    struct sv_rng rng = m->rng;
    rng.index = UINT64_MAX - SV_MAX_SEATS;
    sv_adviser_answer(
        p->rival_as[(int32_t)(sv_rng_next(&rng) % SV_CHANCE_ONE) < p->trained_chance ? AS_TRAINED
                                                                                     : AS_TRADER],
        m, q, a);
}

/* Returns false without memory. */
static bool init_two(struct planner *p, const struct sv_match *m, bool by_default)
{
    const struct sv_bot *trained = sv_network_trained();
    struct sv_match other = *m;
    other.seat = 1 - m->seat;
    p->trained_chance = SV_CHANCE_ONE / 2;
    p->trained = trained != NULL ? sv_adviser_create(trained, m) : NULL;
    p->rival_as[AS_TRADER] = sv_adviser_create(&p->rival, &other);
    p->rival_as[AS_TRAINED] = trained != NULL ? sv_adviser_create(trained, &other) : NULL;
    if (by_default) {
        p->how.futures = FUTURES_OF_TWO;
        p->how.stay = STAY_OF_TWO;
    }
    p->either = (struct sv_bot){.user = p,
                                .when = sv_policy_trader.when,
#define X(NAME, name, ...) .name = decide_either,
                                SV_DECISIONS(X)
#undef X
    };
    return p->trained != NULL && p->rival_as[AS_TRADER] != NULL && p->rival_as[AS_TRAINED] != NULL;
}

/* ---- the bot --------------------------------------------------------------------------------- */

static void end(struct sv_match *m, const struct sv_result *result)
{
    struct planner *p = m->user;
    (void)result;
    if (p != NULL) {
        sv_players_finish(&p->players);
        sv_adviser_destroy(p->trained, NULL);
        for (unsigned way = 0; way < WAYS; way++) {
            sv_adviser_destroy(p->rival_as[way], NULL);
        }
        svi_evaluator_finish(&p->evaluator);
        free(p);
        m->user = NULL;
    }
}

static void start(struct sv_match *m)
{
    const struct sv_search_how *how = m->user;
    const bool two = m->seats == 2 && strcmp(m->edition->name, "classic") == 0;
    const struct sv_bot *bots[SV_MAX_SEATS];
    struct planner *p = calloc(1, sizeof *p);
    m->user = NULL;
    if (p == NULL ||
        !svi_evaluator_init(&p->evaluator, m->edition, svi_policy_weights_for(m->edition))) {
        free(p);
        return;
    }
    sv_planner_default(&p->how);
    if (how != NULL &&
        !svi_options_read(&p->how, how, SVI_SIZE_TO(struct sv_search_how, user), sizeof p->how)) {
        p->how.futures = 0; /* options that this library does not know: sv_search() refuses them */
    }
    if (p->how.value == NULL) {
        p->how.value = sv_value_seat;
        p->how.user = p->evaluator.value;
    }
    p->own = sv_policy_trader;
    p->own.manage = own_manage;
    p->own.debt = own_debt;
    p->own.trade = own_trade;
    p->rival = two ? sv_policy_trader : p->own;
    p->rival.user = &p->evaluator;
    p->rival.match_start = rival_start;
    p->rival.match_end = rival_end;
    p->rival.trade = rival_trade;
    if (two && !init_two(p, m, how == NULL)) {
        m->user = p;
        end(m, NULL); /* from now on the defaults are taken */
        return;
    }
    for (unsigned s = 0; s < m->seats; s++) {
        bots[s] = p->trained != NULL ? s == m->seat ? sv_network_trained() : &p->either
                  : s == m->seat     ? &p->own
                                     : &p->rival;
    }
    (void)sv_players_init(&p->players, m->edition, bots, m->seats);
    m->user = p;
}

/* ---- the search ------------------------------------------------------------------------------ */

#define MOST_FUTURES 1000000u /* that sv_search() takes */

/* Returns the futures in which `n` candidates need that many playouts. */
static uint32_t share_out(uint64_t playouts, unsigned n)
{
    const uint64_t futures = (playouts + n - 1) / n;
    return futures < MOST_FUTURES ? (uint32_t)futures : MOST_FUTURES;
}

/* Returns how often the others of `n` candidates can be halved, and at least 1. */
static unsigned count_stages(unsigned n)
{
    unsigned stages = 1;
    for (; n > 2; n = (n + 1) / 2) {
        stages++;
    }
    return stages;
}

/* Keeps the first of `n` candidates, and of the others the better half, by their means. */
static unsigned halve(unsigned in[], unsigned n, const struct sv_found *found)
{
    for (unsigned i = 2; i < n; i++) { /* the best first, equals as they are */
        const unsigned k = in[i];
        unsigned at = i;
        for (; at > 1 && found->mean[in[at - 1]] < found->mean[k]; at--) {
            in[at] = in[at - 1];
        }
        in[at] = k;
    }
    return (n + 1) / 2;
}

/* Searches by halves: each stage has the same number of playouts, shared by all candidates that are
 * left, and the better half goes on. The first candidate always does. The last two meet in futures
 * that chose neither of them, since the best of many seems better than it is. Writes each
 * candidate's mean in its last stage. */
static enum sv_status search(struct planner *p, const struct svi_candidates *all,
                             struct sv_found *found)
{
    const unsigned stages = p->trained != NULL ? 1 : count_stages(all->n);
    const uint64_t playouts = (uint64_t)p->how.futures * all->n / stages;
    struct sv_search_how how = p->how;
    unsigned in[SVI_CANDIDATES];
    unsigned n = all->n;
    *found = (struct sv_found){0};
    how.clock_ms = (p->how.clock_ms + stages - 1) / stages;
    for (unsigned i = 0; i < n; i++) {
        in[i] = i;
    }
    for (unsigned stage = 1; stage <= stages; stage++) {
        struct sv_answer answer[SVI_CANDIDATES];
        struct sv_answer best;
        struct sv_found part;
        how.futures = share_out(playouts, n);
        how.stay = stage == stages ? p->how.stay : 0;
        for (unsigned i = 0; i < n; i++) {
            answer[i] = all->answer[in[i]];
        }
        SVI_TRY(sv_search(all->m, all->q, answer, n, &how, &p->players, &best, &part));
        for (unsigned i = 0; i < n; i++) {
            found->tried[in[i]] = part.tried[i];
            found->mean[in[i]] = part.mean[i];
        }
        found->best = in[part.best];
        found->futures = part.futures;
        found->playouts += part.playouts;
        n = halve(in, n, found);
    }
    return SV_OK;
}

/* Beside the answer: what the candidates came to in the futures that were looked at. */
static void explain(struct sv_match *m, const struct svi_candidates *all,
                    const struct sv_found *found)
{
    const struct planner *p = m->user;
    struct svi_option option[SVI_CANDIDATES];
    char how[64];
    if (!sv_explaining(m)) {
        return;
    }
    for (unsigned i = 0; i < all->n; i++) {
        option[i].answer = all->answer[i];
        option[i].value = found->tried[i] > 0 ? found->mean[i] : -1;
    }
    (void)snprintf(how, sizeof how, "to me after %u futures", (unsigned)found->futures);
    svi_explain_options(m, option, all->n, found->best, how);
    if (p->trained != NULL) {
        sv_note(m, "percent sure that the rival plays as trained",
                p->trained_chance / (SV_CHANCE_ONE / 100));
    }
}

/* In a game of two, makes the answer of `trained` the first, but where the learner would make an
 * offer: rivals that like to trade are asked too seldom by `trained`. */
static void put_first(struct planner *p, struct svi_candidates *all)
{
    struct sv_answer first;
    unsigned at;
    if (p->trained != NULL && all->answer[0].n_offers == 0) {
        sv_adviser_answer(p->trained, all->m, all->q, &first);
        all->n -= all->n == SVI_CANDIDATES;
        at = svi_candidates_add(all, &first);
        if (at < all->n) {
            all->answer[at] = all->answer[0];
            all->answer[0] = first;
        }
    }
}

/* Drops bids above the price for a deed that the bot itself has just declined: in its own turn,
 * where its token is. To pass is always left. */
static void drop_dear_bids(struct svi_candidates *all)
{
    const struct sv_position *p = all->m->position;
    const unsigned space = all->q->space;
    unsigned n = 0;
    if ((all->q->kind != SV_DECISION_BID && all->q->kind != SV_DECISION_SEALED_BID) ||
        p->turn_seat != all->m->seat || space != p->space[all->m->seat]) {
        return;
    }
    for (unsigned i = 0; i < all->n; i++) {
        const struct sv_answer *a = &all->answer[i];
        const int32_t price = all->m->edition->space[space].price;
        if (a->bid <= price && a->limit <= price) {
            all->answer[n++] = *a;
        }
    }
    all->n = n;
}

/* Buys deeds and answers offers as the learner does, but in a game of two. In futures rivals bid
 * less for a declined deed than in the game, so the futures were wrong in eight of nine disagreements
 * about a purchase (tests/bots/strength.txt). */
static void decide(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct svi_candidates all;
    struct planner *p = m->user;
    struct sv_found found;
    if (p == NULL) {
        return;
    }
    if (p->trained == NULL && (q->kind == SV_DECISION_BUY || q->kind == SV_DECISION_TRADE)) {
        (q->kind == SV_DECISION_BUY ? sv_policy_learner.buy : sv_policy_learner.trade)(m, q, a);
        return;
    }
    svi_candidates_find(&all, m, q);
    drop_dear_bids(&all);
    put_first(p, &all);
    if (all.n == 1) {
        *a = all.answer[0];
        svi_explain(m, a, "the only answer that I see");
    } else if (all.n > 1 && search(p, &all, &found) == SV_OK) {
        *a = all.answer[found.best];
        explain(m, &all, &found);
    }
    sv_rivals_see(p->evaluator.rivals, m->position); /* the futures had other tables */
}

static void event(struct sv_match *m, const struct sv_event *ev)
{
    struct planner *p = m->user;
    if (p != NULL && p->trained != NULL) {
        const struct sv_position *table = svi_rivals_table(p->evaluator.rivals);
        const bool bought = ev->type == SV_EVENT_CASH && ev->why == SV_WHY_PRICE;

        if (table->seats == 2 && table->turn_seat != m->seat && /* the table has been seen */
            (bought || (ev->type == SV_EVENT_AUCTION && ev->why == SV_WHY_DECLINED))) {
            learn_way(p, m, ev->space, bought);
        }
    }
    sv_policy_learner.event(m, ev);
}

const struct sv_bot sv_policy_planner = {.name = "planner",
                                         .version = "1",
                                         .matches = 256,
                                         .model = true,
                                         .when = {.manage = SV_WHEN_OWN_TURN | SV_WHEN_CAN_BUILD |
                                                            SV_WHEN_CAN_LIFT | SV_WHEN_CAN_PLEDGE},
                                         .match_start = start,
                                         .event = event,
                                         .match_end = end,
#define X(NAME, name, ...) .name = decide,
                                         SV_DECISIONS(X)
#undef X
};
