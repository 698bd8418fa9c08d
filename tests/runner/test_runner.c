/* Whole matches with real processes: the right games are played, whatever else differs. */
#include "runner/runner.h"
#include "tests/base/testing.h"

#include "edition/edition_file.h"

#include <errno.h>
#include <sodium.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define TINY SOLVENT_BINARY_DIR "/bots/tiny"
#define CROOK SOLVENT_BINARY_DIR "/tests/support/crook"
#define MOST_MATCHES 64u

struct run {
    struct sv_edition edition;
    struct svi_bot_spec spec[4];
    const char *argv[4][4];
    struct svi_run_config config;
    struct svi_run_stats stats;
    struct svi_error error;
    unsigned matches, seats, next, finished;
    unsigned stop_after; /* done() says stop after this many; 0: never */
    atomic_bool stop;
    uint8_t hash[MOST_MATCHES][32]; /* of each replay */
    struct svi_job_seat seat[MOST_MATCHES][SV_MAX_SEATS];
    uint8_t place[MOST_MATCHES][SV_MAX_SEATS];
    unsigned fresh; /* index of the job that begins a batch, or 0 */
};

static bool next(void *user, struct svi_job *job)
{
    struct run *r = user;
    if (r->next == r->matches) {
        return false;
    }
    *job = (struct svi_job){.number = r->next,
                            .edition = &r->edition,
                            .seats = r->seats,
                            .league = "test",
                            .deal = r->next,
                            .fresh = r->next > 0 && r->next == r->fresh};
    memset(job->seed, (int)r->next + 1, sizeof job->seed);
    for (unsigned i = 0; i < r->seats; i++) {
        job->bot[i] = (i + r->next) % r->config.n_bots;
    }
    r->next++;
    return true;
}

static bool done(void *user, const struct svi_outcome *d)
{
    struct run *r = user;
    crypto_generichash(r->hash[d->job.number], 32, d->replay, d->replay_size, NULL, 0);
    memcpy(r->seat[d->job.number], d->seat, sizeof d->seat);
    memcpy(r->place[d->job.number], d->result.place, sizeof d->result.place);
    return ++r->finished != r->stop_after;
}

static void set_bot(struct run *r, unsigned i, const char *program, const char *crime,
                    const char *after)
{
    static const char *const names[] = {"a", "b", "c", "d"};
    r->argv[i][0] = program;
    r->argv[i][1] = crime;
    r->argv[i][2] = after;
    r->spec[i] = (struct svi_bot_spec){.name = names[i], .argv = r->argv[i], .matches = 4};
}

static int set_up(void **state)
{
    struct run *r = calloc(1, sizeof *r);
    struct svi_error error;
    assert_non_null(r);
    assert_ok(svi_edition_load("classic", &r->edition, &error));
    assert_ok(svi_edition_override(&r->edition, "max_rounds", "12", &error));
    for (unsigned i = 0; i < 4; i++) {
        set_bot(r, i, TINY, NULL, NULL);
    }
    r->config = (struct svi_run_config){.bots = r->spec,
                                        .n_bots = 3,
                                        .workers = 1,
                                        .conditions.decision_ms = 5000,
                                        .conditions.bank_ms = 60000,
                                        .conditions.strikes = 5,
                                        .jobs.next = next,
                                        .jobs.done = done,
                                        .jobs.user = r,
                                        .stop = &r->stop};
    r->matches = 12;
    r->seats = 3;
    *state = r;
    return 0;
}

static int tear_down(void **state)
{
    /* Whatever was started is gone, and reaped. */
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    free(*state);
    return 0;
}

static void play(struct run *r)
{
    r->next = 0;
    r->finished = 0;
    const enum sv_status status = svi_run(&r->config, &r->stats, &r->error);
    assert_string_equal(r->error.text, "");
    assert_ok(status);
}

