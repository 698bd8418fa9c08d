/* solvent panel BOT: a bot against fixed opponents, at tables of several sizes and editions. Games
 * of reference policies are played in process (<solvent/duel.h>). Any other bot is a process, and
 * so are its opponents then; the deals are the same. */
#include "base/order.h"
#include "config/league.h"
#include "env/duel.h"
#include "league/roster.h"
#include "luck/game_luck.h"
#include "runner/runner.h"
#include "stats/numeric.h"
#include "thread/thread.h"
#include "tools/analysis/figure.h"
#include "tools/cli/commands.h"
#include "tools/cli/match_setup.h"
#include "tools/cli/store_open.h"
#include "tools/console/bot_argument.h"
#include "tools/console/interrupt.h"
#include "tools/console/progress.h"
#include "tools/console/say.h"
#include "tools/console/table.h"
#include "tools/console/words.h"

#include "base/json.h"
#include "base/out.h"
#include "memory/memory.h"

#include <solvent/policy.h>

#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_JOBS 64u
#define MATCHES_AT_ONCE 64u /* of a process; a bot may state a lower number */

static const char *const editions[] = {"classic", "speed-die", "mega"};
static const unsigned tables[] = {2, 4, 6};

/* As in the leagues of leagues/: where no bot trades, games would last to the limit. */
#define MAX_ROUNDS 300

#define COUNT(list) (sizeof(list) / sizeof *(list))

static const char *const rivals[] = {"gnome", "hermit", "seller", "beggar", "trader", "learner@1"};
#define RIVALS COUNT(rivals)

/* Opponents: against each rival alone, and then against several. They fill the other seats from the
 * first on, and over again. */
static const unsigned mixture[] = {0, 3, 4, 2, 1};
#define OPPONENTS (RIVALS + 1)
#define ROWS (COUNT(editions) * COUNT(tables))
#define CELLS (ROWS * OPPONENTS)

/* A table of the panel. */
struct cell {
    const char *edition, *against;
    struct sv_duel_how how;
    unsigned rival[SV_MAX_SEATS];      /* index in `rivals` of the bot in each seat but the first */
    struct svi_duel_score (*games)[2]; /* games of processes: seats for each deal, BOT and --than */
    struct sv_duel_deal *deals;
    struct sv_duel duel;
    double p; /* chance of so low a value by luck alone, if the bot is as good as par */
};

/* The bots of games of processes: BOT, with --than another, and then the rivals. */
#define BOTS_MOST (2 + RIVALS)

struct arguments {
    const char *bot, *than, *league, *seed;
    unsigned deals, jobs;
    bool json, no_luck;
    struct sv_edition edition[COUNT(editions)];
    struct cell cell[CELLS];
    unsigned worst, below; /* the cell with the least p; cells that are surely below par */
    atomic_uint next, done;
    atomic_int status;
    const atomic_bool *stop;
    struct svi_progress progress;
    struct {
        struct svi_league league; /* with --league */
        struct svi_roster roster; /* likewise */
        bool open;                /* both are to be finished */
        struct svi_bot_argument named[BOTS_MOST];
        struct svi_bot_spec spec[BOTS_MOST];
        unsigned own;                          /* 2 with --than, else 1 */
        unsigned deal, cell, turn, which;      /* of the next job */
        uint64_t begun, planned, done, missed; /* games; those in which BOT forfeited */
        bool dead;                             /* BOT has not answered at all */
    } run;
};

static const struct svi_option options[] = {
    {"than", 0, "BOT",
     "Compare with this bot in the same seats\n"
     "It plays the same deals, beside the same opponents.",
     SVI_SET_TEXT(than), .takes = SVI_TAKES_BOT},
    {"league", 0, "FILE", "Take BOT and the bot of --than from this league file",
     SVI_SET_TEXT(league), .takes = SVI_TAKES_LEAGUE},
    {"deals", 0, "N", "Deals for each table, each played in every seat (12)",
     SVI_SET_NUMBER(deals, 2, 100000)},
    {"seed", 's', "SEED", "Any text; the same seed has the same luck (panel)", SVI_SET_TEXT(seed)},
    {"jobs", 'j', "N",
     "Number of threads (one for each core)\n"
     "With bots that are processes each has a process of every bot.",
     SVI_SET_NUMBER(jobs, 1, MOST_JOBS)},
    {"no-luck", 0, NULL, "Don't take luck off: much faster, and wider intervals",
     SVI_SET_FLAG(no_luck)},
    SVI_OPTION_JSON(json),
    {0},
};

/* ---- tables ---------------------------------------------------------------------------------- */

