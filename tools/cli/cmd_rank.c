/* solvent rank STORE | --games FILE.csv [--format table|csv|json] ... */
#include "base/buf.h"
#include "base/error.h"
#include "base/json.h"
#include "base/nearest.h"
#include "base/out.h"
#include "keys/league_keys.h"
#include "memory/memory.h"
#include "ranking/ranking.h"
#include "schedule/sequential.h"
#include "stats/games.h"
#include "stats/sprt.h"
#include "stats/topk.h"
#include "tools/analysis/figure.h"
#include "tools/cli/commands.h"
#include "tools/cli/games_csv.h"
#include "tools/cli/store_open.h"
#include "tools/console/progress.h"
#include "tools/console/say.h"
#include "tools/console/words.h"
#include "tools/report/bot_columns.h"
#include "tools/report/column.h"
#include "tools/report/rank_print.h"
#include "tools/report/rank_sheet.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- rank stop ------------------------------------------------------------------------------- */

/* Applies sequential tests to existing results: finds the deal after which they would have stopped,
 * and their decision. */

/* TERMS are keys of `sprt:` or `stop_when:` with the ranges and defaults of a league file
 * (keys/league_keys.h): "candidate=a,baseline=b,elo0=0,elo1=20". */
struct svi_stop_sprt {
    char candidate[SVI_STATS_NAME], baseline[SVI_STATS_NAME];
    struct svi_group terms;
};

enum svi_stop_format { SVI_STOP_TABLE, SVI_STOP_CSV, SVI_STOP_JSON };

struct arguments {
    const char *store, *games;
    unsigned format;
    bool wide, field;
    bool sprt, stop_when; /* a test replaces the ranking */
    struct svi_rank_options rank;
    struct svi_stop_sprt sprt_terms;
    struct svi_group stop_terms;
};

/* ---- key=value,key=value --------------------------------------------------------------------- */

/* Rows of a group, for svi_expected(). */
struct rows {
    const struct svi_league_key *key;
    unsigned count;
};

static const char *key_at(const void *rows, size_t i)
{
    const struct rows *r = rows;
    return i < r->count ? r->key[i].name : NULL;
}

/* Returns the row with this name; ends the process if there is no such row. */
static unsigned find_key(const struct svi_words *w, const struct rows *rows, const char *name)
{
    unsigned k = 0;
    while (k < rows->count && strcmp(rows->key[k].name, name) != 0) {
        k++;
    }
    if (k == rows->count) {
        char expected[SVI_EXPECTED];
        const struct svi_choices choices = {.at = key_at, .words = rows};
        svi_words_fail(w, "found the key '%.80s', %s", name,
                       svi_expected(&choices, name, expected, sizeof expected));
    }
    return k;
}

/* Reads TERMS by their rows. Names of bots go to `bot`, indexed by row, and their values stay open.
 * `bot` is NULL if no key names a bot. */
static void read_terms(const struct svi_words *w, const struct rows *rows, struct svi_group *terms,
                       char *const bot[])
{
    char pair[SVI_STATS_NAME + 32], expected[SVI_LEAGUE_KEY_EXPECTED];
    bool given[SVI_GROUP_MOST] = {false};
    svi_group_init(terms, rows->key, rows->count);
    for (const char *at = w->value; at != NULL;) {
        const size_t length = strcspn(at, ",");
        (void)snprintf(pair, sizeof pair, "%.*s", (int)(length < sizeof pair ? length : 0), at);
        char *value = strchr(pair, '=');
        if (value == NULL || value[1] == '\0') {
            svi_words_fail(w, "found '%.80s', expected key=value", pair);
        }
        *value++ = '\0';
        const unsigned k = find_key(w, rows, pair);
        const struct svi_league_key *key = &rows->key[k];
        if (given[k]) {
            svi_words_fail(w, "found '%s' twice, expected it once", key->name);
        }
        given[k] = true;
        char *name = bot != NULL ? bot[k] : NULL;
        if (name != NULL) {
            (void)snprintf(name, SVI_STATS_NAME, "%s", value);
        } else if (!svi_league_key_parse(key, value, &terms->value[k])) {
            svi_league_key_expected(key, expected);
            svi_words_fail(w, "%s: found '%.40s', expected %s", key->name, value, expected);
        }
        at = at[length] == ',' ? at + length + 1 : NULL;
    }
}

