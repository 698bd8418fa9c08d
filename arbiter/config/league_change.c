#include "config/league_change.h"

#include "memory/memory.h"
#include "schedule/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A line of an identity. */
struct line {
    const char *key, *value;
    size_t key_size, value_size;
};

static bool next_line(const char **at, struct line *out)
{
    if (**at == '\0') {
        return false;
    }
    const size_t size = (size_t)(strchrnul(*at, '\n') - *at);
    const char *colon = memchr(*at, ':', size);
    out->key = *at;
    out->key_size = colon != NULL ? (size_t)(colon - *at) : size;
    out->value = colon != NULL && colon[1] == ' ' ? colon + 2 : *at + size;
    out->value_size = (size_t)(*at + size - out->value);
    *at += size + ((*at)[size] != '\0');
    return true;
}

/* The lines of an identity, sorted by their keys. */
struct lines {
    struct line *line; /* owned by the struct */
    size_t n;
};

static int by_key(const void *a, const void *b)
{
    const struct line *one = a, *other = b;
    const size_t size = one->key_size < other->key_size ? one->key_size : other->key_size;
    const int order = memcmp(one->key, other->key, size);
    return order != 0 ? order
                      : (one->key_size > other->key_size) - (one->key_size < other->key_size);
}

/* Returns false without memory. */
static bool sort_lines(struct lines *lines, const char *identity)
{
    struct line line;
    size_t n = 0;
    for (const char *at = identity; next_line(&at, &line);) {
        n++;
    }
    lines->n = 0;
    lines->line = svi_new(n + 1, sizeof *lines->line);
    if (lines->line == NULL) {
        return false;
    }
    for (const char *at = identity; next_line(&at, &line);) {
        lines->line[lines->n++] = line;
    }
    qsort(lines->line, lines->n, sizeof *lines->line, by_key);
    return true;
}

/* Returns the line of that key, or NULL. */
static const struct line *find_line(const struct lines *lines, const struct line *key)
{
    return bsearch(key, lines->line, lines->n, sizeof *lines->line, by_key);
}

static bool same_value(const struct line *one, const struct line *other)
{
    return one->value_size == other->value_size &&
           memcmp(one->value, other->value, one->value_size) == 0;
}

static bool is(const struct line *line, const char *key)
{
    return line->key_size == strlen(key) && memcmp(line->key, key, line->key_size) == 0;
}

/* The reasons why keys must not change. */
static const struct reason {
    const char *key, *why;
} reasons[] = {
    {"name", "a store holds one league"},
    {"rules version", "the Solvent that began the league can finish it"},
    {"edition", "games are not compared over different rules"},
    {"rules.", "games are not compared over different rules"},
    {"seats", "games at smaller and larger tables are not compared"},
    {"format", "the games played so far follow another schedule"},
    {"deals", "scheduled games cannot be cancelled"},
    {"rounds", "scheduled games cannot be cancelled"},
    {"seatings", "every deal is played in the same seatings"},
    {"lanes", "it would be unknown which bots could remember deals"},
    {"candidates", "the games played so far follow another schedule"},
    {"seed", "all luck of a league comes from one seed"},
    {"clock.", "all games of a league have one clock, except in a ladder"},
    {"limits.match_s", "all games of a league have one clock, except in a ladder"},
    {"bots", "its tables are drawn already"},
    {"stop_when", "results are known already, so only max_deals may grow"},
    {"tables", "its tables are drawn already"},
    {"talk", "bots talk in all games of a league, or in none"},
    {"luck", "results are known already, so the way of deciding stays"},
};

/* Returns whether the line's key is `name`, of `size` characters, or, if that ends with a dot or
 * bracket, begins with it. */
static bool is_named(const struct line *line, const char *name, size_t size)
{
    const bool all = name[size - 1] != '.' && name[size - 1] != '[';
    return (all ? line->key_size == size : line->key_size >= size) &&
           memcmp(line->key, name, size) == 0;
}

/* Returns whether the line's key is among `keys`, which are separated by spaces. */
static bool is_among(const struct line *line, const char *keys)
{
    while (keys != NULL && *keys != '\0') {
        const size_t size = strcspn(keys, " ");
        if (is_named(line, keys, size)) {
            return true;
        }
        keys += size + (keys[size] == ' ');
    }
    return false;
}

static unsigned long number_of(const struct line *line)
{
    char text[24] = "";
    if (line->value_size < sizeof text) {
        memcpy(text, line->value, line->value_size);
    }
    return strtoul(text, NULL, 10);
}

/* Compares values of `stop_when`, like "3 950000 0 2000 0". Returns whether they are equal but for
 * a greater max_deals. */
static bool only_more_deals(const struct line *before, const struct line *now)
{
    char was[80], is_now[80], *rest[2], *word[2];
    if (before->value_size >= sizeof was || now->value_size >= sizeof is_now) {
        return false;
    }
    (void)snprintf(was, sizeof was, "%.*s", (int)before->value_size, before->value);
    (void)snprintf(is_now, sizeof is_now, "%.*s", (int)now->value_size, now->value);
    word[0] = strtok_r(was, " ", &rest[0]);
    word[1] = strtok_r(is_now, " ", &rest[1]);
    for (unsigned i = 0; word[0] != NULL && word[1] != NULL; i++) {
        const bool more =
            i == SVI_STOP_max_deals && word[0][0] != '-' &&
            (word[1][0] == '-' || strtoll(word[1], NULL, 10) >= strtoll(word[0], NULL, 10));
        if (strcmp(word[0], word[1]) != 0 && !more) {
            return false;
        }
        word[0] = strtok_r(NULL, " ", &rest[0]);
        word[1] = strtok_r(NULL, " ", &rest[1]);
    }
    return word[0] == NULL && word[1] == NULL;
}

