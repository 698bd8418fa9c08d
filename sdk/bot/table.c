#include "bot/table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Numbers mostly run on from 1, which spreads well by itself; the multiplication is for those that
 * don't. */
static uint32_t slot_of(const struct svi_bot_table *t, uint64_t match)
{
    return (uint32_t)(match * UINT64_C(0x9e3779b97f4a7c15) >> 32) & t->mask;
}

enum sv_status svi_bot_table_init(struct svi_bot_table *t, uint32_t max, size_t block_size)
{
    uint32_t slots = 4;
    assert(max <= SVI_MAX_AT_ONCE);
    while (slots < 2 * max) {
        slots *= 2;
    }
    *t = (struct svi_bot_table){
        .slots = calloc(slots, sizeof *t->slots), // NOLINT(bugprone-sizeof-expression): pointers
        .mask = slots - 1,
        .max = max,
        .block_size = block_size,
    };
    return t->slots != NULL ? SV_OK : SV_E_SYSTEM;
}

void svi_bot_table_finish(struct svi_bot_table *t)
{
    struct svi_bot_seat *seat;
    while ((seat = svi_bot_table_any(t)) != NULL) {
        svi_bot_table_remove(t, seat);
    }
    while (t->free != NULL) {
        seat = t->free;
        t->free = seat->next;
        free(seat);
    }
    free(t->slots);
    *t = (struct svi_bot_table){0};
}

/* The slot that holds the match, or the empty one where it would go. */
static uint32_t find_slot(const struct svi_bot_table *t, uint64_t match)
{
    uint32_t i = slot_of(t, match);
    while (t->slots[i] != NULL && t->slots[i]->match.id != match) {
        i = (i + 1) & t->mask;
    }
    return i;
}

struct svi_bot_seat *svi_bot_table_find(const struct svi_bot_table *t, uint64_t match)
{
    return t->slots[find_slot(t, match)];
}

enum sv_status svi_bot_table_add(struct svi_bot_table *t, uint64_t match,
                                 struct svi_bot_seat **seat)
{
    uint32_t i = find_slot(t, match);
    if (t->slots[i] != NULL) {
        return SV_E_DUPLICATE;
    }
    if (t->count == t->max) {
        return SV_E_RANGE;
    }
    if (t->free == NULL) {
        t->free = calloc(1, sizeof(struct svi_bot_seat) + t->block_size);
        if (t->free == NULL) {
            return SV_E_SYSTEM;
        }
    }
    *seat = t->free;
    t->free = (*seat)->next;
    memset(*seat, 0, sizeof **seat + t->block_size);
    (*seat)->match.id = match;
    t->slots[i] = *seat;
    t->count++;
    return SV_OK;
}

/* Closes the gap behind the seat, so that probing never has to look past an empty slot (Knuth,
 * TAOCP 6.4, algorithm R). */
void svi_bot_table_remove(struct svi_bot_table *t, struct svi_bot_seat *seat)
{
    uint32_t gap = find_slot(t, seat->match.id);
    assert(t->slots[gap] == seat);
    for (uint32_t i = (gap + 1) & t->mask; t->slots[i] != NULL; i = (i + 1) & t->mask) {
        uint32_t home = slot_of(t, t->slots[i]->match.id);

        if (((i - home) & t->mask) >= ((i - gap) & t->mask)) {
            t->slots[gap] = t->slots[i];
            gap = i;
        }
    }
    t->slots[gap] = NULL;
    t->count--;
    seat->next = t->free;
    t->free = seat;
}

struct svi_bot_seat *svi_bot_table_any(const struct svi_bot_table *t)
{
    for (uint32_t i = 0; t->slots != NULL && t->count != 0 && i <= t->mask; i++) {
        if (t->slots[i] != NULL) {
            return t->slots[i];
        }
    }
    return NULL;
}
