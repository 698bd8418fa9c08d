#include "record/replay.h"

#include "record/record.h"
#include "record/step.h"
#include "wire/answer_codec.h"
#include "wire/edition_codec.h"
#include "wire/event_codec.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* Returns the text of a status. Here only memory can be refused by the system. */
static const char *why(enum sv_status status)
{
    return status == SV_E_SYSTEM ? "no memory" : sv_status_text(status);
}

/* Notes a fault of the header or trailer; a fixed text. */
static enum sv_status fail(struct svi_replay *r, enum sv_status status, const char *text)
{
    r->fault.in_game = false;
    return svi_fail(&r->error, status, "%s", text);
}

/* Notes a fault at the decision in r->fault. */
static enum sv_status fail_decision(struct svi_replay *r, enum sv_status status, const char *text)
{
    const struct svi_fault *f = &r->fault;
    const char *kind = sv_decision_name(f->kind);
    r->fault.in_game = true;
    return svi_fail(&r->error, status, "decision %u (seat %u, %s, round %u, turn %u): %s",
                    f->decision, f->seat, kind != NULL ? kind : "?", f->round, f->turn, text);
}

/* The file ends in the decision in r->fault. */
static enum sv_status fail_cut_off(struct svi_replay *r)
{
    char text[80];
    (void)snprintf(text, sizeof text, SVI_CUT_OFF, r->size);
    return fail_decision(r, SV_E_TRUNCATED, text);
}

/* ---- the header ------------------------------------------------------------------------------ */

_Static_assert(sizeof((struct svi_replay *)0)->edition_hash == SVI_EDITION_HASH_BYTES,
               "as in wire");

/* Decodes the edition, unless the last file had the same one. */
static enum sv_status open_edition(struct svi_replay *r)
{
    const struct svi_header *h = &r->header;
    struct sv_edition_error found;
    uint8_t hash[SVI_EDITION_HASH_BYTES];
    crypto_generichash(hash, sizeof hash, h->edition_bytes, h->edition_size, NULL, 0);
    if (!r->has_edition || memcmp(hash, r->edition_hash, sizeof hash) != 0) {
        r->has_edition = false;
        const enum sv_status status =
            svi_edition_decode(h->edition_bytes, h->edition_size, &r->edition, &found);
        if (status != SV_OK) {
            return svi_fail(&r->error, status, "header: edition: %s%s%s",
                            found.where[0] != '\0' ? found.where : why(status),
                            found.where[0] != '\0' ? ": " : "", found.problem);
        }
        memcpy(r->edition_hash, hash, sizeof hash);
        r->has_edition = true;
    }
    if (memcmp(hash, h->edition_hash, sizeof hash) != 0) {
        return fail(r, SV_E_HASH, "header: edition hash: not that of the edition in the file");
    }
    if (strcmp(r->edition.name, h->edition_name) != 0) {
        return fail(r, SV_E_HASH, "header: edition name: not that of the edition in the file");
    }
    return SV_OK;
}

bool svi_replay_is(const uint8_t *bytes, size_t size)
{
    return size >= SVI_MAGIC_BYTES && memcmp(bytes, SVI_MAGIC, SVI_MAGIC_BYTES) == 0;
}

enum sv_status svi_replay_open(struct svi_replay *r, const uint8_t *bytes, size_t size)
{
    r->has_edition = false;
    return svi_replay_reopen(r, bytes, size);
}

enum sv_status svi_replay_reopen(struct svi_replay *r, const uint8_t *bytes, size_t size)
{
    struct svi_cursor c = svi_cursor_over(bytes, size);
    uint8_t commitment[32];
    r->bytes = bytes;
    r->size = size;
    r->at = 0;
    r->game = 0;
    r->sealed = false;
    memset(&r->fault, 0, sizeof r->fault);
    SVI_TRY(svi_header_get(&c, &r->header, &r->error));
    SVI_TRY(open_edition(r));
    sv_luck_commitment(r->header.setup.seed, r->header.salt, commitment);
    if (memcmp(commitment, r->header.commitment, sizeof commitment) != 0) {
        return fail(r, SV_E_HASH,
                    "header: commitment: not that of the seed and the salt in the file");
    }
    r->game = size - svi_cursor_left(&c);
    r->at = r->game;
    return SV_OK;
}

/* ---- the game -------------------------------------------------------------------------------- */

