#include "league/preflight.h"

#include "base/file.h"
#include "league/league_run.h"
#include "league/play.h"
#include "league/roster.h"
#include "memory/memory.h"
#include "process/bot_log.h"
#include "process/output.h"
#include "process/scratch_dir.h"
#include "runner/runner.h"
#include "schedule/format_ladder.h"
#include "schedule/play_order.h"
#include "schedule/schedule.h"
#include "schedule/settings.h"
#include "session/clock.h"

#include "base/time.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SKIPPED 100000u  /* most matches in a row with a bot that does not work */
#define MOST_COUNTED 1000000u /* most games counted, if results decide about stages */
#define LAST_BYTES 2000       /* most bytes of a bot's output that are shown */
#define ROW_BYTES 400.0       /* bytes of a game in a store without its replay */
#define SEAT_BYTES 40.0       /* further bytes for each seat */

struct play {
    const struct svi_preflight_setup *setup;
    struct svi_preflight *trial;
    struct svi_settings settings; /* the league's settings, with a seed of the trial */
    bool planned;                 /* `schedule` and `order` are made */
    struct svi_schedule schedule; /* schedule of the bots that work */
    struct svi_play_order order;
    struct sv_edition short_edition;
    unsigned *who; /* the bots that play */
    uint64_t short_jobs, short_given, short_done;
    int64_t sound_us; /* end of the last short match in which all bots worked; 0 before the first */
    uint64_t draws;   /* seeds drawn so far */
    uint8_t key[SV_SEED_BYTES];
    int64_t began_us;
    /* Start and end of the games that are the league's; full_us is 0 before them. */
    int64_t full_us, full_until_us;
    int64_t last_us; /* when the last of these games ended */
    uint64_t bytes;  /* bytes of their replays */
    uint64_t full_answers, short_answers;
};

/* ---- planning ------------------------------------------------------------------------------- */

/* Draws places at random; every order is equally likely. */
static void draw_places(uint64_t *state, unsigned seats, uint8_t place[])
{
    for (unsigned i = 0; i < seats; i++) {
        place[i] = (uint8_t)(i + 1);
    }
    for (unsigned i = seats; i > 1; i--) {
        *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        const unsigned k = (unsigned)((*state >> 33) % i);
        const uint8_t other = place[k];
        place[k] = place[i - 1];
        place[i - 1] = other;
    }
}

/* Subtracts games that are called off because a bot that does not play has a seat. */
static void leave_out_off(struct svi_preflight *t, const struct svi_schedule *schedule)
{
    const uint64_t lanes = schedule->lanes, first = t->first / lanes, lineups = t->lineups;
    if (svi_settings_playing(&schedule->settings) == schedule->settings.bots) {
        return;
    }
    t->first = t->lineups = 0;
    for (uint64_t deal = 0; deal < schedule->matches / lanes; deal++) {
        if (svi_schedule_is_off(schedule, deal * lanes + 1)) {
            t->planned -= t->season ? 0 : lanes; /* a season's number of games is its budget */
        } else {
            t->first += deal < first ? lanes : 0;
            t->lineups += deal < lineups;
        }
    }
}

/* Counts the games of the league; if they depend on results, with random results. */
static enum sv_status count_games(struct svi_preflight *t, const struct svi_settings *settings,
                                  struct svi_schedule_fault *fault)
{
    SCOPED(svi_schedule_finish) struct svi_schedule schedule;
    uint8_t place[SV_MAX_SEATS];
    uint64_t lot = 1;
    SVI_TRY(svi_schedule_init(&schedule, settings, fault));
    t->lineups = schedule.stage[0].lineups;
    t->first = schedule.matches;
    t->lanes = schedule.lanes;
    t->seatings = schedule.seatings;
    t->by_results = svi_schedule_goes_by_results(&schedule);
    t->season = settings->format->season;
    bool more = t->by_results && !t->season;
    while (more && schedule.matches <= MOST_COUNTED) {
        while (schedule.taken < schedule.matches) {
            draw_places(&lot, settings->seats, place);
            SVI_TRY(svi_schedule_take(&schedule, place, NULL));
        }
        SVI_TRY(svi_schedule_next(&schedule, &more, fault));
    }
    const int64_t budget = settings->budget.value[SVI_BUDGET_games];
    t->planned = !t->season ? schedule.matches : budget != SVI_NONE_GIVEN ? (uint64_t)budget : 0;
    t->planned_most = more && schedule.matches > MOST_COUNTED;
    leave_out_off(t, &schedule);
    return SV_OK;
}

