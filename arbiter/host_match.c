#include "arbiter/host_match.h"

#include "game/pack.h"

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
    }
}

/* ---- the beginning --------------------------------------------------------------------------- */

void svi_host_match_begin(struct svi_host_match *m, const struct svi_host_match_setup *setup)
{
    m->game = (struct svi_host_game){.edition = setup->board->edition, .state = setup->state};
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
        assert(s->host == NULL);
        *s = (struct svi_host_seat){.game = &m->game, .number = (uint8_t)i, .remarks = remarks};
        svi_remark_queue_reset(&s->remarks);
        m->game.forfeits |= 1u << i;
    }
}

void svi_host_match_seat(struct svi_host_match *m, unsigned seat, struct svi_host *host)
{
    struct svi_host_seat *s = &m->seat[seat];
    /* A bot remembers what it has been sent; the ones beyond the mask are sent every time. */
    const uint64_t bit = m->board->number < 64 ? UINT64_C(1) << m->board->number : 0;
    if (bit == 0 || (host->editions & bit) == 0) {
        struct svi_edition_message edition = {.bytes = m->board->bytes.data,
                                              .size = m->board->bytes.size};
        memcpy(edition.hash, m->board->hash, sizeof edition.hash);
        svi_put_edition(&host->out, &edition);
        host->editions |= bit;
    }
    svi_host_sit(host, s);
    s->clock.bank_us = host->limits->bank_us;
    s->told_ms = (uint32_t)(s->clock.bank_us / 1000);
    s->told_strikes = host->limits->strikes;
    m->model |= host->hello.model;
    m->game.forfeits &= ~(1u << seat);
    m->start.match = s->id;
    m->start.seat = s->number;
    sv_luck_bot_key(m->seed, seat, m->start.key);
    svi_put_start(&host->out, &m->start);
    svi_host_touch(host);
}

/* ---- questions and answers --------------------------------------------------------------------- */

/* Tells a bot what its seat has left, when that is not what it knows. */
static void tell_clock(struct svi_host_seat *s)
{
    const uint32_t bank_ms = (uint32_t)(s->clock.bank_us / 1000);
    const uint32_t most = s->host->limits->strikes;
    const uint32_t strikes = s->strikes < most ? most - s->strikes : 0;
    if (bank_ms != s->told_ms || strikes != s->told_strikes) {
        s->told_ms = bank_ms;
        s->told_strikes = strikes;
        svi_put_clock(&s->host->out, &(struct svi_clock_left){s->id, bank_ms, strikes});
    }
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
        assert(s->host != NULL && s->phase == SVI_SEAT_IDLE);
        const enum sv_status status = sv_ask(m->game.edition, m->game.state, i, &s->asked);
        assert(status == SV_OK);
        (void)status;
        const bool spent = svi_clock_spent(&s->clock, s->host->limits);
        if (spent || !sv_has(s->host->kinds, s->asked.kind)) {
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
        svi_baseline_make_patch(&m->baseline, i, block,
                                s->host->hello.model ? SVI_MAX_BLOCK : SV_POSITION_BYTES, &patch);
        tell_clock(s);
        svi_put_ask_patch(&s->host->out, s->id, ++s->question, &s->asked, patch.bytes, patch.size);
        svi_host_asked(s, now_us);
        asked |= 1u << i;
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
        seat->host == NULL) {
        return;
    }
    const bool overtime = seat->verdict == SV_VERDICT_OVERTIME;
    if (overtime || ++seat->strikes == seat->host->limits->strikes) {
        seat->game->forfeits |= 1u << seat->number;
        svi_host_tell(seat->host, &(struct svi_misdeed){.kind = overtime ? SVI_MISDEED_OVERTIME
                                                                         : SVI_MISDEED_STRIKES,
                                                        .seat = seat});
    }
}

void svi_host_match_pass(struct svi_host_seat *seat)
{
    assert(seat->phase == SVI_SEAT_SETTLED);
    seat->phase = SVI_SEAT_IDLE;
    seat->game->settled &= ~(1u << seat->number);
    svi_remark_queue_forget(&seat->remarks);
}

/* ---- the end ---------------------------------------------------------------------------------- */

void svi_host_match_end(struct svi_host_match *m, const struct sv_result *result, int64_t now_us)
{
    struct svi_end end = {.seats = (uint8_t)m->seats, .result = *result};
    for (unsigned i = 0; i < m->seats; i++) {
        struct svi_host_seat *s = &m->seat[i];
        if (s->host == NULL) {
            continue;
        }
        if (s->phase == SVI_SEAT_ASKED) { /* somebody else's forfeit has ended the game */
            svi_host_drop(s, now_us);
        }
        end.match = s->id;
        svi_put_end(&s->host->out, &end);
        svi_host_touch(s->host);
        svi_host_leave(s);
    }
}
