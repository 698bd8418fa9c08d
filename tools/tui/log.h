/* The log of a game as lines: selects the lines around a moment, and searches for text. A timeline
 * (tools/tui/timeline.h) fills one and owns it. Does not use the terminal. Only svi_tui_log_add()
 * can fail. */
#ifndef SVI_TOOLS_TUI_LOG_H
#define SVI_TOOLS_TUI_LOG_H

#include "record/record.h"

/* Number that stands for no event. */
#define SVI_TUI_NOWHERE UINT32_MAX

struct svi_tui_line {
    size_t start;  /* offset in the log's text */
    uint32_t size; /* bytes, without a line feed */
    uint32_t n;    /* event of the line */
    bool brief;    /* Also in the brief log, which leaves out questions and plain answers. */
    bool heading;  /* heading of a turn, or of the game's end */
};

/* A log, which owns its text. Every event has at least one line. An object of zeros is an empty
 * log; svi_tui_log_finish() frees it. */
struct svi_tui_log {
    struct svi_buf text;
    struct svi_buf lines; /* struct svi_tui_line */
    struct svi_buf first; /* first line of each event (uint32_t) */
    struct svi_buf scratch;
};

/* A row of the window on the log: a line, or a part of a long line. `text` points into the log,
 * until an event is added or removed. */
struct svi_tui_row {
    const char *text;
    uint32_t size;
    uint32_t n;
    bool first;   /* first row of its event, which shows the event's number */
    bool current; /* belongs to the current event of the window */
    bool heading;
};

void svi_tui_log_finish(struct svi_tui_log *log);

/* Adds event number `n`, which must be the number of events so far. Call it from the game's sink,
 * like svi_text_event(). Returns false if memory runs out; the log is not whole then. */
bool svi_tui_log_add(struct svi_tui_log *log, const struct svi_game *g, const struct sv_event *ev,
                     uint32_t n);

/* Removes event `n` and all later events. */
void svi_tui_log_cut(struct svi_tui_log *log, uint32_t n);

uint32_t svi_tui_log_events(const struct svi_tui_log *log);

/* Returns the first line of event `n`, which must exist. The text has no zero at its end, and is
 * valid until an event is added or removed. */
const char *svi_tui_log_line(const struct svi_tui_log *log, uint32_t n, uint32_t *size);

/* Returns the next event of the log after `n`, or the previous one if direction < 0. `full` selects
 * the full log. Returns SVI_TUI_NOWHERE if there is no such event. */
uint32_t svi_tui_log_step(const struct svi_tui_log *log, uint32_t n, int direction, bool full);

/* Returns the next event after (or before) `n` with a line that contains `needle`, ignoring the
 * case of ASCII letters. The search continues at the other end and reaches `n` itself last. Returns
 * SVI_TUI_NOWHERE if no line matches. */
uint32_t svi_tui_log_find(const struct svi_tui_log *log, uint32_t n, int direction,
                          const char *needle);

/* Fills a window of `n_rows` rows with event `n` in its middle, or nearer to an edge close to the
 * log's ends. Event `n` is shown in full, its lines broken to `width` characters; each other line
 * takes a row. Returns the number of rows. */
unsigned svi_tui_log_window(const struct svi_tui_log *log, uint32_t n, bool full, unsigned width,
                            struct svi_tui_row *rows, unsigned n_rows);

/* Returns how many bytes of a text fit into `width` characters, broken behind a blank if
 * possible. */
uint32_t svi_tui_log_wrap(const char *text, uint32_t size, unsigned width);

#endif
