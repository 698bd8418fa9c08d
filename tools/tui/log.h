/* The log of a game as lines: what is shown around a moment, and where a text is found. No terminal
 * here. */
#ifndef SVI_TOOLS_TUI_LOG_H
#define SVI_TOOLS_TUI_LOG_H

#include "record/record.h"

/* No event. */
#define SVI_TUI_NOWHERE UINT32_MAX

struct svi_tui_line {
    size_t start;  /* in the log's text */
    uint32_t size; /* bytes, without an end of line */
    uint32_t n;    /* the event it tells of */
    bool brief;    /* told in the brief log too, which passes over questions and plain answers */
    bool heading;  /* of a turn, or of the game's end */
};

/* Every event has a line at least. Zero is an empty log. */
struct svi_tui_log {
    struct svi_buf text;
    struct svi_buf lines; /* struct svi_tui_line */
    struct svi_buf first; /* uint32_t by event: its first line */
    struct svi_buf scratch;
};

/* A row of the window on the log: a line, or one part of a long one. */
struct svi_tui_row {
    const char *text;
    uint32_t size;
    uint32_t n;
    bool first;   /* of its event's rows: the event's number belongs here */
    bool current; /* the event that the window is about */
    bool heading;
};

void svi_tui_log_finish(struct svi_tui_log *log);

/* Adds event number `n`, which must be how many there are so far; from the game's sink, as
 * svi_text_event(). False when there is no memory. */
bool svi_tui_log_add(struct svi_tui_log *log, const struct svi_game *g, const struct sv_event *ev,
                     uint32_t n);

/* Forgets event `n` and those after it. */
void svi_tui_log_cut(struct svi_tui_log *log, uint32_t n);

uint32_t svi_tui_log_events(const struct svi_tui_log *log);

/* The first line of event `n`, which must be there. */
const char *svi_tui_log_line(const struct svi_tui_log *log, uint32_t n, uint32_t *size);

/* The next event of the log after `n`, or with direction < 0 the one before; `full`: of the full
 * log. SVI_TUI_NOWHERE when there is none. */
uint32_t svi_tui_log_step(const struct svi_tui_log *log, uint32_t n, int direction, bool full);

/* The next event after (or before) `n` that a line with `needle` tells of, letters of ASCII in
 * either case; it goes on from the other end, and comes to `n` itself last. SVI_TUI_NOWHERE when
 * there is none. */
uint32_t svi_tui_log_find(const struct svi_tui_log *log, uint32_t n, int direction,
                          const char *needle);

/* What a window of `n_rows` rows shows with event `n` in its middle, or nearer to where the log
 * ends: that event in full, its lines broken to `width` characters, the others a row a line.
 * Returns how many rows there are. */
unsigned svi_tui_log_window(const struct svi_tui_log *log, uint32_t n, bool full, unsigned width,
                            struct svi_tui_row *rows, unsigned n_rows);

/* How many bytes of a text fit into `width` characters, broken behind a blank where there is one.
 */
uint32_t svi_tui_log_wrap(const char *text, uint32_t size, unsigned width);

#endif
