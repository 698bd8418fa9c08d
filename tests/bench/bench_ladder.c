/* A ladder of the reference bots, in process: `bench_ladder EDITION SEATS DEALS [BOT...]`, by
 * default all seven. Each deal is one seed and as many bots as there are seats, drawn anew, played
 * in every rotation; DEALS is how many, or FIRST-LAST, to play them in parts. Prints the games as
 * `solvent rank --games` reads them; and on stderr what each bot's decisions took.
 *
 * BOT is a reference bot; planner:FUTURES:ROUNDS[:MS], which searches so much; or rollout:MS, which
 * plays every lawful answer (24 at most) on to the end of the game by random bots, as often as it
 * can in that time. A name may come once: where there are more seats than bots, planner:4:2 is one
 * more.
 *
 *     build/tests/bench/bench_ladder classic 4 250 >classic-4.csv &&
 *
 * build/solvent rank --games classic-4.csv --anchor trader */

#include <solvent/policy.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_BOTS 16u

/* A bot whose decisions are timed. */
struct entry {
    const char *name;
    struct sv_bot bot;
    struct sv_search_how how;
    uint32_t *took_us;
    size_t n, room;
    unsigned illegal;
};

static struct entry entries[MOST_BOTS];
static unsigned n_entries;
static struct entry *seated[SV_MAX_SEATS]; /* at the table that is played */

static int64_t now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static void note_time(struct entry *e, int64_t us)
{
    if (e->n == e->room) {
        e->room = e->room * 2 + 1024;
        e->took_us = realloc(e->took_us, e->room * sizeof *e->took_us);
        if (e->took_us == NULL) {
            exit(3);
        }
    }
    e->took_us[e->n++] = us > UINT32_MAX ? UINT32_MAX : (uint32_t)us;
}

#define X(NAME, name, ...)                                                                         \
    static void timed_##name(struct sv_match *m, const struct sv_question *q, struct sv_answer *a) \
    {                                                                                              \
        struct entry *e = seated[m->seat];                                                         \
        const int64_t start = now_us();                                                            \
        e->bot.name(m, q, a);                                                                      \
        note_time(e, now_us() - start);                                                            \
    }
SV_DECISIONS(X)
#undef X

static struct sv_bot timed(const struct sv_bot *bot)
{
    struct sv_bot out = *bot;
#define X(NAME, name, ...) out.name = bot->name != NULL ? timed_##name : NULL;
    SV_DECISIONS(X)
#undef X
    return out;
}

/* Plain Monte Carlo, to compare with. */
struct rollout {
    struct sv_players players;
    struct sv_search_how how;
};

static void rollout_start(struct sv_match *m)
{
    const struct sv_search_how *how = m->user;
    const struct sv_bot *bots[SV_MAX_SEATS];
    struct rollout *r = calloc(1, sizeof *r);
    if (r == NULL) {
        exit(3);
    }
    for (unsigned s = 0; s < m->seats; s++) {
        bots[s] = &sv_policy_random;
    }
    (void)sv_players_init(&r->players, m->edition, bots, m->seats);
    r->how = *how;
    m->user = r;
}

static void rollout_end(struct sv_match *m, const struct sv_result *result)
{
    (void)result;
    sv_players_finish(&((struct rollout *)m->user)->players);
    free(m->user);
}

static void rollout_decide(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct rollout *r = m->user;
    struct sv_answers it;
    struct sv_answer some[24];
    unsigned n = 0;
    if (sv_answers_start(&it, m->edition, m->position, q, NULL) == SV_OK) {
        while (n < 24 && sv_answers_next(&it, &some[n])) {
            n++;
        }
    }
    if (n > 0) {
        (void)sv_search(m, q, some, n, &r->how, &r->players, a, NULL);
    }
}

static const struct sv_bot rollout = {.model = true,
                                      .match_start = rollout_start,
                                      .match_end = rollout_end,
#define X(NAME, name, ...) .name = rollout_decide,
                                      SV_DECISIONS(X)
#undef X
};

