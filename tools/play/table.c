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

enum field {
    N,
    AUTO,
    CHOICE,
    SPACE,
    BID,
    LIMIT,
    LEVEL,
    MORTGAGE,
    LIFT,
    TO,
    GIVE_CASH,
    GET_CASH,
    GIVE_TICKETS,
    GET_TICKETS,
    GIVE_DEED,
    GET_DEED,
    GIVE_CARD,
    GET_CARD,
    FIELDS
};

/* Names and highest values of the fields. */
static const struct {
    const char *name;
    uint32_t most;
} form_fields[FIELDS] = {
    [N] = {"n", UINT32_MAX},
    [AUTO] = {"auto", 1},
    [CHOICE] = {"choice", 7},
    [SPACE] = {"space", SV_MAX_SPACES - 1},
    [BID] = {"bid", INT32_MAX},
    [LIMIT] = {"limit", INT32_MAX},
    [LEVEL] = {"level", SV_MAX_SPACES * 8 - 1},
    [MORTGAGE] = {"mortgage", SV_MAX_SPACES - 1},
    [LIFT] = {"lift", SV_MAX_SPACES - 1},
    [TO] = {"to", SV_MAX_SEATS - 1},
    [GIVE_CASH] = {"give_cash", INT32_MAX},
    [GET_CASH] = {"get_cash", INT32_MAX},
    [GIVE_TICKETS] = {"give_tickets", UINT8_MAX},
    [GET_TICKETS] = {"get_tickets", UINT8_MAX},
    [GIVE_DEED] = {"give_deed", SV_MAX_SPACES - 1},
    [GET_DEED] = {"get_deed", SV_MAX_SPACES - 1},
    [GIVE_CARD] = {"give_card", SV_MAX_JAIL_CARDS - 1},
    [GET_CARD] = {"get_card", SV_MAX_JAIL_CARDS - 1},
};

/* Reads NAME=NUMBER from `text` to `end`. Returns the field, or FIELDS if the text is no such
 * pair. */
static enum field read_pair(const char *text, const char *end, uint32_t *value)
{
    const char *equals = memchr(text, '=', (size_t)(end - text));
    uint64_t sum = 0;
    if (equals == NULL || equals + 1 == end || end - equals > 11) {
        return FIELDS;
    }
    for (const char *digit = equals + 1; digit < end; digit++) {
        if (*digit < '0' || *digit > '9') {
            return FIELDS;
        }
        sum = sum * 10 + (uint64_t)(*digit - '0');
    }
    for (unsigned f = 0; f < FIELDS; f++) {
        if (strlen(form_fields[f].name) == (size_t)(equals - text) &&
            memcmp(form_fields[f].name, text, (size_t)(equals - text)) == 0) {
            *value = (uint32_t)sum;
            return sum <= form_fields[f].most ? (enum field)f : FIELDS;
        }
    }
    return FIELDS;
}

/* Sets a field of the last offer. Returns false if there is no offer. */
static bool fill_offer(struct sv_answer *a, enum field field, uint32_t value)
{
    if (a->n_offers == 0) {
        return false;
    }
    struct sv_offer *o = &a->offers[a->n_offers - 1];
    const uint64_t bit = UINT64_C(1) << (value & 63);
    switch (field) {
    case GIVE_CASH:
        o->give_cash = (int32_t)value;
        break;
    case GET_CASH:
        o->get_cash = (int32_t)value;
        break;
    case GIVE_TICKETS:
        o->give_tickets = (uint8_t)value;
        break;
    case GET_TICKETS:
        o->get_tickets = (uint8_t)value;
        break;
    case GIVE_DEED:
        o->give_deeds |= bit;
        break;
    case GET_DEED:
        o->get_deeds |= bit;
        break;
    case GIVE_CARD:
        o->give_cards |= (uint8_t)bit;
        break;
    default:
        o->get_cards |= (uint8_t)bit;
        break;
    }
    return true;
}