/* Reads the current option's value; an error ends the process. */
static void stop_sprt_read(const struct svi_words *w, void *arguments)
{
    struct arguments *a = arguments;
    struct svi_stop_sprt *sprt = &a->sprt_terms;
    const struct rows rows = {svi_sprt_keys, SVI_SPRT_FIELD_COUNT};
    char *const bot[SVI_SPRT_FIELD_COUNT] = {
        [SVI_SPRT_candidate] = sprt->candidate, [SVI_SPRT_baseline] = sprt->baseline};
    memset(sprt, 0, sizeof *sprt);
    a->sprt = true;
    read_terms(w, &rows, &sprt->terms, bot);
    /* Bots get numbers only when the games are read. Here 0 and 1 just tell two bots from one. */
    if (sprt->candidate[0] != '\0' && sprt->baseline[0] != '\0') {
        sprt->terms.value[SVI_SPRT_candidate] = 0;
        sprt->terms.value[SVI_SPRT_baseline] = strcmp(sprt->candidate, sprt->baseline) != 0;
    }
    const char *fault = svi_sprt_fault(&sprt->terms);
    if (fault != NULL) {
        svi_words_fail(w, "%s", fault);
    }
}

static void stop_top_read(const struct svi_words *w, void *arguments)
{
    struct arguments *a = arguments;
    struct svi_group *terms = &a->stop_terms;
    const struct rows rows = {svi_stop_keys, SVI_STOP_FIELD_COUNT};
    a->stop_when = true;
    read_terms(w, &rows, terms, NULL);
    const char *fault = svi_stop_fault(terms);
    if (fault != NULL) {
        svi_words_fail(w, "%s", fault);
    }
    if (terms->value[SVI_STOP_uniform] != 0) {
        svi_words_fail(w, "found uniform=true, expected it in a league file: these games have "
                          "been played");
    }
}

/* ---- output ---------------------------------------------------------------------------------- */

struct fact {
    const char *name;
    const char *text; /* NULL: a number */
    double number;
    unsigned decimals;
};

/* Prints facts: one a line, or a line of titles and a line of values, or an object. */
static void print_facts(const struct fact facts[], size_t n, enum svi_stop_format format,
                        struct svi_buf *out)
{
    for (size_t i = 0; i < n && format == SVI_STOP_CSV; i++) {
        svi_out_text(out, i == 0 ? "" : ",");
        svi_out_text(out, facts[i].name);
    }
    svi_out_text(out, format == SVI_STOP_CSV ? "\n" : format == SVI_STOP_JSON ? "{" : "");
    for (size_t i = 0; i < n; i++) {
        const struct svi_figure figure = svi_figure(facts[i].number, facts[i].decimals, "");
        const char *text = facts[i].text != NULL ? facts[i].text : figure.text;
        if (format == SVI_STOP_JSON && facts[i].text == NULL) {
            svi_figure_json(out, facts[i].name, facts[i].number, facts[i].decimals);
        } else if (format == SVI_STOP_JSON) {
            svi_json_string(out, facts[i].name, text);
        } else if (format == SVI_STOP_CSV) {
            svi_out_text(out, i == 0 ? "" : ",");
            svi_csv_text(out, text);
        } else {
            svi_out_format(out, "%-15s ", facts[i].name);
            svi_out_plain(out, text);
            svi_out_char(out, '\n');
        }
    }
    svi_out_text(out, format == SVI_STOP_CSV ? "\n" : format == SVI_STOP_JSON ? "}\n" : "");
}

struct bench {
    double *mean;
    bool *played;
};

static void bench_init(struct bench *b, const struct svi_games *games)
{
    b->mean = svi_new(games->n_bots + 1u, sizeof *b->mean);
    b->played = svi_new(games->n_bots + 1u, sizeof *b->played);
}

static void bench_finish(struct bench *b)
{
    free(b->mean);
    free(b->played);
}