static void enter(const char *name)
{
    struct entry *e = &entries[n_entries];
    const struct sv_bot *bot = sv_policy_named(name);
    unsigned futures, rounds, ms = 0;
    if (n_entries == MOST_BOTS) {
        (void)fprintf(stderr, "bench_ladder: found more than %u bots\n", MOST_BOTS);
        exit(2);
    }
    if (bot == NULL && sscanf(name, "planner:%u:%u:%u", &futures, &rounds, &ms) >= 2) {
        sv_planner_default(&e->how);
        e->how.futures = futures;
        e->how.rounds = rounds;
        e->how.clock_ms = ms;
        bot = sv_policy_named("planner");
        e->bot = *bot;
        e->bot.user = &e->how;
    } else if (bot == NULL && sscanf(name, "rollout:%u", &ms) == 1) {
        e->how = (struct sv_search_how){.futures = 1000000, .clock_ms = ms};
        e->bot = rollout;
        e->bot.user = &e->how;
    } else if (bot != NULL) {
        e->bot = *bot;
    } else {
        (void)fprintf(stderr,
                      "bench_ladder: found '%s', expected a reference bot, "
                      "planner:FUTURES:ROUNDS[:MS] or rollout:MS\n",
                      name);
        exit(2);
    }
    e->name = name;
    n_entries++;
}

/* Draws who sits at the table of a deal: the first of a shuffled company. */
static void draw(unsigned deal, unsigned seats, struct entry *table[])
{
    struct sv_rng rng = {.index = (uint64_t)deal << 8};
    struct entry *all[MOST_BOTS];
    for (unsigned i = 0; i < n_entries; i++) {
        all[i] = &entries[i];
    }
    for (unsigned i = 0; i < seats; i++) {
        const unsigned k = i + (unsigned)(sv_rng_next(&rng) % (n_entries - i));
        table[i] = all[k];
        all[k] = all[i];
    }
}

static void play(const struct sv_edition *e, unsigned deal, unsigned seats, unsigned *game)
{
    struct entry *table[SV_MAX_SEATS];
    uint8_t seed[SV_SEED_BYTES];
    char text[40];
    (void)snprintf(text, sizeof text, "ladder %u", deal);
    sv_luck_seed_text(text, seed);
    draw(deal, seats, table);
    for (unsigned turn = 0; turn < seats; turn++) {
        struct sv_bot bot[SV_MAX_SEATS];
        const struct sv_bot *bots[SV_MAX_SEATS];
        unsigned illegal[SV_MAX_SEATS] = {0};
        struct sv_result result;
        for (unsigned s = 0; s < seats; s++) {
            seated[s] = table[(s + turn) % seats];
            bot[s] = timed(&seated[s]->bot);
            bots[s] = &bot[s];
        }
        if (sv_play(e, seed, seats, bots, NULL, &result, illegal) != SV_OK) {
            exit(3);
        }
        (*game)++;
        for (unsigned s = 0; s < seats; s++) {
            seated[s]->illegal += illegal[s];
            printf("%u,%u,%u,%s,%u\n", *game, deal, s, seated[s]->name, result.place[s]);
        }
    }
    (void)fflush(stdout);
}

static int by_size(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a;
    const uint32_t y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void tell_times(void)
{
    (void)fprintf(stderr, "%-18s %10s %9s %9s %9s %9s\n", "bot", "decisions", "mean us", "p99 us",
                  "max us", "illegal");
    for (unsigned i = 0; i < n_entries; i++) {
        struct entry *e = &entries[i];
        uint64_t sum = 0;
        for (size_t k = 0; k < e->n; k++) {
            sum += e->took_us[k];
        }
        if (e->n > 0) {
            qsort(e->took_us, e->n, sizeof *e->took_us, by_size);
            (void)fprintf(stderr, "%-18s %10zu %9.0f %9u %9u %9u\n", e->name, e->n,
                          (double)sum / (double)e->n, (unsigned)e->took_us[e->n * 99 / 100],
                          (unsigned)e->took_us[e->n - 1], e->illegal);
        }
        free(e->took_us);
    }
}

int main(int argc, char **argv)
{
    const struct sv_edition *e = argc > 1 ? sv_edition_builtin(argv[1]) : NULL;
    const unsigned seats = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
    unsigned first = 1, last = 0, game = 0;
    if (argc > 3 && sscanf(argv[3], "%u-%u", &first, &last) == 1) {
        last = first;
        first = 1;
    }
    for (int i = 4; i < argc; i++) {
        enter(argv[i]);
    }
    for (unsigned i = 0; sv_policy_at(i) != NULL && argc == 4; i++) {
        enter(sv_policy_at(i)->name);
    }
    if (argc == 4 && seats == 8) {
        enter("planner:4:2");
    }
    if (e == NULL || seats < 2 || seats > n_entries || seats > SV_MAX_SEATS || first < 1 ||
        last < first) {
        (void)fprintf(stderr, "usage: bench_ladder EDITION SEATS DEALS [BOT...], with 2-8 seats, "
                              "and a bot for each\n");
        return 2;
    }
    printf("game,deal,seat,bot,place\n");
    game = (first - 1) * seats;
    for (unsigned deal = first; deal <= last; deal++) {
        play(e, deal, seats, &game);
    }
    tell_times();
    return 0;
}
