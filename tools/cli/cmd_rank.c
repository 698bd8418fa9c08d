/* solvent rank STORE | --games FILE.csv [--format table|csv|json] ... */
#include "tools/cli/commands.h"
#include "tools/cli/games_csv.h"
#include "tools/cli/rank_stop.h"
#include "tools/cli/store_open.h"
#include "tools/console/interrupt.h"
#include "tools/console/progress.h"
#include "tools/console/say.h"
#include "tools/console/words.h"
#include "tools/report/bot_columns.h"
#include "tools/report/rank_field.h"
#include "tools/report/rank_print.h"
#include "tools/report/rank_sheet.h"

#include "base/out.h"
#include "ranking/ranking_games.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    KEY_WIDE = SVI_KEY_OWN,
    KEY_GAMES,
    KEY_ANCHOR,
    KEY_PRIOR,
    KEY_WITHOUT,
    KEY_FIELD,
    KEY_SPRT,
    KEY_STOP_WHEN,
};

enum format { FORMAT_TABLE, FORMAT_CSV, FORMAT_JSON };

struct arguments {
    const char *store, *games;
    unsigned format;
    bool wide, field, sprt, stop_when;
    struct svi_rank_options rank;
    struct svi_stop_sprt sprt_terms;
    struct svi_group stop_terms;
};

static const struct svi_option options[] = {
    {"games", KEY_GAMES, "FILE.csv", NULL, SVI_TAKES_FILE,
     "Rank results from elsewhere\n"
     "Columns are game, deal, seat, bot, place, and, if you like, points and luck."},
    {"format", 'f', "FORMAT", "table csv json", SVI_TAKES_TEXT, "table (default), csv or json"},
    {"wide", KEY_WIDE, NULL, NULL, SVI_TAKES_TEXT, "All columns and full names"},
    {"anchor", KEY_ANCHOR, "NAME", NULL, SVI_TAKES_TEXT,
     "The bot whose rating is 0 (the mean rating is 0)"},
    {"prior", KEY_PRIOR, "GAMES", NULL, SVI_TAKES_TEXT,
     "Games of each bot against a ghost (1; 0: none)\n"
     "Half of them are won and half lost."},
    {"without", KEY_WITHOUT, "A,B", NULL, SVI_TAKES_TEXT,
     "Leave bots out: the others' places close up"},
    {"field", KEY_FIELD, NULL, NULL, SVI_TAKES_TEXT,
     "Each bot against each, and whether ratings suffice\n"
     "It also tells cycles, and what changes without one bot. It replaces the ranking."},
    {NULL, 0, NULL, NULL, SVI_TAKES_TEXT,
     "With --games, tests deal by deal in place of the ranking"},
    {"stop-when", KEY_STOP_WHEN, "TERMS", NULL, SVI_TAKES_TEXT,
     "After which deal the first places are separated\n"
     "TERMS: top=2,confidence=0.95 and, if you like, margin=0.01,max_deals=1000."},
    {"sprt", KEY_SPRT, "TERMS", NULL, SVI_TAKES_TEXT,
     "After which deal a candidate is better, or not\n"
     "TERMS: candidate=a,baseline=b,elo0=0,elo1=20 and, if you like, alpha=0.05,beta=0.05. points0 "
     "and points1 replace elo0 and elo1."},
    {0},
};

/* ---- words ----------------------------------------------------------------------------------- */

static void read_words(struct svi_words *w, struct arguments *a)
{
    int key;
    a->rank.prior = 1.0;
    while ((key = svi_words_next(w)) != SVI_WORDS_END) {
        switch (key) {
        case SVI_OPERAND:
            svi_words_only(w, &a->store, "store");
            break;
        case KEY_GAMES:
            a->games = w->value;
            break;
        case KEY_WIDE:
            a->wide = true;
            break;
        case KEY_ANCHOR:
            a->rank.anchor = w->value;
            break;
        case KEY_PRIOR:
            a->rank.prior = svi_words_prior(w);
            break;
        case KEY_WITHOUT:
            a->rank.without = w->value;
            break;
        case KEY_FIELD:
            a->field = true;
            break;
        case KEY_SPRT:
            a->sprt = true;
            svi_stop_sprt_read(w, &a->sprt_terms);
            break;
        case KEY_STOP_WHEN:
            a->stop_when = true;
            svi_stop_top_read(w, &a->stop_terms);
            break;
        default:
            a->format = w->choice;
        }
    }
    if (a->games == NULL) {
        svi_words_need(w, a->store, "store");
    } else if (a->store != NULL) {
        svi_words_fail(w, "found '%s' and --games, expected one of them", a->store);
    }
    if (a->sprt && a->stop_when) {
        svi_words_fail(w, "found --sprt and --stop-when, expected one of them");
    }
    if ((a->sprt || a->stop_when) && a->games == NULL) {
        svi_words_fail(w,
                       "found --%s with a store, whose league decides by its own rule (solvent "
                       "league status %s); expected --games FILE.csv, made by: solvent games %s "
                       "--format csv",
                       a->sprt ? "sprt" : "stop-when", a->store, a->store);
    }
    if ((a->sprt || a->stop_when) && a->field) {
        svi_words_fail(w, "found --field with a test, expected one of them");
    }
    if ((a->sprt || a->stop_when) && (a->rank.anchor != NULL || a->rank.without != NULL)) {
        svi_words_fail(w, "found --%s with a test, expected it with a ranking",
                       a->rank.anchor != NULL ? "anchor" : "without");
    }
}

