#include "tools/play/table.h"

#include "base/error.h"
#include "base/json.h"
#include "base/out.h"
#include "memory/memory.h"
#include "record/jsonl.h"
#include "tools/console/say.h"
#include "tools/game_data/game_data.h"

#include <solvent/question.h>

#include <inttypes.h>
#include <pthread.h>
#include <sodium.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- form ------------------------------------------------------------------------------------ */

/* Fields of an answer as the page sends it: NAME=NUMBER pairs, joined by '&'. */

/* The effect of a field: it sets a member, or a bit of a set. */
enum effect { NOTHING, NUMBER, SET, ADD, LEVEL, OFFER };

#define OF_ANSWER(effect, member)                                                                  \
    effect, false, offsetof(struct sv_answer, member), sizeof(((struct sv_answer *)NULL)->member)
#define OF_OFFER(effect, member)                                                                   \
    effect, true, offsetof(struct sv_offer, member), sizeof(((struct sv_offer *)NULL)->member)

static const struct field {
    const char *name;
    uint32_t most; /* highest value */
    enum effect effect;
    bool of_offer;   /* `at` is in the last offer */
    size_t at, size; /* of the member */
} form_fields[] = {
    {.name = "n", .most = UINT32_MAX, .effect = NUMBER},
    {.name = "auto", .most = 1, .effect = NOTHING},
    {"choice", 7, OF_ANSWER(SET, choice)},
    {"space", SV_MAX_SPACES - 1, OF_ANSWER(SET, space)},
    {"bid", INT32_MAX, OF_ANSWER(SET, bid)},
    {"limit", INT32_MAX, OF_ANSWER(SET, limit)},
    {.name = "level", .most = SV_MAX_SPACES * 8 - 1, .effect = LEVEL},
    {"mortgage", SV_MAX_SPACES - 1, OF_ANSWER(ADD, plan.mortgage)},
    {"lift", SV_MAX_SPACES - 1, OF_ANSWER(ADD, plan.lift)},
    {.name = "to", .most = SV_MAX_SEATS - 1, .effect = OFFER},
    {"give_cash", INT32_MAX, OF_OFFER(SET, give_cash)},
    {"get_cash", INT32_MAX, OF_OFFER(SET, get_cash)},
    {"give_tickets", UINT8_MAX, OF_OFFER(SET, give_tickets)},
    {"get_tickets", UINT8_MAX, OF_OFFER(SET, get_tickets)},
    {"give_deed", SV_MAX_SPACES - 1, OF_OFFER(ADD, give_deeds)},
    {"get_deed", SV_MAX_SPACES - 1, OF_OFFER(ADD, get_deeds)},
    {"give_card", SV_MAX_JAIL_CARDS - 1, OF_OFFER(ADD, give_cards)},
    {"get_card", SV_MAX_JAIL_CARDS - 1, OF_OFFER(ADD, get_cards)},
};

/* Reads NAME=NUMBER from `text` to `end`. Returns the field, or NULL if the text is no such
 * pair. */
static const struct field *read_pair(const char *text, const char *end, uint32_t *value)
{
    const char *equals = memchr(text, '=', (size_t)(end - text));
    uint64_t sum = 0;
    if (equals == NULL || equals + 1 == end || end - equals > 11) {
        return NULL;
    }
    for (const char *digit = equals + 1; digit < end; digit++) {
        if (*digit < '0' || *digit > '9') {
            return NULL;
        }
        sum = sum * 10 + (uint64_t)(*digit - '0');
    }
    *value = (uint32_t)sum;
    for (size_t f = 0; f < sizeof form_fields / sizeof form_fields[0]; f++) {
        const struct field *field = &form_fields[f];
        if (strlen(field->name) == (size_t)(equals - text) &&
            memcmp(field->name, text, (size_t)(equals - text)) == 0) {
            return sum <= field->most ? field : NULL;
        }
    }
    return NULL;
}

