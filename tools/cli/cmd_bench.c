/* solvent bench [PART...]: measures, and says what is missing to the goals. */
#include "tools/bench/echo.h"
#include "tools/bench/figure.h"
#include "tools/bench/load.h"
#include "tools/bench/meter.h"
#include "tools/bench/verify.h"
#include "tools/cli/commands.h"
#include "tools/console/arguments.h"
#include "tools/console/interrupt.h"

#include "edition/edition_file.h"

#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SINGLE_BOTS 2u
#define LONG_GAMES 2000u
#define LONG_ROUNDS "20" /* of each game: what may leak is per game, not per round */
#define TENTHS 10u

enum { KEY_JSON = 256, KEY_BOT, KEY_BOTS, KEY_MATCHES, KEY_SECONDS, KEY_GAMES };

struct bench {
    char program[4096]; /* of the bots */
    unsigned bots, matches, workers;
    double seconds; /* scale of all parts: of the longest single measurement */
    uint64_t games;
    unsigned parts; /* set of those wanted; none: all */
    const atomic_bool *stop;
    struct sv_edition edition;
    struct svi_bench_out out;
    char error[768];
};

/* ---- parts ------------------------------------------------------------------------------------- */

static struct svi_bench_load_setup load_setup(const struct bench *b)
{
    return (struct svi_bench_load_setup){.edition = &b->edition,
                                         .bot = b->program,
                                         .bots = b->bots,
                                         .matches = b->matches,
                                         .workers = b->workers,
                                         .seconds = b->seconds,
                                         .stop = b->stop};
}

static double per(double value, uint64_t count)
{
    return count != 0 ? value / (double)count : 0;
}

/* To the nearest whole number, at least 1. */
static unsigned whole(double value)
{
    return value > 1 ? (unsigned)(value + 0.5) : 1;
}

/* The echo of the frames that a run was seen to exchange. A match mostly waits for one seat, so its frames hold
 * as many questions as there are matches. */
static struct svi_bench_echo_setup echo_like(const struct svi_bench_load *run,
                                             const struct svi_bench_load_setup *setup)
{
    const struct svi_referee_stats *s = &run->stats;
    const unsigned dealers = setup->bots * setup->workers;
    const double messages = per((double)s->questions, s->frames_out);
    return (struct svi_bench_echo_setup){
        .routers = setup->workers,
        .dealers = setup->bots,
        .messages = whole(messages),
        .question_bytes = whole(per((double)s->bytes_out, s->questions)),
        .answer_bytes = whole(per((double)s->bytes_in, s->answers)),
        .frames = messages > 0 ? whole(setup->matches / (messages * dealers)) : 1,
        .seconds = setup->seconds / 2};
}

static void put_load(struct bench *b, const struct svi_bench_load *run,
                     const struct svi_bench_echo *echo, const struct svi_bench_echo *full)
{
    struct svi_bench_out *out = &b->out;
    const struct svi_referee_stats *s = &run->stats;
    const double answers = (double)s->answers;
    char of[48];
    (void)snprintf(of, sizeof of, "%u bots, %u matches, -j %u", b->bots, b->matches, b->workers);
    svi_bench_put(out, SVI_BENCH_LOAD_DECISIONS, of, answers / run->wall_s,
                  echo->messages / echo->wall_s);
    svi_bench_put(out, SVI_BENCH_LOAD_ECHO, of, full->messages / full->wall_s,
                  echo->messages / echo->wall_s);
    svi_bench_put(out, SVI_BENCH_LOAD_DECISIONS_CPU, of, answers / (run->arbiter_s + run->bots_s),
                  echo->messages / (echo->router_s + echo->dealers_s));
    svi_bench_put(out, SVI_BENCH_LOAD_ARBITER, of, run->arbiter_s * 1e6 / answers,
                  echo->router_s * 1e6 / echo->messages);
    svi_bench_put(out, SVI_BENCH_LOAD_BOTS, of, run->bots_s * 1e6 / answers,
                  echo->dealers_s * 1e6 / echo->messages);
    svi_bench_put(out, SVI_BENCH_LOAD_PACKED, of, per((double)s->questions, s->frames_out), 0);
    svi_bench_put(out, SVI_BENCH_LOAD_FRAMES, of, (double)s->frames_out / run->wall_s, 0);
    svi_bench_put(out, SVI_BENCH_LOAD_WAKEUPS, of, (double)s->wakeups / run->wall_s, 0);
    svi_bench_put(out, SVI_BENCH_LOAD_GAMES, of, (double)run->games / run->wall_s, 0);
    svi_bench_put(out, SVI_BENCH_LOAD_QUESTION, of, per((double)s->bytes_out, s->questions), 0);
    svi_bench_put(out, SVI_BENCH_LOAD_ANSWER, of, per((double)s->bytes_in, s->answers), 0);
    svi_bench_put(out, SVI_BENCH_LOAD_STORED, of, per((double)run->store_bytes, run->games),
                  per((double)run->replay_bytes, run->games));
    svi_bench_put(out, SVI_BENCH_LOAD_RSS, of, (double)run->rss / 1048576, 0);
}

