#include "tools/replay/drive.h"

#include "tools/console/interrupt.h"
#include "tools/console/say.h"
#include "tools/console/words.h"
#include "tools/replay/game_file.h"

#include "base/out.h"
#include "probe/probe.h"
#include "record/text.h"
#include "session/match_view.h"
#include "text/words.h"

#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#define COMMAND_BYTES 80u /* most bytes of a bot's command in the header of the new game */

struct drive {
    const struct svi_drive_options *o;
    struct svi_recorded *r;
    struct svi_recorded_steps steps;
    struct svi_probe_task task;
    struct svi_bot_argument name[SV_MAX_SEATS]; /* by bot: the recorded name of its seat */
    struct svi_bot_spec spec[SV_MAX_SEATS];
    unsigned seat[SV_MAX_SEATS]; /* by bot: its seat */
    bool given, lost, over;
    uint32_t same, other, replaced; /* answers of the examined seat */
    uint32_t same_wrong;            /* answers in `same` that were refused */
    /* First decision of the game with live answers that differs from the record; 0: all are as
     * recorded. */
    uint32_t parted;
    struct sv_result result;
    struct svi_buf record;
};

/* ---- options --------------------------------------------------------------------------------- */

void svi_drive_seat_bot(const struct svi_words *w, void *options)
{
    struct svi_drive_options *o = options;
    struct svi_error error;
    const char *word = w->value;
    const unsigned seat = (unsigned)(*word - '0');
    if (*word < '0' || seat >= SV_MAX_SEATS || word[1] != '=' || o->bot[seat].argv != NULL) {
        svi_words_fail(w, "found '%s', expected K=COMMAND, K from 0 to %d and once each", word,
                       SV_MAX_SEATS - 1);
    } else if (!svi_bot_argument_init(&o->bot[seat], word + 2, &error)) {
        svi_words_fail(w, "%s", error.text);
    } else if (o->bot[seat].argv == NULL) {
        svi_words_fail(w, "found '%s', expected K=COMMAND", word);
    }
}

void svi_drive_check(const struct svi_drive_options *o, const struct svi_words *w)
{
    if ((o->command == NULL) == (o->listen == NULL)) {
        svi_words_fail(w, "--drive: found %s, expected one of -- COMMAND and --listen ENDPOINT",
                       o->command == NULL ? "no bot" : "both");
    }
    if (o->what_if != 0 && (o->output == NULL || o->stop)) {
        svi_words_fail(w, "--what-if: found %s, expected --output FILE%s",
                       o->stop ? "--stop" : "nowhere to record to", o->stop ? " alone" : "");
    }
    if (o->what_if == 0 && o->output != NULL) {
        svi_words_fail(w, "--output: found without --what-if, expected both");
    }
    if (o->seat < SV_MAX_SEATS && o->bot[o->seat].argv != NULL) {
        svi_words_fail(w, "--seat-bot: found %u, expected another than --drive", o->seat);
    }
}

/* ---- differences ----------------------------------------------------------------------------- */

/* Appends bytes that are not an answer. */
static void say_bytes(struct svi_buf *out, const struct svi_rejected *rejected)
{
    svi_out_text(out, "bytes ");
    svi_out_hex(out, rejected->bytes, rejected->size);
    svi_out_text(out, rejected->size < rejected->whole ? "..." : "");
}

/* An answer and its verdict. */
struct said {
    enum sv_verdict verdict;
    const struct sv_answer *played;
    const struct svi_rejected *own; /* the answer if it was refused, or NULL */
    const char *why;                /* why it was refused, or NULL */
};

static void say_said(struct svi_buf *out, const struct svi_game *game, const char *label,
                     const struct sv_question *q, const struct said *said)
{
    const struct sv_text_view v = svi_text_view(game);
    struct sv_answer own;
    svi_out_text(out, label);
    if (svi_verdict_accepts(said->verdict)) {
        svi_say_answer_alone(out, &v, said->played, "nothing");
        svi_out_text(out, said->verdict == SV_VERDICT_OK ? "\n" : " (fallback)\n");
        return;
    }
    if (said->own != NULL &&
        (said->own->size != 0 || (said->own->whole == 0 && said->verdict == SV_VERDICT_LATE))) {
        if (svi_rejected_answer(said->own, game->edition, &game->state.position, q, &own)) {
            svi_say_answer_alone(out, &v, &own, "nothing");
        } else {
            say_bytes(out, said->own);
        }
        svi_out_text(out, ": ");
    }
    svi_out_text(out, sv_verdict_name(said->verdict));
    if (said->why != NULL) {
        svi_out_format(out, " (%s)", said->why);
    }
    svi_out_text(out, ", so the default: ");
    svi_say_answer_alone(out, &v, said->played, "nothing");
    svi_out_text(out, "\n");
}