/* Applies a field to an answer. Returns false if its offer is missing, or one too many. */
static bool fill(struct sv_answer *a, const struct field *field, uint32_t value, uint32_t *number)
{
    if (field->effect == OFFER ? a->n_offers == SV_MAX_OFFERS
                               : field->of_offer && a->n_offers == 0) {
        return false;
    }
    void *in = field->of_offer ? (void *)&a->offers[a->n_offers - 1] : a;
    uint8_t *member = (uint8_t *)in + field->at;
    uint64_t set;
    switch (field->effect) {
    case NOTHING:
        break;
    case NUMBER:
        *number = value;
        break;
    case LEVEL:
        a->plan.level[value / 8] = (uint8_t)(value % 8);
        break;
    case OFFER:
        a->offers[a->n_offers++] = (struct sv_offer){.to = (uint8_t)value};
        break;
    case ADD:
        if (field->size == sizeof *member) {
            *member |= (uint8_t)(1u << value);
        } else {
            memcpy(&set, member, sizeof set);
            set |= UINT64_C(1) << value;
            memcpy(member, &set, sizeof set);
        }
        break;
    case SET:
        if (field->size == sizeof *member) {
            *member = (uint8_t)value;
        } else {
            memcpy(member, &value, sizeof value);
        }
        break;
    }
    return true;
}

/* Reads an answer to `q`. Its names, each with an integer:
 *
 *     n             the number of the question; put into *number
 *     auto          1: the page has answered by itself; of no meaning here
 *     choice        sv_answer.choice
 *     space, bid, limit
 *     level         space * 8 + wanted level; repeated
 *     mortgage, lift               a space each; repeated
 *     to            begins an offer to that seat; the names that follow fill it:
 *     give_cash, get_cash, give_tickets, get_tickets
 *     give_deed, get_deed, give_card, get_card    one each; repeated
 *
 * Fields without a name in the text keep the values of sv_answer_clear(). sv_judge() decides
 * whether the answer is legal. Returns false, with a line in `error`, if the text is not of this
 * form. */
static bool play_form(const char *text, size_t size, const struct sv_position *p,
                      const struct sv_question *q, uint32_t *number, struct sv_answer *out,
                      struct svi_error *error)
{
    const char *end = text + size;
    sv_answer_clear(p, q, out);
    *number = UINT32_MAX;
    while (text < end) {
        const char *stop = memchr(text, '&', (size_t)(end - text));
        uint32_t value = 0;
        stop = stop != NULL ? stop : end;
        const struct field *field = read_pair(text, stop, &value);
        if (field == NULL || !fill(out, field, value, number)) {
            (void)svi_fail(error, SV_E_ARGUMENT,
                           "at byte %zu: expected NAME=NUMBER, of an answer's names and ranges",
                           size - (size_t)(end - text));
            return false;
        }
        text = stop < end ? stop + 1 : end;
    }
    return true;
}

/* ---- table ----------------------------------------------------------------------------------- */

#define READERS 16u   /* most browsers of one person */
#define BEAT_MS 10000 /* interval of signs of life */

struct person {
    unsigned seat;
    char name[SV_MAX_NAME];
    char token[SVI_PLAY_TOKEN_BYTES];
    struct svi_stream *stream;
    bool asked, answered, left;
    uint32_t number;
    struct svi_game now; /* the game when the question was asked */
    struct sv_question question;
    struct sv_answer answer;
};

struct svi_play_table {
    pthread_mutex_t lock; /* protects all members below except names, tokens and streams */
    unsigned n_people;
    struct person person[SV_MAX_SEATS];
    struct svi_play_journal *journal;
    atomic_bool *stop;
    bool again;       /* the match must be played again from its start */
    bool wants_again; /* a person wants another game after this one */
    uint32_t events;
    struct svi_buf line;
    struct svi_buf replay;
    bool over;
};

struct svi_play_table *svi_play_table_create(const struct svi_play_person *people, unsigned n,
                                             struct svi_play_journal *journal, atomic_bool *stop)
{
    struct svi_play_table *table = svi_new(1, sizeof *table);
    (void)pthread_mutex_init(&table->lock, NULL);
    table->journal = journal;
    table->stop = stop;
    for (unsigned i = 0; i < n; i++) {
        struct person *person = &table->person[i];
        uint8_t secret[(SVI_PLAY_TOKEN_BYTES - 1) / 2];
        person->stream = svi_stream_create(READERS, BEAT_MS, false);
        table->n_people = i + 1;
        person->seat = people[i].seat;
        (void)snprintf(person->name, sizeof person->name, "%s", people[i].name);
        randombytes_buf(secret, sizeof secret);
        (void)sodium_bin2hex(person->token, sizeof person->token, secret, sizeof secret);
        if (people[i].token != NULL) {
            (void)snprintf(person->token, sizeof person->token, "%s", people[i].token);
        }
    }
    return table;
}

