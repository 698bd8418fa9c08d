/* Analyses as bytes in a store, so that searches need not be made again. The answers are not kept:
 * the same code finds them again, which the version names. svi_analysis_search() uses it for games,
 * `what-if`, `analyse --depth play` and rankings for what was played on. Buffers and structs are
 * the caller's; they are `failed` without memory. */
#ifndef SVI_TOOLS_ANALYSIS_KEPT_H
#define SVI_TOOLS_ANALYSIS_KEPT_H

#include "tools/analysis/decisions.h"
#include "tools/analysis/evaluated.h"

#include "base/buf.h"

#define SVI_KEPT_VERSION 16u

struct svi_own_game; /* tools/analysis/own.h */

struct svi_kept {
    uint8_t version[SVI_KEPT_VERSION];
    struct svi_buf bytes;
    bool is;    /* `bytes` has an analysis */
    bool fresh; /* the analysis is new and not yet stored */
};

/* Computes the version: a hash of the game, the value function, the number of futures and
 * SVI_ANALYSIS_VERSION. */
void svi_kept_version(const struct svi_decisions *d, unsigned futures,
                      uint8_t version[SVI_KEPT_VERSION]);

/* Appends the evaluations of `n` decisions, before svi_analysis_make() charges them. `out` is
 * `failed` without memory. */
void svi_kept_put(const struct svi_evaluated evaluated[], uint32_t n, unsigned seats,
                  struct svi_buf *out);

/* Reads evaluations back, without answers and without the figures that svi_evaluate_again() fills
 * in. `evaluated` must be all 0, and must be finished in any case. Returns false if the bytes are
 * something else, or without memory. */
bool svi_kept_get(const struct svi_buf *bytes, struct svi_evaluated evaluated[], uint32_t n,
                  unsigned seats);

#define SVI_KEPT_ANSWERS 12u
#define SVI_KEPT_WORDS 200u

/* A decision that was played on, as svi_played has it (tools/futures/futures.h). Its answers are
 * found again by the same code, so only their figures are kept; `given` and `best` are in words,
 * for lists. */
struct svi_kept_decision {
    uint32_t round, left_out;
    uint8_t kind, class; /* enum sv_decision, enum svi_class */
    uint8_t n, best;
    double cost, se;
    struct {
        double difference, se;
        uint32_t futures;
    } answer[SVI_KEPT_ANSWERS];
    char given_words[SVI_KEPT_WORDS], best_words[SVI_KEPT_WORDS];
};

/* Append and read a decision. svi_kept_get_decision() returns false if the bytes are something
 * else; *decision is undefined then. */
void svi_kept_put_decision(const struct svi_kept_decision *decision, struct svi_buf *out);
bool svi_kept_get_decision(const uint8_t *bytes, size_t size, struct svi_kept_decision *decision);

/* Append and read the figures of `own` in a seat's game. svi_kept_get_own() returns false if the
 * bytes are something else; *game is undefined then. */
void svi_kept_put_own(const struct svi_own_game *game, struct svi_buf *out);
bool svi_kept_get_own(const uint8_t *bytes, size_t size, struct svi_own_game *game);

#endif
