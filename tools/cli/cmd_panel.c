/* solvent panel BOT: a bot against fixed opponents, at tables of several sizes and editions. */
#include "stats/numeric.h"
#include "thread/thread.h"
#include "tools/analysis/print.h"
#include "tools/cli/commands.h"
#include "tools/console/interrupt.h"
#include "tools/console/progress.h"
#include "tools/console/say.h"
#include "tools/console/table.h"
#include "tools/console/words.h"

#include "base/json.h"
#include "base/out.h"
#include "memory/memory.h"

#include <solvent/duel.h>
#include <solvent/policy.h>

#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_JOBS 64u

static const char *const editions[] = {"classic", "speed-die", "mega"};
static const unsigned tables[] = {2, 4, 6};

/* As in the leagues of leagues/: where no bot trades, games would last to the limit. */
#define MAX_ROUNDS 300

/* Opponents fill the other seats, from the first on and over again. Those before "mixed" are all of
 * one kind. */
#define OTHERS_MOST 5u
static const struct {
    const char *name;
    const char *bot[OTHERS_MOST];
} opponents[] = {
    {"gnome", {"gnome"}},
    {"hermit", {"hermit"}},
    {"seller", {"seller"}},
    {"beggar", {"beggar"}},
    {"trader", {"trader"}},
    {"learner@1", {"learner@1"}},
    {"mixed", {"gnome", "beggar", "trader", "seller", "hermit"}},
};

#define COUNT(list) (sizeof(list) / sizeof *(list))
#define ROWS (COUNT(editions) * COUNT(tables))
#define CELLS (ROWS * COUNT(opponents))

/* A table of the panel. */
struct cell {
    const char *edition, *against;
    struct sv_duel_how how;
    struct sv_duel_deal *deals;
    struct sv_duel duel;
    double p; /* chance of so low a value by luck alone, if the bot is as good as par */
};

struct arguments {
    const char *bot, *than, *seed;
    unsigned deals, jobs;
    bool json, no_luck;
    struct sv_edition edition[COUNT(editions)];
    struct cell cell[CELLS];
    unsigned worst, below; /* the cell with the least p; cells that are surely below par */
    atomic_uint next, done;
    atomic_int status;
    const atomic_bool *stop;
    struct svi_progress progress;
};

static const struct svi_option options[] = {
    {"than", 0, "BOT",
     "Compare with this bot in the same seats\n"
     "It plays the same deals, beside the same opponents.",
     SVI_SET_TEXT(than), .takes = SVI_TAKES_BOT},
    {"deals", 0, "N", "Deals for each table, each played in every seat (10)",
     SVI_SET_NUMBER(deals, 2, 100000)},
    {"seed", 's', "SEED", "Any text; the same seed has the same luck (panel)", SVI_SET_TEXT(seed)},
    {"jobs", 'j', "N", "Number of threads (one for each core)", SVI_SET_NUMBER(jobs, 1, MOST_JOBS)},
    {"no-luck", 0, NULL, "Don't take luck off: much faster, and wider intervals",
     SVI_SET_FLAG(no_luck)},
    SVI_OPTION_JSON(json),
    {0},
};

/* ---- games ----------------------------------------------------------------------------------- */

static void set_up(struct arguments *a, const struct sv_bot *bot, const struct sv_bot *than)
{
    for (unsigned i = 0; i < COUNT(editions); i++) {
        a->edition[i] = *sv_edition_builtin(editions[i]);
        a->edition[i].rules.max_rounds = MAX_ROUNDS;
    }
    for (unsigned i = 0; i < CELLS; i++) {
        const unsigned row = i / COUNT(opponents);
        const unsigned column = i % COUNT(opponents);
        struct cell *c = &a->cell[i];
        c->edition = editions[row / COUNT(tables)];
        c->against = opponents[column].name;
        c->how = (struct sv_duel_how){.size = sizeof c->how,
                                      .edition = &a->edition[row / COUNT(tables)],
                                      .bots = {bot},
                                      .instead = than,
                                      .seats = tables[row % COUNT(tables)],
                                      .luck = !a->no_luck};
        sv_luck_seed_text(a->seed, c->how.seed);
        for (unsigned s = 1, k = 0; s < c->how.seats; s++, k++) {
            k = k == OTHERS_MOST || opponents[column].bot[k] == NULL ? 0 : k;
            c->how.bots[s] = sv_policy_named(opponents[column].bot[k]);
        }
        c->deals = svi_new(a->deals, sizeof *c->deals);
    }
}

