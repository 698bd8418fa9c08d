#include "schedule/settings.h"

#include "base/out.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <solvent/manifest.h>

/* Cyclic orders of a table's bots, for each number of seats. Together they have each bot behind
 * every other equally often: once, or twice with 4 and 6 seats, where once is not possible (Tillson
 * 1980). Seats of 5 and 7 are steps of 1, 2, ... around the table; the others were found by search.
 * Where an order's reverse is among them, it follows, so that pairs are even after each two. */
#define MOST_ORDERS 10u
static const struct orders {
    unsigned n;
    const char *order[MOST_ORDERS];
} orders[SV_MAX_SEATS + 1] = {
    [2] = {1, {"01"}},
    [3] = {2, {"012", "021"}},
    [4] = {6, {"0123", "0321", "0213", "0312", "0132", "0231"}},
    [5] = {4, {"01234", "04321", "02413", "03142"}},
    [6] = {10,
           {"012345", "054321", "012354", "045321", "024135", "053142", "025143", "034152",
            "031524", "042513"}},
    [7] = {6, {"0123456", "0654321", "0246135", "0531642", "0362514", "0415263"}},
    [8] = {7, {"01234567", "06541372", "03261475", "04352716", "05317624", "02157463", "07364251"}},
};

/* Defines the function that returns a text of the n-th row of a list, or NULL. */
#define NAMES(function, LIST, count, PICK)                                                         \
    const char *function(unsigned n)                                                               \
    {                                                                                              \
        static const char *const texts[] = {LIST(PICK)};                                           \
        return n < (count) ? texts[n] : NULL;                                                      \
    }
#define SECOND(NAME, name, text) name,
#define THIRD(NAME, name, text) text,
#define WORD(NAME, name, text) #name,
NAMES(svi_seatings_name, SVI_SEATINGS, SVI_SEATINGS_COUNT, SECOND)
NAMES(svi_seatings_text, SVI_SEATINGS, SVI_SEATINGS_COUNT, THIRD)
NAMES(svi_lanes_name, SVI_LANES, SVI_LANES_COUNT, WORD)
NAMES(svi_status_name, SVI_STATUSES, SVI_STATUS_COUNT, WORD)
#undef NAMES
#undef SECOND
#undef THIRD
#undef WORD

/* The choice follows measurements by `solvent rank --format json` of leagues in rotations, 2,400 to
 * 6,000 games of the reference bots each: games_saved_by_both / games_saved_by_luck, and
 * games_saved_by_seatings where luck is off. At 2 seats rotations save 24 to 36%, from 5 on 2 to
 * 12%. At 3 and 4 they cost up to 12% more games or save up to 9%, and one seating needs no second
 * start of the bots. */
enum svi_seatings svi_seatings_choose(unsigned seats, bool luck)
{
    const bool even = seats == 4 || (seats == 3 && luck);
    return even ? SVI_SEATINGS_FIXED : SVI_SEATINGS_ROTATIONS;
}

enum svi_seatings svi_seatings_resume(enum svi_seatings now, const char *begun)
{
    for (unsigned i = 0; i < SVI_SEATINGS_COUNT; i++) {
        if (i != SVI_SEATINGS_AUTO && strcmp(begun, svi_seatings_text(i)) == 0 &&
            (now == SVI_SEATINGS_AUTO ||
             strcmp(svi_seatings_name(i), svi_seatings_name(now)) == 0)) {
            return (enum svi_seatings)i;
        }
    }
    return now;
}

bool svi_seatings_is_old(enum svi_seatings seatings)
{
    return seatings > SVI_SEATINGS_AUTO;
}

