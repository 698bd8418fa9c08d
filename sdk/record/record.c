#include "record/record.h"

#include "base/out.h"
#include "game/game.h"
#include "record/step.h"
#include "wire/answer_codec.h"
#include "wire/edition_codec.h"
#include "wire/event_codec.h"

#include <solvent/event.h>
#include <solvent/version.h>

#include <assert.h>
#include <msgpack.h>
#include <sodium.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* ---- rejected -------------------------------------------------------------------------------- */

/* Refused answers, as they stand in a record before the answer that follows (record/step.h): the
 * answer that the bot gave when the default was played in its place. docs/REPLAY_FORMAT.md
 * describes the bytes. */

/* Appends the values of a refused answer. */
static void put_rejected(struct svi_buf *buf, const struct svi_rejected *rejected)
{
    msgpack_packer pk = {buf, svi_buf_write};

    msgpack_pack_uint32(&pk, rejected->back);
    msgpack_pack_uint8(&pk, rejected->reason);
    msgpack_pack_uint32(&pk, rejected->whole);
    msgpack_pack_bin_with_body(&pk, rejected->bytes, rejected->size);
}

enum sv_status svi_get_rejected(struct svi_cursor *c, struct svi_rejected *rejected)
{
    size_t size = 0;
    rejected->back = (uint32_t)svi_get_uint(c, UINT32_MAX);
    rejected->reason = (uint8_t)svi_get_uint(c, UINT8_MAX);
    rejected->whole = (uint32_t)svi_get_uint(c, UINT32_MAX);
    rejected->bytes = svi_get_bin(c, SVI_REJECTED_BYTES, &size);
    rejected->size = (uint32_t)size;
    rejected->verdict = rejected->back != 0 ? SV_VERDICT_LATE : SV_VERDICT_ILLEGAL;
    if (rejected->size > rejected->whole) {
        svi_cursor_fail(c, SV_E_LENGTH);
    }
    return c->status;
}

bool svi_rejected_answer(const struct svi_rejected *rejected, const struct sv_edition *e,
                         const struct sv_position *p, const struct sv_question *q,
                         struct sv_answer *answer)
{
    struct svi_cursor c = svi_cursor_over(rejected->bytes, rejected->size);
    if (rejected->whole == 0) {
        sv_answer_default(e, p, q, answer);
        return true;
    }
    return rejected->size == rejected->whole && svi_get_answer(&c, p, q, answer) == SV_OK &&
           svi_cursor_end(&c) == SV_OK;
}

/* Room for the longest record with a state hash behind it and for a trailer: four offers of nine
 * integers are the most that an answer holds. Reserved before a game moves, so that it cannot fail
 * halfway. */
#define ROOM 2048u

/* ---- events ---------------------------------------------------------------------------------- */

/* Where the engine's events come in. */
static void on_event(void *user, const struct sv_event *ev)
{
    struct svi_game *g = user;
    if (g->recording) {
        g->chain = svi_chain_event(g->chain, ev);
    }
    if (g->sink.fn != NULL) {
        g->sink.fn(g->sink.user, ev);
    }
}

/* Reports a question to every seat that has a new one, clockwise. */
static void announce(struct svi_game *g)
{
    const unsigned pending = sv_pending(&g->state);
    const unsigned new = pending & ~(unsigned)g->open;
    g->open = (uint8_t)pending;
    if (new == 0 || g->sink.fn == NULL) {
        return;
    }
    for (unsigned i = 0; i < g->setup.seats; i++) {
        const unsigned seat = (g->state.position.turn_seat + i) % g->setup.seats;
        struct sv_question q;
        if (sv_has(new, seat) && sv_ask(g->edition, &g->state, seat, &q) == SV_OK) {
            const struct sv_event ev = {
                .type = SV_EVENT_QUESTION, .seat = (uint8_t)seat, .space = SV_NONE, .kind = q.kind};
            g->sink.fn(g->sink.user, &ev);
        }
    }
}

