/* The history of a bot that a worker carries over from one run to the next. The caller of svi_run()
 * keeps it (svi_bot_spec.past); the worker copies it at the start of a run, and back at the end. It
 * is plain values. */
#ifndef SVI_ARBITER_RUNNER_BOT_PAST_H
#define SVI_ARBITER_RUNNER_BOT_PAST_H

#include "relay/page.h"

#include <solvent/manifest.h>

#include <stdbool.h>
#include <stdint.h>

/* A bot delays the others by its faults if it has at least SVI_BOT_COSTLY of them, and more than
 * one for every SVI_BOT_SOUND seats that it has played. A fault is a process lost, or a seat
 * forfeited, by the bot's own doing. When a run goes on without one such bot, bots with fewer such
 * faults are left out with it. */
#define SVI_BOT_COSTLY 3u
#define SVI_BOT_SOUND 20u

/* The subject of a line about a bot on stderr. Only the first few lines of each kind are
 * printed. */
enum svi_notice {
    SVI_NOTICE_STRIKE,
    SVI_NOTICE_FORFEIT,
    SVI_NOTICE_LOSS,
    SVI_NOTICE_WAIT,
    SVI_NOTICE_HOPELESS,
    SVI_NOTICE_COUNT
};

/* A bot is given up after this many losses in a row before it sat in any match. A remote bot, or a
 * bot that connects by itself, is given up after this many losses without a finished match in
 * between. */
#define SVI_BOT_TRIES 3u

/* The run pauses after this many of a bot's processes were ended from outside without a finished
 * match in between. */
#define SVI_BOT_OUTSIDE 3u

/* After this many matches in a row in which a bot was lost, the operator is told. A bot that has
 * never answered anything is given up then, as it would lose the other matches at the same
 * questions. */
#define SVI_BOT_HOPELESS 20u

/* The history of a bot in the runs of one league so far; one for each worker. */
struct svi_bot_past {
    unsigned failures; /* losses that count towards SVI_BOT_TRIES */
    unsigned outside;  /* processes ended from outside since the last finished match */
    unsigned lost;     /* processes lost in all */
    unsigned faulty;   /* lost processes that were not ended from outside */
    unsigned played;   /* seats in finished matches */
    unsigned forfeits; /* played seats that it has forfeited */
    unsigned deaths;   /* losses with a forfeit since the last finished match */
    /* The bot has given a legal answer in a match that has ended or was lost. */
    bool answered;
    /* The bot has said hello; the next two fields come from its hello. */
    bool greeted;
    /* The decision kinds that it answers. */
    uint32_t kinds;
    uint8_t when[SV_DECISION_COUNT];
    bool out;                           /* the bot is given up */
    unsigned notices[SVI_NOTICE_COUNT]; /* lines about it on stderr so far */
    /* The warning that it runs as root has been printed. */
    bool seen_as_root;
    uint64_t answers;                /* answers received in time */
    int64_t charged_us;              /* time that its clock has charged */
    unsigned starts;                 /* hellos so far */
    uint64_t start_us;               /* longest time from start to hello */
    unsigned says;                   /* matches at once, as its hello says */
    struct svi_relay_counts network; /* of the relays of its ended processes */
};

#endif
