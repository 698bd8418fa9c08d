#include "session/match_view.h"

#include "game/pack.h"
#include "wire/answer_codec.h"

#include <solvent/luck.h>

#include <assert.h>
#include <string.h>

void svi_host_match_init(struct svi_host_match *m)
{
    memset(m, 0, sizeof *m);
}

void svi_host_match_finish(struct svi_host_match *m)
{
    for (unsigned i = 0; i < SV_MAX_SEATS; i++) {
        svi_remark_queue_finish(&m->seat[i].remarks);
        svi_slip_queue_finish(&m->seat[i].slips);
        svi_recall_end(&m->seat[i]);
    }
}

/* ---- the beginning --------------------------------------------------------------------------- */

void svi_host_match_begin(struct svi_host_match *m, const struct svi_host_match_setup *setup)
{
    m->game = (struct svi_host_game){.edition = setup->board->edition,
                                     .state = setup->state,
                                     .events = setup->events,
                                     .played = setup->played};
    m->board = setup->board;
    m->seed = setup->seed;
    m->seats = setup->seats;
    m->model = false;
    m->start = (struct svi_start){.seats = (uint8_t)setup->seats};
    memcpy(m->start.name, setup->name, setup->seats * sizeof m->start.name[0]);
    memcpy(m->start.edition, setup->board->hash, sizeof m->start.edition);
    sv_luck_commitment(setup->seed, setup->salt, m->start.commitment);
    svi_baseline_reset(&m->baseline);
    for (unsigned i = 0; i < setup->seats; i++) {
        struct svi_host_seat *s = &m->seat[i];
        const struct svi_remark_queue remarks = s->remarks;
        const struct svi_slip_queue slips = s->slips;
        assert(s->host == NULL);
        assert(s->recall.retelling == NULL);
        *s = (struct svi_host_seat){
            .game = &m->game, .number = (uint8_t)i, .remarks = remarks, .slips = slips};
        svi_remark_queue_reset(&s->remarks);
        svi_slip_queue_reset(&s->slips);
        m->game.forfeits |= 1u << i;
    }
}

void svi_host_match_leave_empty(struct svi_host_match *m, unsigned seat)
{
    m->game.forfeits &= ~(1u << seat);
}

/* Tells the bot in a seat of the match's start. */
static void put_start(struct svi_host_match *m, struct svi_host_seat *s)
{
    struct svi_host *host = s->host;
    s->told_ms = (uint32_t)(host->limits->bank_us / 1000);
    s->told_strikes = host->limits->strikes;
    m->start.match = s->id;
    m->start.seat = s->number;
    sv_luck_bot_key(m->seed, s->number, m->start.key);
    svi_put_start(&host->out, &m->start);
    svi_host_touch(host);
}

/* Sees that a bot knows the match's edition. */
static void put_edition(const struct svi_host_match *m, struct svi_host *host)
{
    /* A bot remembers what it has been sent; the ones beyond the mask are sent every time. */
    const uint64_t bit = m->board->number < 64 ? UINT64_C(1) << m->board->number : 0;
    if (bit == 0 || (host->editions & bit) == 0) {
        struct svi_edition_message edition = {.bytes = m->board->bytes.data,
                                              .size = m->board->bytes.size};
        memcpy(edition.hash, m->board->hash, sizeof edition.hash);
        svi_put_edition(&host->out, &edition);
        host->editions |= bit;
    }
}

void svi_host_match_seat(struct svi_host_match *m, unsigned seat, struct svi_host *host)
{
    struct svi_host_seat *s = &m->seat[seat];
    put_edition(m, host);
    svi_host_sit(host, s);
    s->limits = host->limits;
    s->clock.bank_us = host->limits->bank_us;
    s->kinds = host->kinds;
    s->model = host->hello.model;
    s->events = host->hello.events && m->game.events != NULL;
    m->model |= s->model;
    m->game.forfeits &= ~(1u << seat);
    put_start(m, s);
}

void svi_host_match_seat_again(struct svi_host_match *m, unsigned seat, struct svi_host *host,
                               int64_t now_us)
{
    struct svi_host_seat *s = &m->seat[seat];
    put_edition(m, host);
    svi_host_sit_again(host, s);
    s->told = (struct svi_event_mark){0};
    put_start(m, s);
    svi_recall_begin(s, now_us);
}

/* ---- questions and answers --------------------------------------------------------------------- */

/* Puts a question to a seat's bot. */
static void put_ask(struct svi_host_seat *s, const struct svi_baseline_patch *patch, int64_t now_us)
{
    svi_host_tell_clock(s);
    svi_host_tell_events(s);
    svi_put_ask_patch(&s->host->out, s->id, s->question, &s->asked, patch->bytes, patch->size);
    svi_host_asked(s, now_us);
}