/* Appends a line with the question and its position in the game. */
static void say_place(struct svi_buf *out, const struct svi_probe_answer *a)
{
    const struct sv_position *p = &a->game->state.position;
    const struct sv_text_view v = svi_text_view(a->game);
    svi_out_format(
        out, "decision %" PRIu32 ", event %" PRIu32 ", round %u, turn %" PRIu32 ", seat %u: ",
        a->game->decisions + 1, a->events + a->step->asides, p->round, p->turn, a->step->seat);
    svi_say_player(out, &v, a->step->seat);
    svi_out_text(out, ": ");
    svi_say_question(out, &v, &a->live->asked);
    svi_out_text(out, "\n");
}

/* Returns why a live answer is refused, or NULL. */
static const char *why_not(const struct svi_bot_session_seat *seat, char text[SV_MAX_BREACH])
{
    return seat->verdict == SV_VERDICT_ILLEGAL
               ? sv_breach_text(seat->game->edition, &seat->breach, text, SV_MAX_BREACH)
           : seat->fault != SV_OK ? sv_status_text((enum sv_status)seat->fault)
                                  : NULL;
}

/* Appends the question's position, and a line for each of the two answers. */
static void say_difference(struct svi_buf *out, const struct svi_probe_answer *a)
{
    const struct svi_bot_session_seat *seat = a->live;
    const struct svi_recorded_refusal *own = a->step->refused;
    struct svi_rejected now = {0};
    char text[SV_MAX_BREACH];
    say_place(out, a);
    say_said(out, a->game, "    recorded: ", &seat->asked,
             &(struct said){.verdict = a->step->forfeit ? SV_VERDICT_DEAD
                                                        : (enum sv_verdict)a->step->verdict,
                            .played = &a->recorded,
                            .own = own != NULL ? &own->said : NULL,
                            .why = own != NULL ? own->why : NULL});
    say_said(
        out, a->game, "    live:     ", &seat->asked,
        &(struct said){.verdict = (enum sv_verdict)seat->verdict,
                       .played = &seat->answer,
                       .own = svi_rejected_queue_last(&seat->rejected_answers, &now) ? &now : NULL,
                       .why = why_not(seat, text)});
}

/* ---- reporting ------------------------------------------------------------------------------- */

static bool take_answer(void *user, const struct svi_probe_answer *answer)
{
    struct drive *d = user;
    const struct svi_recorded_step *step = answer->step;
    const bool looked_at = step->seat == d->o->seat;
    const bool own = !step->forfeit && (step->verdict == SV_VERDICT_OK || step->refused != NULL);
    if (answer->verdict == SVI_PROBE_SAME) {
        d->same += looked_at;
        d->same_wrong += looked_at && step->verdict != SV_VERDICT_OK;
        return true;
    }
    struct svi_buf text = {0};
    svi_match_view_judge(answer->live);
    (void)svi_match_view_answer(answer->live);
    say_difference(&text, answer);
    (void)fwrite(text.data, 1, text.size, stdout);
    (void)fflush(stdout);
    svi_buf_finish(&text);
    *(own ? &d->other : &d->replaced) += looked_at;
    return !(own && looked_at && d->o->stop);
}

static void take_lost(void *user, const struct svi_probe_lost *lost)
{
    struct drive *d = user;
    struct svi_buf question = {0};
    d->lost = true;
    if (lost->game == NULL) {
        (void)svi_complain(SVI_EXIT_ENVIRONMENT, "the bot of seat %u: %s", d->seat[lost->bot],
                           lost->why);
        return;
    }
    const struct sv_text_view v = svi_text_view(lost->game);
    svi_say_question(&question, &v, lost->question);
    (void)svi_complain(SVI_EXIT_ENVIRONMENT,
                       "the bot of seat %u %s; asked in round %u, turn %" PRIu32
                       ", after decision %" PRIu32 ": %.*s",
                       d->seat[lost->bot], lost->why, lost->game->state.position.round,
                       lost->game->state.position.turn, lost->game->decisions, (int)question.size,
                       question.data != NULL ? (const char *)question.data : "");
    svi_buf_finish(&question);
}

static void tell_set(unsigned seat, uint32_t kinds, const char *text)
{
    SCOPED(svi_buf_finish) struct svi_buf list = {0};
    for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
        if (sv_has(kinds, k)) {
            svi_out_text(&list, list.size > 0 ? ", " : "");
            svi_out_text(&list, sv_decision_name(k));
        }
    }
    if (list.size > 0) {
        svi_note("seat %u: kinds %.*s %s", seat, (int)list.size, (const char *)list.data, text);
    }
}

