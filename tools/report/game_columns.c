#include "tools/report/game_columns.h"

#include "job/points.h"
#include "store/store_results.h"

#include "base/json.h"
#include "base/out.h"

void svi_game_row_seat(struct svi_game_row *row, unsigned seat)
{
    row->seat = seat;
    row->of = &row->match->seat[seat];
    row->bot = (struct svi_bot_name){row->league->bot[row->of->bot], SVI_NO_PAGE};
}

enum sv_status svi_game_row_init(struct svi_game_row *row, struct svi_store *store,
                                 const struct svi_store_match *match, const struct svi_figures *f)
{
    struct svi_store_luck luck;
    row->at_ms = f != NULL ? svi_figures_when(f, match->number) : 0;
    row->league = svi_store_info(store);
    row->match = match;
    svi_game_row_seat(row, 0);
    const enum sv_status status = svi_store_luck_of(store, match->number, &luck, &row->has_luck);
    row->has_luck = status == SV_OK && row->has_luck &&
                    svi_luck_row_get(luck.figures, luck.size, &row->luck) &&
                    row->luck.seats == match->seats;
    return status;
}

static void get_incidents(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_store_match *m = ((const struct svi_game_row *)row)->match;
    (void)which;
    svi_cell_set_int(value, 0);
    for (unsigned s = 0; s < m->seats; s++) {
        value->number += svi_store_incidents(&m->seat[s]);
    }
}

static void get_time(const void *row, unsigned which, struct svi_cell *value)
{
    const int64_t at_ms = ((const struct svi_game_row *)row)->at_ms;
    (void)which;
    if (at_ms > 0) {
        svi_cell_set_int(value, (uint64_t)at_ms);
    }
}

static void get_ended(const void *row, unsigned which, struct svi_cell *value)
{
    (void)which;
    svi_cell_set_text(value, sv_why_name(((const struct svi_game_row *)row)->match->why));
}

static void get_note(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_store_seat *seat = ((const struct svi_game_row *)row)->of;
    (void)which;
    svi_cell_set_text(value, seat->forfeited                 ? "forfeited"
                             : svi_store_incidents(seat) > 0 ? "incidents"
                                                             : NULL);
}

enum { POINTS, LUCK, LUCK_SD, SKILL };

static void get_points(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_game_row *r = row;
    const uint32_t unit = svi_points_unit(r->match->seats);
    const int64_t points = r->of->points;
    if (which == POINTS) {
        value->kind = SVI_CELL_RATIO;
        value->number = points;
        value->unit = unit;
    } else if (r->has_luck) {
        const int64_t luck = r->luck.seat[r->seat].luck;
        value->kind = SVI_CELL_RATIO;
        value->unit = SVI_LUCK_UNIT;
        value->number = which == LUCK ? luck
                        : which == LUCK_SD
                            ? (int64_t)r->luck.seat[r->seat].sd
                            : points * SVI_LUCK_UNIT / unit - SVI_LUCK_UNIT / 2 - luck;
    }
}

static const struct svi_column game_columns[] = {
    {"game", SVI_INTEGER, NULL, "Its number", SVI_IN_ALL,
     SVI_VIA(struct svi_game_row, match, number)},
    {"table", SVI_INTEGER, NULL, "Which bots sit together, from 0", SVI_IN_DATA | SVI_IN_PAGE,
     SVI_VIA(struct svi_game_row, match, table)},
    {"deal", SVI_INTEGER, NULL, "All games on one seed", SVI_IN_ALL,
     SVI_VIA(struct svi_game_row, match, deal)},
    {"at_ms", SVI_INTEGER, "ms", "About when it was played, since 1970", SVI_IN_PAGE | SVI_IN_TIME,
     .get = get_time},
    {"seating", SVI_INTEGER, NULL, "How they sit, from 0", SVI_IN_TABLES | SVI_IN_DATA,
     SVI_VIA(struct svi_game_row, match, seating)},
    {"ended", SVI_TEXT, NULL, "last_solvent, max_rounds or forfeit", SVI_IN_ALL, .get = get_ended},
    {"rounds", SVI_INTEGER, NULL, "Played", SVI_IN_ALL,
     SVI_VIA(struct svi_game_row, match, rounds)},
    {"turns", SVI_INTEGER, NULL, "Played", SVI_IN_DATA, SVI_VIA(struct svi_game_row, match, turns)},
    {"decisions", SVI_INTEGER, NULL, "Of all seats", SVI_IN_DATA,
     SVI_VIA(struct svi_game_row, match, decisions)},
    {"incidents", SVI_INTEGER, NULL,
     "Decisions for which the default was taken, and forfeits, of all seats",
     SVI_IN_TABLES | SVI_IN_JSON, .get = get_incidents},
    {"weight", SVI_NUMBER, NULL, "Csv of a ladder: what its deal weighs in ratings",
     SVI_IN_WEIGHT_CSV, .digits = 6, SVI_AT(struct svi_game_row, weight)},
};

const struct svi_columns svi_game_columns = SVI_COLUMNS(game_columns);