/* Plays deals of all tables in turn, until none is left. */
static void *work(void *user)
{
    struct arguments *a = user;
    unsigned i;
    while ((i = atomic_fetch_add(&a->next, 1)) < CELLS * a->deals && !atomic_load(a->stop) &&
           atomic_load(&a->status) == SV_OK) {
        struct cell *c = &a->cell[i % CELLS];
        const unsigned deal = i / CELLS;
        const enum sv_status status = sv_duel_play(&c->how, deal + 1, 1, &c->deals[deal]);
        if (status != SV_OK) {
            atomic_store(&a->status, (int)status);
        }
        atomic_fetch_add(&a->done, 1);
    }
    return NULL;
}

static enum svi_exit play(struct arguments *a)
{
    struct svi_thread thread[MOST_JOBS];
    unsigned started = 0;
    const unsigned all = CELLS * a->deals;
    a->stop = svi_interrupt_catch();
    svi_progress_init(&a->progress, "deals");
    while (started < a->jobs && svi_thread_start(&thread[started], work, a) == 0) {
        started++;
    }
    if (started == 0) {
        (void)work(a);
    }
    while (atomic_load(&a->done) < all && atomic_load(&a->status) == SV_OK &&
           !atomic_load(a->stop)) {
        svi_progress_show(&a->progress, atomic_load(&a->done), all, atomic_load(&a->done), 0);
        (void)usleep(100000);
    }
    for (unsigned i = 0; i < started; i++) {
        svi_thread_join(&thread[i]);
    }
    (void)svi_progress_finish(&a->progress);
    if (atomic_load(&a->status) != SV_OK) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "%s",
                            sv_status_text((enum sv_status)atomic_load(&a->status)));
    }
    return atomic_load(&a->done) == all ? SVI_EXIT_DONE
                                        : svi_complain(SVI_EXIT_ENVIRONMENT, "interrupted");
}

/* ---- figures --------------------------------------------------------------------------------- */

/* The figure of a table: points with half as par, or the difference. */
static struct sv_duel_mean figure(const struct arguments *a, const struct cell *c)
{
    return a->than != NULL ? c->duel.difference : c->duel.points;
}

static double par(const struct arguments *a)
{
    return a->than != NULL ? 0 : 0.5;
}

static int by_p(const void *one, const void *other)
{
    const double x = *(const double *)one;
    const double y = *(const double *)other;
    return (x > y) - (x < y);
}

static void sum_up(struct arguments *a)
{
    double p[CELLS];
    const double n = a->deals;
    const unsigned cells = CELLS;
    for (unsigned i = 0; i < CELLS; i++) {
        struct cell *c = &a->cell[i];
        sv_duel_sum(c->deals, a->deals, &c->duel);
        const struct sv_duel_mean mean = figure(a, c);
        const double error = mean.half / svi_t_quantile(0.975, n - 1);
        const double off = mean.value - par(a);
        c->p = error > SVI_ROUNDING  ? svi_t_cdf(off / error, n - 1)
               : off < -SVI_ROUNDING ? ldexp(1, -(int)a->deals) /* as a sign test */
                                     : 1;
        p[i] = c->p;
        a->worst = c->p < a->cell[a->worst].p ? i : a->worst;
    }
    qsort(p, CELLS, sizeof *p, by_p);
    while (a->below < CELLS && p[a->below] * (double)(cells - a->below) < 0.05) { /* Holm 1979 */
        a->below++;
    }
}

/* ---- output ---------------------------------------------------------------------------------- */

static void put_worst(const struct arguments *a, struct svi_buf *out)
{
    const struct cell *c = &a->cell[a->worst];
    const struct sv_duel_mean mean = figure(a, c);
    svi_out_format(out, "worst: %s, %u seats, against %s: %.0f \xc2\xb1%.0f\n", c->edition,
                   (unsigned)c->how.seats, c->against, 100 * mean.value, 100 * mean.half);
    svi_out_format(out, "tables significantly below %s: ", a->than != NULL ? a->than : "par");
    if (a->below == 0) {
        svi_out_text(out, "none");
    } else {
        svi_out_format(out, "%u of %u", a->below, (unsigned)CELLS);
    }
    svi_out_text(out, " (5% for all together, Holm)\n");
}

