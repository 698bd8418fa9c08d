/* For bots in JavaScript: the game in words (<solvent/text.h>), models of rivals, values, deals,
 * candidate answers and reference bots that answer. text.mjs and policy.mjs of `solvent new-bot --lang node` call these functions
 * by rules.mjs. An instance serves one call after the other. Texts that are returned end with 0 and
 * are valid until the next call; functions without a return value write MessagePack for
 * svi_opener_result(). Offers and events come as messages have them. */
#include "wire/edition_codec.h"
#include "wire/values.h"
#include "wire/wire.h"

#include <solvent/answers.h>
#include <solvent/policy.h>
#include <solvent/rival.h>
#include <solvent/text.h>
#include <solvent/value.h>

#include <msgpack.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name)))

#define MOST_DEALS 64u

static struct sv_position table;
static struct sv_question asked;
static struct sv_text_view view;
static char names[SV_MAX_SEATS][SV_MAX_NAME];
static char out[SV_TEXT_ROOM];
static struct svi_buf result;
static msgpack_packer pk = {&result, svi_buf_write};

/* Returns an edition, given by its encoding (docs/PROTOCOL.md), for as long as the instance lives,
 * or NULL if it cannot be read. */
EXPORT(edition_create)
const struct sv_edition *svi_opener_edition(const uint8_t *bytes, size_t size)
{
    struct sv_edition *edition = malloc(sizeof *edition);
    if (edition != NULL && svi_edition_decode(bytes, size, edition, NULL) != SV_OK) {
        free(edition);
        edition = NULL;
    }
    return edition;
}

/* Sets the table as a seat sees it: the bytes of the position, then, if `has_names`, the players'
 * names, each with SV_MAX_NAME bytes. */
EXPORT(table)
void svi_opener_table(const struct sv_edition *edition, const uint8_t *bytes, unsigned seat,
                      bool has_names, bool menu)
{
    memcpy(&table, bytes, sizeof table);
    memcpy(names, bytes + sizeof table, has_names ? sizeof names : 0);
    view = (struct sv_text_view){
        .edition = edition, .position = &table, .seat = (uint8_t)seat, .menu = menu};
    for (unsigned s = 0; s < SV_MAX_SEATS && has_names; s++) {
        view.name[s] = names[s];
    }
}

/* Sets the question, given by its message. Returns whether it is one. */
EXPORT(question) bool svi_opener_question(const uint8_t *bytes, size_t size)
{
    struct svi_cursor frame = svi_cursor_over(bytes, size);
    struct svi_head head;
    struct svi_ask ask;
    if (svi_get_head(&frame, &head) != SV_OK || head.type != SVI_MESSAGE_ASK ||
        svi_get_ask(&frame, &head, &ask) != SV_OK) {
        return false;
    }
    asked = ask.asked;
    asked.seat = view.seat;
    return true;
}

EXPORT(result) const uint8_t *svi_opener_result(void)
{
    return result.data;
}

EXPORT(result_size) size_t svi_opener_result_size(void)
{
    return result.size;
}

/* ---- the game in words ----------------------------------------------------------------------- */

EXPORT(words_say_rules) const char *svi_words_say_rules(const struct sv_edition *edition)
{
    (void)sv_text_rules(edition, out, sizeof out);
    return out;
}

EXPORT(words_say_table) const char *svi_words_say_table(void)
{
    (void)sv_text_table(&view, out, sizeof out);
    return out;
}

EXPORT(words_say_question) const char *svi_words_say_question(void)
{
    (void)sv_text_question(&view, &asked, out, sizeof out);
    return out;
}

/* Reads an answer from a reply. Returns NULL, and the result is the message; or a sentence that
 * says why the reply has no answer. */
EXPORT(words_read) const char *svi_words_read(const char *reply, size_t size)
{
    struct sv_answer answer;
    if (sv_text_read(&view, &asked, reply, size, &answer, out, sizeof out) != SV_OK) {
        return out;
    }
    svi_buf_clear(&result);
    svi_put_reply(&result, 0, 0, &table, &answer, false);
    return NULL;
}

