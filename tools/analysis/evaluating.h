/* Data that the two depths of an evaluation share. evaluation.c makes it for quick.c, search.c and
 * tables.c; other files use evaluation.h. The evaluation owns its members; `d` is its caller's. */
#ifndef SVI_TOOLS_ANALYSIS_EVALUATING_H
#define SVI_TOOLS_ANALYSIS_EVALUATING_H

#include "policy/candidates.h"
#include "tools/analysis/decisions.h"
#include "tools/analysis/evaluated.h"
#include "value/value.h"

#include <solvent/search.h>

#define SVI_TABLES 2u

struct svi_evaluation {
    const struct sv_edition *e;
    struct svi_evaluator evaluator; /* chooses the candidates */
    struct svi_value value;
    struct svi_value_base base;
    bool classic; /* `value` uses the table of the edition classic */
    /* The players after a candidate has been carried out: traders, which repair in the next window
     * what was missed in this one, but do not come back to a deal that was decided on; and careful
     * bots, which never propose. */
    struct sv_players players[SVI_TABLES];
    struct sv_bot trader;
    struct sv_match match; /* of the seat that decides */
    struct svi_candidates candidates;
    double sample[SVI_CANDIDATES][SVI_MOST_FUTURES]; /* points in each future of a search */
};

/* A decision under evaluation. */
struct svi_evaluating {
    struct svi_evaluation *v;
    const struct svi_decision *d;
    unsigned seat, given;
    uint8_t key[SV_KEY_BYTES]; /* of all its chance, but for what tells futures apart */
};

/* The findings of a depth about each candidate. */
struct svi_found {
    unsigned best;
    double difference[SVI_CANDIDATES]; /* of the seat's points, to the answer given */
    double se[SVI_CANDIDATES];         /* standard error of the difference */
    double given;                      /* points of the answer given */
    double change[SV_MAX_SEATS];       /* as in struct svi_evaluated */
};

/* Seats the players of the tables; v->e must be set. svi_evaluation_destroy() frees them. */
void svi_tables_init(struct svi_evaluation *v, unsigned seats);

/* Tells the traders which deal this question is about, as they must not come back to it. */
void svi_tables_look_at(struct svi_evaluation *v, const struct sv_question *q);

/* Evaluate the candidates, of which there must be two or more. *out is all 0 but for `best` and
 * `given`. svi_evaluate_quick() cannot fail; svi_evaluate_search() returns the errors of
 * sv_playout(). */
enum sv_status svi_evaluate_quick(struct svi_evaluating *x, const struct sv_state *st,
                                  struct svi_found *out);
enum sv_status svi_evaluate_search(struct svi_evaluating *x, unsigned futures,
                                   struct svi_found *out);

#endif
