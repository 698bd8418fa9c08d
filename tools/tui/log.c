#include "tools/tui/log.h"

#include "base/out.h"
#include "record/text.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const struct svi_tui_line *line_at(const struct svi_tui_log *log, uint32_t i)
{
    return (const struct svi_tui_line *)(const void *)log->lines.data + i;
}

static uint32_t n_lines(const struct svi_tui_log *log)
{
    return (uint32_t)(log->lines.size / sizeof(struct svi_tui_line));
}

/* Returns the first line of event `n`; behind the last event, the number of lines. */
static uint32_t first_line(const struct svi_tui_log *log, uint32_t n)
{
    const uint32_t *first = (const uint32_t *)(const void *)log->first.data;
    return n < svi_tui_log_events(log) ? first[n] : n_lines(log);
}

void svi_tui_log_finish(struct svi_tui_log *log)
{
    svi_buf_finish(&log->text);
    svi_buf_finish(&log->lines);
    svi_buf_finish(&log->first);
    svi_buf_finish(&log->scratch);
}

uint32_t svi_tui_log_events(const struct svi_tui_log *log)
{
    return (uint32_t)(log->first.size / sizeof(uint32_t));
}

/* ---- filling --------------------------------------------------------------------------------- */

/* Returns the bytes of the number at the line's beginning, which has a column of its own here. */
static size_t skip_number(const char *line, size_t size, uint32_t n)
{
    char number[16];
    const size_t digits = (size_t)snprintf(number, sizeof number, "%u", n);
    size_t skip = digits;
    if (size <= digits || memcmp(line, number, digits) != 0 || line[digits] != ' ') {
        return 0;
    }
    while (skip < size && line[skip] == ' ') {
        skip++;
    }
    return skip;
}

static void add_line(struct svi_tui_log *log, const char *text, size_t size,
                     struct svi_tui_line line)
{
    const size_t skip = skip_number(text, size, line.n);
    line.start = log->text.size;
    line.size = (uint32_t)(size - skip);
    svi_buf_append(&log->text, text + skip, size - skip);
    svi_buf_append(&log->lines, &line, sizeof line);
}

bool svi_tui_log_add(struct svi_tui_log *log, const struct svi_game *g, const struct sv_event *ev,
                     uint32_t n)
{
    struct svi_buf *told = &log->scratch;
    const uint32_t first = n_lines(log);
    struct svi_tui_line line = {.n = n,
                                .brief = true,
                                .heading =
                                    ev->type == SV_EVENT_TURN || ev->type == SV_EVENT_GAME_END};
    if (ev->type == SV_EVENT_QUESTION || ev->type == SV_EVENT_ANSWER) {
        svi_buf_clear(told);
        svi_text_event(told, g, ev, n, false);
        line.brief = told->size != 0;
    }
    svi_buf_clear(told);
    svi_text_event(told, g, ev, n, true);
    svi_buf_append(&log->first, &first, sizeof first);
    for (size_t at = 0; at < told->size;) {
        const char *text = (const char *)told->data + at;
        const char *end = memchr(text, '\n', told->size - at);
        const size_t size = end != NULL ? (size_t)(end - text) : told->size - at;
        if (size > 0) {
            add_line(log, text, size, line);
        }
        at += size + 1;
    }
    if (n_lines(log) == first) {
        const char *name = sv_event_name(ev->type);
        add_line(log, name, strlen(name), line);
    }
    return !told->failed && !log->text.failed && !log->lines.failed && !log->first.failed;
}

void svi_tui_log_cut(struct svi_tui_log *log, uint32_t n)
{
    if (n < svi_tui_log_events(log)) {
        const uint32_t first = first_line(log, n);
        log->text.size = line_at(log, first)->start;
        log->lines.size = first * sizeof(struct svi_tui_line);
        log->first.size = n * sizeof(uint32_t);
    }
}

const char *svi_tui_log_line(const struct svi_tui_log *log, uint32_t n, uint32_t *size)
{
    const struct svi_tui_line *line = line_at(log, first_line(log, n));
    *size = line->size;
    return (const char *)log->text.data + line->start;
}

/* ---- searching ------------------------------------------------------------------------------- */

uint32_t svi_tui_log_step(const struct svi_tui_log *log, uint32_t n, int direction, bool full)
{
    const uint32_t events = svi_tui_log_events(log);
    uint32_t i = n;
    while (direction > 0 ? i + 1 < events : i > 0) {
        i = direction > 0 ? i + 1 : i - 1;
        if (full || line_at(log, first_line(log, i))->brief) {
            return i;
        }
    }
    return SVI_TUI_NOWHERE;
}

