/* solvent bench [PART...]: measures, and reports the distance to the goals. */
#include "tools/bench/figure.h"
#include "tools/bench/game.h"
#include "tools/bench/load.h"
#include "tools/cli/commands.h"
#include "tools/console/interrupt.h"
#include "tools/console/say.h"
#include "tools/console/words.h"

#include <solvent/edition.h>

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SINGLE_BOTS 2u

struct arguments {
    char program[4096]; /* program of the bots */
    bool ours;          /* the program is bots/tiny, which has --always */
    unsigned bots, matches, workers;
    double seconds; /* Length of the longest single measurement; it scales all parts. */
    unsigned parts; /* set of the wanted parts; 0: all */
    const atomic_bool *stop;
    struct sv_edition edition;
    struct svi_bench_out out;
};

/* ---- parts ----------------------------------------------------------------------------------- */

static struct svi_bench_load_setup load_setup(const struct arguments *b)
{
    return (struct svi_bench_load_setup){.edition = &b->edition,
                                         .bot = b->program,
                                         .always = b->ours,
                                         .bots = b->bots,
                                         .matches = b->matches,
                                         .workers = b->workers,
                                         .seconds = b->seconds,
                                         .stop = b->stop,
                                         .note = svi_note};
}

static double per(double value, uint64_t count)
{
    return count != 0 ? value / (double)count : 0;
}

/* Rounds to the nearest whole number, at least 1. */
static unsigned whole(double value)
{
    return value > 1 ? (unsigned)(value + 0.5) : 1;
}

/* Returns a setup that echoes frames like those of a measured run. A match mostly waits for one
 * seat, so its frames hold as many questions as there are matches. */
