#include "runner/worker_matches.h"

#include "memory/memory.h"
#include "runner/recovery_queue.h"
#include "runner/worker_io.h"
#include "session/clock.h"

#include "base/time.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Starts an IDLE bot. Its time to say hello begins now, not with this turn, in which many others
 * may have been started. */
static void start(struct svi_worker *w, struct svi_bot_process *bot)
{
    svi_bot_process_start(bot, svi_time_us());
    w->look_for_jobs |= bot->state != SVI_BOT_PROCESS_STARTING; /* then that is over already */
    w->stats.starts += bot->process.pid != 0;
}

/* NULL: an edition too large for the memory. */
static struct svi_worker_edition *edition_of(struct svi_worker *w, const struct sv_edition *edition)
{
    for (unsigned i = 0; i < w->n_editions; i++) {
        if (w->editions[i]->cache.edition == edition) {
            return w->editions[i];
        }
    }
    struct svi_worker_edition *added = svi_new(1, sizeof *added);
    if (!svi_edition_cache_init(&added->cache, edition, w->n_editions)) {
        free(added);
        return NULL;
    }
    w->editions = svi_grow(w->editions, &w->editions_room, w->n_editions + 1,
                           sizeof(struct svi_worker_edition *));
    w->editions[w->n_editions++] = added;
    if (w->config->luck) {
        added->luck = svi_new(1, sizeof *added->luck);
        (void)svi_luck_tables_take(added->luck, edition, added->cache.hash);
    }
    return added;
}

/* Ends a bot's process that has played and sits in no match, so that a new one can be started. */
static void renew(struct svi_worker *w, struct svi_bot_process *bot)
{
    if (bot->state == SVI_BOT_PROCESS_UP && bot->begun > 0 && bot->session.n_seats == 0) {
        svi_worker_dismiss(bot);
        svi_bot_process_retire(bot, w->now_us);
    }
}

/* Has the bots take up what lost processes of theirs have left. */
static void take_up(struct svi_worker *w)
{
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        struct svi_bot_process *bot = &w->bots[i];
        if (bot->held == NULL) {
            continue;
        }
        renew(w, bot);
        if (bot->state == SVI_BOT_PROCESS_IDLE) {
            start(w, bot);
        }
        if (bot->state == SVI_BOT_PROCESS_OUT) {
            svi_recovery_give_up(bot);
        } else if (bot->state == SVI_BOT_PROCESS_UP && bot->begun == 0) {
            svi_recovery_take_up(bot, w->now_us);
        }
    }
}

/* True when all bots of a job are there, or given up, and have room. Starts those that are not
 * there. */
static bool can_begin(struct svi_worker *w, const struct svi_job *job)
{
    bool can = true;
    for (unsigned i = 0; i < job->seats; i++) {
        struct svi_bot_process *bot = &w->bots[job->bot[i]];
        unsigned seats = 0;
        for (unsigned k = 0; k < job->seats; k++) {
            seats += job->bot[k] == job->bot[i];
        }
        if (svi_bot_process_is_spent(bot)) {
            renew(w, bot);
        }
        if (bot->state == SVI_BOT_PROCESS_IDLE) {
            start(w, bot);
        }
        can &= bot->state == SVI_BOT_PROCESS_OUT || svi_bot_process_has_room(bot, seats);
    }
    return can;
}

/* Counts a match that begins or goes on. */
static void count_in(struct svi_worker *w, const struct svi_job *job)
{
    for (unsigned i = 0; i < job->seats; i++) {
        struct svi_bot_process *bot = &w->bots[job->bot[i]];
        bool first = true; /* of its seats */
        for (unsigned k = 0; k < i; k++) {
            first &= job->bot[k] != job->bot[i];
        }
        bot->begun += first;
        bot->alone = false;
    }
    w->in_flight++;
}

/* The match of a job, if an earlier run has suspended it. */
static struct svi_match *take_suspended(struct svi_worker *w, const struct svi_job *job)
{
    struct svi_match *found = NULL;
    struct svi_match_list others = {0};
    struct svi_match *m;
    if (w->config->suspended == NULL || w->config->suspended->first == NULL) {
        return NULL;
    }
    pthread_mutex_lock(&w->pool->lock);
    while ((m = svi_match_list_take(w->config->suspended)) != NULL) {
        if (found == NULL && m->job.number == job->number) {
            found = m;
        } else {
            svi_match_list_add(&others, m);
        }
    }
    *w->config->suspended = others;
    pthread_mutex_unlock(&w->pool->lock);
    return found;
}

/* A suspended match goes on: each seat's process is led through it. */
static void resume(struct svi_worker *w, struct svi_match *m, struct svi_worker_edition *edition)
{
    svi_match_move(m, w->config, &edition->cache, edition->luck);
    m->serial = w->begun++;
    m->began_us = w->now_us - m->began_us;
    count_in(w, &m->job);
    for (unsigned i = 0; i < m->job.seats; i++) {
        struct svi_bot_process *bot = &w->bots[m->job.bot[i]];
        struct svi_bot_session_seat *seat = &m->bots.seat[i];
        seat->limits = bot->session.limits;
        if (seat->away && bot->state == SVI_BOT_PROCESS_UP) {
            svi_match_view_seat_again(&m->bots, i, &bot->session, w->now_us);
        } else if (seat->away) {
            svi_bot_session_give_up(&bot->session, seat);
        }
    }
    if (svi_match_ready(m)) {
        svi_match_list_add(&w->ready, m);
    }
}

