#include "tools/bench/load.h"

#include "config/league_file.h"
#include "league/league_store.h"
#include "memory/memory.h"
#include "process/process.h"
#include "process/scratch_dir.h"
#include "schedule/schedule.h"
#include "store/store_matches.h"
#include "store/write_queue.h"
#include "tools/bench/figure.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SEATS 4u
#define SEED "42"

struct load {
    const struct svi_bench_load_setup *setup;
    struct svi_bench_load *result;
    unsigned seats;
    uint64_t begun;
    uint8_t seed[SV_SEED_BYTES]; /* seed of the league */
    double first_s;              /* time of the request for the first match */
    struct svi_write_queue *writer;
};

/* Gives each table the next bots in turn, so that all bots have equal load. */
static bool next_job(void *user, struct svi_job *job)
{
    struct load *l = user;
    if (l->begun == 0) {
        l->first_s = svi_bench_wall_s();
    }
    *job = (struct svi_job){.number = ++l->begun,
                            .edition = l->setup->edition,
                            .seats = l->seats,
                            .league = "bench",
                            .deal = l->begun};
    sv_luck_seed_child(l->seed, "deal", 1, l->begun, job->seed);
    sv_luck_salt(l->seed, l->begun, job->salt);
    for (unsigned i = 0; i < l->seats; i++) {
        job->bot[i] = (unsigned)((l->begun + i) % l->setup->bots);
    }
    return true;
}

static bool put(struct load *l, const struct svi_outcome *done)
{
    const struct svi_pairing pairing = {
        .number = done->job.number, .table = 1, .deal = (uint32_t)done->job.deal};
    const struct svi_store_match match = svi_league_row(done, &pairing);
    return svi_write_queue_put(l->writer, &match) == SV_OK;
}

static bool take_done(void *user, const struct svi_outcome *done)
{
    struct load *l = user;
    struct svi_bench_load *r = l->result;
    if (!put(l, done)) {
        return false;
    }
    r->games++;
    r->decisions += done->decisions;
    r->replay_bytes += done->replay_size;
    r->wall_s = svi_bench_wall_s() - l->first_s;
    if (r->wall_s < l->setup->seconds) {
        return true;
    }
    r->rss = svi_bench_rss();
    return false;
}

/* Runs the runner; the store's writer must exist. */
static enum sv_status run_jobs(struct load *l, struct svi_error *error)
{
    static char name[SVI_BENCH_BOTS][16];
    const struct svi_bench_load_setup *s = l->setup;
    const char *const argv[] = {s->bot, s->always ? "--always" : NULL, NULL};
    struct svi_bot_spec spec[SVI_BENCH_BOTS];
    assert(s->bots >= 2 && s->bots <= SVI_BENCH_BOTS);
    const unsigned seats = (s->matches * l->seats + s->bots - 1) / s->bots; /* seats of each bot */
    for (unsigned i = 0; i < s->bots; i++) {
        (void)snprintf(name[i], sizeof name[i], "bot-%u", i + 1);
        spec[i] = (struct svi_bot_spec){
            .name = name[i], .argv = argv, .matches = (seats + s->workers - 1) / s->workers};
    }
    /* Generous clocks, so that a busy machine causes no strikes: the whole is measured, not one
     * bot's time. */
    const struct svi_run_config config = {.bots = spec,
                                          .n_bots = s->bots,
                                          .workers = s->workers,
                                          .conditions.decision_ms = 10000,
                                          .conditions.bank_ms = 600000,
                                          .conditions.strikes = 10,
                                          .sandbox.mode = SVI_SANDBOX_NONE,
                                          .output.note = s->note,
                                          .sandbox.own = true,
                                          .luck = false, /* only play is measured */
                                          .stop = s->stop,
                                          .jobs.next = next_job,
                                          .jobs.done = take_done,
                                          .jobs.user = l};
    return svi_run(&config, &l->result->stats, error);
}

/* Returns the most deals that a league of these bots may have, as a store refuses unplanned
 * matches. */
static uint64_t most_deals(unsigned bots, unsigned seats)
{
    return SVI_MAX_MATCHES / svi_combination(bots, seats);
}

/* Writes the league file for the store. */
static enum sv_status write_league(const struct svi_bench_load_setup *s, unsigned seats,
                                   struct svi_buf *text)
{
    char line[128];
    (void)snprintf(line, sizeof line,
                   "name: bench\nseed: " SEED "\nseats: %u\nseatings: fixed\ndeals: %" PRIu64
                   "\nbots:\n",
                   seats, most_deals(s->bots, seats));
    svi_buf_append(text, line, strlen(line));
    for (unsigned i = 0; i < s->bots; i++) {
        (void)snprintf(line, sizeof line, "  - {name: bot-%u, command: [bot]}\n", i + 1);
        svi_buf_append(text, line, strlen(line));
    }
    return text->failed ? SV_E_SYSTEM : SV_OK;
}

