/* A second opinion on decisions, which shares neither the value function nor the policies of the
 * analysis: games are played on to their end, and only places count. */
#ifndef TESTS_ANALYSIS_JUDGE_H
#define TESTS_ANALYSIS_JUDGE_H

#include <solvent/search.h>

#define JUDGE_MOST 4096u

/* The players that play on at all seats of a future. The bold table trades in every window and
 * builds on credit; the cautious one keeps cash and proposes nothing. */
struct judge {
    struct sv_players bold, cautious;
};

/* `e` must outlive it. */
void judge_init(struct judge *judge, const struct sv_edition *e, unsigned seats);

/* As judge_init(), with the players of both tables given: costs are then those in this company. */
void judge_init_company(struct judge *judge, const struct sv_edition *e,
                        const struct sv_bot *const bot[], unsigned seats);
void judge_finish(struct judge *judge);

/* A question as its seat saw it. */
struct judge_scene {
    const struct sv_edition *e;
    const struct sv_position *position;
    const struct sv_course *course;
    unsigned asked, seat;
    uint64_t number; /* of its chance: another number, other futures */
};

/* By how many points `a` is better than `b` for the seat: the mean over `futures` (an even number,
 * 4 to JUDGE_MOST), the same chance for both, with its standard error. */
double judge_difference(struct judge *judge, const struct judge_scene *scene,
                        const struct sv_answer *a, const struct sv_answer *b, unsigned futures,
                        double *se);

#endif
