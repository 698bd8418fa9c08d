/* Reading recorded games, .svr files (docs/REPLAY_FORMAT.md): decision by decision, or as rows of
 * observations and actions for agents that learn from them.
 *
 *     struct sv_replay *r = sv_replay_create();
 *     struct sv_recorded d;
 *     if (sv_replay_open(r, bytes, size, NULL) == SV_OK) {
 *         while (sv_replay_next(r, &d)) { ... sv_replay_state(r), d.question, d.answer ... }
 *     }
 *     if (sv_replay_error(r) != NULL) { puts(sv_replay_error(r)); }
 *     sv_replay_destroy(r); */
#ifndef SOLVENT_REPLAY_H
#define SOLVENT_REPLAY_H

#include <solvent/env.h>
#include <solvent/event.h>
#include <solvent/observation.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A reader of replays, for one thread at a time. It plays a game again and compares it with the
 * file: a file that was damaged or changed ends with an error. */
struct sv_replay;

/* A reader without a file, about 100 KiB, for sv_replay_destroy(); NULL without memory. It may read
 * any number of files, one after the other. */
struct sv_replay *sv_replay_create(void);
void sv_replay_destroy(struct sv_replay *r); /* may be NULL */

/* Opens the file in these bytes, which must stay until the next one is opened. `sink` is given all
 * events of the game, or is NULL. On failure sv_replay_error() has the line. */
enum sv_status sv_replay_open(struct sv_replay *r, const uint8_t *bytes, size_t size,
                              const struct sv_sink *sink);

/* What is wrong with the file, one line; NULL: nothing so far. */
const char *sv_replay_error(const struct sv_replay *r);

/* Of the open file: its edition, players, and their names. The reader owns what it returns, until
 * the next file. */
const struct sv_edition *sv_replay_edition(const struct sv_replay *r);
unsigned sv_replay_seats(const struct sv_replay *r);
const char *sv_replay_name(const struct sv_replay *r, unsigned seat);

/* A decision of a recorded game. */
struct sv_recorded {
    struct sv_question question; /* which has the seat */
    struct sv_answer answer;     /* that was carried out */
    uint32_t number;             /* of the decision, from 1; forfeits count too */
    uint8_t verdict;             /* enum sv_verdict; OK: the answer is the bot's own */
    bool forfeits;               /* with it the seat forfeits, and `verdict` is DEAD */
    uint8_t pad[2];              /* 0 */
};

/* Reads the next decision and carries it out. Returns false when there is none: the game is over,
 * or sv_replay_error() says what is wrong. A forfeit of a seat that is not asked is passed over. */
bool sv_replay_next(struct sv_replay *r, struct sv_recorded *out);

/* The game as it stood when the last decision was asked; after the last decision the end. */
const struct sv_state *sv_replay_state(const struct sv_replay *r);

/* ---- as rows --------------------------------------------------------------------------------- */

/* Which rows to make. */
struct sv_rows_how {
    uint32_t seats; /* of which seats: bit s for seat s */
    bool full;      /* the set of <solvent/actions.h>, not the small one of <solvent/env.h> */
    bool luck;      /* with the seats' luck, as sv_batch_luck() has it; takes as long as there */
    uint8_t pad[2]; /* 0 */
};

/* What sv_replay_rows() has found. */
struct sv_rows_found {
    uint64_t rows;      /* one for each action */
    uint64_t decisions; /* of which they are */
    uint64_t skipped;   /* decisions left out because actions cannot express the answer */
    uint64_t missed;    /* decisions left out because the answer is not the bot's own */
    float
        reward[SV_MAX_SEATS]; /* of the game: 1 for the first to -1 for the last, evenly by place */
    float luck[SV_MAX_SEATS]; /* of the game, in rewards; 0 without `luck` */
};

/* Plays the open game from its beginning to its end, and makes a row for each action of each
 * decision of the seats that `how` names. What a seat sees, may do and does is as in a batch
 * (sv_batch_look()). Decisions are left out whose answer is not the bot's own or cannot be
 * expressed in actions. On failure there are no rows, and sv_replay_error() has the line. */
enum sv_status sv_replay_rows(struct sv_replay *r, const struct sv_rows_how *how,
                              struct sv_rows_found *found);

/* Where rows go: arrays with an element for each row, or NULL. */
struct sv_rows {
    struct sv_observation *seen; /* of the full set, */
    float *features;             /*   or of the small one: SV_ENV_FEATURES each */
    uint8_t *mask;               /* SV_ACTION_COUNT each, or SV_ENV_ACTIONS */
    int32_t *action;             /* that was taken */
    uint32_t *decision;          /* sv_recorded.number */
    uint8_t *seat;               /* whose row it is */
};

/* Copies `count` of the rows that were made last, from number `first` on; there must be so many. */
void sv_replay_copy(const struct sv_replay *r, size_t first, size_t count,
                    const struct sv_rows *out);

#ifdef __cplusplus
}
#endif

#endif