void svi_play_table_destroy(struct svi_play_table *table)
{
    if (table != NULL) {
        for (unsigned i = 0; i < table->n_people; i++) {
            svi_stream_destroy(table->person[i].stream);
        }
        svi_buf_finish(&table->line);
        svi_buf_finish(&table->replay);
        (void)pthread_mutex_destroy(&table->lock);
        free(table);
    }
}

unsigned svi_play_table_people(const struct svi_play_table *table)
{
    return table->n_people;
}

const char *svi_play_table_token(const struct svi_play_table *table, unsigned person)
{
    return table->person[person].token;
}

unsigned svi_play_table_find(const struct svi_play_table *table, const char *token, size_t length)
{
    unsigned found = SV_NONE;
    for (unsigned i = 0; i < table->n_people && length == SVI_PLAY_TOKEN_BYTES - 1; i++) {
        found = sodium_memcmp(token, table->person[i].token, length) == 0 ? i : found;
    }
    return found;
}

struct svi_stream *svi_play_table_stream(const struct svi_play_table *table, unsigned person)
{
    return table->person[person].stream;
}

/* ---- the runner's thread --------------------------------------------------------------------- */

void svi_play_table_when(uint8_t when[SV_DECISION_COUNT])
{
    memset(when, 0, SV_DECISION_COUNT);
    when[SV_DECISION_MANAGE] = SV_WHEN_OWN_TURN;
}

static struct person *at_seat(struct svi_play_table *table, unsigned seat)
{
    for (unsigned i = 0; i < table->n_people; i++) {
        if (table->person[i].seat == seat) {
            return &table->person[i];
        }
    }
    return NULL;
}

static void put_head(struct svi_buf *out, const struct svi_game *game, unsigned seat, bool league)
{
    svi_buf_clear(out);
    svi_out_char(out, '{');
    svi_json_members(out, JSON_INT("seat", seat), JSON_BOOL("league", league));
    svi_game_data_words(out, game->edition);
    svi_out_char(out, '}');
}

/* Returns whether an event is visible to all at the table. */
static bool is_public(const struct sv_event *event)
{
    return event->type != SV_EVENT_QUESTION && event->type != SV_EVENT_ANSWER &&
           !svi_event_is_aside(event);
}

void svi_play_table_watch(struct svi_play_table *table, const struct svi_game *game,
                          const struct sv_event *event)
{
    struct svi_game shown;
    if (!is_public(event)) {
        return;
    }
    (void)pthread_mutex_lock(&table->lock);
    svi_game_view(game, &shown);
    shown.sealed = true; /* the seed would reveal future dice */
    for (unsigned i = 0; i < table->n_people && table->events == 0; i++) {
        put_head(&table->line, &shown, table->person[i].seat, table->stop == NULL);
        svi_stream_add(table->person[i].stream, "head", table->line.data, table->line.size);
    }
    svi_buf_clear(&table->line);
    svi_jsonl_event(&table->line, &shown, event, table->events++, false);
    for (unsigned i = 0; i < table->n_people; i++) {
        svi_stream_add(table->person[i].stream, "event", table->line.data, table->line.size);
    }
    (void)pthread_mutex_unlock(&table->lock);
}

/* Computes the answer that raises the missing money for a purchase. Returns false if nothing is
 * missing, or no plan raises enough. */
static bool raise_price(const struct person *person, struct sv_answer *out)
{
    const struct sv_position *p = &person->now.state.position;
    const struct sv_question *q = &person->question;
    const int32_t lacks = q->amount - p->cash[q->seat];
    if (q->kind != SV_DECISION_BUY || lacks <= 0) {
        return false;
    }
    sv_answer_clear(p, q, out);
    out->choice = SV_CHOICE_BUY_BUY;
    return sv_plan_raise(person->now.edition, p, q->seat, lacks, &out->plan) >= lacks;
}

/* Appends further members about an answer: `cash` after its plan, and the spaces where one more
 * building is legal. */
static void put_plan(struct svi_buf *out, const struct person *person, const struct sv_answer *a)
{
    const struct sv_edition *e = person->now.edition;
    const struct sv_position *p = &person->now.state.position;
    const unsigned seat = person->question.seat;
    uint64_t build = 0;
    svi_json_int(out, "cash", p->cash[seat] + sv_plan_cash(e, p, seat, &a->plan));
    for (unsigned i = 0; i < e->n_spaces; i++) {
        build |= (uint64_t)sv_can_build(e, p, seat, &a->plan, i) << i;
    }
    svi_json_key(out, "build");
    svi_out_json_spaces(out, build);
}

