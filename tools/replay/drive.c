#include "tools/replay/drive.h"

#include "tools/console/say.h"
#include "tools/replay/live_seat.h"
#include "tools/replay/recorded.h"

#include "base/out.h"
#include "record/slip.h"
#include "record/step.h"
#include "record/words.h"
#include "wire/answer_codec.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- what was recorded -------------------------------------------------------------------------- */

struct step {
    bool forfeit;
    uint8_t seat, verdict;
    uint32_t asides; /* events of what the seat said beside it, and of what was not taken, */
    size_t aside;    /*   which stand there in the file */
    struct sv_answer answer; /* what was played */
    struct own *own; /* what the bot had answered, when that was not taken; NULL: not known */
};

/* An answer that was not taken. */
struct own {
    char why[SV_MAX_BREACH];
    uint32_t size, whole;
    uint8_t bytes[];
};

struct drive {
    const struct svi_drive_options *o;
    struct svi_recorded *r;
    struct svi_game *g;
    struct step *steps;
    uint32_t n_steps, room;
    bool starved;            /* there was no memory for all of what was not taken */
    struct sv_result result; /* as recorded */
    struct svi_live_seat *live[SV_MAX_SEATS]; /* NULL: no bot */
    struct svi_host_match match;              /* that they are told of */
    struct svi_board board;
    struct svi_event_log happened;  /* for them */
    uint32_t events;                /* so far */
    uint32_t at;                    /* step that is next */
    uint32_t parted;                /* decision from which on the new game is another; 0: not yet */
    uint32_t same, other, replaced; /* answers of the seat that is looked at */
    uint32_t same_wrong;            /* of `same`, those that were not taken */
    struct svi_buf out;
};

/* Keeps what was not taken with the decision that it was for: this one or an earlier one. */
static void note_own(struct drive *d, const struct sv_refusal *refusal)
{
    struct step *step = &d->steps[refusal->decision - 1];
    struct own *own = malloc(sizeof *own + refusal->size);
    if (own == NULL) {
        d->starved = true;
        return;
    }
    (void)snprintf(own->why, sizeof own->why, "%s", refusal->text);
    own->size = refusal->size;
    own->whole = refusal->whole;
    if (own->size != 0) {
        memcpy(own->bytes, refusal->bytes, own->size);
    }
    free(step->own);
    step->own = own;
}

static void note_step(void *user, const struct sv_event *ev)
{
    struct drive *d = user;
    if (svi_event_is_aside(ev) && d->n_steps < d->room) {
        d->steps[d->n_steps].asides++;
    }
    if (ev->type == SV_EVENT_REFUSED && d->n_steps < d->room) {
        note_own(d, ev->refusal);
    }
    if (ev->type == SV_EVENT_ANSWER && d->n_steps < d->room) {
        struct step *step = &d->steps[d->n_steps];
        step->seat = ev->seat;
        step->verdict = ev->verdict;
        step->answer = *ev->answer;
    }
}

static bool grow(struct drive *d)
{
    if (d->n_steps == d->room) {
        const uint32_t room = d->room == 0 ? 1024 : d->room * 2;
        struct step *steps = realloc(d->steps, room * sizeof *steps);
        if (steps == NULL) {
            return false;
        }
        d->steps = steps;
        d->room = room;
    }
    memset(&d->steps[d->n_steps], 0, sizeof d->steps[0]);
    return true;
}

/* Reads the whole game. What is wrong is told. */
static enum svi_exit read_steps(struct drive *d)
{
    struct svi_replay *r = &d->r->replay;
    const struct sv_sink sink = {note_step, d};
    enum sv_status status = svi_replay_start(r, d->g, &sink);
    while (status == SV_OK && !svi_game_over(d->g)) {
        if (!grow(d)) {
            return svi_complain(SVI_EXIT_ENVIRONMENT, "no memory");
        }
        struct step *step = &d->steps[d->n_steps];
        const size_t at = r->at;
        step->aside = at;
        status = svi_replay_next(r, d->g);
        if (status == SV_OK && svi_step_forfeits(r->bytes[at])) { /* it has nothing before it */
            step->forfeit = true;
            step->seat = r->bytes[at + SVI_STEP_BYTES];
        }
        d->n_steps++;
    }
    status = status == SV_OK ? svi_replay_end(r, d->g) : status;
    if (d->starved) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "no memory");
    }
    if (status != SV_OK) {
        (void)svi_recorded_fault(d->r);
        return SVI_EXIT_USAGE;
    }
    svi_game_result(d->g, &d->result);
    return SVI_EXIT_DONE;
}

