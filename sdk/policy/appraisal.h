/* The value of a holding to a seat, as a sum of values of the deeds of each group. So after an
 * exchange only the groups that it touches are computed again. Bargains (policy/bargain.h) and the
 * functions of <solvent/policy.h> for worth use it. Nothing here allocates or fails; all structs
 * are the caller's. */
#ifndef SVI_POLICY_APPRAISAL_H
#define SVI_POLICY_APPRAISAL_H

#include <solvent/policy.h>

/* Expected share, in percent, of the profit of a complete set for which there is no money yet. It
 * is lower in a trade, which can be made later, with the money; the bank sells a deed once. Tuned
 * by play. */
#define SVI_TRADING_HOPE 0
#define SVI_BUYING_HOPE 30

/* Building up a set: its cost, and the rents it adds. */
struct svi_project {
    int64_t cost, gain; /* both above 0, or cost 0: nothing can be built */
    unsigned group;
};

/* The value of a seat's deeds of one group, which is the same for all seats. */
struct svi_part {
    int64_t fixed; /* independent of cash */
    struct svi_project project;
};

/* The parts of a holding, by group. */
struct svi_parts {
    struct svi_part of[SV_MAX_GROUPS];
};

/* The value of a holding as a function of cash: a fixed part, and projects that cash can pay
 * for. */
struct svi_appraisal {
    int64_t fixed; /* rents to come, promise of incomplete sets, cards and tickets */
    int64_t loose; /* the part of `fixed` for cards and tickets */
    int32_t need;
    int32_t salary;       /* expected until then */
    int32_t hope;         /* percent of a project's profit that counts without the cash for it */
    int64_t cost, profit; /* of all projects, each profit at least 0 */
    unsigned n_projects;  /* the best first */
    struct svi_project project[SV_MAX_GROUPS];
};

/* Parts that have been computed: many exchanges bring the same deeds together. */
#define SVI_PART_SLOTS 8u
struct svi_part_memo {
    struct {
        uint64_t deeds; /* 0: free */
        struct svi_part part;
    } slot[SV_MAX_GROUPS][SVI_PART_SLOTS];
};

void svi_part_memo_init(struct svi_part_memo *memo);

/* Appraises a holding. Deeds that it has and the seat does not have are assumed to come from their
 * owners. */
void svi_appraise(const struct sv_look *k, const struct sv_holding *holding,
                  struct svi_parts *parts, struct svi_appraisal *out);

/* As svi_appraise(), if `before` and `parts` belong to a holding that differs only in cash, cards,
 * tickets and deeds of `groups` (a set). `memo` may be NULL; else it must be used for this
 * position, and for holdings with the same mortgages. */
void svi_appraise_again(const struct sv_look *k, const struct sv_holding *holding,
                        const struct svi_parts *parts, const struct svi_appraisal *before,
                        uint32_t groups, struct svi_part_memo *memo, struct svi_appraisal *out);

/* Returns the gain from spending cash on the projects of an appraisal. */
int64_t svi_projects_value(const struct svi_appraisal *appraisal, int64_t cash);

/* Returns the worth of an appraisal together with `cash`; it grows with the cash. */
static inline int64_t svi_worth_with(const struct svi_appraisal *appraisal, int64_t cash)
{
    int64_t lacking = appraisal->need - cash;
    int64_t value = appraisal->fixed + cash - (lacking > 0 ? lacking / 2 : 0);
    int64_t spare = appraisal->salary - lacking;
    /* no project, or all of them */
    if (appraisal->hope == 0 && (spare <= 0 || spare >= appraisal->cost)) {
        return spare <= 0 ? value : value + appraisal->profit;
    }
    return value + svi_projects_value(appraisal, spare);
}

/* Returns the most that an appraisal can be worth beyond its cash, for a `hope` of 0: the sum of
 * the most of its parts, and of cards and tickets. */
static inline int64_t svi_worth_bound(const struct svi_appraisal *appraisal)
{
    return appraisal->fixed + appraisal->profit;
}

/* Returns the change of that bound if the deeds of a group become `deeds` (of that group alone). */
int64_t svi_worth_shift(const struct sv_look *k, const struct svi_parts *parts, unsigned group,
                        uint64_t deeds, uint64_t mortgaged, struct svi_part_memo *memo);

#endif
