#include "session/match_view.h"

#include "base/buf.h"
#include "game/pack.h"
#include "session/session_recovery.h"
#include "wire/answer_codec.h"
#include "wire/edition_codec.h"
#include "wire/patch.h"
#include "wire/wire.h"

#include <solvent/edition.h>
#include <solvent/luck.h>
#include <solvent/manifest.h>

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

void svi_match_view_init(struct svi_match_view *m)
{
    memset(m, 0, sizeof *m);
}

void svi_match_view_finish(struct svi_match_view *m)
{
    for (unsigned i = 0; i < SV_MAX_SEATS; i++) {
        svi_log_queue_finish(&m->seat[i].log_entries);
        svi_rejected_queue_finish(&m->seat[i].rejected_answers);
        svi_session_recovery_end(&m->seat[i]);
    }
}

/* ---- the beginning --------------------------------------------------------------------------- */

void svi_match_view_begin(struct svi_match_view *m, const struct svi_match_view_setup *setup)
{
    m->game = (struct svi_bot_session_game){.edition = setup->board->edition,
                                            .state = setup->state,
                                            .events = setup->events,
                                            .talk = setup->talk,
                                            .played = setup->played,
                                            .shown = setup->played,
                                            .number = setup->number};
    m->board = setup->board;
    m->seed = setup->seed;
    m->seats = setup->seats;
    m->model = false;
    m->vacant = 0;
    m->start = (struct svi_start){.seats = (uint8_t)setup->seats};
    memcpy(m->start.name, setup->name, setup->seats * sizeof m->start.name[0]);
    memcpy(m->start.edition, setup->board->hash, sizeof m->start.edition);
    sv_luck_commitment(setup->seed, setup->salt, m->start.commitment);
    svi_delta_base_reset(&m->base);
    for (unsigned i = 0; i < setup->seats; i++) {
        struct svi_bot_session_seat *s = &m->seat[i];
        const struct svi_log_queue log_entries = s->log_entries;
        const struct svi_rejected_queue rejected_answers = s->rejected_answers;
        assert(s->session == NULL);
        assert(s->recovery.question_replay == NULL);
        *s = (struct svi_bot_session_seat){.game = &m->game,
                                           .number = (uint8_t)i,
                                           .log_entries = log_entries,
                                           .rejected_answers = rejected_answers};
        svi_log_queue_reset(&s->log_entries);
        svi_rejected_queue_reset(&s->rejected_answers);
        m->game.forfeits |= 1u << i;
    }
}

void svi_match_view_leave_empty(struct svi_match_view *m, unsigned seat)
{
    m->game.forfeits &= ~(1u << seat);
}

void svi_match_view_leave_vacant(struct svi_match_view *m, unsigned seat)
{
    svi_match_view_leave_empty(m, seat);
    m->vacant |= 1u << seat;
}

/* Tells the bot in a seat of the match's start. */
static void put_start(struct svi_match_view *m, struct svi_bot_session_seat *s)
{
    struct svi_bot_session *session = s->session;
    s->told_ms = (uint32_t)(session->limits->bank_us / 1000);
    s->told_strikes = session->limits->strikes;
    m->start.match = s->id;
    m->start.seat = s->number;
    sv_luck_bot_key(m->seed, s->number, m->start.key);
    svi_put_start(&session->out, &m->start);
    svi_bot_session_touch(session);
}

/* Sends a bot the match's edition, unless it knows it. */
static void put_edition(const struct svi_match_view *m, struct svi_bot_session *session)
{
    /* A bot remembers editions. Those beyond the mask are sent every time. */
    const uint64_t bit = m->board->number < 64 ? UINT64_C(1) << m->board->number : 0;
    if (bit == 0 || (session->editions & bit) == 0) {
        struct svi_edition_message edition = {.bytes = m->board->bytes.data,
                                              .size = m->board->bytes.size};
        memcpy(edition.hash, m->board->hash, sizeof edition.hash);
        svi_put_edition(&session->out, &edition);
        session->editions |= bit;
    }
}

void svi_match_view_seat(struct svi_match_view *m, unsigned seat, struct svi_bot_session *session)
{
    struct svi_bot_session_seat *s = &m->seat[seat];
    put_edition(m, session);
    svi_bot_session_sit(session, s);
    s->limits = session->limits;
    s->clock.bank_us = session->limits->bank_us;
    s->kinds = session->kinds;
    s->model = session->hello.model;
    s->events = session->hello.events && m->game.events != NULL;
    s->fallback = session->hello.fallback;
    s->talk = session->talk && session->hello.talk && m->game.talk != NULL;
    m->model |= s->model;
    m->game.forfeits &= ~(1u << seat);
    put_start(m, s);
}

