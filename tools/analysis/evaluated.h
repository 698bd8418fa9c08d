/* The evaluation of one decision: its candidates, and the cost of the answer given. svi_evaluate()
 * (evaluation.h) makes one, and its caller finishes it; those in a struct svi_analysis belong to
 * it. `analyse` and the page of a game show them. Nothing here can fail. */
#ifndef SVI_TOOLS_ANALYSIS_EVALUATED_H
#define SVI_TOOLS_ANALYSIS_EVALUATED_H

#include <solvent/question.h>

/* X(NAME, name, points that it costs at least) */
#define SVI_CLASSES(X)                                                                             \
    X(GOOD, good, 0)                                                                               \
    X(INACCURACY, inaccuracy, 0.02)                                                                \
    X(MISTAKE, mistake, 0.05)                                                                      \
    X(BLUNDER, blunder, 0.10)

enum svi_class {
#define X(NAME, name, least) SVI_CLASS_##NAME,
    SVI_CLASSES(X)
#undef X
        SVI_CLASS_COUNT
};

/* Returns a class's name, a constant. */
const char *svi_class_name(enum svi_class class);

/* Returns the class of a cost with its standard error: the gravest whose least cost is not above
 * the lower end of the cost's one-sided 95% interval. */
enum svi_class svi_class_of(double cost, double se);

struct svi_candidate {
    struct sv_answer answer;
    double points; /* expected points of the seat */
};

struct svi_evaluated {
    unsigned n;                      /* candidates; 1: there was nothing to decide */
    unsigned given, best;            /* indices into `candidate`; they may be equal */
    struct svi_candidate *candidate; /* best first, owned */
    double missed;                   /* points of the best less those of the answer given */
    double cost; /* equals `missed`, until svi_analysis_make() charges a part of it */
    double change[SV_MAX_SEATS]; /* charged points by seat of the answer given less the best */
    double before[SV_MAX_SEATS]; /* points by seat when the question was asked */
};

/* Frees the candidates. */
void svi_evaluated_finish(struct svi_evaluated *evaluated);

#endif
