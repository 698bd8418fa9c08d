/* Plays games with the bot under test, and judges every byte that it sends. check.c calls it for
 * each point. A bot that does not start is a fault in the outcome like any other, so no function
 * fails. Plans and jobs stay the caller's. */
#ifndef SVI_TOOLS_CHECK_PLAY_H
#define SVI_TOOLS_CHECK_PLAY_H

#include "job/times.h"
#include "tools/check/check_game.h"

/* How questions of several matches are sent. */
enum svi_check_order {
    SVI_CHECK_TOGETHER, /* all pending questions in one frame */
    SVI_CHECK_SHUFFLED, /* one frame for each question, the youngest match first */
};

struct svi_check_count {
    uint32_t asked, ok, malformed, illegal;
};

/* Acts that the default answer never does. */
enum svi_check_act { SVI_CHECK_BIDS, SVI_CHECK_BUILDS, SVI_CHECK_TRADES, SVI_CHECK_ACTS };

/* Data shared by all sessions with one bot. `argv` and the texts of `keep` are the caller's. */
struct svi_check_bot {
    const char *const *argv;
    int hello_ms, clock_ms;
    struct svi_hello hello; /* its latest hello */
    struct svi_check_count kind[SV_DECISION_COUNT];
    bool acted[SVI_CHECK_ACTS]; /* acts that it has done in a legal answer */
    uint64_t events;            /* events in its matches */
    /* Times of its answers; the answers of one frame share its time equally. */
    struct svi_times times;
    struct svi_check_keep keep;
};

struct svi_check_plan {
    const char *point; /* name of the point; NULL: keeps no games */
    const struct svi_check_job *jobs;
    unsigned n_jobs;
    unsigned times; /* how often all jobs are played; 0 counts as 1 */
    /* Most matches at once, 1 to SVI_CHECK_MATCHES; also limited by the bot's hello. */
    unsigned at_once;
    enum svi_check_order order;
    unsigned pauses, pause_ms; /* We pause `pauses` times, for pause_ms each, before we ask. */
};

#define SVI_CHECK_MATCHES 64u

/* The result of a session, which fills it anew. */
struct svi_check_outcome {
    unsigned faults;     /* 0: no faults */
    char fault[480];     /* the first fault in one line: what was found, what was expected */
    const char *section; /* section of docs/PROTOCOL.md that the fault breaks */
    bool lost;           /* the bot died, hung or sent no hello */
    unsigned matches;    /* matches played to the end */
    uint32_t answers;
    unsigned early; /* a tenth of its matches */
    /* Memory of the bot's processes in kB after `early` matches, and at the end; 0: unknown. */
    uint64_t early_kb;
    uint64_t memory_kb;
    bool cut; /* The session's time ended before all was played, which is no fault. */
};

/* Starts the bot, plays, and ends it. Returns in bounded time, whatever the bot does. */
void svi_check_play(struct svi_check_bot *bot, const struct svi_check_plan *plan,
                    struct svi_check_outcome *outcome);

/* Starts the bot, asks it some questions and says goodbye. The bot must exit with status 0. */
void svi_check_goodbye(struct svi_check_bot *bot, const struct svi_check_job *job,
                       struct svi_check_outcome *outcome);

/* Starts the bot, asks it some questions and closes the connection without a goodbye. The bot must
 * exit. */
void svi_check_lost(struct svi_check_bot *bot, const struct svi_check_job *job,
                    struct svi_check_outcome *outcome);

#endif
