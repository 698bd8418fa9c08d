/* The document about the game itself: spaces, sets, auctions, seats. */
#include "memory/memory.h"
#include "tools/report/report.h"
#include "tools/serve/pages.h"

#include "base/json.h"
#include "base/out.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A row of any table: of a space, a set, a bot with a set, a bot, a seat. */
struct row {
    uint32_t index; /* of the space or seat */
    const char *name, *kind, *set;
    struct svi_bot_name bot;
    const struct sv_space *deed; /* NULL: the space is not for sale */
    int64_t times;               /* auctions or completions of sets */
    struct svi_estimate landings, paid, rent, auction, completed, round, won, sets, without, points;
};

/* Sets a ratio in a unit, on the scale from 0 to `most`. */
static void set(const struct svi_figures *f, struct svi_estimate *e, const struct svi_ratio *ratio,
                double unit, double most)
{
    const struct svi_estimate of = svi_ratio_estimate(ratio);
    const bool none = f->sheet.games.no_intervals;
    *e = svi_estimate_within((struct svi_estimate){unit * of.value, none ? NAN : unit * of.low,
                                                   none ? NAN : unit * of.high},
                             0, most);
}

static void fill_space(const struct svi_figures *f, const struct svi_play_figures *p, unsigned at,
                       struct row *row)
{
    const struct sv_space *space = &p->edition.space[at];
    const struct svi_space_figures *of = &p->space[at];
    row->name = space->name;
    row->kind = sv_space_kind_name(space->kind);
    row->set = space->group < p->edition.n_groups ? p->edition.group[space->group].name : NULL;
    row->deed = space->price > 0 ? space : NULL;
    row->times = (int64_t)of->auction.n;
    set(f, &row->landings, &of->landings, 100, 100);
    set(f, &row->auction, &of->auction, 100, INFINITY);
    if (space->price > 0 || space->kind == SV_SPACE_TAX) {
        set(f, &row->paid, &of->income, 1, INFINITY);
        set(f, &row->rent, &of->rent, 1, INFINITY);
    }
}

/* Fills the row of a set, or of a bot's use of it. */
static void fill_set(const struct svi_figures *f, const struct svi_play_figures *p, unsigned at,
                     const struct svi_set_use *use, struct row *row)
{
    const struct svi_set_figures *of = &p->set[at];
    const struct svi_ratio *won = use != NULL ? &use->won : &of->won;
    row->set = p->edition.group[at].name;
    row->times = (int64_t)won->n;
    set(f, &row->completed, use != NULL ? &use->completed : &of->completed, 100, 100);
    set(f, &row->won, won, 100, 100);
    set(f, &row->round, &of->round, 1, INFINITY);
}

static void get_auctions(const void *row, unsigned which, struct svi_cell *value)
{
    const struct row *r = row;
    (void)which;
    if (r->deed != NULL) {
        svi_cell_set_int(value, (uint64_t)r->times);
    }
}

#define EVERYWHERE (SVI_IN_PAGE | SVI_IN_DATA)
#define NAMED(title, help, member)                                                                 \
    {                                                                                              \
        title, SVI_TEXT, NULL, help, EVERYWHERE, SVI_AT(struct row, member)                        \
    }
#define BOT                                                                                        \
    {                                                                                              \
        "bot", SVI_TEXT, NULL, "Its name", EVERYWHERE, .treated = SVI_COLUMN_NAME,                 \
                                                       SVI_AT(struct row, bot)                     \
    }
#define TIMES(help)                                                                                \
    {                                                                                              \
        "times", SVI_INTEGER, NULL, help, EVERYWHERE, SVI_AT(struct row, times)                    \
    }
#define RATIO(title, unit, help, member)                                                           \
    {                                                                                              \
        title, SVI_NUMBER, unit, help, EVERYWHERE, SVI_INTERVAL, .digits = 4, .shown = 1,          \
                                                                 SVI_AT(struct row, member)        \
    }

