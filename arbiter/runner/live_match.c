#include "runner/live_match.h"

#include "memory/memory.h"
#include "runner/local_seat.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

void svi_match_init(struct svi_match *m)
{
    memset(m, 0, sizeof *m);
    svi_game_init(&m->game);
    svi_match_view_init(&m->bots);
}

void svi_match_finish(struct svi_match *m)
{
    svi_game_finish(&m->game);
    svi_event_log_finish(&m->events);
    svi_event_log_finish(&m->talk);
    svi_match_times_finish(&m->times);
    svi_match_view_finish(&m->bots);
    for (unsigned i = 0; i < SV_MAX_SEATS; i++) {
        svi_output_tail_reset(&m->printed[i]);
    }
    free(m->follower);
}

void svi_match_list_finish(struct svi_match_list *list)
{
    struct svi_match *m;
    while ((m = svi_match_list_take(list)) != NULL) {
        svi_match_finish(m);
        free(m);
    }
}

/* ---- the beginning --------------------------------------------------------------------------- */

static void take_event(void *user, const struct sv_event *ev)
{
    struct svi_match *m = user;
    m->n_events++;
    svi_trade_balance_take(&m->trades, &m->game, ev);
    if (m->follower != NULL) {
        svi_luck_follow(m->follower, ev);
    }
    if (m->telling) {
        svi_event_log_add(&m->events, ev);
    }
    if (m->talking) {
        svi_event_log_add_said(&m->talk, ev);
    }
    if (m->local != 0) {
        svi_local_seat_watch(m->config->bots, m->job.bot, m->local, &m->game, ev);
    }
}

void svi_match_account(struct svi_match *m, struct svi_luck_tables *tables)
{
    if (m->follower == NULL || m->follower->tables != tables) {
        free(m->follower);
        m->follower = tables != NULL ? svi_new(1, sizeof *m->follower) : NULL;
        if (m->follower != NULL) {
            m->follower->tables = tables;
        }
    }
}

static enum sv_status start_game(struct svi_match *m, const struct svi_edition_cache *board,
                                 const char *const *names, struct svi_bot_session *const *sessions)
{
    const struct svi_job *job = &m->job;
    const struct sv_sink sink = {take_event, m};
    if (job->driver != NULL) {
        if (m->follower != NULL) {
            svi_luck_follow_nothing(m->follower, m->follower->tables);
        }
        return job->driver->start(m, &sink);
    }
    char number[24];
    char deal[24];
    char seating[16];
    char taken_back[16];
    struct svi_meta meta[5];
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
    if (job->taken_back > 0) {
        (void)snprintf(taken_back, sizeof taken_back, "%u", job->taken_back);
        meta[n_meta++] = (struct svi_meta){"taken_back", taken_back};
    }
    struct svi_game_setup setup = {.edition = job->edition,
                                   .names = names,
                                   .meta = meta,
                                   .n_meta = n_meta,
                                   .salt = job->salt,
                                   .record = true,
                                   .format = m->talking ? SVI_RECORD_VERSION : 0,
                                   .sink = sink,
                                   .edition_bytes = board->bytes.data,
                                   .edition_size = board->bytes.size,
                                   .edition_hash = board->hash};
    memcpy(setup.setup.seed, job->seed, sizeof setup.setup.seed);
    setup.setup.seats = (uint8_t)job->seats;
    for (unsigned i = 0; i < job->seats; i++) {
        /* A bot that is out keeps its answers, so that its seat is asked: a forfeit needs a game
         * that is not over. */
        setup.setup.answers[i] = sessions[i] != NULL ? sessions[i]->kinds : SV_ANSWERS_ALL;
        if (sessions[i] != NULL) {
            memcpy(setup.setup.when[i], sessions[i]->when, sizeof setup.setup.when[i]);
            setup.format = sessions[i]->hello.fallback ? SVI_RECORD_VERSION : setup.format;
        }
    }
    if (m->follower != NULL) {
        svi_luck_follow_begin(m->follower, m->follower->tables, &setup.setup, NULL);
    }
    return svi_game_start(&m->game, &setup);
}

static bool is_local(const struct svi_match *m, unsigned seat)
{
    return m->config != NULL && m->config->bots[m->job.bot[seat]].local_seat != NULL;
}

