/* A small JSON reader, and a book-keeper that adds a game up from its JSON lines and nothing else:
 * it knows neither the engine nor the structs of events. */
#ifndef TESTS_RECORD_READER_H
#define TESTS_RECORD_READER_H

#include <stdbool.h>
#include <stddef.h>

/* True when `text` up to `end` is exactly one JSON value. */
bool json_valid(const char *text, const char *end);

/* The value of a key of the object at `line`, NULL when it is not there. Keys of inner objects
 * don't count. */
const char *json_find(const char *line, const char *key);

/* Values as found: a number, "bank", "deck", "gone" as below; whether a value is this string; the
 * i-th number of a list. */
#define JSON_BANK 100
#define JSON_GONE 101
long json_number(const char *value);
bool json_is(const char *value, const char *text);
bool json_true(const char *value);
long json_item(const char *list, unsigned i);

/* The totals so far, by seat, and at JSON_BANK for the bank or a deck. */
struct books {
    unsigned seats;
    long cash[8];
    long owner[64]; /* -1: not seen yet */
    long level[64];
    bool depot[64];
    bool mortgaged[64];
    long holder[8]; /* of each get-out-of-jail card */
    long tickets[8];
    long space[8];
    bool jail[8];
    bool out[8];
    long place[8];
    bool ended;
    long end_place[8], end_worth[8];
    char why[24];
    char problem[160]; /* "" while the log makes sense */
};

void books_open(struct books *b);

/* One line of the log. */
void books_line(struct books *b, const char *line);

#endif
