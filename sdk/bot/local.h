/* A match in process: the game, and bots at its seats. A seat without a bot belongs to the caller:
 * the match stops when that seat is asked. sv_play(), duels and batches (env/batch.h) use it.
 * Edition, sink and bots stay the caller's, until svi_local_end(). */
#ifndef SVI_BOT_LOCAL_H
#define SVI_BOT_LOCAL_H

#include "bot/log_sink.h"
#include "wire/event_codec.h"

#include <solvent/bot.h>
#include <solvent/game.h>

/* Passes a seat's remarks to the sink at once. */
struct svi_local_voice {
    struct svi_log_sink log_sink;
    const struct sv_sink *sink;
    uint8_t seat;
};

struct svi_local {
    const struct sv_edition *e;
    const struct sv_sink *sink; /* may be NULL */
    const struct sv_bot *bots[SV_MAX_SEATS];
    unsigned seats;
    unsigned *illegal; /* may be NULL */
    /* Called with each answer before it is carried out. May be NULL. */
    void (*answered)(void *user, unsigned seat, const struct sv_answer *a);
    void *user; /* first argument of `answered` */
    struct sv_state state;
    struct sv_match match[SV_MAX_SEATS];
    struct svi_local_voice log_sink[SV_MAX_SEATS];
    /* Receives the game's events if a bot gets events. */
    struct sv_sink inner;
    const struct sv_sink *to; /* `inner` or `sink` */
    /* Events for the bots that get them; else empty. */
    struct svi_event_log events;
    struct svi_buf message; /* message to one of these bots */
    struct svi_event_mark told[SV_MAX_SEATS];
    uint32_t known[SV_MAX_SEATS];
};

/* Fills the setup of a match of 2 to 8 seats with the kinds and conditions under which each bot is
 * asked. The caller's seats are asked everything, but `manage` only when they can do something. */
void svi_local_setup(const struct sv_bot *const bots[], unsigned seats,
                     const uint8_t seed[SV_SEED_BYTES], struct sv_setup *setup);

/* Begins a match. The caller has set `e`, `sink`, `bots`, `seats`, `illegal`, `answered` and
 * `user`, and everything else to 0; `setup` is of svi_local_setup(). Bots get match_start before
 * the first event. The struct must not move until the match is over. Call svi_local_run() next. */
void svi_local_begin(struct svi_local *l, const struct sv_setup *setup);

/* Asks bots until one of the caller's seats is asked, and returns that seat. Returns SV_NONE at the
 * end of the game or without memory, which svi_local_end() tells apart. */
unsigned svi_local_run(struct svi_local *l);

/* Gives a legal answer, which is not checked, of one of the caller's seats that is asked. Call
 * svi_local_run() next. */
void svi_local_answer(struct svi_local *l, unsigned seat, const struct sv_answer *a);

/* Ends the match, over or not, once: calls every bot's match_end and frees the memory for events.
 * Returns SV_E_SYSTEM if that memory had run out. `result` may be NULL, and is unchanged if the
 * game is not over. */
enum sv_status svi_local_end(struct svi_local *l, struct sv_result *result);

#endif
