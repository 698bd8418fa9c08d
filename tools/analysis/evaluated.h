/* The evaluation of one decision: its candidates, and the cost of the answer given. svi_evaluate()
 * (evaluation.h) makes one, and its caller finishes it; those in a struct svi_analysis belong to
 * it. */
#ifndef SVI_TOOLS_ANALYSIS_EVALUATED_H
#define SVI_TOOLS_ANALYSIS_EVALUATED_H

#include <solvent/question.h>

#define SVI_ANALYSIS_VERSION 2u /* of all that figures follow from, but for the value function */

#define SVI_FUTURES 64u /* of a search by default */
#define SVI_MOST_FUTURES 1024u

enum svi_depth { SVI_DEPTH_QUICK, SVI_DEPTH_SEARCH };

/* X(NAME, name, points that it costs at least, mark) */
#define SVI_CLASSES(X)                                                                             \
    X(GOOD, good, 0, "")                                                                           \
    X(INACCURACY, inaccuracy, 0.02, "?!")                                                          \
    X(MISTAKE, mistake, 0.05, "?")                                                                 \
    X(BLUNDER, blunder, 0.10, "?\?")

enum svi_class {
#define X(NAME, name, least, mark) SVI_CLASS_##NAME,
    SVI_CLASSES(X)
#undef X
        SVI_CLASS_COUNT
};

const char *svi_class_name(enum svi_class class);
const char *svi_class_mark(enum svi_class class);

/* The class of a cost with its standard error: the greatest whose least the cost reaches with 95%
 * certainty, by the lower end of its one-sided interval. */
enum svi_class svi_class_of(double cost, double se);

struct svi_candidate {
    struct sv_answer answer;
    double points; /* that the seat may expect */
    double se;     /* standard error of the difference to the answer given; of that one: 0 */
    uint8_t place; /* among the candidates as they were found */
};

struct svi_evaluated {
    unsigned n;                      /* candidates; 1: there was nothing to decide */
    unsigned given, best;            /* which of them; `best` may be `given` */
    struct svi_candidate *candidate; /* best first, owned */
    double missed, se;    /* points of the best more than of the answer given; may be below 0 */
    double cost;          /* the part of `missed` that svi_analysis_make() charges */
    enum svi_class class; /* of the cost */
    double change[SV_MAX_SEATS]; /* points by seat of the answer given less those of the best, as
                                    far as it is charged */
    double before[SV_MAX_SEATS]; /* points by seat when the question was asked */
};

void svi_evaluated_finish(struct svi_evaluated *evaluated);

#endif
