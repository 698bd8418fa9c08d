/* What verify.c and verify_store.c share. */
#ifndef SVI_TOOLS_REPLAY_VERIFY_STATE_H
#define SVI_TOOLS_REPLAY_VERIFY_STATE_H

#include "tools/replay/verify.h"

#include "record/replay.h"

#include <stdint.h>

struct svi_verify {
    uint64_t games, bad, unreadable, decisions;
    uint64_t rankings, bots; /* leagues whose ranking has been made again, and the bots in them */
    uint64_t missing;        /* games that are planned in these leagues and not in their stores */
    bool terminal;           /* stderr is one */
    bool json;
    struct svi_buf differences,
        problems; /* json: lists that have been begun, of what is bad and what is unreadable */
    struct svi_replay replay;
    struct svi_game game;
    struct svi_buf bytes;
    uint32_t verdicts[SV_MAX_SEATS][SV_VERDICT_COUNT]; /* of the game that has been played */
    uint32_t forfeits;                                 /* set of seats */
};

/* Notes and tells that `name` is not as recorded. */
void svi_verify_bad(struct svi_verify *v, const char *name, const char *problem);

/* Notes and tells that something cannot be read; the line names it. */
void svi_verify_unreadable_line(struct svi_verify *v, const char *line);

/* Plays the game in v->bytes; true when it is as recorded. */
bool svi_verify_play(struct svi_verify *v, const char *name);

#endif