static enum sv_status part_load(struct bench *b)
{
    const struct svi_bench_load_setup setup = load_setup(b);
    struct svi_bench_load run;
    struct svi_bench_echo echo;
    struct svi_bench_echo full;
    enum sv_status status = svi_bench_load(&setup, &run, b->error, sizeof b->error);
    if (status == SV_OK) {
        struct svi_bench_echo_setup raw = echo_like(&run, &setup);
        status = svi_bench_echo(&raw, &echo, b->error, sizeof b->error);
        raw.frames *= 2;
        if (status == SV_OK) {
            status = svi_bench_echo(&raw, &full, b->error, sizeof b->error);
        }
    }
    if (status == SV_OK) {
        put_load(b, &run, &echo, &full);
    }
    return status;
}

static enum sv_status part_single(struct bench *b)
{
    struct svi_bench_load_setup setup = load_setup(b);
    struct svi_bench_load run;
    struct svi_bench_echo echo;
    setup.bots = SINGLE_BOTS;
    setup.matches = 1;
    setup.workers = 1;
    setup.seconds /= 2;
    enum sv_status status = svi_bench_load(&setup, &run, b->error, sizeof b->error);
    if (status == SV_OK) {
        struct svi_bench_echo_setup raw = echo_like(&run, &setup);
        raw.dealers = 1;
        raw.messages = 1;
        raw.frames = 1;
        status = svi_bench_echo(&raw, &echo, b->error, sizeof b->error);
    }
    if (status == SV_OK) {
        const double trip_us = echo.wall_s * 1e6 / echo.messages;
        svi_bench_put(&b->out, SVI_BENCH_SINGLE_DECISION, "1 match of 2 bots",
                      run.wall_s * 1e6 / (double)run.stats.answers, trip_us);
        svi_bench_put(&b->out, SVI_BENCH_SINGLE_TURN, "1 match of 2 bots",
                      run.wall_s * 1e6 / (double)run.stats.wakeups, trip_us);
    }
    return status;
}

static enum sv_status part_game(struct bench *b)
{
    struct svi_bench_state state;
    for (unsigned i = 0; i < SVI_BENCH_POLICIES; i++) {
        const struct svi_bench_policy *p = &svi_bench_policies[i];
        struct svi_bench_game g;
        svi_bench_game_run(&b->edition, p->bot, b->seconds / 4, &g);
        svi_bench_put(&b->out, p->simple ? SVI_BENCH_GAME_TURNS : SVI_BENCH_GAME_TURNS_RANDOM,
                      p->name, (double)g.turns / g.cpu_s, 0);
        svi_bench_put(&b->out, SVI_BENCH_GAME_GAMES, p->name, (double)g.games / g.cpu_s, 0);
        if (g.decisions != 0) {
            svi_bench_put(&b->out, SVI_BENCH_GAME_DECISIONS, p->name, (double)g.decisions / g.cpu_s,
                          0);
        }
    }
    svi_bench_put(&b->out, SVI_BENCH_GAME_STATE, "", (double)sizeof(struct sv_state), 0);
    svi_bench_game_state(&b->edition, b->seconds / 4, &state);
    svi_bench_put(&b->out, SVI_BENCH_GAME_COPY, "random", state.copy_ns, 0);
    svi_bench_put(&b->out, SVI_BENCH_GAME_STEP, "random", state.step_ns, 0);
    return SV_OK;
}

