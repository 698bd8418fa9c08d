#include "tools/serve/game_page.h"

#include "memory/memory.h"
#include "tools/report/column_page.h"
#include "tools/report/html.h"
#include "tools/serve/pages.h"

#include "base/json.h"
#include "base/out.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What a row of any table is read off: of a space, a set, a bot with a set, a bot, a seat. */
struct row {
    const struct svi_figures *f;
    const struct svi_play_figures *play;
    unsigned at, bot; /* space, set or seat; the store's number of a bot */
};

#define EVERYWHERE (SVI_IN_PAGE | SVI_IN_DATA)

/* A ratio in a unit, on the scale from 0 to `most`. */
static struct svi_estimate estimate_of(const struct svi_figures *f, const struct svi_ratio *ratio,
                                       double unit, double most)
{
    const struct svi_estimate e = svi_ratio_estimate(ratio);
    const bool none = f->sheet.games.no_intervals;
    return svi_estimate_within((struct svi_estimate){unit * e.value, none ? NAN : unit * e.low,
                                                     none ? NAN : unit * e.high},
                               0, most);
}

static const struct sv_space *space_of(const struct row *r)
{
    return &r->play->edition.space[r->at];
}

static const struct sv_group *group_of(const struct row *r, unsigned group)
{
    return group < r->play->edition.n_groups ? &r->play->edition.group[group] : NULL;
}

enum { SPACE_NAME, SPACE_SET, SET_NAME, BOT_NAME };

static void get_name(const void *row, unsigned which, struct svi_cell *value)
{
    const struct row *r = row;
    const struct sv_group *group = group_of(r, which == SPACE_SET  ? space_of(r)->group
                                               : which == SET_NAME ? r->at
                                                                   : SV_NONE);
    svi_cell_set_text(value, which == SPACE_NAME ? space_of(r)->name
                             : which == BOT_NAME ? r->f->league->bot[r->bot]
                             : group != NULL     ? group->name
                                                 : NULL);
}

enum { INDEX, PRICE, AUCTIONS, COMPLETIONS, BOT_COMPLETIONS };

static void get_count(const void *row, unsigned which, struct svi_cell *value)
{
    const struct row *r = row;
    const struct svi_play_figures *p = r->play;
    switch (which) {
    case PRICE:
        if (space_of(r)->price > 0) {
            svi_cell_set_int(value, (uint64_t)space_of(r)->price);
        }
        break;
    case AUCTIONS:
        if (space_of(r)->price > 0) {
            svi_cell_set_int(value, (uint64_t)p->space[r->at].auction.n);
        }
        break;
    case COMPLETIONS:
        svi_cell_set_int(value, (uint64_t)p->set[r->at].won.n);
        break;
    case BOT_COMPLETIONS:
        svi_cell_set_int(value, (uint64_t)p->set[r->at].bot[r->bot].won.n);
        break;
    default:
        svi_cell_set_int(value, r->at);
    }
}

enum {
    LANDINGS,
    INCOME,
    RENT,
    AUCTION,
    COMPLETED,
    ROUND,
    WON,
    BOT_COMPLETED,
    BOT_WON,
    SETS,
    WITH,
    WITHOUT
};

static void set(struct svi_cell *value, const struct row *r, const struct svi_ratio *ratio,
                double unit, double most)
{
    svi_cell_set_real(value, estimate_of(r->f, ratio, unit, most));
}

static void get_ratio(const void *row, unsigned which, struct svi_cell *value)
{
    const struct row *r = row;
    const struct svi_play_figures *p = r->play;
    switch (which) {
    case LANDINGS:
        set(value, r, &p->space[r->at].landings, 100, 100);
        break;
    case INCOME:
    case RENT:
        if (space_of(r)->price > 0 || space_of(r)->kind == SV_SPACE_TAX) {
            set(value, r, which == INCOME ? &p->space[r->at].income : &p->space[r->at].rent, 1,
                INFINITY);
        }
        break;
    case AUCTION:
        set(value, r, &p->space[r->at].auction, 100, INFINITY);
        break;
    case COMPLETED:
        set(value, r, &p->set[r->at].completed, 100, 100);
        break;
    case ROUND:
        set(value, r, &p->set[r->at].round, 1, INFINITY);
        break;
    case WON:
        set(value, r, &p->set[r->at].won, 100, 100);
        break;
    case BOT_COMPLETED:
        set(value, r, &p->set[r->at].bot[r->bot].completed, 100, 100);
        break;
    case BOT_WON:
        set(value, r, &p->set[r->at].bot[r->bot].won, 100, 100);
        break;
    case SETS:
        set(value, r, &p->bot[r->bot].sets, 1, INFINITY);
        break;
    case WITH:
        set(value, r, &p->bot[r->bot].with, 100, 100);
        break;
    default:
        set(value, r, &p->bot[r->bot].without, 100, 100);
    }
}

