#include "tools/analysis/habits.h"

#include <stddef.h>

unsigned svi_acts(const struct sv_question *q, const struct sv_position *p,
                  const struct sv_answer *a)
{
    const unsigned kind = q->kind;
    const unsigned fields = sv_decision_fields(kind);
    unsigned acts = 0;
    for (unsigned s = 0; s < SV_MAX_SPACES && (fields & SV_F_LEVELS) != 0; s++) {
        acts |= a->plan.level[s] > p->level[s]   ? SVI_ACT_BUILD
                : a->plan.level[s] < p->level[s] ? SVI_ACT_RAISE
                                                 : 0u;
    }
    acts |= (fields & SV_F_MORTGAGE) != 0 && a->plan.mortgage != 0 ? SVI_ACT_RAISE : 0u;
    acts |= (fields & SV_F_LIFT) != 0 && a->plan.lift != 0 ? SVI_ACT_LIFT : 0u;
    acts |= (fields & SV_F_BID) != 0 && a->bid > 0 ? SVI_ACT_BID : 0u;
    switch (kind) {
    case SV_DECISION_BUY:
        return acts | (a->choice == SV_CHOICE_BUY_BUY ? SVI_ACT_BUY : 0u);
    case SV_DECISION_TRADE:
        return acts | (a->choice == SV_CHOICE_TRADE_ACCEPT    ? SVI_ACT_ACCEPT
                       : a->choice == SV_CHOICE_TRADE_COUNTER ? SVI_ACT_COUNTER
                                                              : 0u);
    case SV_DECISION_JAIL:
        return acts | (a->choice != SV_CHOICE_JAIL_ROLL ? SVI_ACT_LEAVE : 0u);
    default:
        return acts | ((fields & SV_F_OFFERS) != 0 && a->n_offers > 0 ? SVI_ACT_OFFER : 0u);
    }
}

/* A decision that two answers differ in. */
struct differing {
    const struct svi_decisions *d;
    uint32_t i;
    const struct svi_decision *at;
    const struct sv_answer *given, *reference;
};

/* Returns whether the seat that declined the deed bids more than its price for it and gets it. */
static bool pays_more(const struct differing *x)
{
    const struct sv_question *q = &x->at->question;
    bool more = false;
    for (uint32_t i = x->i + 1; i < x->d->n; i++) {
        const struct svi_decision *later = &x->d->list[i];
        if (later->question.kind != SV_DECISION_BID || later->question.space != q->space) {
            return more && later->position.owner[q->space] == q->seat;
        }
        more |= later->question.seat == q->seat && later->answer.bid > q->amount;
    }
    return false;
}

/* Returns whether the first answer goes higher than the second. */
static bool bids_more(const struct sv_answer *a, const struct sv_answer *b)
{
    const int32_t most = a->limit > a->bid ? a->limit : a->bid;
    return most > (b->limit > b->bid ? b->limit : b->bid);
}

static bool bids_higher(const struct differing *x)
{
    return bids_more(x->given, x->reference);
}

static bool bids_lower(const struct differing *x)
{
    return bids_more(x->reference, x->given);
}

static unsigned levels_of(const struct sv_answer *a)
{
    unsigned n = 0;
    for (unsigned s = 0; s < SV_MAX_SPACES; s++) {
        n += a->plan.level[s];
    }
    return n;
}

static bool builds_more(const struct differing *x)
{
    return levels_of(x->given) > levels_of(x->reference);
}

static bool builds_less(const struct differing *x)
{
    return levels_of(x->given) < levels_of(x->reference);
}

/* Returns whether `deeds` complete a set of the seat `to`. */
static bool completes(const struct differing *x, uint64_t deeds, unsigned to)
{
    const struct sv_edition *e = &x->d->edition;
    for (uint64_t left = deeds; left != 0; left &= left - 1) {
        const unsigned group = e->space[sv_first(left)].group;
        unsigned owned = 0;
        unsigned all = 0;
        for (unsigned s = 0; s < e->n_spaces && group < e->n_groups; s++) {
            const bool in = e->space[s].group == group;
            all += in;
            owned += in && (x->at->position.owner[s] == to || sv_has(deeds, s));
        }
        if (all > 1 && owned == all) {
            return true;
        }
    }
    return false;
}

static bool offers_last_deed(const struct differing *x)
{
    const struct sv_offer *o = &x->given->offers[0];
    return completes(x, o->give_deeds, o->to);
}

static bool accepts_last_deed(const struct differing *x)
{
    const struct sv_question *q = &x->at->question;
    return completes(x, q->offer.get_deeds, q->other);
}

/* Returns whether both offer the same deeds. *more is the cash that the bot asks beyond what the
 * reference asks. */
static bool same_deeds(const struct differing *x, int64_t *more)
{
    const struct sv_offer *a = &x->given->offers[0];
    const struct sv_offer *b = &x->reference->offers[0];
    *more = ((int64_t)a->get_cash - a->give_cash) - ((int64_t)b->get_cash - b->give_cash);
    return a->to == b->to && a->give_deeds == b->give_deeds && a->get_deeds == b->get_deeds;
}

static bool asks_more(const struct differing *x)
{
    int64_t more;
    return same_deeds(x, &more) && more > 0;
}

static bool asks_less(const struct differing *x)
{
    int64_t more;
    return same_deeds(x, &more) && more < 0;
}