static const struct svi_column space_columns[] = {
    {"index", SVI_INTEGER, NULL, "On the board, from 0", SVI_IN_DATA, SVI_AT(struct row, index)},
    NAMED("space", "Its name", name),
    {"kind", SVI_TEXT, NULL, "Its kind", SVI_IN_DATA, SVI_AT(struct row, kind)},
    NAMED("set", "That its deed belongs to", set),
    {"landings_interval", SVI_NUMBER, NULL, "Landings with their 95% interval", SVI_IN_PAGE,
     SVI_CHART, SVI_AT(struct row, landings)},
    RATIO("landings", "per cent", "Of 100 moves of a token, those that end there", landings),
    RATIO("paid_a_game", "money", "Rents and taxes that are paid there in a game", paid),
    RATIO("a_landing", "money", "The same by landing", rent),
    {"price", SVI_INTEGER, NULL, "Printed on the deed", EVERYWHERE,
     SVI_VIA(struct row, deed, price)},
    {"auctions", SVI_INTEGER, NULL, "Of the deed, in the sample", EVERYWHERE, .get = get_auctions},
    RATIO("auction_price", "per cent", "Paid at auctions, in per cent of the printed price",
          auction),
};

static const struct svi_column set_columns[] = {
    NAMED("set", "Deeds that belong together", set),
    RATIO("completed", "per cent", "Games in which anybody had all its deeds", completed),
    TIMES("A seat completed it, in the sample"),
    RATIO("round", "rounds", "In which it was completed", round),
    RATIO("won", "per cent", "Games won by who completed it, ties included", won),
};

static const struct svi_column use_columns[] = {
    NAMED("set", "Deeds that belong together", set),
    BOT,
    RATIO("completed", "per cent", "Games in which the bot completed it", completed),
    TIMES("The bot completed it, in the sample"),
    RATIO("won", "per cent", "Of these games, those that it won", won),
};

static const struct svi_column bot_columns[] = {
    BOT,
    RATIO("sets", "a game", "Sets of streets that the bot completes", sets),
    RATIO("won_with", "per cent", "Games won, of those in which it completed one", won),
    RATIO("won_without", "per cent", "Games won, of those in which it completed none", without),
};

static const struct svi_column seat_columns[] = {
    {"seat", SVI_INTEGER, NULL, "From 0", EVERYWHERE, SVI_AT(struct row, index)},
    {"points_interval", SVI_NUMBER, NULL, "Points with their 95% interval", SVI_IN_PAGE, SVI_CHART,
     SVI_AT(struct row, points)},
    {"points", SVI_NUMBER, "points a game", "Mean of all bots, over all games", EVERYWHERE,
     SVI_INTERVAL, .digits = 6, .shown = 3, SVI_AT(struct row, points)},
};

static const struct svi_column all_columns[] = {
    {"auctions", SVI_INTEGER, NULL, "In the sample", EVERYWHERE, SVI_AT(struct row, times)},
    {"auction_price", SVI_NUMBER, "per cent", "Paid at auctions, in per cent of the printed price",
     EVERYWHERE, SVI_INTERVAL, .digits = 4, SVI_AT(struct row, auction)},
};

/* ---- tables ---------------------------------------------------------------------------------- */

enum { ALL, SPACES, SETS, USES, BOTS, SEATS, TABLES };

static const struct {
    const char *name;
    struct svi_columns columns;
} tables[TABLES] = {[ALL] = {"all", SVI_COLUMNS(all_columns)},
                    [SPACES] = {"spaces", SVI_COLUMNS(space_columns)},
                    [SETS] = {"sets", SVI_COLUMNS(set_columns)},
                    [USES] = {"sets_of_bots", SVI_COLUMNS(use_columns)},
                    [BOTS] = {"bots", SVI_COLUMNS(bot_columns)},
                    [SEATS] = {"seats", SVI_COLUMNS(seat_columns)}};

/* Makes the rows of a table, for the caller to free; bots in the order of the ranking. A bot may be
 * newer than the sample. Without memory returns NULL, with no rows. */
