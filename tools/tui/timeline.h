/* Every moment of a recorded game within reach: the game as it stood after any event, what
 * happened, and where the next decision, trade or bankruptcy is. Positions are the engine's: the
 * game is played again from the nearest state kept. No terminal here. */
#ifndef SVI_TOOLS_TUI_TIMELINE_H
#define SVI_TOOLS_TUI_TIMELINE_H

#include "base/buf.h"
#include "tools/analysis/analysis.h"
#include "tools/analysis/turnings.h"
#include "tools/replay/recorded.h"
#include "tools/tui/log.h"

/* Events between two states kept: about a quarter of a millisecond of play, 3 KB a state. */
#define SVI_TUI_KEEP_EVERY 256u

/* What can be jumped to. */
enum svi_tui_mark {
    SVI_TUI_DECISION,   /* of a seat: its answer, not yet carried out, or its forfeit */
    SVI_TUI_TURN,       /* a turn of a seat begins */
    SVI_TUI_TRADE,      /* an offer accepted, of or to a seat */
    SVI_TUI_OFFER,      /* an offer made, by or to a seat */
    SVI_TUI_BANKRUPTCY, /* of a seat */
};

/* What is known of an event without playing. */
struct svi_tui_moment {
    uint8_t type, why, seat, to;
    uint32_t decision; /* how many have been taken, with the one being carried out */
    uint32_t turn;
};

struct svi_tui_timeline {
    struct svi_recorded *recorded; /* not ours */
    struct svi_game now;           /* as it stood after event `at`; owns nothing, only to be read */
    uint32_t at;
    uint32_t events; /* how many there are; at least one */
    struct svi_tui_log log;
    enum sv_status found; /* SV_OK, or what is wrong with the file behind the last event */
    /* private */
    struct svi_buf moments, kept;
    uint32_t next, wanted;
    bool indexed;
};

/* Plays the game once through. Damage further on is no failure: what is before it can be seen, and
 * `found` and recorded->replay.error tell of it. NULL when there is no memory, or no event before
 * the damage: then *failure says which exit status it is, and stderr why. `recorded` must outlive
 * the timeline. */
struct svi_tui_timeline *svi_tui_timeline_create(struct svi_recorded *recorded,
                                                 enum svi_exit *failure);
void svi_tui_timeline_destroy(struct svi_tui_timeline *t);

/* Goes to event `n`, or the last if there are fewer. */
void svi_tui_timeline_seek(struct svi_tui_timeline *t, uint32_t n);

const struct svi_tui_moment *svi_tui_timeline_moment(const struct svi_tui_timeline *t, uint32_t n);

/* The next event after (with direction < 0 the last before) `n` that is such a mark, of `seat` or
 * with SV_NONE of any. SVI_TUI_NOWHERE when there is none. */
uint32_t svi_tui_timeline_jump(const struct svi_tui_timeline *t, uint32_t n, enum svi_tui_mark mark,
                               unsigned seat, int direction);

/* The event in which decision or turn `number`, from 1, begins; SVI_TUI_NOWHERE when there is none.
 */
uint32_t svi_tui_timeline_decision(const struct svi_tui_timeline *t, uint32_t number);
uint32_t svi_tui_timeline_turn(const struct svi_tui_timeline *t, uint32_t number);

/* ---- turnings -------------------------------------------------------------------------------- */

/* Where the game turned, as a page to choose from. No terminal here. */

/* Appends a page of `width` columns, and sets `event` to where each of its numbers leads, from 1.
 * Returns how many there are. */
unsigned svi_tui_turnings_page(const struct svi_analysis *a, const struct svi_tui_timeline *t,
                               unsigned width, uint32_t event[SVI_TURNINGS], struct svi_buf *out);

/* ---- mistakes -------------------------------------------------------------------------------- */

/* What decisions of the game cost, for its keys: found when it is asked for first. No terminal
 * here. */

struct svi_tui_mistakes {
    struct svi_analysis analysis;
    bool made, failed; /* failed: the game cannot be analysed */
};

/* All 0 at first; false: the game of this .svr file cannot be analysed. */
bool svi_tui_mistakes_find(struct svi_tui_mistakes *m, const struct svi_buf *replay);
void svi_tui_mistakes_finish(struct svi_tui_mistakes *m);

/* The event of the next mistake or blunder after (with direction < 0 the last before) event `n`, of
 * a seat or with SV_NONE of any. UINT32_MAX: there is none. Found before. */
uint32_t svi_tui_mistakes_jump(const struct svi_tui_mistakes *m, uint32_t n, unsigned seat,
                               int direction);

/* Appends in a line what the answer at event `n` cost; nothing where none stands there. */
void svi_tui_mistakes_line(const struct svi_tui_mistakes *m, uint32_t n, struct svi_buf *out);

/* Appends a page about the last decision up to event `n`: every candidate with its points. */
void svi_tui_mistakes_page(const struct svi_tui_mistakes *m, uint32_t n, struct svi_buf *out);

#endif
