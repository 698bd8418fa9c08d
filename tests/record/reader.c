#include "tests/record/reader.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- JSON ------------------------------------------------------------------------------------ */

static const char *skip_value(const char *at, const char *end);

static const char *skip_string(const char *at, const char *end)
{
    for (at++; at < end && *at != '"'; at++) {
        if ((unsigned char)*at < 0x20) {
            return NULL;
        }
        if (*at == '\\') {
            at++;
            if (at >= end || strchr("\"\\/bfnrtu", *at) == NULL) {
                return NULL;
            }
        }
    }
    return at < end ? at + 1 : NULL;
}

/* Members of an object or items of a list, up to the closing bracket. */
static const char *skip_members(const char *at, const char *end, bool object)
{
    const char close = object ? '}' : ']';
    at++;
    if (at < end && *at == close) {
        return at + 1;
    }
    while (at != NULL && at < end) {
        if (object) {
            at = *at == '"' ? skip_string(at, end) : NULL;
            if (at == NULL || at >= end || *at != ':') {
                return NULL;
            }
            at++;
        }
        at = skip_value(at, end);
        if (at == NULL || at >= end) {
            return NULL;
        }
        if (*at == close) {
            return at + 1;
        }
        if (*at != ',') {
            return NULL;
        }
        at++;
    }
    return NULL;
}

static const char *skip_value(const char *at, const char *end)
{
    static const char *const words[] = {"true", "false", "null"};
    if (at >= end) {
        return NULL;
    }
    if (*at == '"') {
        return skip_string(at, end);
    }
    if (*at == '{' || *at == '[') {
        return skip_members(at, end, *at == '{');
    }
    for (size_t i = 0; i < 3; i++) {
        const size_t length = strlen(words[i]);
        if ((size_t)(end - at) >= length && memcmp(at, words[i], length) == 0) {
            return at + length;
        }
    }
    const char *start = at;
    at += *at == '-';
    while (at < end && isdigit((unsigned char)*at)) {
        at++;
    }
    return at > start && isdigit((unsigned char)at[-1]) ? at : NULL;
}

bool json_valid(const char *text, const char *end)
{
    return skip_value(text, end) == end;
}

const char *json_find(const char *line, const char *key)
{
    const char *end = line + strlen(line);
    const size_t length = strlen(key);
    const char *at = line + 1;
    while (at < end && *at == '"') {
        const char *name = at + 1;
        const char *value = skip_string(at, end);
        if (value == NULL || *value != ':') {
            return NULL;
        }
        value++;
        if (strncmp(name, key, length) == 0 && name[length] == '"') {
            return value;
        }
        at = skip_value(value, end);
        if (at == NULL || *at != ',') {
            return NULL;
        }
        at++;
    }
    return NULL;
}

bool json_is(const char *value, const char *text)
{
    const size_t length = strlen(text);
    return value != NULL && *value == '"' && strncmp(value + 1, text, length) == 0 &&
           value[1 + length] == '"';
}

bool json_true(const char *value)
{
    return value != NULL && *value == 't';
}

long json_number(const char *value)
{
    if (json_is(value, "bank") || json_is(value, "deck")) {
        return JSON_BANK;
    }
    if (json_is(value, "gone")) {
        return JSON_GONE;
    }
    return value != NULL ? strtol(value, NULL, 10) : -1;
}

long json_item(const char *list, unsigned i)
{
    const char *at = list != NULL && *list == '[' ? list + 1 : "";
    while (i > 0 && *at != '\0' && *at != ']') {
        i -= *at == ',';
        at++;
    }
    return *at != '\0' && *at != ']' ? strtol(at, NULL, 10) : -1;
}

/* ---- the books ------------------------------------------------------------------------------- */

void books_open(struct books *b)
{
    memset(b, 0, sizeof *b);
    for (unsigned i = 0; i < 64; i++) {
        b->owner[i] = -1;
    }
    for (unsigned i = 0; i < 8; i++) {
        b->holder[i] = JSON_BANK;
    }
}

static void wrong(struct books *b, const char *what, const char *line)
{
    if (b->problem[0] == '\0') {
        (void)snprintf(b->problem, sizeof b->problem, "%s: %.110s", what, line);
    }
}

/* A number that must be there and below `limit`. */
static long part(struct books *b, const char *line, const char *key, long limit)
{
    const char *value = json_find(line, key);
    const long number = json_number(value);
    if (value == NULL || number < 0 || number >= limit) {
        wrong(b, key, line);
        return 0;
    }
    return number;
}

