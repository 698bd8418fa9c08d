/* Gives access to every moment of a recorded game: the position after any event, the events, and
 * the next decision, trade or bankruptcy. The engine makes the positions: the game is played again
 * from the nearest saved state. tools/tui/tui.c has one, and calls all functions here. Does not use
 * the terminal; buffers are `failed` without memory. */
#ifndef SVI_TOOLS_TUI_TIMELINE_H
#define SVI_TOOLS_TUI_TIMELINE_H

#include "base/buf.h"
#include "tools/analysis/analysis.h"
#include "tools/analysis/turnings.h"
#include "tools/replay/game_file.h"
#include "tools/tui/log.h"

/* Events between two saved states: about a quarter of a millisecond of play; a state takes 3 KB. */
#define SVI_TUI_KEEP_EVERY 256u

/* Targets of jumps. */
enum svi_tui_mark {
    SVI_TUI_DECISION,   /* a seat's answer, not yet carried out, or its forfeit */
    SVI_TUI_TURN,       /* the beginning of a seat's turn */
    SVI_TUI_TRADE,      /* an accepted offer, by or to a seat */
    SVI_TUI_OFFER,      /* an offer, by or to a seat */
    SVI_TUI_BANKRUPTCY, /* a seat's bankruptcy */
};

/* Data of an event, available without playing. */
struct svi_tui_moment {
    uint8_t type, why, seat, to;
    uint32_t decision; /* decisions so far, with the one being carried out */
    uint32_t turn;
};

struct svi_tui_timeline {
    struct svi_recorded *recorded; /* the caller's */
    struct svi_game now; /* The game after event `at`. It owns nothing and may only be read. */
    uint32_t at;
    uint32_t events; /* number of events, at least one */
    struct svi_tui_log log;
    enum sv_status found; /* SV_OK, or the fault of the file behind the last event */
    /* Private members. */
    struct svi_buf moments, checkpoints;
    uint32_t next, wanted;
    bool indexed;
};

/* Creates a timeline by playing the game once. If the file is damaged further on, the events before
 * the damage can be seen, and `found` and recorded->replay.error have the fault. If no event
 * precedes the damage, or with SV_E_SYSTEM in `found`, which means no memory, only destroy it.
 * `recorded` must outlive the timeline, which moves its replay and its game.
 * svi_tui_timeline_destroy() frees it, and takes NULL. */
struct svi_tui_timeline *svi_tui_timeline_create(struct svi_recorded *recorded);
void svi_tui_timeline_destroy(struct svi_tui_timeline *t);

/* Goes to event `n`, or to the last event if there are fewer. Without memory stays where it is. */
void svi_tui_timeline_seek(struct svi_tui_timeline *t, uint32_t n);

/* Returns the data of event `n`, which must exist. They belong to the timeline. */
const struct svi_tui_moment *svi_tui_timeline_moment(const struct svi_tui_timeline *t, uint32_t n);

/* Returns the next event after (with direction < 0 the last before) `n` with this mark, of `seat`
 * or with SV_NONE of any seat. Returns SVI_TUI_NOWHERE if there is no such event. */
uint32_t svi_tui_timeline_jump(const struct svi_tui_timeline *t, uint32_t n, enum svi_tui_mark mark,
                               unsigned seat, int direction);

/* Return the event in which decision or turn `number`, from 1, begins, or SVI_TUI_NOWHERE. */
uint32_t svi_tui_timeline_decision(const struct svi_tui_timeline *t, uint32_t number);
uint32_t svi_tui_timeline_turn(const struct svi_tui_timeline *t, uint32_t number);

/* ---- turnings -------------------------------------------------------------------------------- */

/* The turning points of the game, as a page to choose from. Does not use the terminal. */

/* Appends a page of `width` columns, and sets `event` to the targets of its numbers, from 1.
 * Returns how many numbers there are. */
unsigned svi_tui_turnings_page(const struct svi_decisions *d, const struct svi_tui_timeline *t,
                               unsigned width, uint32_t event[SVI_TURNINGS], struct svi_buf *out);

/* ---- costs of decisions ---------------------------------------------------------------------- */

/* The costs of decisions by a model, for the keys m, M and c. They are computed when they are first
 * needed. Does not use the terminal. */

struct svi_tui_costs {
    struct svi_analysis analysis;
    bool made, failed; /* `failed`: the game cannot be analysed */
};

/* Computes the costs unless that was done before. The struct is all 0 at first. Returns false if
 * the game of this .svr file cannot be analysed, and does not try again. */
bool svi_tui_costs_find(struct svi_tui_costs *m, const struct svi_buf *replay);
void svi_tui_costs_finish(struct svi_tui_costs *m);

/* Returns the event of the next decision after (with direction < 0 the last before) event `n` that
 * the model charges with 0.05 points for certain, of `seat` or with SV_NONE of any seat. Returns
 * UINT32_MAX if there is no such event. Call svi_tui_costs_find() before. */
uint32_t svi_tui_costs_jump(const struct svi_tui_costs *m, uint32_t n, unsigned seat,
                            int direction);

/* Appends a line with the cost of the answer at event `n`; nothing if the event is no answer. */
void svi_tui_costs_line(const struct svi_tui_costs *m, uint32_t n, struct svi_buf *out);

/* Appends a page about the last decision up to event `n`: every candidate with its points. */
void svi_tui_costs_page(const struct svi_tui_costs *m, uint32_t n, struct svi_buf *out);

#endif
