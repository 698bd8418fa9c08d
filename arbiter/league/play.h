/* A run of a league while it lasts (league_run.c begins and ends it): its plan (play_plan.c), the
 * matches that are to be played here and their order (play_plan.c), and the runner that plays them
 * (play_jobs.c). */
#ifndef SVI_ARBITER_LEAGUE_PLAY_H
#define SVI_ARBITER_LEAGUE_PLAY_H

#include "config/entries.h"
#include "league/league_run_config.h"
#include "league/parking.h"
#include "runner/run_config.h"
#include "schedule/play_order.h"
#include "schedule/schedule.h"
#include "store/write_queue.h"

#include "base/time.h"

/* What a bot has spent in this run. */
struct svi_play_spent {
    uint64_t seats;   /* in finished games */
    uint64_t used_us; /* charged by its clock there */
};

struct svi_play {
    const struct svi_league_run *run;
    const struct svi_store_info *info;
    struct svi_schedule schedule;
    struct svi_play_order order;
    struct svi_write_queue *writer;
    bool outside;          /* a bot's process was ended from outside */
    uint8_t *finished;     /* bit (number - 1) of every match in the store */
    uint8_t *elsewhere;    /* the same of run->after; NULL: there is none */
    uint8_t *mine;         /* svi_play_order_init_dealt(); NULL: nobody has dealt */
    uint64_t next;         /* match that is to be played next; 0: there is none */
    uint64_t batch;        /* that the bots' processes play */
    uint32_t lane;         /* of the match begun last; UINT32_MAX: of none yet */
    int64_t lane_us;       /* when the first of that lane was begun */
    enum sv_status failed; /* of what follows a stage, while bots are there; `error` says why */
    struct svi_error error;
    struct svi_league_progress progress;
    struct svi_housing housing;
    int64_t until_us; /* at which the run ends; 0: none */
    struct svi_entries entries;
    unsigned spec[SVI_MAX_BOTS]; /* by entry: the bot in the league file */
    uint64_t night_before;       /* of a season: matches that were planned before this night */
    int64_t night_until_us;      /* when the minutes of the budget are over; 0 for games */
    bool told_overrun;           /* the line about a stage that ends later has been printed */
    uint8_t mark[32];            /* of the files of bots, when the run began */
    struct svi_parking parking;
    uint64_t answer_us[SVI_MAX_BOTS]; /* by bot of the league file, of those that were parked */
    struct svi_time_left time_left;
    struct svi_play_spent spent[SVI_MAX_BOTS]; /* by entry */
    /* Games of parked bots, which are played after all others, and the seconds that they take, or
     * -1 if that is not known. Both are 0 while no bot is parked. */
    uint64_t late_games;
    int64_t late_s;
};

/* ---- play_plan.c ---- */

/* SV_E_SYSTEM, with a line. */
enum sv_status svi_play_store_failed(const struct svi_play *p, struct svi_error *error);
enum sv_status svi_play_no_memory(struct svi_error *error);

/* Whether the run is to end now: its time is over, or the caller says so. */
bool svi_play_out_of_time(const struct svi_play *p);
bool svi_play_stopped(const struct svi_play *p);

bool svi_play_is_season(const struct svi_play *p);

/* Whether the budget of the night has room for another stage. There is always room for one. */
bool svi_play_has_room(const struct svi_play *p);

/* Estimates the number of matches in the stages that this run plans later; 0 if it plans by
 * minutes. Returns false if results decide when the league ends. */
bool svi_play_to_come(const struct svi_play *p, uint64_t *matches);

/* The schedule of the first state of the league's file; a league that has had only one has it in
 * hand. SV_E_RANGE, SV_E_HASH, SV_E_SYSTEM: a line says so. */
enum sv_status svi_play_begin_plan(struct svi_play *p, struct svi_error *error);

/* Which night this is: the one that an earlier run did not end, if its budget was of games, else
 * the next. A night that has all its games but was killed before it was ended is ended by this run,
 * which plays nothing: who kills a run gains no night. */
enum sv_status svi_play_begin_night(struct svi_play *p, struct svi_error *error);

/* Plans as far as the results in the store go, counts what belongs to this shard, and what of it is
 * in the store. Notes in it which shard it is, and by which versions of its bots it was begun. */
enum sv_status svi_play_take_stock(struct svi_play *p, struct svi_error *error);

/* ---- play_plan.c: the order of matches ---- */

bool svi_play_is_finished(const struct svi_play *p, uint64_t number);

/* Whether a match that is not in the store is not to be played here. */
bool svi_play_is_others(const struct svi_play *p, uint64_t number);

/* Whether a match is to be played here, before those of parked bots. */
bool svi_play_is_for_now(const struct svi_play *p, uint64_t number);

/* Whether each batch needs processes of its own, so that no process meets a deal twice. Deals of
 * one match are met once in any case. Processes may play new deals, those of the next stage too. */
bool svi_play_in_batches(const struct svi_schedule *schedule);

/* The block that follows one whose first lane took so long. */
uint64_t svi_play_next_block(uint64_t block, int64_t lane_us);

/* Returns a block with as many matches to begin as `block` has had, now that parked bots leave only
 * `now` of `before`. */
uint64_t svi_play_wider_block(uint64_t block, uint64_t before, uint64_t now);

/* From the first deal on, in blocks of so many at first; 0: as many as are worth it. */
void svi_play_begin_turns(struct svi_play *p, uint64_t block);

/* Puts the next match that is for now into p->next. */
void svi_play_find_next(struct svi_play *p);

/* ---- play_jobs.c ---- */

/* With bots and turns in place: has what is planned played, and the stages that follow, as far as
 * the same processes can. */
enum sv_status svi_play_run_jobs(struct svi_play *p, const struct svi_bot_spec *specs,
                                 struct svi_error *error);

#endif