/* Reports an answer, which is about to be carried out: the question is closed. */
static void report_answer(struct svi_game *g, unsigned seat, enum sv_verdict verdict,
                          const struct sv_answer *answer)
{
    assert(seat < SV_MAX_SEATS);
    g->open = (uint8_t)(g->open & ~(1u << seat));
    if (g->sink.fn != NULL) {
        const struct sv_event ev = {.type = SV_EVENT_ANSWER,
                                    .seat = (uint8_t)seat,
                                    .space = SV_NONE,
                                    .kind = answer->kind,
                                    .verdict = (uint8_t)verdict,
                                    .answer = answer};
        g->sink.fn(g->sink.user, &ev);
    }
}

/* ---- the record ------------------------------------------------------------------------------ */

static void put_state_hash(struct svi_game *g)
{
    uint8_t hash[SV_HASH_BYTES];
    sv_state_hash(&g->state, hash);
    svi_buf_append(&g->record, hash, sizeof hash);
}

static void put_trailer(struct svi_game *g)
{
    struct sv_result result;
    struct svi_trailer trailer = {.decisions = g->decisions};
    svi_game_result(g, &result);
    trailer.why = result.why;
    memcpy(trailer.place, result.place, sizeof trailer.place);
    memcpy(trailer.worth, result.worth, sizeof trailer.worth);
    sv_state_hash(&g->state, trailer.state_hash);
    g->trailer = g->record.size;
    svi_trailer_put(&g->record, &trailer, g->setup.seats);
}

/* Appends the two leading bytes of a record. Their check bits wait until the decision is carried
 * out. */
static size_t open_record(struct svi_game *g, unsigned step)
{
    const size_t at = g->record.size;
    const uint8_t bytes[SVI_STEP_BYTES] = {(uint8_t)step, 0};
    svi_buf_append(&g->record, bytes, sizeof bytes);
    return at;
}

/* Adds the decision's own bytes to the chain, after its events. */
static void chain_record(struct svi_game *g, size_t at)
{
    g->chain = svi_chain_bytes(g->chain, g->record.data + at, g->record.size - at);
}

/* The record of an answer before it is carried out. `is_default`: it is known to be the default. */
static size_t record_answer(struct svi_game *g, const struct sv_question *q,
                            enum sv_verdict verdict, const struct sv_answer *answer,
                            bool is_default)
{
    struct sv_answer fallback;
    const bool accepted = svi_verdict_accepts(verdict);
    unsigned step = accepted ? SV_VERDICT_OK : (unsigned)verdict;
    if (accepted && !is_default) {
        sv_answer_default(g->edition, &g->state.position, q, &fallback);
        is_default = svi_answer_same(answer, &fallback);
    }
    if (accepted && is_default) {
        step |= SVI_STEP_DEFAULT;
    }
    if (verdict == SV_VERDICT_FALLBACK) {
        assert(g->format >= SVI_RECORD_VERSION);
        svi_buf_byte(&g->record, SVI_STEP_FALLBACK);
    }
    const size_t at = open_record(g, step);
    if (step == SV_VERDICT_OK) {
        svi_put_answer(&g->record, &g->state.position, answer);
    }
    chain_record(g, at);
    return at;
}

/* Closes the record of a decision that has been carried out, then reports the next question. */
static void close_decision(struct svi_game *g, size_t at)
{
    if (g->recording) {
        const unsigned check = svi_step_check(g->chain);
        g->record.data[at] |= (uint8_t)((check >> 8) << SVI_STEP_CHECK_SHIFT);
        g->record.data[at + 1] = (uint8_t)(check & 0xff);
        if (g->decisions % SVI_RECORD_HASH_EVERY == 0) {
            put_state_hash(g);
        }
        if (svi_game_over(g)) {
            put_trailer(g);
        }
    }
    announce(g);
}

