/* A small arbiter for tests: runs a game and speaks the protocol, frame by frame, with bots in its seats.
 * How frames get to a bot and back is the test's. */
#ifndef TESTS_BOT_UMPIRE_H
#define TESTS_BOT_UMPIRE_H

#include "wire/wire.h"

#include <solvent/bot.h>

/* The edition `name`, loaded once; fails the test when it cannot be. */
const struct sv_edition *umpire_edition(const char *name);

struct umpire {
    const struct sv_edition *e;
    struct sv_state state;
    struct sv_setup setup;
    bool model;
    uint64_t id[SV_MAX_SEATS];       /* of the match, for each seat */
    uint32_t question[SV_MAX_SEATS]; /* number of the last one asked */
    struct sv_question asked[SV_MAX_SEATS];
    struct sv_answer answer[SV_MAX_SEATS];
    unsigned waiting;  /* seats asked that have not answered */
    unsigned answered; /* those that have, in the round of questions that is open */
    unsigned illegal[SV_MAX_SEATS];
    uint8_t seen[SV_MAX_SEATS][SVI_MAX_BLOCK];
    uint64_t asks, ask_bytes, replies, reply_bytes;
};

/* Starts a game; every seat answers `answers`. Match ids are first_id + seat. */
void umpire_start(struct umpire *u, const struct sv_edition *e, const char *seed, unsigned seats,
                  uint32_t answers, bool model, uint64_t first_id);

/* Appends what opens a connection: welcome and the edition. */
void umpire_put_welcome(const struct umpire *u, struct svi_buf *frame);

/* Appends the start of the match for a seat. */
void umpire_put_start(const struct umpire *u, unsigned seat, struct svi_buf *frame);

/* Appends the pending question of a seat, if there is one that has not been asked yet; true if so. */
bool umpire_put_ask(struct umpire *u, unsigned seat, struct svi_buf *frame);

/* Takes a frame of replies; they must be well-formed and to what was asked. When the last answer waited for
 * is in, the game moves on. */
void umpire_take(struct umpire *u, const void *bytes, size_t size);

/* Appends the end of the match for a seat; the game must be over. */
void umpire_put_end(const struct umpire *u, unsigned seat, struct svi_buf *frame);

static inline bool umpire_over(const struct umpire *u)
{
    return sv_pending(&u->state) == 0;
}

#endif
