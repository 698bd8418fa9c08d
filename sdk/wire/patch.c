#include "wire/patch.h"

#include <solvent/set.h>

#include <string.h>

#define MAX_RUN UINT8_MAX
/* Changes with at most this many unchanged bytes between them are sent as one run, because the head
 * of a second run would take as many bytes. */
#define MERGE 2u

/* A patch being written. Changes from `from` to `end` are not written yet, all before `done` is. */
struct writer {
    const uint8_t *now;
    uint8_t *out;
    size_t done, from, end;
};

static void write_run(struct writer *w)
{
    size_t skip = w->from - w->done;
    for (; skip > MAX_RUN; skip -= MAX_RUN) {
        *w->out++ = MAX_RUN;
        *w->out++ = 0;
    }
    while (w->from < w->end) {
        size_t length = w->end - w->from < MAX_RUN ? w->end - w->from : MAX_RUN;
        *w->out++ = (uint8_t)skip;
        *w->out++ = (uint8_t)length;
        memcpy(w->out, w->now + w->from, length);
        w->out += length;
        w->from += length;
        skip = 0;
    }
    w->done = w->end;
}

static void add_change(struct writer *w, size_t at)
{
    if (at > w->end + MERGE || w->end == w->done) {
        if (w->end != w->done) {
            write_run(w);
        }
        w->from = at;
    }
    w->end = at + 1;
}

/* Eight bytes as a word, the first one lowest. Written out: of a loop gcc makes eight loads, of
 * this one. */
static uint64_t word(const uint8_t *b)
{
    return (uint64_t)b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24 |
           (uint64_t)b[4] << 32 | (uint64_t)b[5] << 40 | (uint64_t)b[6] << 48 |
           (uint64_t)b[7] << 56;
}

/* The bits in which two words differ; not 0 when they do. */
static uint64_t difference(const uint8_t *seen, const uint8_t *now)
{
    return word(seen) ^ word(now);
}

/* Adds the bytes of the word at `at` that differ according to difference(). */
static void add_changes(struct writer *w, size_t at, uint64_t differ)
{
    while (differ != 0) {
        const unsigned byte = sv_first(differ) / 8;

        add_change(w, at + byte);
        differ &= ~(UINT64_C(0xff) << (8 * byte));
    }
}

size_t svi_patch_make(const uint8_t *seen, const uint8_t *now, size_t size, uint8_t *out)
{
    struct writer w = {.now = now, .out = out};
    size_t at = 0;
    /* Most words are equal: bytes are looked at only in those that are not. */
    for (; at + 16 <= size; at += 16) {
        const uint64_t first = difference(seen + at, now + at);
        const uint64_t second = difference(seen + at + 8, now + at + 8);

        if ((first | second) != 0) {
            add_changes(&w, at, first);
            add_changes(&w, at + 8, second);
        }
    }
    for (; at < size; at++) {
        if (seen[at] != now[at]) {
            add_change(&w, at);
        }
    }
    if (w.end != w.done) {
        write_run(&w);
    }
    return (size_t)(w.out - out);
}

enum sv_status svi_patch_apply(uint8_t *block, size_t size, const uint8_t *patch, size_t patch_size)
{
    size_t at = 0;
    while (patch_size != 0) {
        size_t skip, length;

        if (patch_size < 2 || patch_size - 2 < patch[1]) {
            return SV_E_TRUNCATED;
        }
        skip = patch[0];
        length = patch[1];
        if (skip + length > size - at) {
            return SV_E_RANGE;
        }
        memcpy(block + at + skip, patch + 2, length);
        at += skip + length;
        patch += 2 + length;
        patch_size -= 2 + length;
    }
    return SV_OK;
}