/* Reports the kinds of decision that only the live bot or only the recorded one answers. */
static void tell_kinds(const struct svi_game *game, const struct svi_bot_session_seat *seat)
{
    const struct svi_bot_session *session = seat->session;
    const uint32_t recorded = game->setup.answers[seat->number];
    const uint32_t live = session->hello.answers;
    uint32_t moved = 0;
    for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
        if (sv_has(recorded & live, k) && game->setup.when[seat->number][k] != session->when[k]) {
            moved |= UINT32_C(1) << k;
        }
    }
    tell_set(seat->number, recorded & ~live,
             "were answered in this game; the bot now does not, and their defaults count");
    tell_set(seat->number, live & ~recorded,
             "were not answered in this game; the bot now does, and is not asked");
    tell_set(seat->number, moved, "were asked at other times in this game than the bot now wants");
}

static void take_begun(void *user, const struct svi_probe_task *task, const struct svi_game *game,
                       const struct svi_bot_session_seat *seat)
{
    (void)user;
    (void)task;
    for (unsigned s = 0; s < game->setup.seats; s++) {
        if (seat[s].session != NULL) {
            tell_kinds(game, &seat[s]);
        }
    }
}

/* ---- the new game ---------------------------------------------------------------------------- */

/* Appends which bot answered in which seat, for the header of the new game. */
static void say_who(const struct drive *d, struct svi_buf *out)
{
    const struct svi_drive_options *o = d->o;
    const char *before = d->r->game.what_if; /* of a game that already differs from a played one */
    svi_out_format(out, "%s%sfrom decision %" PRIu32 " on", before,
                   *before != '\0' ? "; then " : "", d->parted);
    for (unsigned s = 0; s < d->r->game.setup.seats; s++) {
        const bool first = s == o->seat;
        const char *const *argv = first ? o->command : (const char *const *)o->bot[s].argv;
        const size_t end = out->size + COMMAND_BYTES;
        svi_out_format(out, ", seat %u by%s", s,
                       argv != NULL ? ""
                       : first      ? " a bot that connected"
                                    : " default");
        for (; argv != NULL && *argv != NULL && out->size + strlen(*argv) < end; argv++) {
            svi_out_char(out, ' ');
            svi_out_text(out, *argv);
        }
    }
    svi_buf_byte(out, 0);
}

/* Writes the game with live answers. If it differs from the recorded game, its header says so. */
static enum svi_exit write_game(const struct drive *d)
{
    const struct svi_buf *record = &d->record;
    if (d->parted != 0) {
        struct svi_buf who = {0};
        say_who(d, &who);
        const bool noted =
            !who.failed && svi_replay_open(&d->r->replay, record->data, record->size) == SV_OK &&
            svi_replay_note(&d->r->replay, &d->r->game, SVI_META_WHAT_IF, (const char *)who.data) ==
                SV_OK;
        svi_buf_finish(&who);
        if (!noted) {
            return svi_complain(SVI_EXIT_ENVIRONMENT, "cannot mark the new game: %s",
                                d->r->replay.error.text);
        }
        record = &d->r->game.record;
    }
    return svi_say_file(d->o->output, record->data, record->size);
}

static void say_outcome(struct drive *d)
{
    if (d->parted == 0) {
        const bool equal = d->record.size == d->r->bytes.size &&
                           memcmp(d->record.data, d->r->bytes.data, d->r->bytes.size) == 0;
        (void)printf("the new game is the recorded one%s\n",
                     equal ? ", byte for byte" : " but for its verdicts");
        return;
    }
    (void)printf("the new game is another from decision %" PRIu32 " on\n", d->parted);
    for (unsigned s = 0; s < d->r->game.setup.seats; s++) {
        (void)printf("    seat %u, %s: place %u, worth %" PRId32
                     "; recorded: place %u, worth %" PRId32 "\n",
                     s, d->r->game.name[s], d->result.place[s], d->result.worth[s],
                     d->steps.result.place[s], d->steps.result.worth[s]);
    }
}

static void say_summary(const struct drive *d)
{
    const unsigned seat = d->o->seat;
    (void)printf("seat %u, %s: %" PRIu32 " answers as recorded, %" PRIu32 " not", seat,
                 d->r->game.name[seat], d->same, d->other);
    if (d->same_wrong > 0) {
        (void)printf("; %" PRIu32 " of those as recorded were not taken", d->same_wrong);
    }
    if (d->replaced > 0) {
        (void)printf("; %" PRIu32 " more where the default had been played for it", d->replaced);
    }
    (void)putchar('\n');
}

/* ---- asking ---------------------------------------------------------------------------------- */

