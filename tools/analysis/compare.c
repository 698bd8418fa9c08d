#include "tools/analysis/compare.h"

#include "base/order.h"
#include "memory/memory.h"
#include "store/store_matches.h"
#include "store/store_results.h"
#include "tools/analysis/decisions.h"
#include "wire/answer_codec.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A game in which A or B sits. */
struct game {
    uint8_t seed[SV_SEED_BYTES];
    uint64_t number;
    uint8_t seats[2]; /* sets: where A sits, and B */
    unsigned bot[SV_MAX_SEATS];
    struct svi_decisions decisions;
};

struct run {
    struct svi_comparison *c;
    struct game *game;
    size_t n, room;
    struct svi_buf replay;
    struct svi_error *error;
    bool failed; /* no memory */
};

static bool take_match(void *user, const struct svi_store_match *match)
{
    struct run *r = user;
    struct game game = {.number = match->number};
    for (unsigned s = 0; s < match->seats; s++) {
        game.bot[s] = match->seat[s].bot;
        for (unsigned b = 0; b < 2; b++) {
            game.seats[b] |= (uint8_t)((match->seat[s].bot == r->c->bot[b]) << s);
        }
    }
    if (game.seats[0] == 0 && game.seats[1] == 0) {
        return true;
    }
    struct game *bigger = svi_grow(r->game, &r->room, r->n + 1, sizeof *bigger);
    if (bigger == NULL) {
        r->failed = true;
        return false;
    }
    r->game = bigger;
    r->game[r->n++] = game;
    return true;
}

SVI_ORDER(by_seed, struct game,
          SVI_THEN(memcmp(one->seed, other->seed, sizeof one->seed),
                   SVI_COMPARE(one->number, other->number)))

static enum sv_status load(struct run *r, const struct game *game)
{
    svi_buf_clear(&r->replay);
    if (svi_store_replay(r->c->store, game->number, &r->replay) != SV_OK) {
        return svi_fail(r->error, SV_E_SYSTEM, ": %s", svi_store_error(r->c->store));
    }
    return SV_OK;
}

static enum sv_status find_seeds(struct run *r)
{
    enum sv_status status = SV_OK;
    struct svi_replay *replay = svi_new(1, sizeof *replay);
    if (replay == NULL) {
        return SV_E_SYSTEM;
    }
    for (size_t i = 0; i < r->n && status == SV_OK; i++) {
        status = load(r, &r->game[i]);
        if (status == SV_OK) {
            status = svi_replay_open(replay, r->replay.data, r->replay.size);
            memcpy(r->game[i].seed, replay->header.setup.seed, SV_SEED_BYTES);
            if (status != SV_OK) {
                (void)svi_fail(r->error, status, "#%" PRIu64 ": %s", r->game[i].number,
                               replay->error.text);
            }
        }
    }
    free(replay);
    if (r->n > 0) {
        qsort(r->game, r->n, sizeof *r->game, by_seed);
    }
    return status;
}

/* ---- partings -------------------------------------------------------------------------------- */

static struct svi_divergence *divergence_of(struct run *r, const struct svi_decisions *game,
                                            const struct svi_decision *a,
                                            const struct svi_decision *b)
{
    struct svi_comparison *c = r->c;
    struct svi_divergence wanted = {.kind = a->question.kind};
    svi_manners(&game->edition, game->name, a, b, wanted.manner);
    for (unsigned i = 0; i < c->n; i++) {
        if (c->divergence[i].kind == wanted.kind &&
            memcmp(c->divergence[i].manner, wanted.manner, sizeof wanted.manner) == 0) {
            return &c->divergence[i];
        }
    }
    struct svi_divergence *bigger = svi_grow(c->divergence, &c->room, c->n + 1u, sizeof *bigger);
    if (bigger == NULL) {
        return NULL;
    }
    c->divergence = bigger;
    c->divergence[c->n] = wanted;
    return &c->divergence[c->n++];
}

