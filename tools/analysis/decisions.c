#include "tools/analysis/decisions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads a game: what is asked at once is one round of questions, which is over when all have
 * answered; the game does not move before. */
struct reading {
    struct svi_decisions *d;
    struct svi_replay replay;
    struct svi_game game;
    struct sv_position position; /* when the round of questions began, */
    struct sv_course course;     /*   likewise */
    uint8_t asked, left;         /* in it; still to answer */
    struct sv_question question[SV_MAX_SEATS];
    uint32_t event, decision;
    uint32_t round; /* decisions before the round of questions */
};

static void *room_for(struct svi_decisions *d, void *list, uint32_t n, uint32_t *room, size_t size)
{
    if (n < *room) {
        return list;
    }
    const uint32_t bigger = *room * 2 + 128;
    void *grown = realloc(list, bigger * size);
    if (grown == NULL) {
        d->failed = true;
        return list;
    }
    *room = bigger;
    return grown;
}

static void take_luck(void *user, const struct svi_luck_event *event)
{
    struct svi_decisions *d = user;
    d->luck = room_for(d, d->luck, d->n_luck, &d->luck_room, sizeof *d->luck);
    if (d->failed) {
        return;
    }
    struct svi_luck_step *step = &d->luck[d->n_luck++];
    *step = (struct svi_luck_step){.event = event->at,
                                   .chance = event->chance,
                                   .thrower = event->seat,
                                   .turn = event->turn,
                                   .round = event->round};
    memcpy(step->dice, event->dice, sizeof step->dice);
    memcpy(step->points, event->points, sizeof step->points);
}

/* Keeps an answer as the parts that its kind has, on a clean slate: equal answers are equal bytes.
 */
static void clean(const struct sv_position *p, const struct sv_question *q,
                  const struct sv_answer *given, struct sv_answer *out)
{
    const unsigned fields = sv_decision_fields(q->kind);
    sv_answer_clear(p, q, out);
    if ((fields & SV_F_CHOICE) != 0) {
        out->choice = given->choice;
    }
    if ((fields & SV_F_SPACE) != 0) {
        out->space = given->space;
    }
    if ((fields & SV_F_BID) != 0) {
        out->bid = given->bid;
    }
    if ((fields & SV_F_LIMIT) != 0) {
        out->limit = given->limit;
    }
    if ((fields & SV_F_LEVELS) != 0) {
        memcpy(out->plan.level, given->plan.level, sizeof out->plan.level);
    }
    if ((fields & SV_F_MORTGAGE) != 0) {
        out->plan.mortgage = given->plan.mortgage;
    }
    if ((fields & SV_F_LIFT) != 0) {
        out->plan.lift = given->plan.lift;
    }
    if ((fields & SV_F_OFFERS) != 0) {
        out->n_offers = given->n_offers;
        memcpy(out->offers, given->offers, given->n_offers * sizeof out->offers[0]);
    }
}

static void take_answer(struct reading *r, const struct sv_event *ev)
{
    struct svi_decisions *d = r->d;
    d->list = room_for(d, d->list, d->n, &d->room, sizeof *d->list);
    if (d->failed) {
        return;
    }
    struct svi_decision *to = &d->list[d->n++];
    to->number = r->decision + 1;
    to->event = r->event;
    to->round = r->round + 1;
    to->verdict = ev->verdict;
    to->asked = r->asked;
    to->question = r->question[ev->seat];
    to->position = r->position;
    to->course = r->course;
    clean(&to->position, &to->question, ev->answer, &to->answer);
}

static void follow(void *user, const struct sv_event *ev)
{
    struct reading *r = user;
    struct svi_decisions *d = r->d;
    if (ev->type == SV_EVENT_ANSWER && !d->forfeited) {
        take_answer(r, ev);
    } else if (ev->type == SV_EVENT_FORFEIT && !d->forfeited) {
        d->forfeited = true;
        d->forfeit_event = r->event;
        /* The default of who is dead is the beginning of it. */
        if (d->n > 0 && d->list[d->n - 1].number == r->decision + 1) {
            d->n--;
        }
    }
    r->event++;
}

