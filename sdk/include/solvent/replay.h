/* Reading recorded games, .svr files (docs/REPLAY_FORMAT.md): decision by decision, or as rows of
 * observations and actions for agents that learn from them. The Python package and programs in C
 * call these functions.
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
 * file, so a damaged or changed file ends with an error. */
struct sv_replay;

/* Creates a reader without a file, of about 100 KiB; NULL without memory. sv_replay_destroy() frees
 * it. It may read any number of files, one after the other. */
struct sv_replay *sv_replay_create(void);
void sv_replay_destroy(struct sv_replay *r); /* may be NULL */

/* Opens the file in these bytes, which must stay valid until the next file is opened. `sink`
 * receives all events of the game, and may be NULL. Returns SV_E_SYSTEM without memory, or the
 * status of a file that is damaged or of an unknown version. No file is open then, and
 * sv_replay_error() returns the reason. */
enum sv_status sv_replay_open(struct sv_replay *r, const uint8_t *bytes, size_t size,
                              const struct sv_sink *sink);

/* Returns the first error in the file as one line, or NULL without an error so far. The reader owns
 * it, until the next file is opened. */
const char *sv_replay_error(const struct sv_replay *r);

/* Return the open file's edition, number of players, and their names. The reader owns the results,
 * which are valid until the next file is opened. Without an open file the edition is not valid, and
 * there are 0 players, whose names are "". */
const struct sv_edition *sv_replay_edition(const struct sv_replay *r);
unsigned sv_replay_seats(const struct sv_replay *r);
const char *sv_replay_name(const struct sv_replay *r, unsigned seat);

/* A decision of a recorded game. */
struct sv_recorded {
    struct sv_question question; /* the question, with its seat */
    struct sv_answer answer;     /* the answer carried out */
    /* Number of the decision, from 1; forfeits count too. */
    uint32_t number;
    uint8_t verdict; /* enum sv_verdict; OK: the answer is the bot's own */
    /* The seat forfeits with this decision, and `verdict` is DEAD. */
    bool forfeits;
    uint8_t pad[2]; /* 0 */
};

/* Reads the next decision and carries it out. Returns false at the end of the game or on an error
 * (sv_replay_error()). Skips a forfeit of a seat that is not asked. */
bool sv_replay_next(struct sv_replay *r, struct sv_recorded *out);

/* Returns the game at the moment of the last decision's question, or the final state after the last
 * decision. Before the first decision it is the game's beginning. The reader owns it, until the
 * next call. */
const struct sv_state *sv_replay_state(const struct sv_replay *r);

/* ---- as rows --------------------------------------------------------------------------------- */

/* Selects the rows that sv_replay_rows() makes. */
struct sv_rows_how {
    /* Seats to include: bit s for seat s. */
    uint32_t seats;
    /* Computes the seats' luck as a batch does (sv_batch_out.luck), and takes as long. */
    bool luck;
    uint8_t pad[3]; /* 0 */
};

/* The result of sv_replay_rows(). */
struct sv_rows_found {
    uint64_t rows;      /* one for each action */
    uint64_t decisions; /* decisions in these rows */
    /* Decisions left out because actions cannot express the answer. */
    uint64_t skipped;
    /* Decisions left out because the answer is not the bot's own. */
    uint64_t missed;
    /* Rewards of the game: 1 for the first to -1 for the last, evenly by place. */
    float reward[SV_MAX_SEATS];
    float luck[SV_MAX_SEATS]; /* of the game, in rewards; 0 without `luck` */
};

/* Plays the open game from its beginning to its end, and makes a row for each action of each
 * decision of the seats in `how`. Observation, mask and action of a row are as in a batch.
 * Decisions are left out if the answer is not the bot's own or cannot be expressed in actions.
 * Returns SV_E_ARGUMENT if no file is open, SV_E_SYSTEM without memory, or the file's fault: the
 * result has no rows then, and sv_replay_error() returns the reason.
 *
 * Afterwards sv_replay_next() returns false. A further call plays the game again, whose events go
 * to the sink again. */
enum sv_status sv_replay_rows(struct sv_replay *r, const struct sv_rows_how *how,
                              struct sv_rows_found *found);

/* Destination of rows: arrays with an element for each row, or NULL. */
struct sv_rows {
    struct sv_observation *seen; /* observation */
    uint8_t *mask;               /* SV_ACTION_COUNT each */
    int32_t *action;             /* action taken */
    uint32_t *decision;          /* sv_recorded.number */
    uint8_t *seat;               /* seat of the row */
};

/* Copies rows `first` to `first` + `count` - 1 of the last sv_replay_rows(), all of which must
 * exist. */
void sv_replay_copy(const struct sv_replay *r, size_t first, size_t count,
                    const struct sv_rows *out);

#ifdef __cplusplus
}
#endif

#endif
