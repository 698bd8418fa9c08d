/* A person at a table, in a terminal: the game is played elsewhere, by another thread, which tells
 * what happens, puts questions and fetches answers; here it is shown, event by event, and questions
 * are answered. */
#ifndef SVI_TOOLS_TUI_PLAY_H
#define SVI_TOOLS_TUI_PLAY_H

#include "record/record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct svi_tui_play;

/* For who sits in `seat`. NULL: no memory. */
struct svi_tui_play *svi_tui_play_create(unsigned seat);
void svi_tui_play_destroy(struct svi_tui_play *play);

/* When the person is asked to manage: before the own turn, as each turn of everybody has a window.
 * As sv_setup.when. */
void svi_tui_play_when(uint8_t when[SV_DECISION_COUNT]);

/* For the other thread. An event; a question, again and again until it is answered; whether it is,
 * and with what; no more comes, since the game is over or has been broken off. */
void svi_tui_play_watch(struct svi_tui_play *play, const struct svi_game *game,
                        const struct sv_event *event);
void svi_tui_play_ask(struct svi_tui_play *play, const struct svi_game *game, uint32_t number,
                      const struct sv_question *question);
bool svi_tui_play_answer(struct svi_tui_play *play, uint32_t number, struct sv_answer *answer);
void svi_tui_play_over(struct svi_tui_play *play);

/* Takes the terminal and shows the game until it is over and has been seen, or the person leaves.
 * True when it was seen to its end. False with one line in `error` when the terminal cannot be
 * taken, "" when the person has left. A signal that asks for the end is obeyed by
 * svi_tui_play_end(). */
bool svi_tui_play_show(struct svi_tui_play *play, char *error, size_t error_size);

/* Gives the terminal back, if it was taken. */
void svi_tui_play_end(struct svi_tui_play *play);

#endif
