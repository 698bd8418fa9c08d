#include "arbiter/match.h"

#include "game/pack.h"
#include "wire/edition_codec.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool svi_board_init(struct svi_board *board, const struct sv_edition *edition, unsigned number)
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

void svi_board_finish(struct svi_board *board)
{
    svi_buf_finish(&board->bytes);
}

void svi_match_list_add(struct svi_match_list *list, struct svi_match *m)
{
    if (m->listed) {
        return;
    }
    m->listed = true;
    m->next = NULL;
    if (list->last != NULL) {
        list->last->next = m;
    } else {
        list->first = m;
    }
    list->last = m;
}

struct svi_match *svi_match_list_take(struct svi_match_list *list)
{
    struct svi_match *m = list->first;
    if (m != NULL) {
        list->first = m->next;
        list->last = list->first != NULL ? list->last : NULL;
        m->next = NULL;
        m->listed = false;
    }
    return m;
}

void svi_match_init(struct svi_match *m, const struct svi_referee_config *config)
{
    memset(m, 0, sizeof *m);
    m->config = config;
    svi_game_init(&m->game);
}

void svi_match_finish(struct svi_match *m)
{
    svi_game_finish(&m->game);
    for (unsigned i = 0; i < SV_MAX_SEATS; i++) {
        svi_remark_queue_finish(&m->remarks[i]);
        svi_printed_reset(&m->printed[i]);
    }
    free(m->crash);
}

/* ---- the beginning --------------------------------------------------------------------------- */

/* Puts a bot into a seat and tells it. */
static void tell_start(struct svi_match *m, struct svi_seat *s, struct svi_start *start,
                       const struct svi_board *board)
{
    struct svi_link *link = s->link;
    /* A bot remembers what it has been sent; the ones beyond the mask are sent every time. */
    const uint64_t bit = board->number < 64 ? UINT64_C(1) << board->number : 0;
    if (bit == 0 || (link->editions & bit) == 0) {
        struct svi_edition_message edition = {.bytes = board->bytes.data,
                                              .size = board->bytes.size};
        memcpy(edition.hash, board->hash, sizeof edition.hash);
        svi_put_edition(&link->out, &edition);
        link->editions |= bit;
    }
    s->id = svi_link_seat(link, s);
    start->match = s->id;
    start->seat = s->number;
    sv_luck_bot_key(m->job.seed, s->number, start->key);
    svi_put_start(&link->out, start);
}

static enum sv_status start_game(struct svi_match *m, const struct svi_board *board,
                                 const char *const *names)
{
    const struct svi_referee_job *job = &m->job;
    char number[24];
    char deal[24];
    char seating[16];
    struct svi_meta meta[4];
    unsigned n_meta = 0;
    if (job->league != NULL) {
        (void)snprintf(number, sizeof number, "%" PRIu64, job->number);
        (void)snprintf(deal, sizeof deal, "%" PRIu64, job->deal);
        (void)snprintf(seating, sizeof seating, "%u", job->seating);
        meta[n_meta++] = (struct svi_meta){"league", job->league};
        meta[n_meta++] = (struct svi_meta){"match", number};
        meta[n_meta++] = (struct svi_meta){"deal", deal};
        meta[n_meta++] = (struct svi_meta){"seating", seating};
    }
    struct svi_game_setup setup = {.edition = job->edition,
                                   .names = names,
                                   .meta = meta,
                                   .n_meta = n_meta,
                                   .record = true,
                                   .edition_bytes = board->bytes.data,
                                   .edition_size = board->bytes.size,
                                   .edition_hash = board->hash};
    memcpy(setup.setup.seed, job->seed, sizeof setup.setup.seed);
    setup.setup.seats = (uint8_t)job->seats;
    for (unsigned i = 0; i < job->seats; i++) {
        const struct svi_link *link = m->seat[i].link;
        /* The seat of a bot that is out must come to be asked, as a forfeit needs a game that is not over. */
        setup.setup.answers[i] = link != NULL ? link->answers : SV_ANSWERS_ALL;
    }
    return svi_game_start(&m->game, &setup);
}

