/* What was played on, as bytes in a store: decisions of `what-if` and `analyse --depth play`, and a
 * seat's figures of `own`, which rankings read too. Answers are not kept: the same code finds them
 * again. Buffers and structs are the caller's; buffers are `failed` without memory. */
#ifndef SVI_TOOLS_ANALYSIS_STORED_H
#define SVI_TOOLS_ANALYSIS_STORED_H

#include "tools/analysis/decisions.h"
#include "tools/analysis/evaluated.h"

#include "base/buf.h"

struct svi_own_game; /* tools/analysis/own.h */

#define SVI_STORED_ANSWERS 12u
#define SVI_STORED_WORDS 200u

/* A decision that was played on, as svi_played has it (tools/futures/futures.h). Its answers are
 * found again by the same code, so only their figures are kept; `given` and `best` are in words,
 * for lists. */
struct svi_stored_decision {
    uint32_t round, left_out;
    uint8_t kind, class; /* enum sv_decision, enum svi_class */
    uint8_t n, best;
    double cost, se;
    struct {
        double difference, se;
        uint32_t futures;
    } answer[SVI_STORED_ANSWERS];
    char given_words[SVI_STORED_WORDS], best_words[SVI_STORED_WORDS];
};

/* Append and read a decision. svi_stored_get_decision() returns false if the bytes are something
 * else; *decision is undefined then. */
void svi_stored_put_decision(const struct svi_stored_decision *decision, struct svi_buf *out);
bool svi_stored_get_decision(const uint8_t *bytes, size_t size,
                             struct svi_stored_decision *decision);

/* Append and read the figures of `own` in a seat's game. svi_stored_get_own() returns false if the
 * bytes are something else; *game is undefined then. */
void svi_stored_put_own(const struct svi_own_game *game, struct svi_buf *out);
bool svi_stored_get_own(const uint8_t *bytes, size_t size, struct svi_own_game *game);

#endif
