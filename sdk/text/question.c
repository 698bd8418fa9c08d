/* A question in words: what it is about, its figures, the menu, and the form of its answer. */
#include "text/question.h"

#include "base/out.h"

#include <string.h>

/* ---- the menu -------------------------------------------------------------------------------- */

/* Adds an answer to the menu if the rules allow it. */
static bool add(const struct sv_text_view *v, const struct sv_question *q,
                const struct sv_answer *a, struct sv_answer menu[], unsigned *n)
{
    if (sv_check(v->edition, v->position, q, a) != SV_OK) {
        return false;
    }
    menu[(*n)++] = *a;
    return true;
}

unsigned svi_text_menu(const struct sv_text_view *v, const struct sv_question *q,
                       struct sv_answer out[SVI_MENU_MOST])
{
    const unsigned parts = sv_decision_fields(q->kind);
    struct sv_answer a;
    unsigned n = 0;
    if ((parts & (SV_F_CHOICE | SV_F_SPACE)) == 0) {
        return 0;
    }
    for (unsigned c = 0; c == 0 || sv_choice_name(q->kind, c) != NULL; c++) {
        sv_answer_clear(v->position, q, &a);
        a.choice = (uint8_t)c;
        if (add(v, q, &a, out, &n) || (parts & SV_F_SPACE) == 0) {
            continue;
        }
        for (uint64_t left = q->spaces; left != 0; left &= left - 1) {
            a.space = (uint8_t)sv_first(left);
            (void)add(v, q, &a, out, &n);
        }
    }
    return n;
}

static void put_menu(struct svi_buf *out, const struct sv_text_view *v, const struct sv_question *q)
{
    struct sv_answer menu[SVI_MENU_MOST];
    const unsigned n = svi_text_menu(v, q, menu);
    for (unsigned i = 0; i < n; i++) {
        svi_out_text(out, i == 0 ? "Menu:\n" : "");
        svi_out_int(out, i + 1);
        svi_out_text(out, ". ");
        svi_say_answer_alone(out, v, &menu[i], "nothing");
        svi_out_char(out, '\n');
    }
}

/* ---- the figures ----------------------------------------------------------------------------- */

/* The meaning of sv_question.amount by kind; of others it is a fine. */
static const char *const amounts[SV_DECISION_COUNT] = {[SV_DECISION_BUY] = "Price",
                                                       [SV_DECISION_DEBT] = "Owed",
                                                       [SV_DECISION_CLAIM] = "Rent",
                                                       [SV_DECISION_TAX] = "Flat amount",
                                                       [SV_DECISION_GIFT] = "Cash",
                                                       [SV_DECISION_INTEREST] = "Interest on all",
                                                       [SV_DECISION_LAYOUT] = "Levels to lay out",
                                                       [SV_DECISION_BID] = "Lowest bid",
                                                       [SV_DECISION_SEALED_BID] = "Lowest bid"};

static const char *other_label(unsigned kind)
{
    return kind == SV_DECISION_CLAIM  ? "Would pay"
           : kind == SV_DECISION_DEBT ? "Creditor"
                                      : "Proposer";
}

static void label(struct svi_buf *out, const char *text)
{
    svi_out_text(out, text);
    svi_out_text(out, ": ");
}

static void put_figures(struct svi_buf *out, const struct sv_text_view *v,
                        const struct sv_question *q)
{
    const unsigned asks = sv_decision_asks(q->kind);
    if ((asks & SV_Q_SPACE) != 0 && q->space != SV_NONE) {
        label(out, "Space");
        svi_say_place(out, v, q->space);
        svi_out_char(out, '\n');
    }
    if ((asks & SV_Q_UNIT) != 0 && q->space == SV_NONE) {
        label(out, "Building");
        svi_out_text(out, sv_unit_name(q->unit));
        svi_out_char(out, '\n');
    }
    if ((asks & SV_Q_OTHER) != 0) {
        label(out, other_label(q->kind));
        svi_say_party(out, v, q->other);
        svi_out_char(out, '\n');
    }
    if ((asks & SV_Q_OFFER) != 0) {
        label(out, "Offers");
        svi_say_offer(out, v, &q->offer);
        svi_out_char(out, '\n');
    }
    if ((asks & SV_Q_WHY) != 0) {
        label(out, "For");
        svi_say_word(out, sv_why_name(q->why));
        svi_out_char(out, '\n');
    }
    if ((asks & SV_Q_AMOUNT) != 0) {
        label(out, amounts[q->kind] != NULL ? amounts[q->kind] : "Fine");
        if (q->kind == SV_DECISION_LAYOUT) {
            svi_out_int(out, q->amount);
        } else {
            svi_say_money(out, q->amount);
        }
        svi_out_char(out, '\n');
    }
    if ((asks & SV_Q_LIMIT) != 0) {
        label(out, "Highest bid");
        svi_say_money(out, q->limit);
        svi_out_char(out, '\n');
    }
    if ((asks & SV_Q_SPACES) != 0) {
        label(out, q->kind == SV_DECISION_INTEREST || q->kind == SV_DECISION_LAYOUT
                       ? "Deeds"
                       : "Legal spaces");
        svi_say_places(out, v, q->spaces);
        svi_out_char(out, '\n');
    }
    if ((asks & SV_Q_OFFERS) != 0) {
        label(out, q->kind == SV_DECISION_TRADE ? "Counter-offers left" : "Proposals left");
        svi_out_int(out, q->offers);
        svi_out_char(out, '\n');
    }
}

/* ---- single steps of a plan ------------------------------------------------------------------ */

/* The ways in which one deed can change. */
enum step { STEP_BUILD, STEP_SELL, STEP_MORTGAGE, STEP_LIFT, STEP_COUNT };

