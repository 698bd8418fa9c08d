#include "tools/tui/turnings.h"

#include "tools/analysis/print.h"
#include "tools/console/seat_mark.h"

#include "base/out.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define MOST_EVENTS 12u /* that are told of one throw */
#define MOST_LINES 3u   /* of the page, for each */

/* A new question, or the next throw: what the last one led to has been told. */
static bool ends_story(uint8_t type)
{
    return type == SV_EVENT_QUESTION || type == SV_EVENT_ANSWER || type == SV_EVENT_TURN ||
           type == SV_EVENT_ROLL || type == SV_EVENT_GAME_END;
}

/* What chance did at event `n`, and what that led to, as the log tells it; one name for events of
 * one player. */
static void say_chance(const struct svi_tui_timeline *t, uint32_t n, struct svi_buf *out)
{
    const char *last = "";
    size_t name = 0; /* bytes of the player's in `last`, with the blank behind it */
    if (n == 0) {
        svi_out_text(out, "who begins");
        return;
    }
    for (uint32_t at = n; at < t->events && at < n + MOST_EVENTS; at++) {
        uint32_t size;
        const char *text = svi_tui_log_line(&t->log, at, &size);
        if (at > n && ends_story(svi_tui_timeline_moment(t, at)->type)) {
            break;
        }
        const bool same = name > 0 && name < size && memcmp(text, last, name) == 0;
        svi_out_text(out, at == n ? "" : same ? ", " : "; ");
        svi_buf_append(out, text + (same ? name : 0), size - (same ? name : 0));
        if (!same) {
            const char *blank = memchr(text, ' ', size);
            last = text;
            name = blank != NULL ? (size_t)(blank - text) + 1 : 0;
        }
    }
}

/* In as many lines as there are, at most MOST_LINES, behind `head`. */
static void put_lines(const char *head, const struct svi_buf *text, unsigned width,
                      struct svi_buf *out)
{
    const unsigned before = (unsigned)strlen(head);
    const char *rest = (const char *)text->data;
    uint32_t left = (uint32_t)text->size;
    svi_out_text(out, head);
    for (unsigned line = 0; left > 0 && line < MOST_LINES; line++) {
        const uint32_t fits = svi_tui_log_wrap(rest, left, width - before);
        for (unsigned i = 0; line > 0 && i < before; i++) {
            svi_out_char(out, ' ');
        }
        svi_buf_append(out, rest, fits);
        svi_out_char(out, '\n');
        rest += fits;
        left -= fits;
    }
}

unsigned svi_tui_turnings_page(const struct svi_analysis *a, const struct svi_tui_timeline *t,
                               unsigned width, uint32_t event[SVI_TURNINGS], struct svi_buf *out)
{
    struct svi_turning turning[SVI_TURNINGS];
    const unsigned n = svi_turnings(a, turning);
    struct svi_buf text = {0};
    char head[64];
    svi_out_text(out, n > 0 ? "Where the game turned\n\n" : "The game did not turn anywhere.\n");
    for (unsigned i = 0; i < n; i++) {
        const struct svi_turning *one = &turning[i];
        const bool chance = one->decision == UINT32_MAX;
        event[i] = one->event;
        svi_buf_clear(&text);
        if (chance) {
            say_chance(t, one->event, &text);
        } else {
            svi_analysis_sentence(a, one->decision, &text);
        }
        (void)snprintf(head, sizeof head, " %u  turn %3" PRIu32 "  %c  %+.2f  %-2s  ", i + 1,
                       svi_tui_timeline_moment(t, one->event)->turn,
                       svi_seat_marks[one->seat].letter, one->points,
                       chance ? "" : svi_class_mark(a->evaluated[one->decision].class));
        put_lines(head, &text, width, out);
        out->failed = out->failed || text.failed;
    }
    if (n > 0) {
        svi_out_text(out, "\nPoints are what it changed for that seat. A number goes there.\n");
    }
    svi_buf_finish(&text);
    return n;
}
