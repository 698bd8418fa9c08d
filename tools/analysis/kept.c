#include "tools/analysis/kept.h"

#include "base/utf8.h"
#include "luck/game_luck.h"
#include "memory/memory.h"
#include "tools/analysis/own.h"

#include <math.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

void svi_kept_version(const struct svi_decisions *d, unsigned futures,
                      uint8_t version[SVI_KEPT_VERSION])
{
    static const char label[] = "solvent search";
    const uint8_t numbers[] = {SVI_ANALYSIS_VERSION, (uint8_t)futures, (uint8_t)(futures >> 8)};
    uint8_t value[SVI_LUCK_VERSION_BYTES];
    crypto_generichash_state state;
    svi_luck_version(&d->edition, d->edition_hash, value);
    crypto_generichash_init(&state, NULL, 0, SVI_KEPT_VERSION);
    crypto_generichash_update(&state, (const uint8_t *)label, sizeof label);
    crypto_generichash_update(&state, numbers, sizeof numbers);
    crypto_generichash_update(&state, value, sizeof value);
    crypto_generichash_update(&state, d->digest, sizeof d->digest);
    crypto_generichash_final(&state, version, SVI_KEPT_VERSION);
}

static void put_double(struct svi_buf *out, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    for (unsigned i = 0; i < sizeof bits; i++) {
        svi_buf_byte(out, (uint8_t)(bits >> 8 * i));
    }
}

void svi_kept_put(const struct svi_evaluated evaluated[], uint32_t n, unsigned seats,
                  struct svi_buf *out)
{
    for (uint32_t i = 0; i < n; i++) {
        const struct svi_evaluated *e = &evaluated[i];
        svi_buf_byte(out, (uint8_t)e->n);
        svi_buf_byte(out, (uint8_t)e->given);
        svi_buf_byte(out, (uint8_t)e->best);
        for (unsigned s = 0; s < seats && e->best != e->given; s++) { /* else all are 0 */
            put_double(out, e->change[s]);
        }
        if (e->best != e->given) {
            put_double(out, e->missed);
            put_double(out, e->se);
        }
        for (unsigned k = 0; k < e->n; k++) {
            svi_buf_byte(out, e->candidate[k].place);
            put_double(out, e->candidate[k].points);
            put_double(out, e->candidate[k].se);
        }
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

static void get_one(struct left *l, struct svi_evaluated *e, unsigned seats)
{
    const unsigned n = get_byte(l);
    uint32_t places = 0;
    e->given = get_byte(l);
    e->best = get_byte(l);
    for (unsigned s = 0; s < seats && e->best != e->given; s++) {
        e->change[s] = get_double(l);
    }
    if (e->best != e->given) {
        e->missed = get_double(l);
        e->se = get_double(l);
    }
    e->candidate = svi_new(n > 0 ? n : 1, sizeof *e->candidate);
    l->ok = l->ok && e->candidate != NULL && n > 0 && n <= 32 && e->given < n && e->best < n;
    for (unsigned k = 0; k < n && l->ok; k++) {
        e->candidate[k].place = get_byte(l);
        e->candidate[k].points = get_double(l);
        e->candidate[k].se = get_double(l);
        l->ok = l->ok && e->candidate[k].place < n && !sv_has(places, e->candidate[k].place);
        places |= l->ok ? 1u << e->candidate[k].place : 0;
    }
    e->n = l->ok ? n : 0;
}

bool svi_kept_get(const struct svi_buf *bytes, struct svi_evaluated evaluated[], uint32_t n,
                  unsigned seats)
{
    struct left l = {bytes->data, bytes->size, true};
    for (uint32_t i = 0; i < n && l.ok; i++) {
        get_one(&l, &evaluated[i], seats);
    }
    return l.ok && l.size == 0;
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

void svi_kept_put_own(const struct svi_own_game *game, struct svi_buf *out)
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

bool svi_kept_get_own(const uint8_t *bytes, size_t size, struct svi_own_game *game)
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

static void put_words(struct svi_buf *out, const char words[SVI_KEPT_WORDS])
{
    const size_t size = strnlen(words, SVI_KEPT_WORDS - 1);
    svi_buf_byte(out, (uint8_t)size);
    svi_buf_append(out, words, size);
}

static void get_words(struct left *l, char words[SVI_KEPT_WORDS])
{
    const size_t size = get_byte(l);
    l->ok = l->ok && size < SVI_KEPT_WORDS && size <= l->size && svi_text_ok(l->at, size);
    words[0] = '\0';
    if (l->ok) {
        memcpy(words, l->at, size);
        words[size] = '\0';
        l->at += size;
        l->size -= size;
    }
}

void svi_kept_put_decision(const struct svi_kept_decision *decision, struct svi_buf *out)
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

bool svi_kept_get_decision(const uint8_t *bytes, size_t size, struct svi_kept_decision *decision)
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
           decision->n <= SVI_KEPT_ANSWERS && decision->best < decision->n;
    for (unsigned i = 0; l.ok && i < decision->n; i++) {
        decision->answer[i].difference = get_double(&l);
        decision->answer[i].se = get_double(&l);
        decision->answer[i].futures = get_number(&l);
    }
    get_words(&l, decision->given_words);
    get_words(&l, decision->best_words);
    return l.ok && l.size == 0;
}
