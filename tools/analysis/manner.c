#include "tools/analysis/manner.h"

#include <stdio.h>
#include <string.h>

/* An answer beside the other one. */
struct beside {
    const struct sv_edition *e;
    const char (*name)[SV_MAX_NAME];
    const struct svi_decision *d;
    const struct sv_answer *a, *other;
    unsigned fields;
    bool closely; /* both do the same kinds of things: tell how they differ */
};

/* By how much an answer builds or sells on each space. */
struct levels {
    uint8_t by[2][SV_MAX_SPACES]; /* built, sold */
};

static void say(char manner[SVI_MANNER], const char *word, const char *detail)
{
    const size_t used = strlen(manner);
    (void)snprintf(manner + used, SVI_MANNER - used, "%s%s%s%s", used > 0 ? ", " : "", word,
                   detail[0] != '\0' ? " " : "", detail);
}

/* How something is more or less than another: by spaces where it is more, and where it is less.
 * Where both are, the first of them is named, by its set where that tells them apart. */
static const char *detail_of(const struct beside *b, uint64_t more, uint64_t less)
{
    const struct sv_edition *e = b->e;
    unsigned own = 0;
    unsigned other = 0;
    if (!b->closely || more == 0 || less == 0) {
        return !b->closely || more == less ? "" : less == 0 ? "more" : "less";
    }
    for (; !sv_has(more, own); own++) {
    }
    for (; !sv_has(less, other); other++) {
    }
    const unsigned group = e->space[own].group;
    return group < e->n_groups && group != e->space[other].group ? e->group[group].name
                                                                 : e->space[own].name;
}

static const char *set_detail(const struct beside *b, uint64_t mine, uint64_t others)
{
    return detail_of(b, mine & ~others, others & ~mine);
}

static void find_levels(const struct svi_decision *d, const struct sv_answer *a, struct levels *out)
{
    struct sv_answer idle;
    sv_answer_clear(&d->position, &d->question, &idle);
    for (unsigned i = 0; i < SV_MAX_SPACES; i++) {
        const int by = a->plan.level[i] - idle.plan.level[i];
        out->by[0][i] = (uint8_t)(by > 0 ? by : 0);
        out->by[1][i] = (uint8_t)(by < 0 ? -by : 0);
    }
}

static void say_levels(const struct beside *b, char manner[SVI_MANNER])
{
    static const char *const words[] = {"builds", "sells"};
    struct levels own, other;
    find_levels(b->d, b->a, &own);
    find_levels(b->d, b->other, &other);
    for (unsigned k = 0; k < 2; k++) {
        uint64_t does = 0;
        uint64_t more = 0;
        uint64_t less = 0;
        for (unsigned i = 0; i < SV_MAX_SPACES; i++) {
            does |= (uint64_t)(own.by[k][i] > 0) << i;
            more |= (uint64_t)(own.by[k][i] > other.by[k][i]) << i;
            less |= (uint64_t)(own.by[k][i] < other.by[k][i]) << i;
        }
        if (does != 0) {
            say(manner, words[k], detail_of(b, more, less));
        }
    }
}

/* Cash, then what is neither cash nor deeds: which of two offers gives more. */
static const char *sums_detail(const struct sv_offer *o, const struct sv_offer *other)
{
    const int64_t cash = (int64_t)o->give_cash - o->get_cash;
    const int64_t others = (int64_t)other->give_cash - other->get_cash;
    if (cash != others || o->give_cash != other->give_cash) {
        const bool more = cash != others ? cash > others : o->give_cash > other->give_cash;
        return more ? "more cash" : "less cash";
    }
    return memcmp(o, other, sizeof *o) > 0 ? "more beside" : "less beside";
}