enum sv_status svi_match_begin(struct svi_match *m, const struct svi_referee_job *job,
                               struct svi_link *links, const struct svi_board *board,
                               int64_t now_us)
{
    const char *names[SV_MAX_SEATS] = {0};
    struct svi_start start = {.seats = (uint8_t)job->seats};
    m->job = *job;
    m->began_us = now_us;
    m->waiting = 0;
    m->model = false;
    svi_baseline_reset(&m->baseline);
    free(m->crash);
    m->crash = NULL;
    for (unsigned i = 0; i < job->seats; i++) {
        struct svi_seat *s = &m->seat[i];
        struct svi_link *link = &links[job->bot[i]];
        assert(link->state == SVI_LINK_UP || link->state == SVI_LINK_OUT);
        memset(s, 0, sizeof *s);
        svi_remark_queue_reset(&m->remarks[i]);
        svi_printed_reset(&m->printed[i]);
        s->match = m;
        s->number = (uint8_t)i;
        s->link = link->state == SVI_LINK_UP ? link : NULL;
        s->forfeit = s->link == NULL;
        m->model |= s->link != NULL && s->link->model;
        s->clock.bank_us = (int64_t)m->config->bank_ms * 1000;
        names[i] = link->spec->name;
    }
    const enum sv_status status = start_game(m, board, names);
    if (status != SV_OK) {
        return status;
    }
    memcpy(start.name, m->game.name, sizeof start.name);
    memcpy(start.edition, board->hash, sizeof start.edition);
    sv_luck_commitment(job->seed, start.commitment);
    for (unsigned i = 0; i < job->seats; i++) {
        if (m->seat[i].link != NULL) {
            tell_start(m, &m->seat[i], &start, board);
        }
    }
    return SV_OK;
}

/* ---- between questions ------------------------------------------------------------------------ */

void svi_seat_answer(struct svi_seat *seat, enum sv_verdict verdict)
{
    assert(seat->phase == SVI_SEAT_ASKED && seat->match->waiting > 0);
    seat->phase = SVI_SEAT_ANSWERED;
    seat->verdict = (uint8_t)verdict;
    seat->match->waiting--;
}

void svi_seat_report(struct svi_seat *seat, const char *report)
{
    struct svi_match *m = seat->match;
    if (m->crash == NULL) {
        m->crash = strdup(report); /* without memory there is no report; the game goes on */
        m->crash_seat = seat->number;
    }
}

uint32_t svi_seat_decision(const struct svi_seat *seat)
{
    const struct svi_game *g = &seat->match->game;
    uint32_t decision = g->decisions + 1;
    for (unsigned s = g->state.position.turn_seat; s != seat->number;
         s = (s + 1) % g->setup.seats) {
        decision += svi_game_pending(g) >> s & 1u;
    }
    return decision;
}

void svi_seat_lose(struct svi_seat *seat, int64_t now_us)
{
    if (seat->phase == SVI_SEAT_ASKED) {
        svi_clock_drop(&seat->link->clocks, &seat->clock, now_us);
        seat->phase = SVI_SEAT_IDLE;
        seat->match->waiting--;
    }
    svi_link_unseat(seat->link, seat->id);
    seat->link = NULL;
    seat->forfeit = true;
}

/* Gives the forfeits that are due, clockwise. A bot that has answered and was lost then keeps its answer:
 * its forfeit comes after that is given. */
static enum sv_status give_forfeits(struct svi_match *m)
{
    const unsigned first = m->game.state.position.turn_seat;
    for (unsigned k = 0; k < m->job.seats; k++) {
        const unsigned i = (first + k) % m->job.seats;
        struct svi_seat *s = &m->seat[i];
        if (!s->forfeit || s->phase == SVI_SEAT_ANSWERED || svi_game_over(&m->game)) {
            continue;
        }
        s->forfeit = false;
        if (!sv_alive(&m->game.state.position, i) || s->tally.forfeited) {
            continue;
        }
        s->tally.verdicts[SV_VERDICT_DEAD] += svi_game_pending(&m->game) >> i & 1u;
        s->tally.forfeited = true;
        svi_remark_queue_forget(&m->remarks[i]);
        const enum sv_status status = svi_game_forfeit(&m->game, i);
        if (status != SV_OK) {
            return status;
        }
    }
    return SV_OK;
}

static void ask(struct svi_match *m, struct svi_seat *s, const struct svi_baseline_patch *patch,
                int64_t now_us)
{
    const enum sv_status status = svi_game_question(&m->game, s->number, &s->asked);
    assert(status == SV_OK);
    (void)status;
    svi_put_ask_patch(&s->link->out, s->id, ++s->question, &s->asked, patch->bytes, patch->size);
    svi_clock_ask(&s->link->clocks, &s->clock, now_us);
    s->phase = SVI_SEAT_ASKED;
    m->waiting++;
}

