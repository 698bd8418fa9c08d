/* Answers from JSON: strict, with one sentence for each way to be wrong. */
#include "text/question.h"

#include "base/json_read.h"
#include "base/nearest.h"
#include "base/number.h"
#include "base/out.h"

#include <solvent/fields.h>

#include <stdio.h>
#include <string.h>

/* The keys of an answer, in the order of their parts: X(NAME, name, the part that the kind must
 * have). "choose" and "reason" belong to no part. */
#define KEYS(X)                                                                                    \
    X(CHOICE, choice, SV_F_CHOICE)                                                                 \
    X(SPACE, space, SV_F_SPACE)                                                                    \
    X(BID, bid, SV_F_BID)                                                                          \
    X(LIMIT, limit, SV_F_LIMIT)                                                                    \
    X(LEVELS, levels, SV_F_LEVELS)                                                                 \
    X(MORTGAGE, mortgage, SV_F_MORTGAGE)                                                           \
    X(LIFT, lift, SV_F_LIFT)                                                                       \
    X(OFFERS, offers, SV_F_OFFERS)                                                                 \
    X(CHOOSE, choose, 0)                                                                           \
    X(REASON, reason, 0)

enum key {
#define X(NAME, name, part) KEY_##NAME,
    KEYS(X)
#undef X
        KEY_COUNT
};

