/* A run of a league while it lasts; league_run.c begins and ends it. It has its plan and the order
 * of the matches to play here (play.c), and the runner that plays them (play_jobs.c). Callbacks of
 * the runner use it under the runner's lock, so it needs none. Functions with `error` leave a line
 * in it if they fail. */
#ifndef SVI_ARBITER_LEAGUE_PLAY_H
#define SVI_ARBITER_LEAGUE_PLAY_H

#include "base/time.h"
#include "config/entries.h"
#include "league/league_run_config.h"
#include "runner/live_match.h"
#include "runner/run_config.h"
#include "schedule/play_order.h"
#include "schedule/schedule.h"
#include "schedule/settings.h"
#include "store/write_queue.h"

#include <stdbool.h>
#include <stdint.h>

/* Parked bots of a league: the others go on without them, because their matches are played last.
 * Bots have their entries in the store. All 0 at first. */
struct svi_parking {
    bool parked[SVI_MAX_BOTS]; /* bots that are parked now; `n` bots are */
    unsigned n;
    bool slow[SVI_MAX_BOTS]; /* bots that were parked before; a new stage parks them again */
    bool is_stopping; /* the runner ends its run so that the next goes on without some bots */
    struct svi_match_list suspended; /* matches of parked bots that were interrupted */
};

/* Parks slow bots, the slowest first. Each bot is parked on trial, and unparked if others_left()
 * then returns false: no match without parked bots is left. answer_us[i] is above 0 for slow bots,
 * and on return only for bots that this call has parked. Returns the number of these. */
unsigned svi_parking_park(struct svi_parking *parking, uint64_t *answer_us, unsigned n_bots,
                          bool (*others_left)(void *user), void *user);

/* Parks all bots that were parked before, and only them. */
void svi_parking_recall(struct svi_parking *parking);

/* Ends the parking of all bots. */
void svi_parking_clear(struct svi_parking *parking);

/* Frees the suspended matches. */
void svi_parking_finish(struct svi_parking *parking);

/* A bot's thinking time in this run. */
struct svi_play_spent {
    uint64_t seats;   /* its seats in finished games */
    uint64_t used_us; /* time charged by its clock in them */
};

/* The state of a run. svi_league_run() makes it on its stack, and frees what it owns: the schedule,
 * the entries, the three arrays of bits and the suspended matches. It sets `run`, `info` and
 * until_us. Then come svi_entries_init(), svi_play_begin_plan(), in a season
 * svi_play_begin_night(), and svi_play_take_stock(), in this order. */
struct svi_play {
    const struct svi_league_run *run;
    const struct svi_store_info *info;
    struct svi_schedule schedule;
    struct svi_play_order order;
    struct svi_write_queue *writer;
    bool outside;       /* a bot's process was ended from outside */
    uint8_t *finished;  /* bit (number - 1) is set for every match in the store */
    uint8_t *elsewhere; /* the same bits for run->after; NULL without it */
    uint8_t *mine;      /* deals of svi_play_order_init_dealt(); NULL if none were dealt out */
    uint64_t next;      /* number of the next match to play; 0 if no match is left */
    uint64_t batch;     /* batch that the bots' processes play */
    bool apart;         /* they have begun only matches with luck of their own */
    bool fresh;         /* the next match begins a batch within a run of the runner */
    uint32_t lane;      /* lane of the match begun last; UINT32_MAX before the first */
    int64_t lane_us;    /* when the first match of that lane was begun */
    /* An error in planning the next stage while bots are running; `error` has the line. */
    enum sv_status failed;
    struct svi_error error;
    struct svi_league_progress progress;
    struct svi_isolation isolation;
    int64_t until_us; /* time at which the run ends; 0 for no limit */
    struct svi_entries entries;
    /* In a season, the number of matches planned before this night. */
    uint64_t night_before;
    int64_t night_until_us; /* when the budget's minutes are over; 0 for a budget of games */
    bool told_overrun;      /* the line about a stage that ends late was printed */
    uint8_t mark[32];       /* hash of the bots' files when the run began */
    struct svi_parking parking;
    uint64_t answer_us[SVI_MAX_BOTS]; /* by entry: answer times of parked bots */
    struct svi_time_left time_left;
    struct svi_play_spent spent[SVI_MAX_BOTS]; /* by entry */
    /* Games of parked bots, which are played after all others, and the seconds that they take, or
     * -1 if that is not known. Both are 0 while no bot is parked. */
    uint64_t late_games;
    int64_t late_s;
};

