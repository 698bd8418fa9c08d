#include "policy/explain.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

/* ---- an answer in words ---------------------------------------------------------------------- */

/* Appends to a text, and cuts it where it is full. */
struct words {
    char *text;
    size_t size, used;
};

#if defined __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
static void
put(struct words *w, const char *format, ...)
{
    va_list args;
    int written;
    va_start(args, format);
    written = vsnprintf(w->text + w->used, w->size - w->used, format, args);
    va_end(args);
    if (written > 0) {
        const size_t left = w->size - w->used - 1;
        w->used += (size_t)written < left ? (size_t)written : left;
    }
}

static void put_part(struct words *w, const char *verb, unsigned count)
{
    if (count > 0) {
        put(w, "%s%s %u", w->used > 0 ? ", " : "", verb, count);
    }
}

static void put_plan(struct words *w, const struct sv_position *p, const struct sv_plan *plan)
{
    unsigned up = 0;
    unsigned down = 0;
    for (unsigned space = 0; space < SV_MAX_SPACES; space++) {
        const int more = plan->level[space] - p->level[space];

        up += more > 0 ? (unsigned)more : 0;
        down += more < 0 ? (unsigned)-more : 0;
    }
    put_part(w, "build", up);
    put_part(w, "sell", down);
    put_part(w, "mortgage", sv_count(plan->mortgage));
    put_part(w, "lift", sv_count(plan->lift));
}

static void put_side(struct words *w, uint64_t deeds, unsigned cards, unsigned tickets,
                     int32_t cash)
{
    const char *between = "";
    if (deeds != 0) {
        put(w, "%u deed%s", sv_count(deeds), sv_count(deeds) == 1 ? "" : "s");
        between = " + ";
    }
    if (cards + tickets > 0) {
        put(w, "%s%u card%s", between, cards + tickets, cards + tickets == 1 ? "" : "s");
        between = " + ";
    }
    if (cash > 0 || between[0] == '\0') {
        put(w, "%s%d", between, (int)cash);
    }
}

const char *svi_answer_words(const struct sv_match *m, const struct sv_answer *a,
                             char out[SVI_ANSWER_WORDS])
{
    const unsigned parts = sv_decision_fields(a->kind);
    struct words w = {out, SVI_ANSWER_WORDS, 0};
    out[0] = '\0';
    if ((parts & SV_F_CHOICE) != 0) {
        put(&w, "%s", sv_choice_name(a->kind, a->choice));
    }
    if ((parts & (SV_F_LEVELS | SV_F_MORTGAGE | SV_F_LIFT)) != 0) {
        put_plan(&w, m->position, &a->plan);
    }
    if ((parts & SV_F_BID) != 0) {
        if (a->bid == 0) {
            put(&w, "no bid");
        } else {
            put(&w, "bid %s%d", a->limit > a->bid ? "up to " : "",
                (int)(a->limit > a->bid ? a->limit : a->bid));
        }
    }
    if ((parts & SV_F_SPACE) != 0 && a->space < m->edition->n_spaces) {
        put(&w, "%s%s", w.used > 0 ? " " : "", m->edition->space[a->space].name);
    }
    if ((parts & SV_F_OFFERS) != 0 && a->n_offers > 0) {
        const struct sv_offer *o = &a->offers[0];
        put(&w, "%soffer ", w.used > 0 ? ", " : "");
        put_side(&w, o->give_deeds, sv_count(o->give_cards), o->give_tickets, o->give_cash);
        put(&w, " for ");
        put_side(&w, o->get_deeds, sv_count(o->get_cards), o->get_tickets, o->get_cash);
        put(&w, " to %s", m->name[o->to]);
    }
    if (w.used == 0) {
        put(&w, "do nothing");
    }
    return out;
}

void svi_decide_silently(const struct sv_bot *bot, struct sv_match *m, const struct sv_question *q,
                         struct sv_answer *a)
{
    void *sdk = m->sdk;
    m->sdk = NULL;
    sv_bot_decide(bot, m, q, a);
    m->sdk = sdk;
}

/* ---- reasons in cash ------------------------------------------------------------------------- */

