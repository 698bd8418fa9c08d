#include "stats/games.h"

#include "base/error.h"
#include "base/order.h"
#include "memory/memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- games order ----------------------------------------------------------------------------- */

struct named {
    const char *name;
    uint16_t number;
};

SVI_ORDER(compare_names, struct named, strcmp(one->name, other->name))

/* Orders the bots by name, and gives the rows their places in that order. */
static void order_bots(struct svi_games *games)
{
    const unsigned n = games->n_bots;
    SCOPED(scoped_free) struct named *sorted = svi_new(n + 1, sizeof *sorted);
    games->number = svi_new(n + 1, sizeof *games->number);
    games->place = svi_new(n + 1, sizeof *games->place);
    for (unsigned i = 0; i < n; i++) {
        sorted[i] = (struct named){games->bot[i], (uint16_t)i};
    }
    qsort(sorted, n, sizeof *sorted, compare_names);
    for (unsigned i = 0; i < n; i++) {
        games->number[i] = sorted[i].number;
        games->place[sorted[i].number] = (uint16_t)i;
    }
    for (size_t i = 0; i < games->n_rows; i++) {
        games->row[i].bot = games->place[games->row[i].bot];
    }
}

SVI_ORDER(compare_games, struct svi_game_rows,
          SVI_THEN(SVI_COMPARE(one->deal_number, other->deal_number),
                   SVI_THEN(SVI_COMPARE(one->number, other->number),
                            SVI_COMPARE(one->first, other->first))))

static bool is_same_game(const struct svi_game_rows *one, const struct svi_game_rows *other)
{
    return one->number == other->number && one->deal_number == other->deal_number;
}

/* X(column, values a row): the columns of rows, of which all but the first may be NULL. */
#define COLUMNS(X)                                                                                 \
    X(games->row, 1)                                                                               \
    X(games->points, 1)                                                                            \
    X(games->luck, 1)                                                                              \
    X(games->figure, games->n_figures)                                                             \
    X(games->origin, 1)

/* Returns a copy of a column, of `width` bytes a row, in the order of the games. Returns NULL if
 * there is no memory; the column is unchanged then. */
static void *in_order(const struct svi_games *games, void *column, size_t width)
{
    unsigned char *out = svi_new(games->n_rows * width + 1, 1);
    size_t at = 0;
    for (size_t g = 0; g < games->n_games && out != NULL; g++) {
        const struct svi_game_rows *game = &games->game[g];
        const size_t bytes = game->deal * width;
        memcpy(out + at, (unsigned char *)column + game->first * width, bytes);
        at += bytes;
    }
    if (out != NULL) {
        free(column);
    }
    return out;
}

/* Orders games, and brings rows of a game together that were added apart. Until it returns, the
 * `deal` of a game has its number of rows. */
static enum sv_status order_games(struct svi_games *games)
{
    bool ordered = true;
    for (size_t g = 1; g < games->n_games && ordered; g++) {
        ordered = compare_games(&games->game[g - 1], &games->game[g]) < 0 &&
                  !is_same_game(&games->game[g - 1], &games->game[g]);
    }
    if (ordered) {
        return SV_OK;
    }
    for (size_t g = 0; g < games->n_games; g++) {
        games->game[g].deal = svi_game_seats(&games->game[g]);
    }
    qsort(games->game, games->n_games, sizeof *games->game, compare_games);
    bool ok = true;
#define ORDER(column, times)                                                                       \
    if (ok && (column) != NULL) {                                                                  \
        void *now = in_order(games, column, (times) * sizeof *(column));                           \
        ok = now != NULL;                                                                          \
        (column) = ok ? now : (column);                                                            \
    }
    COLUMNS(ORDER)
#undef ORDER
    size_t kept = 0;
    uint32_t first = 0;
    for (size_t g = 0; g < games->n_games; g++) {
        struct svi_game_rows game = games->game[g];
        const uint32_t rows = game.deal;
        if (kept == 0 || !is_same_game(&games->game[kept - 1], &game)) {
            game.first = first;
            games->game[kept++] = game;
        }
        first += rows;
    }
    games->n_games = kept;
    games->game[kept].first = first;
    return ok ? SV_OK : SV_E_SYSTEM;
}

static void swap_cells(void *column, size_t width, size_t a, size_t b)
{
    unsigned char *one = (unsigned char *)column + a * width;
    unsigned char *other = (unsigned char *)column + b * width;
    for (size_t i = 0; i < width; i++) {
        const unsigned char byte = one[i];
        one[i] = other[i];
        other[i] = byte;
    }
}

