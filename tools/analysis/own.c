#include "tools/analysis/own.h"

#include "memory/memory.h"
#include "wire/answer_codec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- asking always --------------------------------------------------------------------------- */

/* A record, and the same game with more questions. */
struct asking {
    struct svi_replay replay;
    struct svi_game from, to;
    enum sv_status status; /* of the last step in `to` */
    uint32_t next;         /* number of the next decision in `from` */
};

/* Takes the recorded answer or forfeit to the other game. */
static void take_step(void *user, const struct sv_event *ev)
{
    struct asking *a = user;
    if (ev->type == SV_EVENT_ANSWER && ev->verdict != SV_VERDICT_DEAD) {
        a->status = svi_game_answer(&a->to, ev->seat, SV_VERDICT_OK, ev->answer);
    } else if (ev->type == SV_EVENT_FORFEIT) {
        a->status = svi_game_forfeit(&a->to, ev->seat);
    }
}

/* Returns whether both games stand at the same place. A seat is told of deeds that have changed
 * hands only if it wants to be asked then. */
static bool is_level(const struct asking *a)
{
    const struct sv_state *from = &a->from.state;
    struct sv_position p = a->to.state.position;
    p.deeds_new = from->position.deeds_new;
    return memcmp(&p, &from->position, sizeof p) == 0 &&
           memcmp(&a->to.state.course, &from->course, sizeof from->course) == 0;
}

/* Gives the next answer in `to`: the recorded one, or the default to a question that was not
 * asked. */
static enum sv_status give_next(struct asking *a, unsigned seats, struct svi_buf *numbers)
{
    const unsigned seat = svi_game_next(&a->to);
    if (numbers != NULL) {
        svi_buf_append(numbers, &a->next, sizeof a->next);
    }
    if (svi_game_next(&a->from) == seat && is_level(a)) {
        a->next++;
        const enum sv_status status = svi_replay_next(&a->replay, &a->from);
        return status == SV_OK ? a->status : status;
    }
    return sv_has(seats, seat) ? svi_game_answer(&a->to, seat, SV_VERDICT_OK, NULL) : SV_E_RANGE;
}

static enum sv_status start(struct asking *a, unsigned seats)
{
    const struct sv_sink sink = {take_step, a};
    const struct svi_header *header = &a->replay.header;
    const char *names[SV_MAX_SEATS];
    struct svi_game_setup setup = {.edition = &a->replay.edition,
                                   .setup = header->setup,
                                   .names = names,
                                   .salt = header->salt,
                                   .record = true};
    for (unsigned s = 0; s < header->setup.seats; s++) {
        names[s] = header->name[s];
        if (sv_has(seats, s)) {
            setup.setup.answers[s] = SV_ANSWERS_ALL;
            memset(setup.setup.when[s], 0, sizeof setup.setup.when[s]);
        }
    }
    const enum sv_status status = svi_game_start(&a->to, &setup);
    return status == SV_OK ? svi_replay_start(&a->replay, &a->from, &sink) : status;
}

enum sv_status svi_record_ask_always(const uint8_t *bytes, size_t size, unsigned seats,
                                     struct svi_buf *out, struct svi_buf *numbers,
                                     struct svi_error *error)
{
    struct asking *a = svi_new(1, sizeof *a);
    a->next = 1;
    if (numbers != NULL) {
        svi_buf_clear(numbers);
    }
    svi_game_init(&a->from);
    svi_game_init(&a->to);
    enum sv_status status = svi_replay_open(&a->replay, bytes, size);
    if (status == SV_OK) {
        status = start(a, seats);
    }
    while (status == SV_OK && !svi_game_over(&a->to)) {
        status = give_next(a, seats, numbers);
    }
    if (status == SV_OK) {
        status = svi_game_over(&a->from) && is_level(a) ? SV_OK : SV_E_RANGE;
    }
    if (status == SV_OK) {
        svi_buf_clear(out);
        svi_buf_append(out, a->to.record.data, a->to.record.size);
        status = out->failed ? SV_E_SYSTEM : SV_OK;
    }
    if (status != SV_OK) {
        (void)svi_fail(error, status, "%s",
                       a->replay.error.text[0] != '\0' ? a->replay.error.text
                                                       : "it cannot be asked in full");
    }
    svi_game_finish(&a->from);
    svi_game_finish(&a->to);
    free(a);
    return status;
}