enum sv_status svi_match_begin(struct svi_match *m, const struct svi_job *job,
                               const char *const *names, struct svi_bot_session *const *sessions,
                               const struct svi_edition_cache *board, int64_t now_us)
{
    m->job = *job;
    m->began_us = now_us;
    memset(m->tally, 0, sizeof m->tally);
    memset(&m->trades, 0, sizeof m->trades);
    svi_match_times_finish(&m->times);
    memset(m->noted, 0, sizeof m->noted);
    m->asked = UINT32_MAX;
    m->n_events = 0;
    m->telling = false;
    m->talking = false;
    m->local = 0;
    svi_event_log_finish(&m->events);
    svi_event_log_finish(&m->talk);
    for (unsigned i = 0; i < job->seats; i++) {
        svi_output_tail_reset(&m->printed[i]);
        m->local |= (unsigned)is_local(m, i) << i;
        m->telling |= sessions[i] != NULL && sessions[i]->state == SVI_BOT_SESSION_UP &&
                      sessions[i]->hello.events;
        m->talking |= sessions[i] != NULL && sessions[i]->talk && sessions[i]->hello.talk;
    }
    SVI_TRY(start_game(m, board, names, sessions));
    const struct svi_match_view_setup setup = {
        .board = board,
        .state = &m->game.state,
        .name = (const char(*)[SV_MAX_NAME])m->game.name,
        .seed = m->job.seed,
        .salt = m->job.salt,
        .seats = job->seats,
        .events = m->telling ? &m->events : NULL,
        .talk = m->talking && m->game.format >= SVI_RECORD_VERSION ? &m->talk : NULL,
        .played = &m->game,
        .number = job->number};
    svi_match_view_begin(&m->bots, &setup);
    for (unsigned i = 0; i < job->seats; i++) {
        if (sessions[i] != NULL && sessions[i]->state == SVI_BOT_SESSION_UP) {
            svi_match_view_seat(&m->bots, i, sessions[i]);
        } else if (sessions[i] != NULL) {
            svi_match_view_leave_empty(&m->bots, i);
        }
    }
    return SV_OK;
}

void svi_match_move(struct svi_match *m, const struct svi_run_config *config,
                    const struct svi_edition_cache *board, struct svi_luck_tables *tables)
{
    m->config = config;
    m->bots.board = board;
    if (m->follower != NULL) {
        svi_luck_follow_move(m->follower, tables);
    }
}

/* ---- between questions ----------------------------------------------------------------------- */

void svi_match_where(struct svi_bot_session_seat *seat, char *text, size_t size)
{
    const struct svi_match *m = svi_match_of(seat);
    char match[32] = "";
    if (m->job.number != 0) {
        (void)snprintf(match, sizeof match, "match %" PRIu64 ", ", m->job.number);
    }
    (void)snprintf(text, size, "%sseat %u, turn %" PRIu32 ", decision %" PRIu32, match,
                   seat->number, m->game.state.position.turn,
                   seat->phase == SVI_SEAT_IDLE ? m->game.decisions
                                                : svi_game_decision(&m->game, seat->number));
}

/* Gives the due forfeits, clockwise. If a bot answered and was lost after that, the answer counts:
 * its forfeit follows the answer. */
static enum sv_status give_forfeits(struct svi_match *m)
{
    struct svi_bot_session_game *bots = &m->bots.game;
    const unsigned first = m->game.state.position.turn_seat;
    for (unsigned k = 0; bots->forfeits != 0 && k < m->job.seats; k++) {
        const unsigned i = (first + k) % m->job.seats;
        if (!sv_has(bots->forfeits & ~bots->settled, i) || svi_game_over(&m->game)) {
            continue;
        }
        bots->forfeits &= ~(1u << i);
        if (!sv_alive(&m->game.state.position, i) || m->tally[i].forfeited) {
            continue;
        }
        m->tally[i].verdicts[SV_VERDICT_DEAD] += sv_has(svi_game_pending(&m->game), i);
        m->tally[i].forfeited = true;
        svi_bot_session_out(&m->bots.seat[i]);
        bots->late_forfeits |= (unsigned)(m->asked == m->game.decisions) << i;
        svi_log_queue_forget(&m->bots.seat[i].log_entries);
        svi_rejected_queue_forget(&m->bots.seat[i].rejected_answers);
        SVI_TRY(svi_game_forfeit(&m->game, i));
    }
    return SV_OK;
}

/* Records the time that the seat's question took, if it was asked at all. */
static void note_time(struct svi_match *m, const struct svi_bot_session_seat *s)
{
    const int64_t took_us = s->clock.took_us;
    if (took_us >= 0 && s->question != m->noted[s->number]) {
        svi_match_times_add(&m->times, s->number, s->asked.kind, (uint64_t)s->clock.thought_us,
                            (uint64_t)took_us);
    }
    m->noted[s->number] = s->question;
}