/* Copies text from outside so that it can be written and read back. */
static void copy_text(char *out, size_t cap, const char *text)
{
    size_t size = 0;
    while (text != NULL && *text != '\0') {
        const unsigned length = svi_out_character(text);
        const char *from = length != 0 ? text : "?";
        const size_t more = length != 0 ? length : 1;
        if (size + more >= cap) {
            break;
        }
        memcpy(out + size, from, more);
        size += more;
        text += more;
    }
    out[size] = '\0';
}

static enum sv_status put_header(struct svi_game *g, const struct svi_game_setup *setup)
{
    struct svi_header h = {.format = g->format, .rules = SV_RULES_VERSION, .setup = g->setup};
    SCOPED(svi_buf_finish) struct svi_buf edition;
    svi_buf_init(&edition);
    if (setup->edition_bytes != NULL && setup->edition_hash != NULL) {
        h.edition_bytes = setup->edition_bytes;
        h.edition_size = setup->edition_size;
        memcpy(h.edition_hash, setup->edition_hash, sizeof h.edition_hash);
    } else {
        svi_edition_encode(g->edition, &edition);
        if (edition.failed) {
            return SV_E_SYSTEM;
        }
        h.edition_bytes = edition.data;
        h.edition_size = edition.size;
        crypto_generichash(h.edition_hash, sizeof h.edition_hash, edition.data, edition.size, NULL,
                           0);
    }
    copy_text(h.program, sizeof h.program,
              setup->program != NULL ? setup->program : SV_VERSION_STRING);
    memcpy(h.edition_name, g->edition->name, sizeof h.edition_name);
    memcpy(h.salt, g->salt, sizeof h.salt);
    sv_luck_commitment(g->setup.seed, g->salt, h.commitment);
    memcpy(h.name, g->name, sizeof h.name);
    h.n_meta = setup->n_meta;
    for (unsigned i = 0; i < setup->n_meta; i++) {
        copy_text(h.key[i], sizeof h.key[i], setup->meta[i].key);
        copy_text(h.value[i], sizeof h.value[i], setup->meta[i].value);
    }
    svi_header_put(&g->record, &h, &g->chain);
    return g->record.failed ? SV_E_SYSTEM : SV_OK;
}

/* ---- the game -------------------------------------------------------------------------------- */

void svi_game_init(struct svi_game *g)
{
    memset(g, 0, sizeof *g);
}

void svi_game_finish(struct svi_game *g)
{
    svi_buf_finish(&g->record);
}

enum sv_status svi_game_start(struct svi_game *g, const struct svi_game_setup *setup)
{
    const struct sv_sink inner = {on_event, g};
    if (setup->setup.seats < 2 || setup->setup.seats > SV_MAX_SEATS ||
        setup->n_meta > SVI_MAX_META) {
        return SV_E_ARGUMENT;
    }
    svi_buf_clear(&g->record);
    g->edition = setup->edition;
    g->setup = setup->setup;
    g->sealed = setup->sealed;
    g->format = setup->format != 0 ? setup->format : SVI_RECORD_PLAIN;
    if (setup->salt != NULL) {
        memcpy(g->salt, setup->salt, sizeof g->salt);
    } else {
        sv_luck_salt(g->setup.seed, 0, g->salt);
    }
    g->sink = setup->sink;
    g->chain = 0;
    g->decisions = 0;
    g->recording = setup->record;
    g->first = 0;
    g->trailer = 0;
    g->open = 0;
    g->redrawn = false;
    memset(g->name, 0, sizeof g->name);
    for (unsigned s = 0; s < g->setup.seats; s++) {
        copy_text(g->name[s], sizeof g->name[s], setup->names != NULL ? setup->names[s] : NULL);
    }
    g->what_if[0] = '\0';
    for (unsigned i = 0; i < setup->n_meta; i++) {
        if (strcmp(setup->meta[i].key, SVI_META_WHAT_IF) == 0) {
            copy_text(g->what_if, sizeof g->what_if, setup->meta[i].value);
        }
    }
    if (g->recording) {
        if (put_header(g, setup) != SV_OK || !svi_buf_reserve(&g->record, ROOM)) {
            return SV_E_SYSTEM;
        }
        g->first = g->record.size;
    }
    SVI_TRY(sv_game_start(g->edition, &g->state, &g->setup, &inner));
    announce(g);
    if (g->recording && svi_game_over(g)) {
        put_trailer(g);
    }
    return SV_OK;
}

