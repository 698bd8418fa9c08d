/* Recorded games asked again of live bots: answers compared, answers played, and continuations of
 * one position, which depend on nothing but their seeds. */
#include "probe/probe.h"
#include "tests/base/testing.h"

#include "edition/edition_file.h"
#include "runner/runner.h"

#include <solvent/policy.h>

#include <errno.h>
#include <sys/wait.h>

#define BOTS SOLVENT_BINARY_DIR "/bots/"
#define CROOK SOLVENT_BINARY_DIR "/tests/support/crook"
#define SEATS 3u
#define MOST_TASKS 32u

/* How a task has ended. */
struct ending {
    struct sv_result result;
    uint32_t decisions, rounds, parted;
    uint32_t verdicts[SEATS][SV_VERDICT_COUNT];
    bool forfeited[SEATS];
};

struct rig {
    struct sv_edition edition;
    struct svi_bot_spec spec[SEATS];
    const char *argv[SEATS][4];
    struct svi_buf file; /* the recorded game */
    struct svi_replay replay;
    struct svi_recorded_steps steps;
    struct svi_game game; /* the game at its end */
    struct svi_probe probe;
    struct svi_probe_task task; /* that all tasks are made like */
    unsigned n_tasks, next, done;
    unsigned seeds; /* the first task's seed number */
    struct ending ending[MOST_TASKS];
    struct svi_buf record; /* of the last task */
    uint32_t same, other;  /* answers, at least */
    uint32_t last;         /* decision that was compared last */
    uint32_t stop_at;      /* after this decision no bot is asked; 0: never */
    atomic_uint notes;
    unsigned lost_bot;
    char lost[200];
    bool asked_lost;
    bool given;
    struct svi_error error;
};

static struct rig *noted;

static void note(const char *format, ...)
{
    noted->notes += strncmp(format, "bot ", 4) == 0;
}

static void set_bot(struct rig *r, unsigned i, const char *program, const char *crime,
                    const char *after)
{
    static const char *const names[] = {"a", "b", "c"};
    r->argv[i][0] = program;
    r->argv[i][1] = crime;
    r->argv[i][2] = after;
    r->spec[i] = (struct svi_bot_spec){.name = names[i], .argv = r->argv[i], .matches = 8};
}

/* ---- recording ------------------------------------------------------------------------------- */

static bool next_job(void *user, struct svi_job *job)
{
    struct rig *r = user;
    const bool given = r->given;
    *job = (struct svi_job){.edition = &r->edition, .seats = SEATS, .bot = {0, 1, 2}};
    memset(job->seed, 7, sizeof job->seed);
    r->given = true;
    return !given;
}

static bool keep_game(void *user, const struct svi_outcome *done)
{
    struct rig *r = user;
    svi_buf_append(&r->file, done->replay, done->replay_size);
    return true;
}

static int set_up(void **state)
{
    struct rig *r = calloc(1, sizeof *r);
    struct svi_error error;
    assert_non_null(r);
    noted = r;
    assert_ok(svi_edition_load("classic", &r->edition, &error));
    assert_ok(svi_edition_override(&r->edition, "max_rounds", "40", &error));
    set_bot(r, 0, BOTS "careful", NULL, NULL);
    set_bot(r, 1, CROOK, "honest", NULL);
    set_bot(r, 2, BOTS "trader", NULL, NULL);
    r->probe.run = (struct svi_run_config){.bots = r->spec,
                                           .n_bots = SEATS,
                                           .workers = 1,
                                           .conditions.decision_ms = 20000,
                                           .conditions.bank_ms = 60000,
                                           .conditions.strikes = 5,
                                           .sandbox.own = true,
                                           .output.note = note,
                                           .jobs.next = next_job,
                                           .jobs.done = keep_game,
                                           .jobs.user = r};
    assert_ok(svi_run(&r->probe.run, NULL, &r->error));
    svi_game_init(&r->game);
    assert_ok(svi_replay_open(&r->replay, r->file.data, r->file.size));
    assert_ok(svi_recorded_steps_read(&r->steps, &r->replay, &r->game));
    assert_uint_in_range(r->steps.n, 60, 2000);
    r->task = (struct svi_probe_task){.steps = &r->steps, .bot = {0, 1, 2}};
    r->n_tasks = 1;
    *state = r;
    return 0;
}

static int tear_down(void **state)
{
    struct rig *r = *state;
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* whatever was started is gone */
    assert_int_equal(errno, ECHILD);
    svi_recorded_steps_finish(&r->steps);
    svi_game_finish(&r->game);
    svi_buf_finish(&r->file);
    svi_buf_finish(&r->record);
    free(r);
    return 0;
}