/* ---- matches --------------------------------------------------------------------------------- */

static void draw_seed(struct play *p, struct svi_job *job)
{
    p->draws++;
    (void)crypto_generichash(job->seed, sizeof job->seed, (const uint8_t *)&p->draws,
                             sizeof p->draws, p->key, sizeof p->key);
    sv_luck_salt(job->seed, 0, job->salt);
}

/* Each bot sits at as many short tables as there are seats, with other bots each time. A table with
 * a bot that does not start says little about the others. */
static void short_job(struct play *p, struct svi_job *job)
{
    const unsigned seats = p->setup->league->settings.seats;
    const uint64_t first = p->short_given++;
    *job = (struct svi_job){.edition = &p->short_edition, .seats = seats};
    for (unsigned i = 0; i < seats; i++) {
        job->bot[i] = p->who[(first + i) % p->short_jobs];
    }
}

static void begin_turns(struct play *p)
{
    svi_play_order_init(&p->order, &p->schedule, 1, 1, 64);
}

/* Plans the league of the working bots, after the short matches have shown which bots work. */
static void plan(struct play *p)
{
    struct svi_preflight *t = p->trial;
    struct svi_schedule_fault fault;
    for (unsigned i = 0; i < t->n_bots; i++) {
        if (t->bot[i].unfit) {
            p->settings.status[i] = SVI_STATUS_SET_ASIDE;
            t->unfit++;
        }
    }
    const struct svi_format *format = svi_format_of(&p->settings);
    p->planned = true;
    t->too_few = t->unfit > 0 && (svi_settings_playing(&p->settings) < p->settings.seats ||
                                  (format->ended != NULL && format->ended(&p->settings)));
    if (!t->too_few && (count_games(t, &p->settings, &fault) != SV_OK ||
                        svi_schedule_init(&p->schedule, &p->settings, &fault) != SV_OK)) {
        t->too_few = true;
    }
    if (!t->too_few) {
        begin_turns(p);
    }
}

/* Returns whether all bots of a match work. */
static bool is_whole(const struct play *p, const struct svi_pairing *pairing)
{
    for (unsigned s = 0; s < p->settings.seats; s++) {
        const struct svi_preflight_bot *bot = &p->trial->bot[pairing->bot[s]];
        if (!bot->plays || bot->unfit) {
            return false;
        }
    }
    return true;
}

/* Finds the next match of the league in which all bots work. Returns false if such matches are too
 * rare. */
static bool full_job(struct play *p, struct svi_job *job)
{
    struct svi_pairing pairing;
    uint64_t number = 0;
    for (unsigned tries = 0; number == 0; tries++) {
        if (tries == MOST_SKIPPED) {
            return false;
        }
        number = svi_play_order_next(&p->order);
        if (number == 0) {
            begin_turns(p);
            continue;
        }
        svi_schedule_match(&p->schedule, number, &pairing);
        number = is_whole(p, &pairing) ? number : 0;
    }
    *job = (struct svi_job){.number = number,
                            .edition = &p->setup->league->edition,
                            .seats = p->setup->league->settings.seats,
                            .league = p->setup->league->name,
                            .deal = pairing.deal,
                            .seating = pairing.seating,
                            .user = p};
    memcpy(job->bot, pairing.bot, sizeof job->bot);
    return true;
}

static bool is_over(const struct play *p)
{
    return p->full_us != 0 && svi_time_us() >= p->full_until_us;
}

static bool next_job(void *user, struct svi_job *job)
{
    struct play *p = user;
    if (p->short_given < p->short_jobs) {
        short_job(p, job);
    } else if (!p->planned || p->trial->too_few || is_over(p) || !full_job(p, job)) {
        return false;
    }
    draw_seed(p, job);
    return true;
}

