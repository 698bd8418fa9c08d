/* The output of what a bot prints: its stdout and stderr come in through a pipe, are told apart by
 * match as far as they are marked (wire/mark.h), go on to where they belong without the marks and
 * without the bot's secrets (secret/mask.h), in whole lines of clean text and no more than a cap
 * allows, and the last of it is kept for the report of a crash. Nothing here waits: what cannot be
 * passed on at once is not passed on, and a bot that prints faster than we look is held up by its
 * own pipe. */
#ifndef SVI_ARBITER_PROCESS_OUTPUT_H
#define SVI_ARBITER_PROCESS_OUTPUT_H

#include "secret/mask.h"
#include "wire/mark.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SVI_OUTPUT_BYTES 16384u /* that are kept */
#define SVI_OUTPUT_LINE 480u    /* a longer line is passed on in pieces */
#define SVI_OUTPUT_HELD 4096u   /* a pipe that can be written to takes so much at once */

/* How much of what a bot prints is passed on, all its processes together. */
struct svi_output_cap {
    uint64_t most_bytes;
    _Atomic uint64_t used_bytes; /* more than the most: nothing is passed on any more */
    atomic_bool told;            /* that the rest is dropped */
};

/* Takes a piece of what was printed, with secrets in it: those of a match are masked by themselves,
 * as a secret may end behind what others print. `match` is the number it is marked
 * with, whatever that may be; 0: it is not. */
typedef void svi_output_fn(void *user, uint64_t match, const char *text, size_t size);

struct svi_output {
    int in, out; /* -1: closed */
    svi_output_fn *tell;
    void *user;
    uint64_t match;            /* what comes is marked with it; 0: with none */
    char mark[SVI_MARK_BYTES]; /* what may be the beginning of a mark */
    size_t mark_size;
    const char *name;           /* stands before each line that is passed on; NULL: nothing does */
    struct svi_output_cap *cap; /* NULL: there is none */
    char line[SVI_OUTPUT_LINE];
    size_t line_size;
    struct svi_mask_stream mask; /* before what is passed on and kept */
    char held[SVI_OUTPUT_HELD];  /* lines to be passed on, while a piece is taken in */
    size_t held_size;
    size_t total;
    char ring[SVI_OUTPUT_BYTES];
};

/* Nothing is listened to. `tell` may be NULL. */
void svi_output_init(struct svi_output *output, svi_output_fn *tell, void *user);

/* Begins with a process; what it prints goes on to `out`, which is the output's from now on unless
 * it is our own stderr, as whole lines of clean text. With a `name`, which must live as long,
 * "[name] " stands before each. With a `cap`, which must live as long too and may be shared by
 * captures of other threads, no more than that goes there and one line that says so. `secrets`,
 * which must live as long too (NULL: there are none), are masked. The end to give to the process,
 * to be closed by the caller; -1 (errno tells): there is no pipe. */
int svi_output_open(struct svi_output *output, int out, const char *name,
                    struct svi_output_cap *cap, const char *const *secrets);

/* Takes in all that is there, which is no more than a pipe holds (1 MiB), and nothing that comes
 * meanwhile. */
void svi_output_read(struct svi_output *output);

/* Ends it; what is kept stays until the next begins. */
void svi_output_close(struct svi_output *output);

/* Fills `text` (of `size` bytes) with the last whole lines that fit, as clean text; "" when there
 * are none. */
void svi_output_tail(const struct svi_output *output, char *text, size_t size);

/* ---- output tail ----------------------------------------------------------------------------- */

/* What a seat's bot prints in a match: the beginning and the end of it, as far as they are kept. A
 * bot that prints nothing costs nothing. */

#define SVI_OUTPUT_TAIL_HEAD 8192u /* bytes of the beginning that are kept */
#define SVI_OUTPUT_TAIL_TAIL 8192u /* and of the end */

/* All 0 at first. */
struct svi_output_tail {
    char *bytes; /* the head, then the tail as a ring */
    size_t room;
    uint64_t total;              /* bytes, kept or not */
    struct svi_mask_stream mask; /* before them */
};

/* Forgets all, frees the memory. */
void svi_output_tail_reset(struct svi_output_tail *p);

/* Adds a piece. In all pieces together `secrets` are masked, which
 * are always the same and must live as long; NULL: there are none. */
void svi_output_tail_add(struct svi_output_tail *p, const char *const *secrets, const char *text,
                         size_t size);

/* Adds a line of our own, which begins a line and is written without its end, unless nothing was
 * printed before. */
void svi_output_tail_remark(struct svi_output_tail *p, const char *line);

/* All that is kept as clean text, with a line in between that says how many bytes were left out, if
 * any were. It is p's until the reset, which is all that may follow. NULL: nothing was printed. */
const char *svi_output_tail_text(struct svi_output_tail *p);

/* Replaces by '?' whatever is no UTF-8 text, \n and \t apart: control characters, NULs, halves of
 * characters. */
void svi_output_tail_clean(char *text, size_t size);

#endif
