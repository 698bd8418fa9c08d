#include "tools/replay/drive.h"

#include "tools/console/say.h"
#include "tools/replay/difference.h"
#include "tools/replay/live_seat.h"
#include "tools/replay/recorded_steps.h"

#include "base/out.h"
#include "base/time.h"
#include "record/words.h"
#include "wire/answer_codec.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct drive {
    const struct svi_drive_options *o;
    struct svi_recorded *r;
    struct svi_game *g;
    struct svi_recorded_steps recorded;
    struct svi_live_seat *live[SV_MAX_SEATS]; /* NULL: no bot */
    struct svi_match_view match;              /* that they are told of */
    struct svi_edition_cache board;
    struct svi_event_log happened;  /* for them */
    uint32_t events;                /* so far */
    uint32_t at;                    /* step that is next */
    uint32_t parted;                /* decision from which on the new game is another; 0: not yet */
    uint32_t same, other, replaced; /* answers of the seat that is looked at */
    uint32_t same_wrong;            /* of `same`, those that were not taken */
};
/* ---- telling --------------------------------------------------------------------------------- */

/* Holds a live answer against what was recorded for it. True: go on. */
static bool compare(struct drive *d, const struct svi_live_seat *live,
                    const struct svi_recorded_step *step)
{
    const bool looked_at = live->number == d->o->seat;
    const bool own = !step->forfeit && (step->verdict == SV_VERDICT_OK || step->own != NULL);
    if (svi_answer_agrees(d->g, live, step)) {
        d->same += looked_at;
        d->same_wrong += looked_at && step->verdict != SV_VERDICT_OK;
        return true;
    }
    struct svi_buf text = {0};
    svi_say_difference(&text, d->g, d->events, live, step);
    (void)fwrite(text.data, 1, text.size, stdout);
    (void)fflush(stdout);
    svi_buf_finish(&text);
    if (own) {
        d->other += looked_at;
    } else {
        d->replaced += looked_at;
    }
    return !(own && looked_at && d->o->stop);
}

static enum svi_exit tell_gone(struct drive *d, const struct svi_live_seat *live)
{
    if (svi_live_seat_asked(live)) {
        struct svi_buf question = {0};
        svi_say_question(&question, d->g, &live->seat->asked);
        (void)svi_complain(SVI_EXIT_ENVIRONMENT,
                           "the bot of seat %u %s; asked in round %u, turn %" PRIu32
                           ", after decision %" PRIu32 ": %.*s",
                           live->number, live->driver.why.text, d->g->state.position.round,
                           d->g->state.position.turn, d->g->decisions, (int)question.size,
                           question.data != NULL ? (const char *)question.data : "");
        svi_buf_finish(&question);
    } else {
        (void)svi_complain(SVI_EXIT_ENVIRONMENT, "the bot of seat %u: %s", live->number,
                           live->driver.why.text);
    }
    return SVI_EXIT_ENVIRONMENT;
}

/* ---- the game -------------------------------------------------------------------------------- */

static void count_event(void *user, const struct sv_event *ev)
{
    struct drive *d = user;
    svi_event_log_add(&d->happened, ev);
    d->events++;
}

/* What the record says comes next; NULL when it says nothing about this game any more. */
static const struct svi_recorded_step *recorded_step(const struct drive *d)
{
    return d->parted == 0 && d->at < d->recorded.n ? &d->recorded.step[d->at] : NULL;
}

/* The number that the answer of a pending seat will have: those before it clockwise come first. */
static uint32_t decision_of(const struct svi_game *g, unsigned seat)
{
    uint32_t decision = g->decisions + 1;
    const unsigned pending = svi_game_pending(g);
    for (unsigned s = svi_game_next(g); s != seat; s = (s + 1) % g->setup.seats) {
        decision += pending >> s & 1u;
    }
    return decision;
}

/* Asks the live bots whose seats are asked. False when one is gone: *gone. */
static bool ask_all(struct drive *d, const struct svi_live_seat **gone)
{
    const struct svi_recorded_step *step = recorded_step(d);
    for (unsigned s = 0; s < d->g->setup.seats; s++) {
        struct svi_live_seat *live = d->live[s];
        if (live == NULL || svi_live_seat_asked(live) || !sv_has(svi_game_pending(d->g), s) ||
            decision_of(d->g, s) < d->o->from) {
            continue;
        }
        /* Another's forfeit is told first; its own may be what the question has done to it. */
        if (step != NULL && step->forfeit && step->seat != s) {
            continue;
        }
        if (!svi_live_seat_ask(live)) {
            *gone = live;
            return false;
        }
    }
    return true;
}

/* Gives the game again what was recorded beside an answer; it has been read before, so it can be.
 * `other`: but for the answer that was not taken, as a live one takes its place. */