/* Before a decision is played: what is asked. */
static void look(struct reading *r)
{
    const struct sv_state *st = &r->game.state;
    if (r->left == 0) {
        r->asked = r->left = (uint8_t)sv_pending(st);
        r->round = r->decision;
        r->position = st->position;
        r->course = st->course;
        for (unsigned s = 0; s < r->d->seats; s++) {
            if (sv_has(r->asked, s)) {
                (void)sv_ask(r->game.edition, st, s, &r->question[s]);
            }
        }
    }
}

static enum sv_status play(struct reading *r)
{
    const struct sv_sink sink = {follow, r};
    enum sv_status status = svi_replay_start(&r->replay, &r->game, &sink);
    while (status == SV_OK && !svi_game_over(&r->game)) {
        const unsigned seat = svi_game_next(&r->game);
        look(r);
        status = svi_replay_next(&r->replay, &r->game);
        r->left &= (uint8_t) ~(1u << seat);
        if (r->d->forfeited) {
            r->left = 0;
        }
        r->decision++;
    }
    return status == SV_OK ? svi_replay_end(&r->replay, &r->game) : status;
}

static void conclude(struct svi_decisions *d, const struct reading *r)
{
    struct sv_result result;
    svi_game_result(&r->game, &result);
    d->why = result.why;
    d->rounds = r->game.state.position.round;
    d->events = r->event;
    memcpy(d->place, result.place, sizeof d->place);
    for (unsigned s = 0; s < d->seats; s++) {
        unsigned twice = 0;
        for (unsigned o = 0; o < d->seats; o++) {
            twice += o == s                              ? 0
                     : result.place[o] > result.place[s] ? 2
                                                         : result.place[o] == result.place[s];
        }
        d->points[s] = twice / (2.0 * (d->seats - 1));
    }
}

enum sv_status svi_decisions_read(struct svi_decisions *d, const uint8_t *bytes, size_t size,
                                  struct svi_error *error)
{
    struct reading *r = calloc(1, sizeof *r);
    const struct svi_luck_sink sink = {take_luck, d};
    enum sv_status status = SV_E_SYSTEM;
    d->reader = d->reader != NULL ? d->reader : svi_replay_luck_create();
    d->n = d->n_luck = 0;
    d->forfeited = d->failed = false;
    (void)svi_fail(error, status, "no memory for its analysis");
    if (r != NULL && d->reader != NULL) {
        r->d = d;
        svi_game_init(&r->game);
        status = svi_replay_open(&r->replay, bytes, size);
        if (status == SV_OK) {
            d->seats = r->replay.header.setup.seats;
            d->edition = r->replay.edition;
            memcpy(d->name, r->replay.header.name, sizeof d->name);
            memcpy(d->edition_hash, r->replay.header.edition_hash, sizeof d->edition_hash);
            status = play(r);
        }
        if (status == SV_OK) {
            memcpy(d->digest, bytes + size - sizeof d->digest, sizeof d->digest);
            conclude(d, r);
            status = svi_replay_luck_read(d->reader, bytes, size, &sink, &d->accounted);
            if (status != SV_OK) {
                (void)svi_fail(error, status, "%s", svi_replay_luck_error(d->reader));
            }
        } else {
            (void)svi_fail(error, status, "%s", r->replay.error.text);
        }
        if (status == SV_OK && d->failed) {
            status = SV_E_SYSTEM;
        }
        svi_game_finish(&r->game);
    }
    free(r);
    return status;
}

unsigned svi_seats_of(const struct svi_decisions *d, const char *bot)
{
    unsigned seats = 0;
    for (unsigned s = 0; s < d->seats; s++) {
        seats |= (unsigned)(bot == NULL || strcmp(d->name[s], bot) == 0) << s;
    }
    return seats;
}

void svi_decisions_finish(struct svi_decisions *d)
{
    free(d->list);
    free(d->luck);
    svi_replay_luck_destroy(d->reader);
    memset(d, 0, sizeof *d);
}