static void get_seat(const void *row, unsigned which, struct svi_cell *value)
{
    const struct row *r = row;
    (void)which;
    svi_cell_set_real(value, r->f->seat[r->at]);
}

#define NAMED(title, help, which_name)                                                             \
    {                                                                                              \
        title, SVI_TEXT, NULL, help, EVERYWHERE, .get = get_name, .which = (which_name)            \
    }
#define BOT                                                                                        \
    {                                                                                              \
        "bot", SVI_TEXT, NULL, "Its name", EVERYWHERE, .treated = SVI_COLUMN_NAME,                 \
                                                       .get = get_name, .which = BOT_NAME          \
    }
#define COUNT(title, help, which_count)                                                            \
    {                                                                                              \
        title, SVI_INTEGER, NULL, help, EVERYWHERE, .get = get_count, .which = (which_count)       \
    }
#define RATIO(title, unit, help, which_ratio)                                                      \
    {                                                                                              \
        title, SVI_NUMBER, unit, help, EVERYWHERE, SVI_INTERVAL,                                   \
            .digits = 4, .shown = 1, .get = get_ratio, .which = (which_ratio)                      \
    }

static const struct svi_column space_columns[] = {
    {"index", SVI_INTEGER, NULL, "On the board, from 0", SVI_IN_DATA, .get = get_count,
     .which = INDEX},
    NAMED("space", "Its name", SPACE_NAME),
    NAMED("set", "That its deed belongs to", SPACE_SET),
    {"landings_interval", SVI_NUMBER, NULL, "Landings with their 95% interval", SVI_IN_PAGE,
     SVI_CHART, .get = get_ratio, .which = LANDINGS},
    RATIO("landings", "per cent", "Of 100 moves of a token, those that end there", LANDINGS),
    RATIO("paid_a_game", "money", "Rents and taxes that are paid there in a game", INCOME),
    RATIO("a_landing", "money", "The same by landing", RENT),
    COUNT("price", "Printed on the deed", PRICE),
    COUNT("auctions", "Of the deed, in the sample", AUCTIONS),
    RATIO("auction_price", "per cent", "Paid at auctions, in per cent of the printed price",
          AUCTION),
};

static const struct svi_column set_columns[] = {
    NAMED("set", "Deeds that belong together", SET_NAME),
    RATIO("completed", "per cent", "Games in which anybody had all its deeds", COMPLETED),
    COUNT("times", "A seat completed it, in the sample", COMPLETIONS),
    RATIO("round", "rounds", "In which it was completed", ROUND),
    RATIO("won", "per cent", "Games won by who completed it, ties included", WON),
};

static const struct svi_column use_columns[] = {
    NAMED("set", "Deeds that belong together", SET_NAME),
    BOT,
    RATIO("completed", "per cent", "Games in which the bot completed it", BOT_COMPLETED),
    COUNT("times", "The bot completed it, in the sample", BOT_COMPLETIONS),
    RATIO("won", "per cent", "Of these games, those that it won", BOT_WON),
};

static const struct svi_column bot_columns[] = {
    BOT,
    RATIO("sets", "a game", "Sets of streets that the bot completes", SETS),
    RATIO("won_with", "per cent", "Games won, of those in which it completed one", WITH),
    RATIO("won_without", "per cent", "Games won, of those in which it completed none", WITHOUT),
};

