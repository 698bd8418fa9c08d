/* Captures a bot's output: its stdout and stderr come in through a pipe. It is divided by match, as
 * far as it is marked (wire/mark.h), and passed on without the marks to a log or our stderr. The
 * bot's secrets are masked (secret/mask.h). The output goes on in whole lines of clean text, up to
 * a cap; its end is kept for the report of a crash.
 *
 * Nothing here waits: bytes that cannot be passed on at once are dropped. A bot that prints faster
 * than we look is held up by its own pipe.
 *
 * Each bot of a worker has an output, and each seat of a match has a tail. Only the worker's thread
 * uses them. Trials, summaries of runs and `replay --printed` clean texts by
 * svi_output_tail_clean(). Only svi_output_open() can fail. */
#ifndef SVI_ARBITER_PROCESS_OUTPUT_H
#define SVI_ARBITER_PROCESS_OUTPUT_H

#include "secret/mask.h"
#include "wire/mark.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SVI_OUTPUT_BYTES 16384u  /* bytes of output that are kept */
#define SVI_OUTPUT_LINE 480u     /* a longer line is passed on in pieces */
#define SVI_OUTPUT_PENDING 4096u /* a pipe that can be written to takes this much at once */

/* A cap on the output of a bot that is passed on, shared by all its processes. */
struct svi_output_cap {
    uint64_t most_bytes;
    _Atomic uint64_t used_bytes; /* beyond most_bytes nothing more is passed on */
    atomic_bool told;            /* the line that the rest is dropped was printed */
};

/* Takes a piece of the output, with secrets in it. Each match's output must be masked by itself, as
 * a secret may be continued behind the output of other matches. `match` is the number of its mark,
 * whatever that may be; 0: not marked. */
typedef void svi_output_fn(void *user, uint64_t match, const char *text, size_t size);

struct svi_output {
    int in, out; /* -1: closed */
    svi_output_fn *tell;
    void *user;
    uint64_t match;            /* mark of the present output; 0: none */
    char mark[SVI_MARK_BYTES]; /* bytes that may begin a mark */
    size_t mark_size;
    const char *name;           /* stands before each passed line; may be NULL */
    struct svi_output_cap *cap; /* may be NULL */
    char line[SVI_OUTPUT_LINE];
    size_t line_size;
    struct svi_mask_stream mask;      /* masks output before it is passed on and kept */
    char pending[SVI_OUTPUT_PENDING]; /* lines to pass on, while a piece is handled */
    size_t pending_size;
    size_t total;
    char ring[SVI_OUTPUT_BYTES];
};

/* Initialises a closed output. `tell` may be NULL; `user` must outlive the output. */
void svi_output_init(struct svi_output *output, svi_output_fn *tell, void *user);

/* Opens a closed output for a process, and passes it on to `out` as whole lines of clean text. It
 * owns `out` from now on, also if opening fails, unless it is our own stderr.
 *
 * With a `name`, "[name] " stands before each line. With a `cap`, at most that much is passed on,
 * and one line that says so; outputs of other threads may share it. `secrets` (may be NULL) are
 * masked. All three must outlive the output.
 *
 * Returns the end for the process, which the caller closes, or -1 with errno if there is no pipe;
 * the output is closed then. */
int svi_output_open(struct svi_output *output, int out, const char *name,
                    struct svi_output_cap *cap, const char *const *secrets);

/* Reads all bytes that are there now, at most as many as a pipe holds (1 MiB). */
void svi_output_read(struct svi_output *output);

/* Closes the output. The kept bytes stay until it is opened again. May be called again, and after
 * svi_output_init() alone. */
void svi_output_close(struct svi_output *output);

/* Fills `text` (of `size` bytes) with the last whole lines that fit, as clean text; "" if there is
 * no output. */
void svi_output_tail(const struct svi_output *output, char *text, size_t size);

/* ---- output tail ----------------------------------------------------------------------------- */

/* The output of a seat's bot in a match: its beginning and its end. A bot that prints nothing costs
 * nothing. */

#define SVI_OUTPUT_TAIL_HEAD 8192u /* bytes of the beginning that are kept */
#define SVI_OUTPUT_TAIL_TAIL 8192u /* bytes of the end that are kept */

/* Starts as all 0. */
struct svi_output_tail {
    char *bytes; /* the head, then the tail as a ring */
    size_t room;
    uint64_t total;              /* bytes printed, kept or not */
    struct svi_mask_stream mask; /* masks the bytes before they are kept */
};

/* Drops all output, and frees the memory. */
void svi_output_tail_reset(struct svi_output_tail *p);

/* Adds a piece. `secrets` (may be NULL) are masked in all pieces together; they must always be the
 * same, and outlive `p`. */
void svi_output_tail_add(struct svi_output_tail *p, const char *const *secrets, const char *text,
                         size_t size);

/* Adds a line of our own, given without its newline, on a line of its own. Does nothing if nothing
 * was printed before. */
void svi_output_tail_remark(struct svi_output_tail *p, const char *line);

/* Returns the kept output as clean text, with a line in between that says how many bytes were left
 * out, if any. The text belongs to `p` until the reset, which is the only call allowed after this
 * one. Returns NULL if nothing was printed. */
const char *svi_output_tail_text(struct svi_output_tail *p);

/* Replaces by '?' all bytes that are not UTF-8 text, and control characters and NULs, but keeps \n
 * and \t. */
void svi_output_tail_clean(char *text, size_t size);

#endif
