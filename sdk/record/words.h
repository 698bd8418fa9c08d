/* How a game's things are called in a text for people. Each appends to `out`. */
#ifndef SVI_RECORD_WORDS_H
#define SVI_RECORD_WORDS_H

#include "record/record.h"

/* An identifier of the manifest as words: "one player left" for last_solvent, "auction space" for
 * auction_space. */
void svi_say_word(struct svi_buf *out, const char *identifier);

/* "$200", "-$200". */
void svi_say_money(struct svi_buf *out, int64_t amount);

/* A player by name; by name and seat ("ann#2") where there is none or another has the same. */
void svi_say_player(struct svi_buf *out, const struct svi_game *g, unsigned seat);

/* A player, "the bank" or "out of play". */
void svi_say_party(struct svi_buf *out, const struct svi_game *g, unsigned party);

void svi_say_space(struct svi_buf *out, const struct svi_game *g, unsigned space);

/* "bare", "3 houses", "a hotel"; with `rail`: "no depot", "a depot". */
void svi_say_level(struct svi_buf *out, unsigned level, bool rail);

/* What stands behind "offers": "bob $50, Boardwalk for nothing". */
void svi_say_offer(struct svi_buf *out, const struct svi_game *g, const struct sv_offer *offer);

/* "3+4+bus". */
void svi_say_dice(struct svi_buf *out, const uint8_t dice[3]);

/* The kind of a question, its legal choices and figures. */
void svi_say_question(struct svi_buf *out, const struct svi_game *g, const struct sv_question *q);

/* What an answer does, each part after a "; "; nothing for an answer that does nothing. The game
 * stands where it was asked. */
void svi_say_answer(struct svi_buf *out, const struct svi_game *g, const struct sv_answer *answer);

/* Appends what an answer does, its parts separated by "; ", or `nothing` if it does nothing. The
 * game stands where it was asked. */
void svi_say_answer_alone(struct svi_buf *out, const struct svi_game *g,
                          const struct sv_answer *answer, const char *nothing);

#endif