enum sv_status svi_own_unasked(const struct svi_decisions *d, const uint8_t *bytes, size_t size,
                               unsigned seats, uint32_t unasked[SV_DECISION_COUNT],
                               struct svi_error *error)
{
    SCOPED(svi_buf_finish) struct svi_buf asked = {0};
    SCOPED(svi_decisions_finish) struct svi_decisions all = {0};
    enum sv_status status = svi_record_ask_always(bytes, size, seats, &asked, NULL, error);
    status = status == SV_OK ? svi_decisions_read(&all, asked.data, asked.size, error) : status;
    memset(unasked, 0, SV_DECISION_COUNT * sizeof *unasked);
    for (uint32_t i = 0; i < all.n && status == SV_OK; i++) {
        unasked[all.list[i].question.kind] += sv_has(seats, all.list[i].question.seat);
    }
    for (uint32_t i = 0; i < d->n && status == SV_OK; i++) {
        unasked[d->list[i].question.kind] -= sv_has(seats, d->list[i].question.seat);
    }
    return status;
}

/* ---- sample ---------------------------------------------------------------------------------- */

/* A number from 0 to below 1 that the game and the decision fix. */
static double draw(const struct svi_own_sample *sample, uint32_t decision)
{
    static const char label[] = "solvent own";
    uint8_t key[SV_KEY_BYTES];
    for (unsigned i = 0; i < sizeof key; i++) {
        key[i] = sample->digest[i] ^ (uint8_t)label[i % sizeof label];
    }
    return (double)(sv_luck(key, 0, 0, decision) >> 11) / 9007199254740992.;
}

/* Keeps each decision with the odds of most / differing. */
static void thin(struct svi_own_sample *sample, unsigned most)
{
    const double odds = (double)most / sample->differing;
    sample->n = 0;
    for (unsigned i = 0; i < sample->differing; i++) {
        if (draw(sample, sample->list[i].number) < odds) {
            sample->list[sample->n] = sample->list[i];
            sample->list[sample->n++].weight = 1 / odds;
        }
    }
}

void svi_own_sample_make(struct svi_own_sample *sample, const struct svi_decisions *d,
                         unsigned seat, const struct sv_bot *reference, struct sv_match *match,
                         unsigned most)
{
    sample->n = sample->differing = sample->acts = 0;
    memcpy(sample->digest, d->digest, sizeof sample->digest);
    match->seat = (uint8_t)seat;
    match->seats = (uint8_t)d->seats;
    for (uint32_t i = 0; i < d->n; i++) {
        const struct svi_decision *at = &d->list[i];
        struct sv_answer answer;
        if (at->question.seat != seat) {
            continue;
        }
        sample->acts |= svi_acts(&at->question, &at->position, &at->answer);
        match->edition = &d->edition;
        match->position = &at->position;
        match->course = reference->model ? &at->course : NULL;
        sv_bot_decide(reference, match, &at->question, &answer);
        if (sv_check(&d->edition, &at->position, &at->question, &answer) != SV_OK) {
            sv_answer_default(&d->edition, &at->position, &at->question, &answer);
        }
        if (!svi_answer_same(&answer, &at->answer)) {
            sample->list =
                svi_grow(sample->list, &sample->room, sample->n + 1u, sizeof *sample->list);
            sample->list[sample->n++] =
                (struct svi_own_decision){.number = at->number,
                                          .round = at->round,
                                          .kind = at->question.kind,
                                          .habit = (uint8_t)svi_habit_of(d, i, &answer),
                                          .given = at->answer,
                                          .reference = answer,
                                          .weight = 1};
        }
    }
    sample->differing = sample->n;
    if (most > 0 && sample->n > most) {
        thin(sample, most);
    }
}

void svi_own_sample_finish(struct svi_own_sample *sample)
{
    free(sample->list);
    memset(sample, 0, sizeof *sample);
}

/* ---- figures --------------------------------------------------------------------------------- */

