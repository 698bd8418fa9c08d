#include "stats/games.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void svi_games_init(struct svi_games *games)
{
    memset(games, 0, sizeof *games);
}

void svi_games_finish(struct svi_games *games)
{
    for (unsigned i = 0; i < games->n_bots; i++) {
        free(games->bot[i]);
    }
    free(games->bot);
    free(games->row);
    free(games->game);
    free(games->deal_game);
    memset(games, 0, sizeof *games);
}

/* Makes room for one more of `size` bytes. */
static bool grow(void **array, size_t n, size_t *room, size_t size)
{
    if (n < *room) {
        return true;
    }
    const size_t more = *room == 0 ? 64 : *room + *room / 2;
    void *bigger = realloc(*array, more * size);
    if (bigger == NULL) {
        return false;
    }
    *array = bigger;
    *room = more;
    return true;
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
    size_t room = games->bots_room;
    void *array = games->bot;
    const bool grown = grow(&array, games->n_bots, &room, sizeof *games->bot);
    games->bot = array;
    games->bots_room = (unsigned)room;
    char *copy = grown ? strdup(name) : NULL;
    if (copy == NULL) {
        return SV_E_SYSTEM;
    }
    *bot = games->n_bots;
    games->bot[games->n_bots++] = copy;
    return SV_OK;
}

enum sv_status svi_games_add(struct svi_games *games, const struct svi_seat_row *row)
{
    void *array = games->row;
    const bool grown = grow(&array, games->n_rows, &games->rows_room, sizeof *games->row);
    games->row = array;
    if (!grown || games->n_rows == UINT32_MAX) {
        return SV_E_SYSTEM;
    }
    games->row[games->n_rows++] = *row;
    return SV_OK;
}

unsigned svi_games_find(const struct svi_games *games, const char *name)
{
    unsigned i = 0;
    while (i < games->n_bots && strcmp(games->bot[i], name) != 0) {
        i++;
    }
    return i;
}

/* ---- order -------------------------------------------------------------------------------------- */

static int compare_names(const void *a, const void *b)
{
    const char *const *one = a;
    const char *const *other = b;
    return strcmp(*one, *other);
}

/* Puts the bots into the order of their names, and tells the rows. */
static enum sv_status order_bots(struct svi_games *games)
{
    const unsigned n = games->n_bots;
    char **sorted = malloc((n + 1) * sizeof *sorted);
    uint16_t *now = malloc((n + 1) * sizeof *now);
    if (sorted == NULL || now == NULL) {
        free(sorted);
        free(now);
        return SV_E_SYSTEM;
    }
    if (n > 0) {
        memcpy(sorted, games->bot, n * sizeof *sorted);
        qsort(sorted, n, sizeof *sorted, compare_names);
    }
    for (unsigned i = 0; i < n; i++) {
        const char *const *at = bsearch(&games->bot[i], sorted, n, sizeof *sorted, compare_names);
        now[i] = (uint16_t)((char *const *)at - sorted);
    }
    for (size_t i = 0; i < games->n_rows; i++) {
        games->row[i].bot = now[games->row[i].bot];
    }
    free(now);
    free(games->bot);
    games->bot = sorted;
    games->bots_room = n + 1;
    return SV_OK;
}

static int compare_rows(const void *a, const void *b)
{
    const struct svi_seat_row *one = a, *other = b;
    if (one->deal != other->deal) {
        return one->deal < other->deal ? -1 : 1;
    }
    if (one->game != other->game) {
        return one->game < other->game ? -1 : 1;
    }
    return (one->seat > other->seat) - (one->seat < other->seat);
}

static void order_rows(struct svi_games *games)
{
    for (size_t i = 1; i < games->n_rows; i++) {
        if (compare_rows(&games->row[i - 1], &games->row[i]) > 0) {
            qsort(games->row, games->n_rows, sizeof *games->row, compare_rows);
            return;
        }
    }
}

