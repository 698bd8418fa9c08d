#include "tools/analysis/stored.h"

#include "base/utf8.h"
#include "memory/memory.h"
#include "tools/analysis/own.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void put_double(struct svi_buf *out, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    for (unsigned i = 0; i < sizeof bits; i++) {
        svi_buf_byte(out, (uint8_t)(bits >> 8 * i));
    }
}

/* Bytes that are still to be read. */
struct left {
    const uint8_t *at;
    size_t size;
    bool ok;
};

static uint8_t get_byte(struct left *l)
{
    l->ok = l->ok && l->size > 0;
    if (!l->ok) {
        return 0;
    }
    l->size--;
    return *l->at++;
}

static double get_double(struct left *l)
{
    uint64_t bits = 0;
    double x;
    for (unsigned i = 0; i < sizeof bits; i++) {
        bits |= (uint64_t)get_byte(l) << 8 * i;
    }
    memcpy(&x, &bits, sizeof x);
    l->ok = l->ok && isfinite(x);
    return x;
}

/* ---- own ------------------------------------------------------------------------------------- */

#define OWN_VERSION 3u /* of the bytes, and of the method */

static void put_number(struct svi_buf *out, uint32_t x)
{
    for (unsigned i = 0; i < sizeof x; i++) {
        svi_buf_byte(out, (uint8_t)(x >> 8 * i));
    }
}

static uint32_t get_number(struct left *l)
{
    uint32_t x = 0;
    for (unsigned i = 0; i < sizeof x; i++) {
        x |= (uint32_t)get_byte(l) << 8 * i;
    }
    return x;
}

void svi_stored_put_own(const struct svi_own_game *game, struct svi_buf *out)
{
    svi_buf_byte(out, OWN_VERSION);
    put_number(out, game->differing);
    put_number(out, game->left_out);
    for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
        put_number(out, game->measured[k]);
        put_double(out, game->points[k]);
    }
    put_number(out, game->acts);
    for (unsigned k = 0; k < SVI_HABITS; k++) {
        const struct svi_own_habit *habit = &game->habit[k];
        put_number(out, habit->measured);
        if (habit->measured > 0) {
            put_number(out, habit->decision);
            put_double(out, habit->points);
            put_double(out, habit->least);
        }
    }
}

bool svi_stored_get_own(const uint8_t *bytes, size_t size, struct svi_own_game *game)
{
    struct left l = {bytes, size, true};
    l.ok = get_byte(&l) == OWN_VERSION;
    game->differing = get_number(&l);
    game->left_out = get_number(&l);
    for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
        game->measured[k] = get_number(&l);
        game->points[k] = get_double(&l);
    }
    game->acts = get_number(&l);
    for (unsigned k = 0; k < SVI_HABITS; k++) {
        struct svi_own_habit *habit = &game->habit[k];
        *habit = (struct svi_own_habit){.measured = get_number(&l)};
        if (habit->measured > 0) {
            habit->decision = get_number(&l);
            habit->points = get_double(&l);
            habit->least = get_double(&l);
        }
    }
    return l.ok && l.size == 0;
}

/* ---- decisions that were played on ----------------------------------------------------------- */

#define DECISION_VERSION 1u /* of the bytes, and of the method */

static void put_words(struct svi_buf *out, const char words[SVI_STORED_WORDS])
{
    const size_t size = strnlen(words, SVI_STORED_WORDS - 1);
    svi_buf_byte(out, (uint8_t)size);
    svi_buf_append(out, words, size);
}

static void get_words(struct left *l, char words[SVI_STORED_WORDS])
{
    const size_t size = get_byte(l);
    l->ok = l->ok && size < SVI_STORED_WORDS && size <= l->size && svi_text_ok(l->at, size);
    words[0] = '\0';
    if (l->ok) {
        memcpy(words, l->at, size);
        words[size] = '\0';
        l->at += size;
        l->size -= size;
    }
}

void svi_stored_put_decision(const struct svi_stored_decision *decision, struct svi_buf *out)
{
    svi_buf_byte(out, DECISION_VERSION);
    put_number(out, decision->round);
    put_number(out, decision->left_out);
    svi_buf_byte(out, decision->kind);
    svi_buf_byte(out, decision->class);
    svi_buf_byte(out, decision->n);
    svi_buf_byte(out, decision->best);
    put_double(out, decision->cost);
    put_double(out, decision->se);
    for (unsigned i = 0; i < decision->n; i++) {
        put_double(out, decision->answer[i].difference);
        put_double(out, decision->answer[i].se);
        put_number(out, decision->answer[i].futures);
    }
    put_words(out, decision->given_words);
    put_words(out, decision->best_words);
}

bool svi_stored_get_decision(const uint8_t *bytes, size_t size,
                             struct svi_stored_decision *decision)
{
    struct left l = {bytes, size, true};
    l.ok = get_byte(&l) == DECISION_VERSION;
    decision->round = get_number(&l);
    decision->left_out = get_number(&l);
    decision->kind = get_byte(&l);
    decision->class = get_byte(&l);
    decision->n = get_byte(&l);
    decision->best = get_byte(&l);
    decision->cost = get_double(&l);
    decision->se = get_double(&l);
    l.ok = l.ok && decision->kind < SV_DECISION_COUNT && decision->class < SVI_CLASS_COUNT &&
           decision->n <= SVI_STORED_ANSWERS && decision->best < decision->n;
    for (unsigned i = 0; l.ok && i < decision->n; i++) {
        decision->answer[i].difference = get_double(&l);
        decision->answer[i].se = get_double(&l);
        decision->answer[i].futures = get_number(&l);
    }
    get_words(&l, decision->given_words);
    get_words(&l, decision->best_words);
    return l.ok && l.size == 0;
}

/* ---- costly decisions ------------------------------------------------------------------------ */

void svi_costly_add(struct svi_costly *by_bot[], const struct svi_store_played_on *row)
{
    struct svi_costly_decision one = {.number = row->number, .decision = row->decision};
    if (row->decision == 0 || !svi_stored_get_decision(row->found, row->size, &one.found)) {
        return;
    }
    if (by_bot[row->bot] == NULL) {
        by_bot[row->bot] = svi_new(1, sizeof *by_bot[row->bot]);
    }
    struct svi_costly *c = by_bot[row->bot];
    unsigned at = c->n;
    c->measured++;
    while (at > 0 && c->list[at - 1].found.cost < one.found.cost) {
        at--;
    }
    if (one.found.class == SVI_CLASS_GOOD || at == SVI_COSTLY) {
        return;
    }
    c->n += c->n < SVI_COSTLY;
    memmove(&c->list[at + 1], &c->list[at], (c->n - 1 - at) * sizeof *c->list);
    c->list[at] = one;
}

void svi_costly_hide_words(struct svi_costly *costly)
{
    for (unsigned i = 0; costly != NULL && i < costly->n; i++) {
        costly->list[i].found.given_words[0] = costly->list[i].found.best_words[0] = '\0';
    }
}

void svi_costly_finish(struct svi_costly *by_bot[], unsigned n_bots)
{
    for (unsigned b = 0; b < n_bots; b++) {
        free(by_bot[b]);
    }
    free(by_bot);
}
