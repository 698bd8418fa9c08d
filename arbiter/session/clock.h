/* The clocks: how long a bot may take, and when it counts as hung.
 *
 * A bot may hold questions of many matches at once, and is taken to work on them one after the
 * other, in the order in which they were sent. So one clock of a bot runs at a time, that of its
 * oldest unanswered question; it starts when the question has been sent, or when the one before it
 * has been dealt with, whichever is later. When its answer arrives, the time is shared equally by
 * all answers in the same frame: nobody pays for the other 63 questions of a frame. Answering out
 * of order is allowed, and stops no clock.
 *
 *  - The first `decision_us` of a decision are free. What goes beyond comes out of the seat's time
 *    bank of the match.
 *  - All that a seat's decisions take in a match is `match_us` at most: slowness has an end,
 *    however it is spread. A seat that has used it up forfeits, and the answer that this costs is
 *    `overtime`.
 *  - When the running clock has used up decision and bank, its question is late: the default is
 *    taken, the clock of the bot's next question starts, and what comes later is ignored. As a bot
 *    that holds answers back cannot be told from one that has none, it should send each when it has
 *    it, or at least not keep a frame's worth for longer than one decision may take.
 *  - What is ours is not charged. An answer that was found waiting when we came back from other
 *    work counts as arrived when we left, but not before the bot can have run as long as it has.
 *    One that woke us counts as arrived when it did, not when the machine let us run. Nobody is
 *    late before we have looked once more, after the time was over, for what has arrived.
 *  - Nor is what the machine takes: time in which the bot waited as others ran. The figures of its
 *    processes tell (process/run_family.h), from a first look on, when the clock has run for a
 *    while. Time before that look is charged; so is all time of a bot whose processes we cannot
 *    look at. A wait that goes on only puts off being late; the charge goes by waits that are over.
 *  - At most SVI_EXCUSES times the decision's own time is excused for one question, so that no
 *    match stands still on a machine that does not run its bots.
 *  - Thinking while no question is open is not charged.
 *  - A bot that owes answers and has been silent for as long as a single match would bear,
 *    `strikes` late decisions and a whole bank, is hung, however many matches it holds. But no
 *    sooner than after SVI_PATIENCE_US, for the sake of its other matches: any process may stumble.
 *
 * Times are microseconds of svi_time_us(). No socket here. */
#ifndef SVI_ARBITER_SESSION_CLOCK_H
#define SVI_ARBITER_SESSION_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#define SVI_NEVER INT64_MAX
#define SVI_PATIENCE_US 2000000
#define SVI_EXCUSES 10         /* times decision_us (or the time for a hello), or */
#define SVI_EXCUSED_US 5000000 /* this if it is more: the most that one question is excused for */
#define SVI_CLOCK_LOOK 16      /* the first look is due after this part of a decision's own time, */
#define SVI_CLOCK_LOOK_US 2000 /*   and no sooner than this */

/* What is allowed. */
struct svi_clock_limits {
    int64_t decision_us, bank_us;
    uint32_t strikes;
    int64_t match_us; /* all decisions of a seat in a match together; 0: no limit */
};

/* The clock of a seat in a match. Zeroed, with bank_us filled, before the first question. */
struct svi_clock {
    struct svi_clock *older, *newer; /* the queue; `newer` also links those just answered */
    bool asked;                      /* in the queue */
    int64_t bank_us;                 /* left */
    uint64_t used_us;                /* all that its decisions have taken */
    int64_t took_us;    /* what was charged for the last question; -1: not known, or not yet */
    int64_t thought_us; /* and how long it was on its way, with what is not charged */
};

/* The clocks of a bot: its unanswered questions, oldest first. Zeroed at the start. */
struct svi_clock_queue {
    struct svi_clock *oldest, *newest;
    struct svi_clock *answered; /* by the frame that is being read, */
    unsigned n_answered;        /*   so many, */
    int64_t took_us;            /*   which took so long together, */
    int64_t thought_us;         /*   with what is not charged */
    int64_t read_us;            /* when the frame was read, which may be after it arrived */
    int64_t since_us;           /* when the oldest's clock started */
    int64_t heard_us;           /* since when the bot is silent, less the time it owed nothing */
    int64_t idle_us;            /* since when it owes nothing */
    int64_t excused_us;         /* of the time since then, */
    int64_t put_off_us;         /*   and what may be excused yet, at least as much */
    int64_t look_us;            /* when the next look is due; 0: the first has not been taken */
    bool looks;                 /* the owner can look at the bot's processes */
    bool started;               /* the oldest's clock runs */
    bool quiet;                 /* nothing has been heard since the last late answer */
};

/* A question goes out in this turn of the loop. */
void svi_clock_ask(struct svi_clock_queue *q, struct svi_clock *c, int64_t now_us);

/* Whether svi_clock_sent() will start a clock. */
bool svi_clock_starts(const struct svi_clock_queue *q);

/* The turn's frames went out, no sooner than at `now_us`: a clock whose turn has come starts. */
void svi_clock_sent(struct svi_clock_queue *q, int64_t now_us);

/* A frame that arrived then holds the answer to a question in the queue: it is taken out. */
void svi_clock_answer(struct svi_clock_queue *q, struct svi_clock *c, int64_t arrived_us);

/* Charges the time that the answers of a frame took, and returns it. Call it when the frame has
 * been read, before any seat that it answers goes. */
int64_t svi_clock_charge(struct svi_clock_queue *q, const struct svi_clock_limits *limits);

/* Returns what the running clock would be charged now, at least; 0 if none runs. */
int64_t svi_clock_running_us(const struct svi_clock_queue *q, int64_t now_us);

/* Whether the first look at the bot's processes is due. */
bool svi_clock_look_due(const struct svi_clock_queue *q, const struct svi_clock_limits *limits,
                        int64_t now_us);

/* A look has been taken; one more is due at `next_us`, or SVI_NEVER. */
void svi_clock_looked(struct svi_clock_queue *q, int64_t next_us);

/* True when the running clock has been looked at, so that something may be excused. */
bool svi_clock_excusable(const struct svi_clock_queue *q);

/* So much of the time since the running clock started is excused, and so much may be at most, when
 * waits that go on are over. */
void svi_clock_excuse(struct svi_clock_queue *q, const struct svi_clock_limits *limits,
                      int64_t excused_us, int64_t most_us);

/* The question needs no answer any more. */
void svi_clock_drop(struct svi_clock_queue *q, struct svi_clock *c, int64_t now_us);

/* The bot has shown a sign of life. */
void svi_clock_heard(struct svi_clock_queue *q, int64_t now_us);

/* Takes the oldest question out of the queue if it is late, its bank empty; NULL when none is. */
struct svi_clock *svi_clock_late(struct svi_clock_queue *q, const struct svi_clock_limits *limits,
                                 int64_t now_us);

/* True when a seat has used up what it has for the match. */
bool svi_clock_spent(const struct svi_clock *c, const struct svi_clock_limits *limits);

/* True when the bot has been silent for too long. To be asked after svi_clock_late(), at the same
 * time. */
bool svi_clock_hung(const struct svi_clock_queue *q, const struct svi_clock_limits *limits,
                    int64_t now_us);

/* When one of the two above will say something at the earliest, or a look is due; SVI_NEVER while
 * nothing is asked. */
int64_t svi_clock_deadline(const struct svi_clock_queue *q, const struct svi_clock_limits *limits);

#endif
