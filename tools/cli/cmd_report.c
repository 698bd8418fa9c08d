/* solvent report STORE -o FILE.html|.md|.csv|.json|.atom */
#include "memory/memory.h"
#include "tools/cli/commands.h"
#include "tools/cli/store_open.h"
#include "tools/console/say.h"
#include "tools/console/words.h"
#include "tools/report/report.h"

#include "store/store_revisions.h"
#include "store/visible_games.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum format { FORMAT_HTML, FORMAT_MD, FORMAT_CSV, FORMAT_JSON, FORMAT_ATOM, FORMAT_BY_NAME };

struct arguments {
    const char *store, *output, *games_at;
    enum format format;
    struct svi_rank_options rank;
    bool is_private;
};

static const struct svi_option options[] = {
    {"output", 'o', "FILE", "A .html, .md, .csv, .json or .atom file; - for stdout",
     SVI_SET_TEXT(output), .takes = SVI_TAKES_FILE},
    {"format", 'f', "FORMAT", "html, md, csv, json or atom (by the file's name)",
     SVI_SET_WORD(format), .words = "html md csv json atom"},
    {"games-at", 0, "PREFIX",
     "Link game 17 to PREFIX17 (no links)\n"
     "With \"solvent serve\" the prefix is its address and /games/.\n"
     "Links to the report then show a picture.",
     SVI_SET_TEXT(games_at)},
    {"anchor", 0, "NAME", "The bot whose rating is 0 (the mean rating is 0)",
     SVI_SET_TEXT(rank.anchor)},
    {"prior", 0, "GAMES",
     "Games of each bot against an imagined one (1; 0: none)\n"
     "That one has the rating 0, and half of the games are won.",
     SVI_SET_DECIMAL(rank.prior, 0, 1e6)},
    {"private", 0, NULL,
     "Show what bots printed, and their real names\n"
     "Else a bot has the name of its tag `alias`.",
     SVI_SET_FLAG(is_private)},
    {0},
};

static enum format by_name(const struct svi_words *w, const char *name)
{
    static const char *const endings[] = {".html", ".md", ".csv", ".json", ".atom"};
    const size_t length = strlen(name);
    for (unsigned k = 0; k < sizeof endings / sizeof endings[0]; k++) {
        const size_t size = strlen(endings[k]);
        if (length > size && strcmp(name + length - size, endings[k]) == 0) {
            return (enum format)k;
        }
    }
    svi_words_fail(
        w,
        "--output: found '%.200s', expected a name that ends in .html, .md, .csv, .json or .atom, "
        "or --format",
        name);
}

static void read_words(struct svi_words *w, struct arguments *a)
{
    svi_words_read(w, a);
    if (a->output == NULL) {
        svi_words_fail(w, "found no --output FILE, expected where the report goes");
    }
    if (a->format == FORMAT_BY_NAME) {
        a->format = by_name(w, a->output);
    }
}

static enum svi_exit write_out(const struct arguments *a, struct svi_buf *text)
{
    if (strcmp(a->output, "-") == 0) {
        return svi_say_result(SVI_EXIT_DONE, text);
    }
    const enum svi_exit result =
        text->failed ? svi_complain(SVI_EXIT_ENVIRONMENT, "no memory for the report")
                     : svi_say_file(a->output, text->data, text->size);
    svi_buf_finish(text);
    return result;
}

/* Returns the site's address if the games' pages are at "https://HOST/games/", else NULL. */
static char *site_of(const char *games_at)
{
    static const char games[] = "games/";
    const size_t size = games_at != NULL ? strlen(games_at) : 0, end = strlen(games);
    if (size <= end || strncmp(games_at, "http", 4) != 0 ||
        strcmp(games_at + size - end - 1, "/games/") != 0) {
        return NULL;
    }
    return svi_copy_bytes(games_at, size - end);
}

static enum svi_exit report(const struct arguments *a, struct svi_store *store,
                            struct svi_progress *progress)
{
    static void (*const write_as[])(struct svi_page *) = {
        svi_report_html, svi_report_markdown, svi_report_csv, svi_report_json, svi_report_atom};
    struct svi_figures *figures = svi_new(1, sizeof *figures);
    struct svi_error error;
    if (!a->is_private) {
        svi_store_mask(store);
    }
    enum sv_status status = svi_store_hide_unfinished(store);
    if (status != SV_OK) {
        (void)svi_fail(&error, status, "%s", svi_store_error(store));
    } else {
        status = svi_figures_init(figures, store, &a->rank, NULL, NULL, &error);
    }
    if (status != SV_OK) {
        (void)svi_progress_finish(progress);
        svi_die(status == SV_E_RANGE ? SVI_EXIT_USAGE : SVI_EXIT_ENVIRONMENT, "%s", error.text);
    }
    struct svi_buf text = {0};
    char *site = site_of(a->games_at);
    struct svi_page page = {.f = figures,
                            .reader = store,
                            .site = site,
                            .out = &text,
                            .store = a->store,
                            .game_link = a->games_at};
    write_as[a->format](&page);
    free(site);
    (void)svi_progress_finish(progress);
    if (figures->hidden > 0) {
        svi_note("%" PRIu64 " games of deals that are not over are left out", figures->hidden);
    }
    svi_figures_finish(figures);
    free(figures);
    return write_out(a, &text);
}

static enum svi_exit run(struct svi_words *w)
{
    struct arguments a = {.format = FORMAT_BY_NAME, .rank = {.prior = 1}};
    struct svi_progress progress;
    read_words(w, &a);
    return report(&a, svi_store_open_shown(a.store, &progress), &progress);
}

const struct svi_command svi_cmd_report = {
    .name = "report",
    .brief = "write a league's ranking and its evidence as a page",
    .operands = "STORE -o FILE.html|.md|.csv|.json|.atom",
    .operand = {{"store", SVI_SET_TEXT(store)}},
    .takes = SVI_TAKES_STORE,
    .options = options,
    .text =
        "One file with the ranking, its course over the deals, each bot against each, and whether "
        "one number describes the field. It has places and seats, lengths and ends of games, "
        "decision times, incidents with the command to look at each, and unusual trades. It names "
        "the games behind the figures, and the commands that verify them. The page needs no server "
        "and no network, and it prints. A .atom file is a feed of the league's news: nights, new "
        "leaders, a decided test.\n"
        "\n"
        "No figure uses games of a deal that is not over, as they would tell its luck early.",
    .topic = "ranking",
    .examples = "solvent report quickstart.db -o report.html\n"
                "solvent report quickstart.db -o RESULTS.md\n"
                "solvent report quickstart.db --format json -o - > report.json",
    .exits = {"done", NULL, "usage or bad input, or no store",
              "the store cannot be read, or the file not written"},
    .run = run,
};
