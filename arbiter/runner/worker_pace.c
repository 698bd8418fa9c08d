#include "runner/worker_pace.h"

void svi_worker_visit_seats(struct svi_bot_process *bot,
                            void (*visit)(void *user, struct svi_bot_session_seat *seat),
                            void *user)
{
    const struct svi_bot_session *session = &bot->session;
    for (unsigned i = 0, left = session->n_seats; left > 0; i++) {
        if (session->slot[i] != NULL) {
            left--;
            visit(user, session->slot[i]);
        }
    }
    for (struct svi_bot_session_seat *s = bot->held; s != NULL; s = s->next_held) {
        visit(user, s);
    }
}

static void look_at_seat(void *user, struct svi_bot_session_seat *seat)
{
    struct svi_pace_look *look = user;
    const bool awaited = seat->phase == SVI_SEAT_ASKED || seat->away;
    look->matches += !seat->out;
    look->awaited += awaited;
    look->kept += awaited ? svi_match_of(seat)->job.seats - 1 : 0;
}

/* Looks for whom the matches wait. One that cannot begin waits for those that are starting. */
static void look_at_pace(struct svi_worker *w)
{
    const bool stuck = w->in_flight == 0 && w->n_ahead > 0;
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        struct svi_bot_process *bot = &w->bots[i];
        struct svi_pace_look *look = &w->pace.bot[i].look;
        const bool starting =
            bot->state == SVI_BOT_PROCESS_STARTING || bot->state == SVI_BOT_PROCESS_ENDING;
        *look = (struct svi_pace_look){.places = bot->begun > 0 ? bot->session.capacity : 0,
                                       .matches = stuck && starting,
                                       .awaited = stuck && starting};
        svi_worker_visit_seats(bot, look_at_seat, look);
        if (bot->spec->local_seat != NULL) {
            *look = (struct svi_pace_look){0}; /* a person takes the time that it takes */
        }
    }
    svi_pace_take(&w->pace, stuck ? 1 : w->in_flight, w->now_us);
}

/* What the bot takes for an answer, in the mean; the one that it owes counts as given. */
static uint64_t answer_us(const struct svi_worker *w, unsigned bot)
{
    return (uint64_t)w->pace.bot[bot].open_us / (w->bots[bot].session.answers + 1) + 1;
}

/* Whether a bot costs the others time by being started anew again and again, in this run, too. */
static bool is_costly(const struct svi_bot_process *bot)
{
    return bot->state != SVI_BOT_PROCESS_OUT && bot->past.faulty > bot->faulty_before &&
           bot->past.faulty >= SVI_BOT_COSTLY &&
           bot->past.faulty * SVI_BOT_SOUND > bot->past.played;
}

/* Marks these as slow, too. */
static bool find_costly(struct svi_worker *w)
{
    bool any = false;
    for (unsigned i = 0; i < w->pace.n; i++) {
        w->pace.bot[i].slow |= is_costly(&w->bots[i]);
        any |= w->pace.bot[i].slow;
    }
    return any;
}

static void tell_costly(const struct svi_worker *w)
{
    for (unsigned i = 0; i < w->pace.n && w->config->note != NULL; i++) {
        if (w->pool->parked[i] && is_costly(&w->bots[i])) {
            w->config->note("bot '%s' has lost %u processes; restarting it delays the others",
                            w->bots[i].spec->name, w->bots[i].past.faulty);
        }
    }
}

void svi_worker_look_for_slow(struct svi_worker *w)
{
    bool more = false;
    if (w->pace.share == 0 || w->now_us - w->pace.looked_us < SVI_WORKER_TICK_US ||
        svi_worker_pool_parting(w->pool)) {
        return;
    }
    look_at_pace(w);
    const bool slow = svi_pace_judge(&w->pace);
    if (!find_costly(w) && !slow) {
        return;
    }
    for (unsigned i = 0; i < w->pace.n; i++) {
        more |= w->pace.bot[i].slow && !w->asked[i];
        w->asked[i] |= w->pace.bot[i].slow;
        w->answer_us[i] = w->pace.bot[i].slow ? answer_us(w, i) : 0;
    }
    if (!more) {
        return;
    }
    pthread_mutex_lock(&w->pool->lock);
    if (!svi_worker_pool_parting(w->pool) && w->config->park(w->config->user, w->answer_us)) {
        for (unsigned i = 0; i < w->pace.n; i++) {
            w->pool->parked[i] = w->answer_us[i] > 0;
        }
        tell_costly(w);
        atomic_store_explicit(&w->pool->parting, true, memory_order_release);
    }
    pthread_mutex_unlock(&w->pool->lock);
    w->look_for_jobs = true;
}

struct parked_count {
    const struct svi_worker *w;
    unsigned matches;
};

/* Counts a match at the first of its seats that a parked bot sits in. */
static void count_parked(void *user, struct svi_bot_session_seat *seat)
{
    struct parked_count *count = user;
    const struct svi_match *m = svi_match_of(seat);
    unsigned first = 0;
    while (!count->w->pool->parked[m->job.bot[first]] ||
           (m->bots.seat[first].session == NULL && !m->bots.seat[first].away)) {
        first++;
    }
    count->matches += first == seat->number;
}

bool svi_worker_waits_for_parked(struct svi_worker *w)
{
    struct parked_count count = {.w = w};
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        if (w->pool->parked[i]) {
            svi_worker_visit_seats(&w->bots[i], count_parked, &count);
        }
    }
    return count.matches == w->in_flight;
}

static void list_match(void *user, struct svi_bot_session_seat *seat)
{
    svi_match_list_add(user, svi_match_of(seat));
}

void svi_worker_suspend(struct svi_worker *w)
{
    struct svi_match_list list = {0};
    struct svi_match *m;
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        svi_worker_visit_seats(&w->bots[i], list_match, &list);
    }
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        svi_bot_session_close(&w->bots[i].session, true, w->now_us);
        w->bots[i].held = NULL;
    }
    pthread_mutex_lock(&w->pool->lock);
    while ((m = svi_match_list_take(&list)) != NULL) {
        m->began_us = w->now_us - m->began_us;
        svi_match_list_add(w->config->suspended, m);
    }
    pthread_mutex_unlock(&w->pool->lock);
}