/* Sets up all tables. The policies are NULL if the bots are processes. */
static void set_up(struct arguments *a, const struct sv_bot *bot, const struct sv_bot *than)
{
    for (unsigned i = 0; i < COUNT(editions); i++) {
        a->edition[i] = *sv_edition_builtin(editions[i]);
        a->edition[i].rules.max_rounds = MAX_ROUNDS;
    }
    for (unsigned i = 0; i < CELLS; i++) {
        const unsigned row = i / OPPONENTS;
        const unsigned column = i % OPPONENTS;
        struct cell *c = &a->cell[i];
        c->edition = editions[row / COUNT(tables)];
        c->against = column < RIVALS ? rivals[column] : "mixed";
        c->how = (struct sv_duel_how){.size = sizeof c->how,
                                      .edition = &a->edition[row / COUNT(tables)],
                                      .bots = {bot},
                                      .instead = than,
                                      .seats = tables[row % COUNT(tables)],
                                      .luck = !a->no_luck};
        sv_luck_seed_text(a->seed, c->how.seed);
        for (unsigned s = 1; s < c->how.seats; s++) {
            c->rival[s] = column < RIVALS ? column : mixture[(s - 1) % COUNT(mixture)];
            c->how.bots[s] = sv_policy_named(rivals[c->rival[s]]);
        }
        c->deals = svi_new(a->deals, sizeof *c->deals);
        if (bot == NULL) {
            c->games = svi_new((size_t)a->deals * c->how.seats, sizeof *c->games);
            a->run.planned += (uint64_t)a->deals * c->how.seats * a->run.own;
        }
    }
}

/* ---- games in process ------------------------------------------------------------------------ */

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

static void play_policies(struct arguments *a)
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
        svi_die(SVI_EXIT_ENVIRONMENT, "%s",
                sv_status_text((enum sv_status)atomic_load(&a->status)));
    }
    if (atomic_load(&a->done) < all) {
        svi_die(SVI_EXIT_ENVIRONMENT, "interrupted");
    }
}

/* ---- games of processes ---------------------------------------------------------------------- */

/* Goes on to the next game: of the deals in turn, of each all tables, rotations and bots. */
static void move_on(struct arguments *a)
{
    if (++a->run.which < a->run.own) {
        return;
    }
    a->run.which = 0;
    if (++a->run.turn < a->cell[a->run.cell].how.seats) {
        return;
    }
    a->run.turn = 0;
    if (++a->run.cell == CELLS) {
        a->run.cell = 0;
        a->run.deal++;
    }
}

static bool next_job(void *user, struct svi_job *job)
{
    struct arguments *a = user;
    struct cell *c = &a->cell[a->run.cell];
    if (a->run.deal == a->deals) {
        return false;
    }
    const unsigned seats = c->how.seats;
    *job = (struct svi_job){.number = ++a->run.begun,
                            .edition = c->how.edition,
                            .seats = seats,
                            .user = &c->games[a->run.deal * seats + a->run.turn][a->run.which]};
    svi_duel_seed(&c->how, a->run.deal + 1, job->seed);
    sv_luck_salt(job->seed, job->number, job->salt);
    job->bot[a->run.turn] = a->run.which;
    for (unsigned s = 1; s < seats; s++) {
        job->bot[(s + a->run.turn) % seats] = a->run.own + c->rival[s];
    }
    move_on(a);
    return true;
}

static bool take_done(void *user, const struct svi_outcome *done)
{
    struct arguments *a = user;
    struct svi_duel_score *score = done->job.user;
    unsigned seat = 0;
    while (done->job.bot[seat] >= a->run.own) {
        seat++;
    }
    const struct svi_job_seat *own = &done->seat[seat];
    svi_duel_score_read(&done->result, done->job.seats, seat, score);
    score->luck = done->luck != NULL ? (double)done->luck->seat[seat].luck / SVI_LUCK_UNIT : 0;
    for (unsigned v = 0; v < SV_VERDICT_COUNT; v++) {
        score->illegal += svi_verdict_accepts(v) || v == SV_VERDICT_DEFAULT ? 0 : own->verdicts[v];
    }
    a->run.missed += own->forfeited;
    a->run.done++;
    a->run.dead = own->forfeited && !svi_job_seat_answered(own);
    svi_progress_show(&a->progress, a->run.done, a->run.planned, a->run.done, 0);
    return !a->run.dead;
}