static enum sv_status part_verify(struct bench *b)
{
    for (unsigned i = 0; i < SVI_BENCH_POLICIES; i++) {
        const struct svi_bench_policy *p = &svi_bench_policies[i];
        struct svi_bench_verify v;
        const enum sv_status status =
            svi_bench_verify(&b->edition, p->bot, b->seconds / 4, &v, b->error, sizeof b->error);
        if (status != SV_OK) {
            return status;
        }
        svi_bench_put(&b->out, SVI_BENCH_VERIFY_TURNS, p->name,
                      (double)v.verified.turns / v.verified.cpu_s,
                      (double)v.played.turns / v.played.cpu_s);
        if (v.verified.decisions != 0) {
            svi_bench_put(&b->out, SVI_BENCH_VERIFY_DECISIONS, p->name,
                          (double)v.verified.decisions / v.verified.cpu_s, 0);
        }
        svi_bench_put(&b->out, SVI_BENCH_VERIFY_REPLAY, p->name,
                      per((double)v.bytes, v.verified.games),
                      per((double)v.verified.turns, v.verified.games));
    }
    return SV_OK;
}

/* One point of a curve; *run is what was measured. */
static enum sv_status point(struct bench *b, unsigned bots, unsigned matches, unsigned workers,
                            struct svi_bench_load *run)
{
    struct svi_bench_load_setup setup = load_setup(b);
    char of[64];
    setup.bots = bots;
    setup.matches = matches;
    setup.workers = workers;
    setup.seconds /= 5;
    const enum sv_status status = svi_bench_load(&setup, run, b->error, sizeof b->error);
    if (status == SV_OK) {
        const struct svi_referee_stats *s = &run->stats;
        (void)snprintf(of, sizeof of, "%u bots, %u matches, -j %u", bots, matches, workers);
        svi_bench_put(&b->out, SVI_BENCH_CURVE_DECISIONS, of, (double)s->answers / run->wall_s, 0);
        svi_bench_put(&b->out, SVI_BENCH_CURVE_PACKED, of, per((double)s->questions, s->frames_out),
                      0);
        svi_bench_put(&b->out, SVI_BENCH_CURVE_CPU, of,
                      (double)s->answers / (run->arbiter_s + run->bots_s), 0);
        svi_bench_put(&b->out, SVI_BENCH_CURVE_RSS, of, (double)run->rss / 1048576, 0);
    }
    return status;
}

static enum sv_status part_curve(struct bench *b)
{
    static const unsigned matches[] = {1, 4, 16, 64, 256, 512, 1024};
    static const unsigned bots[] = {2, 8, 16, 32, 64};
    static const unsigned workers[] = {2, 3, 4};
    const size_t last = sizeof matches / sizeof matches[0] - 1;
    struct svi_bench_load run;
    enum sv_status status = SV_OK;
    uint64_t rss = 0;
    for (size_t i = 0; status == SV_OK && i <= last; i++) {
        status = point(b, 4, matches[i], 1, &run);
        rss = i == 0 ? run.rss : rss;
    }
    if (status == SV_OK) {
        svi_bench_put(&b->out, SVI_BENCH_CURVE_MATCH, "4 bots, -j 1",
                      ((double)run.rss - (double)rss) / (matches[last] - matches[0]) / 1024, 0);
    }
    for (size_t i = 0; status == SV_OK && i < sizeof bots / sizeof bots[0]; i++) {
        status = point(b, bots[i], 256, 1, &run);
    }
    for (size_t i = 0; status == SV_OK && i < sizeof workers / sizeof workers[0]; i++) {
        status = point(b, 4, 256, workers[i], &run);
    }
    return status;
}

struct tenths {
    struct bench *bench;
    double first;
};

static void look_at_memory(void *user, uint64_t games)
{
    struct tenths *t = user;
    const uint64_t tenth = t->bench->games / TENTHS;
    char of[48];
    if (games % tenth != 0) {
        return;
    }
    const double rss = (double)svi_bench_rss() / 1048576;
    t->first = games == tenth ? rss : t->first;
    (void)snprintf(of, sizeof of, "after %" PRIu64 " games", games);
    svi_bench_put(&t->bench->out, SVI_BENCH_LONG_RSS, of, rss, t->first);
}

