#include "tools/analysis/never.h"

#include "base/order.h"
#include "luck/game_luck.h"
#include "memory/memory.h"
#include "record/replay.h"
#include "tools/analysis/own.h"

#include <solvent/policy.h>
#include <solvent/search.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TRADES (SVI_ACT_OFFER | SVI_ACT_ACCEPT | SVI_ACT_COUNTER)

/* Acts to do without. Of a bot that does none of a row's acts, later rows that lie within are left
 * out. */
static const struct {
    const char *words;
    unsigned acts;
} nevers[SVI_NEVERS] = {
    {"never bids", SVI_ACT_BID},
    {"never builds", SVI_ACT_BUILD},
    {"never trades", TRADES},
    {"never proposes trades", SVI_ACT_OFFER},
    {"never accepts an offer", SVI_ACT_ACCEPT},
    {"never lifts mortgages", SVI_ACT_LIFT},
    {"never leaves jail early", SVI_ACT_LEAVE},
};

/* The work: of each game, learner as it is, then learner without each row's acts. */
struct pricing {
    const struct svi_never_game *game;
    unsigned row[SVI_NEVERS];
    unsigned rows;
    double (*points)[SVI_NEVERS + 1]; /* by game; luck taken off */
    struct svi_replay_luck **luck;    /* by worker */
    atomic_int status;
};

/* Takes acts out of an answer. */
static void do_without(const struct sv_question *q, const struct sv_position *p, unsigned acts,
                       struct sv_answer *a)
{
    if (svi_acts(q, p, a) & acts & SVI_ACT_BUILD) {
        for (unsigned s = 0; s < SV_MAX_SPACES; s++) {
            a->plan.level[s] = a->plan.level[s] < p->level[s] ? a->plan.level[s] : p->level[s];
        }
    }
    if (svi_acts(q, p, a) & acts & SVI_ACT_LIFT) {
        a->plan.lift = 0;
    }
    if (svi_acts(q, p, a) & acts & SVI_ACT_OFFER) {
        a->n_offers = 0;
    }
    if (svi_acts(q, p, a) & acts) { /* a choice or a bid */
        sv_answer_clear(p, q, a);
    }
}

static enum sv_status play(struct svi_game *g, struct sv_players *players, unsigned seat,
                           unsigned acts)
{
    enum sv_status status = SV_OK;
    unsigned next;
    while (status == SV_OK && (next = svi_game_next(g)) != SV_NONE) {
        const struct sv_position *p = &g->state.position;
        struct sv_question q;
        struct sv_answer a;
        status = svi_game_question(g, next, &q);
        players->match[next].position = p;
        sv_bot_decide(players->bot[next], &players->match[next], &q, &a);
        if (next == seat) {
            do_without(&q, p, acts, &a);
        }
        if (sv_check(g->edition, p, &q, &a) != SV_OK) {
            sv_answer_default(g->edition, p, &q, &a);
        }
        status = status == SV_OK ? svi_game_answer(g, next, SV_VERDICT_OK, &a) : status;
    }
    return status;
}

/* Plays a game's seed with learner in the bot's seat. */
static enum sv_status play_again(const struct svi_never_game *game, unsigned acts,
                                 struct svi_replay_luck *luck, double *points)
{
    struct svi_replay *replay = svi_new(1, sizeof *replay);
    struct svi_game g;
    struct sv_players players;
    const struct sv_bot *bot[SV_MAX_SEATS];
    struct svi_game_luck found;
    svi_game_init(&g);
    enum sv_status status = svi_replay_open(replay, game->replay, game->size);
    struct svi_game_setup setup = {.edition = &replay->edition, .record = true};
    setup.setup = replay->header.setup;
    const unsigned seats = setup.setup.seats;
    for (unsigned s = 0; s < seats && status == SV_OK; s++) {
        bot[s] = s == game->seat ? sv_policy_named(SVI_OWN_REFERENCE)
                                 : sv_policy_named(replay->header.name[s]);
        status = bot[s] != NULL ? SV_OK : SV_E_RANGE;
        if (status == SV_OK) {
            setup.setup.answers[s] = sv_bot_answers(bot[s]);
            sv_bot_whens(bot[s], setup.setup.when[s]);
        }
    }
    if (status == SV_OK) {
        status = sv_players_init(&players, &replay->edition, bot, seats);
    }
    if (status == SV_OK) {
        status = svi_game_start(&g, &setup);
        status = status == SV_OK ? play(&g, &players, game->seat, acts) : status;
        sv_players_finish(&players);
    }
    if (status == SV_OK) {
        status = svi_replay_luck_read(luck, g.record.data, g.record.size, NULL, &found);
        *points = found.seat[game->seat].skill / (double)SVI_LUCK_UNIT;
    }
    svi_game_finish(&g);
    free(replay);
    return status;
}