static enum sv_status no_memory(struct svi_error *error)
{
    return svi_fail(error, SV_E_SYSTEM, "no memory for a test");
}

/* Returns a deal's number, or its position if deals have names. */
static uint64_t number_of(const struct svi_games *games, uint32_t d)
{
    return games->game[games->deal_game[d]].deal_number;
}

/* ---- sprt ------------------------------------------------------------------------------------ */

/* Finds the number of seats of the tables at which both bots sit, given by their places in the
 * order of names; 0 if they never meet. Returns
 * false if such tables differ in size, or if the bots meet only in some of their games. */
static bool common_seats(const struct svi_games *games, unsigned one, unsigned other,
                         unsigned *seats)
{
    bool any = false;
    for (size_t g = 0; g < games->n_games; g++) {
        const struct svi_seat_row *rows = &games->row[games->game[g].first];
        bool a = false, b = false;
        for (unsigned s = 0; s < svi_game_seats(&games->game[g]); s++) {
            a |= rows[s].bot == one;
            b |= rows[s].bot == other;
        }
        const unsigned now = a && b ? svi_game_seats(&games->game[g]) : 0;
        if (a || b) {
            if (any && *seats != now) {
                return false;
            }
            any = true;
            *seats = now;
        }
    }
    return true;
}

static enum sv_status sprt_test(const struct svi_stop_sprt *sprt, const struct svi_games *games,
                                unsigned candidate, unsigned baseline,
                                struct svi_sprt_settings *settings, struct svi_error *error)
{
    unsigned seats = 0;
    if (!svi_sprt_in_points(&sprt->terms) && !common_seats(games, candidate, baseline, &seats)) {
        return svi_fail(error, SV_E_RANGE,
                        "--sprt: found the two at one table in some games and not in others, or at "
                        "tables of different sizes, expected points0 and points1 in place of Elo");
    }
    *settings = svi_sprt_test(&sprt->terms, seats);
    return SV_OK;
}

/* Goes through the deals in their order and prints the test's result. Returns SV_E_RANGE, with the
 * reason in `error`, if the games do not suit the test, or SV_E_SYSTEM if memory runs out. */
static enum sv_status stop_sprt_print(const struct svi_stop_sprt *sprt,
                                      const struct svi_games *games, enum svi_stop_format format,
                                      struct svi_buf *out, struct svi_error *error)
{
    unsigned candidate, baseline;
    struct svi_sprt_settings settings;
    struct svi_sprt test;
    struct bench b;
    enum sv_status status = svi_rank_find(games, "sprt", sprt->candidate, &candidate, error);
    if (status == SV_OK) {
        status = svi_rank_find(games, "sprt", sprt->baseline, &baseline, error);
    }
    if (status == SV_OK) {
        candidate = svi_games_place(games, candidate);
        baseline = svi_games_place(games, baseline);
        status = sprt_test(sprt, games, candidate, baseline, &settings, error);
    }
    if (status != SV_OK) {
        return status;
    }
    bench_init(&b, games);
    double *taken = svi_new(games->n_deals + 1u, sizeof *taken);
    if (taken == NULL) {
        bench_finish(&b);
        return no_memory(error);
    }
    uint64_t deal = 0;
    svi_sprt_init(&test, &settings);
    for (uint32_t d = 0; d < games->n_deals && test.state == SVI_SPRT_GOES_ON; d++) {
        svi_games_deal(games, d, b.mean, b.played);
        if (b.played[candidate] && b.played[baseline]) {
            taken[test.deals] = b.mean[candidate] - b.mean[baseline];
            (void)svi_sprt_add(&test, taken[test.deals]);
            deal = number_of(games, d);
        }
    }
    bench_finish(&b);
    double low, high;
    svi_sprt_interval(&test, taken, &low, &high);
    free(taken);
    const double variance = test.deals > 1 ? test.squares / (double)test.deals : NAN;
    const bool known = variance > 0;
    const double points0 = settings.points0, points1 = settings.points1;
    const struct fact facts[] = {
        {.name = "decision",
         .text = test.state == SVI_SPRT_CANDIDATE  ? "candidate"
                 : test.state == SVI_SPRT_BASELINE ? "baseline"
                                                   : "undecided"},
        {"deals", NULL, (double)test.deals, 0},
        {"after_deal", NULL, (double)deal, 0},
        {"llr", NULL, test.llr, 4},
        {"lower", NULL, test.lower, 4},
        {"upper", NULL, test.upper, 4},
        {"difference", NULL, test.deals > 0 ? test.mean : NAN, 6},
        {"points0", NULL, points0, 6},
        {"points1", NULL, points1, 6},
        {"expected0", NULL, known ? ceil(svi_sprt_expected(&settings, points0, variance)) : NAN, 0},
        {"expected1", NULL, known ? ceil(svi_sprt_expected(&settings, points1, variance)) : NAN, 0},
        {.name = "because",
         .text = test.state == SVI_SPRT_CANDIDATE  ? "above the first limit"
                 : test.state == SVI_SPRT_BASELINE ? "below the second limit"
                                                   : ""},
        {"difference_low", NULL, low, 6},
        {"difference_high", NULL, high, 6},
        {"confidence", NULL, 1 - settings.alpha - settings.beta, 6},
    };
    print_facts(facts, sizeof facts / sizeof facts[0], format, out);
    return SV_OK;
}