static enum sv_status give_asides(struct drive *d, const struct svi_recorded_step *step, bool other)
{
    const struct svi_buf *file = &d->r->bytes;
    struct svi_cursor c = svi_cursor_over(file->data + step->aside, file->size - step->aside);
    return step->asides != 0 ? svi_replay_asides(&c, d->g, other) : SV_OK;
}

/* Moves the game on by one decision. *stop: at a difference, as wanted. */
static enum sv_status move_on(struct drive *d, bool *stop)
{
    struct svi_game *g = d->g;
    const struct svi_recorded_step *step = recorded_step(d);
    const bool playing = d->o->what_if != 0 && g->decisions + 1 >= d->o->what_if;
    const unsigned seat = step != NULL && step->forfeit ? step->seat : svi_game_next(g);
    struct svi_live_seat *live = d->live[seat];
    const bool answered = live != NULL && svi_live_seat_asked(live);
    if (step != NULL && answered) {
        *stop = !compare(d, live, step);
        if (*stop) {
            return SV_OK;
        }
        if (playing && (step->forfeit || !svi_answer_same(&live->seat->answer, &step->answer))) {
            d->parted = g->decisions + 1;
        }
    } else if (step != NULL && step->forfeit && playing && live != NULL) {
        d->parted = g->decisions + 1; /* the live bot is not lost */
    }
    if (d->parted != 0 && step != NULL && step->forfeit) {
        return SV_OK; /* it is not repeated; what was asked stays asked */
    }
    d->at++;
    if (step != NULL && step->forfeit) {
        if (live != NULL) {
            svi_live_seat_pass(live);
        }
        return svi_game_forfeit(g, seat);
    }
    if (step != NULL && d->parted == 0 && give_asides(d, step, playing && answered) != SV_OK) {
        return SV_E_SYSTEM;
    }
    if (playing && answered) {
        if (d->parted == 0) {
            svi_log_queue_forget(
                &live->seat->log_entries); /* what was recorded has been said in its place */
        }
        return svi_live_seat_give(live, g);
    }
    if (live != NULL) {
        svi_live_seat_pass(live);
    }
    return step != NULL ? svi_game_answer(g, seat, (enum sv_verdict)step->verdict, &step->answer)
                        : svi_game_answer(g, seat, SV_VERDICT_DEFAULT, NULL);
}

static enum svi_exit play(struct drive *d)
{
    bool stop = false;
    while (!stop && !svi_game_over(d->g)) {
        const struct svi_live_seat *gone;
        if (!ask_all(d, &gone)) {
            return tell_gone(d, gone);
        }
        if (move_on(d, &stop) != SV_OK) {
            return svi_complain(SVI_EXIT_ENVIRONMENT, "no memory");
        }
    }
    if (svi_game_over(d->g)) {
        struct sv_result result;
        svi_game_result(d->g, &result);
        svi_match_view_end(&d->match, &result, svi_time_us());
    }
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        if (d->live[s] != NULL) {
            svi_live_seat_dismiss(d->live[s]);
        }
    }
    return d->other > 0 ? SVI_EXIT_FAILED : SVI_EXIT_DONE;
}

/* ---- beginning and end ----------------------------------------------------------------------- */

static void tell_set(unsigned seat, uint32_t kinds, const char *text)
{
    struct svi_buf list = {0};
    for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
        if (sv_has(kinds, k)) {
            svi_out_text(&list, list.size > 0 ? ", " : "");
            svi_out_text(&list, sv_decision_name(k));
        }
    }
    if (list.size > 0) {
        svi_note("seat %u: kinds %.*s %s", seat, (int)list.size, (const char *)list.data, text);
    }
    svi_buf_finish(&list);
}

/* The kinds that only one of bot and record answers. */
static void tell_kinds(const struct drive *d, const struct svi_live_seat *live)
{
    const uint32_t recorded = d->g->setup.answers[live->number];
    const struct svi_bot_session *session = &live->driver.session;
    const uint32_t live_kinds = session->hello.answers;
    uint32_t moved = 0;
    for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
        if (sv_has(recorded & live_kinds, k) &&
            d->g->setup.when[live->number][k] != session->when[k]) {
            moved |= UINT32_C(1) << k;
        }
    }
    tell_set(live->number, recorded & ~live_kinds,
             "were answered in this game; the bot now does not, and their defaults count");
    tell_set(live->number, live_kinds & ~recorded,
             "were not answered in this game; the bot now does, and is not asked");
    tell_set(live->number, moved, "were asked at other times in this game than the bot now wants");
}