TEST_ON(every_match_is_played_and_in_order_of_nothing, struct run *r, set_up, tear_down)
{
    uint8_t hash[MOST_MATCHES][32];
    play(r);
    assert_int_equal(r->finished, 12);
    assert_int_equal(r->stats.matches, 12);
    assert_int_equal(r->stats.answers, r->stats.questions);
    assert_int_equal(r->stats.starts, 3);
    assert_int_equal(r->stats.deaths, 0);
    memcpy(hash, r->hash, sizeof hash);
    for (unsigned k = 0; k < 12; k++) {
        assert_int_equal(
            r->seat[k][0].verdicts[SV_VERDICT_LATE] + r->seat[k][1].verdicts[SV_VERDICT_DEAD], 0);
        assert_true(r->seat[k][0].verdicts[SV_VERDICT_OK] > 0);
    }
    /* The same bytes one match at a time, and with two workers. */
    for (unsigned i = 0; i < 3; i++) {
        r->spec[i].matches = 1;
    }
    memset(r->hash, 0, sizeof r->hash);
    play(r);
    assert_memory_equal(hash, r->hash, sizeof hash);
    r->config.workers = 2;
    r->spec[1].matches = 3;
    memset(r->hash, 0, sizeof r->hash);
    play(r);
    assert_int_equal(r->finished, 12);
    assert_memory_equal(hash, r->hash, sizeof hash);
}

/* The stages of four are known one after the other. */
static bool more(void *user, bool all_done)
{
    struct run *r = user;
    if (r->matches == 12 || !all_done) {
        return r->matches < 12;
    }
    assert_int_equal(r->finished, r->matches);
    r->matches += 4;
    return true;
}

TEST_ON(stages_share_one_start_of_processes, struct run *r, set_up, tear_down)
{
    uint8_t hash[MOST_MATCHES][32];
    play(r);
    memcpy(hash, r->hash, sizeof hash);
    r->config.jobs.more = more;
    for (unsigned workers = 1; workers <= 3; workers += 2) { /* also more than there are matches */
        r->config.workers = workers;
        r->matches = 4;
        memset(r->hash, 0, sizeof r->hash);
        play(r);
        assert_int_equal(r->finished, 12);
        assert_memory_equal(hash, r->hash, sizeof hash);
        assert_int_equal(r->stats.deaths, 0);
        assert_int_in_range(r->stats.starts, 3, 3 * workers);
    }
}

/* New processes play a batch that a job begins anew, within one run. */
static bool renew(void *user, bool all_done)
{
    struct run *r = user;
    if (all_done) {
        r->fresh = r->matches;
    }
    return more(user, all_done);
}

TEST_ON(a_fresh_job_is_for_new_processes, struct run *r, set_up, tear_down)
{
    uint8_t hash[MOST_MATCHES][32];
    play(r);
    memcpy(hash, r->hash, sizeof hash);
    r->config.jobs.more = renew;
    r->matches = 4;
    memset(r->hash, 0, sizeof r->hash);
    play(r);
    assert_int_equal(r->finished, 12);
    assert_memory_equal(hash, r->hash, sizeof hash);
    assert_int_equal(r->stats.starts, 9); /* three bots, in each of three batches */
    assert_int_equal(r->stats.deaths, 0);
}

/* A run that is stopped, or cannot go on, also ends between stages. */
TEST_ON(a_stage_that_is_stopped_is_the_last, struct run *r, set_up, tear_down)
{
    r->config.jobs.more = more;
    r->config.workers = 2;
    r->matches = 4;
    r->stop_after = 4;
    play(r);
    assert_int_equal(r->finished, 4);
    r->stop_after = 0;
    r->matches = 0;
    play(r);
    assert_int_equal(r->finished, 12);
}

TEST_ON(a_bot_sits_twice, struct run *r, set_up, tear_down)
{
    r->config.n_bots = 2;
    r->spec[0].matches = 1;
    r->matches = 4;
    play(r);
    assert_int_equal(r->finished, 4);
    assert_int_equal(r->stats.deaths, 0);
}

/* The league with an honest bot 1: what it plays, and how many answers that bot gives in each
 * match. */
static void play_honestly(struct run *r, uint8_t (*hash)[32], uint32_t *answers)
{
    set_bot(r, 1, CROOK, "honest", NULL);
    play(r);
    memcpy(hash, r->hash, sizeof r->hash);
    for (unsigned k = 0; k < 12; k++) {
        answers[k] = r->seat[k][(4 - k % 3) % 3].verdicts[SV_VERDICT_OK];
    }
}

/* LEAGUES.md: a process that dies costs a match when that was all it had played. */
TEST_ON(what_a_process_has_played_before_is_no_match_s_fault, struct run *r, set_up, tear_down)
{
    uint8_t hash[MOST_MATCHES][32];
    uint32_t answers[MOST_MATCHES];
    play_honestly(r, hash, answers);
    set_bot(r, 1, CROOK, "exit", "60"); /* more than any match has */
    for (unsigned matches = 1; matches <= 16; matches *= 4) {
        r->spec[1].matches = matches;
        r->config.workers = 1 + matches / 16;
        play(r);
        assert_int_equal(r->finished, 12);
        assert_true(r->stats.deaths > 1);
        for (unsigned k = 0; k < 12; k++) {
            assert_uint_in_range(answers[k], 1, 60);
            assert_memory_equal(hash[k], r->hash[k], 32);
        }
    }
}

