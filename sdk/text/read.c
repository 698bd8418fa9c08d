/* Answers from JSON: strict, with one sentence for each way to be wrong. */
#include "text/question.h"

#include "base/json_read.h"
#include "base/nearest.h"
#include "base/number.h"
#include "base/out.h"

#include <solvent/fields.h>

#include <stdio.h>
#include <string.h>

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
    const unsigned n = svi_text_menu(r->v, r->q, menu);
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
