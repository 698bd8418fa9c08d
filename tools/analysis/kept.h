/* An analysis as it is kept: what a search has found of each decision, so that it need not be made
 * again. The answers are not kept: they are found again, by the same code, which the version names.
 */
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
    bool is;    /* there is something */
    bool fresh; /* it is not what it was before the analysis */
};

/* Of the game, the value function, everything else that figures follow from, and the futures. */
void svi_kept_version(const struct svi_decisions *d, unsigned futures,
                      uint8_t version[SVI_KEPT_VERSION]);

/* Appends the evaluations of `n` decisions, before svi_analysis_make() charges them. */
void svi_kept_put(const struct svi_evaluated evaluated[], uint32_t n, unsigned seats,
                  struct svi_buf *out);

/* Reads evaluations back, without answers and without the figures that svi_evaluate_again() fills
 * in. `evaluated` must be all 0, and must be finished in any case. Returns false if the bytes are
 * something else, or without memory. */
bool svi_kept_get(const struct svi_buf *bytes, struct svi_evaluated evaluated[], uint32_t n,
                  unsigned seats);

/* As above, for what was found of a seat by `own`. Returns false if the bytes are something else. */
void svi_kept_put_own(const struct svi_own_game *game, struct svi_buf *out);
bool svi_kept_get_own(const uint8_t *bytes, size_t size, struct svi_own_game *game);

#endif
