/* Analyses as text, JSON and csv, for `solvent analyse` and, in parts, `compare`, `try`, `what-if`,
 * `panel` and the TUI. Functions append to `out`, which is `failed` without memory (base/buf.h).
 * Analyses, texts and buffers stay the caller's. */
#ifndef SVI_TOOLS_ANALYSIS_PRINT_H
#define SVI_TOOLS_ANALYSIS_PRINT_H

#include "tools/analysis/analysis.h"

#include "base/buf.h"

/* Which decisions are printed. */
struct svi_analysis_print {
    const char *name; /* of the game, as a user would call it: "game.svr", "league.db#3" */
    unsigned seats;   /* set of seats whose decisions are printed */
    unsigned most;    /* most costly decisions in text */
    bool bold;        /* titles in text are bold */
};

/* ---- text ------------------------------------------------------------------------------------ */

/* Appends the points and the luck of a game's seats as a table, and its costly decisions. */
void svi_analysis_text(const struct svi_analysis *a, const struct svi_analysis_print *how,
                       struct svi_buf *out);

#define SVI_WORST 64u

/* The most costly decisions of any number of games. All 0 at first, but for `most`. */
struct svi_worst {
    unsigned most; /* to keep, up to SVI_WORST */
    struct svi_worst_decision {
        double cost;
        char *line; /* owned */
    } list[SVI_WORST];
    unsigned n;
    uint64_t found; /* costly decisions, kept or not */
};

/* Adds those of a set of seats. `game` comes before the round; "" for a single game. */
void svi_worst_add(struct svi_worst *worst, const struct svi_analysis *a, unsigned seats,
                   const char *game);

/* Appends the list. svi_worst_finish() frees it. */
void svi_worst_text(const struct svi_worst *worst, struct svi_buf *out);
void svi_worst_finish(struct svi_worst *worst);

/* Appends one decision as a sentence, without a line feed: the bot, the question, its answer, and
 * the better answer. `decision` is its place in the list. */
void svi_analysis_sentence(const struct svi_analysis *a, uint32_t decision, struct svi_buf *out);

/* Writes points with a sign and three decimals. Returns `out`. */
#define SVI_POINTS_TEXT 24
const char *svi_points_text(double points, char out[SVI_POINTS_TEXT]);

/* ---- JSON and csv ---------------------------------------------------------------------------- */

/* Appends a game as an object. */
void svi_analysis_json(const struct svi_analysis *a, const struct svi_analysis_print *how,
                       struct svi_buf *out);

/* Append the line of titles, and a line for each decision. */
void svi_analysis_csv_titles(struct svi_buf *out);
void svi_analysis_csv(const struct svi_analysis *a, const struct svi_analysis_print *how,
                      struct svi_buf *out);

/* Appends an answer in words, "does nothing" for one that changes nothing. */
void svi_analysis_answer(const struct svi_analysis *a, uint32_t decision,
                         const struct sv_answer *answer, struct svi_buf *out);

#endif