static void put_question(struct svi_buf *out, const struct svi_play_table *table,
                         const struct person *person)
{
    const struct sv_position *p = &person->now.state.position;
    const struct sv_question *q = &person->question;
    struct sv_answer answer;
    svi_buf_clear(out);
    svi_out_char(out, '{');
    svi_json_members(out, JSON_INT("number", person->number),
                     JSON_TEXT("kind", sv_decision_name(q->kind)), JSON_INT("seat", q->seat));
    svi_json_bool(out, "back",
                  table->stop != NULL && table->n_people == 1 &&
                      svi_play_journal_has_own(table->journal, person->seat));
    svi_jsonl_question(out, q);
    svi_json_key(out, "choice_numbers");
    svi_out_json_spaces(out, q->choices);
    sv_answer_default(person->now.edition, p, q, &answer);
    svi_json_key(out, "usual");
    svi_jsonl_answer(out, p, &answer);
    if (raise_price(person, &answer)) {
        svi_json_key(out, "raise");
        svi_jsonl_answer(out, p, &answer);
    }
    if ((sv_decision_fields(q->kind) & SV_F_LEVELS) != 0) {
        sv_answer_clear(p, q, &answer);
        put_plan(out, person, &answer);
    }
    svi_out_char(out, '}');
}

/* Answers the question from the journal. Returns false if the journal has no answer, or the match
 * has since taken another course. */
static bool answer_again(struct svi_play_table *table, struct person *person)
{
    struct svi_error error;
    size_t size;
    uint32_t number;
    const char *body = svi_play_journal_next(table->journal, person->seat, &size);
    if (body == NULL) {
        return false;
    }
    const struct sv_position *p = &person->now.state.position;
    person->answered =
        play_form(body, size, p, &person->question, &number, &person->answer, &error) &&
        number == person->number &&
        sv_judge(person->now.edition, p, &person->question, &person->answer, NULL) == SV_OK;
    if (!person->answered) {
        svi_note("the bots answer differently than before: the game goes on from decision %" PRIu32,
                 person->now.decisions + 1);
        svi_play_journal_part(table->journal, person->seat);
    }
    return person->answered;
}

void svi_play_table_ask(void *user, const struct svi_game *game, unsigned seat, uint32_t number,
                        const struct sv_question *question)
{
    struct svi_play_table *table = user;
    (void)pthread_mutex_lock(&table->lock);
    struct person *person = at_seat(table, seat);
    if (person != NULL && (!person->asked || person->number != number)) {
        person->asked = true;
        person->answered = false;
        person->number = number;
        person->question = *question;
        svi_game_view(game, &person->now);
        if (!answer_again(table, person) && !person->left) {
            put_question(&table->line, table, person);
            svi_stream_add(person->stream, "ask", table->line.data, table->line.size);
        }
    }
    (void)pthread_mutex_unlock(&table->lock);
}

bool svi_play_table_answer(void *user, unsigned seat, uint32_t number, struct sv_answer *answer)
{
    struct svi_play_table *table = user;
    (void)pthread_mutex_lock(&table->lock);
    struct person *person = at_seat(table, seat);
    const bool answered =
        person != NULL && person->asked && person->answered && person->number == number;
    if (answered) {
        *answer = person->answer;
        person->asked = false;
    }
    (void)pthread_mutex_unlock(&table->lock);
    return answered;
}

bool svi_play_table_left(void *user, unsigned seat)
{
    struct svi_play_table *table = user;
    (void)pthread_mutex_lock(&table->lock);
    const struct person *person = at_seat(table, seat);
    const bool left = person != NULL && person->left;
    (void)pthread_mutex_unlock(&table->lock);
    return left;
}

/* Starts the match from its first event. With the lock. */
static void restart(struct svi_play_table *table)
{
    table->again = table->wants_again = false;
    table->events = 0;
    svi_play_journal_rewind(table->journal);
    for (unsigned i = 0; i < table->n_people; i++) {
        table->person[i].asked = table->person[i].left = false;
        svi_stream_add(table->person[i].stream, "restart", "{}", 2);
    }
    atomic_store(table->stop, false);
}

bool svi_play_table_restart(struct svi_play_table *table)
{
    (void)pthread_mutex_lock(&table->lock);
    const bool again = table->again;
    if (again) {
        restart(table);
    }
    (void)pthread_mutex_unlock(&table->lock);
    return again;
}