/* Makes the answer that takes one step. */
static void take(enum step step, unsigned space, struct sv_answer *a)
{
    if (step == STEP_BUILD || step == STEP_SELL) {
        a->plan.level[space] =
            (uint8_t)(step == STEP_BUILD ? a->plan.level[space] + 1 : a->plan.level[space] - 1);
    } else if (step == STEP_MORTGAGE) {
        a->plan.mortgage = UINT64_C(1) << space;
    } else {
        a->plan.lift = UINT64_C(1) << space;
    }
}

/* Lists the deeds for which one step is legal by itself, with the cash that it brings. */
static void put_step(struct svi_buf *out, const struct sv_text_view *v, unsigned seat,
                     enum step step)
{
    static const char *const title[] = {
        "Can be built on (one level): ", "Can be sold from (one level): ", "Can be mortgaged: ",
        "Can be lifted: "};
    const struct sv_question window = {
        .kind = SV_DECISION_MANAGE, .seat = (uint8_t)seat, .space = SV_NONE, .other = SV_NONE};
    const char *separator = title[step];
    for (uint64_t left = v->position->owned[seat]; left != 0; left &= left - 1) {
        const unsigned space = sv_first(left);
        struct sv_answer a;
        sv_answer_clear(v->position, &window, &a);
        take(step, space, &a);
        if (sv_check(v->edition, v->position, &window, &a) == SV_OK) {
            const int64_t cash = sv_plan_cash(v->edition, v->position, seat, &a.plan);
            svi_out_text(out, separator);
            svi_say_place(out, v, space);
            svi_out_text(out, cash > 0 ? " (+" : " (");
            svi_say_money(out, cash);
            svi_out_char(out, ')');
            separator = ", ";
        }
    }
    svi_out_text(out, separator[0] == ',' ? "\n" : "");
}

/* ---- the form of an answer ------------------------------------------------------------------- */

static void put_choices(struct svi_buf *out, unsigned kind)
{
    const char *name;
    svi_out_text(out, "\"choice\": ");
    for (unsigned c = 0; (name = sv_choice_name(kind, c)) != NULL; c++) {
        svi_out_text(out, c == 0 ? "\"" : " or \"");
        svi_out_text(out, name);
        svi_out_char(out, '"');
    }
    svi_out_char(out, '\n');
}

/* Says how an answer of the kind looks in JSON. Written by hand, as readers need examples. */
static void put_form(struct svi_buf *out, unsigned kind, bool menu)
{
    static const struct {
        unsigned part;
        const char *form;
    } forms[] = {
        {SV_F_SPACE, "\"space\": its number or name\n"},
        {SV_F_BID, "\"bid\": an amount, or 0 for none\n"},
        {SV_F_LIMIT, "\"limit\": 0, or an amount up to which the bid is raised without asking\n"},
        {SV_F_LEVELS, "\"levels\": {\"SPACE\": LEVEL, ...}, the level wanted: 0 bare, 1 to 4 "
                      "houses, 5 a hotel, 6 a skyscraper; on a railroad 1 a depot\n"},
        {SV_F_MORTGAGE, "\"mortgage\": [SPACE, ...]\n"},
        {SV_F_LIFT, "\"lift\": [SPACE, ...]\n"},
        {SV_F_OFFERS, "\"offers\": [{\"to\": SEAT, \"give_cash\": 0, \"give_deeds\": [SPACE, ...], "
                      "\"give_cards\": [JAIL CARD, ...], \"give_tickets\": 0, \"get_cash\": 0, "
                      "\"get_deeds\": [], \"get_cards\": [], \"get_tickets\": 0}]\n"}};
    const unsigned parts = sv_decision_fields(kind);
    svi_out_text(out, "Answer with a JSON object. ");
    svi_out_text(out, menu ? "A line of the menu: {\"choose\": NUMBER}. Or its parts:\n"
                           : "Its parts:\n");
    if ((parts & SV_F_CHOICE) != 0) {
        put_choices(out, kind);
    }
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if ((parts & forms[i].part) != 0) {
            svi_out_text(out, forms[i].form);
        }
    }
    svi_out_text(out, (parts & (SV_F_CHOICE | SV_F_BID | SV_F_SPACE)) != 0
                          ? "Parts left out do nothing, but the first is required."
                          : "Parts left out do nothing.");
    svi_out_text(out, " By default: ");
    svi_out_text(out, sv_decision_default_text(kind));
    svi_out_text(out, ".\n");
}

static void put_question(struct svi_buf *out, const struct sv_text_view *v,
                         const struct sv_question *q)
{
    const unsigned parts = sv_decision_fields(q->kind);
    svi_out_text(out, "Question to ");
    svi_say_player(out, v, q->seat);
    svi_out_text(out, ", ");
    svi_out_text(out, sv_decision_name(q->kind));
    svi_out_text(out, ". ");
    svi_out_text(out, sv_decision_text(q->kind));
    svi_out_text(out, ".\n");
    put_figures(out, v, q);
    for (enum step step = STEP_BUILD; step < STEP_COUNT && q->kind != SV_DECISION_LAYOUT; step++) {
        const bool spends = step == STEP_BUILD || step == STEP_LIFT;
        if ((parts & SV_F_LEVELS) != 0 && (!spends || q->kind == SV_DECISION_MANAGE)) {
            put_step(out, v, q->seat, step);
        }
    }
    if (v->menu) {
        put_menu(out, v, q);
    }
    put_form(out, q->kind, v->menu && (parts & (SV_F_CHOICE | SV_F_SPACE)) != 0);
}

size_t sv_text_question(const struct sv_text_view *v, const struct sv_question *q, char *out,
                        size_t room)
{
    struct svi_buf text = {0};
    put_question(&text, v, q);
    return svi_text_give(&text, out, room);
}
