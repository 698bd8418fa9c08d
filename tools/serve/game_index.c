#include "tools/serve/game_index.h"

#include "job/luck_row.h"
#include "memory/memory.h"
#include "store/store_results.h"
#include "store/visible_games.h"

#include "base/json.h"

#include <stdlib.h>
#include <string.h>

#define LUCK_ROWS 2000u /* that are looked for at once, where luck was not known */
#define NO_LUCK INT32_MIN

struct seat_entry {
    int32_t luck; /* in SVI_LUCK_UNIT; NO_LUCK: not known */
    uint16_t bot;
    uint8_t place;
    uint8_t incidents; /* bit k: svi_incidents[k], then forfeits */
};

struct game_entry {
    uint32_t number;
    uint8_t why;
    bool has_luck;
};

struct svi_game_index {
    unsigned seats;
    struct game_entry *game;
    struct seat_entry *seat; /* of game g: seat[g * seats] on */
    size_t n, room;
    uint8_t *deal; /* bit d: deal d, from 0, is in */
    uint64_t deals;
    size_t lucky;   /* games whose luck is known */
    size_t look_at; /* the game whose luck is looked up next */
};

struct svi_game_index *svi_game_index_create(void)
{
    return svi_new(1, sizeof(struct svi_game_index));
}

void svi_game_index_destroy(struct svi_game_index *index)
{
    if (index != NULL) {
        free(index->game);
        free(index->seat);
        free(index->deal);
        free(index);
    }
}

/* ---- taking games in ------------------------------------------------------------------------- */

static bool make_room(struct svi_game_index *index)
{
    if (index->n < index->room) {
        return true;
    }
    const size_t room = index->room == 0 ? 1024 : 2 * index->room;
    struct game_entry *game = svi_resize(index->game, room, sizeof *game);
    index->game = game != NULL ? game : index->game;
    struct seat_entry *seat = svi_resize(index->seat, room * index->seats, sizeof *seat);
    index->seat = seat != NULL ? seat : index->seat;
    index->room = game != NULL && seat != NULL ? room : index->room;
    return game != NULL && seat != NULL;
}

struct taking {
    struct svi_game_index *index;
    uint64_t last; /* the number that is wanted last */
    bool failed;
};

static bool take_game(void *user, const struct svi_store_match *m)
{
    struct taking *t = user;
    struct svi_game_index *index = t->index;
    if (m->number > t->last) {
        return false;
    }
    if (!make_room(index)) {
        t->failed = true;
        return false;
    }
    index->game[index->n] = (struct game_entry){.number = (uint32_t)m->number, .why = m->why};
    for (unsigned s = 0; s < m->seats; s++) {
        struct seat_entry *seat = &index->seat[index->n * index->seats + s];
        *seat = (struct seat_entry){
            .luck = NO_LUCK, .bot = (uint16_t)m->seat[s].bot, .place = m->seat[s].place};
        for (unsigned k = 0; k < SVI_INCIDENTS; k++) {
            seat->incidents |= (uint8_t)((m->seat[s].verdicts[svi_incidents[k]] > 0) << k);
        }
        seat->incidents |= (uint8_t)(m->seat[s].forfeited << SVI_INCIDENTS);
    }
    index->n++;
    return true;
}

static bool is_in(const struct svi_game_index *index, uint64_t deal)
{
    return (index->deal[deal / 8] >> deal % 8 & 1) != 0;
}

/* Reads the games of deals that are over by now, run by run. */
static enum sv_status take_games(struct svi_game_index *index, struct svi_store *store)
{
    const struct svi_store_info *info = svi_store_info(store);
    struct taking t = {.index = index};
    for (uint64_t d = 0; d < index->deals; d++) {
        const uint64_t first = d;
        while (d < index->deals && !is_in(index, d) && svi_visible_games_over(store, d)) {
            d++;
        }
        if (d == first) {
            continue;
        }
        const size_t before = index->n;
        t.last = d * info->lanes;
        const enum sv_status status = svi_store_results(store, first * info->lanes, take_game, &t);
        if (status != SV_OK || t.failed) {
            index->n = before; /* the next call reads them again */
            return t.failed ? SV_E_SYSTEM : status;
        }
        for (uint64_t k = first; k < d; k++) {
            index->deal[k / 8] |= (uint8_t)(1u << k % 8);
        }
    }
    return SV_OK;
}