bool svi_game_over(const struct svi_game *g)
{
    return sv_pending(&g->state) == 0;
}

unsigned svi_game_pending(const struct svi_game *g)
{
    return sv_pending(&g->state);
}

unsigned svi_game_next(const struct svi_game *g)
{
    const unsigned pending = sv_pending(&g->state);
    for (unsigned i = 0; i < g->setup.seats; i++) {
        const unsigned seat = (g->state.position.turn_seat + i) % g->setup.seats;
        if (sv_has(pending, seat)) {
            return seat;
        }
    }
    return SV_NONE;
}

uint32_t svi_game_decision(const struct svi_game *g, unsigned seat)
{
    uint32_t decision = g->decisions + 1;
    for (unsigned s = g->state.position.turn_seat; s != seat; s = (s + 1) % g->setup.seats) {
        decision += sv_has(svi_game_pending(g), s);
    }
    return decision;
}

enum sv_status svi_game_question(const struct svi_game *g, unsigned seat, struct sv_question *q)
{
    return sv_ask(g->edition, &g->state, seat, q);
}

enum sv_status svi_game_log(struct svi_game *g, const struct sv_log_entry *log_entry)
{
    static const struct {
        uint8_t step, event;
    } kinds[] = {[SVI_LOG_TEXT] = {SVI_STEP_LOG, SV_EVENT_LOG},
                 [SVI_LOG_NOTE] = {SVI_STEP_NOTE, SV_EVENT_NOTE},
                 [SVI_LOG_SAY] = {SVI_STEP_SAY, SV_EVENT_SAY}};
    const enum svi_log_kind kind = svi_log_entry_kind(log_entry);
    assert(!svi_game_over(g) && (kind != SVI_LOG_SAY || g->format >= SVI_RECORD_VERSION));
    if (g->recording) {
        if (!svi_buf_reserve(&g->record, SVI_LOG_ENTRY_ROOM)) {
            return SV_E_SYSTEM;
        }
        svi_buf_byte(&g->record, kinds[kind].step);
        svi_put_log_entry(&g->record, log_entry);
    }
    if (g->sink.fn != NULL) {
        const struct sv_event ev = {.type = kinds[kind].event,
                                    .seat = (uint8_t)svi_game_next(g),
                                    .space = SV_NONE,
                                    .log_entry = log_entry};
        g->sink.fn(g->sink.user, &ev);
    }
    return SV_OK;
}

/* Checks whether an answer can have been refused for the recorded reason, and reads the answer;
 * *answer is NULL if it cannot be read. `text` receives the reason in words. */