void svi_match_view_seat_again(struct svi_match_view *m, unsigned seat,
                               struct svi_bot_session *session, int64_t now_us)
{
    struct svi_bot_session_seat *s = &m->seat[seat];
    put_edition(m, session);
    svi_bot_session_sit_again(session, s);
    s->told = s->heard = (struct svi_event_mark){0};
    put_start(m, s);
    svi_bot_session_recover(s, now_us);
}

/* ---- questions and answers ------------------------------------------------------------------- */

/* Puts a question to a seat's bot. */
static void put_ask(struct svi_bot_session_seat *s, const struct svi_delta_base_patch *patch,
                    int64_t now_us)
{
    svi_bot_session_tell_clock(s);
    svi_bot_session_tell_events(s);
    svi_put_ask_patch(&s->session->out, s->id, s->question, &s->asked, patch->bytes, patch->size);
    svi_bot_session_asked(s, now_us);
}

void svi_match_view_ask(struct svi_match_view *m, unsigned which, int64_t now_us)
{
    uint8_t block[SVI_MAX_BLOCK];
    struct svi_delta_base_patch patch;
    unsigned asked = 0;
    patch.block = NULL;
    for (uint64_t left = which; left != 0; left &= left - 1) {
        const unsigned i = sv_first(left);
        struct svi_bot_session_seat *s = &m->seat[i];
        assert(s->phase == SVI_SEAT_IDLE);
        const bool vacant = sv_has(m->vacant, i);
        if (s->session == NULL && !s->away && !vacant) {
            m->game.forfeits |= 1u << i;
            continue;
        }
        const enum sv_status status = sv_ask(m->game.edition, m->game.state, i, &s->asked);
        assert(status == SV_OK);
        (void)status;
        /* During a recovery the clock does not have the seat's own values. */
        const bool spent = !vacant && !s->recovery.running && svi_clock_spent(&s->clock, s->limits);
        if (spent || !sv_has(s->kinds, s->asked.kind)) {
            s->phase = SVI_SEAT_SETTLED;
            s->verdict = spent ? SV_VERDICT_OVERTIME : SV_VERDICT_DEFAULT;
            m->game.settled |= 1u << i;
            continue;
        }
        if (asked == 0) {
            sv_position_pack(&m->game.state->position, block);
            if (m->model) {
                svi_course_pack(&m->game.state->course, block + SV_POSITION_BYTES);
            }
        }
        asked |= 1u << i;
        s->question++;
        if (s->session == NULL || s->recovery.running) { /* the recovery will ask it */
            s->phase = SVI_SEAT_ASKED;
            m->game.waiting |= 1u << i;
            continue;
        }
        svi_delta_base_make_patch(&m->base, i, block, s->model ? SVI_MAX_BLOCK : SV_POSITION_BYTES,
                                  &patch);
        put_ask(s, &patch, now_us);
    }
    if (asked != 0) {
        svi_delta_base_learn(&m->base, asked, block, m->model ? SVI_MAX_BLOCK : SV_POSITION_BYTES);
    }
}

const struct sv_answer *svi_match_view_answer(struct svi_bot_session_seat *seat)
{
    assert(seat->phase == SVI_SEAT_SETTLED);
    if (seat->verdict != SV_VERDICT_OK || seat->by_default) {
        sv_answer_default(seat->game->edition, &seat->game->state->position, &seat->asked,
                          &seat->answer);
    }
    return &seat->answer;
}

void svi_match_view_forbid(struct svi_bot_session_seat *seat)
{
    const enum sv_status status = sv_judge(seat->game->edition, &seat->game->state->position,
                                           &seat->asked, &seat->answer, &seat->breach);
    assert(seat->phase == SVI_SEAT_SETTLED && seat->verdict == SV_VERDICT_OK && status != SV_OK);
    struct svi_buf values = {0};
    svi_put_answer(&values, &seat->game->state->position, &seat->answer);
    svi_rejected_queue_add(&seat->rejected_answers, SV_VERDICT_ILLEGAL, seat->breach.kind,
                           values.data, values.failed ? 0 : values.size);
    svi_buf_finish(&values);
    seat->verdict = SV_VERDICT_ILLEGAL;
    seat->fault = (uint8_t)status;
    if (seat->session != NULL) {
        svi_bot_session_tell(
            seat->session,
            &(struct svi_misdeed){.kind = SVI_MISDEED_ILLEGAL, .seat = seat, .status = status});
    }
}

void svi_match_view_judge(struct svi_bot_session_seat *seat)
{
    if (seat->verdict == SV_VERDICT_OK && !seat->by_default) {
        if (sv_check(seat->game->edition, &seat->game->state->position, &seat->asked,
                     &seat->answer) != SV_OK) {
            svi_match_view_forbid(seat);
        }
    }
}