static struct row *make_rows(const struct svi_figures *f, const struct svi_play_figures *play,
                             unsigned table, struct svi_rows *rows)
{
    const bool by_bot = table == USES || table == BOTS;
    const unsigned bots = by_bot ? f->sheet.ratings.n_order : 1;
    const unsigned first = table == SPACES                  ? play->edition.n_spaces
                           : table == SETS || table == USES ? play->edition.n_groups
                           : table == SEATS                 ? f->seats
                                                            : 1;
    struct row *row = svi_new((size_t)first * bots + 1, sizeof *row);
    static const struct svi_estimate no = {NAN, NAN, NAN};
    unsigned n = 0;
    for (unsigned k = 0; k < first * bots && row != NULL; k++) {
        const unsigned at = k / bots, bot = by_bot ? f->sheet.ratings.order[k % bots] : 0;
        struct row *r = &row[n];
        *r = (struct row){
            .index = at, .bot = {f->league->bot[bot], bot}, .paid = no, .rent = no, .points = no};
        n++;
        if (table == ALL) {
            r->times = (int64_t)play->auction.n;
            set(f, &r->auction, &play->auction, 100, INFINITY);
        } else if (table == SPACES) {
            fill_space(f, play, at, r);
        } else if (table == SETS) {
            fill_set(f, play, at, NULL, r);
        } else if (table == USES && bot < play->bots &&
                   play->use[at * play->bots + bot].won.n > 0) {
            fill_set(f, play, at, &play->use[at * play->bots + bot], r);
        } else if (table == BOTS && bot < play->bots && play->bot[bot].sets.n > 0) {
            set(f, &r->sets, &play->bot[bot].sets, 1, INFINITY);
            set(f, &r->won, &play->bot[bot].with, 100, 100);
            set(f, &r->without, &play->bot[bot].without, 100, 100);
        } else if (table == SEATS) {
            r->points = f->seat[at];
        } else {
            n--;
        }
    }
    *rows = (struct svi_rows){row, sizeof *row, n};
    return row;
}

enum sv_status svi_pages_the_game_csv(struct svi_asked *a)
{
    for (unsigned k = ALL + 1; k < TABLES && a->play != NULL; k++) {
        const size_t size = strlen(tables[k].name);
        if (strncmp(a->rest, tables[k].name, size) == 0 && strcmp(a->rest + size, ".csv") == 0) {
            struct svi_rows rows;
            SCOPED(scoped_free) struct row *row = make_rows(a->page.f, a->play, k, &rows);
            svi_columns_csv_all(&tables[k].columns, &rows, SVI_IN_CSV, a->page.out);
            a->page.out->failed = a->page.out->failed || row == NULL;
            return SV_OK;
        }
    }
    return SV_E_UNKNOWN;
}

/* ---- the document ---------------------------------------------------------------------------- */

static void put_tables(struct svi_page *page, const struct svi_play_figures *play)
{
    struct row *row[TABLES];
    struct svi_document_table table[TABLES];
    for (unsigned k = 0; k < TABLES; k++) {
        table[k] = (struct svi_document_table){
            tables[k].name, tables[k].columns, {0}, SVI_IN_PAGE, SVI_IN_JSON};
        row[k] = make_rows(page->f, play, k, &table[k].rows);
    }
    svi_tables_json(table, TABLES, page->out);
    for (unsigned k = 0; k < TABLES; k++) {
        page->out->failed = page->out->failed || row[k] == NULL;
        free(row[k]);
    }
}

enum sv_status svi_pages_the_game(struct svi_asked *a)
{
    struct svi_page *const page = &a->page;
    const struct svi_play_figures *play = a->play;
    (void)snprintf(a->title, sizeof a->title, "the game");
    svi_out_text(&a->about, "Landings and income by space, who completes sets and wins with "
                            "them, auction prices and the advantage of seats. Edition ");
    svi_out_text(&a->about, page->f->league->edition);
    svi_out_char(&a->about, '.');
    svi_report_begin(page, "the_game");
    svi_json_members(page->out, JSON_TEXT("edition", page->f->league->edition),
                     JSON_INT("sample", play != NULL ? play->games : 0),
                     JSON_INT("deals", play != NULL ? play->deals : 0));
    if (play != NULL) {
        put_tables(page, play);
    }
    return SV_OK;
}