enum sv_status svi_replay_begin(const struct svi_replay *r, struct svi_game *g,
                                const struct sv_sink *sink)
{
    const struct svi_header *h = &r->header;
    struct svi_meta meta[SVI_MAX_META];
    const char *names[SV_MAX_SEATS];
    const struct svi_game_setup setup = {
        .edition = &r->edition,
        .setup = h->setup,
        .salt = h->salt,
        .sealed = r->sealed,
        .names = names,
        .meta = meta,
        .n_meta = h->n_meta,
        .record = true,
        .edition_bytes = h->edition_bytes,
        .edition_size = h->edition_size,
        .edition_hash = h->edition_hash,
        .program = h->program,
        .format = h->format,
        .sink = sink != NULL ? *sink : (struct sv_sink){0},
    };
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        names[s] = h->name[s];
    }
    for (unsigned i = 0; i < h->n_meta; i++) {
        meta[i] = (struct svi_meta){h->key[i], h->value[i]};
    }
    return svi_game_start(g, &setup);
}

/* Starts the game that the header tells, recording. */
static enum sv_status start(struct svi_replay *r, struct svi_game *g, const struct sv_sink *sink)
{
    r->at = r->game;
    const enum sv_status status = svi_replay_begin(r, g, sink);
    return status == SV_OK ? SV_OK : fail(r, status, why(status));
}

/* Bytes of what has been recorded, but for the trailer. */
static size_t recorded(const struct svi_game *g)
{
    return g->trailer != 0 ? g->trailer : g->record.size;
}

enum sv_status svi_replay_start(struct svi_replay *r, struct svi_game *g,
                                const struct sv_sink *sink)
{
    SVI_TRY(start(r, g, sink));
    const size_t header = recorded(g);
    if (header != r->at || memcmp(g->record.data, r->bytes, header) != 0) {
        return fail(r, SV_E_TYPE, "header: not in its shortest form");
    }
    return SV_OK;
}

/* Returns whether a remark or a refused answer stands at the cursor. */
static bool at_aside(const struct svi_cursor *c, const struct svi_game *g)
{
    return svi_cursor_left(c) != 0 && (*c->at == SVI_STEP_LOG || *c->at == SVI_STEP_NOTE ||
                                       (*c->at == SVI_STEP_REFUSED && g->format > 3) ||
                                       (*c->at == SVI_STEP_SAY && g->format >= SVI_RECORD_VERSION));
}

/* Gives the game a refused answer. With `other`, only if it belongs to an earlier decision. */
static enum sv_status play_slip(struct svi_cursor *c, struct svi_game *g, bool other)
{
    struct svi_rejected rejected;
    enum sv_status status = svi_get_rejected(c, &rejected);
    if (status == SV_OK && rejected.back == 0) {
        /* The verdict is in the record, which must follow at once. */
        const unsigned step = svi_cursor_left(c) != 0
                                  ? *c->at & (SVI_STEP_VERDICT | SVI_STEP_DEFAULT)
                                  : SV_VERDICT_ILLEGAL;
        if (step != SV_VERDICT_ILLEGAL && step != SV_VERDICT_MALFORMED) {
            return SV_E_UNKNOWN;
        }
        rejected.verdict = (uint8_t)step;
    }
    return status == SV_OK && !(other && rejected.back == 0) ? svi_game_refuse(g, &rejected)
                                                             : status;
}

enum sv_status svi_replay_asides(struct svi_cursor *c, struct svi_game *g, bool other)
{
    struct svi_log_entry log_entry;
    while (at_aside(c, g)) {
        const unsigned what = svi_get_raw_byte(c);
        if (what == SVI_STEP_REFUSED) {
            SVI_TRY(play_slip(c, g, other));
            continue;
        }
        SVI_TRY(svi_get_log_entry(c,
                                  what == SVI_STEP_NOTE  ? SVI_LOG_NOTE
                                  : what == SVI_STEP_SAY ? SVI_LOG_SAY
                                                         : SVI_LOG_TEXT,
                                  &log_entry));
        SVI_TRY(svi_game_log(g, &log_entry.said));
    }
    return SV_OK;
}