/* ---- asking ---------------------------------------------------------------------------------- */

static bool next_task(void *user, struct svi_probe_task *task)
{
    struct rig *r = user;
    char text[24];
    if (r->next == r->n_tasks) {
        return false;
    }
    *task = r->task;
    (void)snprintf(text, sizeof text, "%u", r->seeds + r->next++);
    sv_luck_seed_text(text, task->seed);
    task->number = r->next;
    return true;
}

static bool take_answer(void *user, const struct svi_probe_answer *answer)
{
    struct rig *r = user;
    r->same += answer->verdict == SVI_PROBE_SAME;
    r->other += answer->verdict == SVI_PROBE_OTHER;
    r->last = answer->game->decisions + 1;
    return r->last != r->stop_at;
}

static void take_lost(void *user, const struct svi_probe_lost *lost)
{
    struct rig *r = user;
    r->lost_bot = lost->bot;
    r->asked_lost = lost->question != NULL;
    (void)snprintf(r->lost, sizeof r->lost, "%s", lost->why);
}

static bool take_done(void *user, const struct svi_probe_result *result)
{
    struct rig *r = user;
    struct ending *e = &r->ending[r->done++];
    memset(e, 0, sizeof *e);
    assert_int_equal(result->task->number, r->done); /* in order */
    e->result = result->result;
    e->decisions = result->decisions;
    e->rounds = result->rounds;
    e->parted = result->parted;
    for (unsigned s = 0; s < SEATS; s++) {
        memcpy(e->verdicts[s], result->seat[s].verdicts, sizeof e->verdicts[s]);
        e->forfeited[s] = result->seat[s].forfeited;
    }
    svi_buf_clear(&r->record);
    svi_buf_append(&r->record, result->record.data, result->record.size);
    return true;
}

static enum sv_status ask(struct rig *r)
{
    r->next = r->done = 0;
    r->same = r->other = 0;
    r->notes = 0;
    r->probe.next = next_task;
    r->probe.done = take_done;
    r->probe.lost = take_lost;
    r->probe.user = r;
    const enum sv_status status = svi_probe_run(&r->probe, &r->error);
    assert_true(status != SV_OK || r->done == r->n_tasks);
    return status;
}

static void is_recorded(const struct rig *r, const struct ending *e)
{
    assert_int_equal(e->parted, 0);
    assert_int_equal(e->decisions, r->steps.n);
    assert_memory_equal(&e->result, &r->steps.result, sizeof e->result);
}

/* Whether the recorded game replays to its end. */
static bool is_sound(const struct svi_buf *file)
{
    struct svi_replay *replay = calloc(1, sizeof *replay);
    struct svi_game game;
    assert_non_null(replay);
    svi_game_init(&game);
    const bool sound = svi_replay_open(replay, file->data, file->size) == SV_OK &&
                       svi_replay_run(replay, &game, NULL) == SV_OK;
    svi_game_finish(&game);
    free(replay);
    return sound;
}

/* ---- comparing ------------------------------------------------------------------------------- */

TEST_ON(the_bots_that_played_answer_as_recorded, struct rig *r, set_up, tear_down)
{
    r->probe.answered = take_answer;
    assert_ok(ask(r));
    is_recorded(r, &r->ending[0]);
    assert_int_equal(r->same, r->steps.n);
    assert_int_equal(r->other, 0);
    assert_int_equal(r->record.size, 0); /* nothing was played */
    r->task.from = r->steps.n / 2;
    assert_ok(ask(r));
    assert_int_equal(r->same, r->steps.n - r->task.from + 1);
    r->task.bot[0] = SVI_PROBE_NOBODY;
    assert_ok(ask(r));
    assert_uint_in_range(r->same, 1, r->steps.n - r->task.from);
    is_recorded(r, &r->ending[0]);
}

TEST_ON(another_bot_does_not_change_the_record, struct rig *r, set_up, tear_down)
{
    r->probe.answered = take_answer;
    set_bot(r, 0, BOTS "random", NULL, NULL);
    assert_ok(ask(r));
    is_recorded(r, &r->ending[0]);
    assert_true(r->other > 0);
    assert_int_equal(r->same + r->other, r->steps.n);
    r->stop_at = 40;
    assert_ok(ask(r));
    assert_int_equal(r->last, 40);
    assert_int_equal(r->same + r->other, 40);
    is_recorded(r, &r->ending[0]);
}

/* ---- playing --------------------------------------------------------------------------------- */

TEST_ON(answers_that_are_played_make_the_game_again, struct rig *r, set_up, tear_down)
{
    r->task.play = 1;
    assert_ok(ask(r));
    is_recorded(r, &r->ending[0]);
    assert_int_equal(r->record.size, r->file.size);
    assert_memory_equal(r->record.data, r->file.data, r->file.size);
}