/* Begins the games of the league once all short matches are over. */
static bool has_more(void *user, bool done)
{
    struct play *p = user;
    if (p->planned || p->setup->seconds == 0) {
        return false;
    }
    if (done) {
        plan(p);
        p->full_us = svi_time_us();
        p->full_until_us = p->full_us + (int64_t)p->setup->seconds * 1000000;
    }
    return true;
}

/* Returns whether the bot was lost in a seat, or would be set aside for its answers. Being late is
 * no reason. */
static bool is_unfit(const struct play *p, unsigned bot, const struct svi_job_seat *seat)
{
    const uint32_t *verdicts = seat->verdicts;
    return verdicts[SV_VERDICT_DEAD] > 0 ||
           verdicts[SV_VERDICT_MALFORMED] + verdicts[SV_VERDICT_ILLEGAL] >=
               p->setup->league->bot[bot].conditions.strikes ||
           (seat->forfeited && verdicts[SV_VERDICT_LATE] == 0);
}

static void take_seat(struct svi_preflight_bot *bot, const struct svi_job_seat *seat)
{
    bot->tried = true;
    bot->games++;
    bot->forfeited += seat->forfeited;
    bot->used_us += seat->used_us;
    for (unsigned v = 0; v < SV_VERDICT_COUNT; v++) {
        bot->verdicts[v] += seat->verdicts[v];
        bot->answers += v != SV_VERDICT_DEFAULT && v != SV_VERDICT_DEAD ? seat->verdicts[v] : 0;
    }
}

static bool take_done(void *user, const struct svi_outcome *done)
{
    struct play *p = user;
    const bool full = done->job.user != NULL;
    uint64_t answers = 0;
    bool sound = true;
    for (unsigned i = 0; i < done->job.seats; i++) {
        struct svi_preflight_bot *bot = &p->trial->bot[done->job.bot[i]];
        const uint64_t before = bot->answers;
        take_seat(bot, &done->seat[i]);
        const bool unfit = is_unfit(p, done->job.bot[i], &done->seat[i]);
        bot->unfit = bot->unfit || unfit;
        sound = sound && !unfit;
        answers += bot->answers - before;
    }
    if (full && !sound) {
        return !is_over(p); /* it ended early, so it says nothing about the pace */
    }
    if (full) {
        p->trial->games++;
        p->bytes += done->replay_size;
        p->full_answers += answers;
        p->last_us = svi_time_us();
    } else {
        p->short_answers += answers;
        p->short_done++;
        p->sound_us = sound ? svi_time_us() : p->sound_us;
    }
    return !is_over(p);
}

static void take_lost(void *user, const struct svi_loss *loss)
{
    const struct play *p = user;
    struct svi_preflight_bot *bot = &p->trial->bot[loss->bot];
    bot->unfit = bot->unfit || !loss->outside;
    bot->crash = bot->crash == NULL ? svi_copy(loss->report) : bot->crash;
}

/* ---- the trial ------------------------------------------------------------------------------- */

/* Measures the time until the bots of a batch have started and ended their first match, which is a
 * short match here. Matches that waited in vain for a bot do not count. */
static void reckon_starts(struct play *p)
{
    struct svi_preflight *t = p->trial;
    const struct svi_schedule *schedule = &p->schedule;
    const uint64_t stage = t->season ? svi_ladder_stage_matches(schedule) : t->first;
    const uint64_t stages = t->by_results ? (t->planned + stage - 1) / stage : 1;
    t->batch_s = p->sound_us != 0 ? (double)(p->sound_us - p->began_us) / 1e6 : 0;
    if (t->games_per_s > 0 && t->planned > 0) {
        const uint64_t each = svi_league_run_batches(p->setup->league, p->setup->workers, schedule,
                                                     t->by_results ? stage : t->planned,
                                                     1 / t->games_per_s, t->batch_s);
        t->batches = stages * (each - 1) + 1; /* a stage begins with the processes of the last */
        t->planned_s = (double)t->planned / t->games_per_s + (double)t->batches * t->batch_s;
    }
}

