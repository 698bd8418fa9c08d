/* The matches a connection holds, found by their number. Memory is taken when matches begin and
 * used again: a long league allocates no more than its busiest moment needs. */
#ifndef SVI_BOT_TABLE_H
#define SVI_BOT_TABLE_H

#include "bot/log_sink.h"
#include "wire/wire.h"

#include <solvent/bot.h>

/* One seat of the bot at one match. */
struct svi_bot_seat {
    struct sv_match match;
    struct svi_bot_seat *next; /* in the list of those free */
    struct svi_log_sink log_sink;
    struct svi_buf
        *out; /* where what it says goes; NULL but during a callback that may say something */
    uint32_t question; /* that it belongs to; 0: the match */
    uint32_t said;     /* what the match has cost of SVI_LOG_BUDGET */
    uint32_t events;   /* of the match that it knows of, told or missed */
    uint8_t block[];   /* the position block as the arbiter last left it */
};

struct svi_bot_table {
    struct svi_bot_seat *
        *slots; /* open addressing with linear probing; `mask` + 1 of them, half empty at least */
    struct svi_bot_seat *free;
    uint32_t mask, count, max;
    size_t block_size;
};

/* For at most `max` matches at once, with blocks of `block_size` bytes. SV_E_SYSTEM: no memory. */
enum sv_status svi_bot_table_init(struct svi_bot_table *t, uint32_t max, size_t block_size);
void svi_bot_table_finish(struct svi_bot_table *t);

/* The seat of a match, or NULL. */
struct svi_bot_seat *svi_bot_table_find(const struct svi_bot_table *t, uint64_t match);

/* A new seat, all zero but match.id. SV_E_DUPLICATE: there is one; SV_E_RANGE: the table is full;
 * SV_E_SYSTEM: no memory. */
enum sv_status svi_bot_table_add(struct svi_bot_table *t, uint64_t match,
                                 struct svi_bot_seat **seat);

/* Removes a seat that is in the table. */
void svi_bot_table_remove(struct svi_bot_table *t, struct svi_bot_seat *seat);

/* Any seat, or NULL when there is none. */
struct svi_bot_seat *svi_bot_table_any(const struct svi_bot_table *t);

#endif