/* ---- rivals, values, deals, answers ----------------------------------------------------------
 *
 * What needs no translation is exported by the linker: sv_rivals_create(), sv_value_create() and
 * others. */

static struct sv_offer offer_of(const uint8_t *bytes, size_t size)
{
    struct svi_cursor c = svi_cursor_over(bytes, size);
    struct sv_offer offer;
    svi_read_offer(&c, &offer);
    return offer;
}

/* Reads an event. Returns false for one of a type that this version does not know. */
static bool event_of(const uint8_t *bytes, size_t size, struct sv_event *event,
                     struct sv_offer *offer)
{
    struct svi_cursor c = svi_cursor_over(bytes, size);
    return svi_get_event(&c, event, offer) == SV_OK && event->type != SV_EVENT_COUNT;
}

/* Writes numbers as the result. */
static void put_numbers(const int64_t numbers[], unsigned n)
{
    svi_buf_clear(&result);
    msgpack_pack_array(&pk, n);
    for (unsigned i = 0; i < n; i++) {
        msgpack_pack_int64(&pk, numbers[i]);
    }
}

static void put_estimate(struct sv_estimate of)
{
    put_numbers((const int64_t[]){of.mean, of.low, of.high}, 3);
}

static void put_proposals(const struct sv_proposal found[], unsigned n)
{
    svi_buf_clear(&result);
    msgpack_pack_array(&pk, n);
    for (unsigned i = 0; i < n; i++) {
        msgpack_pack_array(&pk, 3);
        svi_pack_offer(&pk, found[i].offer);
        msgpack_pack_int32(&pk, found[i].accept);
        msgpack_pack_int32(&pk, found[i].gain);
    }
}

EXPORT(rivals_event)
void svi_opener_event(struct sv_rivals *rivals, const uint8_t *bytes, size_t size)
{
    struct sv_event event;
    struct sv_offer offer;
    if (event_of(bytes, size, &event, &offer)) {
        sv_rivals_event(rivals, &event);
    }
}

/* The result has the estimate's three numbers. */
EXPORT(rivals_accepts)
void svi_opener_accepts(struct sv_rivals *rivals, unsigned from, const uint8_t *bytes, size_t size)
{
    const struct sv_offer offer = offer_of(bytes, size);
    put_estimate(sv_rivals_accepts(rivals, from, &offer));
}

/* The result has the estimate's three numbers. */
EXPORT(rivals_bids)
void svi_opener_bids(struct sv_rivals *rivals, unsigned seat, unsigned space)
{
    put_estimate(sv_rivals_bids(rivals, seat, space));
}

/* The result has the members of struct sv_rival_count. */
EXPORT(rivals_count) void svi_opener_count(const struct sv_rivals *rivals, unsigned seat)
{
    const struct sv_rival_count n = sv_rivals_count(rivals, seat);
    put_numbers((const int64_t[]){n.proposed, n.accepted, n.refused, n.auctions}, 4);
}

/* The result is an array of offers, each with its chance and gain. */
EXPORT(rivals_propose)
void svi_opener_propose(struct sv_rivals *rivals, unsigned seat, unsigned most)
{
    struct sv_proposal found[SV_MAX_PROPOSALS];
    put_proposals(found, sv_rivals_propose(rivals, seat, found,
                                           most < SV_MAX_PROPOSALS ? most : SV_MAX_PROPOSALS));
}

/* The result has one proposal, or none. */
EXPORT(rivals_price)
void svi_opener_price(struct sv_rivals *rivals, unsigned seat, const uint8_t *bytes, size_t size)
{
    const struct sv_offer offer = offer_of(bytes, size);
    struct sv_proposal found;
    put_proposals(&found, sv_rivals_price(rivals, seat, &offer, &found) ? 1 : 0);
}