/* ---- pairs ----------------------------------------------------------------------------------- */

static double points_of(const struct svi_decisions *d, unsigned seat)
{
    return d->points[seat] - d->accounted.seat[seat].luck / (double)SVI_LUCK_UNIT;
}

/* Where two games part: the decision with both answers. A bot that was not asked, as its `when`
 * says, has given the default. The same answers: they part elsewhere, by what another seat did. */
struct difference {
    bool found;
    struct svi_decision d[2];
    uint32_t number[2]; /* of the decision in each game; 0: it was not asked */
};

static bool idle(const struct svi_decision *d)
{
    struct sv_answer nothing;
    sv_answer_clear(&d->position, &d->question, &nothing);
    return d->question.kind == SV_DECISION_MANAGE && svi_answer_same(&d->answer, &nothing);
}

static bool same_question(const struct svi_decision *a, const struct svi_decision *b)
{
    return a->question.seat == b->question.seat && a->question.kind == b->question.kind &&
           memcmp(&a->position, &b->position, sizeof a->position) == 0;
}

/* Whether the same is asked in the other game from `from` on, while its position stays. */
static bool asked_there(const struct svi_decision *d, const struct svi_decisions *other,
                        uint32_t from)
{
    for (uint32_t i = from; i < other->n && i < from + SV_MAX_SEATS; i++) {
        if (same_question(d, &other->list[i])) {
            return true;
        }
    }
    return false;
}

static void part(struct difference *out, const struct svi_decision *d, bool second,
                 const struct sv_edition *e)
{
    out->found = true;
    out->d[0] = out->d[1] = *d;
    out->number[second] = d->number;
    out->number[!second] = 0;
    sv_answer_default(e, &d->position, &d->question, &out->d[!second].answer);
}

static void find_difference(const struct svi_decisions *a, const struct svi_decisions *b,
                            struct difference *out)
{
    uint32_t i = 0;
    uint32_t j = 0;
    out->found = false;
    while (i < a->n && j < b->n && !out->found) {
        const struct svi_decision *one = &a->list[i];
        const struct svi_decision *other = &b->list[j];
        if (same_question(one, other)) {
            out->found = !svi_answer_same(&one->answer, &other->answer);
            out->d[0] = *one;
            out->d[1] = *other;
            out->number[0] = one->number;
            out->number[1] = other->number;
            i++;
            j++;
        } else if (idle(one) && !asked_there(one, b, j)) {
            i++;
        } else if (idle(other) && !asked_there(other, a, i)) {
            j++;
        } else {
            const bool second =
                asked_there(one, b, j) || other->position.round < one->position.round;
            part(out, second ? other : one, second, &a->edition);
        }
    }
}

/* Keeps the decision at which two games part, for others to play it on. */
static void keep(struct svi_divergence *p, const struct difference *parted, const struct game *game,
                 unsigned seat)
{
    const struct svi_decision *at = &parted->d[parted->number[0] == 0];
    p->parting = svi_grow(p->parting, &p->room, p->kept + 1, sizeof *p->parting);
    struct svi_parting *to = &p->parting[p->kept++];
    *to = (struct svi_parting){.game = game->number,
                               .seats = game->decisions.seats,
                               .seat = seat,
                               .decision = at->number,
                               .round = at->round,
                               .answer = {parted->d[0].answer, parted->d[1].answer}};
    memcpy(to->bot, game->bot, sizeof to->bot);
}