enum sv_status svi_match_give_answer(struct svi_match *m, struct svi_bot_session_seat *s)
{
    enum sv_status status = SV_OK;
    const bool fallback = s->verdict == SV_VERDICT_OK && s->log_entries.fallback &&
                          m->game.format >= SVI_RECORD_VERSION;
    unsigned verdict = fallback ? SV_VERDICT_FALLBACK : s->verdict;
    note_time(m, s);
    if (s->log_entries.waiting.size != 0 || s->log_entries.fallback) {
        status = svi_log_queue_give(&s->log_entries, &m->game, s->verdict == SV_VERDICT_OK);
    }
    /* A late answer is recorded with the next answer that comes in time, even if the bot's answer
     * is late again. */
    if (status == SV_OK && s->rejected_answers.waiting.size != 0 &&
        (s->verdict == SV_VERDICT_OK || s->verdict == SV_VERDICT_MALFORMED ||
         s->verdict == SV_VERDICT_ILLEGAL)) {
        status = svi_rejected_queue_give(&s->rejected_answers, &m->game);
    }
    if (status == SV_OK) {
        status = svi_game_answer(&m->game, s->number, (enum sv_verdict)verdict,
                                 s->by_default ? NULL : &s->answer);
    }
    if (status != SV_OK && status != SV_E_SYSTEM && s->verdict == SV_VERDICT_OK) {
        svi_match_view_forbid(s);
        verdict = s->verdict;
        status = svi_rejected_queue_give(&s->rejected_answers, &m->game);
        if (status == SV_OK) {
            status = svi_game_answer(&m->game, s->number, SV_VERDICT_ILLEGAL, NULL);
        }
    }
    if (s->verdict == SV_VERDICT_LATE) {
        svi_rejected_queue_decided(&s->rejected_answers, s->question, m->game.decisions);
    }
    m->tally[s->number].verdicts[verdict]++;
    svi_match_view_taken(s);
    return status;
}

enum sv_status svi_match_step(struct svi_match *m, int64_t now_us)
{
    assert(svi_match_ready(m));
    if (m->job.driver != NULL) {
        return m->job.driver->step(m, now_us);
    }
    enum sv_status status = give_forfeits(m);
    while (status == SV_OK && !svi_game_over(&m->game)) {
        /* A seat that has forfeited is not pending. */
        svi_match_view_ask(&m->bots, svi_game_pending(&m->game) & ~m->bots.game.settled, now_us);
        m->asked = m->game.decisions;
        if (svi_event_log_failed(&m->events) || svi_event_log_failed(&m->talk)) {
            return SV_E_SYSTEM;
        }
        if (!svi_match_ready(m)) {
            break;
        }
        /* Forfeits of lost bots whose seats are now asked. */
        if ((m->bots.game.forfeits & ~m->bots.game.settled) != 0) {
            status = give_forfeits(m);
            continue;
        }
        unsigned next;
        while (status == SV_OK && (next = svi_game_next(&m->game)) != SV_NONE &&
               m->bots.seat[next].phase == SVI_SEAT_SETTLED) {
            status = svi_match_give_answer(m, &m->bots.seat[next]);
        }
        if (status == SV_OK) {
            status = give_forfeits(m);
        }
    }
    return status;
}

/* ---- the end --------------------------------------------------------------------------------- */

void svi_match_end(struct svi_match *m, struct svi_outcome *done, int64_t now_us)
{
    assert(svi_game_over(&m->game));
    memset(done, 0, sizeof *done);
    svi_game_result(&m->game, &done->result);
    svi_match_view_end(&m->bots, &done->result, now_us);
    svi_event_log_finish(&m->events); /* else each match keeps the memory of its longest game */
    svi_event_log_finish(&m->talk);
    for (unsigned i = 0; i < m->job.seats; i++) {
        const struct svi_bot_session_seat *s = &m->bots.seat[i];
        m->tally[i].used_us = s->clock.used_us;
        m->tally[i].dropped = s->log_entries.dropped;
        m->tally[i].printed = svi_output_tail_text(&m->printed[i]);
        done->seat[i] = m->tally[i];
    }
    done->job = m->job;
    done->replay = m->game.record.data;
    done->replay_size = m->game.record.size;
    done->decisions = m->game.decisions;
    done->turns = m->game.state.position.turn;
    done->rounds = m->game.state.position.round;
    done->wall_us = (uint64_t)(now_us - m->began_us);
    done->trades = m->trades;
    if (m->follower != NULL) {
        svi_luck_follow_end(m->follower, &m->game, &m->luck);
        done->luck = &m->luck;
    }
    svi_match_times_close(&m->times);
    done->times = m->times.cell;
    done->n_times = m->times.n;
}