/* ---- the ranking ----------------------------------------------------------------------------- */

static enum svi_exit print_field(const struct svi_rank_sheet *sheet, const struct arguments *a)
{
    struct svi_buf out = {0};
    struct svi_field field;
    const enum sv_status status = svi_field_init(&field, &sheet->ratings);
    if (status != SV_OK) {
        return status == SV_E_RANGE
                   ? svi_complain(SVI_EXIT_USAGE, "--field: found %u bots, expected at most %u",
                                  sheet->games.n_bots, SVI_FIELD_BOTS)
                   : svi_complain(SVI_EXIT_ENVIRONMENT, "no memory for a field");
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

/* An option or a file that does not fit is the user's; the rest is the system's. */
static enum svi_exit say_why(enum sv_status status, const char *error)
{
    return svi_complain(status == SV_E_RANGE || status == SV_E_UNKNOWN ? SVI_EXIT_USAGE
                                                                       : SVI_EXIT_ENVIRONMENT,
                        "%s", error);
}

static enum svi_exit test(const struct arguments *a, const struct svi_games *games,
                          struct svi_progress *progress)
{
    struct svi_error error;
    struct svi_buf out = {0};
    const enum svi_stop_format format = (enum svi_stop_format)a->format;
    const enum sv_status status =
        a->sprt ? svi_stop_sprt_print(&a->sprt_terms, games, format, &out, &error)
                : svi_stop_top_print(&a->stop_terms, games, format, &out, &error);
    (void)svi_progress_finish(progress);
    if (status != SV_OK) {
        svi_buf_finish(&out);
        return say_why(status, error.text);
    }
    return svi_say_result(SVI_EXIT_DONE, &out);
}

/* Of games in hand, which it finishes. */
static enum svi_exit run_games(const struct arguments *a, struct svi_games *games,
                               struct svi_progress *progress)
{
    struct svi_error error;
    struct svi_rank_sheet sheet;
    if (a->sprt || a->stop_when) {
        const enum svi_exit result = test(a, games, progress);
        svi_games_finish(games);
        return result;
    }
    const enum sv_status status = svi_rank_sheet_init_games(&sheet, games, &a->rank, &error);
    (void)svi_progress_finish(progress);
    if (status != SV_OK) {
        return say_why(status, error.text);
    }
    const enum svi_exit result = print(&sheet, a);
    svi_rank_sheet_finish(&sheet);
    return result;
}

static enum svi_exit run_store(const struct arguments *a)
{
    struct svi_error error;
    struct svi_store *store;
    struct svi_progress progress;
    enum svi_exit result = svi_store_open_shown(&store, a->store, &progress);
    if (result != SVI_EXIT_DONE) {
        return result;
    }
    struct svi_rank_sheet sheet;
    const enum sv_status status = svi_rank_sheet_init_store(&sheet, store, &a->rank, &error);
    (void)svi_progress_finish(&progress);
    result = status == SV_OK ? print(&sheet, a) : say_why(status, error.text);
    if (status == SV_OK) {
        svi_rank_sheet_finish(&sheet);
    }
    svi_store_destroy(store);
    return result;
}

static enum svi_exit run(struct svi_words *w)
{
    struct arguments a = {0};
    struct svi_games games;
    struct svi_error error;
    read_words(w, &a);
    if (a.games == NULL) {
        return run_store(&a);
    }
    struct svi_progress progress;
    svi_progress_init(&progress, a.games);
    svi_progress_work(&progress);
    const enum sv_status status = svi_games_csv_read(a.games, &games, &error);
    if (status == SV_OK) {
        return run_games(&a, &games, &progress);
    }
    (void)svi_progress_finish(&progress);
    return say_why(status, error.text);
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