static enum sv_status compare_seat(struct run *r, const struct game *a, const struct game *b,
                                   unsigned seat)
{
    struct svi_comparison *c = r->c;
    struct difference parted;
    const double points = points_of(&a->decisions, seat) - points_of(&b->decisions, seat);
    find_difference(&a->decisions, &b->decisions, &parted);
    if (parted.found && (parted.d[0].question.seat != seat ||
                         svi_answer_same(&parted.d[0].answer, &parted.d[1].answer))) {
        c->others++;
        return SV_OK;
    }
    svi_spread_add(&c->points, points);
    if (!parted.found) {
        c->same++;
        return SV_OK;
    }
    struct svi_divergence *p = divergence_of(r, &a->decisions, &parted.d[0], &parted.d[1]);
    if (p == NULL) {
        return SV_E_SYSTEM;
    }
    svi_spread_add(&p->points, points);
    if (p->n++ == 0 || fabs(points) > fabs(p->most)) {
        p->most = points;
        memcpy(p->decision, parted.number, sizeof p->decision);
        p->game[0] = a->number;
        p->game[1] = b->number;
    }
    if (p->kept < c->keep) {
        keep(p, &parted, parted.number[0] > 0 ? a : b, seat);
    }
    c->parted++;
    return SV_OK;
}

/* All pairs of the games of one seed. */
static enum sv_status compare_deal(struct run *r, struct game *games, size_t n)
{
    enum sv_status status = SV_OK;
    for (size_t i = 0; i < n && status == SV_OK; i++) {
        status = load(r, &games[i]);
        if (status == SV_OK) {
            struct svi_error error;
            status =
                svi_decisions_read(&games[i].decisions, r->replay.data, r->replay.size, &error);
            if (status != SV_OK) {
                (void)svi_fail(r->error, status, "#%" PRIu64 ": %s", games[i].number, error.text);
            }
        }
    }
    r->c->edition = games[0].decisions.edition;
    for (size_t a = 0; a < n; a++) {
        for (size_t b = 0; b < n; b++) {
            const unsigned seats = games[a].seats[0] & games[b].seats[1];
            for (unsigned s = 0; s < SV_MAX_SEATS && a != b && status == SV_OK; s++) {
                status = sv_has(seats, s) ? compare_seat(r, &games[a], &games[b], s) : SV_OK;
            }
        }
    }
    for (size_t i = 0; i < n; i++) {
        svi_decisions_finish(&games[i].decisions);
    }
    return status;
}

/* By the sum of points, the greatest first. */
SVI_ORDER(by_sum, struct svi_divergence,
          SVI_THEN(SVI_COMPARE(fabs(other->points.sum), fabs(one->points.sum)),
                   memcmp(one->manner, other->manner, 2 * SVI_MANNER)))

enum sv_status svi_compare(struct svi_comparison *c, struct svi_error *error)
{
    struct run r = {.c = c, .error = error};
    (void)svi_fail(error, SV_E_SYSTEM, ": no memory");
    enum sv_status status = svi_store_results(c->store, 0, take_match, &r);
    if (status != SV_OK) {
        (void)svi_fail(error, status, ": %s", svi_store_error(c->store));
    }
    status = r.failed ? SV_E_SYSTEM : status;
    status = status == SV_OK ? find_seeds(&r) : status;
    c->games = r.n;
    for (size_t from = 0, to; from < r.n && status == SV_OK; from = to) {
        for (to = from + 1;
             to < r.n && memcmp(r.game[from].seed, r.game[to].seed, sizeof r.game[from].seed) == 0;
             to++) {
        }
        if (c->stop != NULL && atomic_load(c->stop)) {
            status = svi_fail(error, SV_E_SYSTEM, ": interrupted");
            break;
        }
        status = compare_deal(&r, &r.game[from], to - from);
        if (c->progress != NULL) {
            c->progress(c->user, to, r.n);
        }
    }
    if (c->n > 0) {
        qsort(c->divergence, c->n, sizeof *c->divergence, by_sum);
    }
    svi_buf_finish(&r.replay);
    free(r.game);
    return status;
}

void svi_comparison_finish(struct svi_comparison *c)
{
    for (unsigned i = 0; i < c->n; i++) {
        free(c->divergence[i].parting);
    }
    free(c->divergence);
    c->divergence = NULL;
    c->n = 0;
    c->room = 0;
}