void svi_host_match_ask(struct svi_host_match *m, unsigned which, int64_t now_us)
{
    uint8_t block[SVI_MAX_BLOCK];
    struct svi_baseline_patch patch;
    unsigned asked = 0;
    patch.block = NULL;
    for (uint64_t left = which; left != 0; left &= left - 1) {
        const unsigned i = sv_first(left);
        struct svi_host_seat *s = &m->seat[i];
        assert(s->phase == SVI_SEAT_IDLE);
        if (s->host == NULL && !s->away) {
            m->game.forfeits |= 1u << i;
            continue;
        }
        const enum sv_status status = sv_ask(m->game.edition, m->game.state, i, &s->asked);
        assert(status == SV_OK);
        (void)status;
        /* While its bot is led through the match the clock has other things to tell. */
        const bool spent = !s->recall.running && svi_clock_spent(&s->clock, s->limits);
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
        if (s->host == NULL || s->recall.running) { /* it is made when its bot comes to it */
            s->phase = SVI_SEAT_ASKED;
            m->game.waiting |= 1u << i;
            continue;
        }
        svi_baseline_make_patch(&m->baseline, i, block,
                                s->model ? SVI_MAX_BLOCK : SV_POSITION_BYTES, &patch);
        put_ask(s, &patch, now_us);
    }
    if (asked != 0) {
        svi_baseline_learn(&m->baseline, asked, block,
                           m->model ? SVI_MAX_BLOCK : SV_POSITION_BYTES);
    }
}

const struct sv_answer *svi_host_match_answer(struct svi_host_seat *seat)
{
    assert(seat->phase == SVI_SEAT_SETTLED);
    if (seat->verdict != SV_VERDICT_OK || seat->by_default) {
        sv_answer_default(seat->game->edition, &seat->game->state->position, &seat->asked,
                          &seat->answer);
    }
    return &seat->answer;
}

void svi_host_match_forbid(struct svi_host_seat *seat)
{
    const enum sv_status status = sv_judge(seat->game->edition, &seat->game->state->position,
                                           &seat->asked, &seat->answer, &seat->breach);
    assert(seat->phase == SVI_SEAT_SETTLED && seat->verdict == SV_VERDICT_OK && status != SV_OK);
    struct svi_buf values = {0};
    svi_put_answer(&values, &seat->game->state->position, &seat->answer);
    svi_slip_queue_add(&seat->slips, SV_VERDICT_ILLEGAL, seat->breach.kind, values.data,
                       values.failed ? 0 : values.size);
    svi_buf_finish(&values);
    seat->verdict = SV_VERDICT_ILLEGAL;
    seat->fault = (uint8_t)status;
    if (seat->host != NULL) {
        svi_host_tell(seat->host, &(struct svi_misdeed){
                                      .kind = SVI_MISDEED_ILLEGAL, .seat = seat, .status = status});
    }
}

void svi_host_match_judge(struct svi_host_seat *seat)
{
    if (seat->verdict == SV_VERDICT_OK && !seat->by_default) {
        if (sv_check(seat->game->edition, &seat->game->state->position, &seat->asked,
                     &seat->answer) != SV_OK) {
            svi_host_match_forbid(seat);
        }
    }
}

void svi_host_match_taken(struct svi_host_seat *seat)
{
    assert(seat->phase == SVI_SEAT_SETTLED);
    seat->phase = SVI_SEAT_IDLE;
    seat->game->settled &= ~(1u << seat->number);
    if (seat->verdict == SV_VERDICT_OK || seat->verdict == SV_VERDICT_DEFAULT ||
        (seat->host == NULL && !seat->away)) {
        return;
    }
    if (seat->verdict != SV_VERDICT_LATE) {
        svi_slip_queue_forget(&seat->slips);
    }
    const bool overtime = seat->verdict == SV_VERDICT_OVERTIME;
    if (overtime || ++seat->strikes == seat->limits->strikes) {
        seat->game->forfeits |= 1u << seat->number;
        if (seat->host != NULL) {
            svi_host_tell(seat->host, &(struct svi_misdeed){.kind = overtime ? SVI_MISDEED_OVERTIME
                                                                             : SVI_MISDEED_STRIKES,
                                                            .seat = seat});
        }
    }
}

void svi_host_match_pass(struct svi_host_seat *seat)
{
    assert(seat->phase == SVI_SEAT_SETTLED);
    seat->phase = SVI_SEAT_IDLE;
    seat->game->settled &= ~(1u << seat->number);
    svi_remark_queue_forget(&seat->remarks);
    svi_slip_queue_forget(&seat->slips);
}

/* ---- the end ---------------------------------------------------------------------------------- */

void svi_host_match_end(struct svi_host_match *m, const struct sv_result *result, int64_t now_us)
{
    struct svi_end end = {.seats = (uint8_t)m->seats, .result = *result};
    assert(m->game.waiting == 0);
    for (unsigned i = 0; i < m->seats; i++) {
        struct svi_host_seat *s = &m->seat[i];
        s->away = false;
        if (s->host == NULL) {
            continue;
        }
        svi_host_stop_clock(s, now_us); /* of one that is being led through the match */
        end.match = s->id;
        if (s->events && s->host->out.size < SVI_MAX_FRAME / 2) { /* else games without a question
                                                                     could fill more than a frame */
            svi_host_tell_events(s);
        }
        svi_put_end(&s->host->out, &end);
        svi_host_touch(s->host);
        svi_host_leave(s);
    }
}