static enum svi_exit open_seat(struct drive *d, unsigned seat,
                               const struct svi_bot_driver_setup *setup)
{
    struct svi_live_seat *live = malloc(sizeof *live);
    if (live == NULL) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "no memory");
    }
    d->live[seat] = live;
    if (setup->listen != NULL) {
        svi_note("waiting for a bot to connect to %s", setup->listen);
    }
    if (!svi_live_seat_init(live, seat, setup)) {
        return tell_gone(d, live);
    }
    tell_kinds(d, live);
    return SVI_EXIT_DONE;
}

/* Tells the live bots of the match in which they sit. */
static enum svi_exit begin_match(struct drive *d)
{
    const struct svi_match_view_setup setup = {.board = &d->board,
                                               .state = &d->g->state,
                                               .name = (const char(*)[SV_MAX_NAME])d->g->name,
                                               .seed = d->g->setup.seed,
                                               .salt = d->g->salt,
                                               .seats = d->g->setup.seats,
                                               .events = &d->happened};
    if (!svi_edition_cache_init(&d->board, d->g->edition, 0)) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "no memory");
    }
    svi_match_view_begin(&d->match, &setup);
    for (unsigned s = 0; s < setup.seats; s++) {
        struct svi_live_seat *live = d->live[s];
        if (live != NULL) {
            live->seat = &d->match.seat[s];
            svi_match_view_seat(&d->match, s, &live->driver.session);
            if (!svi_bot_driver_send(&live->driver)) {
                return tell_gone(d, live);
            }
        }
    }
    return SVI_EXIT_DONE;
}

static enum svi_exit open_seats(struct drive *d)
{
    const struct svi_drive_options *o = d->o;
    const struct svi_bot_driver_setup first = {
        .argv = o->command, .listen = o->listen, .terminal = true};
    enum svi_exit status = open_seat(d, o->seat, &first);
    for (unsigned s = 0; s < d->g->setup.seats && status == SVI_EXIT_DONE; s++) {
        const struct svi_bot_driver_setup other = {.argv = (const char *const *)o->bot[s].argv,
                                                   .output = STDERR_FILENO,
                                                   .name = d->g->name[s]};
        if (other.argv != NULL) {
            status = open_seat(d, s, &other);
        }
    }
    return status == SVI_EXIT_DONE ? begin_match(d) : status;
}

/* Appends text while all of it fits. */
static void append(char *text, size_t size, const char *more)
{
    const size_t used = strlen(text);
    if (used + strlen(more) < size) {
        (void)snprintf(text + used, size - used, "%s", more);
    }
}

/* Who answered in whose place, as the header of the new game has it. */
static void say_who(const struct drive *d, char *text, size_t size)
{
    char from[48];
    (void)snprintf(from, sizeof from, "from decision %" PRIu32 " on", d->parted);
    text[0] = '\0';
    append(text, size, d->g->what_if); /* it may be one already */
    append(text, size, d->g->what_if[0] != '\0' ? "; then " : "");
    append(text, size, from);
    for (unsigned s = 0; s < d->g->setup.seats; s++) {
        const struct svi_drive_options *o = d->o;
        const bool first = s == o->seat;
        const char *const *argv = first ? o->command : (const char *const *)o->bot[s].argv;
        char words[64] = "", seat[24];
        for (size_t i = 0; argv != NULL && argv[i] != NULL; i++) {
            append(words, sizeof words, i > 0 ? " " : "");
            append(words, sizeof words, argv[i]);
        }
        if (first || argv != NULL) {
            (void)snprintf(seat, sizeof seat, ", seat %u by ", s);
            append(text, size, seat);
            append(text, size, words[0] != '\0' ? words : "a bot that connected");
        } else {
            (void)snprintf(seat, sizeof seat, ", seat %u by default", s);
            append(text, size, seat);
        }
    }
}

/* Writes the new game: that which was recorded, or another, which says so. */
static enum svi_exit write_game(const struct drive *d)
{
    const char *path = d->o->output;
    struct svi_buf copy = {0};
    const struct svi_buf *record = &d->g->record;
    if (d->parted != 0) {
        char who[SVI_MAX_META_VALUE];
        say_who(d, who, sizeof who);
        svi_buf_append(&copy, record->data, record->size);
        if (copy.failed || svi_replay_open(&d->r->replay, copy.data, copy.size) != SV_OK ||
            svi_replay_note(&d->r->replay, d->g, SVI_META_WHAT_IF, who) != SV_OK) {
            svi_buf_finish(&copy);
            return svi_complain(SVI_EXIT_ENVIRONMENT, "cannot mark the new game: %s",
                                d->r->replay.error.text);
        }
    }
    FILE *file = fopen(path, "wbe");
    bool whole = file != NULL;
    if (whole) {
        whole = fwrite(record->data, 1, record->size, file) == record->size;
        whole = fclose(file) == 0 && whole;
    }
    svi_buf_finish(&copy);
    if (!whole) {
        (void)svi_complain(SVI_EXIT_ENVIRONMENT, "cannot write '%s': %s", path,
                           strerrordesc_np(errno));
    }
    return whole ? SVI_EXIT_DONE : SVI_EXIT_ENVIRONMENT;
}