/* How a bot differs from the reference: it lacks an act, adds one, or does it in another way. */
enum difference { LACKS, ADDS, BOTH };

#define OF(KIND) (UINT32_C(1) << SV_DECISION_##KIND)
#define BIDS (OF(BID) | OF(SEALED_BID))

/* X(name, kinds, act, difference, further condition or NULL, words, never) */
#define RULES(X)                                                                                   \
    X(pays_more, OF(BUY), BUY, LACKS, pays_more, "declines deeds and then pays more at auction",   \
      NULL)                                                                                        \
    X(declines, OF(BUY), BUY, LACKS, NULL, "declines deeds that learner buys", "never buys")       \
    X(buys, OF(BUY), BUY, ADDS, NULL, "buys deeds that learner declines", NULL)                    \
    X(drops_out, BIDS, BID, LACKS, NULL, "drops out of auctions before learner", "never bids")     \
    X(stays_in, BIDS, BID, ADDS, NULL, "bids where learner drops out", NULL)                       \
    X(bids_high, BIDS, BID, BOTH, bids_higher, "bids higher than learner", NULL)                   \
    X(bids_low, BIDS, BID, BOTH, bids_lower, "bids lower than learner", NULL)                      \
    X(builds_late, OF(MANAGE), BUILD, LACKS, NULL, "builds later than learner", "never builds")    \
    X(builds_early, OF(MANAGE), BUILD, ADDS, NULL, "builds where learner keeps its cash", NULL)    \
    X(builds_more, OF(MANAGE), BUILD, BOTH, builds_more, "builds more at once than learner", NULL) \
    X(builds_less, OF(MANAGE), BUILD, BOTH, builds_less, "builds less at once than learner", NULL) \
    X(proposes_less, OF(MANAGE), OFFER, LACKS, NULL, "proposes no trade where learner does",       \
      "never proposes trades")                                                                     \
    X(sells_last, OF(MANAGE), OFFER, ADDS, offers_last_deed,                                       \
      "offers rivals the last deed of a set", NULL)                                                \
    X(proposes_more, OF(MANAGE), OFFER, ADDS, NULL, "proposes trades that learner does not", NULL) \
    X(asks_more, OF(MANAGE), OFFER, BOTH, asks_more, "asks more for the same deeds", NULL)         \
    X(asks_less, OF(MANAGE), OFFER, BOTH, asks_less, "asks less for the same deeds", NULL)         \
    X(proposes_other, OF(MANAGE), OFFER, BOTH, NULL, "proposes other trades than learner", NULL)   \
    X(keeps_mortgages, OF(MANAGE), LIFT, LACKS, NULL, "keeps mortgages that learner lifts",        \
      "never lifts mortgages")                                                                     \
    X(raises_cash, OF(MANAGE), RAISE, ADDS, NULL, "sells or mortgages without a debt", NULL)       \
    X(gives_last, OF(TRADE), ACCEPT, ADDS, accepts_last_deed,                                      \
      "sells rivals the last deed of a set too cheaply", NULL)                                     \
    X(accepts, OF(TRADE), ACCEPT, ADDS, NULL, "accepts offers that learner refuses", NULL)         \
    X(refuses, OF(TRADE), ACCEPT, LACKS, NULL, "refuses offers that learner accepts",              \
      "never accepts an offer")                                                                    \
    X(counters_less, OF(TRADE), COUNTER, LACKS, NULL, "makes no counter-offer where learner does", \
      "never makes a counter-offer")                                                               \
    X(leaves_jail, OF(JAIL), LEAVE, ADDS, NULL, "leaves jail where learner stays", NULL)           \
    X(stays_in_jail, OF(JAIL), LEAVE, LACKS, NULL, "stays in jail where learner leaves",           \
      "never leaves jail early")

static const struct {
    uint32_t kinds;
    unsigned act;
    enum difference difference;
    bool (*fits)(const struct differing *x);
} rules[] = {
#define X(name, kinds, ACT, difference, fits, words, never)                                        \
    {kinds, SVI_ACT_##ACT, difference, fits},
    RULES(X)
#undef X
};

const struct svi_habit svi_habits[SVI_HABITS] = {
#define X(name, kinds, ACT, difference, fits, words, never) {#name, words, never, SVI_ACT_##ACT},
    RULES(X)
#undef X
};

_Static_assert(sizeof rules / sizeof *rules == SVI_HABITS, "SVI_HABITS is the number of rules");

unsigned svi_habit_of(const struct svi_decisions *d, uint32_t i, const struct sv_answer *reference)
{
    const struct differing x = {d, i, &d->list[i], &d->list[i].answer, reference};
    const unsigned given = svi_acts(&x.at->question, &x.at->position, x.given);
    const unsigned other = svi_acts(&x.at->question, &x.at->position, reference);
    unsigned k = 0;
    for (; k < SVI_HABITS; k++) {
        const bool does = (given & rules[k].act) != 0;
        const bool would = (other & rules[k].act) != 0;
        if (sv_has(rules[k].kinds, x.at->question.kind) &&
            (rules[k].difference == LACKS  ? !does && would
             : rules[k].difference == ADDS ? does && !would
                                           : does && would) &&
            (rules[k].fits == NULL || rules[k].fits(&x))) {
            break;
        }
    }
    return k;
}