TEST_ON(a_bot_that_dies_in_a_match_loses_that_match, struct run *r, set_up, tear_down)
{
    uint8_t honest[MOST_MATCHES][32], hash[MOST_MATCHES][32];
    uint32_t answers[MOST_MATCHES];
    unsigned forfeits = 0;
    play_honestly(r, honest, answers);
    uint32_t least = UINT32_MAX, most = 0; /* it dies where about half of the matches end */
    char after[16];
    for (unsigned k = 0; k < 12; k++) {
        least = answers[k] < least ? answers[k] : least;
        most = answers[k] > most ? answers[k] : most;
    }
    const uint32_t fatal = (least + most) / 2;
    (void)snprintf(after, sizeof after, "%u", fatal);
    set_bot(r, 1, CROOK, "exit", after);
    for (unsigned matches = 1; matches <= 16; matches *= 4) {
        r->spec[1].matches = matches;
        r->config.workers = 1 + matches / 16;
        play(r);
        assert_int_equal(r->finished, 12);
        for (unsigned k = 0; k < 12; k++) {
            for (unsigned i = 0; i < 3; i++) {
                const bool bad = (i + k) % 3 == 1 && answers[k] > fatal;
                forfeits += bad;
                assert_int_equal(r->seat[k][i].forfeited, bad);
                assert_int_equal(r->seat[k][i].verdicts[SV_VERDICT_DEAD], bad);
                assert_true(!bad || (r->place[k][i] == 3 &&
                                     r->seat[k][i].verdicts[SV_VERDICT_OK] == fatal));
            }
            assert_int_equal(memcmp(honest[k], r->hash[k], 32) != 0, answers[k] > fatal);
        }
        assert_true(matches == 1 || memcmp(hash, r->hash, sizeof hash) == 0);
        memcpy(hash, r->hash, sizeof hash);
    }
    assert_uint_in_range(forfeits, 3, 35);
}

TEST_ON(a_bot_that_never_starts_forfeits_everything, struct run *r, set_up, tear_down)
{
    set_bot(r, 2, CROOK, "exit-at-once", NULL);
    play(r);
    assert_int_equal(r->finished, 12);
    assert_int_equal(r->stats.deaths, 3);
    for (unsigned k = 0; k < 12; k++) {
        for (unsigned i = 0; i < 3; i++) {
            assert_int_equal(r->seat[k][i].forfeited, (i + k) % 3 == 2);
        }
    }
}

TEST_ON(everybody_dead_is_a_league_too, struct run *r, set_up, tear_down)
{
    for (unsigned i = 0; i < 3; i++) {
        set_bot(r, i, "/nowhere/bot", NULL, NULL);
    }
    play(r);
    assert_int_equal(r->finished, 12);
    assert_int_equal(r->stats.starts, 0);
    assert_int_equal(r->stats.questions, 0);
}

static char noted[8][700]; /* the run's notes about bots */
static unsigned n_noted;

static void note(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (strncmp(format, "bot ", 4) == 0) {
        assert_true(n_noted < sizeof noted / sizeof noted[0]);
        (void)vsnprintf(noted[n_noted++], sizeof noted[0], format, args);
    }
    va_end(args);
}

TEST_ON(a_bot_that_hangs_is_put_down, struct run *r, set_up, tear_down)
{
    set_bot(r, 0, CROOK, "hang", "10");
    r->config.conditions.decision_ms = 50;
    r->config.conditions.bank_ms = 100;
    r->matches = 6;
    play(r);
    assert_int_equal(r->finished, 6);
    assert_true(r->stats.deaths >= 1);
    /* Whatever it is asked after that, each message names the question from which it did not come
     * back. */
    char asked[48], owed[48], decision[32];
    r->config.output.note = note;
    r->config.conditions.decision_ms = 250; /* eight of them are the patience of the clock */
    r->config.conditions.bank_ms = 0;
    r->config.conditions.strikes = 8;
    r->matches = 1;
    play(r);
    assert_int_equal(n_noted, 4); /* three that it was late, and one that it hangs */
    const char *kind = strstr(noted[0], "bot 'a' was late with its answer to '");
    const char *where = strstr(noted[0], "decision ");
    assert_non_null(kind);
    assert_non_null(where);
    kind = strstr(kind, " to '") + strlen(" to ");
    const int quoted = (int)strcspn(kind + 1, "'") + 2;
    (void)snprintf(asked, sizeof asked, "asked %.*s", quoted, kind);
    (void)snprintf(owed, sizeof owed, "owes its answer to %.*s", quoted, kind);
    (void)snprintf(decision, sizeof decision, "%.*s", (int)strcspn(where, ")"), where);
    for (unsigned i = 1; i < n_noted; i++) {
        const char *named = strstr(noted[i], strstr(noted[i], "it hangs, ") ? asked : owed);
        assert_non_null(named);
        assert_contains(named, decision);
    }
}

