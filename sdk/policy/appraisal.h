/* What a holding is worth to a seat, put together from what the deeds of each group are worth: so
 * that what an exchange changes is worked out for the groups it touches alone. */
#ifndef SVI_POLICY_APPRAISAL_H
#define SVI_POLICY_APPRAISAL_H

#include <solvent/policy.h>

/* What is expected of a whole set that there is no money to build on yet, in percent. Less in a
 * trade, which can be made later, with the money; a deed of the bank's is sold once. Set by play.
 */
#define SVI_TRADING_HOPE 0
#define SVI_BUYING_HOPE 30

/* Building up a set: what it costs, and what rents it adds. */
struct svi_project {
    int64_t cost, gain; /* both above 0; cost 0: there is nothing to build */
    unsigned group;
};

/* What a seat's deeds of one group are worth, whoever the seat is. */
struct svi_part {
    int64_t fixed; /* whatever the cash */
    struct svi_project project;
};

/* The parts of a holding, by group. */
struct svi_parts {
    struct svi_part of[SV_MAX_GROUPS];
};

/* What deeds are worth whatever the cash, and what cash can make of them. */
struct svi_appraisal {
    int64_t fixed; /* rents to come, what sets in the making promise, cards and tickets ... */
    int64_t loose; /* ... and of it cards and tickets */
    int32_t need;
    int32_t salary;       /* to come */
    int32_t hope;         /* percent of a project's profit that is counted on
                                                  without the cash for it */
    int64_t cost, profit; /* of all projects, each profit at least 0 */
    unsigned n_projects;  /* the best first */
    struct svi_project project[SV_MAX_GROUPS];
};

/* Parts that have been worked out already: many exchanges bring the same deeds together. */
#define SVI_PART_SLOTS 8u
struct svi_part_memo {
    struct {
        uint64_t deeds; /* 0: free */
        struct svi_part part;
    } slot[SV_MAX_GROUPS][SVI_PART_SLOTS];
};

void svi_part_memo_init(struct svi_part_memo *memo);

/* Every deed that `holding` has and its seat has not is taken to come from whoever has it. */
void svi_appraise(const struct sv_look *k, const struct sv_holding *holding,
                  struct svi_parts *parts, struct svi_appraisal *out);

/* The same as svi_appraise() of `holding`, when `before` and `parts` are of a holding that differs
 * from it in cash, cards, tickets, and in deeds of `groups` (a set) alone. `memo` may be NULL; else
 * it is for this position, and for holdings with the same mortgages. */
void svi_appraise_again(const struct sv_look *k, const struct sv_holding *holding,
                        const struct svi_parts *parts, const struct svi_appraisal *before,
                        uint32_t groups, struct svi_part_memo *memo, struct svi_appraisal *out);

/* What cash makes of the projects of an appraisal. */
int64_t svi_projects_value(const struct svi_appraisal *appraisal, int64_t cash);

/* Worth of what was appraised together with so much cash; grows with it. */
static inline int64_t svi_worth_with(const struct svi_appraisal *appraisal, int64_t cash)
{
    int64_t lacking = appraisal->need - cash;
    int64_t value = appraisal->fixed + cash - (lacking > 0 ? lacking / 2 : 0);
    int64_t spare = appraisal->salary - lacking;
    if (appraisal->hope == 0 && (spare <= 0 || spare >= appraisal->cost)) { /* none, or all */
        return spare <= 0 ? value : value + appraisal->profit;
    }
    return value + svi_projects_value(appraisal, spare);
}

/* No cash, however much, makes more of what was appraised than this beyond itself; for a `hope` of
 * 0. The sum of what its parts can come to, and of cards and tickets. */
static inline int64_t svi_worth_bound(const struct svi_appraisal *appraisal)
{
    return appraisal->fixed + appraisal->profit;
}

/* By how much that bound changes when the deeds of a group become `deeds` (of that group alone). */
int64_t svi_worth_shift(const struct sv_look *k, const struct svi_parts *parts, unsigned group,
                        uint64_t deeds, uint64_t mortgaged, struct svi_part_memo *memo);

#endif
