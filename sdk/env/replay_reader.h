/* What a reader of replays holds. */
#ifndef SVI_ENV_REPLAY_READER_H
#define SVI_ENV_REPLAY_READER_H

#include "base/buf.h"
#include "record/replay.h"
#include "value/account.h"

#include <solvent/replay.h>

/* What an account of luck takes, of one edition. */
struct svi_reader_luck {
    uint8_t edition_hash[32];
    struct svi_value value;
    struct svi_value_base base;
    struct svi_luck luck;
};

struct sv_replay {
    struct svi_replay replay;
    struct svi_game game;
    struct sv_sink sink;          /* the caller's */
    struct sv_state asked;        /* as the last decision was asked */
    struct sv_recorded last;      /* of the step at hand */
    bool answered, forfeits;      /* what was seen of it */
    bool stopped;                 /* a seat has forfeited, in this step or before */
    bool open, ended;             /* there is a game; its end has been checked */
    enum sv_status status;        /* of the file; not SV_OK: replay.error says why */
    struct svi_reader_luck *luck; /* NULL: nobody has asked */
    struct svi_buf rows;          /* of sv_replay_rows(), one after the other */
    bool full;                    /* which rows */
};

/* Begins the game of the open file once more. */
enum sv_status svi_reader_begin(struct sv_replay *r);

#endif
