/* Analyses as text, JSON and csv. */
#ifndef SVI_TOOLS_ANALYSIS_PRINT_H
#define SVI_TOOLS_ANALYSIS_PRINT_H

#include "tools/analysis/costs.h"

#include "base/buf.h"

/* Which decisions are told. */
struct svi_analysis_print {
    const char *name; /* of the game, as a user would call it: "game.svr", "league.db#3" */
    unsigned seats;   /* a set: whose decisions */
    unsigned most;    /* text: of the costly ones */
    bool bold;        /* text: titles */
};

/* ---- text ------------------------------------------------------------------------------------ */

/* The account of a game as a table, and its costly decisions. */
void svi_analysis_text(const struct svi_analysis *a, const struct svi_analysis_print *how,
                       struct svi_buf *out);

/* One decision in a line, without its end: who was asked what, what he answered, and what would
 * have been better. */
void svi_analysis_sentence(const struct svi_analysis *a, uint32_t decision, struct svi_buf *out);

/* Points that bots lost, by kind of decision. */
void svi_decision_costs_text(const struct svi_decision_costs *costs, bool bold,
                             struct svi_buf *out);

/* Points with a sign and three decimals. */
#define SVI_POINTS_TEXT 24
const char *svi_points_text(double points, char out[SVI_POINTS_TEXT]);

/* ---- JSON and csv ---------------------------------------------------------------------------- */

/* A game as an object. */
void svi_analysis_json(const struct svi_analysis *a, const struct svi_analysis_print *how,
                       struct svi_buf *out);

/* The members `bots`, `drift_sd` and `options_sd` of an object that has been begun. */
void svi_decision_costs_json(const struct svi_decision_costs *costs, struct svi_buf *out);

/* A line for each decision. */
void svi_analysis_csv_titles(struct svi_buf *out);
void svi_analysis_csv(const struct svi_analysis *a, const struct svi_analysis_print *how,
                      struct svi_buf *out);

/* An answer in words, "does nothing" for one that changes nothing. */
void svi_analysis_answer(const struct svi_analysis *a, uint32_t decision,
                         const struct sv_answer *answer, struct svi_buf *out);

/* "key": points, with six decimals. */
void svi_analysis_points(struct svi_buf *out, const char *key, double points);

#endif