bool svi_play_table_begin_again(struct svi_play_table *table)
{
    (void)pthread_mutex_lock(&table->lock);
    const bool again = table->wants_again;
    if (again) {
        table->over = false;
        svi_buf_clear(&table->replay);
        svi_play_journal_clear(table->journal);
        for (unsigned i = 0; i < table->n_people; i++) {
            svi_stream_mark(table->person[i].stream);
        }
        restart(table);
    }
    (void)pthread_mutex_unlock(&table->lock);
    return again;
}

void svi_play_table_over(struct svi_play_table *table, const uint8_t *replay, size_t size,
                         const char *note)
{
    (void)pthread_mutex_lock(&table->lock);
    svi_buf_append(&table->replay, replay, size);
    table->over = replay != NULL && !table->replay.failed;
    svi_buf_clear(&table->line);
    svi_out_char(&table->line, '{');
    svi_json_members(
        &table->line, JSON_BOOL("replay", table->over), JSON_BOOL("more", table->stop == NULL),
        JSON_BOOL("again", table->over && table->stop != NULL), JSON_TEXT("note", note));
    svi_out_char(&table->line, '}');
    for (unsigned i = 0; i < table->n_people; i++) {
        svi_stream_add(table->person[i].stream, "over", table->line.data, table->line.size);
    }
    (void)pthread_mutex_unlock(&table->lock);
}

enum sv_status svi_play_table_begin(struct svi_play_table *table, unsigned seat, const char *game)
{
    struct person *person = &table->person[0];
    struct svi_error error;
    enum sv_status status = SV_OK;
    (void)pthread_mutex_lock(&table->lock);
    if (game != NULL) {
        svi_play_journal_clear(table->journal);
        status = svi_play_journal_tell(table->journal, "game", game)
                     ? svi_play_journal_write(table->journal, &error)
                     : SV_E_SYSTEM;
    }
    person->seat = seat;
    person->asked = person->answered = person->left = false;
    table->events = 0;
    svi_play_journal_rewind(table->journal);
    svi_stream_mark(person->stream);
    svi_stream_add(person->stream, "restart", "{}", 2);
    (void)pthread_mutex_unlock(&table->lock);
    return status;
}

void svi_play_table_close(struct svi_play_table *table)
{
    static const char line[] =
        "{\"replay\":false,\"more\":false,\"note\":\"The league's run has ended.\"}";
    for (unsigned i = 0; i < table->n_people; i++) {
        svi_stream_add(table->person[i].stream, "over", line, sizeof line - 1);
    }
}

/* ---- the server's thread --------------------------------------------------------------------- */

static void put_text(struct svi_buf *out, const struct person *person, const struct sv_breach *b)
{
    char text[SV_MAX_BREACH];
    svi_json_members(out,
                     JSON_TEXT("text", sv_breach_text(person->now.edition, b, text, sizeof text)),
                     JSON_TEXT("rule", sv_breach_rule(b->kind)));
}

static void put_offers(struct svi_buf *out, const struct person *person, const struct sv_answer *a)
{
    svi_json_key(out, "offers");
    svi_out_char(out, '[');
    for (unsigned i = 0; i < a->n_offers; i++) {
        struct sv_breach b;
        char text[SV_MAX_BREACH] = "";
        if (sv_judge_offer(person->now.edition, &person->now.state.position, person->question.seat,
                           &a->offers[i], &b) != SV_OK) {
            (void)sv_breach_text(person->now.edition, &b, text, sizeof text);
        }
        svi_json_element(out, text);
    }
    svi_out_char(out, ']');
}

static enum svi_play_verdict judge(const struct person *person, const struct sv_answer *a,
                                   struct svi_buf *out)
{
    const unsigned fields = sv_decision_fields(person->question.kind);
    struct sv_breach breach;
    const bool fine = sv_judge(person->now.edition, &person->now.state.position, &person->question,
                               a, &breach) == SV_OK;
    svi_json_bool(out, "ok", fine);
    if (!fine) {
        put_text(out, person, &breach);
    }
    if ((fields & SV_F_LEVELS) != 0) {
        put_plan(out, person, a);
    }
    if ((fields & SV_F_OFFERS) != 0) {
        put_offers(out, person, a);
    }
    return fine ? SVI_PLAY_TAKEN : SVI_PLAY_REFUSED;
}