enum sv_status svi_replay_give(struct svi_cursor *c, struct svi_game *g, bool asides)
{
    struct sv_question q;
    struct sv_answer answer;
    const struct sv_answer *given = NULL; /* the default */
    unsigned seat = svi_game_next(g);
    uint8_t step = svi_get_raw_byte(c);
    const bool fallback = step == SVI_STEP_FALLBACK && g->format >= SVI_RECORD_VERSION;
    step = fallback ? svi_get_raw_byte(c) : step;
    unsigned verdict = step & SVI_STEP_VERDICT;
    (void)svi_get_raw_byte(c);
    if (c->status == SV_OK && fallback && verdict != SV_VERDICT_OK) {
        return SV_E_UNKNOWN;
    }
    if (c->status == SV_OK && verdict == SVI_STEP_FORFEIT && asides) {
        return SV_E_UNKNOWN; /* remarks must precede an answer */
    }
    if (c->status == SV_OK && verdict == SVI_STEP_FORFEIT) {
        seat = svi_get_raw_byte(c);
        const enum sv_status status = c->status == SV_OK ? svi_game_forfeit(g, seat) : c->status;
        return status == SV_E_ARGUMENT ? SV_E_RANGE : status;
    }
    if (c->status == SV_OK && verdict == SV_VERDICT_OK && (step & SVI_STEP_DEFAULT) == 0) {
        (void)svi_game_question(g, seat, &q); /* cannot fail: the seat has a question */
        (void)svi_get_answer(c, &g->state.position, &q, &answer);
        given = &answer;
    }
    if (c->status != SV_OK) {
        return c->status;
    }
    verdict = fallback ? SV_VERDICT_FALLBACK : verdict;
    return svi_game_answer(g, seat, (enum sv_verdict)verdict, given);
}

/* Gives the game the answer at r->at, with its seat's remarks, or the forfeit. On failure a line is
 * in r->error. */
static enum sv_status play_record(struct svi_replay *r, struct svi_game *g)
{
    struct svi_cursor c = svi_cursor_over(r->bytes + r->at, r->size - r->at);
    struct sv_question q;
    const unsigned seat = svi_game_next(g);
    (void)svi_game_question(g, seat, &q);
    r->fault = (struct svi_fault){.decision = g->decisions + 1,
                                  .seat = (uint8_t)seat,
                                  .kind = q.kind,
                                  .round = g->state.position.round,
                                  .turn = g->state.position.turn};
    const bool asides = at_aside(&c, g);
    enum sv_status status = svi_replay_asides(&c, g, false);
    status = status == SV_OK ? svi_replay_give(&c, g, asides) : status;
    if (status == SV_E_TRUNCATED) {
        return fail_cut_off(r);
    }
    if (status == SV_E_HASH) {
        return fail_decision(r, status,
                             "the rules do not refuse its answer for the recorded reason");
    }
    return status == SV_OK ? SV_OK : fail_decision(r, status, why(status));
}

enum sv_status svi_replay_next(struct svi_replay *r, struct svi_game *g)
{
    const size_t hash_every = SVI_RECORD_HASH_EVERY;
    SVI_TRY(play_record(r, g));
    size_t end;
    size_t same;
    end = recorded(g);
    for (same = r->at; same < end && same < r->size && r->bytes[same] == g->record.data[same];) {
        same++;
    }
    if (same == end) {
        r->at = end;
        return SV_OK;
    }
    if (same == r->size) {
        return fail_cut_off(r);
    }
    if (g->decisions % hash_every == 0 && same >= end - SV_HASH_BYTES) {
        return fail_decision(r, SV_E_HASH, "after it, the hash of the game's state is another");
    }
    return fail_decision(r, SV_E_HASH, "the game goes on in another way than was recorded");
}

void svi_replay_mark(const struct svi_replay *r, const struct svi_game *g,
                     struct svi_replay_mark *mark)
{
    svi_game_mark(g, &mark->game);
    mark->at = r->at;
}

void svi_replay_rewind(struct svi_replay *r, struct svi_game *g, const struct svi_replay_mark *mark)
{
    svi_game_rewind(g, &mark->game);
    r->at = mark->at;
}

enum sv_status svi_replay_end(struct svi_replay *r, struct svi_game *g)
{
    const unsigned seats = g->setup.seats;
    const size_t at = g->trailer;
    struct svi_cursor c = svi_cursor_over(r->bytes + r->at, r->size - r->at);
    struct svi_cursor own = svi_cursor_over(g->record.data + at, g->record.size - at);
    struct svi_trailer found;
    struct svi_trailer expected;
    uint8_t digest[SVI_DIGEST_BYTES];
    enum sv_status status = svi_trailer_get(&c, &found, seats, digest);
    r->fault = (struct svi_fault){.decision = g->decisions};
    if (status == SV_E_TRAILING) {
        return fail(r, status, "trailer: the file goes on after its end");
    }
    if (status == SV_E_TRUNCATED) {
        return svi_fail(&r->error, status, "trailer: " SVI_CUT_OFF, r->size);
    }
    if (status != SV_OK) {
        return svi_fail(&r->error, status, "trailer: %s", sv_status_text(status));
    }
    (void)svi_trailer_get(&own, &expected, seats, digest);
    if (found.decisions != expected.decisions) {
        return fail(r, SV_E_HASH, "trailer: decisions: not as many as were played");
    }
    if (found.why != expected.why) {
        return fail(r, SV_E_HASH, "trailer: why: the game ended for another reason");
    }
    if (memcmp(found.place, expected.place, sizeof found.place) != 0) {
        return fail(r, SV_E_HASH, "trailer: places: the game ended with others");
    }
    if (memcmp(found.worth, expected.worth, sizeof found.worth) != 0) {
        return fail(r, SV_E_HASH, "trailer: worth: the game ended with another");
    }
    if (memcmp(found.state_hash, expected.state_hash, sizeof found.state_hash) != 0) {
        return fail(r, SV_E_HASH, "trailer: state hash: the game ended in another state");
    }
    if (r->size != g->record.size ||
        memcmp(r->bytes + at, g->record.data + at, r->size - at) != 0) {
        return fail(r, SV_E_HASH, "trailer: digest: not that of the bytes before it");
    }
    return SV_OK;
}