static void swap_rows(struct svi_games *games, size_t a, size_t b)
{
#define SWAP(column, times)                                                                        \
    if ((column) != NULL) {                                                                        \
        swap_cells(column, (times) * sizeof *(column), a, b);                                      \
    }
    COLUMNS(SWAP)
#undef SWAP
}

/* Sorts by insertion, as seats are few and usually in order. */
static void order_seats(struct svi_games *games, const struct svi_game_rows *game)
{
    for (size_t i = game->first + 1; i < game[1].first; i++) {
        for (size_t at = i; at > game->first && games->row[at - 1].seat > games->row[at].seat;
             at--) {
            swap_rows(games, at - 1, at);
        }
    }
}

/* Rewrites the places of one game as 1, 2, 2, 4, and computes their points. */
static void close_places(struct svi_games *games, const struct svi_game_rows *game)
{
    const unsigned seats = svi_game_seats(game);
    struct svi_seat_row *rows = &games->row[game->first];
    uint8_t place[SVI_STATS_SEATS];
    for (unsigned s = 0; s < seats; s++) {
        unsigned before = 0;
        unsigned equals = 0;
        for (unsigned o = 0; o < seats; o++) {
            before += rows[o].place < rows[s].place;
            equals += o != s && rows[o].place == rows[s].place;
        }
        place[s] = (uint8_t)(before + 1);
        games->share[game->first + s] = (uint8_t)(2 * (seats - before - 1) - equals);
    }
    for (unsigned s = 0; s < seats; s++) {
        const size_t row = game->first + s;
        rows[s].place = place[s];
        if (games->points != NULL && games->points[row] < 0) {
            games->points[row] = (double)games->share[row] / (2 * (seats - 1));
        }
    }
}

/* Names the later of two lines first. */
static void name_origins(struct svi_games_fault *fault, uint32_t one, uint32_t other)
{
    fault->origin = one > other ? one : other;
    fault->other = one > other ? other : one;
}

/* Checks the rows of one game, orders them and closes their places up. Returns false with `fault`
 * if they are no result. */
static bool game_is_well(struct svi_games *games, const struct svi_game_rows *game,
                         struct svi_games_fault *fault)
{
    const size_t seats = svi_game_seats(game);
    fault->origin = fault->other = svi_games_origin(games, game->first);
    if (seats < 2 || seats > SVI_STATS_SEATS) {
        (void)snprintf(fault->text, sizeof fault->text,
                       "found a game of %zu seat%s, expected 2 to %u", seats, seats == 1 ? "" : "s",
                       SVI_STATS_SEATS);
        return false;
    }
    order_seats(games, game);
    for (size_t row = game->first + 1; row < game[1].first; row++) {
        if (games->row[row].seat == games->row[row - 1].seat) {
            name_origins(fault, svi_games_origin(games, row), svi_games_origin(games, row - 1));
            (void)snprintf(fault->text, sizeof fault->text,
                           "found seat %u of the game twice, expected each once",
                           games->row[row].seat);
            return false;
        }
    }
    close_places(games, game);
    return true;
}

/* Divides the ordered games into deals. */
static enum sv_status part(struct svi_games *games, struct svi_games_fault *fault)
{
    uint32_t deals = 0;
    for (size_t g = 0; g < games->n_games; g++) {
        struct svi_game_rows *game = &games->game[g];
        deals += g == 0 || game[-1].deal_number != game->deal_number;
        game->deal = deals - 1;
    }
    free(games->deal_game);
    games->deal_game = svi_new((size_t)deals + 1, sizeof *games->deal_game);
    games->n_deals = deals;
    if (games->deal_game == NULL) {
        return SV_E_SYSTEM;
    }
    for (size_t g = 0; g < games->n_games; g++) {
        games->deal_game[games->game[g].deal + 1] = (uint32_t)(g + 1);
        if (!game_is_well(games, &games->game[g], fault)) {
            return SV_E_RANGE;
        }
    }
    return SV_OK;
}

struct numbered {
    uint64_t game;
    uint32_t at; /* index into games->game */
};

SVI_ORDER(compare_numbered, struct numbered, SVI_COMPARE(one->game, other->game))