static const struct svi_column seat_columns[] = {
    COUNT("seat", "From 0", INDEX),
    {"points_interval", SVI_NUMBER, NULL, "Points with their 95% interval", SVI_IN_PAGE, SVI_CHART,
     .get = get_seat},
    {"points", SVI_NUMBER, "points a game", "Mean of all bots, over all games", EVERYWHERE,
     SVI_INTERVAL, .digits = 6, .shown = 3, .get = get_seat},
};

/* ---- tables ---------------------------------------------------------------------------------- */

enum { SPACES, SETS_TABLE, USES, BOTS, SEATS, TABLES };

#define COLUMNS(list)                                                                              \
    {                                                                                              \
        list, sizeof(list) / sizeof *(list)                                                        \
    }

static const struct {
    const char *name;
    struct svi_columns columns;
} tables[TABLES] = {[SPACES] = {"spaces", COLUMNS(space_columns)},
                    [SETS_TABLE] = {"sets", COLUMNS(set_columns)},
                    [USES] = {"sets_of_bots", COLUMNS(use_columns)},
                    [BOTS] = {"bots", COLUMNS(bot_columns)},
                    [SEATS] = {"seats", COLUMNS(seat_columns)}};

/* The rows of a table, to be freed; bots in the order of the ranking. NULL: no memory. */
static struct row *make_rows(const struct svi_figures *f, const struct svi_play_figures *play,
                             unsigned table, struct svi_rows *rows)
{
    const unsigned bots = f->sheet.n_shown;
    const unsigned first = table == SPACES                        ? play->edition.n_spaces
                           : table == SETS_TABLE || table == USES ? play->edition.n_groups
                           : table == SEATS                       ? f->seats
                                                                  : 1;
    const unsigned second = table == USES || table == BOTS ? bots : 1;
    struct row *row = svi_new((size_t)first * second + 1, sizeof *row);
    unsigned n = 0;
    for (unsigned i = 0; row != NULL && i < first; i++) {
        for (unsigned j = 0; j < second; j++) {
            const unsigned bot =
                second == bots && bots > 0 ? svi_figures_id(f, f->sheet.shown[j]) : 0;
            /* A bot may be newer than the sample. */
            if ((table != USES && table != BOTS) ||
                (bot < play->bots &&
                 (table == BOTS ? play->bot[bot].sets.n : play->set[i].bot[bot].won.n) > 0)) {
                row[n++] = (struct row){f, play, i, bot};
            }
        }
    }
    *rows = (struct svi_rows){row, sizeof *row, n};
    return row;
}

static bool put_cell(struct svi_page *page, const struct svi_column *column, const void *row)
{
    if ((column->treated & SVI_COLUMN_NAME) == 0) {
        return false;
    }
    svi_page_bot_link(page, svi_figures_bot(page->f, ((const struct row *)row)->bot));
    return true;
}

static void put_table(struct svi_page *page, const struct svi_play_figures *play, unsigned table)
{
    struct svi_rows rows;
    struct row *row = make_rows(page->f, play, table, &rows);
    const struct svi_page_table shown = {&tables[table].columns, &rows, SVI_IN_PAGE,
                                         tables[table].name, put_cell};
    page->out->failed = page->out->failed || row == NULL;
    if (row != NULL) {
        svi_page_columns(page, &shown);
    }
    free(row);
}

void svi_game_page_json(const struct svi_figures *f, const struct svi_play_figures *play,
                        struct svi_buf *out)
{
    svi_out_char(out, '{');
    svi_json_string(out, "edition", f->league->edition);
    svi_json_int(out, "sample", play != NULL ? (int64_t)play->games : 0);
    svi_json_int(out, "deals", play != NULL ? (int64_t)play->deals : 0);
    for (unsigned k = 0; k < TABLES && play != NULL; k++) {
        struct svi_rows rows;
        struct row *row = make_rows(f, play, k, &rows);
        svi_columns_json_all(&tables[k].columns, &rows, SVI_IN_JSON, tables[k].name, out);
        out->failed = out->failed || row == NULL;
        free(row);
    }
    svi_out_text(out, "}\n");
}

