/* Asks live bots about recorded games.
 *
 * A task leads bots through one recorded game. Each bot gets the messages and questions of its
 * recorded seat, and the record goes on whatever it answers. The task decides what the answers are
 * used for:
 *
 *  - Compare (`play` is 0): each answer is compared with the recorded one, to the end of the game.
 *  - Play (`play` is a decision): from this decision on the bots' answers are played. The first
 *    that differs from the record begins a new game, in which seats without a bot take defaults.
 *  - Continue (`redraw` too): from this decision on the bots play a new game, with new chance drawn
 *    by a seed. Seats without a bot take defaults. `answer` replaces a seat's first answer.
 *
 * The runner plays all tasks, many at once, with sandboxes, clocks and new processes for lost ones
 * as in a league. Results come in the order of the tasks. They do not depend on the number of
 * workers, as long as the bots do not remember games. With run.fresh no process plays two tasks.
 *
 *     struct svi_probe probe = {.run = {.bots = specs, .n_bots = 2, .workers = 4, ...},
 *                               .next = next, .done = done, .user = &mine};
 *     status = svi_probe_run(&probe, &error);
 *
 * `verify --ask` compares, `replay --drive` compares or plays, and `what-if` and `analyse` continue
 * games (tools/futures/).
 *
 * With run.debugging a person debugs one bot: nothing has a clock, and the first lost process ends
 * the run. A seat that forfeits in the record is asked its question first, as this may be the
 * question at which its process was lost. */
#ifndef SVI_ARBITER_PROBE_PROBE_H
#define SVI_ARBITER_PROBE_PROBE_H

#include "luck/game_luck.h"
#include "record/record.h"
#include "record/replay.h"
#include "runner/run_config.h"
#include "session/seat.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- recorded steps -------------------------------------------------------------------------- */

/* The decisions of a recorded game, read before bots are led through it: the seat of each decision,
 * and the place of its answer in the file. */

/* An answer that was refused. */
struct svi_recorded_refusal {
    char why[SV_MAX_BREACH];
    struct svi_rejected said; /* its bytes lie in the file */
};

/* One decision: an answer or a forfeit. */
struct svi_recorded_step {
    bool forfeit;
    uint8_t seat, verdict;
    uint32_t asides; /* events before the answer: logs, notes and refused answers */
    size_t aside;    /* place of these events in the file */
    size_t at;       /* place of the answer or forfeit behind them */
    /* The bot's own answer if it was refused, or NULL. */
    struct svi_recorded_refusal *refused;
};

/* All decisions of a game: step[i] is decision i + 1. All 0 is an empty one. */
struct svi_recorded_steps {
    struct svi_replay *replay;
    struct svi_recorded_step *step;
    uint32_t n;
    size_t room;
    struct sv_result result; /* result of the game */
};

/* Plays an open replay to its end in `game`, which is initialised, and keeps its decisions. The
 * replay and its bytes must outlive the steps. Returns the results of svi_replay_run(), with a line
 * in replay->error, or SV_E_SYSTEM without a line if memory runs out. The caller finishes the steps
 * in any case, once. */
enum sv_status svi_recorded_steps_read(struct svi_recorded_steps *steps, struct svi_replay *replay,
                                       struct svi_game *game);
void svi_recorded_steps_finish(struct svi_recorded_steps *steps);

/* Reads the answer or default that was played in a step, which cannot fail. `game` stands before
 * the step. */
void svi_recorded_step_answer(const struct svi_recorded_steps *steps,
                              const struct svi_recorded_step *step, const struct svi_game *game,
                              struct sv_answer *answer);

/* Plays the step in `game`, which stands before it: the answer and the events before it, or the
 * forfeit. Returns the errors of svi_replay_give(), without a line. */
enum sv_status svi_recorded_step_give(const struct svi_recorded_steps *steps,
                                      const struct svi_recorded_step *step, struct svi_game *game);

/* Gives only the events before the answer to `game`, as the caller gives another answer. If the
 * recorded answer was refused, that event is left out. Errors are those of svi_replay_asides(). */
enum sv_status svi_recorded_step_aside(const struct svi_recorded_steps *steps,
                                       const struct svi_recorded_step *step, struct svi_game *game);

/* ---- probe ----------------------------------------------------------------------------------- */

#define SVI_PROBE_NOBODY UINT32_MAX