static const struct {
    const char *name;
    unsigned part;
} keys[] = {
#define X(NAME, name, part) {#name, part},
    KEYS(X)
#undef X
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

/* As fail(), for a word that is not in a list: "found 'WORD', did you mean ...". */
static bool fail_word(struct reader *r, const char *where, const char *word,
                      const struct svi_choices *choices)
{
    char expected[SVI_EXPECTED];
    (void)fail(r, SV_E_UNKNOWN, where, "found '");
    svi_out_plain(&r->why, word);
    svi_out_format(&r->why, "', %s", svi_expected(choices, word, expected, sizeof expected));
    return false;
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

static const char *space_name(const void *words, size_t i)
{
    const struct sv_edition *e = words;
    return i < e->n_spaces ? e->space[i].name : NULL;
}

/* Reads a space: its number, its name, or its number as a text. */
static bool read_space(struct reader *r, const char *where, struct svi_json_value value,
                       unsigned *out)
{
    const struct sv_edition *e = r->v->edition;
    const struct svi_choices spaces = {.at = space_name, .words = e, .what = "a space"};
    char name[WORD];
    int32_t number;
    int64_t whole;
    unsigned found = 0;
    if (!svi_json_is_string(value)) {
        const bool read = read_whole(r, where, value, 0, e->n_spaces - 1, &whole);
        *out = read ? (unsigned)whole : SV_NONE;
        return read;
    }
    if (!svi_json_chars(value, name, sizeof name)) {
        return fail_at(r, SV_E_UNKNOWN, where, value, "a space's name or number");
    }
    if (svi_number_parse(name, &number) && number >= 0 && number < e->n_spaces) {
        *out = (unsigned)number;
        return true;
    }
    for (unsigned i = 0; i < e->n_spaces; i++) {
        if (strcmp(e->space[i].name, name) == 0) {
            *out = i;
            found++;
        }
    }
    if (found > 1) {
        return fail_at(r, SV_E_UNKNOWN, where, value, "a number, as several spaces have this name");
    }
    return found == 1 || fail_word(r, where, name, &spaces);
}

static bool read_spaces(struct reader *r, const char *where, struct svi_json_value value,
                        uint64_t *out)
{
    struct svi_json_walk walk;
    struct svi_json_value item;
    unsigned space;
    if (!svi_json_walk(value, '[', &walk)) {
        return fail_at(r, SV_E_TYPE, where, value, "a list of spaces");
    }
    while (svi_json_next(&walk, NULL, &item)) {
        if (!read_space(r, where, item, &space)) {
            return false;
        }
        if (sv_has(*out, space)) {
            return fail_at(r, SV_E_DUPLICATE, where, item, "each space once");
        }
        *out |= UINT64_C(1) << space;
    }
    return true;
}

/* Reads a seat: its number, or a player as texts call it. */
static bool read_seat(struct reader *r, const char *where, struct svi_json_value value,
                      uint8_t *out)
{
    const unsigned seats = r->v->position->seats;
    char name[WORD];
    int64_t whole;
    if (!svi_json_chars(value, name, sizeof name)) {
        const bool read = read_whole(r, where, value, 0, seats - 1, &whole);
        *out = read ? (uint8_t)whole : SV_NONE;
        return read;
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
    const struct svi_choices choices = {.at = svi_nearest_in, .words = names, .what = "a choice"};
    char name[WORD];
    int64_t whole;
    unsigned n = 0;
    for (; sv_choice_name(r->q->kind, n) != NULL; n++) {
        names[n] = sv_choice_name(r->q->kind, n);
    }
    if (!svi_json_is_string(value)) {
        const bool read = read_whole(r, "choice", value, 0, n - 1, &whole);
        r->a->choice = read ? (uint8_t)whole : 0;
        return read;
    }
    if (!svi_json_chars(value, name, sizeof name)) {
        return fail_at(r, SV_E_UNKNOWN, "choice", value, "a choice");
    }
    for (unsigned c = 0; c < n; c++) {
        if (strcmp(names[c], name) == 0) {
            r->a->choice = (uint8_t)c;
            return true;
        }
    }
    return fail_word(r, "choice", name, &choices);
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
    unsigned number;
    int64_t whole;
    if (!read_space(r, "levels", space, &number) ||
        !read_whole(r, "levels", level, 0, UINT8_MAX, &whole)) {
        return false;
    }
    if (sv_has(*seen, number)) {
        return fail_at(r, SV_E_DUPLICATE, "levels", space, "each space once");
    }
    *seen |= UINT64_C(1) << number;
    r->a->plan.level[number] = (uint8_t)whole;
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
    struct svi_json_value item;
    struct svi_json_walk walk;
    int64_t whole;
    if (!svi_json_walk(value, '[', &walk)) {
        return fail_at(r, SV_E_TYPE, where, value, "a list of jail cards");
    }
    while (svi_json_next(&walk, NULL, &item)) {
        if (!read_whole(r, where, item, 0, SV_MAX_JAIL_CARDS - 1, &whole)) {
            return false;
        }
        if (sv_has(*out, (unsigned)whole)) {
            return fail_at(r, SV_E_DUPLICATE, where, item, "each jail card once");
        }
        *out |= (uint8_t)(1u << whole);
    }
    return true;
}

static bool read_count(struct reader *r, const char *where, struct svi_json_value value,
                       uint8_t *out)
{
    int64_t whole;
    const bool read = read_whole(r, where, value, 0, UINT8_MAX, &whole);
    *out = read ? (uint8_t)whole : 0;
    return read;
}

/* How the fields of an offer are read, by type (SV_OFFER_VALUES). */
#define READ_SEAT read_seat
#define READ_MONEY read_money
#define READ_SPACES read_spaces
#define READ_CARDS read_cards
#define READ_U8 read_count

static bool read_offer(struct reader *r, struct svi_json_value object, struct sv_offer *o)
{
    static const char *const names[] = {
#define X(TYPE, member) #member,
        SV_OFFER_VALUES(X) NULL
#undef X
    };
    const struct svi_choices fields = {.at = svi_nearest_in, .words = names, .what = "a key"};
    struct svi_json_value key, value;
    struct svi_json_walk walk;
    char name[WORD];
    uint64_t seen = 0;
    *o = (struct sv_offer){.to = SV_NONE};
    if (!svi_json_walk(object, '{', &walk)) {
        return fail_at(r, SV_E_TYPE, "offers", object, "an object");
    }
    while (svi_json_next(&walk, &key, &value)) {
        unsigned i = 0;
        if (!svi_json_chars(key, name, sizeof name)) {
            return fail_at(r, SV_E_UNKNOWN, "offers", key, "a key of an offer");
        }
        while (names[i] != NULL && strcmp(names[i], name) != 0) {
            i++;
        }
        if (names[i] == NULL) {
            return fail_word(r, "offers", name, &fields);
        }
        if (sv_has(seen, i)) {
            return fail_at(r, SV_E_DUPLICATE, "offers", key, "each key once");
        }
        seen |= UINT64_C(1) << i;
        unsigned row = 0;
#define X(TYPE, member)                                                                            \
    if (row++ == i && !READ_##TYPE(r, #member, value, &o->member)) {                               \
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

static bool read_part(struct reader *r, enum key key, struct svi_json_value value)
{
    unsigned space;
    switch (key) {
    case KEY_CHOICE:
        return read_choice(r, value);
    case KEY_SPACE:
        if (!read_space(r, "space", value, &space)) {
            return false;
        }
        r->a->space = (uint8_t)space;
        return true;
    case KEY_BID:
        return read_money(r, "bid", value, &r->a->bid);
    case KEY_LIMIT:
        return read_money(r, "limit", value, &r->a->limit);
    case KEY_LEVELS:
        return read_levels(r, value);
    case KEY_MORTGAGE:
        return read_spaces(r, "mortgage", value, &r->a->plan.mortgage);
    case KEY_LIFT:
        return read_spaces(r, "lift", value, &r->a->plan.lift);
    case KEY_OFFERS:
        return read_offers(r, value);
    case KEY_CHOOSE:
        return read_choose(r, value);
    default:
        return svi_json_is_string(value) || fail_at(r, SV_E_TYPE, "reason", value, "a text");
    }
}

/* ---- the object ------------------------------------------------------------------------------ */

/* Lists the keys that an answer to the question may have. */
static unsigned allowed_keys(const struct reader *r, const char *names[KEY_COUNT + 1])
{
    const unsigned parts = sv_decision_fields(r->q->kind);
    unsigned allowed = 1u << KEY_REASON;
    unsigned n = 0;
    allowed |= (unsigned)(r->v->menu && (parts & (SV_F_CHOICE | SV_F_SPACE)) != 0) << KEY_CHOOSE;
    for (unsigned k = 0; k < KEY_COUNT; k++) {
        allowed |= (unsigned)((parts & keys[k].part) != 0) << k;
        if (sv_has(allowed, k)) {
            names[n++] = keys[k].name;
        }
    }
    names[n] = NULL;
    return allowed;
}

/* Returns whether the parts that the kind requires are there. */
static bool is_complete(struct reader *r, unsigned seen)
{
    static const unsigned required = 1u << KEY_CHOICE | 1u << KEY_SPACE | 1u << KEY_BID;
    const unsigned parts = sv_decision_fields(r->q->kind);
    if (sv_has(seen, KEY_CHOOSE)) {
        return (seen & ~(1u << KEY_CHOOSE | 1u << KEY_REASON)) == 0 ||
               fail(r, SV_E_UNKNOWN, "choose", "found other parts beside it, expected it alone");
    }
    for (unsigned k = 0; k < KEY_COUNT; k++) {
        if (sv_has(required, k) && (parts & keys[k].part) != 0) {
            return sv_has(seen, k) ||
                   fail(r, SV_E_MISSING, keys[k].name, "found no such key, expected it");
        }
    }
    return true;
}

static bool read_object(struct reader *r, struct svi_json_value object)
{
    const char *names[KEY_COUNT + 1];
    const unsigned allowed = allowed_keys(r, names);
    const struct svi_choices choices = {.at = svi_nearest_in, .words = names, .what = "a key"};
    struct svi_json_value key, value;
    struct svi_json_walk walk;
    char name[WORD];
    unsigned seen = 0;
    (void)svi_json_walk(object, '{', &walk);
    while (svi_json_next(&walk, &key, &value)) {
        unsigned k = 0;
        if (!svi_json_chars(key, name, sizeof name)) {
            return fail_at(r, SV_E_UNKNOWN, NULL, key, "a key of an answer");
        }
        while (k < KEY_COUNT && strcmp(keys[k].name, name) != 0) {
            k++;
        }
        if (!sv_has(allowed, k)) {
            return fail_word(r, NULL, name, &choices);
        }
        if (sv_has(seen, k)) {
            return fail(r, SV_E_DUPLICATE, name, "found twice, expected once");
        }
        seen |= 1u << k;
        if (!read_part(r, (enum key)k, value)) {
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
            /* A brace of prose breaks off at once, before any key. */
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