TEST_ON(what_one_bot_sends_does_not_touch_the_others, struct run *r, set_up, tear_down)
{
    static const char *const crimes[] = {"garbage", "malformed", "cut",         "huge",
                                         "illegal", "empty",     "text",        "deluge",
                                         "flood",   "parts",     "hello-again", "too-big"};
    r->config.conditions.decision_ms = 1000;
    r->config.conditions.bank_ms = 0;
    r->matches = 3;
    for (size_t c = 0; c < sizeof crimes / sizeof crimes[0]; c++) {
        set_bot(r, 1, CROOK, crimes[c], "3");
        play(r);
        assert_int_equal(r->finished, 3);
        for (unsigned k = 0; k < 3; k++) {
            for (unsigned i = 0; i < 3; i++) {
                const uint32_t *v = r->seat[k][i].verdicts;
                const uint32_t bad =
                    v[SV_VERDICT_MALFORMED] + v[SV_VERDICT_ILLEGAL] + v[SV_VERDICT_DEAD];
                assert_true((i + k) % 3 == 1 || bad == 0);
                assert_int_equal(r->seat[k][i].forfeited, (i + k) % 3 == 1);
            }
        }
    }
}

TEST_ON(strays_change_nothing, struct run *r, set_up, tear_down)
{
    uint8_t hash[MOST_MATCHES][32];
    r->matches = 3;
    set_bot(r, 1, CROOK, "honest", NULL);
    play(r);
    memcpy(hash, r->hash, sizeof hash);
    set_bot(r, 1, CROOK, "unasked", NULL);
    play(r);
    assert_true(r->stats.strays > 10);
    assert_memory_equal(hash, r->hash, sizeof hash);
    set_bot(r, 1, CROOK, "twice", NULL);
    play(r);
    assert_memory_equal(hash, r->hash, sizeof hash);
}

TEST_ON(it_stops_when_told, struct run *r, set_up, tear_down)
{
    r->stop_after = 2;
    play(r);
    assert_uint_in_range(r->finished, 2, 11);
    r->stop_after = 0;
    atomic_store(&r->stop, true);
    play(r);
    assert_int_equal(r->finished, 0);
}

TEST_ON(nonsense_is_refused, struct run *r, set_up, tear_down)
{
    r->spec[2].name = "a";
    assert_int_equal(svi_run(&r->config, NULL, &r->error), SV_E_ARGUMENT);
    assert_string_equal(r->error.text, "two bots are named 'a'");
    r->spec[2].name = "c";
    r->spec[2].argv = NULL;
    assert_int_equal(svi_run(&r->config, NULL, &r->error), SV_E_ARGUMENT);
    assert_contains(r->error.text, "'c' connects by itself");
    r->config.listen = "ipc:///nowhere/x";
    r->config.workers = 2;
    assert_int_equal(svi_run(&r->config, NULL, &r->error), SV_E_ARGUMENT);
    assert_contains(r->error.text, "one worker only");
    r->config.workers = 1;
    assert_int_equal(svi_run(&r->config, NULL, &r->error), SV_E_SYSTEM);
    assert_contains(r->error.text, "cannot listen on 'ipc:///nowhere/x'");
}

/* Our sockets' folders in the place for temporary files, made ours by TMPDIR. */
TEST_ON(nothing_is_left_behind, struct run *r, set_up, tear_down)
{
    char folder[] = "/tmp/svi-test-XXXXXX";
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chmod(folder, 0755), 0); /* bots run as other users, and connect in there */
    setenv("TMPDIR", folder, 1);              // NOLINT(concurrency-mt-unsafe)
    play(r);
    unsetenv("TMPDIR"); // NOLINT(concurrency-mt-unsafe)
    assert_int_equal(r->stats.deaths, 0);
    assert_int_equal(rmdir(folder), 0);
}