static enum sv_status judge_slip(const struct svi_game *g, const struct svi_rejected *rejected,
                                 const struct sv_answer **answer, struct sv_answer *room,
                                 char text[SV_MAX_BREACH])
{
    const bool late = rejected->verdict == SV_VERDICT_LATE;
    const struct sv_position *p = &g->state.position;
    struct sv_breach breach;
    struct sv_question q;
    (void)sv_ask(g->edition, &g->state, svi_game_next(g), &q);
    if (late != (rejected->back != 0) || rejected->back > g->decisions ||
        (late && rejected->reason >= SV_DECISION_COUNT)) {
        return SV_E_RANGE;
    }
    if (late) {
        /* The question of that time is gone; only the parts of the answer's kind are read. */
        q.kind = rejected->reason;
        *answer = rejected->whole != 0 && svi_rejected_answer(rejected, g->edition, p, &q, room)
                      ? room
                      : NULL;
        (void)snprintf(text, SV_MAX_BREACH, "%s",
                       rejected->whole == 0 ? "it was the default, and came after its time was up"
                                            : "it came after its time was up");
        return SV_OK;
    }
    if (rejected->verdict == SV_VERDICT_MALFORMED) {
        *answer = NULL;
        (void)snprintf(text, SV_MAX_BREACH, "%s", sv_status_text(rejected->reason));
        return rejected->reason != SV_OK && rejected->reason < SV_STATUS_COUNT ? SV_OK : SV_E_RANGE;
    }
    if (rejected->verdict != SV_VERDICT_ILLEGAL || rejected->reason == SV_BREACH_NONE ||
        rejected->reason >= SV_BREACH_COUNT || rejected->whole == 0) {
        return SV_E_RANGE;
    }
    if (rejected->size != rejected->whole) {
        *answer = NULL; /* not kept */
        (void)snprintf(text, SV_MAX_BREACH, "%s (rule %s)", sv_breach_name(rejected->reason),
                       sv_breach_rule(rejected->reason));
        return SV_OK;
    }
    *answer = room;
    if (!svi_rejected_answer(rejected, g->edition, p, &q, room) ||
        sv_judge(g->edition, p, &q, room, &breach) == SV_OK || breach.kind != rejected->reason) {
        return SV_E_HASH;
    }
    (void)sv_breach_text(g->edition, &breach, text, SV_MAX_BREACH);
    return SV_OK;
}

enum sv_status svi_game_refuse(struct svi_game *g, const struct svi_rejected *rejected)
{
    char text[SV_MAX_BREACH];
    struct sv_answer room;
    struct sv_refusal told = {.decision = g->decisions + 1 - rejected->back,
                              .verdict = rejected->verdict,
                              .reason = rejected->back != 0 ? 0 : rejected->reason,
                              .text = text,
                              .bytes = rejected->bytes,
                              .size = rejected->size,
                              .whole = rejected->whole};
    assert(!svi_game_over(g));
    SVI_TRY(judge_slip(g, rejected, &told.answer, &room, text));
    if (g->recording && g->format > 3) {
        if (!svi_buf_reserve(&g->record, SVI_REJECTED_ROOM)) {
            return SV_E_SYSTEM;
        }
        svi_buf_byte(&g->record, SVI_STEP_REFUSED);
        put_rejected(&g->record, rejected);
    }
    if (g->sink.fn != NULL) {
        struct sv_question q;
        (void)svi_game_question(g, svi_game_next(g), &q);
        const struct sv_event ev = {.type = SV_EVENT_REFUSED,
                                    .seat = (uint8_t)svi_game_next(g),
                                    .space = SV_NONE,
                                    .kind = rejected->back != 0 ? rejected->reason : q.kind,
                                    .verdict = rejected->verdict,
                                    .refusal = &told};
        g->sink.fn(g->sink.user, &ev);
    }
    return SV_OK;
}

enum sv_status svi_game_answer(struct svi_game *g, unsigned seat, enum sv_verdict verdict,
                               const struct sv_answer *answer)
{
    const struct sv_sink inner = {on_event, g};
    const struct sv_position *p = &g->state.position;
    const bool is_default = !svi_verdict_accepts(verdict) || answer == NULL;
    struct sv_question q;
    struct sv_answer fallback;
    size_t at = 0;
    SVI_TRY(sv_ask(g->edition, &g->state, seat, &q));
    assert(seat == svi_game_next(g));
    if (g->recording && !svi_buf_reserve(&g->record, ROOM)) {
        return SV_E_SYSTEM;
    }
    if (is_default) {
        sv_answer_default(g->edition, p, &q, &fallback);
        answer = &fallback;
    } else {
        SVI_TRY(sv_check(g->edition, p, &q, answer));
    }
    if (g->recording) {
        at = record_answer(g, &q, verdict, answer, is_default);
    }
    g->decisions++;
    report_answer(g, seat, verdict, answer);
    svi_apply_judged(g->edition, &g->state, seat, answer, &inner);
    close_decision(g, at);
    return SV_OK;
}