static bool price(void *what, unsigned worker, uint64_t item)
{
    struct pricing *p = what;
    const uint64_t game = item / (p->rows + 1);
    const unsigned k = (unsigned)(item % (p->rows + 1));
    if (p->luck[worker] == NULL) {
        p->luck[worker] = svi_replay_luck_create();
    }
    const enum sv_status status =
        p->luck[worker] != NULL ? play_again(&p->game[game], k > 0 ? nevers[p->row[k - 1]].acts : 0,
                                             p->luck[worker], &p->points[game][k])
                                : SV_E_SYSTEM;
    if (status != SV_OK) {
        atomic_store(&p->status, (int)status);
    }
    return status == SV_OK;
}

/* Chooses the rows that hold of a bot that does `acts`. */
static void choose(struct pricing *p, unsigned acts)
{
    unsigned told = 0;
    for (unsigned i = 0; i < SVI_NEVERS; i++) {
        if ((acts & nevers[i].acts) == 0 && (nevers[i].acts & ~told) != 0) {
            p->row[p->rows++] = i;
            told |= nevers[i].acts;
        }
    }
}

static void add_game(struct svi_never *never, uint64_t number, double points)
{
    unsigned at = SVI_NEVER_PLACES;
    svi_spread_add(&never->points, points);
    while (at > 0 && never->most[at - 1] > points) {
        at--;
    }
    if (at < SVI_NEVER_PLACES) {
        const size_t after = SVI_NEVER_PLACES - 1 - at;
        memmove(&never->most[at + 1], &never->most[at], after * sizeof *never->most);
        memmove(&never->place[at + 1], &never->place[at], after * sizeof *never->place);
        never->most[at] = points;
        never->place[at] = number;
    }
}

SVI_ORDER(by_points, struct svi_never, SVI_COMPARE(one->points.sum, other->points.sum))

enum sv_status svi_never_price(const struct svi_never_game game[], unsigned games, unsigned acts,
                               const struct svi_workers *workers,
                               struct svi_never never[SVI_NEVERS], unsigned *n)
{
    struct pricing p = {.game = game, .status = SV_OK};
    choose(&p, acts);
    p.points = svi_new(games + 1u, sizeof *p.points);
    p.luck = svi_new(workers->jobs, sizeof *p.luck);
    bool ok = true;
    if (p.rows > 0) {
        ok = svi_workers_run(workers, games * (uint64_t)(p.rows + 1), price, &p);
    }
    memset(never, 0, SVI_NEVERS * sizeof *never);
    for (unsigned r = 0; r < p.rows; r++) {
        never[r].words = nevers[p.row[r]].words;
        for (unsigned g = 0; g < games && ok; g++) {
            add_game(&never[r], game[g].number, p.points[g][r + 1] - p.points[g][0]);
        }
    }
    qsort(never, p.rows, sizeof *never, by_points);
    *n = p.rows;
    for (unsigned w = 0; w < workers->jobs; w++) {
        svi_replay_luck_destroy(p.luck[w]);
    }
    free(p.luck);
    free(p.points);
    const enum sv_status status = (enum sv_status)atomic_load(&p.status);
    return ok ? SV_OK : status != SV_OK ? status : SV_E_SYSTEM;
}
