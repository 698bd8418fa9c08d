/* Reading a .svr file: plays its game again, and holds every byte against what is written when the
 * game is recorded anew. So whatever differs, be it one bit, is found at the decision where it
 * stands.
 *
 *     enum sv_status status = svi_replay_open(r, bytes, size);
 *     if (status == SV_OK) { status = svi_replay_start(r, &game, &sink); }
 *     while (status == SV_OK && !svi_game_over(&game)) { status = svi_replay_next(r, &game); }
 *     if (status == SV_OK) { status = svi_replay_end(r, &game); }
 *     if (status != SV_OK) { puts(r->error); }
 *
 * Bounded and total: any bytes give a status and a line of text. */
#ifndef SVI_RECORD_REPLAY_H
#define SVI_RECORD_REPLAY_H

#include "record/header.h"
#include "record/record.h"

/* Where in the game a fault was found. */
struct svi_fault {
    bool in_game;      /* false: in the header or the trailer, the rest says nothing */
    uint32_t decision; /* from 1; the trailer's fault after decision N: N */
    uint8_t seat;
    uint8_t kind; /* enum sv_decision */
    uint32_t round, turn;
};

/* An open file; about 45 KiB, so rather on the heap or static. */
struct svi_replay {
    struct svi_header header;
    struct sv_edition edition;
    uint8_t edition_hash[32];
    bool edition_held;    /* `edition` is the one with that hash */
    const uint8_t *bytes; /* the file; the caller keeps it */
    size_t size;
    size_t game; /* where in it the decisions begin */
    size_t at;   /* how far the file has been held against the game */
    bool sealed; /* struct svi_game_setup; false from svi_replay_open(), for the caller to set */
    struct svi_fault fault;
    struct svi_error error; /* after a failure: one line, without the file's name */
};

/* True for bytes that begin as a replay does. */
bool svi_replay_is(const uint8_t *bytes, size_t size);

/* Reads and checks the header: versions, edition against its hash, seed against its commitment.
 * `bytes` must stay as long as the replay is used. Nothing to finish. */
enum sv_status svi_replay_open(struct svi_replay *r, const uint8_t *bytes, size_t size);

/* The same for a replay that was opened before, whatever came of it, or whose bytes are all 0: when
 * the edition is that of the last file, by its hash, it is not decoded once more. */
enum sv_status svi_replay_reopen(struct svi_replay *r, const uint8_t *bytes, size_t size);

/* Starts its game, recording; `g` must be initialised. The replay must outlive the game. May be
 * called again, from any point of the game, to begin anew. */
enum sv_status svi_replay_start(struct svi_replay *r, struct svi_game *g,
                                const struct sv_sink *sink);

/* Starts the game of a replay, recording, without comparing anything with the file. As the replay
 * does not change, several games of it can be played at the same time. */
enum sv_status svi_replay_begin(const struct svi_replay *r, struct svi_game *g,
                                const struct sv_sink *sink);

/* Plays the next decision of the file; the game must not be over. The bytes that it leaves in the
 * file up to the next decision (the trailer apart) are checked. On failure r->fault says where; the
 * events of a decision that goes wrong may have been reported. */
enum sv_status svi_replay_next(struct svi_replay *r, struct svi_game *g);

/* Gives the game what stands at the cursor before the record of its next answer: what its seat
 * says, and answers of it that were not taken; with `other` those of earlier decisions only. The
 * cursor then stands at the record. */
enum sv_status svi_replay_asides(struct svi_cursor *c, struct svi_game *g, bool other);

/* Gives the game the answer or forfeit that stands at the cursor, asides having been read;
 * `asides`: there were some. The cursor then stands behind its record. Total, as all here. */
enum sv_status svi_replay_give(struct svi_cursor *c, struct svi_game *g, bool asides);

/* Once the game is over: checks trailer and digest, and that nothing follows. */
enum sv_status svi_replay_end(struct svi_replay *r, struct svi_game *g);

/* A place between two decisions of a file, to come back to, and its game as it stood there. */
struct svi_replay_mark {
    struct svi_game_mark game;
    size_t at;
};

void svi_replay_mark(const struct svi_replay *r, const struct svi_game *g,
                     struct svi_replay_mark *mark);

/* Goes to a mark of the same file, back or forth; svi_game_rewind() says what holds for the game.
 */
void svi_replay_rewind(struct svi_replay *r, struct svi_game *g,
                       const struct svi_replay_mark *mark);

/* Plays the whole file, and records the same game with another note in its header, in place of one
 * of that key: g->record is that file then. SV_E_RANGE: there are too many notes. Otherwise as
 * svi_replay_run(), but that the check bits of the file are not looked at. */
enum sv_status svi_replay_note(struct svi_replay *r, struct svi_game *g, const char *key,
                               const char *value);

/* All of it: start, every decision, end. */
enum sv_status svi_replay_run(struct svi_replay *r, struct svi_game *g, const struct sv_sink *sink);

/* ---- partial replay -------------------------------------------------------------------------- */

/* A game that goes on, played a second time from the record that it has left so far, decision by
 * decision: what stood there when something was asked can be seen again, and nothing need be kept
 * for that.
 *
 *     svi_partial_replay_begin(&t, &game, &sink);
 *     while ((seat = svi_partial_replay_next(&t, &forfeits)) != SV_NONE) {
 * svi_partial_replay_step(&t); }
 *
 * The record was written by this program and is not doubted: one that cannot be read is a bug. */

struct svi_partial_replay {
    const struct svi_game *of; /* it may go on meanwhile */
    struct svi_game game;      /* as it stood; not recorded */
    size_t at;                 /* in the record: the next decision, or what was said beside it */
    bool asides;               /* something was, and has been read */
};

/* Stands at the first question. `of` is being recorded, and must outlive it; the sink is given what
 * `of` reported. Nothing is to be finished. */
void svi_partial_replay_begin(struct svi_partial_replay *t, const struct svi_game *of,
                              const struct sv_sink *sink);

/* The seat whose answer comes next, or with *forfeits its forfeit; SV_NONE: there is nothing more
 * as yet. */
unsigned svi_partial_replay_next(struct svi_partial_replay *t, bool *forfeits);

/* Plays that. */
void svi_partial_replay_step(struct svi_partial_replay *t);

#endif