static void say_outcome(struct drive *d)
{
    struct sv_result now;
    svi_game_result(d->g, &now);
    if (d->parted == 0) {
        const bool equal = d->g->record.size == d->r->bytes.size &&
                           memcmp(d->g->record.data, d->r->bytes.data, d->r->bytes.size) == 0;
        (void)printf("the new game is the recorded one%s\n",
                     equal ? ", byte for byte" : " but for its verdicts");
        return;
    }
    (void)printf("the new game is another from decision %" PRIu32 " on\n", d->parted);
    for (unsigned s = 0; s < d->g->setup.seats; s++) {
        (void)printf("    seat %u, %s: place %u, worth %" PRId32
                     "; recorded: place %u, worth %" PRId32 "\n",
                     s, d->g->name[s], now.place[s], now.worth[s], d->recorded.result.place[s],
                     d->recorded.result.worth[s]);
    }
}

static void say_summary(const struct drive *d)
{
    const unsigned seat = d->o->seat;
    (void)printf("seat %u, %s: %" PRIu32 " answers as recorded, %" PRIu32 " not", seat,
                 d->g->name[seat], d->same, d->other);
    if (d->same_wrong > 0) {
        (void)printf("; %" PRIu32 " of those as recorded were not taken", d->same_wrong);
    }
    if (d->replaced > 0) {
        (void)printf("; %" PRIu32 " more where the default had been played for it", d->replaced);
    }
    (void)putchar('\n');
}

static enum svi_exit run(struct drive *d)
{
    const struct svi_drive_options *o = d->o;
    const unsigned seats = d->r->replay.header.setup.seats;
    unsigned highest = o->seat;
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        highest = o->bot[s].argv != NULL && s > highest ? s : highest;
    }
    if (highest >= seats) {
        return svi_complain(SVI_EXIT_USAGE, "%s: found seat %u, expected 0 to %u in this game",
                            o->seat >= seats ? "--drive" : "--seat-bot", highest, seats - 1);
    }
    enum svi_exit status = svi_recorded_steps_read(&d->recorded, d->r);
    if (status != SVI_EXIT_DONE) {
        return status;
    }
    if (o->from > d->recorded.n || o->what_if > d->recorded.n) {
        return svi_complain(SVI_EXIT_USAGE,
                            "%s: found %" PRIu32 ", expected 1 to %" PRIu32
                            ", the decisions of this game",
                            o->from > d->recorded.n ? "--from" : "--what-if",
                            o->from > d->recorded.n ? o->from : o->what_if, d->recorded.n);
    }
    const struct sv_sink sink = {count_event, d};
    if (svi_replay_start(&d->r->replay, d->g, &sink) != SV_OK) {
        return svi_recorded_fault(d->r);
    }
    status = open_seats(d);
    if (status == SVI_EXIT_DONE) {
        status = play(d);
    }
    if (status == SVI_EXIT_ENVIRONMENT) {
        return status;
    }
    say_summary(d);
    if (o->what_if != 0) {
        say_outcome(d);
        const enum svi_exit written = write_game(d);
        status = written != SVI_EXIT_DONE ? written : status;
    }
    return fflush(stdout) == 0 ? status : SVI_EXIT_ENVIRONMENT;
}

/* Ctrl-C is for the debugger, or the bot, which then ends and so ends us. */
static void pass_by(int signal_number)
{
    (void)signal_number;
}

enum svi_exit svi_replay_drive(const char *name, struct svi_drive_options *o)
{
    enum svi_exit status;
    struct drive d = {.o = o};
    d.r = svi_recorded_create(name, &status);
    if (d.r != NULL) {
        if (o->command != NULL) {
            const struct sigaction action = {.sa_handler = pass_by, .sa_flags = SA_RESTART};
            (void)sigaction(SIGINT, &action, NULL);
        }
        d.g = &d.r->game;
        status = run(&d);
    }
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        if (d.live[s] != NULL) {
            svi_live_seat_finish(d.live[s]);
            free(d.live[s]);
        }
        svi_bot_argument_finish(&o->bot[s]);
    }
    svi_recorded_steps_finish(&d.recorded);
    svi_match_view_finish(&d.match);
    svi_event_log_finish(&d.happened);
    svi_edition_cache_finish(&d.board);
    svi_recorded_destroy(d.r);
    return status;
}
