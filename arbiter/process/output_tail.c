#include "process/output_tail.h"

#include "base/utf8.h"
#include "memory/memory.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST (SVI_OUTPUT_TAIL_HEAD + SVI_OUTPUT_TAIL_TAIL)
#define NOTICE_BYTES 80u /* room for the line about what was left out */

void svi_output_tail_reset(struct svi_output_tail *p)
{
    free(p->bytes);
    svi_mask_stream_reset(&p->mask);
    *p = (struct svi_output_tail){0};
}

/* Where the byte number `at` is kept. */
static size_t slot(uint64_t at)
{
    return at < SVI_OUTPUT_TAIL_HEAD ? (size_t)at
                                     : SVI_OUTPUT_TAIL_HEAD + (size_t)((at - SVI_OUTPUT_TAIL_HEAD) %
                                                                       SVI_OUTPUT_TAIL_TAIL);
}

static void add(void *user, const char *text, size_t size)
{
    struct svi_output_tail *p = user;
    const uint64_t all = p->total + size;
    p->bytes = svi_grow(p->bytes, &p->room, all < MOST ? (size_t)all : MOST, 1);
    while (size > 0) {
        const size_t at = slot(p->total);
        const size_t most = (at < SVI_OUTPUT_TAIL_HEAD ? SVI_OUTPUT_TAIL_HEAD : MOST) - at;
        const size_t n = size < most ? size : most;
        memcpy(p->bytes + at, text, n);
        p->total += n;
        text += n;
        size -= n;
    }
}

void svi_output_tail_add(struct svi_output_tail *p, const char *const *secrets, const char *text,
                         size_t size)
{
    p->mask.secrets = secrets;
    svi_mask_stream_put(&p->mask, text, size, add, p);
}

void svi_output_tail_remark(struct svi_output_tail *p, const char *line)
{
    svi_mask_stream_end(&p->mask, add, p);
    if (p->total == 0) {
        return;
    }
    if (p->bytes != NULL && p->bytes[slot(p->total - 1)] != '\n') {
        add(p, "\n", 1);
    }
    add(p, line, strlen(line));
    add(p, "\n", 1);
}

static size_t copy(const struct svi_output_tail *p, uint64_t from, uint64_t end, char *out)
{
    for (uint64_t at = from; at < end; at++) {
        *out++ = p->bytes[slot(at)];
    }
    return (size_t)(end - from);
}

const char *svi_output_tail_text(struct svi_output_tail *p)
{
    svi_mask_stream_end(&p->mask, add, p);
    const uint64_t kept = p->total < MOST ? p->total : MOST;
    const uint64_t head = kept < SVI_OUTPUT_TAIL_HEAD ? kept : SVI_OUTPUT_TAIL_HEAD;
    if (p->total == 0) {
        return NULL;
    }
    char *text = svi_new((size_t)kept + NOTICE_BYTES, 1);
    size_t size = copy(p, 0, head, text);
    if (p->total > kept) {
        size += (size_t)snprintf(text + size, NOTICE_BYTES,
                                 "%s[solvent] %" PRIu64 " bytes left out here\n",
                                 text[size - 1] == '\n' ? "" : "\n", p->total - kept);
    }
    size += copy(p, p->total - (kept - head), p->total, text + size);
    svi_output_tail_clean(text, size);
    text[size] = '\0';
    free(p->bytes);
    p->bytes = text;
    return text;
}

void svi_output_tail_clean(char *text, size_t size)
{
    svi_prose_clean(text, size);
}