/* Places of one game as 1, 2, 2, 4. */
static void close_places(struct svi_seat_row rows[], unsigned seats)
{
    uint8_t place[SVI_STATS_SEATS];
    for (unsigned s = 0; s < seats; s++) {
        unsigned before = 0;
        for (unsigned o = 0; o < seats; o++) {
            before += rows[o].place < rows[s].place;
        }
        place[s] = (uint8_t)(before + 1);
    }
    for (unsigned s = 0; s < seats; s++) {
        rows[s].place = place[s];
    }
}

double svi_games_points(const struct svi_seat_row rows[], unsigned seats, unsigned seat)
{
    unsigned equals = 0;
    for (unsigned o = 0; o < seats; o++) {
        equals += o != seat && rows[o].place == rows[seat].place;
    }
    return (double)(2 * (seats - rows[seat].place) - equals) / (double)(2 * (seats - 1));
}

/* Judges the rows of one game, and finishes them. */
static bool game_is_well(struct svi_seat_row rows[], size_t seats, struct svi_games_fault *fault)
{
    fault->origin = fault->other = rows[0].origin;
    if (seats < 2 || seats > SVI_STATS_SEATS) {
        (void)snprintf(fault->text, sizeof fault->text,
                       "found a game of %zu seat%s, expected 2 to %u", seats, seats == 1 ? "" : "s",
                       SVI_STATS_SEATS);
        return false;
    }
    for (size_t s = 1; s < seats; s++) {
        if (rows[s].seat == rows[s - 1].seat) {
            fault->origin =
                rows[s].origin > rows[s - 1].origin ? rows[s].origin : rows[s - 1].origin;
            fault->other =
                rows[s].origin > rows[s - 1].origin ? rows[s - 1].origin : rows[s].origin;
            (void)snprintf(fault->text, sizeof fault->text,
                           "found seat %u of the game twice, expected each once", rows[s].seat);
            return false;
        }
    }
    close_places(rows, (unsigned)seats);
    for (unsigned s = 0; s < seats; s++) {
        if (rows[s].points < 0) {
            rows[s].points = svi_games_points(rows, (unsigned)seats, s);
        }
    }
    return true;
}

/* Parts the ordered rows into games and deals. */
static enum sv_status part(struct svi_games *games, struct svi_games_fault *fault)
{
    size_t count = 0, deals = 0;
    for (size_t i = 0; i < games->n_rows; i++) {
        const struct svi_seat_row *row = &games->row[i];
        const bool deal = i == 0 || row[-1].deal != row->deal;
        deals += deal;
        count += deal || row[-1].game != row->game;
    }
    free(games->game);
    free(games->deal_game);
    games->game = calloc(count + 1, sizeof *games->game);
    games->deal_game = calloc(deals + 1, sizeof *games->deal_game);
    games->n_games = 0;
    games->n_deals = 0;
    if (games->game == NULL || games->deal_game == NULL) {
        return SV_E_SYSTEM;
    }
    for (size_t i = 0, end; i < games->n_rows; i = end) {
        struct svi_seat_row *rows = &games->row[i];
        for (end = i; end < games->n_rows && games->row[end].deal == rows->deal &&
                      games->row[end].game == rows->game;) {
            end++;
        }
        if (!game_is_well(rows, end - i, fault)) {
            return SV_E_RANGE;
        }
        if (i == 0 || rows[-1].deal != rows->deal) {
            games->deal_game[games->n_deals++] = (uint32_t)games->n_games;
        }
        games->game[games->n_games++] =
            (struct svi_game_rows){(uint32_t)i, games->n_deals - 1, (uint16_t)(end - i)};
    }
    games->deal_game[games->n_deals] = (uint32_t)games->n_games;
    return SV_OK;
}

struct numbered {
    uint64_t game;
    uint32_t at; /* of struct svi_game_rows */
};

static int compare_numbered(const void *a, const void *b)
{
    const struct numbered *one = a, *other = b;
    return (one->game > other->game) - (one->game < other->game);
}