enum sv_status svi_replay_note(struct svi_replay *r, struct svi_game *g, const char *key,
                               const char *value)
{
    struct svi_header *h = &r->header;
    unsigned at = 0;
    while (at < h->n_meta && strcmp(h->key[at], key) != 0) {
        at++;
    }
    if (at == SVI_MAX_META) {
        return fail(r, SV_E_RANGE, "header: there are too many notes for one more");
    }
    h->n_meta += at == h->n_meta;
    (void)snprintf(h->key[at], sizeof h->key[at], "%s", key);
    (void)snprintf(h->value[at], sizeof h->value[at], "%s", value);
    SVI_TRY(start(r, g, NULL));
    while (!svi_game_over(g)) {
        const size_t before = recorded(g);
        SVI_TRY(play_record(r, g));
        r->at += recorded(g) - before; /* a decision takes as many bytes in both files */
        if (r->at > r->size) {
            return fail_cut_off(r);
        }
    }
    return SV_OK;
}

enum sv_status svi_replay_run(struct svi_replay *r, struct svi_game *g, const struct sv_sink *sink)
{
    SVI_TRY(svi_replay_start(r, g, sink));
    while (!svi_game_over(g)) {
        SVI_TRY(svi_replay_next(r, g));
    }
    return svi_replay_end(r, g);
}

/* ---- partial replay -------------------------------------------------------------------------- */

void svi_partial_replay_begin(struct svi_partial_replay *t, const struct svi_game *of,
                              const struct sv_sink *sink)
{
    const struct svi_game_setup setup = {.edition = of->edition,
                                         .setup = of->setup,
                                         .salt = of->salt,
                                         .format = of->format,
                                         .sink = *sink};
    assert(of->recording);
    *t = (struct svi_partial_replay){.of = of, .at = of->first};
    svi_game_init(&t->game);
    const enum sv_status status = svi_game_start(&t->game, &setup);
    assert(status == SV_OK); /* nothing to free */
    (void)status;
}

/* The decisions that have not been played, from the next one on. */
static struct svi_cursor rest(const struct svi_partial_replay *t)
{
    const size_t end = t->of->trailer != 0 ? t->of->trailer : t->of->record.size;
    return svi_cursor_over(t->of->record.data + t->at, end - t->at);
}

unsigned svi_partial_replay_next(struct svi_partial_replay *t, bool *forfeits)
{
    struct svi_cursor c = rest(t);
    const struct sv_sink sink = t->game.sink;
    *forfeits = false;
    if (svi_cursor_left(&c) == 0) {
        return SV_NONE;
    }
    t->game.sink.fn = NULL; /* remarks are reported with their answer */
    const enum sv_status status = svi_replay_asides(&c, &t->game, false);
    t->game.sink = sink;
    assert(status == SV_OK && svi_cursor_left(&c) >= SVI_STEP_BYTES);
    (void)status;
    *forfeits = svi_step_forfeits(*c.at);
    return *forfeits ? c.at[SVI_STEP_BYTES] : svi_game_next(&t->game);
}

void svi_partial_replay_step(struct svi_partial_replay *t)
{
    struct svi_cursor c = rest(t);
    const uint8_t *from = c.at;
    enum sv_status status = SV_OK;
    if (t->of->redrawn && t->of->redrawn_after == t->game.decisions) {
        status = svi_game_redraw(&t->game, t->of->redrawn_key);
        assert(status == SV_OK);
    }
    status = svi_replay_asides(&c, &t->game, false);
    assert(status == SV_OK);
    status = svi_replay_give(&c, &t->game, c.at != from);
    assert(status == SV_OK);
    (void)status;
    t->at += (size_t)(c.at - from);
    if (t->game.decisions % SVI_RECORD_HASH_EVERY == 0) {
        t->at += SV_HASH_BYTES;
    }
}