/* ---- manner ---------------------------------------------------------------------------------- */

/* An answer beside the other one. */
struct beside {
    const struct sv_edition *e;
    const char (*name)[SV_MAX_NAME];
    const struct svi_decision *d;
    const struct sv_answer *a, *other;
    unsigned fields;
    bool closely; /* both do the same kinds of things: tell how they differ */
};

/* By how much an answer builds or sells on each space. */
struct levels {
    uint8_t by[2][SV_MAX_SPACES]; /* built, sold */
};

static void say(char manner[SVI_MANNER], const char *word, const char *detail)
{
    const size_t used = strlen(manner);
    (void)snprintf(manner + used, SVI_MANNER - used, "%s%s%s%s", used > 0 ? ", " : "", word,
                   detail[0] != '\0' ? " " : "", detail);
}

/* How something is more or less than another: by spaces where it is more, and where it is less.
 * Where both are, the first of them is named, by its set where that tells them apart. */
static const char *detail_of(const struct beside *b, uint64_t more, uint64_t less)
{
    const struct sv_edition *e = b->e;
    unsigned own = 0;
    unsigned other = 0;
    if (!b->closely || more == 0 || less == 0) {
        return !b->closely || more == less ? "" : less == 0 ? "more" : "less";
    }
    for (; !sv_has(more, own); own++) {
    }
    for (; !sv_has(less, other); other++) {
    }
    const unsigned group = e->space[own].group;
    return group < e->n_groups && group != e->space[other].group ? e->group[group].name
                                                                 : e->space[own].name;
}

static const char *set_detail(const struct beside *b, uint64_t mine, uint64_t others)
{
    return detail_of(b, mine & ~others, others & ~mine);
}

static void find_levels(const struct svi_decision *d, const struct sv_answer *a, struct levels *out)
{
    struct sv_answer idle;
    sv_answer_clear(&d->position, &d->question, &idle);
    for (unsigned i = 0; i < SV_MAX_SPACES; i++) {
        const int by = a->plan.level[i] - idle.plan.level[i];
        out->by[0][i] = (uint8_t)(by > 0 ? by : 0);
        out->by[1][i] = (uint8_t)(by < 0 ? -by : 0);
    }
}

static void say_levels(const struct beside *b, char manner[SVI_MANNER])
{
    static const char *const words[] = {"builds", "sells"};
    struct levels own, other;
    find_levels(b->d, b->a, &own);
    find_levels(b->d, b->other, &other);
    for (unsigned k = 0; k < 2; k++) {
        uint64_t does = 0;
        uint64_t more = 0;
        uint64_t less = 0;
        for (unsigned i = 0; i < SV_MAX_SPACES; i++) {
            does |= (uint64_t)(own.by[k][i] > 0) << i;
            more |= (uint64_t)(own.by[k][i] > other.by[k][i]) << i;
            less |= (uint64_t)(own.by[k][i] < other.by[k][i]) << i;
        }
        if (does != 0) {
            say(manner, words[k], detail_of(b, more, less));
        }
    }
}

/* Compares two offers by cash, then by cards and tickets, and says which gives more. */
static const char *sums_detail(const struct sv_offer *o, const struct sv_offer *other)
{
    const int64_t cash = (int64_t)o->give_cash - o->get_cash;
    const int64_t others = (int64_t)other->give_cash - other->get_cash;
    if (cash != others || o->give_cash != other->give_cash) {
        const bool more = cash != others ? cash > others : o->give_cash > other->give_cash;
        return more ? "more cash" : "less cash";
    }
    return memcmp(o, other, sizeof *o) > 0 ? "more beside" : "less beside";
}

