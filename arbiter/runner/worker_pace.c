#include "runner/worker_pace.h"

#include "runner/worker_io.h"

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
    for (struct svi_bot_session_seat *s = bot->lost_seats; s != NULL; s = s->next_lost) {
        visit(user, s);
    }
}

static void look_at_seat(void *user, struct svi_bot_session_seat *seat)
{
    struct svi_pace_look *look = user;
    const bool awaited =
        seat->phase == SVI_SEAT_ASKED && seat->session != NULL && !seat->recovery.running;
    look->matches += !seat->out;
    look->awaited += awaited;
    look->blocked += awaited ? svi_match_of(seat)->job.seats - 1 : 0;
}

/* Looks which bots the matches wait for. If a bot was slow at the last look, its open question is
 * charged only after another look at its processes' waits. */
static void look_at_pace(struct svi_worker *w)
{
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        struct svi_bot_process *bot = &w->bots[i];
        struct svi_pace *pace = &w->pace.bot[i];
        if (pace->slow) {
            svi_worker_excuse(bot, w->judged_us);
        }
        pace->look = (struct svi_pace_look){
            .places = bot->begun > 0 ? bot->session.capacity : 0,
            .answers = bot->past.answers + bot->session.answers,
            .charged_us = svi_bot_session_charged_us(&bot->session, w->judged_us),
            .behind = svi_run_family_is_behind(&bot->child.family)};
        svi_worker_visit_seats(bot, look_at_seat, &pace->look);
        if (bot->spec->local_seat != NULL) {
            pace->look = (struct svi_pace_look){0}; /* a person may take any time */
        }
    }
    svi_pace_take(&w->pace, w->in_flight, w->now_us);
}

/* Returns whether a bot's faults, of which it has at least `least`, delay the others, in this run
 * too. */
static bool is_costly(const struct svi_bot_process *bot, unsigned least)
{
    const unsigned faults = svi_bot_process_faults(bot);
    return bot->state != SVI_BOT_PROCESS_OUT && faults > bot->faults_before && faults >= least &&
           faults * SVI_BOT_SOUND > bot->past.played;
}

/* Fills in the measurements of bot i. It counts as slow only if it was slow at the last look too;
 * its open question has been looked at since. */
static void measure(struct svi_worker *w, unsigned i, bool was_slow, unsigned least_faults)
{
    const struct svi_bot_process *bot = &w->bots[i];
    const struct svi_pace *pace = &w->pace.bot[i];
    const bool costly = is_costly(bot, least_faults);
    w->slow[i] = (struct svi_slow_bot){
        .slow = costly || bot->past.out || (pace->slow && was_slow),
        .out = bot->past.out,
        .behind = pace->look.behind,
        .lost = costly ? bot->past.faulty : 0,
        .forfeited = costly ? bot->past.forfeits : 0,
        .percent = svi_pace_percent(pace),
        .answers = pace->look.answers,
        .charged_us = bot->past.charged_us + pace->look.charged_us,
    };
}

void svi_worker_look_for_slow(struct svi_worker *w)
{
    bool more = false, parts = false;
    if (w->pace.share == 0 || w->now_us - w->pace.looked_us < SVI_WORKER_TICK_US) {
        return;
    }
    look_at_pace(w);
    for (unsigned i = 0; i < w->pace.n; i++) {
        w->slow[i].slow = w->pace.bot[i].slow;
    }
    (void)svi_pace_judge(&w->pace);
    for (unsigned i = 0; i < w->pace.n; i++) {
        measure(w, i, w->slow[i].slow, SVI_BOT_COSTLY);
        more |= w->slow[i].slow && !w->asked[i];
        parts |= w->slow[i].slow && !w->slow[i].out && !w->asked[i];
    }
    if (!more) {
        return;
    }
    for (unsigned i = 0; i < w->pace.n; i++) {
        if (parts) { /* ends the run once for all bots that would end it soon */
            measure(w, i, w->slow[i].slow, 1);
        }
        w->asked[i] |= w->slow[i].slow;
    }
    pthread_mutex_lock(&w->pool->lock);
    if (w->config->jobs.park(w->config->jobs.user, w->slow)) {
        for (unsigned i = 0; i < w->pace.n; i++) {
            atomic_store(&w->pool->parked[i], w->slow[i].slow);
        }
        atomic_store_explicit(&w->pool->draining, true, memory_order_release);
    }
    pthread_mutex_unlock(&w->pool->lock);
    w->look_for_jobs = true;
}

struct parked_count {
    const struct svi_worker *w;
    unsigned matches;
};

/* Returns whether a seat keeps its match from being finished in this run: its bot is parked, or has
 * lost its process and starts no other while the run ends. */
static bool is_left(const struct svi_worker *w, const struct svi_match *m, unsigned seat)
{
    const struct svi_bot_session_seat *s = &m->bots.seat[seat];
    return s->away || (s->session != NULL && atomic_load(&w->pool->parked[m->job.bot[seat]]));
}

/* Counts a match at the first of its seats that keep it from being finished. */
static void count_parked(void *user, struct svi_bot_session_seat *seat)
{
    struct parked_count *count = user;
    const struct svi_match *m = svi_match_of(seat);
    unsigned first = 0;
    while (first < seat->number && !is_left(count->w, m, first)) {
        first++;
    }
    count->matches += first == seat->number && is_left(count->w, m, first);
}

bool svi_worker_parted(struct svi_worker *w)
{
    struct parked_count count = {.w = w};
    w->draining_us = w->draining_us != 0 ? w->draining_us : w->now_us;
    if (w->now_us - w->draining_us >= SVI_WORKER_DRAINING_US) {
        return true;
    }
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        svi_worker_visit_seats(&w->bots[i], count_parked, &count);
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
        w->bots[i].lost_seats = NULL;
    }
    pthread_mutex_lock(&w->pool->lock);
    while ((m = svi_match_list_take(&list)) != NULL) {
        m->began_us = w->now_us - m->began_us;
        svi_match_list_add(w->config->suspended, m);
    }
    pthread_mutex_unlock(&w->pool->lock);
}