static bool fill(struct sv_answer *a, enum field field, uint32_t value, uint32_t *number)
{
    switch (field) {
    case N:
        *number = value;
        return true;
    case AUTO:
        return true;
    case CHOICE:
        a->choice = (uint8_t)value;
        return true;
    case SPACE:
        a->space = (uint8_t)value;
        return true;
    case BID:
        a->bid = (int32_t)value;
        return true;
    case LIMIT:
        a->limit = (int32_t)value;
        return true;
    case LEVEL:
        a->plan.level[value / 8] = (uint8_t)(value % 8);
        return true;
    case MORTGAGE:
        a->plan.mortgage |= UINT64_C(1) << value;
        return true;
    case LIFT:
        a->plan.lift |= UINT64_C(1) << value;
        return true;
    case TO:
        if (a->n_offers == SV_MAX_OFFERS) {
            return false;
        }
        a->offers[a->n_offers++] = (struct sv_offer){.to = (uint8_t)value};
        return true;
    default:
        return fill_offer(a, field, value);
    }
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
        const enum field field = read_pair(text, stop, &value);
        if (field == FIELDS || !fill(out, field, value, number)) {
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
    struct svi_feed *feed;
    bool asked, answered, left;
    uint32_t number;
    struct svi_game now; /* the game when the question was asked */
    struct sv_question question;
    struct sv_answer answer;
};

struct svi_play_table {
    pthread_mutex_t lock; /* protects all members below except names, tokens and feeds */
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
        person->feed = svi_feed_create(READERS, BEAT_MS);
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
            svi_feed_destroy(table->person[i].feed);
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

struct svi_feed *svi_play_table_feed(const struct svi_play_table *table, unsigned person)
{
    return table->person[person].feed;
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
    svi_json_int(out, "seat", seat);
    svi_json_bool(out, "league", league);
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
        svi_feed_add(table->person[i].feed, "head", table->line.data, table->line.size);
    }
    svi_buf_clear(&table->line);
    svi_jsonl_event(&table->line, &shown, event, table->events++, false);
    for (unsigned i = 0; i < table->n_people; i++) {
        svi_feed_add(table->person[i].feed, "event", table->line.data, table->line.size);
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
            svi_feed_add(person->feed, "ask", table->line.data, table->line.size);
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
        svi_feed_add(table->person[i].feed, "restart", "{}", 2);
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
            svi_feed_mark(table->person[i].feed);
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
        svi_feed_add(table->person[i].feed, "over", table->line.data, table->line.size);
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
    svi_feed_mark(person->feed);
    svi_feed_add(person->feed, "restart", "{}", 2);
    (void)pthread_mutex_unlock(&table->lock);
    return status;
}

void svi_play_table_close(struct svi_play_table *table)
{
    static const char line[] =
        "{\"replay\":false,\"more\":false,\"note\":\"The league's run has ended.\"}";
    for (unsigned i = 0; i < table->n_people; i++) {
        svi_feed_add(table->person[i].feed, "over", line, sizeof line - 1);
    }
}

/* ---- the server's thread --------------------------------------------------------------------- */

static void put_text(struct svi_buf *out, const struct person *person, const struct sv_breach *b)
{
    char text[SV_MAX_BREACH];
    svi_json_string(out, "text", sv_breach_text(person->now.edition, b, text, sizeof text));
    svi_json_string(out, "rule", sv_breach_rule(b->kind));
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
    svi_feed_add(person->feed, "asked", table->line.data, table->line.size);
}

static enum svi_play_verdict take(struct svi_play_table *table, struct person *person,
                                  const char *body, size_t size, bool only_judge,
                                  struct svi_buf *out)
{
    struct sv_answer a;
    struct svi_error error;
    uint32_t number = 0;
    if (!person->asked || person->answered || person->left || table->again) {
        svi_json_bool(out, "ok", false);
        svi_json_string(out, "text", "nothing is asked now");
        return SVI_PLAY_TOO_LATE;
    }
    if (!play_form(body, size, &person->now.state.position, &person->question, &number, &a,
                   &error)) {
        svi_json_bool(out, "ok", false);
        svi_json_string(out, "text", error.text);
        return SVI_PLAY_MALFORMED;
    }
    if (number != person->number) {
        svi_json_bool(out, "ok", false);
        svi_json_string(out, "text", "another question is asked now");
        return SVI_PLAY_TOO_LATE;
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