/* The result has the points of each seat at the table. */
EXPORT(value_points) void svi_opener_points(struct sv_value *value)
{
    int32_t points[SV_MAX_SEATS];
    int64_t numbers[SV_MAX_SEATS];
    sv_value_points(value, &table, points);
    for (unsigned s = 0; s < table.seats; s++) {
        numbers[s] = points[s];
    }
    put_numbers(numbers, table.seats);
}

/* The result is an array of up to MOST_DEALS offers of the seat at the table, each with its gain. */
EXPORT(deals) void svi_opener_deals(unsigned most)
{
    struct sv_odds odds;
    struct sv_deal found[MOST_DEALS];
    const struct sv_look look = {view.edition, &table, &odds, view.seat};
    sv_odds_init(&odds, view.edition);
    const unsigned n = sv_deal_list(&look, found, most < MOST_DEALS ? most : MOST_DEALS);
    svi_buf_clear(&result);
    msgpack_pack_array(&pk, n);
    for (unsigned i = 0; i < n; i++) {
        msgpack_pack_array(&pk, 2);
        svi_pack_offer(&pk, found[i].offer);
        msgpack_pack_int64(&pk, found[i].gain);
    }
}

/* The result is up to `most` replies to the question, one after the other. */
EXPORT(answers) void svi_opener_answers(unsigned most)
{
    static struct sv_answers it;
    struct sv_answer answer;
    svi_buf_clear(&result);
    if (sv_answers_start(&it, view.edition, &table, &asked, NULL) == SV_OK) {
        for (unsigned i = 0; i < most && sv_answers_next(&it, &answer); i++) {
            svi_put_reply(&result, 0, 0, &table, &answer, false);
        }
    }
}

/* ---- a reference bot that answers ------------------------------------------------------------ */

/* An adviser, and the match that it sees. Its table is the one that was set last. */
struct advice {
    struct sv_adviser *adviser;
    struct sv_match match;
};

/* Returns an adviser for the seat at the table in a match with this number, or NULL if no bot has
 * the name. The names are fewer than those of sv_policy_named(), as the page that opens games holds
 * this code too. */
EXPORT(adviser_create)
struct advice *svi_opener_advise(const char *name, size_t size, uint64_t match)
{
    static const struct sv_bot *const bots[] = {&sv_policy_random, &sv_policy_careful,
                                                &sv_policy_trader, &sv_policy_learner};
    /* As in sdk/python/solvent/policy.py, so that both languages draw the same numbers. */
    const uint64_t key = match * SV_MAX_SEATS + view.seat;
    struct advice *made = calloc(1, sizeof *made);
    for (unsigned i = 0; i < sizeof bots / sizeof bots[0] && made != NULL; i++) {
        if (strlen(bots[i]->name) == size && memcmp(bots[i]->name, name, size) == 0) {
            made->match = (struct sv_match){.edition = view.edition,
                                            .position = &table,
                                            .id = match,
                                            .seat = view.seat,
                                            .seats = table.seats};
            memcpy(made->match.rng.key, &key, sizeof key);
            made->adviser = sv_adviser_create(bots[i], &made->match);
        }
    }
    if (made != NULL && made->adviser == NULL) {
        free(made);
        made = NULL;
    }
    return made;
}

EXPORT(adviser_destroy) void svi_opener_dismiss(struct advice *advice)
{
    sv_adviser_destroy(advice->adviser, NULL);
    free(advice);
}

EXPORT(adviser_event)
void svi_opener_advise_event(struct advice *advice, const uint8_t *bytes, size_t size)
{
    struct sv_event event;
    struct sv_offer offer;
    if (event_of(bytes, size, &event, &offer)) {
        sv_adviser_event(advice->adviser, &advice->match, &event);
    }
}

/* The result is the reply to the question. */
EXPORT(adviser_answer) void svi_opener_advise_answer(struct advice *advice)
{
    struct sv_answer answer;
    sv_adviser_answer(advice->adviser, &advice->match, &asked, &answer);
    svi_buf_clear(&result);
    svi_put_reply(&result, 0, 0, &table, &answer, false);
}