/* Returns whether a text contains the needle, in small or capital letters. */
static bool contains(const char *text, size_t size, const char *needle)
{
    const size_t length = strlen(needle);
    for (size_t i = 0; i + length <= size; i++) {
        if (strncasecmp(text + i, needle, length) == 0) {
            return true;
        }
    }
    return false;
}

uint32_t svi_tui_log_find(const struct svi_tui_log *log, uint32_t n, int direction,
                          const char *needle)
{
    const uint32_t events = svi_tui_log_events(log);
    for (uint32_t i = 1; i <= events; i++) {
        const uint32_t event = (n + (direction > 0 ? i : events - i)) % events;
        for (uint32_t l = first_line(log, event); l < first_line(log, event + 1); l++) {
            const struct svi_tui_line *line = line_at(log, l);
            if (contains((const char *)log->text.data + line->start, line->size, needle)) {
                return event;
            }
        }
    }
    return SVI_TUI_NOWHERE;
}

/* ---- window ---------------------------------------------------------------------------------- */

uint32_t svi_tui_log_wrap(const char *text, uint32_t size, unsigned width)
{
    uint32_t at = 0;
    uint32_t blank = 0;
    unsigned characters = 0;
    while (at < size) {
        if (((unsigned char)text[at] & 0xc0u) != 0x80u && ++characters > width) {
            return blank != 0 ? blank : at;
        }
        at++;
        if (text[at - 1] == ' ') {
            blank = at;
        }
    }
    return size;
}

/* Fills the current event's rows, at most `n_rows`. */
static unsigned wrap_event(const struct svi_tui_log *log, uint32_t n, unsigned width,
                           struct svi_tui_row *rows, unsigned n_rows)
{
    unsigned used = 0;
    for (uint32_t l = first_line(log, n); l < first_line(log, n + 1); l++) {
        const struct svi_tui_line *line = line_at(log, l);
        for (uint32_t at = 0; at < line->size && used < n_rows; used++) {
            const char *text = (const char *)log->text.data + line->start + at;
            const uint32_t size = svi_tui_log_wrap(text, line->size - at, width);
            rows[used] = (struct svi_tui_row){.text = text,
                                              .size = size,
                                              .n = n,
                                              .first = used == 0,
                                              .current = true,
                                              .heading = line->heading};
            at += size;
        }
    }
    return used;
}

static struct svi_tui_row whole_line(const struct svi_tui_log *log, uint32_t l)
{
    const struct svi_tui_line *line = line_at(log, l);
    return (struct svi_tui_row){.text = (const char *)log->text.data + line->start,
                                .size = line->size,
                                .n = line->n,
                                .first = first_line(log, line->n) == l,
                                .heading = line->heading};
}

/* Returns the line that is `steps` shown lines away from `from`, down or up, or the last line in
 * that direction. Sets *steps to the steps made. */
static uint32_t walk(const struct svi_tui_log *log, uint32_t from, int direction, bool full,
                     unsigned *steps)
{
    uint32_t at = from;
    unsigned done = 0;
    for (uint32_t l = from; done < *steps && (direction > 0 ? l < n_lines(log) : l > 0);) {
        const uint32_t line = direction > 0 ? l++ : --l;
        if (full || line_at(log, line)->brief) {
            at = direction > 0 ? l : line;
            done++;
        }
    }
    *steps = done;
    return at;
}

/* Fills a row for each shown line from `from` up to `to`. */
static unsigned put_lines(const struct svi_tui_log *log, uint32_t from, uint32_t to, bool full,
                          struct svi_tui_row *rows)
{
    unsigned used = 0;
    for (uint32_t l = from; l < to; l++) {
        if (full || line_at(log, l)->brief) {
            rows[used++] = whole_line(log, l);
        }
    }
    return used;
}

unsigned svi_tui_log_window(const struct svi_tui_log *log, uint32_t n, bool full, unsigned width,
                            struct svi_tui_row *rows, unsigned n_rows)
{
    const uint32_t top = first_line(log, n);
    const uint32_t bottom = first_line(log, n + 1);
    const unsigned rest = n_rows - wrap_event(log, n, width, rows, n_rows);
    unsigned over = rest;
    unsigned under = rest;
    (void)walk(log, top, -1, full, &over);
    (void)walk(log, bottom, 1, full, &under);
    /* Half above, half below; rows that one side cannot use go to the other. */
    if (over > rest / 2 && over > rest - under) {
        over = rest / 2 > rest - under ? rest / 2 : rest - under;
    }
    under = under < rest - over ? under : rest - over;
    const uint32_t from = walk(log, top, -1, full, &over);
    const uint32_t to = walk(log, bottom, 1, full, &under);
    unsigned used = put_lines(log, from, top, full, rows);
    used += wrap_event(log, n, width, rows + used, n_rows - used);
    return used + put_lines(log, bottom, to, full, rows + used);
}