/* Asks every seat whose answer the game awaits. Returns how many. */
static unsigned ask_all(struct svi_match *m, int64_t now_us)
{
    uint8_t block[SVI_MAX_BLOCK];
    struct svi_baseline_patch patch;
    const unsigned pending = svi_game_pending(&m->game);
    unsigned asked = 0;
    patch.block = NULL;
    for (unsigned i = 0; i < m->job.seats; i++) {
        struct svi_seat *s = &m->seat[i];
        if (!sv_has(pending, i) || s->phase != SVI_SEAT_IDLE) {
            continue;
        }
        assert(s->link != NULL && !s->tally.forfeited); /* else it has forfeited and is not asked */
        if (asked == 0) {
            sv_position_pack(&m->game.state.position, block);
            if (m->model) {
                svi_course_pack(&m->game.state.course, block + SV_POSITION_BYTES);
            }
        }
        svi_baseline_make_patch(&m->baseline, i, block,
                                s->link->model ? SVI_MAX_BLOCK : SV_POSITION_BYTES, &patch);
        ask(m, s, &patch, now_us);
        asked |= 1u << i;
    }
    if (asked != 0) {
        svi_baseline_learn(&m->baseline, asked, block,
                           m->model ? SVI_MAX_BLOCK : SV_POSITION_BYTES);
    }
    return sv_count(asked);
}

/* Gives the answer of the seat that is next in the game's order. */
static enum sv_status give_answer(struct svi_match *m, struct svi_seat *s)
{
    enum sv_verdict verdict = (enum sv_verdict)s->verdict;
    enum sv_status status = SV_OK;
    if (m->remarks[s->number].waiting.size != 0) {
        status = svi_remark_queue_give(&m->remarks[s->number], &m->game);
    }
    if (status == SV_OK) {
        status = svi_game_answer(&m->game, s->number, verdict, s->by_default ? NULL : &s->answer);
    }
    if (status != SV_OK && status != SV_E_SYSTEM && verdict == SV_VERDICT_OK) {
        if (s->link != NULL) {
            svi_link_notice(s->link, SVI_NOTICE_STRIKE,
                            "gave an illegal answer to a question of kind '%s': %s",
                            sv_decision_name(s->asked.kind), sv_status_text(status));
        }
        verdict = SV_VERDICT_ILLEGAL;
        status = svi_game_answer(&m->game, s->number, verdict, NULL);
    }
    s->phase = SVI_SEAT_IDLE;
    s->tally.verdicts[verdict]++;
    if (verdict != SV_VERDICT_OK && ++s->strikes == m->config->strikes) {
        s->forfeit = true;
        if (s->link != NULL) {
            svi_link_notice(s->link, SVI_NOTICE_FORFEIT,
                            "has used up its %u strikes and forfeits its seat", s->strikes);
        }
    }
    return status;
}

enum sv_status svi_match_step(struct svi_match *m, uint64_t *questions, int64_t now_us)
{
    assert(svi_match_ready(m));
    enum sv_status status = give_forfeits(m);
    while (status == SV_OK && !svi_game_over(&m->game)) {
        *questions += ask_all(m, now_us);
        if (!svi_match_ready(m)) {
            break;
        }
        unsigned next;
        while (status == SV_OK && (next = svi_game_next(&m->game)) != SV_NONE &&
               m->seat[next].phase == SVI_SEAT_ANSWERED) {
            status = give_answer(m, &m->seat[next]);
        }
        if (status == SV_OK) {
            status = give_forfeits(m);
        }
    }
    return status;
}

/* ---- the end ---------------------------------------------------------------------------------- */

void svi_match_end(struct svi_match *m, struct svi_referee_done *done, int64_t now_us)
{
    struct svi_end end = {.seats = (uint8_t)m->job.seats};
    assert(svi_game_over(&m->game));
    memset(done, 0, sizeof *done);
    svi_game_result(&m->game, &end.result);
    for (unsigned i = 0; i < m->job.seats; i++) {
        struct svi_seat *s = &m->seat[i];
        s->tally.used_us = s->clock.used_us;
        s->tally.dropped = m->remarks[i].dropped;
        s->tally.printed = svi_printed_text(&m->printed[i]);
        done->seat[i] = s->tally;
        if (s->link == NULL) {
            continue;
        }
        if (s->phase == SVI_SEAT_ASKED) { /* somebody else's forfeit has ended the game */
            svi_clock_drop(&s->link->clocks, &s->clock, now_us);
            s->link->owed++;
        }
        end.match = s->id;
        svi_put_end(&s->link->out, &end);
        svi_link_unseat(s->link, s->id);
        if (!s->tally.forfeited) {
            svi_link_proved(s->link);
        }
        s->link = NULL;
    }
    done->job = m->job;
    done->result = end.result;
    done->replay = m->game.record.data;
    done->replay_size = m->game.record.size;
    done->crash = m->crash;
    done->crash_seat = m->crash_seat;
    done->decisions = m->game.decisions;
    done->turns = m->game.state.position.turn;
    done->rounds = m->game.state.position.round;
    done->wall_us = (uint64_t)(now_us - m->began_us);
}