static void put_text(const struct arguments *a, struct svi_buf *out)
{
    struct svi_table table;
    uint64_t illegal = 0;
    uint64_t games = 0;
    svi_table_init(&table, 2 + COUNT(opponents), 1);
    svi_table_add(&table, "edition");
    svi_table_add(&table, "seats");
    for (unsigned k = 0; k < COUNT(opponents); k++) {
        svi_table_add(&table, "%s", opponents[k].name);
    }
    for (unsigned i = 0; i < CELLS; i++) {
        const struct cell *c = &a->cell[i];
        const struct sv_duel_mean mean = figure(a, c);
        if (i % COUNT(opponents) == 0) {
            svi_table_add(&table, "%s", c->edition);
            svi_table_add(&table, "%u", (unsigned)c->how.seats);
        }
        svi_table_add(&table, a->than != NULL ? "%+.0f \xc2\xb1%.0f" : "%.0f \xc2\xb1%.0f",
                      100 * mean.value, 100 * mean.half);
        illegal += c->duel.illegal;
        games += c->duel.games;
    }
    svi_out_format(out, "%s in %" PRIu64 " games: points of 100 a game%s; ", a->bot, games,
                   a->no_luck ? "" : ", luck taken off");
    if (a->than != NULL) {
        svi_out_format(out, "0 is as good as %s\n\n", a->than);
    } else {
        svi_out_text(out, "50 is par\n\n");
    }
    svi_table_print(&table, svi_say_in_colour(STDOUT_FILENO), out);
    svi_table_finish(&table);
    svi_out_char(out, '\n');
    put_worst(a, out);
    if (illegal > 0) {
        svi_out_format(out, "%" PRIu64 " answers broke the rules\n", illegal);
    }
}

static void put_mean(struct svi_buf *out, const char *key, const char *half,
                     struct sv_duel_mean mean)
{
    svi_analysis_points(out, key, mean.value);
    svi_analysis_points(out, half, mean.half);
}

static void put_json(const struct arguments *a, struct svi_buf *out)
{
    svi_out_char(out, '{');
    svi_json_string(out, "bot", a->bot);
    svi_json_string(out, "than", a->than != NULL ? a->than : "");
    svi_json_string(out, "seed", a->seed);
    svi_json_int(out, "deals", a->deals);
    svi_json_rows(out, "tables");
    for (unsigned i = 0; i < CELLS; i++) {
        const struct cell *c = &a->cell[i];
        svi_json_row(out);
        svi_json_string(out, "edition", c->edition);
        svi_json_int(out, "seats", c->how.seats);
        svi_json_string(out, "against", c->against);
        put_mean(out, "points", "points_half", c->duel.points);
        put_mean(out, "wins", "wins_half", c->duel.wins);
        put_mean(out, "difference", "difference_half", c->duel.difference);
        svi_analysis_points(out, "p", c->p);
        svi_json_int(out, "games", (int64_t)c->duel.games);
        svi_json_int(out, "illegal", (int64_t)c->duel.illegal);
        svi_json_row_end(out);
    }
    svi_json_rows_end(out);
    svi_json_int(out, "worst", a->worst);
    svi_json_int(out, "below", a->below);
    svi_out_text(out, "}\n");
}

/* ---- the command ----------------------------------------------------------------------------- */

static const struct sv_bot *find(const char *name)
{
    const struct sv_bot *bot = sv_policy_named(name);
    if (bot == NULL) {
        (void)svi_complain(SVI_EXIT_USAGE,
                           "found '%s', expected a reference bot such as learner or planner@1; "
                           "solvent try plays your own",
                           name);
    }
    return bot;
}

static enum svi_exit run(struct svi_words *w)
{
    static struct arguments a;
    struct svi_buf out = {0};
    a.deals = 10;
    a.seed = "panel";
    a.jobs = svi_thread_cores(MOST_JOBS);
    svi_words_read(w, &a);
    const struct sv_bot *bot = find(a.bot);
    const struct sv_bot *than = a.than != NULL ? find(a.than) : NULL;
    if (bot == NULL || (a.than != NULL && than == NULL)) {
        return SVI_EXIT_USAGE;
    }
    set_up(&a, bot, than);
    enum svi_exit status = play(&a);
    if (status == SVI_EXIT_DONE) {
        sum_up(&a);
        if (a.json) {
            put_json(&a, &out);
        } else {
            put_text(&a, &out);
        }
        status = svi_say_result(status, &out);
    }
    for (unsigned i = 0; i < CELLS; i++) {
        free(a.cell[i].deals);
    }
    return status;
}

const struct svi_command svi_cmd_panel = {
    .name = "panel",
    .brief = "measure a reference bot against fixed opponents",
    .rare = true,
    .operands = "BOT",
    .operand = {{"bot", SVI_SET_TEXT(bot)}},
    .takes = SVI_TAKES_BOT,
    .options = options,
    .text = "Plays a reference bot in process against seven sets of opponents, at tables of 2, 4 "
            "and 6 seats in classic, speed-die and mega. Each deal is played in every seat. One "
            "page shows the points of each table with their 95% intervals, and names the worst. "
            "Games end after 300 rounds.\n"
            "\n"
            "With --than two bots, or two versions of one, are compared on the same deals.",
    .note = "BOT is one of solvent help bots.",
    .topic = "bots",
    .examples = "solvent panel careful --deals 2\n"
                "solvent panel planner --than planner@1 --deals 100 -f json",
    .exits = {"done, however strong it is", NULL, "usage or bad input", "it was interrupted"},
    .run = run,
};