/* Return whether the run must end: its time is over, or the caller has stopped it. */
bool svi_play_out_of_time(const struct svi_play *p);
bool svi_play_stopped(const struct svi_play *p);

/* Returns whether the league is a season. */
bool svi_play_is_season(const struct svi_play *p);

/* Returns whether the night's budget has room for another stage. The first stage always has
 * room. */
bool svi_play_has_room(const struct svi_play *p);

/* Estimates the number of matches in the stages that this run plans later; 0 if it plans by
 * minutes. Returns false if results decide when the league ends. */
bool svi_play_to_come(const struct svi_play *p, uint64_t *matches);

/* Builds the schedule of the first state of the league's file. A league whose file has never
 * changed takes it from the file, others from the store. Returns SV_E_RANGE, SV_E_MISMATCH or
 * SV_E_SYSTEM; then p->schedule needs no svi_schedule_finish(). */
enum sv_status svi_play_begin_plan(struct svi_play *p, struct svi_error *error);

/* Begins or continues a night. A night with a budget of games that an earlier run did not end goes
 * on; else the next begins. If a night was killed after its last game, this run only ends that
 * night and plays nothing, so killing a run gains no night. Returns the errors of
 * svi_league_store_follow(). */
enum sv_status svi_play_begin_night(struct svi_play *p, struct svi_error *error);

/* Plans as far as the store's results allow, and counts the matches of this shard and how many of
 * them are stored. Records which shard the store is, and the versions of bots that began it. Call
 * it after each stage too, when p->writer is closed. Returns the errors of
 * svi_league_store_follow() and svi_league_store_next_stage(). */
enum sv_status svi_play_take_stock(struct svi_play *p, struct svi_error *error);

/* ---- the order of matches -------------------------------------------------------------------- */

/* Returns whether the store has a match. */
bool svi_play_is_finished(const struct svi_play *p, uint64_t number);

/* Returns whether a match that is not in the store will not be played here: it is called off, or
 * it is no part of this round. */
bool svi_play_is_others(const struct svi_play *p, uint64_t number);

/* Returns whether a match should be played here now, before the matches of parked bots. */
bool svi_play_is_for_now(const struct svi_play *p, uint64_t number);

/* Returns whether each batch needs processes of its own, so that no process meets a deal twice. If
 * deals have one match, every deal is met once anyway. Processes may play new deals, also those of
 * the next stage. */
bool svi_play_in_batches(const struct svi_schedule *schedule);

/* Returns the number of batches (schedule/play_order.h) in which a stage of `matches` matches is
 * played, each by new processes of its bots. A match takes match_s seconds, the start of a batch
 * start_s. */
uint64_t svi_league_run_batches(const struct svi_league *league, unsigned workers,
                                const struct svi_schedule *schedule, uint64_t matches,
                                double match_s, double start_s);

/* Returns the size of the next block in deals, when the first lane of `block` took lane_us. */
uint64_t svi_play_next_block(uint64_t block, int64_t lane_us);

/* Returns a block with as many matches to begin as `block` has had, now that parked bots leave only
 * `now` of `before`. */
uint64_t svi_play_wider_block(uint64_t block, uint64_t before, uint64_t now);

/* Starts from the first deal, in blocks of `block` deals at first; 0 for a default that suits the
 * number of bots. */
void svi_play_begin_turns(struct svi_play *p, uint64_t block);

/* Sets p->next to the next match for which svi_play_is_for_now() holds. */
void svi_play_find_next(struct svi_play *p);

#endif