static enum sv_status open_store(const struct load *l, const char *path, struct svi_store **store,
                                 struct svi_error *error)
{
    SCOPED(scoped_free) struct svi_league *league = svi_new(1, sizeof *league);
    SCOPED(svi_buf_finish) struct svi_buf text = {0};
    enum sv_status status = league != NULL ? write_league(l->setup, l->seats, &text) : SV_E_SYSTEM;
    if (status != SV_OK) {
        (void)svi_fail(error, status, "no memory");
    } else if ((status = svi_league_parse(league, "bench", (const char *)text.data, text.size,
                                          error)) == SV_OK) {
        status = svi_league_store_create(store, path, league, error);
        svi_league_finish(league);
    }
    return status;
}

/* Plays into a store at `path`. */
static enum sv_status play(struct load *l, const char *path, struct svi_error *error)
{
    struct svi_store *store = NULL;
    struct stat file;
    enum sv_status status = open_store(l, path, &store, error);
    if (status != SV_OK) {
        return status;
    }
    l->writer = svi_write_queue_create(store);
    if (l->writer == NULL) {
        svi_store_destroy(store);
        return svi_fail(error, SV_E_SYSTEM, "cannot start a thread");
    }
    status = run_jobs(l, error);
    if (svi_write_queue_destroy(l->writer) != SV_OK && status == SV_OK) {
        status = svi_fail(error, SV_E_SYSTEM, "%s", svi_store_error(store));
    }
    svi_store_seal(store);
    svi_store_destroy(store);
    l->result->store_bytes = stat(path, &file) == 0 ? (uint64_t)file.st_size : 0;
    return status;
}

enum sv_status svi_bench_load(const struct svi_bench_load_setup *setup,
                              struct svi_bench_load *result, struct svi_error *error)
{
    struct load l = {
        .setup = setup, .result = result, .seats = setup->bots < SEATS ? setup->bots : SEATS};
    struct svi_scratch_dir folder;
    char path[sizeof folder.path + 16];
    *result = (struct svi_bench_load){0};
    sv_luck_seed_text(SEED, l.seed);
    if (!svi_scratch_dir_make(&folder, "solvent-bench", error)) {
        return SV_E_SYSTEM;
    }
    (void)snprintf(path, sizeof path, "%s/bench.db", folder.path);
    (void)malloc_trim(0); /* frees unused memory, so that the measured memory belongs to this run */
    const struct svi_bench_cpu before = svi_bench_cpu();
    enum sv_status status = play(&l, path, error);
    const struct svi_bench_cpu after = svi_bench_cpu();
    result->arbiter_s = after.self_s - before.self_s;
    result->bots_s = after.children_s - before.children_s;
    svi_scratch_dir_remove(&folder);
    if (status == SV_OK && (result->games == 0 || result->stats.answers == 0)) {
        status = svi_fail(error, SV_E_SYSTEM, "interrupted, or no bot would play");
    }
    return status;
}

/* ---- the upper limit ------------------------------------------------------------------------- */

/* Reads all that the program prints, which is one line, and waits for its end. */
static void read_line(struct svi_process *p, int fd, char *line, size_t size)
{
    size_t have = 0;
    ssize_t got;
    while ((got = read(fd, line + have, size - 1 - have)) > 0 || (got < 0 && errno == EINTR)) {
        have += got > 0 ? (size_t)got : 0;
    }
    line[have] = '\0';
    line[strcspn(line, "\n")] = '\0';
    (void)svi_process_wait(p, UINT_MAX);
}

static enum sv_status run_echo(const char *const *argv, struct svi_bench_echo *result,
                               struct svi_error *error)
{
    static const char *const set[] = {NULL};
    struct svi_process p = {0};
    char line[256], *at = line;
    double *const figures[] = {&result->messages, &result->wall_s, &result->router_s,
                               &result->dealers_s};
    int fd[2];
    if (pipe2(fd, O_CLOEXEC) != 0) {
        return svi_fail(error, SV_E_SYSTEM, "cannot make a pipe: %s", svi_errno_text(errno));
    }
    const struct svi_process_setup setup = {.argv = argv, .set = set, .output = fd[1]};
    enum sv_status status = svi_process_start(&p, &setup, error);
    close(fd[1]);
    if (status == SV_OK) {
        read_line(&p, fd[0], line, sizeof line);
        for (size_t i = 0; i < sizeof figures / sizeof figures[0] && status == SV_OK; i++) {
            char *end;
            *figures[i] = strtod(at, &end);
            status = end != at ? SV_OK : svi_fail(error, SV_E_SYSTEM, "%s", line);
            at = end;
        }
    }
    close(fd[0]);
    return status;
}

enum sv_status svi_bench_echo(const struct svi_bench_echo_setup *setup,
                              struct svi_bench_echo *result, struct svi_error *error)
{
    struct svi_scratch_dir folder;
    if (!svi_scratch_dir_make(&folder, "solvent-echo", error)) {
        return SV_E_SYSTEM;
    }
    char *words =
        svi_text("%u %u %u %zu %zu %u %.17g", setup->routers, setup->dealers, setup->messages,
                 setup->question_bytes, setup->answer_bytes, setup->frames, setup->seconds);
    char *gate = svi_process_helper("solvent-gate"), *rest = NULL;
    const char *argv[11] = {gate, "echo", folder.path};
    size_t n = 3;
    for (char *word = strtok_r(words, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest)) {
        argv[n++] = word;
    }
    const enum sv_status status = run_echo(argv, result, error);
    free(gate);
    free(words);
    svi_scratch_dir_remove(&folder);
    return status;
}