/* ---- their luck ------------------------------------------------------------------------------ */

static void set_luck(struct svi_game_index *index, size_t g, const struct svi_store_luck *row)
{
    struct svi_game_luck luck;
    if (!svi_luck_row_get(row->figures, row->size, &luck) || luck.seats != index->seats) {
        return;
    }
    for (unsigned s = 0; s < index->seats; s++) {
        index->seat[g * index->seats + s].luck = luck.seat[s].luck;
    }
    index->game[g].has_luck = true;
    index->lucky++;
}

struct lucks {
    struct svi_game_index *index;
    size_t at;
};

static bool take_luck(void *user, const struct svi_store_luck *row)
{
    struct lucks *l = user;
    const struct svi_game_index *index = l->index;
    while (l->at < index->n && index->game[l->at].number < row->number) {
        l->at++;
    }
    if (l->at < index->n && index->game[l->at].number == row->number) {
        set_luck(l->index, l->at, row);
    }
    return l->at < index->n;
}

/* Of games that came before their luck, some at a time. */
static enum sv_status look_for_luck(struct svi_game_index *index, struct svi_store *store)
{
    bool found = false;
    SVI_TRY(svi_store_has_luck(store, &found));
    size_t left = found ? index->n : 0; /* entries to pass */
    for (unsigned rows = 0; rows < LUCK_ROWS && left > 0; left--) {
        const size_t g = index->look_at < index->n ? index->look_at : 0;
        index->look_at = g + 1;
        if (!index->game[g].has_luck) {
            struct svi_store_luck row;
            SVI_TRY(svi_store_luck_of(store, index->game[g].number, &row, &found));
            if (found) {
                set_luck(index, g, &row);
            }
            rows++;
        }
    }
    return SV_OK;
}

enum sv_status svi_game_index_renew(struct svi_game_index *index, struct svi_store *store,
                                    bool changed)
{
    const struct svi_store_info *info = svi_store_info(store);
    const uint64_t deals = info->matches / info->lanes;
    const bool first = index->n == 0;
    if (deals > index->deals) {
        const size_t bytes = (size_t)(deals + 7) / 8, before = (size_t)(index->deals + 7) / 8;
        uint8_t *deal = svi_resize(index->deal, bytes, 1);
        if (deal == NULL) {
            return SV_E_SYSTEM;
        }
        memset(deal + before, 0, bytes - before);
        index->deal = deal;
        index->deals = deals;
    }
    index->seats = info->seats;
    SVI_TRY(changed ? take_games(index, store) : SV_OK);
    if (first) { /* in the order of numbers, as luck comes */
        struct lucks l = {.index = index};
        return svi_store_lucks(store, take_luck, &l);
    }
    return index->lucky < index->n ? look_for_luck(index, store) : SV_OK;
}

bool svi_game_index_has_luck(const struct svi_game_index *index)
{
    return index->lucky > 0;
}

/* ---- choosing -------------------------------------------------------------------------------- */

static bool is_by_luck(const struct svi_game_filter *filter)
{
    const uint64_t order = filter->value[SVI_FOR_ORDER];
    return order == SVI_SITE_LUCKIEST || order == SVI_SITE_UNLUCKIEST;
}

/* Whether a game is asked for, and its luck for the order: the greatest, or the least, of the seats
 * that are. */