/* Finds a bot in the league file. */
static void take_entry(struct arguments *a, unsigned at, const char *name)
{
    const struct svi_league *league = &a->run.league;
    unsigned i = 0;
    while (i < league->n_bots && (strcmp(league->bot[i].name, name) != 0 ||
                                  league->bot[i].argv == NULL || league->bot[i].endpoint != NULL)) {
        i++;
    }
    if (i == league->n_bots) {
        svi_die(SVI_EXIT_USAGE, "%s: found no bot '%s' that the league file starts", a->league,
                name);
    }
    memcpy(a->run.named[at].name, league->bot[i].name, sizeof league->bot[i].name);
    a->run.spec[at] = a->run.roster.spec[i];
}

static void open_league(struct arguments *a)
{
    struct svi_error error;
    svi_league_open(&a->run.league, a->league);
    svi_must(svi_league_load_secrets(&a->run.league, &error), &error);
    if (svi_roster_init(&a->run.roster, &a->run.league, a->jobs) != SV_OK) {
        svi_die(SVI_EXIT_ENVIRONMENT, "no memory for bots");
    }
    a->run.open = true;
}

/* Reads a bot as the command line gives it. */
static void take_argument(struct arguments *a, unsigned at, const char *text)
{
    struct svi_bot_argument *bot = &a->run.named[at];
    struct svi_error error;
    if (!svi_bot_argument_init(bot, text, &error)) {
        svi_die(SVI_EXIT_USAGE, "%s", error.text);
    }
    if (bot->argv == NULL) {
        svi_die(SVI_EXIT_USAGE, "found '%s', expected COMMAND or NAME=COMMAND", text);
    }
    a->run.spec[at] = (struct svi_bot_spec){
        .argv = (const char *const *)bot->argv, .matches = MATCHES_AT_ONCE, .trusted = true};
    svi_match_program(bot->argv[0], SVI_EXIT_ENVIRONMENT);
}

/* Makes the bots of the run: BOT, the bot of --than, and the rivals. All names differ. */
static void take_bots(struct arguments *a)
{
    static const char *rival_argv[RIVALS][2];
    const char *const given[] = {a->bot, a->than};
    a->run.own = a->than != NULL ? 2 : 1;
    if (a->league != NULL) {
        open_league(a);
    }
    for (unsigned i = 0; i < a->run.own; i++) {
        (a->league != NULL ? take_entry : take_argument)(a, i, given[i]);
    }
    for (unsigned r = 0; r < RIVALS; r++) {
        const unsigned at = a->run.own + r;
        rival_argv[r][0] = rivals[r];
        (void)snprintf(a->run.named[at].name, SV_MAX_NAME, "%s", rivals[r]);
        a->run.spec[at] = (struct svi_bot_spec){
            .argv = rival_argv[r], .matches = MATCHES_AT_ONCE, .trusted = true};
    }
    for (unsigned i = 0; i < a->run.own + RIVALS; i++) {
        svi_bot_argument_distinguish(a->run.named, i + 1);
        a->run.spec[i].name = a->run.named[i].name;
    }
}

static void add_up(struct arguments *a)
{
    for (unsigned i = 0; i < CELLS; i++) {
        struct cell *c = &a->cell[i];
        for (unsigned g = 0; g < a->deals * c->how.seats; g++) {
            svi_duel_add(&c->deals[g / c->how.seats], c->how.seats, &c->games[g][0],
                         a->than != NULL ? &c->games[g][1] : NULL);
        }
    }
}

/* Strength is measured, and not speed: bots of the command line have 10 s for a decision. */
static void play_processes(struct arguments *a)
{
    static struct svi_isolation isolation;
    static const char *const none[] = {NULL};
    const struct svi_league *league = a->run.open ? &a->run.league : NULL;
    const char **hidden = league != NULL ? svi_league_hidden(league, none) : NULL;
    struct svi_error error;
    const struct svi_run_config config = {
        .bots = a->run.spec,
        .n_bots = a->run.own + RIVALS,
        .workers = a->jobs,
        .conditions = {.decision_ms = 10000, .bank_ms = 600000, .strikes = 10},
        .sandbox = {.mode = league != NULL ? league->sandbox : SVI_SANDBOX_NONE,
                    .root = league != NULL ? league->root : NULL,
                    .hidden = hidden,
                    .isolation = &isolation,
                    .own = league == NULL},
        .output.note = svi_note,
        .luck = !a->no_luck,
        .stop = svi_interrupt_catch(),
        .jobs = {.next = next_job, .done = take_done, .user = a}};
    svi_progress_init(&a->progress, "games");
    const enum sv_status status = svi_run(&config, NULL, &error);
    (void)svi_progress_finish(&a->progress);
    free(hidden);
    svi_must(status, &error);
    if (a->run.dead) {
        svi_die(SVI_EXIT_ENVIRONMENT, "%s: no answer in a whole game", a->bot);
    }
    if (a->run.done < a->run.planned) {
        svi_die(SVI_EXIT_ENVIRONMENT, "interrupted");
    }
    add_up(a);
}

