#include "env/trajectory.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK 8u /* words that are compared at once */
#define MAPS ((SVI_VIEW_WORDS + 63) / 64)

_Static_assert(sizeof(struct svi_view) % sizeof(uint64_t) == 0, "a view is whole words");

/* Before the changed words of a row. */
struct row {
    float reward;
    int32_t action;
    uint64_t changed[MAPS]; /* bit i of map k: word 64 k + i */
};

static bool differ(const uint64_t *a, const uint64_t *b, size_t count)
{
    uint64_t any = 0;
    for (size_t i = 0; i < count; i++) {
        any |= a[i] ^ b[i];
    }
    return any != 0;
}

/* Writes the words of `now` that differ from `last` to `last` and to `out`. Returns their
 * number. */
static size_t put_changes(const uint64_t *now, uint64_t *last, uint64_t changed[MAPS],
                          uint64_t *out)
{
    size_t count = 0;
    for (size_t at = 0; at < SVI_VIEW_WORDS; at += BLOCK) {
        const size_t end = at + BLOCK < SVI_VIEW_WORDS ? at + BLOCK : SVI_VIEW_WORDS;
        if (!differ(now + at, last + at, end - at)) {
            continue;
        }
        for (size_t i = at; i < end; i++) {
            if (now[i] != last[i]) {
                changed[i / 64] |= UINT64_C(1) << i % 64;
                last[i] = out[count++] = now[i];
            }
        }
    }
    return count;
}

void svi_record_action(struct svi_batch_record *r, unsigned seat, uint8_t player,
                       const struct svi_view *view, unsigned action)
{
    struct svi_track *t = &r->open[seat];
    struct row row = {.action = (int32_t)action};
    uint64_t now[SVI_VIEW_WORDS];
    if (!svi_buf_reserve(&t->log, sizeof row + sizeof now)) {
        return;
    }
    memcpy(now, view, sizeof now);
    uint8_t *at = t->log.data + t->log.size;
    uint64_t *words = (uint64_t *)(void *)(at + sizeof row);
    const size_t count = put_changes(now, t->last.word, row.changed, words);
    memcpy(at, &row, sizeof row);
    t->last_row = t->log.size;
    t->log.size += sizeof row + count * sizeof *words;
    t->player = player;
    t->rows++;
}

void svi_record_reward(struct svi_batch_record *r, const float *reward)
{
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        const struct svi_track *t = &r->open[s];
        if (t->rows != 0) {
            ((struct row *)(void *)(t->log.data + t->last_row))->reward += reward[s];
        }
    }
}

static void clear(struct svi_track *t)
{
    svi_buf_clear(&t->log);
    memset(&t->last, 0, sizeof t->last);
    t->rows = 0;
}

/* Writes the rows of a track to arrays, which are one block. Leaves `out` without rows if there is
 * no memory. */
static void unroll(struct svi_track *t, struct sv_trajectory *out)
{
    const size_t rows = t->rows;
    const uint8_t *at = t->log.data;
    const size_t bytes =
        sizeof *out->seen + sizeof *out->reward + sizeof *out->action + SV_ACTION_COUNT;
    out->seen = t->log.failed ? NULL : malloc(rows * bytes);
    if (out->seen == NULL) {
        return;
    }
    out->rows = t->rows;
    out->reward = (float *)(out->seen + rows);
    out->action = (int32_t *)(out->reward + rows);
    out->mask = (uint8_t *)(out->action + rows);
    memset(&t->last, 0, sizeof t->last);
    for (size_t i = 0; i < rows; i++) {
        const struct row *row = (const void *)at;
        at += sizeof *row;
        for (unsigned k = 0; k < MAPS; k++) {
            for (uint64_t left = row->changed[k]; left != 0; left &= left - 1) {
                memcpy(&t->last.word[64 * k + sv_first(left)], at, sizeof(uint64_t));
                at += sizeof(uint64_t);
            }
        }
        out->reward[i] = row->reward;
        out->action[i] = row->action;
        out->seen[i] = t->last.view.seen;
        svi_allowed_mask(&t->last.view.allowed, out->mask + i * SV_ACTION_COUNT);
    }
}

void svi_record_end(struct svi_batch_record *r, unsigned game, const uint8_t *place,
                    const float *luck)
{
    r->has_ended = true;
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        struct svi_track *t = &r->open[s];
        if (t->rows != 0) {
            r->ended[s] = (struct sv_trajectory){.game = game,
                                                 .seat = (uint8_t)s,
                                                 .player = t->player,
                                                 .place = place[s],
                                                 .luck = luck[s]};
            unroll(t, &r->ended[s]);
        }
        clear(t);
    }
}

void svi_record_clear(struct svi_batch_record *r, bool all)
{
    for (unsigned s = 0; (r->has_ended || all) && s < SV_MAX_SEATS; s++) {
        sv_trajectory_finish(&r->ended[s]);
        if (all) {
            clear(&r->open[s]);
        }
    }
    r->has_ended = false;
}

void svi_record_destroy(struct svi_batch_record *r)
{
    if (r != NULL) {
        svi_record_clear(r, true);
        for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
            svi_buf_finish(&r->open[s].log);
        }
        free(r);
    }
}

void sv_trajectory_finish(struct sv_trajectory *t)
{
    free(t->seen);
    *t = (struct sv_trajectory){0};
}