TEST_ON(another_bot_makes_another_game, struct rig *r, set_up, tear_down)
{
    set_bot(r, 0, BOTS "random", NULL, NULL);
    r->task.play = 30;
    assert_ok(ask(r));
    assert_uint_in_range(r->ending[0].parted, 30, r->steps.n);
    assert_true(is_sound(&r->record));
    /* Without other bots at the table, the other seats take defaults from there on. */
    const uint32_t parted = r->ending[0].parted;
    r->task.bot[1] = r->task.bot[2] = SVI_PROBE_NOBODY;
    assert_ok(ask(r));
    assert_int_equal(r->ending[0].parted, parted);
    assert_true(is_sound(&r->record));
    assert_true(r->ending[0].verdicts[2][SV_VERDICT_DEFAULT] > 0);
    assert_int_equal(r->ending[0].verdicts[2][SV_VERDICT_OK], 0);
    assert_false(r->ending[0].forfeited[2]);
}

/* ---- continuations --------------------------------------------------------------------------- */

static void continue_from(struct rig *r, uint32_t decision, unsigned n)
{
    r->task.play = decision;
    r->task.redraw = true;
    r->n_tasks = n;
}

TEST_ON(continuations_depend_on_their_seeds_alone, struct rig *r, set_up, tear_down)
{
    struct ending once[MOST_TASKS];
    unsigned different = 0;
    continue_from(r, r->steps.n / 3, 24);
    r->probe.answered = take_answer;
    assert_ok(ask(r));
    memcpy(once, r->ending, sizeof once);
    assert_int_equal(r->other, 0);
    assert_int_equal(r->same, 24 * (r->task.play - 1)); /* all led to the same position */
    for (unsigned i = 1; i < 24; i++) {
        assert_int_equal(once[i].parted, r->task.play);
        different += once[i].decisions != once[0].decisions;
    }
    assert_true(different > 12);
    r->probe.answered = NULL; /* from several threads at once */
    for (unsigned fresh = 0; fresh < 2; fresh++) {
        for (r->probe.run.workers = 1; r->probe.run.workers <= 3; r->probe.run.workers += 2) {
            r->probe.run.fresh = fresh != 0;
            memset(r->ending, 0, sizeof r->ending);
            assert_ok(ask(r));
            assert_memory_equal(once, r->ending, 24 * sizeof once[0]);
        }
    }
    r->n_tasks = 1; /* alone, the seventh is the same */
    r->seeds = 6;
    assert_ok(ask(r));
    assert_memory_equal(&once[6], &r->ending[0], sizeof once[0]);
}

/* Goes to the first decision of the round of questions that decision `at` belongs to, and returns
 * its number. `state` is the game there, and `seat` the seat of decision `at`. */
static uint32_t find_round(const struct rig *r, uint32_t at, struct sv_state *state, unsigned *seat)
{
    SCOPED(scoped_free) struct svi_replay *replay = calloc(1, sizeof *replay);
    SCOPED(svi_game_finish) struct svi_game game;
    unsigned left = 0;
    uint32_t first = 0;
    assert_non_null(replay);
    svi_game_init(&game);
    assert_ok(svi_replay_open(replay, r->file.data, r->file.size));
    assert_ok(svi_replay_start(replay, &game, NULL));
    while (game.decisions < at) {
        if (left == 0) {
            left = svi_game_pending(&game);
            first = game.decisions + 1;
            *state = game.state;
        }
        *seat = svi_game_next(&game);
        left &= ~(1u << *seat);
        assert_ok(svi_replay_next(replay, &game));
    }
    return first;
}

/* An answer that is given in place of the bot's: live bots then play the same futures as policies
 * in process do. */