/* Refuses a number that games of two deals have. */
static enum sv_status check_deals(const struct svi_games *games, struct svi_games_fault *fault)
{
    bool ascending = true; /* over all deals, so that no number occurs twice */
    for (size_t i = 1; i < games->n_games && ascending; i++) {
        ascending = games->game[i].number > games->game[i - 1].number;
    }
    if (ascending) {
        return SV_OK;
    }
    SCOPED(scoped_free) struct numbered *list = svi_new(games->n_games + 1, sizeof *list);
    if (list == NULL) {
        return SV_E_SYSTEM;
    }
    for (size_t i = 0; i < games->n_games; i++) {
        list[i] = (struct numbered){games->game[i].number, (uint32_t)i};
    }
    qsort(list, games->n_games, sizeof *list, compare_numbered);
    size_t i = 1;
    while (i < games->n_games && list[i].game != list[i - 1].game) {
        i++;
    }
    if (i >= games->n_games) {
        return SV_OK;
    }
    name_origins(fault, svi_games_origin(games, games->game[list[i].at].first),
                 svi_games_origin(games, games->game[list[i - 1].at].first));
    (void)snprintf(fault->text, sizeof fault->text,
                   "found the game on another deal, expected one deal for each game");
    return SV_E_RANGE;
}

enum sv_status svi_games_order(struct svi_games *games, struct svi_games_fault *fault)
{
    games->from_places = games->points == NULL;
    order_bots(games);
    SVI_TRY(order_games(games));
    SVI_TRY(part(games, fault));
    return check_deals(games, fault);
}

/* ---- games ----------------------------------------------------------------------------------- */

void svi_games_init(struct svi_games *games)
{
    memset(games, 0, sizeof *games);
}

void svi_games_finish(struct svi_games *games)
{
    for (unsigned i = 0; i < games->n_bots; i++) {
        free(games->bot[i]);
    }
    svi_free_all(games->bot, games->out, games->number, games->place, games->row, games->share,
                 games->points, games->luck, games->figure, games->origin, games->game,
                 games->deal_game);
    memset(games, 0, sizeof *games);
}

/* Resizes an array to `bytes`. If there is no memory, or *ok is false already, returns the array
 * unchanged and sets *ok to false. */
static void *stretched(void *array, size_t bytes, bool *ok)
{
    void *bigger = *ok ? svi_resize(array, bytes, 1) : NULL;
    *ok = bigger != NULL;
    return *ok ? bigger : array;
}

static size_t more_than(size_t room)
{
    return room == 0 ? 64 : room + room / 2;
}

