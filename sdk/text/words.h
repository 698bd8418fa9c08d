/* Names of a game's things in text for people, called by sdk/text, recorded games, analyses,
 * reports, pictures and the terminal. Views and texts stay the caller's. Each function appends to
 * `out`, which is `failed` without memory (base/buf.h). Answers may be wrong ones: spaces, parties,
 * levels and choices of any number have a text. Seats are below SV_MAX_SEATS. */
#ifndef SVI_TEXT_WORDS_H
#define SVI_TEXT_WORDS_H

#include "base/buf.h"

#include <solvent/text.h>

/* Appends an identifier of the manifest as words: "one player left" for last_solvent, "auction
 * space" for auction_space. */
void svi_say_word(struct svi_buf *out, const char *identifier);

/* Appends "$200", "-$200". */
void svi_say_money(struct svi_buf *out, int64_t amount);

/* Appends a player's name, or name and seat ("ann#2") if the name is not unique, or
 * "seat 2" without a name. */
void svi_say_player(struct svi_buf *out, const struct sv_text_view *v, unsigned seat);

/* Appends a player, "the bank" or "out of play". */
void svi_say_party(struct svi_buf *out, const struct sv_text_view *v, unsigned party);

/* Appends a space's name, "nowhere" for SV_NONE, or "space 70" if the board has no such space. */
void svi_say_space(struct svi_buf *out, const struct sv_text_view *v, unsigned space);

/* Appends "24 Illinois Avenue": the names of spaces without a deed are not unique. */
void svi_say_place(struct svi_buf *out, const struct sv_text_view *v, unsigned space);

/* Appends a set of spaces, separated by ", ", each as svi_say_place() does. */
void svi_say_places(struct svi_buf *out, const struct sv_text_view *v, uint64_t spaces);

/* Appends "bare", "3 houses", "a hotel"; with `rail` "no depot", "a depot". */
void svi_say_level(struct svi_buf *out, unsigned level, bool rail);

/* Appends the words after "offers": "bob $50, Boardwalk for nothing". */
void svi_say_offer(struct svi_buf *out, const struct sv_text_view *v, const struct sv_offer *offer);

/* Appends "3+4+bus". */
void svi_say_dice(struct svi_buf *out, const uint8_t dice[3]);

/* Appends the kind of a question, its legal choices and figures. */
void svi_say_question(struct svi_buf *out, const struct sv_text_view *v,
                      const struct sv_question *q);

/* Appends the effects of an answer, each after a "; "; nothing for an answer without effect. The
 * view must show the table at which the question was asked. */
void svi_say_answer(struct svi_buf *out, const struct sv_text_view *v,
                    const struct sv_answer *answer);

/* Appends what an answer does, its parts separated by "; ", or `nothing` if it does nothing. The
 * view must show the table at which the question was asked. */
void svi_say_answer_alone(struct svi_buf *out, const struct sv_text_view *v,
                          const struct sv_answer *answer, const char *nothing);

/* Copies a text to the caller's room and frees it, as <solvent/text.h> says. */
size_t svi_text_give(struct svi_buf *text, char *out, size_t room);

/* The table in words. Called by sv_text_table() and for games in text (record/text.c). */

/* Appends the table of sv_text_table(). `out`, the caller's, is `failed` without memory
 * (base/buf.h). */
void svi_say_table(struct svi_buf *out, const struct sv_text_view *v);

/* Appends an event as one sentence, without a line feed. Returns false, and appends nothing, for
 * events that have no sentence of their own: questions, answers, the game's beginning and end. */
bool svi_say_event(struct svi_buf *out, const struct sv_text_view *v, const struct sv_event *ev);

#endif
