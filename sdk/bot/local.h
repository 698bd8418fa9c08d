/* A match in process: the game, and bots at its seats. A seat without a bot is the caller's: the
 * match stops when it is asked. */
#ifndef SVI_BOT_LOCAL_H
#define SVI_BOT_LOCAL_H

#include "bot/log_sink.h"
#include "wire/event_codec.h"

#include <solvent/bot.h>

/* What a seat says goes to the sink at once. */
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
    /* of each answer, before it is carried out; NULL: nobody wants to know */
    void (*answered)(void *user, unsigned seat, const struct sv_answer *a);
    void *user; /* its first argument */
    struct sv_state state;
    struct sv_match match[SV_MAX_SEATS];
    struct svi_local_voice log_sink[SV_MAX_SEATS];
    struct sv_sink inner;        /* where the game's events go when a bot is told; */
    const struct sv_sink *to;    /*   this, or `sink` */
    struct svi_event_log events; /* for bots that are told; empty when there are none */
    struct svi_buf message;      /* to one of them */
    struct svi_event_mark told[SV_MAX_SEATS];
    uint32_t known[SV_MAX_SEATS];
};

/* What a bot is asked, and when, as a match is set up; of the caller's seats everything, windows
 * only when something can be done. */
void svi_local_setup(const struct sv_bot *const bots[], unsigned seats,
                     const uint8_t seed[SV_SEED_BYTES], struct sv_setup *setup);

/* Begins a match: `e`, `sink`, `bots`, `seats`, `illegal` and `answered` are set, the rest is all
 * 0. It must stay where it is until it is over. */
void svi_local_begin(struct svi_local *l, const struct sv_setup *setup);

/* Asks bots until one of the caller's seats is asked, which it returns, or the game is over, or
 * memory is short: SV_NONE. */
unsigned svi_local_run(struct svi_local *l);

/* A legal answer of one of the caller's seats that is asked. */
void svi_local_answer(struct svi_local *l, unsigned seat, const struct sv_answer *a);

/* Ends the match: every bot's match_end. SV_E_SYSTEM: there was no memory for the events. `result`
 * may be NULL, and is left alone when the game is not over. */
enum sv_status svi_local_end(struct svi_local *l, struct sv_result *result);

#endif