/* ---- telling ------------------------------------------------------------------------------------ */

static void flush(struct drive *d)
{
    (void)fwrite(d->out.data, 1, d->out.size, stdout);
    (void)fflush(stdout);
    svi_buf_clear(&d->out);
}

/* An answer in words, without the first "; ". */
static void say_parts(struct drive *d, const struct sv_answer *answer)
{
    struct svi_buf text = {0};
    svi_say_answer(&text, d->g, answer);
    if (text.size > 2) {
        svi_buf_append(&d->out, text.data + 2, text.size - 2);
    } else {
        svi_out_text(&d->out, "nothing");
    }
    svi_buf_finish(&text);
}

/* Bytes that are no answer. */
static void say_bytes(struct drive *d, const struct svi_slip *slip)
{
    svi_out_text(&d->out, "bytes ");
    svi_out_hex(&d->out, slip->bytes, slip->size);
    svi_out_text(&d->out, slip->size < slip->whole ? "..." : "");
}

/* What was answered, and what became of it. */
struct said {
    enum sv_verdict verdict;
    const struct sv_answer *played;
    const struct svi_slip *own; /* what was not taken; NULL: not known */
    const char *why;            /* it was not; NULL: not known */
};

static void say_said(struct drive *d, const char *label, const struct sv_question *q,
                     const struct said *said)
{
    struct sv_answer own;
    svi_out_text(&d->out, label);
    if (said->verdict == SV_VERDICT_OK) {
        say_parts(d, said->played);
        svi_out_text(&d->out, "\n");
        return;
    }
    if (said->own != NULL &&
        (said->own->size != 0 || (said->own->whole == 0 && said->verdict == SV_VERDICT_LATE))) {
        if (svi_slip_answer(said->own, d->g->edition, &d->g->state.position, q, &own)) {
            say_parts(d, &own);
        } else {
            say_bytes(d, said->own);
        }
        svi_out_text(&d->out, ": ");
    }
    svi_out_text(&d->out, sv_verdict_name(said->verdict));
    if (said->why != NULL) {
        svi_out_text(&d->out, " (");
        svi_out_text(&d->out, said->why);
        svi_out_text(&d->out, ")");
    }
    svi_out_text(&d->out, ", so the default: ");
    say_parts(d, said->played);
    svi_out_text(&d->out, "\n");
}

/* The line that says where a question stands: about the answer that is to be given next. */
static void say_place(struct drive *d, const struct svi_live_seat *live, const struct step *step)
{
    char text[120];
    const struct sv_position *p = &d->g->state.position;
    (void)snprintf(text, sizeof text,
                   "decision %" PRIu32 ", event %" PRIu32 ", round %u, turn %" PRIu32 ", seat %u: ",
                   d->g->decisions + 1, d->events + step->asides, p->round, p->turn, live->number);
    svi_out_text(&d->out, text);
    svi_say_player(&d->out, d->g, live->number);
    svi_out_text(&d->out, ": ");
    svi_say_question(&d->out, d->g, &live->seat->asked);
    svi_out_text(&d->out, "\n");
}

/* What the recorded bot had answered itself, as far as that is known. */
static struct svi_slip own_of(const struct step *step)
{
    return step->own != NULL ? (struct svi_slip){.whole = step->own->whole,
                                                 .size = step->own->size,
                                                 .bytes = step->own->bytes}
                             : (struct svi_slip){0};
}

/* What the live bot has answered itself, where that was not taken. */
static bool live_own(const struct svi_host_seat *seat, struct svi_slip *slip)
{
    *slip = (struct svi_slip){0};
    return svi_slip_queue_last(&seat->slips, slip);
}