static void say_offers(const struct beside *b, char manner[SVI_MANNER])
{
    const struct sv_answer *a = b->a;
    const unsigned n = a->n_offers < b->other->n_offers ? a->n_offers : b->other->n_offers;
    char detail[SVI_MANNER] = "";
    unsigned i = 0;
    while (i < n && memcmp(&a->offers[i], &b->other->offers[i], sizeof a->offers[i]) == 0) {
        i++;
    }
    const struct sv_offer *o = &a->offers[i];
    const struct sv_offer *other = &b->other->offers[i];
    if (b->closely && i == n) {
        (void)snprintf(detail, sizeof detail, "%s",
                       a->n_offers == b->other->n_offers ? ""
                       : a->n_offers > n                 ? "more"
                                                         : "less");
    } else if (b->closely && o->to != other->to) {
        const bool told = strcmp(b->name[o->to], b->name[other->to]) != 0;
        (void)snprintf(detail, sizeof detail, told ? "to %s" : "to %s, seat %u", b->name[o->to],
                       o->to);
    } else if (b->closely && o->get_deeds != other->get_deeds) {
        (void)snprintf(detail, sizeof detail, "for %s",
                       set_detail(b, o->get_deeds, other->get_deeds));
    } else if (b->closely && o->give_deeds != other->give_deeds) {
        (void)snprintf(detail, sizeof detail, "with %s",
                       set_detail(b, o->give_deeds, other->give_deeds));
    } else if (b->closely) {
        (void)snprintf(detail, sizeof detail, "%s", sums_detail(o, other));
    }
    say(manner, "offers", detail);
}

static const char *space_name(const struct sv_edition *e, unsigned space)
{
    return space < e->n_spaces ? e->space[space].name : "none";
}

/* Names and sums stay out, unless it is done closely; a bid tells how it compares. */
static void describe(const struct beside *b, char manner[SVI_MANNER])
{
    const struct sv_answer *a = b->a;
    const struct sv_answer *other = b->other;
    memset(manner, 0, SVI_MANNER);
    if ((b->fields & SV_F_CHOICE) != 0) {
        say(manner, sv_choice_name(b->d->question.kind, a->choice), "");
    }
    if ((b->fields & SV_F_SPACE) != 0 && b->closely && a->space != other->space) {
        say(manner, space_name(b->e, a->space), "");
    }
    if ((b->fields & SV_F_BID) != 0) {
        say(manner,
            a->bid == 0       ? "no bid"
            : other->bid == 0 ? "bids"
            : a->bid > other->bid || (a->bid == other->bid && a->limit > other->limit)
                ? "bids more"
                : "bids less",
            "");
    }
    if ((b->fields & SV_F_LEVELS) != 0) {
        say_levels(b, manner);
    }
    if ((b->fields & SV_F_MORTGAGE) != 0 && a->plan.mortgage != 0) {
        say(manner, "mortgages", set_detail(b, a->plan.mortgage, other->plan.mortgage));
    }
    if ((b->fields & SV_F_LIFT) != 0 && a->plan.lift != 0) {
        say(manner, "lifts", set_detail(b, a->plan.lift, other->plan.lift));
    }
    if ((b->fields & SV_F_OFFERS) != 0 && a->n_offers > 0) {
        say_offers(b, manner);
    }
    if (manner[0] == '\0') {
        say(manner, (b->fields & SV_F_SPACE) != 0 ? "a space" : "nothing", "");
    }
}

void svi_manners(const struct sv_edition *e, const char (*name)[SV_MAX_NAME],
                 const struct svi_decision *a, const struct svi_decision *b,
                 char out[2][SVI_MANNER])
{
    struct beside one = {
        e, name, a, &a->answer, &b->answer, sv_decision_fields(a->question.kind), false};
    struct beside other = one;
    other.d = b;
    other.a = &b->answer;
    other.other = &a->answer;
    do {
        describe(&one, out[0]);
        describe(&other, out[1]);
        other.closely = one.closely = !one.closely && strcmp(out[0], out[1]) == 0;
    } while (one.closely);
}