enum sv_status svi_game_forfeit(struct svi_game *g, unsigned seat)
{
    const struct sv_sink inner = {on_event, g};
    size_t at = 0;
    if (svi_game_over(g) || seat >= g->setup.seats || !sv_alive(&g->state.position, seat) ||
        sv_has(g->state.position.forfeited, seat)) {
        return SV_E_ARGUMENT;
    }
    if (g->recording) {
        if (!svi_buf_reserve(&g->record, ROOM)) {
            return SV_E_SYSTEM;
        }
        at = open_record(g, SVI_STEP_FORFEIT);
        svi_buf_byte(&g->record, (uint8_t)seat);
        chain_record(g, at);
    }
    g->decisions++;
    struct sv_question q;
    if (sv_ask(g->edition, &g->state, seat, &q) == SV_OK) {
        struct sv_answer fallback;
        sv_answer_default(g->edition, &g->state.position, &q, &fallback);
        report_answer(g, seat, SV_VERDICT_DEAD, &fallback);
    }
    const enum sv_status status = sv_forfeit(g->edition, &g->state, seat, &inner);
    assert(status == SV_OK);
    close_decision(g, at);
    return status;
}

enum sv_status svi_state_redraw(const struct sv_edition *e, struct sv_state *st,
                                const uint8_t key[SV_KEY_BYTES])
{
    struct sv_secret *secret = &st->secret;
    struct sv_state drawn;
    SVI_TRY(sv_determinise_for(e, &st->position, &st->course, sv_pending(st), secret->answers, key,
                               &drawn));
    memcpy(secret->key, drawn.secret.key, sizeof secret->key);
    memcpy(secret->deck, drawn.secret.deck, sizeof secret->deck);
    return SV_OK;
}

enum sv_status svi_game_redraw(struct svi_game *g, const uint8_t key[SV_KEY_BYTES])
{
    SVI_TRY(svi_state_redraw(g->edition, &g->state, key));
    assert(!g->redrawn);
    g->redrawn = true;
    g->redrawn_after = g->decisions;
    memcpy(g->redrawn_key, key, sizeof g->redrawn_key);
    return SV_OK;
}

void svi_game_mark(const struct svi_game *g, struct svi_game_mark *mark)
{
    *mark = (struct svi_game_mark){.state = g->state,
                                   .record_size = g->record.size,
                                   .trailer = g->trailer,
                                   .chain = g->chain,
                                   .decisions = g->decisions,
                                   .open = g->open};
}

void svi_game_rewind(struct svi_game *g, const struct svi_game_mark *mark)
{
    assert(mark->record_size <= g->record.cap);
    g->state = mark->state;
    g->record.size = mark->record_size;
    g->chain = mark->chain;
    g->decisions = mark->decisions;
    g->open = mark->open;
    g->trailer = mark->trailer;
}

void svi_game_view(const struct svi_game *g, struct svi_game *view)
{
    *view = *g;
    view->record = (struct svi_buf){0};
    view->sink = (struct sv_sink){0};
}

void svi_game_result(const struct svi_game *g, struct sv_result *result)
{
    const struct sv_position *p = &g->state.position;
    assert(p->over != 0);
    memset(result, 0, sizeof *result);
    result->why = p->over;
    sv_places(g->edition, p, result->place);
    for (unsigned s = 0; s < g->setup.seats; s++) {
        result->worth[s] = sv_worth(g->edition, p, s);
    }
}

/* ---- chain ----------------------------------------------------------------------------------- */

uint64_t svi_chain_bytes(uint64_t chain, const uint8_t *bytes, size_t size)
{
    uint64_t word = 0;
    unsigned shift = 0;
    for (size_t i = 0; i < size; i++) {
        word |= (uint64_t)bytes[i] << shift;
        shift += 8;
        if (shift == 64) {
            chain = svi_chain_word(chain, word);
            word = 0;
            shift = 0;
        }
    }
    /* Fewer than eight bytes are left: their number fits the top byte and closes the string. */
    return svi_chain_word(chain, word | (uint64_t)(size & 0xffu) << 56);
}
