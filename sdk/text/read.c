/* Questions in words, each with a menu of its legal answers where they are few, and answers from
 * JSON: strict, with one sentence for each way to be wrong. {"choose": N} is answer N of the menu,
 * which is made again, so the order must be the same for equal questions. */
#include "base/json_read.h"
#include "base/nearest.h"
#include "base/number.h"
#include "base/out.h"
#include "text/words.h"

#include <solvent/fields.h>

#include <stdio.h>
#include <string.h>

/* Writes the legal answers to a question that has few: choices and single spaces, without plans,
 * bids and offers. Returns their number, 0 for other questions. */
#define SVI_MENU_MOST (SV_MAX_SPACES + 4u)

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

static unsigned text_menu(const struct sv_text_view *v, const struct sv_question *q,
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
    const unsigned n = text_menu(v, q, menu);
    for (unsigned i = 0; i < n; i++) {
        svi_out_format(out, "%s%u. ", i == 0 ? "Menu:\n" : "", i + 1);
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
    svi_out_format(out, "%s: ", text);
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
        svi_out_format(out, "%s\"%s\"", c == 0 ? "" : " or ", name);
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
    svi_out_format(out, " By default: %s.\n", sv_decision_default_text(kind));
}

static void put_question(struct svi_buf *out, const struct sv_text_view *v,
                         const struct sv_question *q)
{
    const unsigned parts = sv_decision_fields(q->kind);
    svi_out_text(out, "Question to ");
    svi_say_player(out, v, q->seat);
    svi_out_format(out, ", %s. %s.\n", sv_decision_name(q->kind), sv_decision_text(q->kind));
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

/* The keys of an answer: its parts, by their bits, and two that belong to no part. */
static const char *const keys[] = {
#define X(bit, NAME, name, TYPE, member, text) [bit] = #name,
    SV_ANSWER_PARTS(X)
#undef X
        "choose",
    "reason"};
enum {
    KEY_COUNT = sizeof keys / sizeof *keys,
    KEY_REASON = KEY_COUNT - 1,
    KEY_CHOOSE = KEY_REASON - 1
};

struct reader {
    const struct sv_text_view *v;
    const struct sv_question *q;
    struct sv_answer *a;
    enum sv_status status; /* of the first fault */
    struct svi_buf why;
};

#define WORD 64u /* bytes of a key, a choice or a name with the terminating 0 */

/* ---- faults ---------------------------------------------------------------------------------- */

/* Records the first fault. `where` names the key, or is NULL. Returns false. */
static bool fail(struct reader *r, enum sv_status status, const char *where, const char *what)
{
    r->status = status;
    if (where != NULL) {
        svi_out_format(&r->why, "\"%s\": ", where);
    }
    svi_out_text(&r->why, what);
    return false;
}

/* As fail(), with the value that was found: "found VALUE, expected ...". */
static bool fail_at(struct reader *r, enum sv_status status, const char *where,
                    struct svi_json_value value, const char *expected)
{
    char found[WORD];
    const size_t size = value.size < sizeof found ? value.size : sizeof found - 1;
    memcpy(found, value.text, size);
    found[size] = '\0';
    svi_name_cut(found, 40);
    (void)fail(r, status, where, "found ");
    svi_out_plain(&r->why, found);
    svi_out_format(&r->why, "%s, expected %s", strlen(found) < value.size ? "..." : "", expected);
    return false;
}

/* Fails with "found 'WORD', did you mean ...", for a word that is not in a list. */
static bool fail_word(struct reader *r, const char *where, const char *word,
                      const struct svi_choices *choices)
{
    char expected[SVI_EXPECTED];
    (void)fail(r, SV_E_UNKNOWN, where, "found '");
    svi_out_plain(&r->why, word);
    svi_out_format(&r->why, "', %s", svi_expected(choices, word, expected, sizeof expected));
    return false;
}

/* Finds a word in a list that ends with NULL. Errors say `what` it is, "a key of an offer". */
static bool read_word(struct reader *r, const char *where, struct svi_json_value value,
                      const char *const words[], const char *kind, const char *what, unsigned *out)
{
    const struct svi_choices choices = {.at = svi_nearest_in, .words = words, .what = kind};
    char word[WORD];
    if (!svi_json_chars(value, word, sizeof word)) {
        return fail_at(r, SV_E_UNKNOWN, where, value, what);
    }
    for (*out = 0; words[*out] != NULL; ++*out) {
        if (strcmp(words[*out], word) == 0) {
            return true;
        }
    }
    return fail_word(r, where, word, &choices);
}

/* ---- single values --------------------------------------------------------------------------- */

static bool read_whole(struct reader *r, const char *where, struct svi_json_value value,
                       int64_t low, int64_t high, int64_t *out)
{
    char expected[64];
    (void)snprintf(expected, sizeof expected, "a whole number from %lld to %lld", (long long)low,
                   (long long)high);
    if (!svi_json_whole(value, out)) {
        return fail_at(r, SV_E_TYPE, where, value, expected);
    }
    return (*out >= low && *out <= high) || fail_at(r, SV_E_RANGE, where, value, expected);
}

/* Reads a number from 0 to `high`, which fits in a byte. */
static bool read_byte(struct reader *r, const char *where, struct svi_json_value value,
                      unsigned high, uint8_t *out)
{
    int64_t whole;
    const bool read = read_whole(r, where, value, 0, high, &whole);
    *out = read ? (uint8_t)whole : 0;
    return read;
}

static const char *space_name(const void *words, size_t i)
{
    const struct sv_edition *e = words;
    return i < e->n_spaces ? e->space[i].name : NULL;
}

/* Reads a space: its number, its name, or its number as a text. */
static bool read_space(struct reader *r, const char *where, struct svi_json_value value,
                       uint8_t *out)
{
    const struct sv_edition *e = r->v->edition;
    const struct svi_choices spaces = {.at = space_name, .words = e, .what = "a space"};
    char name[WORD];
    int32_t number;
    unsigned found = 0;
    if (!svi_json_is_string(value)) {
        return read_byte(r, where, value, e->n_spaces - 1u, out);
    }
    if (!svi_json_chars(value, name, sizeof name)) {
        return fail_at(r, SV_E_UNKNOWN, where, value, "a space's name or number");
    }
    if (svi_number_parse(name, &number) && number >= 0 && number < e->n_spaces) {
        *out = (uint8_t)number;
        return true;
    }
    for (unsigned i = 0; i < e->n_spaces; i++) {
        if (strcmp(e->space[i].name, name) == 0) {
            *out = (uint8_t)i;
            found++;
        }
    }
    if (found > 1) {
        return fail_at(r, SV_E_UNKNOWN, where, value, "a number, as several spaces have this name");
    }
    return found == 1 || fail_word(r, where, name, &spaces);
}

/* Reads a set of spaces or of jail cards. */
static bool read_set(struct reader *r, const char *where, struct svi_json_value value, bool cards,
                     uint64_t *out)
{
    struct svi_json_walk walk;
    struct svi_json_value item;
    uint8_t member;
    if (!svi_json_walk(value, '[', &walk)) {
        return fail_at(r, SV_E_TYPE, where, value,
                       cards ? "a list of jail cards" : "a list of spaces");
    }
    while (svi_json_next(&walk, NULL, &item)) {
        if (!(cards ? read_byte(r, where, item, SV_MAX_JAIL_CARDS - 1, &member)
                    : read_space(r, where, item, &member))) {
            return false;
        }
        if (sv_has(*out, member)) {
            return fail_at(r, SV_E_DUPLICATE, where, item,
                           cards ? "each jail card once" : "each space once");
        }
        *out |= UINT64_C(1) << member;
    }
    return true;
}

/* Reads a seat: its number, or a player as texts call it. */
static bool read_seat(struct reader *r, const char *where, struct svi_json_value value,
                      uint8_t *out)
{
    const unsigned seats = r->v->position->seats;
    char name[WORD];
    if (!svi_json_chars(value, name, sizeof name)) {
        return read_byte(r, where, value, seats - 1, out);
    }
    for (unsigned s = 0; s < seats; s++) {
        struct svi_buf label = {0};
        svi_say_player(&label, r->v, s);
        const bool same = label.size == strlen(name) && memcmp(label.data, name, label.size) == 0;
        svi_buf_finish(&label);
        if (same) {
            *out = (uint8_t)s;
            return true;
        }
    }
    return fail_at(r, SV_E_UNKNOWN, where, value, "a seat's number, or a player's name");
}

/* ---- the parts ------------------------------------------------------------------------------- */

static bool read_choice(struct reader *r, struct svi_json_value value)
{
    const char *names[SV_MAX_SEATS + 1] = {NULL};
    unsigned n = 0, choice;
    for (; sv_choice_name(r->q->kind, n) != NULL; n++) {
        names[n] = sv_choice_name(r->q->kind, n);
    }
    if (!svi_json_is_string(value)) {
        return read_byte(r, "choice", value, n - 1, &r->a->choice);
    }
    const bool read = read_word(r, "choice", value, names, "a choice", "a choice", &choice);
    r->a->choice = read ? (uint8_t)choice : 0;
    return read;
}

static bool read_money(struct reader *r, const char *where, struct svi_json_value value,
                       int32_t *out)
{
    int64_t whole;
    const bool read = read_whole(r, where, value, 0, INT32_MAX, &whole);
    *out = read ? (int32_t)whole : 0;
    return read;
}

/* Takes one wanted level. `seen` holds the spaces that have had one. */
static bool read_level(struct reader *r, struct svi_json_value space, struct svi_json_value level,
                       uint64_t *seen)
{
    uint8_t number, wanted;
    if (!read_space(r, "levels", space, &number) ||
        !read_byte(r, "levels", level, UINT8_MAX, &wanted)) {
        return false;
    }
    if (sv_has(*seen, number)) {
        return fail_at(r, SV_E_DUPLICATE, "levels", space, "each space once");
    }
    *seen |= UINT64_C(1) << number;
    r->a->plan.level[number] = wanted;
    return true;
}

/* Reads {"space": SPACE, "level": LEVEL}. */
static bool read_level_row(struct reader *r, struct svi_json_value row, uint64_t *seen)
{
    struct svi_json_value key, value, part[2] = {{NULL, 0}, {NULL, 0}};
    struct svi_json_walk walk;
    char name[WORD];
    if (!svi_json_walk(row, '{', &walk)) {
        return fail_at(r, SV_E_TYPE, "levels", row, "an object");
    }
    while (svi_json_next(&walk, &key, &value)) {
        const bool known = svi_json_chars(key, name, sizeof name) &&
                           (strcmp(name, "space") == 0 || strcmp(name, "level") == 0);
        struct svi_json_value *to = &part[known && name[0] == 'l'];
        if (!known || to->text != NULL) {
            return fail_at(r, known ? SV_E_DUPLICATE : SV_E_UNKNOWN, "levels", key,
                           "the keys \"space\" and \"level\", each once");
        }
        *to = value;
    }
    if (part[0].text == NULL || part[1].text == NULL) {
        return fail_at(r, SV_E_MISSING, "levels", row, "the keys \"space\" and \"level\"");
    }
    return read_level(r, part[0], part[1], seen);
}

static bool read_levels(struct reader *r, struct svi_json_value value)
{
    struct svi_json_value key, item;
    struct svi_json_walk walk;
    uint64_t seen = 0;
    if (svi_json_walk(value, '[', &walk)) {
        while (svi_json_next(&walk, NULL, &item)) {
            if (!read_level_row(r, item, &seen)) {
                return false;
            }
        }
        return true;
    }
    if (!svi_json_walk(value, '{', &walk)) {
        return fail_at(r, SV_E_TYPE, "levels", value, "an object of spaces and levels");
    }
    while (svi_json_next(&walk, &key, &item)) {
        if (!read_level(r, key, item, &seen)) {
            return false;
        }
    }
    return true;
}

static bool read_cards(struct reader *r, const char *where, struct svi_json_value value,
                       uint8_t *out)
{
    uint64_t cards = 0;
    const bool read = read_set(r, where, value, true, &cards);
    *out = (uint8_t)cards;
    return read;
}

/* How the fields of an offer are read, by type (SV_OFFER_VALUES). */
#define READ_SEAT(name, out) read_seat(r, name, value, out)
#define READ_MONEY(name, out) read_money(r, name, value, out)
#define READ_SPACES(name, out) read_set(r, name, value, false, out)
#define READ_CARDS(name, out) read_cards(r, name, value, out)
#define READ_U8(name, out) read_byte(r, name, value, UINT8_MAX, out)

static bool read_offer(struct reader *r, struct svi_json_value object, struct sv_offer *o)
{
    static const char *const names[] = {
#define X(TYPE, member) #member,
        SV_OFFER_VALUES(X) NULL
#undef X
    };
    struct svi_json_value key, value;
    struct svi_json_walk walk;
    uint64_t seen = 0;
    *o = (struct sv_offer){.to = SV_NONE};
    if (!svi_json_walk(object, '{', &walk)) {
        return fail_at(r, SV_E_TYPE, "offers", object, "an object");
    }
    while (svi_json_next(&walk, &key, &value)) {
        unsigned i;
        if (!read_word(r, "offers", key, names, "a key", "a key of an offer", &i)) {
            return false;
        }
        if (sv_has(seen, i)) {
            return fail_at(r, SV_E_DUPLICATE, "offers", key, "each key once");
        }
        seen |= UINT64_C(1) << i;
        unsigned row = 0;
#define X(TYPE, member)                                                                            \
    if (row++ == i && !READ_##TYPE(#member, &o->member)) {                                         \
        return false;                                                                              \
    }
        SV_OFFER_VALUES(X)
#undef X
    }
    return o->to != SV_NONE ||
           fail_at(r, SV_E_MISSING, "offers", object, "the key \"to\" with the other seat");
}

static bool read_offers(struct reader *r, struct svi_json_value value)
{
    struct svi_json_value item;
    struct svi_json_walk walk;
    if (!svi_json_walk(value, '[', &walk)) {
        return fail_at(r, SV_E_TYPE, "offers", value, "a list of offers");
    }
    while (svi_json_next(&walk, NULL, &item)) {
        if (r->a->n_offers == SV_MAX_OFFERS) {
            return fail_at(r, SV_E_LENGTH, "offers", value, "fewer offers");
        }
        if (!read_offer(r, item, &r->a->offers[r->a->n_offers])) {
            return false;
        }
        r->a->n_offers++;
    }
    return true;
}

static bool read_choose(struct reader *r, struct svi_json_value value)
{
    struct sv_answer menu[SVI_MENU_MOST];
    const unsigned n = text_menu(r->v, r->q, menu);
    int64_t whole;
    if (!read_whole(r, "choose", value, 1, n, &whole)) {
        return false;
    }
    *r->a = menu[whole - 1];
    return true;
}

/* How the parts of an answer are read, by type (SV_ANSWER_PARTS), where not as in an offer. */
#define PART_U8(name, member) read_choice(r, value)
#define PART_SPACE(name, member) read_space(r, name, value, &r->a->member)
#define PART_MONEY(name, member) READ_MONEY(name, &r->a->member)
#define PART_LEVELS(name, member) read_levels(r, value)
#define PART_SPACES(name, member) READ_SPACES(name, &r->a->member)
#define PART_OFFERS(name, member) read_offers(r, value)

static bool read_part(struct reader *r, unsigned key, struct svi_json_value value)
{
#define X(bit, NAME, name, TYPE, member, text)                                                     \
    if (key == (bit)) {                                                                            \
        return PART_##TYPE(#name, member);                                                         \
    }
    SV_ANSWER_PARTS(X)
#undef X
    if (key == KEY_CHOOSE) {
        return read_choose(r, value);
    }
    return svi_json_is_string(value) || fail_at(r, SV_E_TYPE, "reason", value, "a text");
}

/* ---- the object ------------------------------------------------------------------------------ */

/* Returns whether the parts that the kind requires are there. */
static bool is_complete(struct reader *r, unsigned seen)
{
    const unsigned required =
        sv_decision_fields(r->q->kind) & (SV_F_CHOICE | SV_F_SPACE | SV_F_BID);
    if (sv_has(seen, KEY_CHOOSE)) {
        return (seen & ~(1u << KEY_CHOOSE | 1u << KEY_REASON)) == 0 ||
               fail(r, SV_E_UNKNOWN, "choose", "found other parts beside it, expected it alone");
    }
    for (unsigned k = 0; k < KEY_CHOOSE; k++) {
        if (sv_has(required, k)) {
            return sv_has(seen, k) ||
                   fail(r, SV_E_MISSING, keys[k], "found no such key, expected it");
        }
    }
    return true;
}

static bool read_object(struct reader *r, struct svi_json_value object)
{
    const unsigned parts = sv_decision_fields(r->q->kind);
    const bool has_menu = r->v->menu && (parts & (SV_F_CHOICE | SV_F_SPACE)) != 0;
    const unsigned allowed = parts | (unsigned)has_menu << KEY_CHOOSE | 1u << KEY_REASON;
    const char *names[KEY_COUNT + 1] = {NULL}; /* of the allowed keys */
    unsigned number[KEY_COUNT], n = 0, seen = 0, i;
    struct svi_json_value key, value;
    struct svi_json_walk walk;
    for (unsigned k = 0; k < KEY_COUNT; k++) {
        if (sv_has(allowed, k)) {
            number[n] = k;
            names[n++] = keys[k];
        }
    }
    (void)svi_json_walk(object, '{', &walk);
    while (svi_json_next(&walk, &key, &value)) {
        if (!read_word(r, NULL, key, names, "a key", "a key of an answer", &i)) {
            return false;
        }
        if (sv_has(seen, number[i])) {
            return fail(r, SV_E_DUPLICATE, names[i], "found twice, expected once");
        }
        seen |= 1u << number[i];
        if (!read_part(r, number[i], value)) {
            return false;
        }
    }
    return is_complete(r, seen);
}

/* Finds the last JSON object of a reply. An object that breaks off behind it is a fault: it may
 * have been the answer. */
static bool find_object(struct reader *r, const char *reply, size_t size,
                        struct svi_json_value *out)
{
    size_t broken = SIZE_MAX;
    out->text = NULL;
    for (size_t at = 0; at < size;) {
        size_t end = at;
        if (reply[at] != '{') {
            at++;
        } else if (svi_json_skip(reply, size, &end)) {
            *out = (struct svi_json_value){reply + at, end - at};
            broken = SIZE_MAX;
            at = end;
        } else {
            /* A brace in prose has no key behind it, so it is no broken object. */
            broken = memchr(reply + at, '"', end - at) != NULL ? end : broken;
            at = end > at ? end : at + 1;
        }
    }
    if (broken != SIZE_MAX) {
        svi_out_format(&r->why, "the JSON object breaks off at byte %zu, expected a whole one",
                       broken + 1);
        r->status = SV_E_TRUNCATED;
        return false;
    }
    return out->text != NULL ||
           fail(r, SV_E_TRUNCATED, NULL, "found no JSON object, expected one with the answer");
}

enum sv_status sv_text_read(const struct sv_text_view *v, const struct sv_question *q,
                            const char *reply, size_t size, struct sv_answer *out, char *why,
                            size_t room)
{
    struct reader r = {.v = v, .q = q, .a = out, .status = SV_OK};
    struct svi_json_value object;
    struct sv_breach breach;
    sv_answer_clear(v->position, q, out);
    if (find_object(&r, reply, size, &object) && read_object(&r, object)) {
        r.status = sv_judge(v->edition, v->position, q, out, &breach);
        if (r.status != SV_OK) {
            char text[SV_MAX_BREACH];
            svi_out_text(&r.why, sv_breach_text(v->edition, &breach, text, sizeof text));
        }
    }
    if (r.why.failed) {
        r.status = SV_E_SYSTEM;
    }
    (void)svi_text_give(&r.why, why, room);
    return r.status;
}