/* ---- figures --------------------------------------------------------------------------------- */

/* The figure of tables: points with half as par, or the difference. */
static struct sv_duel_mean figure_of(const struct arguments *a, const struct sv_duel *duel)
{
    return a->than != NULL ? duel->difference : duel->points;
}

static struct sv_duel_mean figure(const struct arguments *a, const struct cell *c)
{
    return figure_of(a, &c->duel);
}

/* Sums up every `step`-th table from the first one on. Deals of one number share their luck at all
 * tables, so the mean of such deals is one observation. */
static struct sv_duel sum_of(const struct arguments *a, unsigned first, unsigned step)
{
    struct sv_duel_deal *mean = svi_new(a->deals, sizeof *mean);
    struct sv_duel all;
    const double n = (double)((CELLS - first + step - 1) / step);
    for (unsigned i = first; i < CELLS; i += step) {
        for (unsigned d = 0; d < a->deals; d++) {
            const struct sv_duel_deal *deal = &a->cell[i].deals[d];
            mean[d].points += deal->points / n;
            mean[d].difference += deal->difference / n;
            mean[d].luck += deal->luck / n;
            mean[d].difference_luck += deal->difference_luck / n;
            mean[d].wins += deal->wins / n;
            mean[d].games += deal->games;
            mean[d].illegal += deal->illegal;
        }
    }
    sv_duel_sum(mean, a->deals, &all);
    free(mean);
    return all;
}

static double par(const struct arguments *a)
{
    return a->than != NULL ? 0 : 0.5;
}

SVI_ORDER(by_p, double, SVI_COMPARE(*one, *other))

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
        c->p = error > SVI_ROUNDING ? svi_t_cdf(off / error, n - 1) : off < -SVI_ROUNDING ? 0 : 1;
        /* Points are few different numbers, so a few deals can be alike by luck. A sign test, which
         * is what equal deals are worth, has at least this chance. */
        c->p = fmax(c->p, ldexp(1, -(int)a->deals));
        p[i] = c->p;
        const struct cell *worst = &a->cell[a->worst];
        if (c->p < worst->p || (c->p == worst->p && mean.value < figure(a, worst).value)) {
            a->worst = i;
        }
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

static void put_figure(const struct arguments *a, struct svi_table *table, struct sv_duel_mean mean)
{
    svi_table_add(table, a->than != NULL ? "%+.0f \xc2\xb1%.0f" : "%.0f \xc2\xb1%.0f",
                  100 * mean.value, 100 * mean.half);
}

static void put_text(const struct arguments *a, struct svi_buf *out)
{
    struct svi_table table;
    const struct sv_duel all = sum_of(a, 0, 1);
    const struct sv_duel_mean together = figure_of(a, &all);
    svi_table_init(&table, 2 + OPPONENTS, 1);
    svi_table_add(&table, "edition");
    svi_table_add(&table, "seats");
    for (unsigned k = 0; k < OPPONENTS; k++) {
        svi_table_add(&table, "%s", a->cell[k].against);
    }
    for (unsigned i = 0; i < CELLS; i++) {
        const struct cell *c = &a->cell[i];
        if (i % OPPONENTS == 0) {
            svi_table_add(&table, "%s", c->edition);
            svi_table_add(&table, "%u", (unsigned)c->how.seats);
        }
        put_figure(a, &table, figure(a, c));
    }
    svi_table_add(&table, "all");
    svi_table_add(&table, "%s", "");
    for (unsigned k = 0; k < OPPONENTS; k++) {
        const struct sv_duel column = sum_of(a, k, OPPONENTS);
        put_figure(a, &table, figure_of(a, &column));
    }
    svi_out_format(out, "%s in %" PRIu64 " games: points of 100 a game%s; ", a->bot, all.games,
                   a->no_luck ? "" : ", luck taken off");
    if (a->than != NULL) {
        svi_out_format(out, "0 is as good as %s\n\n", a->than);
    } else {
        svi_out_text(out, "50 is par\n\n");
    }
    svi_table_print(&table, svi_say_in_colour(STDOUT_FILENO), out);
    svi_table_finish(&table);
    svi_out_format(out,
                   a->than != NULL ? "\nall tables together: %+.1f \xc2\xb1%.1f\n"
                                   : "\nall tables together: %.1f \xc2\xb1%.1f\n",
                   100 * together.value, 100 * together.half);
    put_worst(a, out);
    if (all.illegal > 0) {
        svi_out_format(out, "%" PRIu64 " answers were late, malformed or illegal\n", all.illegal);
    }
    if (a->run.missed > 0) {
        svi_out_format(out, "%" PRIu64 " games were forfeited\n", a->run.missed);
    }
}

