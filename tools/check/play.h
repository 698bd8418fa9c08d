/* Playing games with the bot under test, and judging every byte that it sends. */
#ifndef SVI_TOOLS_CHECK_PLAY_H
#define SVI_TOOLS_CHECK_PLAY_H

#include "job/times.h"
#include "tools/check/keep.h"
#include "tools/check/table.h"

/* How the questions of several matches are brought. */
enum svi_check_order {
    SVI_CHECK_TOGETHER, /* all that is pending in one frame */
    SVI_CHECK_SHUFFLED, /* a frame each, the youngest match first */
};

struct svi_check_count {
    uint32_t asked, ok, malformed, illegal;
};

/* Acts that the default answer never does. */
enum svi_check_act { SVI_CHECK_BIDS, SVI_CHECK_BUILDS, SVI_CHECK_TRADES, SVI_CHECK_ACTS };

/* What all sessions with one bot share. */
struct svi_check_bot {
    const char *const *argv;
    int hello_ms, clock_ms;
    struct svi_hello hello; /* its last one */
    struct svi_check_count kind[SV_DECISION_COUNT];
    bool acted[SVI_CHECK_ACTS]; /* it has done so, in a legal answer */
    uint64_t events;            /* that happened in its matches */
    struct svi_times times;     /* of its answers, those of one frame shared equally */
    struct svi_check_keep keep;
};

struct svi_check_plan {
    const char *point; /* what it is called; NULL: nothing of it is kept */
    const struct svi_check_job *jobs;
    unsigned n_jobs;
    unsigned times;   /* that all of them are played; 0 is taken as 1 */
    unsigned at_once; /* matches, 1-SVI_CHECK_MATCHES; no more than the bot can hold */
    enum svi_check_order order;
    unsigned pauses, pause_ms; /* so often we are slow by so much before we ask */
};

#define SVI_CHECK_MATCHES 64u

/* What came of a session. */
struct svi_check_outcome {
    unsigned faults;     /* 0: all well */
    char fault[480];     /* the first, in one line: what was found, what was expected */
    const char *section; /* of docs/PROTOCOL.md that it breaks */
    bool lost;           /* the bot died, hung, or does not even say hello */
    unsigned matches;    /* played to the end */
    uint32_t answers;
    unsigned early;     /* a tenth of its matches, */
    uint64_t early_kb;  /*   the memory its processes had after them, 0: not known, */
    uint64_t memory_kb; /*   and at the end */
    bool cut;           /* the time for one session was up before all was played: no fault */
};

/* Starts the bot, plays, and ends it. Returns in bounded time, whatever the bot does. */
void svi_check_play(struct svi_check_bot *bot, const struct svi_check_plan *plan,
                    struct svi_check_outcome *outcome);

/* Starts the bot, asks it something, says goodbye: it must end with status 0. */
void svi_check_goodbye(struct svi_check_bot *bot, const struct svi_check_job *job,
                       struct svi_check_outcome *outcome);

/* The same, but the connection goes away without a word: it must end. */
void svi_check_lost(struct svi_check_bot *bot, const struct svi_check_job *job,
                    struct svi_check_outcome *outcome);

#endif