/* Tells the person's browsers that the question is no longer open. */
static void tell_answered(struct svi_play_table *table, const struct person *person)
{
    svi_buf_clear(&table->line);
    svi_out_char(&table->line, '{');
    svi_json_int(&table->line, "number", person->number);
    svi_out_char(&table->line, '}');
    svi_stream_add(person->stream, "asked", table->line.data, table->line.size);
}

static enum svi_play_verdict refuse(struct svi_buf *out, const char *text,
                                    enum svi_play_verdict verdict)
{
    svi_json_members(out, JSON_BOOL("ok", false), JSON_TEXT("text", text));
    return verdict;
}

static enum svi_play_verdict take(struct svi_play_table *table, struct person *person,
                                  const char *body, size_t size, bool only_judge,
                                  struct svi_buf *out)
{
    struct sv_answer a;
    struct svi_error error;
    uint32_t number = 0;
    if (!person->asked || person->answered || person->left || table->again) {
        return refuse(out, "nothing is asked now", SVI_PLAY_TOO_LATE);
    }
    if (!play_form(body, size, &person->now.state.position, &person->question, &number, &a,
                   &error)) {
        return refuse(out, error.text, SVI_PLAY_MALFORMED);
    }
    if (number != person->number) {
        return refuse(out, "another question is asked now", SVI_PLAY_TOO_LATE);
    }
    const enum svi_play_verdict verdict = judge(person, &a, out);
    if (verdict == SVI_PLAY_TAKEN && !only_judge) {
        person->answer = a;
        person->answered = true;
        if (!svi_play_journal_add(table->journal, person->seat, body, size)) {
            svi_note(
                "the answer cannot be saved: the table can be resumed only from the answer before");
        }
        tell_answered(table, person);
    }
    return verdict;
}

enum svi_play_verdict svi_play_table_post(struct svi_play_table *table, unsigned person,
                                          const char *body, size_t size, bool only_judge,
                                          struct svi_buf *out)
{
    (void)pthread_mutex_lock(&table->lock);
    svi_out_char(out, '{');
    const enum svi_play_verdict verdict =
        take(table, &table->person[person], body, size, only_judge, out);
    svi_out_char(out, '}');
    (void)pthread_mutex_unlock(&table->lock);
    return verdict;
}

void svi_play_table_resign(struct svi_play_table *table, unsigned person)
{
    struct person *leaving = &table->person[person];
    (void)pthread_mutex_lock(&table->lock);
    if (leaving->asked && !leaving->answered && !leaving->left) {
        tell_answered(table, leaving);
    }
    leaving->left = true;
    (void)pthread_mutex_unlock(&table->lock);
}

void svi_play_table_end(struct svi_play_table *table)
{
    (void)pthread_mutex_lock(&table->lock);
    if (table->stop != NULL && !table->over) {
        atomic_store(table->stop, true);
    }
    (void)pthread_mutex_unlock(&table->lock);
}

void svi_play_table_want_again(struct svi_play_table *table)
{
    (void)pthread_mutex_lock(&table->lock);
    table->wants_again = table->over && table->stop != NULL;
    (void)pthread_mutex_unlock(&table->lock);
}

enum svi_play_verdict svi_play_table_take_back(struct svi_play_table *table, unsigned person,
                                               struct svi_buf *out)
{
    (void)pthread_mutex_lock(&table->lock);
    const char *refused = table->stop == NULL   ? "a league's answers stand"
                          : table->n_people > 1 ? "other people have played on since"
                          : table->over         ? "the game is over"
                                                : NULL;
    if (refused == NULL && !table->again) {
        table->again = svi_play_journal_take_back(table->journal, table->person[person].seat);
        refused = table->again ? NULL : "you have answered nothing so far";
        if (table->again) {
            atomic_store(table->stop, true);
        }
    }
    (void)pthread_mutex_unlock(&table->lock);
    svi_out_char(out, '{');
    svi_json_bool(out, "ok", refused == NULL);
    if (refused != NULL) {
        svi_json_string(out, "text", refused);
    }
    svi_out_char(out, '}');
    return refused == NULL ? SVI_PLAY_TAKEN : SVI_PLAY_REFUSED;
}

bool svi_play_table_replay(struct svi_play_table *table, const uint8_t **bytes, size_t *size)
{
    (void)pthread_mutex_lock(&table->lock);
    const bool over = table->over;
    *bytes = table->replay.data;
    *size = table->replay.size;
    (void)pthread_mutex_unlock(&table->lock);
    return over;
}