static enum sv_status part_long(struct bench *b)
{
    struct sv_edition edition = b->edition;
    struct tenths tenths = {.bench = b};
    struct svi_bench_load_setup setup = load_setup(b);
    struct svi_bench_load run;
    setup.edition = &edition;
    setup.games = b->games;
    setup.each = look_at_memory;
    setup.user = &tenths;
    const enum sv_status status =
        svi_edition_override(&edition, "max_rounds", LONG_ROUNDS, b->error, sizeof b->error);
    return status == SV_OK ? svi_bench_load(&setup, &run, b->error, sizeof b->error) : status;
}

static const struct part {
    const char *name;
    enum sv_status (*run)(struct bench *b);
} parts[] = {
    {"load", part_load},     {"single", part_single}, {"game", part_game},
    {"verify", part_verify}, {"curve", part_curve},   {"long", part_long},
};
#define PARTS (sizeof parts / sizeof parts[0])

/* ---- the command line -------------------------------------------------------------------------- */

static const char doc[] =
    "Measures speed and size, each figure beside what it is held against in the same run.\v"
    "Parts: load (bots in processes of their own), single (one match at a time), game (in "
    "process), "
    "verify (recorded games), curve (over matches, bots and workers), long (memory over many "
    "games). "
    "Without any, all of them, in about a minute.\n"
    "\n"
    "Times on a machine that does other things as well say little; the ratios say more, and the "
    "figures per second of processor time. Examples:\n"
    "\n"
    "  solvent bench\n"
    "  solvent bench game verify --seconds 20\n"
    "  solvent bench load --bots 4 --matches 256 -j 2\n"
    "  solvent bench curve --json >curve.json\n"
    "  solvent bench long --games 1000000\n"
    "\n"
    "Exit status: 0 measured, whether goals are met or not; 2 usage; 3 bots or sockets that cannot "
    "be used.\n";

static const struct argp_option options[] = {
    {"bot", KEY_BOT, "PROGRAM", 0, "the bot for every seat (bots/tiny beside solvent)", 0},
    {"bots", KEY_BOTS, "N", 0, "load, long: so many, 2 to 64 (4)", 0},
    {"matches", KEY_MATCHES, "N", 0, "load, long: so many in flight (256)", 0},
    {"jobs", 'j', "N", 0, "load, long: so many workers of the arbiter (1)", 0},
    {"seconds", KEY_SECONDS, "S", 0,
     "the longest single measurement takes so long, others a part of it (5)", 0},
    {"games", KEY_GAMES, "N", 0, "long: so many games (2000)", 0},
    {"json", KEY_JSON, NULL, 0, "one JSON object a line instead of a table", 0},
    {0},
};

static double parse_number(struct argp_state *state, const char *option, const char *word,
                           double least, double most, bool integer)
{
    char *end;
    const double value = strtod(word, &end);
    if (end == word || *end != 0 || !(value >= least && value <= most) ||
        (integer && value != (double)(int64_t)value)) {
        argp_failure(state, SVI_EXIT_USAGE, 0, "%s: found \"%s\", expected a%s number %g to %g",
                     option, word, integer ? " whole" : "", least, most);
    }
    return value;
}

static void add_part(struct argp_state *state, struct bench *b, const char *word)
{
    for (size_t i = 0; i < PARTS; i++) {
        if (strcmp(word, parts[i].name) == 0) {
            b->parts |= 1u << i;
            return;
        }
    }
    argp_failure(state, SVI_EXIT_USAGE, 0,
                 "found \"%s\", expected load, single, game, verify, curve or long", word);
}