static bool is_lawful(const struct svi_league *league, const struct line *key,
                      const struct line *before, const struct line *now)
{
    const struct svi_format *format = league->settings.format;
    if (is(key, "stop_when") && before != NULL && now != NULL) {
        return only_more_deals(before, now);
    }
    if (is(key, "bots") && (league->settings.tables != 0 || league->settings.stop_when.given)) {
        return false;
    }
    return is_among(key, format->may_change) ||
           (is_among(key, format->may_grow) && before != NULL && now != NULL &&
            number_of(now) >= number_of(before));
}

unsigned svi_league_key_line(const struct svi_league *league, const char *key)
{
    const size_t size = strcspn(key, ".[ (");
    unsigned line = 1;
    for (const char *at = league->text; *at != '\0'; line++) {
        if (strncmp(at, key, size) == 0 && (at[size] == ':' || at[size] == ' ')) {
            return line;
        }
        at += strcspn(at, "\n");
        at += *at != '\0';
    }
    return 0;
}

/* Returns the length of the part of a value that stands in the league file: for seatings, the part
 * before the design. */
static int word_size(const struct line *key, const struct line *value)
{
    size_t size = 0;
    while (size < value->value_size && (!is(key, "seatings") || value->value[size] != ' ')) {
        size++;
    }
    return (int)size;
}

static enum sv_status refuse(const struct svi_league *league, const char *store,
                             const struct line *key, const struct line *before,
                             const struct line *now, struct svi_error *error)
{
    static const struct line none = {.value = "none", .value_size = 4};
    const char *why = "it would be another league";
    char name[80], place[16] = "";
    before = before != NULL ? before : &none;
    now = now != NULL ? now : &none;
    (void)snprintf(name, sizeof name, "%.*s",
                   (int)(key->key_size < sizeof name ? key->key_size : sizeof name - 1), key->key);
    for (size_t i = sizeof reasons / sizeof reasons[0]; i-- > 0;) {
        why = is_named(key, reasons[i].key, strlen(reasons[i].key)) ? reasons[i].why : why;
    }
    if (strncmp(name, "seed", 4) == 0) {
        why = "all luck of a league comes from one seed";
    }
    const unsigned line = svi_league_key_line(league, name);
    if (line > 0) {
        (void)snprintf(place, sizeof place, "%u: ", line);
    }
    return svi_fail(error, SV_E_MISMATCH,
                    "%s:%s%s: found %.*s, but the league in %s has %.*s: %s; for another league "
                    "name another store (--store)",
                    league->file, line > 0 ? place : " ", name, word_size(key, now), now->value,
                    store, word_size(key, before), before->value, why);
}

/* Returns whether both lines, like "0 3", name the same candidates among the `known` first bots. */
static bool same_candidates(const struct line *before, const struct line *now, unsigned known)
{
    bool was[SVI_MAX_BOTS] = {false}, is_now[SVI_MAX_BOTS] = {false};
    const struct line *lines[] = {before, now};
    bool *sets[] = {was, is_now};
    for (unsigned i = 0; i < 2; i++) {
        const char *at = lines[i]->value, *end = at + lines[i]->value_size;
        while (at < end) {
            char *behind;
            const unsigned long bot = strtoul(at, &behind, 10);
            if (behind == at) {
                break;
            }
            if (bot < known) {
                sets[i][bot] = true;
            }
            at = behind;
        }
    }
    return memcmp(was, is_now, sizeof was) == 0;
}

/* Returns whether the format forbids a change beyond its list of keys. */
static bool is_forbidden(const struct svi_league *league, const struct svi_entries *entries,
                         const struct line *key, const struct line *before, const struct line *now)
{
    if (is(key, "candidates") && before != NULL && now != NULL) {
        return !same_candidates(before, now, entries->known);
    }
    return league->settings.format->out_for_good && is_named(key, "bots[", 5) &&
           key->key_size > 8 && memcmp(key->key + key->key_size - 7, ".status", 7) == 0 &&
           before != NULL && now == NULL;
}

static enum sv_status check(const struct svi_league *league, const struct svi_entries *entries,
                            const char *store, const char *before, const char *now,
                            const struct lines sorted[2], struct svi_error *error)
{
    struct line one;
    for (const char *at = before; next_line(&at, &one);) {
        const struct line *later = find_line(&sorted[1], &one);
        if (later != NULL && same_value(&one, later)) {
            continue;
        }
        if (!is_lawful(league, &one, &one, later) ||
            is_forbidden(league, entries, &one, &one, later)) {
            return refuse(league, store, &one, &one, later, error);
        }
    }
    for (const char *at = now; next_line(&at, &one);) {
        if (find_line(&sorted[0], &one) == NULL && !is_lawful(league, &one, NULL, &one)) {
            return refuse(league, store, &one, NULL, &one, error);
        }
    }
    return SV_OK;
}

enum sv_status svi_league_change_check(const struct svi_league *league,
                                       const struct svi_entries *entries, const char *store,
                                       const char *before, const char *now, struct svi_error *error)
{
    struct lines sorted[2] = {{0}};
    enum sv_status status = SV_E_SYSTEM;
    if (sort_lines(&sorted[0], before) && sort_lines(&sorted[1], now)) {
        status = check(league, entries, store, before, now, sorted, error);
    } else {
        (void)svi_fail(error, status, "%s: no memory for the terms", store);
    }
    free(sorted[0].line);
    free(sorted[1].line);
    return status;
}