static void begin(struct svi_worker *w, const struct svi_job *job)
{
    const char *names[SV_MAX_SEATS];
    struct svi_bot_session *sessions[SV_MAX_SEATS];
    struct svi_worker_edition *edition = edition_of(w, job->edition);
    if (edition == NULL) {
        svi_worker_pool_fail(w->pool, "no memory");
        return;
    }
    struct svi_match *m = take_suspended(w, job);
    if (m != NULL) {
        resume(w, m, edition);
        return;
    }
    m = svi_match_list_take(&w->idle);
    for (unsigned i = 0; i < job->seats; i++) {
        struct svi_bot_process *bot = &w->bots[job->bot[i]];
        assert(bot->state == SVI_BOT_PROCESS_UP || bot->state == SVI_BOT_PROCESS_OUT);
        names[i] = bot->spec->name;
        sessions[i] = bot->state == SVI_BOT_PROCESS_UP || bot->past.greeted ? &bot->session : NULL;
    }
    if (m == NULL) {
        m = svi_new(1, sizeof *m);
        svi_match_init(m);
    }
    m->config = w->config;
    m->serial = w->begun++;
    svi_match_account(m, edition->luck);
    if (svi_match_begin(m, job, names, sessions, &edition->cache, w->now_us) != SV_OK) {
        svi_match_list_add(&w->idle, m);
        svi_worker_pool_fail(w->pool, "no memory");
        return;
    }
    count_in(w, job);
    svi_match_list_add(&w->ready, m);
}

/* Whether to look further ahead in the source: two bots at least have nothing better to do. */
static bool worth_looking_ahead(const struct svi_worker *w)
{
    unsigned free = 0;
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        free += svi_bot_process_has_room(&w->bots[i], 1);
    }
    return free >= 2;
}

/* Whether nobody plays the match: it ends as soon as it is begun. */
static bool is_forfeited(const struct svi_worker *w, const struct svi_job *job)
{
    unsigned i = 0;
    while (i < job->seats && w->bots[job->bot[i]].state == SVI_BOT_PROCESS_OUT) {
        i++;
    }
    return i == job->seats;
}

void svi_worker_admit(struct svi_worker *w)
{
    unsigned forfeited = 0; /* which nothing else bounds: they wait for no bot */
    const unsigned refills = atomic_load(&w->pool->refills);
    w->look_for_jobs = false;
    w->dry &= w->refills == refills;
    w->refills = refills;
    if (svi_worker_pool_parting(
            w->pool)) { /* they are given again, and what is held is suspended */
        w->n_ahead = 0;
        w->dry = true;
    } else {
        take_up(w);
    }
    unsigned from = 0; /* those before it have been looked at in vain */
    while (!svi_worker_pool_stopped(w->pool)) {
        for (unsigned i = from; i < w->n_ahead;) {
            const struct svi_job job = w->ahead[i];
            if (can_begin(w, &job)) {
                memmove(&w->ahead[i], &w->ahead[i + 1], (--w->n_ahead - i) * sizeof job);
                begin(w, &job);
                forfeited += is_forfeited(w, &job);
            } else {
                i++;
            }
        }
        from = w->n_ahead;
        if (forfeited >= SVI_WORKER_AHEAD) { /* their end has us look again */
            return;
        }
        if (w->dry || w->n_ahead == SVI_WORKER_AHEAD ||
            (w->n_ahead > 0 && !worth_looking_ahead(w))) {
            return;
        }
        w->dry = !svi_worker_pool_fetch(w->pool, &w->ahead[w->n_ahead]);
        if (w->dry) {
            return;
        }
        w->n_ahead++;
    }
}

static void end(struct svi_worker *w, struct svi_match *m)
{
    struct svi_outcome done;
    for (unsigned i = 0; i < m->job.seats; i++) {
        struct svi_bot_process *bot = &w->bots[m->job.bot[i]];
        if (m->bots.seat[i].session == NULL) {
            svi_recovery_remove(bot, m);
            continue;
        }
        if (w->config->keep_printed) {
            svi_bot_process_read_output(bot, w->now_us);
        }
        svi_bot_process_played(bot, &m->tally[i]);
    }
    svi_match_end(m, &done, svi_time_us());
    w->look_for_jobs = true;
    svi_worker_pool_done(w->pool, &done);
    svi_game_finish(&m->game); /* else each keeps as much as the longest game that it has met */
    svi_match_times_finish(&m->times);
    w->stats.matches++;
    w->in_flight--;
    svi_match_list_add(&w->idle, m);
}

bool svi_worker_step(struct svi_worker *w)
{
    bool ended = false;
    struct svi_match *m;
    while (!svi_worker_pool_stopped(w->pool) && (m = svi_match_list_take(&w->ready)) != NULL) {
        if (svi_match_step(m, w->now_us) != SV_OK) {
            svi_match_list_add(&w->ready, m); /* where it is found to be freed */
            svi_worker_pool_fail(w->pool, "no memory");
            return false;
        }
        if (svi_game_over(&m->game)) {
            end(w, m);
            ended = true;
        }
    }
    return ended;
}