/* Whether two answers say the same, be they legal or not: a verdict depends on the clock, too. */
static bool agrees(const struct drive *d, const struct svi_live_seat *live, const struct step *step)
{
    const struct svi_host_seat *seat = live->seat;
    const struct sv_edition *e = d->g->edition;
    const struct sv_position *p = &d->g->state.position;
    const bool taken = seat->verdict == SV_VERDICT_OK;
    const struct svi_slip then = own_of(step);
    struct svi_slip now;
    struct sv_answer answer[2];
    if (step->forfeit) {
        return false;
    }
    if (step->verdict == SV_VERDICT_OK && taken) {
        return svi_answer_same(&seat->answer, &step->answer);
    }
    const bool known = taken || live_own(seat, &now);
    if (step->verdict == SV_VERDICT_OK || step->own == NULL || !known) {
        return !taken && seat->verdict == step->verdict && step->own == NULL;
    }
    if (!taken && then.size == now.size && then.whole == now.whole &&
        memcmp(then.bytes, now.bytes, now.size) == 0) {
        return true;
    }
    if (!svi_slip_answer(&then, e, p, &seat->asked, &answer[0]) ||
        !(taken || svi_slip_answer(&now, e, p, &seat->asked, &answer[1]))) {
        return false;
    }
    return svi_answer_same(&answer[0], taken ? &seat->answer : &answer[1]);
}

/* Why a live answer is not taken; NULL: it is. */
static const char *why_not(const struct svi_host_seat *seat, char text[SV_MAX_BREACH])
{
    return seat->verdict == SV_VERDICT_ILLEGAL
               ? sv_breach_text(seat->game->edition, &seat->breach, text, SV_MAX_BREACH)
           : seat->fault != SV_OK ? sv_status_text((enum sv_status)seat->fault)
                                  : NULL;
}

/* Holds a live answer against what was recorded for it. True: go on. */
static bool compare(struct drive *d, const struct svi_live_seat *live, const struct step *step)
{
    const bool looked_at = live->number == d->o->seat;
    const bool own = !step->forfeit && (step->verdict == SV_VERDICT_OK || step->own != NULL);
    const struct svi_host_seat *seat = live->seat;
    const struct svi_slip then = own_of(step);
    struct svi_slip now;
    char text[SV_MAX_BREACH];
    if (agrees(d, live, step)) {
        d->same += looked_at;
        d->same_wrong += looked_at && step->verdict != SV_VERDICT_OK;
        return true;
    }
    say_place(d, live, step);
    say_said(
        d, "    recorded: ", &seat->asked,
        &(struct said){.verdict = step->forfeit ? SV_VERDICT_DEAD : (enum sv_verdict)step->verdict,
                       .played = &step->answer,
                       .own = step->own != NULL ? &then : NULL,
                       .why = step->own != NULL ? step->own->why : NULL});
    say_said(d, "    live:     ", &seat->asked,
             &(struct said){.verdict = (enum sv_verdict)seat->verdict,
                            .played = &seat->answer,
                            .own = live_own(seat, &now) ? &now : NULL,
                            .why = why_not(seat, text)});
    flush(d);
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
                           live->number, live->puppet.why, d->g->state.position.round,
                           d->g->state.position.turn, d->g->decisions, (int)question.size,
                           question.data != NULL ? (const char *)question.data : "");
        svi_buf_finish(&question);
    } else {
        (void)svi_complain(SVI_EXIT_ENVIRONMENT, "the bot of seat %u: %s", live->number,
                           live->puppet.why);
    }
    return SVI_EXIT_ENVIRONMENT;
}

/* ---- the game ----------------------------------------------------------------------------------- */

static void count_event(void *user, const struct sv_event *ev)
{
    struct drive *d = user;
    svi_event_log_add(&d->happened, ev);
    d->events++;
}

/* What the record says comes next; NULL when it says nothing about this game any more. */
static const struct step *recorded_step(const struct drive *d)
{
    return d->parted == 0 && d->at < d->n_steps ? &d->steps[d->at] : NULL;
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
    const struct step *step = recorded_step(d);
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

/* Gives the game again what was recorded beside an answer; it has been read before, so it can be. `other`: but for the answer
 * that was not taken, as a live one takes its place. */
static enum sv_status give_asides(struct drive *d, const struct step *step, bool other)
{
    const struct svi_buf *file = &d->r->bytes;
    struct svi_cursor c = svi_cursor_over(file->data + step->aside, file->size - step->aside);
    return step->asides != 0 ? svi_replay_asides(&c, d->g, other) : SV_OK;
}

/* Moves the game on by one decision. *stop: at a difference, as wanted. */
static enum sv_status move_on(struct drive *d, bool *stop)
{
    struct svi_game *g = d->g;
    const struct step *step = recorded_step(d);
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
            svi_remark_queue_forget(
                &live->seat->remarks); /* what was recorded has been said in its place */
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
        svi_host_match_end(&d->match, &result, svi_clock_us());
    }
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        if (d->live[s] != NULL) {
            svi_live_seat_dismiss(d->live[s]);
        }
    }
    return d->other > 0 ? SVI_EXIT_FAILED : SVI_EXIT_DONE;
}