#define JSON_MEAN(key, mean)                                                                       \
    JSON_FIGURE(key, (mean).value, 6), JSON_FIGURE(key "_half", (mean).half, 6)

static void put_json(const struct arguments *a, struct svi_buf *out)
{
    const struct sv_duel all = sum_of(a, 0, 1);
    svi_out_char(out, '{');
    svi_json_members(out, JSON_TEXT("bot", a->bot),
                     JSON_TEXT("than", a->than != NULL ? a->than : ""), JSON_TEXT("seed", a->seed),
                     JSON_INT("deals", a->deals));
    svi_json_rows(out, "tables");
    for (unsigned i = 0; i < CELLS; i++) {
        const struct cell *c = &a->cell[i];
        svi_json_object(out, JSON_TEXT("edition", c->edition), JSON_INT("seats", c->how.seats),
                        JSON_TEXT("against", c->against), JSON_MEAN("points", c->duel.points),
                        JSON_MEAN("wins", c->duel.wins),
                        JSON_MEAN("difference", c->duel.difference), JSON_FIGURE("p", c->p, 6),
                        JSON_INT("games", c->duel.games), JSON_INT("illegal", c->duel.illegal));
    }
    svi_json_rows_end(out);
    svi_json_members(out, JSON_MEAN("points", all.points), JSON_MEAN("difference", all.difference),
                     JSON_INT("worst", a->worst), JSON_INT("below", a->below),
                     JSON_INT("forfeited", a->run.missed));
    svi_out_text(out, "}\n");
}

/* ---- the command ----------------------------------------------------------------------------- */

/* Plays all games: in process if reference policies are compared. */
static void play(struct arguments *a)
{
    const struct sv_bot *bot = a->league == NULL ? sv_policy_named(a->bot) : NULL;
    const struct sv_bot *than = bot != NULL && a->than != NULL ? sv_policy_named(a->than) : NULL;
    if (bot != NULL && (a->than == NULL || than != NULL)) {
        set_up(a, bot, than);
        play_policies(a);
    } else {
        take_bots(a);
        set_up(a, NULL, NULL);
        play_processes(a);
    }
}

static void finish(struct arguments *a)
{
    for (unsigned i = 0; i < CELLS; i++) {
        free(a->cell[i].games);
        free(a->cell[i].deals);
    }
    for (unsigned i = 0; i < BOTS_MOST; i++) {
        svi_bot_argument_finish(&a->run.named[i]);
    }
    if (a->run.open) {
        svi_roster_finish(&a->run.roster);
        svi_league_finish(&a->run.league);
    }
}

static enum svi_exit run(struct svi_words *w)
{
    static struct arguments a;
    struct svi_buf out = {0};
    a.deals = 12;
    a.seed = "panel";
    a.jobs = svi_thread_cores(MOST_JOBS);
    svi_words_read(w, &a);
    play(&a);
    sum_up(&a);
    (a.json ? put_json : put_text)(&a, &out);
    finish(&a);
    return svi_say_result(SVI_EXIT_DONE, &out);
}

const struct svi_command svi_cmd_panel = {
    .name = "panel",
    .brief = "measure a bot against fixed opponents",
    .rare = true,
    .operands = "BOT",
    .operand = {{"bot", SVI_SET_TEXT(bot)}},
    .takes = SVI_TAKES_BOT,
    .options = options,
    .text = "Plays a bot against seven sets of opponents, at tables of 2, 4 and 6 "
            "seats in classic, speed-die and mega. Each deal is played in every seat. One "
            "page shows the points of each table with their 95% intervals, and names the worst. "
            "Games end after 300 rounds.\n"
            "\n"
            "Reference policies play in this process, which is fastest; other bots are started. "
            "A bot of a league file keeps its clock, sandbox and environment.\n"
            "\n"
            "With --than two bots, or two versions of one, are compared on the same deals.",
    .note = "BOT is a reference bot, a command line, or NAME=COMMAND; with --league a name.",
    .topic = "bots",
    .examples = "solvent panel careful --deals 2\n"
                "solvent panel \"python3 mybot.py\" --deals 4 --no-luck\n"
                "solvent panel planner --than planner@1 --deals 100 -f json",
    .exits = {"done, however strong it is", NULL, "usage or bad input",
              "the bot cannot be used, or it was interrupted"},
    .run = run,
};