static bool is_chosen(const struct svi_game_index *index, const struct svi_game_filter *filter,
                      size_t g, int32_t *luck)
{
    const struct seat_entry *seat = &index->seat[g * index->seats];
    const bool *const given = filter->given;
    const uint64_t *const value = filter->value;
    bool chosen = false, met = !given[SVI_FOR_AGAINST];
    *luck = NO_LUCK;
    if (given[SVI_FOR_ENDED] && index->game[g].why != value[SVI_FOR_ENDED]) {
        return false;
    }
    for (unsigned s = 0; s < index->seats; s++) {
        met = met || seat[s].bot == value[SVI_FOR_AGAINST];
        if ((given[SVI_FOR_BOT] && seat[s].bot != value[SVI_FOR_BOT]) ||
            (given[SVI_FOR_PLACE] && seat[s].place != value[SVI_FOR_PLACE]) ||
            (given[SVI_FOR_INCIDENT] && (seat[s].incidents & value[SVI_FOR_INCIDENT]) == 0)) {
            continue;
        }
        const bool better =
            !chosen || (value[SVI_FOR_ORDER] == SVI_SITE_LUCKIEST ? seat[s].luck > *luck
                                                                  : seat[s].luck < *luck);
        *luck = better ? seat[s].luck : *luck;
        chosen = true;
    }
    return chosen && met && (!is_by_luck(filter) || index->game[g].has_luck);
}

/* A game where it stands in an order: of lower keys first, then of higher numbers. */
struct standing {
    int64_t key;
    uint64_t number;
};

static struct standing standing_of(const struct svi_game_filter *filter, uint64_t number,
                                   int32_t luck)
{
    const uint64_t order = filter->value[SVI_FOR_ORDER];
    const int64_t key = order == SVI_SITE_LUCKIEST     ? -(int64_t)luck
                        : order == SVI_SITE_UNLUCKIEST ? luck
                        : order == SVI_SITE_OLDEST     ? (int64_t)number
                                                       : -(int64_t)number;
    return (struct standing){key, number};
}

static bool is_before(struct standing a, struct standing b)
{
    return a.key != b.key ? a.key < b.key : a.number > b.number;
}

/* Where the page begins: behind this; false: at the first. */
static bool find_start(const struct svi_game_index *index, const struct svi_game_filter *filter,
                       struct standing *start)
{
    const bool by_luck = is_by_luck(filter);
    const uint64_t number =
        filter->value[filter->value[SVI_FOR_ORDER] == SVI_SITE_OLDEST ? SVI_FOR_AFTER
                                                                      : SVI_FOR_BEFORE];
    int32_t luck = NO_LUCK;
    if (number == 0) {
        return false;
    }
    for (size_t g = 0; by_luck && g < index->n; g++) {
        if (index->game[g].number == number) {
            (void)is_chosen(index, filter, g, &luck);
        }
    }
    *start = standing_of(filter, number, luck);
    return !by_luck || luck != NO_LUCK;
}

void svi_game_index_choose(const struct svi_game_index *index, const struct svi_game_filter *filter,
                           struct svi_game_choice *choice)
{
    struct standing kept[SVI_GAME_INDEX_MOST], start = {0};
    const bool from_start = !find_start(index, filter, &start);
    const bool up = filter->value[SVI_FOR_ORDER] == SVI_SITE_OLDEST;
    const uint64_t asked = filter->value[SVI_FOR_LIMIT];
    const unsigned limit = asked < SVI_GAME_INDEX_MOST ? (unsigned)asked : SVI_GAME_INDEX_MOST;
    *choice = (struct svi_game_choice){0};
    for (size_t k = 0; k < index->n; k++) {
        const size_t g = up ? k : index->n - 1 - k; /* so that most come in their order */
        int32_t luck;
        if (!is_chosen(index, filter, g, &luck)) {
            continue;
        }
        const struct standing here = standing_of(filter, index->game[g].number, luck);
        choice->all++;
        if (!from_start && !is_before(start, here)) {
            continue;
        }
        choice->more = choice->more || choice->n == limit;
        unsigned at = choice->n;
        for (; at > 0 && is_before(here, kept[at - 1]); at--) {
            if (at < limit) {
                kept[at] = kept[at - 1];
            }
        }
        if (at < limit) {
            kept[at] = here;
            choice->n += choice->n < limit;
        }
    }
    for (unsigned k = 0; k < choice->n; k++) {
        choice->number[k] = kept[k].number;
    }
}