static void start(struct books *b, const char *line)
{
    const char *at = json_find(line, "players");
    while (at != NULL && *at != '\0' && (at = strchr(at, '{')) != NULL) {
        const long seat = part(b, at, "seat", 8);
        b->cash[seat] = part(b, at, "cash", 10000000);
        b->seats++;
        at++;
    }
}

static void cash(struct books *b, const char *line)
{
    const long from = part(b, line, "from", JSON_BANK + 1);
    const long to = part(b, line, "to", JSON_BANK + 1);
    const long amount = part(b, line, "amount", 1L << 31);
    if (from != JSON_BANK) {
        b->cash[from & 7] -= amount;
    }
    if (to != JSON_BANK) {
        b->cash[to & 7] += amount;
    }
}

static void deed(struct books *b, const char *line)
{
    const long space = part(b, line, "space", 64);
    const long from = part(b, line, "from", JSON_BANK + 1);
    if (b->owner[space] >= 0 ? b->owner[space] != from : from != JSON_BANK) {
        wrong(b, "deed from another owner", line);
    }
    b->owner[space] = part(b, line, "to", JSON_BANK + 1);
}

static void level(struct books *b, const char *line)
{
    const long space = part(b, line, "space", 64);
    if (b->level[space] != part(b, line, "from", 7)) {
        wrong(b, "level from another level", line);
    }
    b->level[space] = part(b, line, "to", 7);
}

static void flip(struct books *b, const char *line, bool set[64])
{
    const long space = part(b, line, "space", 64);
    const bool on = json_true(json_find(line, "on"));
    if (set[space] == on) {
        wrong(b, "nothing new", line);
    }
    set[space] = on;
}

static void jail_card(struct books *b, const char *line)
{
    const long card = part(b, line, "card", 8);
    if (b->holder[card] != part(b, line, "from", JSON_GONE + 1)) {
        wrong(b, "card from another holder", line);
    }
    b->holder[card] = part(b, line, "to", JSON_GONE + 1);
}

static void ticket(struct books *b, const char *line)
{
    const long from = part(b, line, "from", JSON_GONE + 1);
    const long to = part(b, line, "to", JSON_GONE + 1);
    if (from < 8) {
        b->tickets[from]--;
    }
    if (to < 8) {
        b->tickets[to]++;
    }
}

static void move(struct books *b, const char *line)
{
    const long seat = part(b, line, "seat", 8);
    if (b->space[seat] != part(b, line, "from", 64)) {
        wrong(b, "move from another space", line);
    }
    b->space[seat] = part(b, line, "to", 64);
}

static void end(struct books *b, const char *line)
{
    const char *why = json_find(line, "why");
    b->ended = true;
    for (unsigned s = 0; s < b->seats; s++) {
        b->end_place[s] = json_item(json_find(line, "places"), s);
        b->end_worth[s] = json_item(json_find(line, "worth"), s);
    }
    if (why != NULL && *why == '"') {
        (void)snprintf(b->why, sizeof b->why, "%.*s", (int)strcspn(why + 1, "\""), why + 1);
    }
}

void books_line(struct books *b, const char *line)
{
    const char *type = json_find(line, "type");
    if (b->ended) {
        wrong(b, "a line after the end", line);
    }
    if (json_is(type, "game_start")) {
        start(b, line);
    } else if (json_is(type, "cash")) {
        cash(b, line);
    } else if (json_is(type, "deed")) {
        deed(b, line);
    } else if (json_is(type, "level")) {
        level(b, line);
    } else if (json_is(type, "depot")) {
        flip(b, line, b->depot);
    } else if (json_is(type, "mortgage")) {
        flip(b, line, b->mortgaged);
    } else if (json_is(type, "jail_card")) {
        jail_card(b, line);
    } else if (json_is(type, "ticket")) {
        ticket(b, line);
    } else if (json_is(type, "move")) {
        move(b, line);
    } else if (json_is(type, "jail")) {
        b->jail[part(b, line, "seat", 8)] = json_true(json_find(line, "in"));
    } else if (json_is(type, "bankrupt")) {
        const long seat = part(b, line, "seat", 8);
        b->out[seat] = true;
        b->place[seat] = part(b, line, "place", 9);
    } else if (json_is(type, "game_end")) {
        end(b, line);
    }
}