bool svi_game_page_csv(const struct svi_figures *f, const struct svi_play_figures *play,
                       const char *table, struct svi_buf *out)
{
    for (unsigned k = 0; k < TABLES && play != NULL; k++) {
        if (strcmp(table, tables[k].name) == 0) {
            struct svi_rows rows;
            struct row *row = make_rows(f, play, k, &rows);
            svi_columns_csv_all(&tables[k].columns, &rows, SVI_IN_CSV, out);
            out->failed = out->failed || row == NULL;
            free(row);
            return true;
        }
    }
    return false;
}

/* ---- the page -------------------------------------------------------------------------------- */

static void put_auctions(struct svi_page *page, const struct svi_play_figures *play)
{
    if (play->auction.n == 0) {
        return;
    }
    svi_out_text(page->out, "<p>Auctioned deeds cost <b>");
    svi_page_estimate(page->out, estimate_of(page->f, &play->auction, 100, INFINITY), 0);
    svi_out_text(page->out, "</b> per cent of their printed price, in ");
    svi_html_count(page->out, (uint64_t)play->auction.n);
    svi_out_text(page->out, " auctions.</p>\n");
}

/* Whether a seat is better than others, as far as its interval says. */
static void put_advantage(struct svi_page *page)
{
    unsigned surely = 0;
    for (unsigned s = 0; s < page->f->seats; s++) {
        surely += page->f->seat[s].low > 0.5 || page->f->seat[s].high < 0.5;
    }
    svi_html_format(page->out,
                    surely > 0
                        ? "<p>%u of %u seats differ from the mean with 95%% confidence.</p>\n"
                        : "<p>No seat differs from the mean with 95%% confidence.</p>\n",
                    surely, page->f->seats);
}

void svi_game_page(struct svi_page *page, const struct svi_play_figures *play)
{
    struct svi_buf *out = page->out;
    struct svi_buf about = {0};
    svi_out_text(&about, "Landings and income by space, who completes sets and wins with them, "
                         "auction prices and the advantage of seats. Edition ");
    svi_out_text(&about, page->f->league->edition);
    svi_out_char(&about, '.');
    svi_pages_begin_about(page, "the game", true, &about);
    svi_out_text(out, "<section id=game><h2>The game</h2>\n");
    if (play == NULL) {
        svi_out_text(out, "<p>These figures come from games that are played again. They are being "
                          "made, or there is no game yet.</p></section>\n");
        svi_page_end(page);
        return;
    }
    svi_out_text(out, "<p class=lead>From a sample of ");
    svi_html_count(out, play->games);
    svi_out_text(out, " games in ");
    svi_html_count(out, play->deals);
    svi_out_text(out, " deals. \xc2\xb1: 95% intervals, with deals as observations. For programs: "
                      "<a href=\"/api/game\">JSON</a>");
    for (unsigned k = 0; k < TABLES; k++) {
        svi_html_format(out, ", <a href=\"/game/%s.csv\">", tables[k].name);
        svi_html_words(out, tables[k].name);
        svi_out_text(out, "</a>");
    }
    svi_out_text(out, " as csv.</p></section>\n<section id=spaces><h2>Spaces and auctions</h2>\n");
    put_auctions(page, play);
    svi_out_text(out,
                 "<p class=lead>Landings: of 100 moves of a token, those that end there. Paid: "
                 "rents and taxes. Auction price: per cent of the printed price.</p>\n");
    put_table(page, play, SPACES);
    svi_out_text(out,
                 "</section>\n<section id=sets><h2>Sets</h2>\n<p class=lead>In how many of 100 "
                 "games a set is completed, by purchase or trade, in which round, and how many "
                 "of 100 who complete it win. Strong bots complete more sets: that winners "
                 "have a set does not prove that it wins.</p>\n");
    put_table(page, play, SETS_TABLE);
    svi_out_text(out, "<h3>Sets of streets by bot</h3>\n");
    put_table(page, play, BOTS);
    svi_out_text(out, "<details><summary>Each set by bot</summary>\n");
    put_table(page, play, USES);
    svi_out_text(out, "</details></section>\n");
    if (page->f->seats > 0) {
        svi_out_text(out, "<section id=advantage><h2>Seats</h2>\n");
        put_advantage(page);
        put_table(page, play, SEATS);
        svi_out_text(out, "</section>\n");
    }
    svi_page_end(page);
}
