/* What was played on, as bytes in a store: decisions of `what-if` and `analyse --depth play`, and a
 * seat's figures of `own`, which rankings read too. Answers are not kept: the same code finds them
 * again. Buffers and structs are the caller's; buffers are `failed` without memory. */
#ifndef SVI_TOOLS_ANALYSIS_STORED_H
#define SVI_TOOLS_ANALYSIS_STORED_H

#include "store/rows.h"
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

/* ---- costly decisions ------------------------------------------------------------------------ */

/* The costliest decisions of a bot, of those that were played on: `analyse --depth play` of a store
 * lists them, and so does the bot's page in `serve`. */

#define SVI_COSTLY 10u

struct svi_costly_decision {
    uint64_t number;   /* of its match */
    uint32_t decision; /* number of the decision in the game */
    struct svi_stored_decision found;
};

/* Decisions that certainly cost something (they have a class), the costliest first. All 0 at
 * first. */
struct svi_costly {
    struct svi_costly_decision list[SVI_COSTLY];
    unsigned n;
    uint64_t measured; /* decisions that were played on */
};

/* Adds a row that holds a decision to its bot's list, and ignores other rows. Creates
 * by_bot[row->bot] if it is NULL; svi_costly_finish() frees all. Without memory the program ends.
 * The row stays the caller's. */
void svi_costly_add(struct svi_costly *by_bot[], const struct svi_store_played_on *row);
void svi_costly_finish(struct svi_costly *by_bot[], unsigned n_bots);

/* Takes the answers' words away, which have the bots' names, for readers of pseudonyms. Does
 * nothing with NULL. */
void svi_costly_hide_words(struct svi_costly *costly);

#endif