/* ---- beginning and end -------------------------------------------------------------------------- */

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
    const struct svi_host *host = &live->puppet.host;
    const uint32_t live_kinds = host->hello.answers;
    uint32_t moved = 0;
    for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
        if (sv_has(recorded & live_kinds, k) &&
            d->g->setup.when[live->number][k] != host->when[k]) {
            moved |= UINT32_C(1) << k;
        }
    }
    tell_set(live->number, recorded & ~live_kinds,
             "were answered in this game; the bot now does not, and their defaults count");
    tell_set(live->number, live_kinds & ~recorded,
             "were not answered in this game; the bot now does, and is not asked");
    tell_set(live->number, moved, "were asked at other times in this game than the bot now wants");
}

static enum svi_exit open_seat(struct drive *d, unsigned seat, const struct svi_puppet_setup *setup)
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
    const struct svi_host_match_setup setup = {.board = &d->board,
                                               .state = &d->g->state,
                                               .name = (const char(*)[SV_MAX_NAME])d->g->name,
                                               .seed = d->g->setup.seed,
                                               .salt = d->g->salt,
                                               .seats = d->g->setup.seats,
                                               .events = &d->happened};
    if (!svi_board_init(&d->board, d->g->edition, 0)) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "no memory");
    }
    svi_host_match_begin(&d->match, &setup);
    for (unsigned s = 0; s < setup.seats; s++) {
        struct svi_live_seat *live = d->live[s];
        if (live != NULL) {
            live->seat = &d->match.seat[s];
            svi_host_match_seat(&d->match, s, &live->puppet.host);
            if (!svi_puppet_send(&live->puppet)) {
                return tell_gone(d, live);
            }
        }
    }
    return SVI_EXIT_DONE;
}

static enum svi_exit open_seats(struct drive *d)
{
    const struct svi_drive_options *o = d->o;
    const struct svi_puppet_setup first = {
        .argv = o->command, .listen = o->listen, .terminal = true};
    enum svi_exit status = open_seat(d, o->seat, &first);
    for (unsigned s = 0; s < d->g->setup.seats && status == SVI_EXIT_DONE; s++) {
        const struct svi_puppet_setup other = {.argv = (const char *const *)o->bot[s].argv,
                                               .output = STDERR_FILENO,
                                               .name = d->g->name[s]};
        if (other.argv != NULL) {
            status = open_seat(d, s, &other);
        }
    }
    return status == SVI_EXIT_DONE ? begin_match(d) : status;
}

static enum svi_exit write_game(const struct drive *d)
{
    const char *path = d->o->output;
    FILE *file = fopen(path, "wbe");
    bool whole = file != NULL;
    if (whole) {
        whole = fwrite(d->g->record.data, 1, d->g->record.size, file) == d->g->record.size;
        whole = fclose(file) == 0 && whole;
    }
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
        (void)printf(
            "    seat %u, %s: place %u, worth %" PRId32 "; recorded: place %u, worth %" PRId32 "\n",
            s, d->g->name[s], now.place[s], now.worth[s], d->result.place[s], d->result.worth[s]);
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
    enum svi_exit status = read_steps(d);
    if (status != SVI_EXIT_DONE) {
        return status;
    }
    if (o->from > d->n_steps || o->what_if > d->n_steps) {
        return svi_complain(SVI_EXIT_USAGE,
                            "%s: found %" PRIu32 ", expected 1 to %" PRIu32
                            ", the decisions of this game",
                            o->from > d->n_steps ? "--from" : "--what-if",
                            o->from > d->n_steps ? o->from : o->what_if, d->n_steps);
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
    for (uint32_t i = 0; i < d.n_steps; i++) {
        free(d.steps[i].own);
    }
    free(d.steps);
    svi_buf_finish(&d.out);
    svi_host_match_finish(&d.match);
    svi_event_log_finish(&d.happened);
    svi_board_finish(&d.board);
    svi_recorded_destroy(d.r);
    return status;
}