/* A game's number on two deals is a slip. */
static enum sv_status check_deals(const struct svi_games *games, struct svi_games_fault *fault)
{
    enum sv_status status = SV_OK;
    bool ascending = true; /* over all deals: then no number is there twice */
    for (size_t i = 1; i < games->n_games && ascending; i++) {
        const struct svi_seat_row *row = &games->row[games->game[i].first];
        ascending = row->game > games->row[games->game[i - 1].first].game;
    }
    if (ascending) {
        return SV_OK;
    }
    struct numbered *list = malloc((games->n_games + 1) * sizeof *list);
    if (list == NULL) {
        return SV_E_SYSTEM;
    }
    for (size_t i = 0; i < games->n_games; i++) {
        list[i] = (struct numbered){games->row[games->game[i].first].game, (uint32_t)i};
    }
    qsort(list, games->n_games, sizeof *list, compare_numbered);
    for (size_t i = 1; i < games->n_games && status == SV_OK; i++) {
        if (list[i].game == list[i - 1].game) {
            const uint32_t one = games->row[games->game[list[i].at].first].origin;
            const uint32_t other = games->row[games->game[list[i - 1].at].first].origin;
            fault->origin = one > other ? one : other;
            fault->other = one > other ? other : one;
            (void)snprintf(fault->text, sizeof fault->text,
                           "found the game on another deal, expected one deal for each game");
            status = SV_E_RANGE;
        }
    }
    free(list);
    return status;
}

enum sv_status svi_games_order(struct svi_games *games, struct svi_games_fault *fault)
{
    games->from_places = true;
    for (size_t i = 0; i < games->n_rows; i++) {
        games->from_places &= games->row[i].points < 0;
    }
    enum sv_status status = order_bots(games);
    if (status == SV_OK) {
        order_rows(games);
        status = part(games, fault);
    }
    return status != SV_OK ? status : check_deals(games, fault);
}

enum sv_status svi_games_without(const struct svi_games *games, const bool out[],
                                 struct svi_games *less)
{
    enum sv_status status = SV_OK;
    struct svi_games_fault fault;
    svi_games_init(less);
    less->has_luck = games->has_luck;
    less->n_figures = games->n_figures;
    for (unsigned i = 0; i < games->n_bots && status == SV_OK; i++) {
        unsigned bot;
        status = svi_games_bot(less, games->bot[i], &bot);
    }
    for (size_t g = 0; g < games->n_games && status == SV_OK; g++) {
        const struct svi_seat_row *rows = &games->row[games->game[g].first];
        unsigned left = 0;
        for (unsigned s = 0; s < games->game[g].seats; s++) {
            left += !out[rows[s].bot];
        }
        for (unsigned s = 0; s < games->game[g].seats && left >= 2 && status == SV_OK; s++) {
            struct svi_seat_row row = rows[s];
            row.points = left < games->game[g].seats ? -1 : row.points;
            if (!out[row.bot]) {
                status = svi_games_add(less, &row);
            }
        }
    }
    if (status == SV_OK) {
        status = svi_games_order(less, &fault);
    }
    if (status != SV_OK) {
        svi_games_finish(less);
        return SV_E_SYSTEM;
    }
    less->from_places = games->from_places;
    return SV_OK;
}

void svi_games_deal(const struct svi_games *games, uint32_t d, double mean[], bool played[])
{
    unsigned seats[SVI_STATS_BOTS];
    for (unsigned i = 0; i < games->n_bots; i++) {
        played[i] = false;
        mean[i] = 0;
        seats[i] = 0;
    }
    for (uint32_t g = games->deal_game[d]; g < games->deal_game[d + 1]; g++) {
        const struct svi_seat_row *rows = &games->row[games->game[g].first];
        for (unsigned s = 0; s < games->game[g].seats; s++) {
            played[rows[s].bot] = true;
            mean[rows[s].bot] += rows[s].points;
            seats[rows[s].bot]++;
        }
    }
    for (unsigned i = 0; i < games->n_bots; i++) {
        mean[i] = seats[i] > 0 ? mean[i] / seats[i] : 0;
    }
}