static void add_habit(struct svi_own_game *game, const struct svi_own_decision *own, double points)
{
    struct svi_own_habit *habit = own->habit < SVI_HABITS ? &game->habit[own->habit] : NULL;
    if (habit != NULL) {
        if (habit->measured++ == 0 || points < habit->least) {
            habit->decision = own->number;
            habit->least = points;
        }
        habit->points += points * own->weight;
    }
}

void svi_own_game_make(struct svi_own_game *game, const struct svi_own_sample *sample,
                       const double points[])
{
    memset(game, 0, sizeof *game);
    game->differing = sample->differing;
    game->acts = sample->acts;
    for (unsigned i = 0; i < sample->n; i++) {
        const struct svi_own_decision *own = &sample->list[i];
        if (isnan(points[i])) {
            game->left_out++;
        } else {
            game->measured[own->kind]++;
            game->points[own->kind] += points[i] * own->weight;
            add_habit(game, own, points[i]);
        }
    }
}

static void add_place(struct svi_bot_habit *to, uint64_t number, const struct svi_own_habit *habit)
{
    unsigned at = to->n_places;
    while (at > 0 && to->place[at - 1].least > habit->least) {
        at--;
    }
    if (at < SVI_OWN_PLACES) {
        to->n_places += to->n_places < SVI_OWN_PLACES;
        memmove(&to->place[at + 1], &to->place[at], (to->n_places - 1 - at) * sizeof *to->place);
        to->place[at].number = number;
        to->place[at].decision = habit->decision;
        to->place[at].least = habit->least;
    }
}

void svi_own_add(struct svi_own *own, uint64_t number, const struct svi_own_game *game)
{
    double all = 0;
    for (unsigned k = 0; k < SVI_HABITS; k++) {
        struct svi_bot_habit *to = &own->habit[k];
        svi_spread_add(&to->points, game->habit[k].points);
        to->measured += game->habit[k].measured;
        if (game->habit[k].measured > 0) {
            to->games++;
            add_place(to, number, &game->habit[k]);
        }
    }
    own->acts |= game->acts;
    for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
        svi_spread_add(&own->kind[k], game->points[k]);
        own->measured[k] += game->measured[k];
        all += game->points[k];
    }
    svi_spread_add(&own->all, all);
    own->games++;
    own->differing += game->differing;
    own->left_out += game->left_out;
}

uint64_t svi_own_measured(const struct svi_own *own, unsigned kind)
{
    uint64_t all = 0;
    for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
        all += own->measured[k];
    }
    return kind < SV_DECISION_COUNT ? own->measured[kind] : all;
}

static struct svi_estimate estimate(const struct svi_spread *points, uint64_t games)
{
    const double n = (double)games;
    return svi_estimate_by_deals(svi_spread_mean(points, games),
                                 svi_spread_sd(points, games) / sqrt(n), n);
}

struct svi_estimate svi_own_points(const struct svi_own *own, unsigned kind)
{
    return estimate(kind < SV_DECISION_COUNT ? &own->kind[kind] : &own->all, own->games);
}

struct svi_estimate svi_own_habit_points(const struct svi_own *own, unsigned habit)
{
    const struct svi_bot_habit *h = &own->habit[habit];
    struct svi_estimate points = estimate(&h->points, own->games);
    if (h->games < SVI_SPREAD_FEW) {
        points.low = points.high = NAN;
    }
    return points;
}

const char *svi_own_habit_words(const struct svi_own *own, unsigned habit)
{
    const struct svi_habit *h = &svi_habits[habit];
    return h->never != NULL && (own->acts & h->act) == 0 ? h->never : h->words;
}

unsigned svi_own_habits(const struct svi_own *own, uint8_t order[SVI_HABITS])
{
    unsigned n = 0;
    for (unsigned k = 0; k < SVI_HABITS; k++) {
        unsigned at = n;
        if (own->habit[k].measured == 0) {
            continue;
        }
        for (; at > 0 && own->habit[order[at - 1]].points.sum > own->habit[k].points.sum; at--) {
            order[at] = order[at - 1];
        }
        order[at] = (uint8_t)k;
        n++;
    }
    return n;
}