static bool next_task(void *user, struct svi_probe_task *task)
{
    struct drive *d = user;
    const bool given = d->given;
    d->given = true;
    *task = d->task;
    return !given;
}

static bool take_done(void *user, const struct svi_probe_result *result)
{
    struct drive *d = user;
    d->over = true;
    d->parted = result->parted;
    d->result = result->result;
    svi_buf_append(&d->record, result->record.data, result->record.size);
    return true;
}

/* Gives bots to the seats that the options name. Returns the number of bots. */
static unsigned seat_bots(struct drive *d)
{
    const struct svi_drive_options *o = d->o;
    unsigned n = 0;
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        const bool first = s == o->seat;
        const char *const *argv = first ? o->command : (const char *const *)o->bot[s].argv;
        d->task.bot[s] = first || argv != NULL ? n : SVI_PROBE_NOBODY;
        if (first || argv != NULL) {
            (void)snprintf(d->name[n].name, sizeof d->name[n].name, "%s", d->r->game.name[s]);
            svi_bot_argument_distinguish(d->name, n + 1);
            d->spec[n] = (struct svi_bot_spec){
                .name = d->name[n].name, .argv = argv, .anybody = first, .terminal = first};
            d->seat[n++] = s;
        }
    }
    return n;
}

static enum svi_exit ask(struct drive *d)
{
    const struct svi_drive_options *o = d->o;
    struct svi_error error;
    d->task.steps = &d->steps;
    d->task.from = o->from;
    d->task.play = o->what_if;
    const unsigned n = seat_bots(d);
    const struct svi_probe probe = {
        .run = {.bots = d->spec,
                .n_bots = n,
                .workers = 1,
                .conditions.decision_ms = INT_MAX,
                .conditions.strikes = UINT32_MAX,
                .sandbox.mode = SVI_SANDBOX_NONE,
                .sandbox.own = true,
                .debugging = true,
                .listen = o->command == NULL ? o->listen : NULL,
                .output.note = svi_note,
                .stop = o->command == NULL ? svi_interrupt_catch() : NULL},
        .next = next_task,
        .begun = take_begun,
        .answered = take_answer,
        .lost = take_lost,
        .done = take_done,
        .user = d};
    const enum sv_status status = svi_probe_run(&probe, &error);
    if (d->lost) {
        return SVI_EXIT_ENVIRONMENT;
    }
    if (status != SV_OK || !d->over || d->record.failed) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "%s",
                            status != SV_OK    ? error.text
                            : d->record.failed ? "no memory"
                                               : "interrupted");
    }
    return d->other > 0 ? SVI_EXIT_FAILED : SVI_EXIT_DONE;
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
        svi_die(SVI_EXIT_USAGE, "%s: found seat %u, expected 0 to %u in this game",
                o->seat >= seats ? "--drive" : "--seat-bot", highest, seats - 1);
    }
    const enum sv_status read = svi_recorded_steps_read(&d->steps, &d->r->replay, &d->r->game);
    if (read != SV_OK) {
        svi_die(svi_exit_of(read), "%s: %s", d->r->name,
                read == SV_E_SYSTEM ? "no memory" : d->r->replay.error.text);
    }
    if (o->from > d->steps.n || o->what_if > d->steps.n) {
        const bool from = o->from > d->steps.n;
        svi_die(SVI_EXIT_USAGE,
                "%s: found %" PRIu32 ", expected 1 to %" PRIu32 ", the decisions of this game",
                from ? "--from" : "--what-if", from ? o->from : o->what_if, d->steps.n);
    }
    const enum svi_exit status = ask(d);
    if (status == SVI_EXIT_ENVIRONMENT) {
        return status;
    }
    say_summary(d);
    if (o->what_if != 0) {
        say_outcome(d);
        const enum svi_exit written = write_game(d);
        if (written != SVI_EXIT_DONE) {
            return written;
        }
    }
    return fflush(stdout) == 0 ? status : SVI_EXIT_ENVIRONMENT;
}

/* Leaves Ctrl-C to the debugger or the bot. If that ends, this program ends too. */
static void pass_by(int signal_number)
{
    (void)signal_number;
}

enum svi_exit svi_replay_drive(const char *name, struct svi_drive_options *o)
{
    struct drive d = {.o = o, .r = svi_recorded_create(name)};
    if (o->command != NULL) {
        const struct sigaction action = {.sa_handler = pass_by, .sa_flags = SA_RESTART};
        (void)sigaction(SIGINT, &action, NULL);
    }
    const enum svi_exit status = run(&d);
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        svi_bot_argument_finish(&o->bot[s]);
    }
    svi_recorded_steps_finish(&d.steps);
    svi_buf_finish(&d.record);
    svi_recorded_destroy(d.r);
    return status;
}
