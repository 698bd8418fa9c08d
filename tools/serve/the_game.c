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

/* The source of a row of any table: a space, a set, a bot with a set, a bot, a seat. */
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

enum { SPACE_NAME, SPACE_KIND, SPACE_SET, SET_NAME, BOT_NAME };

static void get_name(const void *row, unsigned which, struct svi_cell *value)
{
    const struct row *r = row;
    const struct sv_group *group = group_of(r, which == SPACE_SET  ? space_of(r)->group
                                               : which == SET_NAME ? r->at
                                                                   : SV_NONE);
    if (which == BOT_NAME) {
        svi_cell_set_bot(value, r->f->league->bot[r->bot], r->bot);
    } else {
        svi_cell_set_text(value, which == SPACE_NAME   ? space_of(r)->name
                                 : which == SPACE_KIND ? sv_space_kind_name(space_of(r)->kind)
                                 : group != NULL       ? group->name
                                                       : NULL);
    }
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
    {"kind", SVI_TEXT, NULL, "Its kind", SVI_IN_DATA, .get = get_name, .which = SPACE_KIND},
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

static const struct {
    const char *name;
    struct svi_columns columns;
} tables[TABLES] = {[SPACES] = {"spaces", SVI_COLUMNS(space_columns)},
                    [SETS_TABLE] = {"sets", SVI_COLUMNS(set_columns)},
                    [USES] = {"sets_of_bots", SVI_COLUMNS(use_columns)},
                    [BOTS] = {"bots", SVI_COLUMNS(bot_columns)},
                    [SEATS] = {"seats", SVI_COLUMNS(seat_columns)}};

/* The rows of a table, to be freed; bots in the order of the ranking. NULL: no memory. */
static struct row *make_rows(const struct svi_figures *f, const struct svi_play_figures *play,
                             unsigned table, struct svi_rows *rows)
{
    const unsigned bots = f->sheet.ratings.n_order;
    const unsigned first = table == SPACES                        ? play->edition.n_spaces
                           : table == SETS_TABLE || table == USES ? play->edition.n_groups
                           : table == SEATS                       ? f->seats
                                                                  : 1;
    const unsigned second = table == USES || table == BOTS ? bots : 1;
    struct row *row = svi_new((size_t)first * second + 1, sizeof *row);
    unsigned n = 0;
    for (unsigned i = 0; row != NULL && i < first; i++) {
        for (unsigned j = 0; j < second; j++) {
            const unsigned bot = second == bots && bots > 0 ? f->sheet.ratings.order[j] : 0;
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

bool svi_pages_game_csv(const struct svi_figures *f, const struct svi_play_figures *play,
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

/* ---- the document ---------------------------------------------------------------------------- */

static void get_auctions(const void *row, unsigned which, struct svi_cell *value)
{
    (void)which;
    svi_cell_set_int(value, (uint64_t)((const struct row *)row)->play->auction.n);
}

static void get_auction_price(const void *row, unsigned which, struct svi_cell *value)
{
    const struct row *r = row;
    (void)which;
    set(value, r, &r->play->auction, 100, INFINITY);
}

static const struct svi_column all_columns[] = {
    {"auctions", SVI_INTEGER, NULL, "In the sample", EVERYWHERE, .get = get_auctions},
    {"auction_price", SVI_NUMBER, "per cent", "Paid at auctions, in per cent of the printed price",
     EVERYWHERE, SVI_INTERVAL, .digits = 4, .get = get_auction_price},
};

static void put_tables(struct svi_page *page, const struct svi_play_figures *play)
{
    const struct row first = {page->f, play, 0, 0};
    struct row *row[TABLES];
    struct svi_document_table table[TABLES + 1] = {
        {"all", SVI_COLUMNS(all_columns), {&first, sizeof first, 1}, SVI_IN_PAGE, SVI_IN_JSON}};
    for (unsigned k = 0; k < TABLES; k++) {
        table[k + 1] = (struct svi_document_table){
            tables[k].name, tables[k].columns, {0}, SVI_IN_PAGE, SVI_IN_JSON};
        row[k] = make_rows(page->f, play, k, &table[k + 1].rows);
    }
    svi_tables_json(table, TABLES + 1, page->out);
    for (unsigned k = 0; k < TABLES; k++) {
        free(row[k]);
    }
}

void svi_pages_game(struct svi_page *page, struct svi_head *head,
                    const struct svi_play_figures *play)
{
    struct svi_buf *out = page->out;
    (void)snprintf(head->title, sizeof head->title, "the game");
    svi_out_text(&head->about, "Landings and income by space, who completes sets and wins with "
                               "them, auction prices and the advantage of seats. Edition ");
    svi_out_text(&head->about, page->f->league->edition);
    svi_out_char(&head->about, '.');
    svi_report_begin(page, "the_game");
    svi_json_string(out, "edition", page->f->league->edition);
    svi_json_int(out, "sample", play != NULL ? (int64_t)play->games : 0);
    svi_json_int(out, "deals", play != NULL ? (int64_t)play->deals : 0);
    if (play != NULL) {
        put_tables(page, play);
    }
    svi_pages_end(page);
}