/* The bots to ask, and the use of their answers. The caller fills it in. */
struct svi_probe_task {
    uint64_t number; /* number of the game in its league, for messages; 0 if it has none */
    /* The record, which must outlive the task. Several tasks can share one. */
    const struct svi_recorded_steps *steps;
    /* The game's edition, or NULL for the record's edition. It must outlive the run, and tasks of
     * equal editions must have the same pointer. */
    const struct sv_edition *edition;
    unsigned bot[SV_MAX_SEATS]; /* by seat: index into run.bots, or SVI_PROBE_NOBODY */
    uint32_t from;              /* first decision that is asked; 0 and 1 ask all */
    uint32_t play;              /* first decision whose live answer is played; 0 plays none */
    /* Whether chance is new from decision `play` on, drawn by `seed`. Requires `play`. */
    bool redraw;
    uint8_t seed[SV_SEED_BYTES];
    /* With `redraw`: the answer that seat `answers` gives in the round of questions that begins
     * with decision `play`, whatever its bot says. Must be legal there and outlive the task. NULL:
     * the bot's own. */
    const struct sv_answer *answer;
    unsigned answers;
    void *user; /* belongs to the caller */
};

enum svi_probe_verdict {
    SVI_PROBE_SAME,
    SVI_PROBE_OTHER, /* another answer, an unreadable one, or a lost process */
    SVI_PROBE_LATE,  /* no answer in time */
};

/* A recorded decision and the live bot's answer to its question. Valid during the call. */
struct svi_probe_answer {
    const struct svi_probe_task *task;
    enum svi_probe_verdict verdict;
    /* the game before the decision, whose number is game->decisions + 1 */
    const struct svi_game *game;
    uint32_t events; /* events in the game so far */
    const struct svi_recorded_step *step;
    struct sv_answer recorded;   /* the answer or default that was played */
    const struct sv_answer *now; /* the live answer, legal or not; NULL if none can be read */
    /* The bot's seat. If its phase is not SETTLED, its process is lost. */
    struct svi_bot_session_seat *live;
};

/* A bot whose process is lost while a person debugs it. Valid during the call. */
struct svi_probe_lost {
    unsigned bot;
    const char *why; /* reason, to follow the bot's name: "exited with status 3" */
    /* The game and the seat's question, or NULL if the bot is not asked anything. */
    const struct svi_game *game;
    const struct sv_question *question;
};

/* How a task has ended. Valid during the call. */
struct svi_probe_result {
    const struct svi_probe_task *task;
    uint32_t parted; /* first decision of the new game, or 0 if the game is the recorded one */
    struct sv_result result;
    struct svi_job_seat seat[SV_MAX_SEATS]; /* without what the bots printed */
    uint32_t decisions, rounds;
    struct svi_game_luck luck; /* luck after new chance was drawn; all 0 without run.luck */
    /* The .svr file of a game whose answers were played. Empty with new chance, which no file
     * has. */
    struct svi_buf record;
};

struct svi_probe {
    /* The bots and how they run. svi_probe_run() replaces run.talk and `next`, `done`, `lost` and
     * `user` of run.jobs; the other callbacks there must be NULL. */
    struct svi_run_config run;
    /* Fills in the next task, which is all 0, or returns false if there are no more. Any worker
     * calls it and done(), but never at the same time. */
    bool (*next)(void *user, struct svi_probe_task *task);
    /* Called when the bots of a task sit in their seats. Workers call it at the same time for
     * different tasks. May be NULL. */
    void (*begun)(void *user, const struct svi_probe_task *task, const struct svi_game *game,
                  const struct svi_bot_session_seat *seat);
    /* Called for each recorded decision of a seat with a bot, in order. Workers call it at the same
     * time for different tasks. If it returns false, the bots of this task get no more questions,
     * and the record goes on to its end. May be NULL. */
    bool (*answered)(void *user, const struct svi_probe_answer *answer);
    /* Called when a process is lost with run.debugging, which requires it; then svi_probe_run()
     * returns SV_E_SYSTEM. */
    void (*lost)(void *user, const struct svi_probe_lost *lost);
    /* Called for each task, in the order of next(). If it returns false, the run stops. */
    bool (*done)(void *user, const struct svi_probe_result *result);
    void *user;
};

/* Makes the driver of one match, for a caller with a run of its own whose job it becomes
 * (svi_job.driver; the job's seats, edition and luck are those of the record). Only steps, `from`
 * and `play` of the task count, and every seat has a bot. The task is copied. The steps must
 * outlive the driver, which svi_probe_driver_destroy() frees; NULL does nothing. Without memory the
 * program ends. */
struct svi_match_driver *svi_probe_driver_create(const struct svi_probe_task *task);
void svi_probe_driver_destroy(struct svi_match_driver *driver);

/* Runs all tasks. Returns what svi_run() does, with a line in `error`: SV_OK also if run.stop or
 * done() has stopped the run. After a stop or an error, tasks that next() has given may never reach
 * done(). */
enum sv_status svi_probe_run(const struct svi_probe *probe, struct svi_error *error);

#endif