static error_t parse_option(int key, char *word, struct argp_state *state)
{
    struct bench *b = state->input;
    switch (key) {
    case KEY_JSON:
        b->out.json = true;
        return 0;
    case KEY_BOT:
        if (strlen(word) >= sizeof b->program) {
            argp_failure(state, SVI_EXIT_USAGE, 0, "--bot: the path is too long");
        }
        (void)snprintf(b->program, sizeof b->program, "%s", word);
        return 0;
    case KEY_BOTS:
        b->bots = (unsigned)parse_number(state, "--bots", word, 2, SVI_BENCH_BOTS, true);
        return 0;
    case KEY_MATCHES:
        b->matches = (unsigned)parse_number(state, "--matches", word, 1, 65536, true);
        return 0;
    case 'j':
        b->workers = (unsigned)parse_number(state, "--jobs", word, 1, 64, true);
        return 0;
    case KEY_SECONDS:
        b->seconds = parse_number(state, "--seconds", word, 0.01, 3600, false);
        return 0;
    case KEY_GAMES:
        b->games = (uint64_t)parse_number(state, "--games", word, TENTHS, 5e7, true);
        return 0;
    case ARGP_KEY_ARG:
        add_part(state, b, word);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* Appends the meaning of every figure to the help. */
static char *help_filter(int key, const char *text, void *input)
{
    (void)input;
    if (key != ARGP_KEY_HELP_EXTRA) {
        return (char *)text; // NOLINT: argp's own type
    }
    return svi_bench_explain();
}

static const struct argp argp = {options, parse_option, "[PART...]", doc, NULL, help_filter, NULL};

static int complain(int status, const char *text)
{
    (void)fprintf(stderr, "solvent bench: %s\n", text);
    return status;
}

/* bots/tiny in the folder of this program. */
static void find_bot(struct bench *b)
{
    static const char tiny[] = "bots/tiny";
    const ssize_t size = readlink("/proc/self/exe", b->program, sizeof b->program - sizeof tiny);
    b->program[size > 0 ? size : 0] = 0;
    char *slash = strrchr(b->program, '/');
    memcpy(slash != NULL ? slash + 1 : b->program, tiny, sizeof tiny);
}

/* Whether there are bots to play with, where a wanted part plays. */
static int check_bot(const struct bench *b)
{
    char line[sizeof b->program + 128];
    for (size_t i = 0; i < PARTS; i++) {
        const bool in_process = parts[i].run == part_game || parts[i].run == part_verify;
        if (sv_has(b->parts, (unsigned)i) && !in_process && access(b->program, X_OK) != 0) {
            (void)snprintf(line, sizeof line, "cannot run the bot '%s': %s; give --bot PROGRAM",
                           b->program, strerrordesc_np(errno));
            return complain(SVI_EXIT_ENVIRONMENT, line);
        }
    }
    return SVI_EXIT_DONE;
}

/* One line about the machine, on stderr: what the figures are worth. */
static void describe_machine(void)
{
    double load = 0;
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const bool known = getloadavg(&load, 1) == 1;
    (void)fprintf(stderr, "solvent bench: %ld cores, load average %.1f%s\n", cores,
                  known ? load : 0,
                  load > 0.5 ? ": other programs are running, so rely on ratios and on figures per "
                               "CPU only"
                             : "");
}

static int run(struct bench *b)
{
    int status = check_bot(b);
    if (status != SVI_EXIT_DONE) {
        return status;
    }
    describe_machine();
    svi_bench_begin(&b->out);
    for (size_t i = 0; i < PARTS; i++) {
        if (sv_has(b->parts, (unsigned)i) && parts[i].run(b) != SV_OK) {
            return complain(SVI_EXIT_ENVIRONMENT, b->error);
        }
    }
    if (fflush(stdout) != 0 || ferror(stdout)) {
        return complain(SVI_EXIT_ENVIRONMENT, "cannot write the result");
    }
    return SVI_EXIT_DONE;
}

int svi_cmd_bench(int argc, char **argv)
{
    static char name[] = "solvent bench";
    static struct bench b;
    b = (struct bench){.bots = 4, .matches = 256, .workers = 1, .seconds = 5, .games = LONG_GAMES};
    b.out.file = stdout;
    find_bot(&b);
    argv[0] = name;
    if (!svi_arguments_parse(&argp, argc, argv, &b)) {
        return SVI_EXIT_USAGE;
    }
    b.parts = b.parts != 0 ? b.parts : (1u << PARTS) - 1;
    if (sodium_init() < 0) {
        return complain(SVI_EXIT_ENVIRONMENT, "libsodium does not start");
    }
    if (svi_edition_load("classic", &b.edition, b.error, sizeof b.error) != SV_OK) {
        return complain(SVI_EXIT_ENVIRONMENT, b.error);
    }
    b.stop = svi_interrupt_catch();
    return run(&b);
}
