/* Measures the cost of a decision without sockets, threads and the scheduler: the arbiter's matches
 * and the SDK's sessions run in one thread, with frames handed over in memory. bots/tiny has every
 * seat, with classic rules and records.
 *
 * Usage: bench_frames [MATCHES [BOTS [SECONDS [TURNS [told]]]]]   (256, 4, 2)
 *
 * Prints processor time per decision, the best of ten parts. With TURNS it runs this number of
 * turns of the loop instead, to count instructions. With `told` the bots receive events
 * (sv_bot.event). */
#include "bot/session.h"
#include "edition/edition_file.h"

#include "runner/live_match.h"
#include "session/bot_session.h"
#include "tests/bench/clock.h"

#include <solvent/policy.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEATS 4u
#define PARTS 10u

struct bench {
    struct sv_edition edition;
    struct svi_clock_limits limits;
    struct svi_edition_cache board;
    struct svi_bot_session arbiter[SV_MAX_SEATS];
    struct svi_session session[SV_MAX_SEATS];
    struct svi_match_list ready;
    unsigned bots;
    uint64_t seed, decisions;
    double arbiter_s, bots_s;
};

static void give_up(const char *what)
{
    (void)fprintf(stderr, "bench_frames: %s\n", what);
    exit(3);
}

static void begin(struct bench *b, struct svi_match *m)
{
    struct svi_job job = {.edition = &b->edition, .seats = SEATS};
    const char *names[SEATS];
    struct svi_bot_session *sessions[SEATS];
    b->seed++;
    memcpy(job.seed, &b->seed, sizeof b->seed);
    for (unsigned i = 0; i < SEATS; i++) {
        job.bot[i] = i % b->bots;
        names[i] = "tiny";
        sessions[i] = &b->arbiter[i % b->bots];
    }
    if (svi_match_begin(m, &job, names, sessions, &b->board, 0) != SV_OK) {
        give_up("no match");
    }
    svi_match_list_add(&b->ready, m);
}

static void step(struct bench *b)
{
    struct svi_outcome done;
    struct svi_match *m;
    while ((m = svi_match_list_take(&b->ready)) != NULL) {
        if (svi_match_step(m, 0) != SV_OK) {
            give_up("no memory");
        }
        if (svi_game_over(&m->game)) {
            svi_match_end(m, &done, 0);
            begin(b, m);
        }
    }
}

static void on_settled(void *user, struct svi_bot_session_seat *seat)
{
    struct bench *b = user;
    struct svi_match *m = svi_match_of(seat);
    b->decisions++;
    if (svi_match_ready(m)) {
        svi_match_list_add(&b->ready, m);
    }
}

/* One frame to every bot, one frame back. */
static void turn(struct bench *b)
{
    double t0 = cpu_s();
    step(b);
    b->arbiter_s += cpu_s() - t0;
    for (unsigned i = 0; i < b->bots; i++) {
        struct svi_session *s = &b->session[i];
        struct svi_buf *out = &b->arbiter[i].out;
        double t1 = cpu_s();
        if (out->size != 0 && svi_session_frame(s, out->data, out->size) != SVI_SESSION_GOES_ON) {
            give_up(s->error);
        }
        double t2 = cpu_s();
        svi_bot_session_sent(&b->arbiter[i], 0);
        if (s->out.size != 0 &&
            svi_bot_session_frame(&b->arbiter[i], s->out.data, s->out.size, 0) != NULL) {
            give_up("a bot is lost");
        }
        svi_buf_clear(&s->out);
        b->bots_s += t2 - t1;
        b->arbiter_s += cpu_s() - t2;
    }
}

static unsigned long told;

static void count_event(struct sv_match *m, const struct sv_event *ev)
{
    (void)m;
    told += ev->type != 0;
}

static void open_bots(struct bench *b, bool tell)
{
    static struct sv_bot bot;
    bot = *sv_policy_named("tiny");
    bot.event = tell ? count_event : NULL;
    static const struct svi_bot_session_owner owner = {.settled = on_settled};
    for (unsigned i = 0; i < b->bots; i++) {
        struct svi_buf *hello = &b->session[i].out;
        svi_bot_session_init(&b->arbiter[i], &b->limits, &owner, b, 0);
        svi_bot_session_open(&b->arbiter[i], 0, 0);
        if (svi_session_init(&b->session[i], &bot, "tiny") != SV_OK ||
            svi_bot_session_frame(&b->arbiter[i], hello->data, hello->size, 0) != NULL) {
            give_up("no memory");
        }
        svi_buf_clear(hello);
    }
}

int main(int argc, char **argv)
{
    static struct bench b;
    struct svi_error error;
    unsigned matches = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 256;
    b.bots = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 4;
    double seconds = argc > 3 ? strtod(argv[3], NULL) : 2;
    unsigned long turns = argc > 4 ? strtoul(argv[4], NULL, 10) : 0;
    if (matches == 0 || b.bots == 0 || b.bots > SEATS ||
        matches * SEATS / b.bots > SVI_BOT_SESSION_MATCHES) {
        give_up("at most 1024 seats a bot, and 4 bots");
    }
    if (svi_edition_load("classic", &b.edition, &error) != SV_OK) {
        give_up(error.text);
    }
    b.limits =
        (struct svi_clock_limits){.decision_us = 1000000, .bank_us = 60000000, .strikes = 10};
    if (!svi_edition_cache_init(&b.board, &b.edition, 0)) {
        give_up("no memory");
    }
    open_bots(&b, argc > 5 && strcmp(argv[5], "told") == 0);
    struct svi_match *match = calloc(matches, sizeof *match);
    if (match == NULL) {
        give_up("no memory");
    }
    for (unsigned i = 0; i < matches; i++) {
        svi_match_init(&match[i]);
        begin(&b, &match[i]);
    }
    if (turns > 0) {
        while (turns-- > 0) {
            turn(&b);
        }
        printf("%llu decisions, %lu events\n", (unsigned long long)b.decisions, told);
        return 0;
    }
    double best_arbiter = 1, best_bots = 1;
    uint64_t total = 0;
    for (unsigned part = 0; part <= PARTS; part++) { /* the first warms up */
        double until = cpu_s() + seconds / PARTS;
        b.decisions = 0;
        b.arbiter_s = b.bots_s = 0;
        while (cpu_s() < until) {
            turn(&b);
        }
        total += b.decisions;
        if (part > 0) {
            double arbiter = b.arbiter_s / (double)b.decisions,
                   bots = b.bots_s / (double)b.decisions;
            best_arbiter = arbiter < best_arbiter ? arbiter : best_arbiter;
            best_bots = bots < best_bots ? bots : best_bots;
        }
    }
    printf("%u matches, %u bots: %.0f ns a decision: arbiter %.0f, bots %.0f (%.1f million "
           "decisions)\n",
           matches, b.bots, 1e9 * (best_arbiter + best_bots), 1e9 * best_arbiter, 1e9 * best_bots,
           (double)total / 1e6);
    return 0; /* the system frees the rest */
}