void svi_explain(struct sv_match *m, const struct sv_answer *a, const char *why)
{
    char words[SVI_ANSWER_WORDS];
    if (sv_explaining(m)) {
        sv_log(m, "%s: %s", svi_answer_words(m, a, words), why);
    }
}

void svi_explain_deal(struct sv_match *m, const struct sv_answer *a, int64_t gain)
{
    char words[SVI_ANSWER_WORDS];
    if (sv_explaining(m)) {
        sv_note(m, "gain by the offer in cash", gain);
        sv_log(m, "%s: gains me %" PRId64 " in cash", svi_answer_words(m, a, words), gain);
    }
}

void svi_explain_plan(struct sv_match *m, const struct sv_look *k, const struct sv_answer *a)
{
    char words[SVI_ANSWER_WORDS];
    if (sv_explaining(m)) {
        sv_log(m, "%s: cash %" PRId64 " is left, %d should be kept for rents",
               svi_answer_words(m, a, words),
               k->p->cash[k->seat] + sv_plan_cash(k->e, k->p, k->seat, &a->plan),
               (int)sv_reserve(k, k->seat));
    }
}

void svi_explain_offer(struct sv_match *m, const struct sv_look *k, const struct sv_question *q,
                       const struct sv_answer *a)
{
    if (sv_explaining(m)) {
        svi_explain_deal(m, a, sv_offer_gain(k, q->other, &q->offer));
    }
}

void svi_explain_buy(struct sv_match *m, const struct sv_question *q, const struct sv_answer *a,
                     int32_t worth, int32_t most)
{
    if (sv_explaining(m)) {
        const int64_t tenths = q->amount > 0 ? (int64_t)worth * 10 / q->amount : 0;
        sv_note(m, "worth in cash", worth);
        sv_log(m, "%s: worth %s%" PRId64 ".%" PRId64 " times its price to me",
               a->choice == SV_CHOICE_BUY_BUY ? "buys"
               : worth >= q->amount           ? "declines for want of cash"
                                              : "declines",
               worth >= most ? "at least " : "", tenths / 10, tenths % 10);
    }
}

void svi_explain_bid(struct sv_match *m, const struct sv_question *q, const struct sv_answer *a,
                     int32_t limit)
{
    if (sv_explaining(m)) {
        sv_note(m, "most to pay in cash", limit);
        if (a->bid > 0) {
            sv_log(m, "bids: worth %d in cash to me, the lowest bid is %d", (int)limit,
                   (int)q->amount);
        } else {
            sv_log(m, "does not bid: I would pay %d at most, the lowest bid is %d", (int)limit,
                   (int)q->amount);
        }
    }
}

/* ---- reasons in points ----------------------------------------------------------------------- */

#define LISTED 4u

/* The option that comes next in the order of values, the earlier one first where they are equal. */
static unsigned next_best(const struct svi_option option[], unsigned n, uint64_t done)
{
    unsigned best = n;
    for (unsigned i = 0; i < n; i++) {
        if (!sv_has(done, i) && option[i].value >= 0 &&
            (best == n || option[i].value > option[best].value)) {
            best = i;
        }
    }
    return best;
}

void svi_explain_options(struct sv_match *m, const struct svi_option option[], unsigned n,
                         unsigned given, const char *how)
{
    char text[SV_MAX_LOG];
    char words[SVI_ANSWER_WORDS];
    struct words w = {text, sizeof text, 0};
    uint64_t done = UINT64_C(1) << given;
    if (!sv_explaining(m)) {
        return;
    }
    text[0] = '\0';
    put(&w, "%s: %d.%03d points %s", svi_answer_words(m, &option[given].answer, words),
        (int)(option[given].value / 1000000), (int)(option[given].value / 1000 % 1000), how);
    for (unsigned listed = 0; listed < LISTED; listed++) {
        const unsigned i = next_best(option, n, done);
        if (i == n) {
            break;
        }
        done |= UINT64_C(1) << i;
        put(&w, "; %s %d.%03d", svi_answer_words(m, &option[i].answer, words),
            (int)(option[i].value / 1000000), (int)(option[i].value / 1000 % 1000));
    }
    sv_log(m, "%s", text);
}