static void say_offers(const struct beside *b, char manner[SVI_MANNER])
{
    const struct sv_answer *a = b->a;
    const unsigned n = a->n_offers < b->other->n_offers ? a->n_offers : b->other->n_offers;
    char detail[SVI_MANNER] = "";
    unsigned i = 0;
    while (i < n && memcmp(&a->offers[i], &b->other->offers[i], sizeof a->offers[i]) == 0) {
        i++;
    }
    const struct sv_offer *o = &a->offers[i];
    const struct sv_offer *other = &b->other->offers[i];
    if (b->closely && i == n) {
        (void)snprintf(detail, sizeof detail, "%s",
                       a->n_offers == b->other->n_offers ? ""
                       : a->n_offers > n                 ? "more"
                                                         : "less");
    } else if (b->closely && o->to != other->to) {
        const bool told = strcmp(b->name[o->to], b->name[other->to]) != 0;
        (void)snprintf(detail, sizeof detail, told ? "to %s" : "to %s, seat %u", b->name[o->to],
                       o->to);
    } else if (b->closely && o->get_deeds != other->get_deeds) {
        (void)snprintf(detail, sizeof detail, "for %s",
                       set_detail(b, o->get_deeds, other->get_deeds));
    } else if (b->closely && o->give_deeds != other->give_deeds) {
        (void)snprintf(detail, sizeof detail, "with %s",
                       set_detail(b, o->give_deeds, other->give_deeds));
    } else if (b->closely) {
        (void)snprintf(detail, sizeof detail, "%s", sums_detail(o, other));
    }
    say(manner, "offers", detail);
}

static const char *space_name(const struct sv_edition *e, unsigned space)
{
    return space < e->n_spaces ? e->space[space].name : "none";
}

/* Names and sums stay out, unless it is done closely; a bid tells how it compares. */
static void describe(const struct beside *b, char manner[SVI_MANNER])
{
    const struct sv_answer *a = b->a;
    const struct sv_answer *other = b->other;
    memset(manner, 0, SVI_MANNER);
    if ((b->fields & SV_F_CHOICE) != 0) {
        say(manner, sv_choice_name(b->d->question.kind, a->choice), "");
    }
    if ((b->fields & SV_F_SPACE) != 0 && b->closely && a->space != other->space) {
        say(manner, space_name(b->e, a->space), "");
    }
    if ((b->fields & SV_F_BID) != 0) {
        say(manner,
            a->bid == 0       ? "no bid"
            : other->bid == 0 ? "bids"
            : a->bid > other->bid || (a->bid == other->bid && a->limit > other->limit)
                ? "bids more"
                : "bids less",
            "");
    }
    if ((b->fields & SV_F_LEVELS) != 0) {
        say_levels(b, manner);
    }
    if ((b->fields & SV_F_MORTGAGE) != 0 && a->plan.mortgage != 0) {
        say(manner, "mortgages", set_detail(b, a->plan.mortgage, other->plan.mortgage));
    }
    if ((b->fields & SV_F_LIFT) != 0 && a->plan.lift != 0) {
        say(manner, "lifts", set_detail(b, a->plan.lift, other->plan.lift));
    }
    if ((b->fields & SV_F_OFFERS) != 0 && a->n_offers > 0) {
        say_offers(b, manner);
    }
    if (manner[0] == '\0') {
        say(manner, (b->fields & SV_F_SPACE) != 0 ? "a space" : "nothing", "");
    }
}

void svi_manners(const struct sv_edition *e, const char (*name)[SV_MAX_NAME],
                 const struct svi_decision *a, const struct svi_decision *b,
                 char out[2][SVI_MANNER])
{
    struct beside one = {
        e, name, a, &a->answer, &b->answer, sv_decision_fields(a->question.kind), false};
    struct beside other = one;
    other.d = b;
    other.a = &b->answer;
    other.other = &a->answer;
    do {
        describe(&one, out[0]);
        describe(&other, out[1]);
        other.closely = one.closely = !one.closely && strcmp(out[0], out[1]) == 0;
    } while (one.closely);
}