/* ---- stop when the first places are separated ------------------------------------------------ */

static enum sv_status stop_top_print(const struct svi_group *terms, const struct svi_games *games,
                                     enum svi_stop_format format, struct svi_buf *out,
                                     struct svi_error *error)
{
    const struct svi_topk_settings settings = {
        .top = (unsigned)terms->value[SVI_STOP_top],
        .confidence = svi_group_decimal(terms, SVI_STOP_confidence),
        .margin = svi_group_decimal(terms, SVI_STOP_margin),
        .max_deals = svi_group_has(terms, SVI_STOP_max_deals)
                         ? (uint64_t)terms->value[SVI_STOP_max_deals]
                         : 0};
    struct svi_topk test;
    struct bench b;
    if (settings.top >= games->n_bots) {
        return svi_fail(error, SV_E_RANGE,
                        "--stop-when: found top=%u, expected less than the %u bots", settings.top,
                        games->n_bots);
    }
    if (svi_topk_init(&test, games->n_bots, &settings) != SV_OK) {
        return no_memory(error);
    }
    bench_init(&b, games);
    bool over = false;
    uint64_t deal = 0;
    for (uint32_t d = 0; d < games->n_deals && !over; d++) {
        svi_games_deal(games, d, b.mean, b.played);
        over = svi_topk_add(&test, b.mean, b.played);
        deal = number_of(games, d);
    }
    bench_finish(&b);
    struct svi_buf names = {0};
    for (unsigned k = 0; k < settings.top && test.decided; k++) {
        svi_out_text(&names, k == 0 ? "" : ", ");
        svi_out_text(&names, games->bot[svi_games_number(games, test.order[k])]);
    }
    if (!test.decided) {
        unsigned inside, outside;
        svi_topk_next(&test, &inside, &outside);
        svi_out_format(&names, "%s, %s", games->bot[svi_games_number(games, inside)],
                       games->bot[svi_games_number(games, outside)]);
    }
    SCOPED(scoped_free) char *top = svi_text_of(&names);
    const struct fact facts[] = {
        {.name = "decision",
         .text = test.decided ? "separated"
                 : over       ? "max_deals"
                              : "undecided"},
        {"deals", NULL, (double)test.deals, 0},
        {"after_deal", NULL, (double)deal, 0},
        {.name = test.decided ? "top" : "unsure_of", .text = top},
    };
    print_facts(facts, sizeof facts / sizeof facts[0], format, out);
    svi_topk_finish(&test);
    return SV_OK;
}

/* ---- cmd rank -------------------------------------------------------------------------------- */

enum format { FORMAT_TABLE, FORMAT_CSV, FORMAT_JSON };

