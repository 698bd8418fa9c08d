/* A table of people who play in browsers. The runner's thread plays the match and calls the
 * functions of local seats (runner/local_seat.h); the server's thread brings the people's answers.
 * `solvent play` has one table for all people, `solvent league run` one for each person. A table
 * has a lock, so functions may run at once. Its owner creates it first, and destroys it after the
 * server and the run. Buffers are `failed` without memory.
 *
 * People see as much as bots and no more: the moves of the game, but neither the questions to other
 * seats, nor their answers unless the game shows them, nor the seed. */
#ifndef SVI_TOOLS_PLAY_TABLE_H
#define SVI_TOOLS_PLAY_TABLE_H

#include "record/record.h"
#include "tools/play/journal.h"
#include "tools/serve/stream.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SVI_PLAY_TOKEN_BYTES 33u /* 32 hex digits and a 0 */

/* A person who sits down at a table. */
struct svi_play_person {
    unsigned seat;
    const char *name;  /* up to SV_MAX_NAME - 1 bytes; copied */
    const char *token; /* 32 hex digits, copied; NULL: a new random one */
};

struct svi_play_table;

/* Creates a table for `n` people, 1 to SV_MAX_SEATS, in different seats. Each person gets a token
 * of 128 random bits, unless one is given. Answers in `journal` from an earlier run are repeated,
 * and the answers of this run are added to it. *stop becomes true when the match must be played
 * again from its start, without an answer that was taken back. `stop` is NULL for a league's table,
 * where answers cannot be taken back. `journal` and `stop` must outlive the table. Never returns
 * NULL: without memory the program ends. svi_play_table_destroy() frees it. */
struct svi_play_table *svi_play_table_create(const struct svi_play_person *people, unsigned n,
                                             struct svi_play_journal *journal, atomic_bool *stop);

/* Frees the table, after the server has stopped. NULL is ignored. */
void svi_play_table_destroy(struct svi_play_table *table);

/* Return the number of people, and a person's token, which belongs to the table. Persons are
 * numbered from 0, in the order of `people`. */
unsigned svi_play_table_people(const struct svi_play_table *table);
const char *svi_play_table_token(const struct svi_play_table *table, unsigned person);

/* Returns the person with a token of `length` bytes, or SV_NONE. Takes equally long for every wrong
 * token. */
unsigned svi_play_table_find(const struct svi_play_table *table, const char *token, size_t length);

/* Returns the stream of a person, which belongs to the table, with events of these types: `head` (the
 * edition and the words of the page), `event` (as in docs/REPLAY_FORMAT.md, numbered anew), `ask`
 * (a question), `asked` (it is answered), `restart` (the match begins again), `over`. */
struct svi_stream *svi_play_table_stream(const struct svi_play_table *table, unsigned person);

/* ---- for the runner's thread ----------------------------------------------------------------- */

/* Begins the next match of a league's table for one person, in this seat. Call it before the
 * match's first event. The journal has the answers given in this match, unless `game` names another
 * match: then the journal starts anew for it. Returns SV_E_SYSTEM if its file cannot be written;
 * the match can be played all the same. */
enum sv_status svi_play_table_begin(struct svi_play_table *table, unsigned seat, const char *game);

/* Fills, as in sv_setup.when, when a person is asked to manage: in the own turn. */
void svi_play_table_when(uint8_t when[SV_DECISION_COUNT]);

/* Passes an event on to the people. */
void svi_play_table_watch(struct svi_play_table *table, const struct svi_game *game,
                          const struct sv_event *event);

/* Are the functions `ask`, `answer` and `left` of a struct svi_local_seat whose `user` is the
 * table. */
void svi_play_table_ask(void *table, const struct svi_game *game, unsigned seat, uint32_t number,
                        const struct sv_question *question);
bool svi_play_table_answer(void *table, unsigned seat, uint32_t number, struct sv_answer *answer);
bool svi_play_table_left(void *table, unsigned seat);

/* Called after a run. Returns whether to run the match again because an answer was taken back;
 * *stop is false then. */
bool svi_play_table_restart(struct svi_play_table *table);

/* Begins another game at the same table, if a person has asked for one since the last game ended.
 * Clears the journal. Returns whether to play it. */
bool svi_play_table_begin_again(struct svi_play_table *table);

/* Ends the match with its replay, which is copied, and a line for the page, or "". `replay` is NULL
 * if the match was broken off, or at a league's table, where another match may begin. */
void svi_play_table_over(struct svi_play_table *table, const uint8_t *replay, size_t size,
                         const char *note);

/* Closes a league's table after its last match. */
void svi_play_table_close(struct svi_play_table *table);

/* ---- for the server's thread ----------------------------------------------------------------- */

enum svi_play_verdict {
    SVI_PLAY_TAKEN,
    SVI_PLAY_REFUSED,   /* forbidden by the rules */
    SVI_PLAY_TOO_LATE,  /* the question is no longer open */
    SVI_PLAY_MALFORMED, /* not an answer */
};

/* Takes a person's answer or, with `only_judge`, judges a draft. Appends an object to `out`: `ok`;
 * `text` and `rule`, why it is illegal; for plans `cash`, the cash left after it, and `build`, the
 * spaces where one more building is legal; `offers`, for each offer why it is illegal, or "". */
enum svi_play_verdict svi_play_table_post(struct svi_play_table *table, unsigned person,
                                          const char *body, size_t size, bool only_judge,
                                          struct svi_buf *out);

/* Makes a person stop playing: the seat forfeits at its next question, and the page gets no more
 * questions. A match that is played again from its start includes the person again. */
void svi_play_table_resign(struct svi_play_table *table, unsigned person);

/* Ends the match, without a result, for all people at the table. Does nothing once the match is
 * over, or at a league's table. */
void svi_play_table_end(struct svi_play_table *table);

/* Asks for another game once the match is over. Does nothing before, or at a league's table. */
void svi_play_table_want_again(struct svi_play_table *table);

/* Takes the person's last answer back: the match is replayed up to it. Returns SVI_PLAY_REFUSED if
 * other people play too, there is no answer, or the match is over. Appends an object to `out` like
 * svi_play_table_post(). */
enum svi_play_verdict svi_play_table_take_back(struct svi_play_table *table, unsigned person,
                                               struct svi_buf *out);

/* Returns the replay once the match is over; before, returns false. The bytes belong to the table
 * and are valid as long as it. */
bool svi_play_table_replay(struct svi_play_table *table, const uint8_t **bytes, size_t *size);

#endif