void svi_match_view_taken(struct svi_bot_session_seat *seat)
{
    assert(seat->phase == SVI_SEAT_SETTLED);
    seat->phase = SVI_SEAT_IDLE;
    seat->game->settled &= ~(1u << seat->number);
    if (seat->verdict == SV_VERDICT_OK || seat->verdict == SV_VERDICT_DEFAULT ||
        (seat->session == NULL && !seat->away)) {
        return;
    }
    if (seat->verdict != SV_VERDICT_LATE) {
        svi_rejected_queue_forget(&seat->rejected_answers);
    }
    const bool overtime = seat->verdict == SV_VERDICT_OVERTIME;
    if (overtime || ++seat->strikes == seat->limits->strikes) {
        seat->game->forfeits |= 1u << seat->number;
        if (seat->session != NULL) {
            svi_bot_session_tell(
                seat->session,
                &(struct svi_misdeed){.kind = overtime ? SVI_MISDEED_OVERTIME : SVI_MISDEED_STRIKES,
                                      .seat = seat});
        }
    }
}

void svi_match_view_pass(struct svi_bot_session_seat *seat)
{
    assert(seat->phase == SVI_SEAT_SETTLED);
    seat->phase = SVI_SEAT_IDLE;
    seat->game->settled &= ~(1u << seat->number);
    svi_log_queue_forget(&seat->log_entries);
    svi_rejected_queue_forget(&seat->rejected_answers);
}

/* ---- the end --------------------------------------------------------------------------------- */

void svi_match_view_end(struct svi_match_view *m, const struct sv_result *result, int64_t now_us)
{
    struct svi_end end = {.seats = (uint8_t)m->seats, .result = *result};
    assert(m->game.waiting == 0);
    for (unsigned i = 0; i < m->seats; i++) {
        struct svi_bot_session_seat *s = &m->seat[i];
        s->away = false;
        if (s->session == NULL) {
            continue;
        }
        svi_bot_session_stop_clock(s, now_us); /* of a seat in recovery */
        end.match = s->id;
        /* Else events of a game without questions could fill more than a frame. */
        if ((s->events || s->talk) && s->session->out.size < SVI_MAX_FRAME / 2) {
            svi_bot_session_tell_events(s);
        }
        svi_put_end(&s->session->out, &end);
        svi_bot_session_touch(s->session);
        svi_bot_session_leave(s);
    }
}

/* ---- delta base ------------------------------------------------------------------------------ */

void svi_delta_base_reset(struct svi_delta_base *base)
{
    memset(base->knows, 0, sizeof base->knows);
    base->knows[0] = UINT8_MAX;
    memset(base->block[0], 0, sizeof base->block[0]);
}

void svi_delta_base_make_patch(const struct svi_delta_base *base, unsigned seat, const uint8_t *now,
                               size_t size, struct svi_delta_base_patch *patch)
{
    unsigned i = 0;
    while ((base->knows[i] >> seat & 1u) == 0) {
        i++;
        assert(i < SV_MAX_SEATS);
    }
    if (patch->block != base->block[i] || patch->block_size != size) {
        patch->block = base->block[i];
        patch->block_size = size;
        patch->size = svi_patch_make(patch->block, now, size, patch->bytes);
    }
}

void svi_delta_base_learn(struct svi_delta_base *base, unsigned seats, const uint8_t *now,
                          size_t size)
{
    unsigned free = SV_MAX_SEATS;
    assert(seats != 0);
    for (unsigned i = 0; i < SV_MAX_SEATS; i++) {
        base->knows[i] = (uint8_t)(base->knows[i] & ~seats);
        free = base->knows[i] == 0 && free == SV_MAX_SEATS ? i : free;
    }
    /* A block is free: the seats that learn nothing now are fewer than the blocks. */
    assert(free < SV_MAX_SEATS);
    base->knows[free] = (uint8_t)seats;
    memcpy(base->block[free], now, size);
}

/* ---- edition cache --------------------------------------------------------------------------- */

bool svi_edition_cache_init(struct svi_edition_cache *board, const struct sv_edition *edition,
                            unsigned number)
{
    board->edition = edition;
    board->number = number;
    svi_buf_init(&board->bytes);
    svi_edition_encode(edition, &board->bytes);
    if (board->bytes.failed || svi_edition_hash(edition, board->hash) != SV_OK) {
        svi_buf_finish(&board->bytes);
        return false;
    }
    return true;
}

void svi_edition_cache_finish(struct svi_edition_cache *board)
{
    svi_buf_finish(&board->bytes);
}
