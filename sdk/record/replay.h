/* Reads a .svr file: plays its game again, and compares every byte with a new recording of the
 * game. So any difference, even a single bit, is found at the decision where it occurs.
 *
 *     enum sv_status status = svi_replay_open(r, bytes, size);
 *     if (status == SV_OK) { status = svi_replay_start(r, &game, &sink); }
 *     while (status == SV_OK && !svi_game_over(&game)) { status = svi_replay_next(r, &game); }
 *     if (status == SV_OK) { status = svi_replay_end(r, &game); }
 *     if (status != SV_OK) { puts(r->error.text); }
 *
 * Any bytes give a status and a line of text, in bounded time and memory. The line is in r->error;
 * svi_replay_begin(), svi_replay_asides() and svi_replay_give(), which do not change the replay,
 * give a status only. After an error the game serves only to be started again or finished.
 * SV_E_SYSTEM means missing memory, and any other error a fault of the file. `luck`, `verify`,
 * `replay`, the TUI, analyses, pages, arbiter/probe and rows for learners (sdk/env) read files by
 * it. */
#ifndef SVI_RECORD_REPLAY_H
#define SVI_RECORD_REPLAY_H

#include "record/header.h"
#include "record/record.h"

/* The place of an error in the game. */
struct svi_fault {
    /* False for an error in the header or the trailer; the other members are meaningless then. */
    bool in_game;
    uint32_t decision; /* from 1; after decision N: N */
    uint8_t seat;
    uint8_t kind; /* enum sv_decision */
    uint32_t round, turn;
};

/* An open file. About 45 KiB, so put it on the heap or make it static. */
struct svi_replay {
    struct svi_header header;
    struct sv_edition edition;
    uint8_t edition_hash[32];
    /* `edition` is valid and has that hash. */
    bool has_edition;
    const uint8_t *bytes; /* the file, owned by the caller */
    size_t size;
    size_t game; /* start of the decisions in `bytes` */
    /* Bytes compared with the game so far. */
    size_t at;
    /* As in struct svi_game_setup. svi_replay_open() sets false; the caller may change it. */
    bool sealed;
    struct svi_fault fault;
    /* After a failure: one line, without the file's name. */
    struct svi_error error;
};

/* Returns whether bytes begin like a replay. */
bool svi_replay_is(const uint8_t *bytes, size_t size);

/* Reads and checks the header: versions, edition against its hash, seed against its commitment.
 * `bytes` must outlive the replay. There is nothing to finish. */
enum sv_status svi_replay_open(struct svi_replay *r, const uint8_t *bytes, size_t size);

/* As svi_replay_open(), for a replay that was opened before, with or without success, or that is
 * all 0. If the edition has the hash of the last file's edition, it is not decoded again. */
enum sv_status svi_replay_reopen(struct svi_replay *r, const uint8_t *bytes, size_t size);

/* Starts the replay's game, recording; `g` must be initialised. The replay must outlive the game.
 * May be called again, at any point of the game, to begin anew. */
enum sv_status svi_replay_start(struct svi_replay *r, struct svi_game *g,
                                const struct sv_sink *sink);

/* Starts the game of a replay, recording, without comparing it with the file. The replay does not
 * change, so several of its games can be played at the same time. It must outlive them. Returns the
 * errors of svi_game_start(). */
enum sv_status svi_replay_begin(const struct svi_replay *r, struct svi_game *g,
                                const struct sv_sink *sink);

/* Plays the next decision of the file; the game must not be over. Checks the bytes of the file up
 * to the next decision, without the trailer. On failure r->fault has the place; events of the
 * faulty decision may have been reported already. */
enum sv_status svi_replay_next(struct svi_replay *r, struct svi_game *g);

/* Gives the game the remarks and refused answers at the cursor, before the record of the seat's
 * next answer; with `other` only refused answers of earlier decisions. The cursor then stands at
 * the record. */
enum sv_status svi_replay_asides(struct svi_cursor *c, struct svi_game *g, bool other);

/* Gives the game the answer or forfeit at the cursor, after svi_replay_asides(). `asides` says
 * whether there were remarks or refused answers. The cursor then stands behind the record. Any
 * bytes give a status. */
enum sv_status svi_replay_give(struct svi_cursor *c, struct svi_game *g, bool asides);

/* Checks trailer and digest once the game is over, and that no bytes follow. */
enum sv_status svi_replay_end(struct svi_replay *r, struct svi_game *g);

/* A place between two decisions of a file, with the game at that place, for svi_replay_rewind().
 * Marks the place reached. */
struct svi_replay_mark {
    struct svi_game_mark game;
    size_t at;
};

void svi_replay_mark(const struct svi_replay *r, const struct svi_game *g,
                     struct svi_replay_mark *mark);

/* Goes to a mark of the same file, back or forth; svi_game_rewind() has the conditions for the
 * game. */
void svi_replay_rewind(struct svi_replay *r, struct svi_game *g,
                       const struct svi_replay_mark *mark);

/* Plays the whole file and records the same game with another note in its header, which replaces
 * any note of that key. g->record is the new file then. Returns SV_E_RANGE for too many notes,
 * otherwise the errors of svi_replay_run(), except that the file's check bits, trailer and later
 * bytes are not compared. r->header has the note then. */
enum sv_status svi_replay_note(struct svi_replay *r, struct svi_game *g, const char *key,
                               const char *value);

/* Plays a whole file: start, every decision, end. */
enum sv_status svi_replay_run(struct svi_replay *r, struct svi_game *g, const struct sv_sink *sink);

/* ---- partial replay -------------------------------------------------------------------------- */

/* Replays a game that is still running, from the record that it has written so far, decision by
 * decision, so that earlier questions and positions can be looked at without storing them. A bot's
 * restarted process is led through its matches so (arbiter/session/session_recovery.h).
 *
 *     svi_partial_replay_begin(&t, &game, &sink);
 *     while ((seat = svi_partial_replay_next(&t, &forfeits)) != SV_NONE) {
 *         svi_partial_replay_step(&t);
 *     }
 *
 * This program wrote the record, so a record that cannot be read is a bug (an assertion). */

struct svi_partial_replay {
    const struct svi_game *of; /* the running game */
    /* Its state at this place, not recorded. */
    struct svi_game game;
    /* Place in the record: the next decision, or the remarks before it. */
    size_t at;
};

/* Begins at the first question. `of` is being recorded, and must outlive the replay. The sink,
 * which is not NULL, receives the events that `of` reported. There is nothing to finish. */
void svi_partial_replay_begin(struct svi_partial_replay *t, const struct svi_game *of,
                              const struct sv_sink *sink);

/* Returns the seat whose answer comes next, or whose forfeit if *forfeits is set; SV_NONE at the
 * end of the record so far. */
unsigned svi_partial_replay_next(struct svi_partial_replay *t, bool *forfeits);

/* Plays that answer or forfeit. Call it only if svi_partial_replay_next() has returned a seat. */
void svi_partial_replay_step(struct svi_partial_replay *t);

#endif