TEST_ON(a_continuation_begins_with_an_answer, struct rig *r, set_up, tear_down)
{
    static const struct sv_bot *const policy[] = {&sv_policy_careful, &sv_policy_trader,
                                                  &sv_policy_trader};
    static const struct sv_until end;
    struct sv_players players;
    unsigned changed = 0;
    r->argv[1][0] = BOTS "trader";
    r->argv[1][1] = NULL;
    assert_ok(sv_players_init(&players, &r->edition, policy, SEATS));
    for (uint32_t at = 3; at < r->steps.n; at += 17) {
        struct ending own[4];
        struct sv_state state;
        struct sv_question q;
        struct sv_answer answer;
        const uint32_t first = find_round(r, at, &state, &r->task.answers);
        assert_ok(sv_ask(&r->edition, &state, r->task.answers, &q));
        sv_answer_default(&r->edition, &state.position, &q, &answer);
        continue_from(r, first, 4);
        r->task.answer = NULL;
        assert_ok(ask(r));
        memcpy(own, r->ending, sizeof own);
        r->task.answer = &answer;
        assert_ok(ask(r));
        for (unsigned i = 0; i < 4; i++) {
            struct sv_state future = state;
            uint8_t seed[SV_SEED_BYTES], key[SV_KEY_BYTES], place[SV_MAX_SEATS];
            char text[24];
            (void)snprintf(text, sizeof text, "%u", i);
            sv_luck_seed_text(text, seed);
            sv_luck_game_key(seed, key);
            assert_ok(svi_state_redraw(&r->edition, &future, key));
            assert_ok(sv_apply(&r->edition, &future, r->task.answers, &answer, NULL));
            (void)sv_run(&r->edition, &future, &players, key, &end, NULL);
            sv_places(&r->edition, &future.position, place);
            assert_memory_equal(place, r->ending[i].result.place, SEATS);
            assert_int_equal(future.position.round, r->ending[i].rounds);
            changed += own[i].decisions != r->ending[i].decisions;
        }
    }
    assert_true(changed > 4);
    sv_players_finish(&players);
}

/* A continuation may begin anywhere, the first decision and the last included. */
TEST_ON(a_continuation_begins_at_any_decision, struct rig *r, set_up, tear_down)
{
    for (uint32_t at = 1; at <= r->steps.n; at += at == 1 ? 16 : 23) {
        continue_from(r, at, 2);
        assert_ok(ask(r));
        assert_true(r->ending[0].decisions >= at - 1);
    }
    continue_from(r, r->steps.n, 2);
    assert_ok(ask(r));
}

/* A process that is lost while it plays several is replaced, and led past the new chance. */
TEST_ON(a_lost_process_changes_no_continuation, struct rig *r, set_up, tear_down)
{
    struct ending once[MOST_TASKS];
    char after[16];
    unsigned answers = 0; /* of a game: fewer than those of four at once, three quarters through */
    continue_from(r, r->steps.n / 2, 12);
    assert_ok(ask(r));
    assert_int_equal(r->notes, 0);
    memcpy(once, r->ending, sizeof once);
    for (uint32_t i = 0; i < r->steps.n; i++) {
        answers += r->steps.step[i].seat == 1;
    }
    (void)snprintf(after, sizeof after, "%u", 3 * answers);
    set_bot(r, 1, CROOK, "exit", after);
    r->spec[1].matches = 4;
    assert_ok(ask(r));
    assert_true(r->notes > 0);
    assert_memory_equal(once, r->ending, 12 * sizeof once[0]);
    r->probe.run.fresh = true; /* no process lives that long */
    assert_ok(ask(r));
    assert_int_equal(r->notes, 0);
    assert_memory_equal(once, r->ending, 12 * sizeof once[0]);
}

/* One that is lost again and again forfeits where it is asked, after the record. */
TEST_ON(a_bot_that_dies_in_a_continuation_forfeits_it, struct rig *r, set_up, tear_down)
{
    set_bot(r, 1, CROOK, "exit", "3");
    continue_from(r, r->steps.n / 2, 2);
    assert_ok(ask(r));
    for (unsigned i = 0; i < 2; i++) {
        assert_true(r->ending[i].forfeited[1]);
        assert_int_equal(r->ending[i].result.place[1], SEATS);
        assert_false(r->ending[i].forfeited[0] || r->ending[i].forfeited[2]);
    }
}

/* ---- debugging ------------------------------------------------------------------------------- */

TEST_ON(a_lost_process_ends_the_run_of_who_debugs, struct rig *r, set_up, tear_down)
{
    r->probe.run.debugging = true;
    set_bot(r, 1, CROOK, "crash", "3");
    assert_int_equal(ask(r), SV_E_SYSTEM);
    assert_string_equal(r->lost, "was killed by SIGSEGV");
    assert_true(r->asked_lost);
    assert_int_equal(r->lost_bot, 1);
    set_bot(r, 1, CROOK, "exit-at-once", NULL);
    assert_int_equal(ask(r), SV_E_SYSTEM);
    assert_contains(r->lost, " before it said hello");
    assert_false(r->asked_lost);
    set_bot(r, 1, CROOK, "crash", "3"); /* also when a new game is played */
    r->task.play = 1;
    r->task.bot[0] = 0;
    set_bot(r, 0, BOTS "random", NULL, NULL);
    assert_int_equal(ask(r), SV_E_SYSTEM);
    assert_string_equal(r->lost, "was killed by SIGSEGV");
    assert_int_equal(r->notes, 0);
}