/* Games that have not ended have cost answers too, so the pace is measured in answers. */
static void reckon(struct play *p, const struct svi_run_stats *stats, int64_t ended_us)
{
    struct svi_preflight *t = p->trial;
    if (p->full_us == 0 || t->games == 0) {
        return;
    }
    const int64_t took_us = ended_us - p->full_us;
    const double answers = (double)(stats->answers - p->short_answers);
    t->seconds = (double)(took_us > 0 ? took_us : 1) / 1e6;
    t->games_per_s = p->full_answers > 0
                         ? answers / ((double)p->full_answers / (double)t->games) / t->seconds
                         : (double)t->games / t->seconds;
    t->game_bytes = (double)p->bytes / (double)t->games + ROW_BYTES +
                    SEAT_BYTES * p->setup->league->settings.seats;
}

/* Returns the last whole lines of a bot's log, or NULL. */
static char *read_last(const char *folder, const char *bot)
{
    char text[LAST_BYTES + 1];
    char *path = svi_bot_log_path(folder, bot, 0);
    SCOPED(scoped_fclose) FILE *file = fopen(path, "rbe");
    free(path);
    if (file == NULL) {
        return NULL;
    }
    const bool cut = fseek(file, -(long)LAST_BYTES, SEEK_END) == 0 && ftell(file) > 0;
    if (!cut) {
        rewind(file);
    }
    const size_t size = fread(text, 1, LAST_BYTES, file);
    text[size] = '\0';
    const char *from = cut ? strchr(text, '\n') : NULL;
    from = from != NULL ? from + 1 : text;
    char *last = *from != '\0' ? svi_copy(from) : NULL;
    if (last != NULL) {
        svi_output_tail_clean(last, strlen(last));
    }
    return last;
}

/* Takes over the facts about the bots' processes. */
static void take_past(struct svi_preflight *t, const struct svi_roster *roster, const char *logs)
{
    for (unsigned i = 0; i < t->n_bots; i++) {
        struct svi_preflight_bot *bot = &t->bot[i];
        for (unsigned w = 0; w < roster->workers; w++) {
            const struct svi_bot_past *past = &roster->past[(size_t)i * roster->workers + w];
            if (past->starts > 0) {
                bot->started = true;
                bot->says = past->says;
                bot->start_us = past->start_us > bot->start_us ? past->start_us : bot->start_us;
            }
        }
        if (!bot->started || bot->forfeited > 0) {
            bot->last = read_last(logs, roster->spec[i].name);
        }
    }
}

static enum sv_status play(struct play *p, struct svi_roster *roster, const char *logs,
                           struct svi_error *error)
{
    const struct svi_preflight_setup *s = p->setup;
    const struct svi_league *league = s->league;
    const char *const ours[] = {logs, NULL};
    SCOPED(scoped_free) const char **hidden = svi_league_hidden(league, ours);
    struct svi_run_stats stats;
    const int64_t patience_s =
        (int64_t)SVI_PREFLIGHT_PATIENCE_S + s->seconds + (league->endpoint != NULL ? s->wait_s : 0);
    const struct svi_run_config config = {.bots = roster->spec,
                                          .n_bots = league->n_bots,
                                          .workers = s->workers,
                                          .conditions = league->conditions,
                                          .until_us = svi_time_us() + patience_s * 1000000 +
                                                      svi_roster_start_us(roster),
                                          .sandbox.mode = league->sandbox,
                                          .sandbox.root = league->root,
                                          .sandbox.isolation = &p->trial->isolation,
                                          .sandbox.hidden = hidden,
                                          .output.folder = logs,
                                          .output.note = s->note,
                                          .stop = s->stop,
                                          .jobs.next = next_job,
                                          .jobs.more = has_more,
                                          .jobs.done = take_done,
                                          .jobs.lost = take_lost,
                                          .jobs.user = p};
    for (unsigned i = 0; i < league->n_bots * s->workers; i++) {
        roster->past[i].failures = SVI_BOT_TRIES - 1; /* the first loss is enough */
        roster->past[i].out = !p->trial->bot[i / s->workers].plays;
    }
    for (unsigned i = 0; i < league->n_bots; i++) {
        if (league->bot[i].endpoint != NULL) {
            roster->spec[i].wait_ms = s->wait_s * 1000;
        }
    }
    p->began_us = svi_time_us();
    SVI_TRY(svi_run(&config, &stats, error));
    const int64_t ended_us = svi_time_us();
    take_past(p->trial, roster, logs);
    if (!p->planned) {
        plan(p);
    }
    reckon(p, &stats, ended_us);
    if (!p->trial->too_few) {
        reckon_starts(p);
    }
    return SV_OK;
}

