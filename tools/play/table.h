/* A table at which people sit who play in a browser. The runner's thread plays the match and comes
 * here as their local seats (runner/local_seat.h); the server's thread comes with their answers.
 *
 * A person is told what bots are told, and no more: the moves of the game, not what others are
 * asked, nor what they answer where the game does not show it, nor the seed. */
#ifndef SVI_TOOLS_PLAY_TABLE_H
#define SVI_TOOLS_PLAY_TABLE_H

#include "record/record.h"
#include "tools/play/feed.h"
#include "tools/play/journal.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SVI_PLAY_TOKEN_BYTES 33u /* 32 hex digits and a 0 */

/* Who sits down. */
struct svi_play_guest {
    unsigned seat;
    const char *name; /* up to SV_MAX_NAME - 1 bytes; copied */
};

struct svi_play_table;

/* Sets a table for `n` people, 1 to SV_MAX_SEATS, of different seats. Each gets a token of its own,
 * of 128 random bits. Answers of an earlier run that `journal` has are given again; it gets those
 * of this one. *stop becomes true when the match is to be played again from its start, without an
 * answer that was taken back; NULL: it is a league's table, where none is. Both must outlive the
 * table. */
struct svi_play_table *svi_play_table_create(const struct svi_play_guest *guests, unsigned n,
                                             struct svi_play_journal *journal, atomic_bool *stop);
void svi_play_table_destroy(struct svi_play_table *table);

unsigned svi_play_table_people(const struct svi_play_table *table);
const char *svi_play_table_token(const struct svi_play_table *table, unsigned person);

/* Which person has a token of `length` bytes; SV_NONE: nobody. Takes the
 * same time for every wrong token. */
unsigned svi_play_table_find(const struct svi_play_table *table, const char *token, size_t length);

/* What a person is told, as events of these types: `head` (the edition and the words of the page),
 * `event` (as in docs/REPLAY_FORMAT.md, numbered anew), `ask` (a question), `asked` (it has been
 * answered), `restart` (the match begins again), `over`. */
struct svi_feed *svi_play_table_feed(const struct svi_play_table *table, unsigned person);

/* ---- for the runner's thread ----------------------------------------------------------------- */

/* A table of one person, in a league: its next match begins, in which the person has this seat.
 * Before its first event. `journal` has what was answered in it already. */
void svi_play_table_begin(struct svi_play_table *table, unsigned seat);

/* When a person is asked to manage: in the own turn. As sv_setup.when. */
void svi_play_table_when(uint8_t when[SV_DECISION_COUNT]);

void svi_play_table_watch(struct svi_play_table *table, const struct svi_game *game,
                          const struct sv_event *event);
void svi_play_table_ask(struct svi_play_table *table, const struct svi_game *game, unsigned seat,
                        uint32_t number, const struct sv_question *question);
bool svi_play_table_answer(struct svi_play_table *table, unsigned seat, uint32_t number,
                           struct sv_answer *answer);
bool svi_play_table_left(struct svi_play_table *table, unsigned seat);

/* The run has ended. True: it is to be run again, as an answer was taken back; *stop is false then.
 */
bool svi_play_table_restart(struct svi_play_table *table);

/* The match is over: its replay, which is copied, and a line for the page, or "". NULL: it was
 * broken off, or it is a league's, whose next may begin at the table. */
void svi_play_table_over(struct svi_play_table *table, const uint8_t *replay, size_t size,
                         const char *note);

/* The league has no match any more for the table. */
void svi_play_table_close(struct svi_play_table *table);

/* ---- for the server's thread ----------------------------------------------------------------- */

enum svi_play_verdict {
    SVI_PLAY_TAKEN,
    SVI_PLAY_REFUSED,   /* the rules forbid it */
    SVI_PLAY_TOO_LATE,  /* this question is not open any more */
    SVI_PLAY_MALFORMED, /* it is no answer */
};

/* A person's answer, or with `only_judge` a draft of it. Appends an object to `out`: `ok`; `text`,
 * why not, and the `rule`; for plans `cash`, what would be left, and `build`, the spaces on which
 * one more building is legal; `offers`, for each offer why it is not legal, or "". */
enum svi_play_verdict svi_play_table_post(struct svi_play_table *table, unsigned person,
                                          const char *body, size_t size, bool only_judge,
                                          struct svi_buf *out);

/* The person plays no more: the seat forfeits when it is asked, and the page hears of no further
 * question. A match that is played again from its start has the person back. */
void svi_play_table_resign(struct svi_play_table *table, unsigned person);

/* Takes the person's last answer back: the match is played again up to there. SVI_PLAY_REFUSED
 * where others play too, there is no answer, or the match is over. Appends an object to `out` as
 * above. */
enum svi_play_verdict svi_play_table_take_back(struct svi_play_table *table, unsigned person,
                                               struct svi_buf *out);

/* The replay once the match is over; false before. The bytes are the table's. */
bool svi_play_table_replay(struct svi_play_table *table, const uint8_t **bytes, size_t *size);

#endif