/* ---- the filter in addresses and documents --------------------------------------------------- */

/* A value of a choice: its name in an address, and the number that it stands for. */
struct word {
    const char *name;
    uint64_t value;
};

static const struct word orders[] = {{"newest", SVI_SITE_NEWEST},
                                     {"oldest", SVI_SITE_OLDEST},
                                     {"luckiest", SVI_SITE_LUCKIEST},
                                     {"unluckiest", SVI_SITE_UNLUCKIEST},
                                     {0}};

static const struct word ends[] = {{"last_solvent", SV_WHY_LAST_SOLVENT},
                                   {"max_rounds", SV_WHY_MAX_ROUNDS},
                                   {"forfeit", SV_WHY_FORFEIT},
                                   {0}};

static const struct word incidents[] = {{"all", (1u << (SVI_INCIDENTS + 1)) - 1},
                                        {"late", 1u << 0},
                                        {"malformed", 1u << 1},
                                        {"illegal", 1u << 2},
                                        {"dead", 1u << 3},
                                        {"overtime", 1u << 4},
                                        {"forfeited", 1u << SVI_INCIDENTS},
                                        {0}};

static const struct {
    const char *name;
    const struct word *words; /* NULL: a number */
} fields[SVI_FOR_ALL] = {
    [SVI_FOR_BOT] = {"bot", NULL},       [SVI_FOR_AGAINST] = {"against", NULL},
    [SVI_FOR_PLACE] = {"place", NULL},   [SVI_FOR_BEFORE] = {"before", NULL},
    [SVI_FOR_AFTER] = {"after", NULL},   [SVI_FOR_LIMIT] = {"limit", NULL},
    [SVI_FOR_ENDED] = {"ended", ends},   [SVI_FOR_INCIDENT] = {"incident", incidents},
    [SVI_FOR_ORDER] = {"order", orders},
};

static bool read_value(const char *text, const struct word *words, uint64_t *value)
{
    const size_t length = strlen(text);
    if (words == NULL) {
        *value = strtoull(text, NULL, 10);
        return length > 0 && length <= 9 && strspn(text, "0123456789") == length;
    }
    while (words->name != NULL && strcmp(text, words->name) != 0) {
        words++;
    }
    *value = words->value;
    return words->name != NULL;
}

/* "any" is as good as nothing: forms send a value for every field. So is a number of 0, but for a
 * bot's. */
bool svi_game_filter_read(struct svi_game_filter *filter,
                          const char *(*find)(void *user, const char *name, bool *given),
                          void *user)
{
    *filter = (struct svi_game_filter){0};
    for (unsigned k = 0; k < SVI_FOR_ALL; k++) {
        bool given;
        const char *text = find(user, fields[k].name, &given);
        if (given && strcmp(text, "any") != 0) {
            if (!read_value(text, fields[k].words, &filter->value[k])) {
                return false;
            }
            filter->given[k] =
                filter->value[k] > 0 || fields[k].words != NULL || k <= SVI_FOR_AGAINST;
        }
    }
    return true;
}

void svi_game_filter_json(const struct svi_game_filter *filter, struct svi_buf *out)
{
    for (unsigned k = 0; k < SVI_FOR_ALL; k++) {
        const struct word *word = fields[k].words;
        if (filter->given[k] && word == NULL) {
            svi_json_int(out, fields[k].name, (int64_t)filter->value[k]);
        } else if (filter->given[k]) {
            while (word->value != filter->value[k]) {
                word++;
            }
            svi_json_string(out, fields[k].name, word->name);
        }
    }
}