static enum sv_status with_cast(struct play *p, struct svi_error *error)
{
    SCOPED(svi_roster_finish) struct svi_roster roster = {0};
    SCOPED(svi_scratch_dir_remove) struct svi_scratch_dir folder = {.lock = -1};
    if (svi_roster_init(&roster, p->setup->league, p->setup->workers) != SV_OK) {
        return svi_fail(error, SV_E_SYSTEM, "no memory for a league");
    }
    return svi_scratch_dir_make(&folder, "solvent-trial", error)
               ? play(p, &roster, folder.path, error)
               : SV_E_SYSTEM;
}

enum sv_status svi_preflight_init(struct svi_preflight *t, const struct svi_preflight_setup *setup,
                                  struct svi_error *error)
{
    const struct svi_league *league = setup->league;
    struct svi_schedule_fault fault;
    struct play p = {
        .setup = setup, .trial = t, .settings = league->settings, .short_edition = league->edition};
    *t = (struct svi_preflight){.n_bots = league->n_bots};
    if (setup->seed != NULL) {
        uint8_t seed[SV_SEED_BYTES];
        sv_luck_seed_text(setup->seed, seed);
        sv_luck_seed_child(seed, "trial", 0, 0, p.key);
        sv_luck_seed_child(seed, "trial", 1, 0, p.settings.seed);
    } else if (svi_schedule_draw_seed(p.key) != SV_OK ||
               svi_schedule_draw_seed(p.settings.seed) != SV_OK) {
        return svi_fail(error, SV_E_SYSTEM, "%s: the system gives no random seed", league->file);
    }
    if (p.short_edition.rules.max_rounds > (int32_t)SVI_PREFLIGHT_ROUNDS) {
        p.short_edition.rules.max_rounds = SVI_PREFLIGHT_ROUNDS;
    }
    for (unsigned i = 0; i < league->n_bots; i++) {
        p.settings.status[i] = (uint8_t)league->bot[i].status;
    }
    enum sv_status status = count_games(t, &p.settings, &fault);
    if (status != SV_OK) {
        return svi_fail(error, status, "%s: %s: %s", league->file, fault.key, fault.text);
    }
    t->bot = svi_new(t->n_bots, sizeof *t->bot);
    p.who = svi_new(t->n_bots, sizeof *p.who);
    if (t->bot == NULL || p.who == NULL) {
        status = svi_fail(error, SV_E_SYSTEM, "no memory for a league");
    } else {
        for (unsigned i = 0; i < t->n_bots; i++) {
            const bool plays = league->bot[i].status == SVI_STATUS_PLAYS && !league->bot[i].web;
            t->bot[i].unfit = t->bot[i].absent = plays && setup->absent != NULL && setup->absent[i];
            t->bot[i].plays = plays && !t->bot[i].absent;
            p.who[p.short_jobs] = i;
            p.short_jobs += t->bot[i].plays;
        }
        status = with_cast(&p, error);
    }
    free(p.who);
    if (p.planned && !t->too_few) {
        svi_schedule_finish(&p.schedule);
    }
    t->interrupted = setup->stop != NULL && atomic_load(setup->stop);
    if (status != SV_OK) {
        svi_preflight_finish(t);
    }
    return status;
}

void svi_preflight_finish(struct svi_preflight *t)
{
    for (unsigned i = 0; i < t->n_bots && t->bot != NULL; i++) {
        free(t->bot[i].crash);
        free(t->bot[i].last);
    }
    free(t->bot);
    t->bot = NULL;
}
