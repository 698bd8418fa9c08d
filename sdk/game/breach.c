#include "game/breach.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *rule, *text;
    enum sv_status status;
} rows[] = {
#define X(NAME, name, STATUS, rule, text) {#name, rule, text, SV_##STATUS},
    SV_BREACHES(X)
#undef X
};

_Static_assert((unsigned)SV_BREACH_COUNT <= UINT8_MAX, "fits sv_breach.kind");

enum sv_status sv_breach_status(unsigned kind)
{
    return kind < SV_BREACH_COUNT ? rows[kind].status : SV_E_ARGUMENT;
}

const char *sv_breach_name(unsigned kind)
{
    return kind < SV_BREACH_COUNT ? rows[kind].name : NULL;
}

const char *sv_breach_rule(unsigned kind)
{
    return kind < SV_BREACH_COUNT ? rows[kind].rule : NULL;
}

const char *sv_breach_pattern(unsigned kind)
{
    return kind < SV_BREACH_COUNT ? rows[kind].text : NULL;
}

static int32_t clamp(int64_t value)
{
    return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : (int32_t)value;
}

enum sv_status svi_breach(struct sv_breach *out, enum sv_breach_kind kind, unsigned seat,
                          unsigned space, int64_t found, int64_t bound)
{
    if (out != NULL) {
        *out = (struct sv_breach){.kind = (uint8_t)kind,
                                  .space = (uint8_t)space,
                                  .seat = (uint8_t)seat,
                                  .unit = SV_NONE,
                                  .offer = SV_NONE,
                                  .found = clamp(found),
                                  .bound = clamp(bound)};
    }
    return rows[kind].status;
}

/* ---- in words ------------------------------------------------------------------------------- */

/* A text in the making, of `size` bytes with its 0. */
struct text {
    char *out;
    size_t at, size;
};

static void put(struct text *t, const char *more, size_t length)
{
    const size_t room = t->size - 1 - t->at;
    const size_t taken = length < room ? length : room;
    memcpy(t->out + t->at, more, taken);
    t->at += taken;
    t->out[t->at] = '\0';
}

static void put_number(struct text *t, const char *before, int32_t number)
{
    char word[32];
    put(t, word, (size_t)snprintf(word, sizeof word, "%s%ld", before, (long)number));
}

static void put_space(struct text *t, const struct sv_edition *e, unsigned space)
{
    if (space < e->n_spaces) {
        put(t, e->space[space].name, strnlen(e->space[space].name, sizeof e->space[space].name));
    } else if (space == SV_NONE) {
        put(t, "no space", 8);
    } else {
        put_number(t, "space ", (int32_t)space);
    }
}

static bool is(const char *word, size_t length, const char *name)
{
    return strlen(name) == length && memcmp(word, name, length) == 0;
}

static void put_word(struct text *t, const struct sv_edition *e, const struct sv_breach *b,
                     const char *word, size_t length)
{
    if (is(word, length, "space")) {
        put_space(t, e, b->space);
    } else if (is(word, length, "seat")) {
        put_number(t, "seat ", b->seat);
    } else if (is(word, length, "unit")) {
        const char *unit = sv_unit_name(b->unit);
        put(t, unit != NULL ? unit : "?", unit != NULL ? strlen(unit) : 1);
    } else {
        put_number(t, "", is(word, length, "found") ? b->found : b->bound);
    }
}

char *sv_breach_text(const struct sv_edition *e, const struct sv_breach *b, char *out, size_t size)
{
    struct text t = {.out = out, .size = size};
    const unsigned kind = b->kind < SV_BREACH_COUNT ? b->kind : SV_BREACH_NONE;
    const char *text = rows[kind].text;
    if (size == 0) {
        return out;
    }
    out[0] = '\0';
    if (b->offer != SV_NONE) {
        put_number(&t, "offer ", b->offer + 1);
        put(&t, ": ", 2);
    }
    for (const char *open = strchr(text, '{'); open != NULL; open = strchr(text, '{')) {
        const size_t length = strcspn(open + 1, "}");

        put(&t, text, (size_t)(open - text));
        put_word(&t, e, b, open + 1, length);
        text = open + 1 + length + 1;
    }
    put(&t, text, strlen(text));
    if (rows[kind].rule[0] != '\0') {
        put(&t, " (rule ", 7);
        put(&t, rows[kind].rule, strlen(rows[kind].rule));
        put(&t, ")", 1);
    }
    return out;
}