static struct svi_bench_echo_setup echo_like(const struct svi_bench_load *run,
                                             const struct svi_bench_load_setup *setup)
{
    const struct svi_run_stats *s = &run->stats;
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

static void put_load(struct arguments *b, const struct svi_bench_load *run,
                     const struct svi_bench_echo *echo, const struct svi_bench_echo *full)
{
    struct svi_bench_out *out = &b->out;
    const struct svi_run_stats *s = &run->stats;
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
    svi_bench_put(out, SVI_BENCH_LOAD_GAMES_CPU, of,
                  (double)run->games / (run->arbiter_s + run->bots_s), 0);
    svi_bench_put(out, SVI_BENCH_LOAD_QUESTION, of, per((double)s->bytes_out, s->questions), 0);
    svi_bench_put(out, SVI_BENCH_LOAD_ANSWER, of, per((double)s->bytes_in, s->answers), 0);
    svi_bench_put(out, SVI_BENCH_LOAD_STORED, of, per((double)run->store_bytes, run->games),
                  per((double)run->replay_bytes, run->games));
    svi_bench_put(out, SVI_BENCH_LOAD_RSS, of, (double)run->rss / 1048576, 0);
}

/* Reports the speed of bots that are asked by their conditions, relative to `always`. Reports
 * nothing if a run is too short for a game. */
static void put_when(struct arguments *b, const struct svi_bench_load *run,
                     const struct svi_bench_load *always)
{
    struct svi_bench_out *out = &b->out;
    char of[48];
    (void)snprintf(of, sizeof of, "%u bots, %u matches, -j %u", b->bots, b->matches, b->workers);
    svi_bench_put(out, SVI_BENCH_LOAD_WHEN, of, (double)run->games / run->wall_s,
                  (double)always->games / always->wall_s);
    svi_bench_put(out, SVI_BENCH_LOAD_WHEN_CPU, of,
                  (double)run->games / (run->arbiter_s + run->bots_s),
                  (double)always->games / (always->arbiter_s + always->bots_s));
    svi_bench_put(out, SVI_BENCH_LOAD_WHEN_QUESTIONS, of, per((double)run->decisions, run->games),
                  per((double)always->decisions, always->games));
    svi_bench_put(out, SVI_BENCH_LOAD_WHEN_REPLAY, of, per((double)run->replay_bytes, run->games),
                  per((double)always->replay_bytes, always->games));
}

static void part_load(struct arguments *b)
{
    struct svi_bench_load_setup setup = load_setup(b);
    struct svi_error error;
    struct svi_bench_load run, when;
    struct svi_bench_echo echo, full;
    svi_must(svi_bench_load(&setup, &run, &error), &error);
    struct svi_bench_echo_setup raw = echo_like(&run, &setup);
    svi_must(svi_bench_echo(&raw, &echo, &error), &error);
    raw.frames *= 2;
    svi_must(svi_bench_echo(&raw, &full, &error), &error);
    put_load(b, &run, &echo, &full);
    if (setup.always) {
        setup.always = false;
        svi_must(svi_bench_load(&setup, &when, &error), &error);
        put_when(b, &when, &run);
    }
}

static void part_single(struct arguments *b)
{
    struct svi_bench_load_setup setup = load_setup(b);
    struct svi_error error;
    struct svi_bench_load run;
    struct svi_bench_echo echo;
    setup.bots = SINGLE_BOTS;
    setup.matches = 1;
    setup.workers = 1;
    setup.seconds /= 2;
    svi_must(svi_bench_load(&setup, &run, &error), &error);
    struct svi_bench_echo_setup raw = echo_like(&run, &setup);
    raw.dealers = raw.messages = raw.frames = 1;
    svi_must(svi_bench_echo(&raw, &echo, &error), &error);
    const double trip_us = echo.wall_s * 1e6 / echo.messages;
    svi_bench_put(&b->out, SVI_BENCH_SINGLE_DECISION, "1 match of 2 bots",
                  run.wall_s * 1e6 / (double)run.stats.answers, trip_us);
    svi_bench_put(&b->out, SVI_BENCH_SINGLE_TURN, "1 match of 2 bots",
                  run.wall_s * 1e6 / (double)run.stats.wakeups, trip_us);
}

static void part_game(struct arguments *b)
{
    struct svi_bench_state state;
    struct svi_bench_search search;
    for (unsigned i = 0; i < SVI_BENCH_POLICIES; i++) {
        const struct svi_bench_policy *p = &svi_bench_policies[i];
        struct svi_bench_game g;
        svi_bench_game_run(&b->edition, p->bot, b->seconds / 4, &g);
        svi_bench_put(&b->out, p->turns, p->name, (double)g.turns / g.cpu_s, 0);
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
    svi_bench_put(&b->out, SVI_BENCH_GAME_NODE, "random", state.node_ns, 0);
    svi_bench_game_search(&b->edition, b->seconds / 4, &search);
    svi_bench_put(&b->out, SVI_BENCH_GAME_GUESSES, "random", 1e6 / search.guess_us, 0);
    svi_bench_put(&b->out, SVI_BENCH_GAME_ANSWERS, "random", 1e9 / search.answer_ns, 0);
    svi_bench_put(&b->out, SVI_BENCH_GAME_PLAYOUTS, "default", 1e3 / search.playout_ms[0], 0);
    svi_bench_put(&b->out, SVI_BENCH_GAME_PLAYOUTS, "careful", 1e3 / search.playout_ms[1], 0);
    svi_bench_put(&b->out, SVI_BENCH_GAME_PLAYOUTS, "trader", 1e3 / search.playout_ms[2], 0);
}

static const struct part {
    const char *name;
    void (*run)(struct arguments *b);
} parts[] = {
    {"load", part_load},
    {"single", part_single},
    {"game", part_game},
};
#define PARTS (sizeof parts / sizeof parts[0])

/* ---- the command line ------------------------------------------------------------------------ */

static void add_part(const struct svi_words *w, void *arguments)
{
    struct arguments *b = arguments;
    for (size_t i = 0; i < PARTS; i++) {
        if (strcmp(w->value, parts[i].name) == 0) {
            b->parts |= 1u << i;
            return;
        }
    }
    svi_words_fail(w, "found '%s', expected load, single or game", w->value);
}

static void take_program(const struct svi_words *w, void *arguments)
{
    struct arguments *b = arguments;
    if (strlen(w->value) >= sizeof b->program) {
        svi_words_fail(w, "found a path that is too long, expected one below %zu bytes",
                       sizeof b->program);
    }
    (void)snprintf(b->program, sizeof b->program, "%s", w->value);
    b->ours = false;
}

static const struct svi_option options[] = {
    {"bot", 0, "PROGRAM", "The bot for every seat (bots/tiny beside solvent)",
     SVI_CALL(take_program), .takes = SVI_TAKES_BOT},
    {"bots", 0, "N", "load: number of bots, 2 to 64 (4)", SVI_SET_NUMBER(bots, 2, SVI_BENCH_BOTS)},
    {"matches", 0, "N", "load: matches in flight (256)", SVI_SET_NUMBER(matches, 1, 65536)},
    {"jobs", 'j', "N", "load: workers of the arbiter (1)", SVI_SET_NUMBER(workers, 1, 64)},
    {"seconds", 0, "S",
     "Length of the longest measurement (5)\n"
     "The others take a part of that time.",
     SVI_SET_DECIMAL(seconds, 0.01, 3600)},
    {"format", 'f', "FORMAT", "table (default), or json: one object a line", SVI_SET_WORD(out.json),
     .words = "table json"},
    {0},
};

/* Finds bots/tiny in the folder of this program. */
static void find_bot(struct arguments *b)
{
    static const char tiny[] = "bots/tiny";
    const ssize_t size = readlink("/proc/self/exe", b->program, sizeof b->program - sizeof tiny);
    b->program[size > 0 ? size : 0] = 0;
    char *slash = strrchr(b->program, '/');
    memcpy(slash != NULL ? slash + 1 : b->program, tiny, sizeof tiny);
    b->ours = true;
}

/* Checks that the bots' program can run if a wanted part plays games. */
static void check_bot(const struct arguments *b)
{
    for (size_t i = 0; i < PARTS; i++) {
        if (sv_has(b->parts, (unsigned)i) && parts[i].run != part_game &&
            access(b->program, X_OK) != 0) {
            svi_die(SVI_EXIT_ENVIRONMENT, "cannot run the bot '%s': %s; give --bot PROGRAM",
                    b->program, svi_errno_text(errno));
        }
    }
}

/* Prints a line about the machine on stderr, as a busy machine gives poor figures. */
static void describe_machine(void)
{
    double load = 0;
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const bool known = getloadavg(&load, 1) == 1;
    svi_note("%ld cores, load average %.1f%s", cores, known ? load : 0,
             load > 0.5 ? ": other programs are running, so rely on ratios and on figures per "
                          "CPU only"
                        : "");
}

static enum svi_exit run(struct svi_words *w)
{
    static struct arguments b;
    b = (struct arguments){.bots = 4, .matches = 256, .workers = 1, .seconds = 5};
    b.out.file = stdout;
    find_bot(&b);
    svi_words_read(w, &b);
    b.parts = b.parts != 0 ? b.parts : (1u << PARTS) - 1;
    if (sodium_init() < 0) {
        svi_die(SVI_EXIT_ENVIRONMENT, "libsodium does not start");
    }
    b.edition = *sv_edition_builtin("classic");
    b.stop = svi_interrupt_catch();
    check_bot(&b);
    describe_machine();
    svi_bench_begin(&b.out);
    for (size_t i = 0; i < PARTS; i++) {
        if (sv_has(b.parts, (unsigned)i)) {
            parts[i].run(&b);
        }
    }
    return svi_say_done(SVI_EXIT_DONE);
}

const struct svi_command svi_cmd_bench = {
    .name = "bench",
    .brief = "measure speed and size",
    .rare = true,
    .operands = "[PART...]",
    .operand = {{"part", SVI_CALL(add_part), .optional = true, .many = true}},
    .choices = "load single game",
    .options = options,
    .text = "Each figure stands beside a baseline that is measured in the same run.\n"
            "\n"
            "On a busy machine, trust the ratios and the figures per second of processor time; "
            "times by the wall clock say little there.",
    .more = svi_bench_explain,
    .note =
        "PART is load (bots in processes of their own), single (one match at a time) or game (in "
        "process). Default: all of them, in a minute.",
    .topic = "performance",
    .examples = "solvent bench\n"
                "solvent bench game --seconds 20\n"
                "solvent bench load --bots 4 --matches 256 -j 2 --format json",
    .exits = {"measured, whether or not goals are met", NULL, "usage or bad input",
              "bots or sockets cannot be used"},
    .run = run,
};
