/* A bot delays the others by its faults when it has so many, and more than one for every
 * SVI_BOT_SOUND seats that it has played. A fault is a process lost or a seat forfeited by its own
 * doing. When a run parts with one such bot, bots with fewer such faults go with it. */
#define SVI_BOT_COSTLY 3u
#define SVI_BOT_SOUND 20u

/* What a worker keeps of a bot from one run to the next. */
#ifndef SVI_ARBITER_RUNNER_BOT_PAST_H
#define SVI_ARBITER_RUNNER_BOT_PAST_H

#include <solvent/manifest.h>

#include <stdbool.h>
#include <stdint.h>

/* What a line about a bot on stderr is about. Of each sort only the first few are printed. */
enum svi_notice {
    SVI_NOTICE_STRIKE,
    SVI_NOTICE_FORFEIT,
    SVI_NOTICE_LOSS,
    SVI_NOTICE_WAIT,
    SVI_NOTICE_HOPELESS,
    SVI_NOTICE_COUNT
};

/* A bot that has been lost so often in a row before it sat in any match is given up; a remote one,
 * and one that connects by itself, when it has been lost so often without a match played to its end
 * in between. */
#define SVI_BOT_TRIES 3u

/* When somebody else has ended so many of a bot's processes without a match played to its end in
 * between, the run pauses. */
#define SVI_BOT_OUTSIDE 3u

/* After so many matches in a row that a bot was lost in, the operator is told; one that has never
 * answered anything is given up, as it would lose the others at the same questions. */
#define SVI_BOT_HOPELESS 20u

/* What a worker keeps of a bot from one run to the next of the same league. */
struct svi_bot_past {
    unsigned failures; /* losses that count towards SVI_BOT_TRIES */
    unsigned outside;  /* processes that others have ended, since a match was played to its end */
    unsigned lost;     /* processes, in all */
    unsigned faulty;   /* of them, those that nobody else has ended */
    unsigned played;   /* seats in matches that were played to their end */
    unsigned forfeits; /* of them, those that it has forfeited */
    unsigned deaths;   /* matches lost by losses since one was played to its end */
    bool answered; /* an answer of it was one that the rules allow, in a match that has ended or was
                      lost */
    bool greeted;  /* it has said hello: */
    uint32_t kinds; /*   what it answers */
    uint8_t when[SV_DECISION_COUNT];
    bool out;                           /* given up */
    unsigned notices[SVI_NOTICE_COUNT]; /* lines about it on stderr so far */
    bool seen_as_root;                  /* it has been said that it runs as root */
    uint64_t answers;                   /* received in time */
    int64_t charged_us;                 /* that its clock has charged */
    unsigned starts;                    /* times that it has said hello */
    uint64_t start_us;                  /* the longest that it took to */
    unsigned says;                      /* matches at once, by its hello */
};

#endif