static const struct svi_column seat_columns[] = {
    {"seat", SVI_INTEGER, NULL, "From 0", SVI_IN_DATA, SVI_AT(struct svi_game_row, seat)},
    {"bot", SVI_TEXT, NULL, "Its name", SVI_IN_DATA | SVI_IN_PAGE,
     SVI_AT(struct svi_game_row, bot)},
    {"id", SVI_INTEGER, NULL, "The bot's number in the store", SVI_IN_JSON | SVI_IN_PAGE,
     SVI_VIA(struct svi_game_row, of, bot)},
    {"place", SVI_INTEGER, NULL, "From 1; equal places leave out the next",
     SVI_IN_DATA | SVI_IN_PAGE, SVI_VIA(struct svi_game_row, of, place)},
    {"points", SVI_NUMBER, "points", "1 for the first, 0 for the last", SVI_IN_DATA, .digits = 6,
     .get = get_points, .which = POINTS},
    {"worth", SVI_INTEGER, "money", "At the end", SVI_IN_DATA,
     SVI_VIA(struct svi_game_row, of, worth)},
    {"late", SVI_INTEGER, NULL, "Answers that came after their time", SVI_IN_DATA,
     SVI_VIA(struct svi_game_row, of, verdicts[SV_VERDICT_LATE])},
    {"malformed", SVI_INTEGER, NULL, "Answers that could not be read", SVI_IN_DATA,
     SVI_VIA(struct svi_game_row, of, verdicts[SV_VERDICT_MALFORMED])},
    {"illegal", SVI_INTEGER, NULL, "Answers that the rules forbid", SVI_IN_DATA,
     SVI_VIA(struct svi_game_row, of, verdicts[SV_VERDICT_ILLEGAL])},
    {"dead", SVI_INTEGER, NULL, "Decisions at which its process was gone", SVI_IN_DATA,
     SVI_VIA(struct svi_game_row, of, verdicts[SV_VERDICT_DEAD])},
    {"overtime", SVI_INTEGER, NULL, "Decisions after its time for the match was used up",
     SVI_IN_DATA, SVI_VIA(struct svi_game_row, of, verdicts[SV_VERDICT_OVERTIME])},
    {"fallback", SVI_INTEGER, NULL, "Answers in place of those that the bot could not get",
     SVI_IN_DATA, SVI_VIA(struct svi_game_row, of, verdicts[SV_VERDICT_FALLBACK])},
    {"forfeited", SVI_FLAG, NULL, "Whether it didn't play the game to its end; csv: 1 or 0",
     SVI_IN_DATA, SVI_VIA(struct svi_game_row, of, forfeited)},
    {"note", SVI_TEXT, NULL, "forfeited or incidents, if it did or had any", SVI_IN_PAGE,
     .get = get_note},
    {"luck", SVI_NUMBER, "points", "What dice and cards gave, where that is known",
     SVI_IN_LUCK_CSV | SVI_IN_JSON | SVI_IN_PAGE, .digits = 6, .get = get_points, .which = LUCK},
    {"luck_sd", SVI_NUMBER, "points", "Its standard deviation", SVI_IN_JSON, .digits = 6,
     .get = get_points, .which = LUCK_SD},
    {"skill", SVI_NUMBER, "points", "Points less 1/2 less luck", SVI_IN_LUCK_CSV | SVI_IN_JSON,
     .digits = 6, .get = get_points, .which = SKILL},
};

const struct svi_columns svi_seat_columns = SVI_COLUMNS(seat_columns);

void svi_game_csv_titles(unsigned where, struct svi_buf *out)
{
    svi_columns_csv_titles(&svi_game_columns, where, true, out);
    svi_columns_csv_titles(&svi_seat_columns, where, false, out);
    svi_out_char(out, '\n');
}

void svi_game_csv(const struct svi_game_row *row, unsigned where, struct svi_buf *out)
{
    struct svi_game_row seat = *row;
    for (unsigned k = 0; k < row->match->seats; k++) {
        svi_game_row_seat(&seat, k);
        svi_columns_csv(&svi_game_columns, &seat, where, true, out);
        svi_columns_csv(&svi_seat_columns, &seat, where, false, out);
        svi_out_char(out, '\n');
    }
}

void svi_game_json(const struct svi_game_row *row, unsigned where, struct svi_buf *out)
{
    struct svi_game_row seat = *row;
    svi_columns_json(&svi_game_columns, row, where, out);
    svi_json_key(out, "seats");
    for (unsigned k = 0; k < row->match->seats; k++) {
        svi_game_row_seat(&seat, k);
        svi_out_text(out, k == 0 ? "[{" : ",{");
        svi_columns_json(&svi_seat_columns, &seat, where, out);
        svi_out_char(out, '}');
    }
    svi_out_char(out, ']');
}

struct listing {
    struct svi_store *store;
    const struct svi_figures *f;
    unsigned where;
    struct svi_buf *out;
    enum sv_status status;
};

static bool list_game(void *user, const struct svi_store_match *m)
{
    struct listing *l = user;
    struct svi_game_row row;
    l->status = l->status == SV_OK ? svi_game_row_init(&row, l->store, m, l->f) : l->status;
    if (l->status == SV_OK) {
        svi_json_row(l->out);
        svi_game_json(&row, l->where, l->out);
        svi_json_row_end(l->out);
    }
    return l->status == SV_OK;
}

enum sv_status svi_games_json(struct svi_store *store, const struct svi_figures *f,
                              const uint64_t numbers[], size_t n, unsigned where, const char *key,
                              struct svi_buf *out)
{
    struct listing l = {store, f, where, out, SV_OK};
    svi_json_rows(out, key);
    const enum sv_status status = svi_store_results_at(store, numbers, n, list_game, &l);
    svi_json_rows_end(out);
    return status != SV_OK ? status : l.status;
}