static const struct svi_option options[] = {
    {"games", 0, "FILE.csv",
     "Rank results from elsewhere\n"
     "Columns are game, deal, seat, bot, place, and, if you like, points and luck.",
     SVI_SET_TEXT(games), .takes = SVI_TAKES_FILE},
    SVI_OPTION_TABLE(format),
    {"wide", 0, NULL, "All columns and full names", SVI_SET_FLAG(wide)},
    {"anchor", 0, "NAME", "The bot whose rating is 0 (the mean rating is 0)",
     SVI_SET_TEXT(rank.anchor)},
    {"prior", 0, "GAMES",
     "Games of each bot against an imagined one (1; 0: none)\n"
     "That one has the rating 0, and half of the games are won.",
     SVI_SET_DECIMAL(rank.prior, 0, 1e6)},
    {"without", 0, "A,B", "Rank the others without these bots", SVI_SET_TEXT(rank.without)},
    {"field", 0, NULL,
     "Each bot against each, and whether ratings suffice\n"
     "Also shows cycles, and how ratings change without one bot. It replaces the ranking.",
     SVI_SET_FLAG(field)},
    {NULL, 0, NULL, "With --games, tests deal by deal in place of the ranking", SVI_NOTED},
    {"stop-when", 0, "TERMS",
     "Test when the first places were separated\n"
     "TERMS: top=2,confidence=0.95 and, if you like, margin=0.01,max_deals=1000.",
     SVI_CALL(stop_top_read), .without = "sprt field anchor without"},
    {"sprt", 0, "TERMS",
     "Test when a candidate was known to be better, or not\n"
     "TERMS: candidate=a,baseline=b,elo0=0,elo1=20 and, if you like, alpha=0.05,beta=0.05. points0 "
     "and points1 replace elo0 and elo1.",
     SVI_CALL(stop_sprt_read), .without = "stop-when field anchor without"},
    {0},
};

/* ---- words ----------------------------------------------------------------------------------- */

static void read_words(struct svi_words *w, struct arguments *a)
{
    svi_words_read(w, a);
    if (a->games == NULL) {
        svi_words_need(w, a->store, "store");
    } else if (a->store != NULL) {
        svi_words_fail(w, "found '%s' and --games, expected one of them", a->store);
    }
    if ((a->sprt || a->stop_when) && a->games == NULL) {
        svi_words_fail(w,
                       "found --%s with a store, whose league decides by its own rule (solvent "
                       "league status %s); expected --games FILE.csv, made by: solvent games %s "
                       "--format csv",
                       a->sprt ? "sprt" : "stop-when", a->store, a->store);
    }
}

/* ---- the ranking ----------------------------------------------------------------------------- */

static enum svi_exit print_field(const struct svi_rank_sheet *sheet, const struct arguments *a)
{
    struct svi_buf out = {0};
    struct svi_field field;
    const enum sv_status status = svi_field_init(&field, &sheet->ratings);
    if (status != SV_OK) {
        if (status == SV_E_RANGE) {
            svi_die(SVI_EXIT_USAGE, "--field: found %u bots, expected at most %u",
                    sheet->games.n_bots, SVI_FIELD_BOTS);
        }
        svi_die(SVI_EXIT_ENVIRONMENT, "no memory for a field");
    }
    if (a->format == FORMAT_CSV) {
        svi_rank_field_csv(sheet, &field, &out);
    } else if (a->format == FORMAT_JSON) {
        svi_rank_field_json(sheet, &field, &out);
    } else {
        svi_rank_field_table(sheet, &field, svi_say_in_colour(STDOUT_FILENO), a->wide, &out);
    }
    svi_field_finish(&field);
    return svi_say_result(SVI_EXIT_DONE, &out);
}