enum sv_status svi_games_bot(struct svi_games *games, const char *name, unsigned *bot)
{
    for (unsigned i = games->n_bots; i-- > 0;) {
        if (strcmp(games->bot[i], name) == 0) {
            *bot = i;
            return SV_OK;
        }
    }
    if (games->n_bots == SVI_STATS_BOTS) {
        return SV_E_RANGE;
    }
    games->bot = svi_grow(games->bot, &games->bots_room, games->n_bots + 1u, sizeof *games->bot);
    *bot = games->n_bots;
    games->bot[games->n_bots++] = svi_copy(name);
    return SV_OK;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static bool grow_rows(struct svi_games *games)
{
    if (games->n_rows < games->rows_room) {
        return true;
    }
    const size_t room = more_than(games->rows_room);
    bool ok = true;
    games->row = stretched(games->row, room * sizeof *games->row, &ok);
    games->share = stretched(games->share, room * sizeof *games->share, &ok);
    if (games->points != NULL) {
        games->points = stretched(games->points, room * sizeof *games->points, &ok);
    }
    if (games->luck != NULL) {
        games->luck = stretched(games->luck, room * sizeof *games->luck, &ok);
        games->figure =
            stretched(games->figure, (room * games->n_figures + 1) * sizeof *games->figure, &ok);
    }
    if (games->origin != NULL) {
        games->origin = stretched(games->origin, room * sizeof *games->origin, &ok);
    }
    games->rows_room = ok ? room : games->rows_room;
    return ok;
}

/* Makes the optional columns when the first row that needs them arrives. */
static bool begin_columns(struct svi_games *games, const struct svi_seat_result *result)
{
    bool ok = true;
    if (games->points == NULL && result->points >= 0) {
        games->points = stretched(NULL, games->rows_room * sizeof *games->points, &ok);
        for (size_t i = 0; ok && i < games->n_rows; i++) {
            games->points[i] = -1;
        }
    }
    if (games->origin == NULL && result->origin != 0) {
        games->origin = stretched(NULL, games->rows_room * sizeof *games->origin, &ok);
        for (size_t i = 0; ok && i < games->n_rows; i++) {
            games->origin[i] = 0;
        }
    }
    return ok;
}

/* Finds the game of the next row: the last game, or a new one. */
static bool begin_game(struct svi_games *games, const struct svi_seat_result *result)
{
    const struct svi_game_rows *last = games->n_games > 0 ? &games->game[games->n_games - 1] : NULL;
    if (last != NULL && last->number == result->game && last->deal_number == result->deal) {
        return true;
    }
    if (games->n_games + 1 >= games->games_room) {
        const size_t room = more_than(games->games_room);
        bool ok = true;
        games->game = stretched(games->game, room * sizeof *games->game, &ok);
        games->games_room = ok ? room : games->games_room;
        if (!ok) {
            return false;
        }
    }
    assert(games->game != NULL);
    games->game[games->n_games++] =
        (struct svi_game_rows){.number = result->game,
                               .deal_number = result->deal,
                               .weight = result->weight > 0 ? result->weight : 1,
                               .first = (uint32_t)games->n_rows};
    return true;
}

enum sv_status svi_games_add(struct svi_games *games, const struct svi_seat_result *result)
{
    if (games->n_rows == UINT32_MAX || !grow_rows(games) || !begin_columns(games, result) ||
        !begin_game(games, result)) {
        return SV_E_SYSTEM;
    }
    const size_t at = games->n_rows++;
    games->row[at] = (struct svi_seat_row){result->bot, result->seat, result->place};
    games->share[at] = 0;
    if (games->points != NULL) {
        games->points[at] = result->points;
    }
    if (games->luck != NULL) {
        games->luck[at] = result->luck;
        memcpy(games->figure + at * games->n_figures, result->figure,
               games->n_figures * sizeof *games->figure);
    }
    if (games->origin != NULL) {
        games->origin[at] = result->origin;
    }
    games->game[games->n_games].first = (uint32_t)games->n_rows;
    return SV_OK;
}

enum sv_status svi_games_have_luck(struct svi_games *games, unsigned figures)
{
    assert(figures <= SVI_STATS_FIGURES && games->luck == NULL);
    games->luck = svi_new(games->rows_room + 1, sizeof *games->luck);
    games->figure = svi_new(games->rows_room * figures + 1, sizeof *games->figure);
    if (games->luck == NULL || games->figure == NULL) {
        svi_games_drop_luck(games);
        return SV_E_SYSTEM;
    }
    games->has_luck = true;
    games->n_figures = figures;
    return SV_OK;
}

void svi_games_drop_luck(struct svi_games *games)
{
    free(games->luck);
    free(games->figure);
    games->luck = NULL;
    games->figure = NULL;
    games->has_luck = false;
    games->n_figures = 0;
}

void svi_games_result(const struct svi_games *games, size_t g, unsigned s,
                      struct svi_seat_result *result)
{
    const struct svi_game_rows *game = &games->game[g];
    const size_t at = game->first + s;
    const struct svi_seat_row *row = &games->row[at];
    *result =
        (struct svi_seat_result){.deal = game->deal_number,
                                 .game = game->number,
                                 .points = games->points != NULL ? games->points[at] : -1,
                                 .weight = game->weight,
                                 .luck = games->luck != NULL ? games->luck[at] : 0,
                                 .origin = svi_games_origin(games, at),
                                 .bot = games->number != NULL ? games->number[row->bot] : row->bot,
                                 .seat = row->seat,
                                 .place = row->place};
    for (unsigned k = 0; k < games->n_figures; k++) {
        result->figure[k] = games->figure[at * games->n_figures + k];
    }
}

unsigned svi_games_find(const struct svi_games *games, const char *name)
{
    unsigned i = 0;
    while (i < games->n_bots && strcmp(games->bot[i], name) != 0) {
        i++;
    }
    return i;
}

/* Returns a copy of `bytes` bytes of an array; NULL stays NULL. Sets *ok to false if there is no
 * memory. */
static void *copied(const void *array, size_t bytes, bool *ok)
{
    void *copy = array != NULL && *ok ? svi_new(bytes + 1, 1) : NULL;
    *ok = *ok && (array == NULL || copy != NULL);
    if (copy != NULL) {
        memcpy(copy, array, bytes);
    }
    return copy;
}

enum sv_status svi_games_copy(const struct svi_games *games, struct svi_games *copy)
{
    const size_t rows = games->n_rows;
    bool ok = true;
    svi_games_init(copy);
    copy->bot = svi_new(games->n_bots + 1u, sizeof *copy->bot);
    copy->bots_room = games->n_bots + 1;
    for (unsigned i = 0; i < games->n_bots; i++) {
        copy->bot[copy->n_bots++] = svi_copy(games->bot[i]);
    }
    copy->row = copied(games->row, rows * sizeof *games->row, &ok);
    for (size_t i = 0; i < rows && copy->row != NULL; i++) {
        copy->row[i].bot = games->number[copy->row[i].bot];
    }
    copy->share = copied(games->share, rows * sizeof *games->share, &ok);
    copy->points = copied(games->points, rows * sizeof *games->points, &ok);
    copy->origin = copied(games->origin, rows * sizeof *games->origin, &ok);
    copy->n_rows = copy->rows_room = rows;
    if (games->n_games > 0) {
        copy->game = copied(games->game, (games->n_games + 1) * sizeof *games->game, &ok);
        copy->n_games = games->n_games;
        copy->games_room = games->n_games + 1;
    }
    if (!ok) {
        svi_games_finish(copy);
        return SV_E_SYSTEM;
    }
    return SV_OK;
}

/* Copies the rows of a game but for these bots; none if fewer than two seats are left. */
static enum sv_status copy_game(const struct svi_games *games, size_t g, const bool out[],
                                struct svi_games *less)
{
    const unsigned seats = svi_game_seats(&games->game[g]);
    const struct svi_seat_row *rows = &games->row[games->game[g].first];
    unsigned left = 0;
    for (unsigned s = 0; s < seats; s++) {
        left += !out[games->number[rows[s].bot]];
    }
    for (unsigned s = 0; s < seats && left >= 2; s++) {
        struct svi_seat_result result;
        if (!out[games->number[rows[s].bot]]) {
            svi_games_result(games, g, s, &result);
            result.points = left < seats ? -1 : result.points;
            SVI_TRY(svi_games_add(less, &result));
        }
    }
    return SV_OK;
}

static enum sv_status copy_games(const struct svi_games *games, const bool out[],
                                 struct svi_games *less)
{
    struct svi_games_fault fault;
    unsigned bot;
    for (unsigned i = 0; i < games->n_bots; i++) {
        SVI_TRY(svi_games_bot(less, games->bot[i], &bot));
    }
    if (games->has_luck) {
        SVI_TRY(svi_games_have_luck(less, games->n_figures));
    }
    for (size_t g = 0; g < games->n_games; g++) {
        SVI_TRY(copy_game(games, g, out, less));
    }
    return svi_games_order(less, &fault);
}

enum sv_status svi_games_without(const struct svi_games *games, const bool out[],
                                 struct svi_games *less)
{
    svi_games_init(less);
    if (copy_games(games, out, less) != SV_OK) {
        svi_games_finish(less);
        return SV_E_SYSTEM;
    }
    less->out = svi_new(games->n_bots + 1u, sizeof *less->out);
    memcpy(less->out, out, games->n_bots * sizeof *less->out);
    less->from_places = games->from_places;
    less->no_intervals = games->no_intervals;
    return SV_OK;
}

void svi_games_deal(const struct svi_games *games, uint32_t d, double mean[], bool played[])
{
    uint32_t seats[SVI_STATS_BOTS];
    for (unsigned i = 0; i < games->n_bots; i++) {
        played[i] = false;
        mean[i] = 0;
        seats[i] = 0;
    }
    for (uint32_t g = games->deal_game[d]; g < games->deal_game[d + 1]; g++) {
        const struct svi_game_rows *game = &games->game[g];
        const struct svi_seat_row *rows = &games->row[game->first];
        for (unsigned s = 0; s < svi_game_seats(game); s++) {
            played[rows[s].bot] = true;
            mean[rows[s].bot] += svi_games_points(games, game, s);
            seats[rows[s].bot]++;
        }
    }
    for (unsigned i = 0; i < games->n_bots; i++) {
        mean[i] = seats[i] > 0 ? mean[i] / seats[i] : 0;
    }
}

enum sv_status svi_bot_games_init(struct svi_bot_games *by, const struct svi_games *games)
{
    by->first = svi_new(games->n_bots + 2u, sizeof *by->first);
    by->game = svi_new(games->n_rows + 1, sizeof *by->game);
    if (by->game == NULL) {
        svi_bot_games_finish(by);
        return SV_E_SYSTEM;
    }
    for (size_t i = 0; i < games->n_rows; i++) {
        by->first[games->row[i].bot + 2u]++;
    }
    for (unsigned i = 2; i < games->n_bots + 2u; i++) {
        by->first[i] += by->first[i - 1];
    }
    /* first[bot + 1] moves to the start of the next bot's games */
    for (size_t g = 0; g < games->n_games; g++) {
        for (size_t row = games->game[g].first; row < games->game[g + 1].first; row++) {
            by->game[by->first[games->row[row].bot + 1u]++] = (uint32_t)g;
        }
    }
    return SV_OK;
}

void svi_bot_games_finish(struct svi_bot_games *by)
{
    free(by->first);
    free(by->game);
    memset(by, 0, sizeof *by);
}