static uint32_t factorial(unsigned n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

static bool is_all(enum svi_seatings seatings)
{
    return seatings == SVI_SEATINGS_ALL || seatings == SVI_SEATINGS_OLD_ALL;
}

static bool is_fixed(enum svi_seatings seatings)
{
    return seatings == SVI_SEATINGS_FIXED || seatings == SVI_SEATINGS_OLD_FIXED;
}

uint32_t svi_seatings_each(enum svi_seatings seatings, unsigned seats)
{
    return is_all(seatings) ? factorial(seats) : is_fixed(seatings) ? 1 : seats;
}

uint32_t svi_seatings_period(enum svi_seatings seatings, unsigned seats)
{
    return svi_seatings_is_old(seatings) || is_all(seatings)
               ? 1
               : orders[seats].n * (is_fixed(seatings) ? seats : 1);
}

/* Seats a table in the order-th cyclic order, all bots moved on by `seating` seats. */
static void rotate(const unsigned table[], unsigned seats, unsigned order, uint32_t seating,
                   unsigned out[])
{
    for (unsigned s = 0; s < seats; s++) {
        out[s] = table[orders[seats].order[order][(s + seating) % seats] - '0'];
    }
}

/* Seats a table in the seating-th order in lexicographic order, from 0. */
static void permute(const unsigned table[], unsigned seats, uint32_t seating, unsigned out[])
{
    bool seated[SV_MAX_SEATS] = {false};
    for (unsigned s = 0; s < seats; s++) {
        const uint32_t ways = factorial(seats - s - 1);
        uint32_t skip = seating / ways;
        seating %= ways;
        unsigned i = 0;
        while (seated[i] || skip > 0) {
            skip -= !seated[i];
            i++;
        }
        seated[i] = true;
        out[s] = table[i];
    }
}

void svi_seatings_seat(enum svi_seatings seatings, const unsigned table[], unsigned seats,
                       const struct svi_seats_turn *turn, uint32_t seating, unsigned out[])
{
    const unsigned n = orders[seats].n;
    if (is_all(seatings)) {
        permute(table, seats, seating, out);
    } else if (svi_seatings_is_old(seatings)) {
        rotate(table, seats, 0, seating, out);
    } else if (is_fixed(seatings)) { /* every seat once before the order changes */
        rotate(table, seats, (unsigned)((turn->deal / seats + turn->order) % n),
               (uint32_t)((turn->deal + turn->rotation) % seats), out);
    } else {
        rotate(table, seats, (unsigned)((turn->deal + turn->order) % n), seating, out);
    }
}

const char *svi_term_key(enum svi_term term)
{
    return svi_setting_keys[term].name;
}

enum svi_status svi_status_find(const char *name)
{
    unsigned i = 0;
    while (i < SVI_STATUS_COUNT && strcmp(name, svi_status_name(i)) != 0) {
        i++;
    }
    return (enum svi_status)i;
}

/* ---- to text ------------------------------------------------------------------------------ */

static void text_NUMBER(const uint32_t *value, struct svi_buf *out)
{
    svi_out_int(out, *value);
}

static void text_OPTIONAL(const uint32_t *value, struct svi_buf *out)
{
    if (*value != 0) {
        svi_out_int(out, *value);
    }
}

static void text_FORMAT(const struct svi_format *const *value, struct svi_buf *out)
{
    svi_out_text(out, (*value)->name);
}

static void text_SEATINGS(const enum svi_seatings *value, struct svi_buf *out)
{
    svi_out_text(out, svi_seatings_text(*value));
}

static void text_LANES(const enum svi_lanes *value, struct svi_buf *out)
{
    svi_out_text(out, svi_lanes_name(*value));
}

/* Writes the values one after the other, "-" for a value that is not given. Writes nothing for a
 * group that is not given. */
static void text_group(const struct svi_group *group, unsigned fields, struct svi_buf *out)
{
    for (unsigned i = 0; group->given && i < fields; i++) {
        svi_out_text(out, i > 0 ? " " : "");
        if (group->value[i] == SVI_NONE_GIVEN) {
            svi_out_char(out, '-');
        } else {
            svi_out_int(out, group->value[i]);
        }
    }
}

#define TEXT_GROUP(KIND)                                                                           \
    static void text_##KIND(const struct svi_group *value, struct svi_buf *out)                    \
    {                                                                                              \
        text_group(value, SVI_##KIND##_FIELD_COUNT, out);                                          \
    }
TEXT_GROUP(SPRT)
TEXT_GROUP(STOP)
TEXT_GROUP(BUDGET)
#undef TEXT_GROUP

static void text_LUCK(const bool *value, struct svi_buf *out)
{
    svi_out_text(out, *value ? SVI_LUCK_DECIDES : "");
}

static void text_BOTS(const bool (*value)[SVI_MAX_BOTS], struct svi_buf *out)
{
    const char *between = "";
    for (unsigned i = 0; i < SVI_MAX_BOTS; i++) {
        if ((*value)[i]) {
            svi_out_format(out, "%s%u", between, i);
            between = " ";
        }
    }
}

void svi_term_text(const struct svi_settings *settings, enum svi_term term, struct svi_buf *out)
{
    switch (term) {
#define X(key, KIND, ...)                                                                          \
    case SVI_TERM_##key:                                                                           \
        text_##KIND(&settings->key, out);                                                          \
        break;
        SVI_SETTINGS(X)
#undef X
    case SVI_TERM_COUNT:
        break;
    }
}

/* ---- from text ---------------------------------------------------------------------------- */

static bool parse_number(const char *text, char **end, unsigned long most, unsigned long *out)
{
    if (text[0] < '0' || text[0] > '9') {
        return false;
    }
    errno = 0;
    *out = strtoul(text, end, 10);
    return errno == 0 && *out <= most;
}

static bool parse_NUMBER(uint32_t *value, const char *text, const struct svi_league_key *row)
{
    char *end;
    unsigned long number;
    const bool ok = parse_number(text, &end, (unsigned long)row->high, &number) && *end == '\0' &&
                    number >= (unsigned long)row->low;
    *value = ok ? (uint32_t)number : *value;
    return ok;
}

static bool parse_OPTIONAL(uint32_t *value, const char *text, const struct svi_league_key *row)
{
    return parse_NUMBER(value, text, row);
}

/* Returns the format of that name, or NULL if there is no such format. */
static const struct svi_format *find_format(const char *name)
{
    for (unsigned i = 0; i < svi_format_count; i++) {
        if (strcmp(svi_formats[i]->name, name) == 0) {
            return svi_formats[i];
        }
    }
    return NULL;
}

static bool parse_FORMAT(const struct svi_format **value, const char *text,
                         const struct svi_league_key *row)
{
    (void)row;
    *value = find_format(text);
    return *value != NULL;
}

/* Returns the index of that name among the first `count`, or `count`. */
static unsigned find_name(const char *text, const char *(*name)(unsigned), unsigned count)
{
    unsigned i = 0;
    while (i < count && strcmp(text, name(i)) != 0) {
        i++;
    }
    return i;
}

static bool parse_SEATINGS(enum svi_seatings *value, const char *text,
                           const struct svi_league_key *row)
{
    (void)row;
    *value = (enum svi_seatings)find_name(text, svi_seatings_text, SVI_SEATINGS_COUNT);
    return *value != SVI_SEATINGS_COUNT && *value != SVI_SEATINGS_AUTO;
}

static bool parse_LANES(enum svi_lanes *value, const char *text, const struct svi_league_key *row)
{
    (void)row;
    *value = (enum svi_lanes)find_name(text, svi_lanes_name, SVI_LANES_COUNT);
    return *value != SVI_LANES_COUNT;
}

/* Returns whether a field can have that value. */
static bool fits(const struct svi_league_key *field, int64_t value)
{
    if (value == SVI_NONE_GIVEN) {
        return field->left_out == SVI_NONE_GIVEN;
    }
    return field->kind == SVI_KIND_BOT ? value >= 0 && value < SVI_MAX_BOTS
                                       : value >= field->low && value <= field->high;
}

static bool parse_group(struct svi_group *group, const char *text,
                        const struct svi_league_key fields[], unsigned count)
{
    group->given = true;
    for (unsigned i = 0; i < count; i++) {
        char *end = NULL;
        if (*text == '-' && (text[1] == ' ' || text[1] == '\0')) {
            group->value[i] = SVI_NONE_GIVEN;
            text++;
        } else {
            errno = 0;
            group->value[i] = strtoll(text, &end, 10);
            if (errno != 0 || end == text) {
                return false;
            }
            text = end;
        }
        if (*text != (i + 1 < count ? ' ' : '\0') || !fits(&fields[i], group->value[i])) {
            return false;
        }
        text++;
    }
    return true;
}

#define PARSE_GROUP(KIND, keys)                                                                    \
    static bool parse_##KIND(struct svi_group *value, const char *text,                            \
                             const struct svi_league_key *row)                                     \
    {                                                                                              \
        (void)row;                                                                                 \
        return parse_group(value, text, keys, SVI_##KIND##_FIELD_COUNT);                           \
    }
PARSE_GROUP(SPRT, svi_sprt_keys)
PARSE_GROUP(STOP, svi_stop_keys)
PARSE_GROUP(BUDGET, svi_budget_keys)
#undef PARSE_GROUP

static bool parse_LUCK(bool *value, const char *text, const struct svi_league_key *row)
{
    (void)row;
    *value = strcmp(text, SVI_LUCK_DECIDES) == 0;
    return *value;
}

static bool parse_BOTS(bool (*value)[SVI_MAX_BOTS], const char *text,
                       const struct svi_league_key *row)
{
    (void)row;
    unsigned long bot;
    for (char *end; parse_number(text, &end, SVI_MAX_BOTS - 1, &bot); text = end + 1) {
        (*value)[bot] = true;
        if (*end != ' ') {
            return *end == '\0';
        }
    }
    return false;
}

bool svi_term_parse(struct svi_settings *settings, const char *name, const char *text)
{
#define X(key, KIND, ...)                                                                          \
    if (strcmp(name, #key) == 0) {                                                                 \
        return parse_##KIND(&settings->key, text, &svi_setting_keys[SVI_TERM_##key]);              \
    }
    SVI_SETTINGS(X)
#undef X
    return false;
}

/* ---- bots --------------------------------------------------------------------------------- */

bool svi_settings_share_luck(const struct svi_settings *settings)
{
    unsigned plain = 0;
    for (unsigned i = 0; i < settings->bots; i++) {
        plain += !settings->remembers[i];
    }
    return settings->lanes == SVI_LANES_AUTO && plain >= settings->seats;
}

unsigned svi_settings_playing(const struct svi_settings *settings)
{
    unsigned n = 0;
    for (unsigned i = 0; i < settings->bots; i++) {
        n += settings->status[i] == SVI_STATUS_PLAYS;
    }
    return n;
}

#define REMEMBERS "remembers"

void svi_settings_statuses(const struct svi_settings *settings, struct svi_buf *out)
{
    for (unsigned i = 0; i < settings->bots; i++) {
        if (settings->remembers[i]) {
            svi_out_format(out, "%u %s\n", i, REMEMBERS);
        }
        if (settings->status[i] != SVI_STATUS_PLAYS) {
            svi_out_format(out, "%u %s\n", i, svi_status_name(settings->status[i]));
        }
    }
}

bool svi_settings_parse_statuses(struct svi_settings *settings, const char *text)
{
    memset(settings->status, SVI_STATUS_PLAYS, sizeof settings->status);
    memset(settings->remembers, false, sizeof settings->remembers);
    while (*text != '\0') {
        char name[24], *end;
        unsigned long bot;
        if (!parse_number(text, &end, SVI_MAX_BOTS - 1, &bot) || bot >= settings->bots ||
            *end != ' ') {
            return false;
        }
        const size_t length = strcspn(++end, "\n");
        if (length >= sizeof name || end[length] != '\n') {
            return false;
        }
        memcpy(name, end, length);
        name[length] = '\0';
        text = end + length + 1;
        if (strcmp(name, REMEMBERS) == 0) {
            settings->remembers[bot] = true;
            continue;
        }
        const enum svi_status status = svi_status_find(name);
        if (status == SVI_STATUS_COUNT) {
            return false;
        }
        settings->status[bot] = (uint8_t)status;
    }
    return true;
}

/* ---- formats --------------------------------------------------------------------------------- */

const struct svi_format *const svi_formats[] = {
#define X(name) &svi_format_##name,
    SVI_FORMATS(X)
#undef X
};

const unsigned svi_format_count = sizeof svi_formats / sizeof svi_formats[0];

const struct svi_format *svi_format_of(const struct svi_settings *settings)
{
    return settings->stop_when.given && settings->format->comparison != NULL ? &svi_format_stopping
                                                                             : settings->format;
}

static const char *format_name(unsigned i)
{
    return svi_formats[i]->name;
}

void svi_setting_takes(const struct svi_league_key *key, struct svi_buf *out)
{
    const char *(*name)(unsigned) = key->kind == SVI_KIND_FORMAT     ? format_name
                                    : key->kind == SVI_KIND_SEATINGS ? svi_seatings_name
                                                                     : svi_lanes_name;
    const unsigned count = key->kind == SVI_KIND_FORMAT     ? svi_format_count
                           : key->kind == SVI_KIND_SEATINGS ? SVI_SEATINGS_WORDS
                           : key->kind == SVI_KIND_LANES    ? SVI_LANES_APART
                                                            : 0;
    for (unsigned i = 0; i < count; i++) {
        svi_out_format(out, "%s%s", i > 0 ? ", " : "", name(i));
    }
    svi_league_key_takes(key, out);
}

void svi_format_owners(const char *key, struct svi_buf *out)
{
    unsigned term = 0;
    const char *between = "";
    while (term < SVI_TERM_COUNT && strcmp(svi_term_key((enum svi_term)term), key) != 0) {
        term++;
    }
    for (unsigned i = 0; i < svi_format_count && term < SVI_TERM_COUNT; i++) {
        if ((svi_formats[i]->own & 1u << term) != 0) {
            svi_out_format(out, "%s%s", between, svi_formats[i]->name);
            between = ", ";
        }
    }
}