static enum svi_exit print(struct svi_rank_sheet *sheet, const struct arguments *a)
{
    sheet->tags = true;
    if (a->field) {
        return print_field(sheet, a);
    }
    struct svi_buf out = {0};
    if (a->format == FORMAT_CSV) {
        svi_rank_print_csv(sheet, &out);
    } else if (a->format == FORMAT_JSON) {
        svi_rank_print_json(sheet, &out);
    } else {
        svi_rank_print_table(sheet, svi_say_in_colour(STDOUT_FILENO), a->wide, &out);
    }
    const enum svi_exit status = svi_say_result(SVI_EXIT_DONE, &out);
    if (status == SVI_EXIT_DONE && a->format == FORMAT_CSV && sheet->has_tally &&
        sheet->tally.matches < sheet->tally.planned) {
        svi_note("%" PRIu64 " of %" PRIu64 " games are in so far", sheet->tally.matches,
                 sheet->tally.planned);
    }
    return status;
}

/* Ends the progress, and the process after an error. Wrong options and files are the user's fault;
 * other errors are the system's. */
static void must(enum sv_status status, const struct svi_error *error,
                 struct svi_progress *progress)
{
    (void)svi_progress_finish(progress);
    if (status != SV_OK) {
        svi_die(status == SV_E_RANGE || status == SV_E_UNKNOWN ? SVI_EXIT_USAGE
                                                               : SVI_EXIT_ENVIRONMENT,
                "%s", error->text);
    }
}

static enum svi_exit run(struct svi_words *w)
{
    struct arguments a = {.rank = {.prior = 1}};
    struct svi_progress progress;
    struct svi_games games;
    struct svi_rank_sheet sheet;
    struct svi_error error;
    enum sv_status status;
    read_words(w, &a);
    if (a.games != NULL) {
        svi_progress_init(&progress, a.games);
        svi_progress_work(&progress);
        status = svi_games_csv_read(a.games, &games, &error);
        if (status != SV_OK) {
            must(status, &error, &progress);
        }
    }
    if (a.sprt || a.stop_when) {
        struct svi_buf out = {0};
        const enum svi_stop_format format = (enum svi_stop_format)a.format;
        status = a.sprt ? stop_sprt_print(&a.sprt_terms, &games, format, &out, &error)
                        : stop_top_print(&a.stop_terms, &games, format, &out, &error);
        must(status, &error, &progress);
        svi_games_finish(&games);
        return svi_say_result(SVI_EXIT_DONE, &out);
    }
    if (a.games != NULL) {
        status = svi_rank_sheet_init_games(&sheet, &games, &a.rank, &error);
    } else {
        struct svi_store *store = svi_store_open_shown(a.store, &progress);
        status = svi_rank_sheet_init_store(&sheet, store, &a.rank, &error);
    }
    must(status, &error, &progress);
    const enum svi_exit result = print(&sheet, &a);
    svi_rank_sheet_finish(&sheet);
    return result;
}

static char *tell_columns(void)
{
    struct svi_buf out = {0};
    svi_columns_help(&svi_bot_columns, SVI_IN_TEXT, &out);
    svi_out_text(&out, "  \xc2\xb1               half of that figure's 95% interval; +0.03 -0.08\n"
                       "                  where its scale ends\n");
    svi_buf_byte(&out, 0);
    return (char *)out.data;
}

const struct svi_command svi_cmd_rank = {
    .name = "rank",
    .brief = "print the ranking of a league, with its uncertainty",
    .operands = "STORE\n--games FILE.csv",
    .operand = {{"store", SVI_SET_TEXT(store), .optional = true}},
    .takes = SVI_TAKES_STORE,
    .options = options,
    .text =
        "Bots are sorted by rating. Ratings are in Elo, fitted to all places of all games "
        "(Plackett-Luce). A bot with 400 more finishes ahead in 10 of 11 games. Mean points stand "
        "beside the rating. You can rank a league while it runs.\n"
        "\n"
        "The columns of the table (\"solvent help columns\" lists those of --wide, csv and json):",
    .more = tell_columns,
    .topic = "ranking",
    .examples = "solvent rank quickstart.db\n"
                "solvent rank quickstart.db --wide | less -S\n"
                "solvent rank quickstart.db --format csv > ranking.csv\n"
                "solvent rank quickstart.db --anchor careful --without random\n"
                "solvent rank quickstart.db --field\n"
                "solvent rank --games results.csv --stop-when top=2,confidence=0.95",
    .exits = {"done", NULL, "usage or bad input", "the store cannot be read"},
    .run = run,
};
