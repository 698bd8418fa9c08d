/* The clocks: they limit a bot's time, and decide when it counts as hung.
 *
 * A bot may hold questions of many matches at once, and is taken to work on them one after the
 * other, in the order in which they were sent. So only one clock of a bot runs at a time, the clock
 * of its oldest unanswered question. It starts when the question has been sent, or when the one
 * before it has been dealt with, whichever is later. When its answer arrives, all answers in the
 * same frame share the time equally: no answer pays for the other 63 of a frame. Answering out of
 * order is allowed, and stops no clock.
 *
 *  - The first `decision_us` of a decision are free. Time beyond them is taken from the seat's time
 *    bank of the match.
 *  - All decisions of a seat in a match together take `match_us` at most: slowness has an end,
 *    however it is spread. A seat that has used up that time forfeits, and the answer that this
 *    costs is `overtime`.
 *  - When the running clock has used up decision and bank, its question is late. The default is
 *    taken, the clock of the bot's next question starts, and a later answer is ignored. A bot that
 *    holds answers back looks like one that has none. So it should send each answer when it is
 *    ready, or at least not collect a frame for longer than one decision may take.
 *  - Our own delays are not charged. An answer that was found waiting when we came back from other
 *    work counts as arrived when we left, but not before the bot can have run as long as it has. An
 *    answer that woke us counts as arrived when it did, not when the machine let us run. No bot is
 *    late before we have looked once more for arrivals after its time was over.
 *  - The machine's delays are not charged either: time in which the bot waited while others ran.
 *    The figures of its processes show it (process/run_family.h), from the first look on, when the
 *    clock has run for a while. Time before that look is charged; so is all time of a bot whose
 *    processes we cannot look at. A wait that is not over only postpones lateness; the charge
 *    counts waits that are over.
 *  - At most SVI_EXCUSES times the decision's own time is excused for one question, so that no
 *    match stands still on a machine that does not run its bots.
 *  - Thinking while no question is open is not charged.
 *  - A bot that owes answers is hung if it has been silent for as long as a single match would
 *    bear: `strikes` late decisions and a whole bank, however many matches it holds. But it is not
 *    hung before SVI_PATIENCE_US, for the sake of its other matches: any process may stumble.
 *
 * Times are microseconds of svi_time_us(). No socket here. The session asks, charges and settles;
 * the runner (worker_io.c) looks at the bot's processes and excuses time. Clocks belong to their
 * seats, which must leave the queue before they go; no function fails. */
#ifndef SVI_ARBITER_SESSION_CLOCK_H
#define SVI_ARBITER_SESSION_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#define SVI_NEVER INT64_MAX
#define SVI_PATIENCE_US 2000000
/* Most time that is excused for one question or a hello: this many times decision_us or the time
 * for the hello. For a question it is at least SVI_EXCUSED_US. */
#define SVI_EXCUSES 10
/* Least value of that limit for a question. */
#define SVI_EXCUSED_US 5000000
/* The first look is due after this part of a decision's own time, but no sooner than after
 * SVI_CLOCK_LOOK_US. */
#define SVI_CLOCK_LOOK 16
/* Least time before the first look. */
#define SVI_CLOCK_LOOK_US 2000

/* The limits of a seat's time. */
struct svi_clock_limits {
    int64_t decision_us, bank_us;
    uint32_t strikes;
    int64_t match_us; /* all decisions of a seat in a match together; 0: no limit */
};

/* The clock of a seat in a match. Zeroed, with bank_us filled, before the first question. */
struct svi_clock {
    struct svi_clock *older, *newer; /* the queue; `newer` also links answered clocks */
    bool asked;                      /* in the queue */
    int64_t bank_us;                 /* time left in the bank */
    uint64_t used_us;                /* time taken by all its decisions */
    int64_t took_us;                 /* charge of the last question; -1: not known (yet) */
    /* Time from the last question to its answer, uncharged time included. */
    int64_t thought_us;
};

/* The clocks of a bot: its unanswered questions, oldest first. Zeroed at the start. */
struct svi_clock_queue {
    struct svi_clock *oldest, *newest;
    /* Clocks answered by the frame that is being read; it has n_answered of them. */
    struct svi_clock *answered;
    unsigned n_answered; /* answers in that frame */
    int64_t took_us;     /* time charged for all of them together */
    int64_t thought_us;  /* the same time, with uncharged time included */
    int64_t read_us;     /* time when the frame was read, which may be after its arrival */
    int64_t since_us;    /* start of the oldest question's clock */
    /* Start of the bot's silence, moved by the time in which it owed nothing. */
    int64_t heard_us;
    int64_t idle_us;    /* time since when it owes nothing */
    int64_t excused_us; /* time since since_us that is excused for good */
    int64_t put_off_us; /* time that may yet be excused, at least excused_us */
    int64_t look_us;    /* time of the next look; 0: the first has not been taken */
    bool looks;         /* the owner can look at the bot's processes */
    bool started;       /* the clock of the oldest question runs */
    bool quiet;         /* silent since the last late answer */
};

/* Appends a question that goes out in this turn of the loop. */
void svi_clock_ask(struct svi_clock_queue *q, struct svi_clock *c, int64_t now_us);

/* Returns whether svi_clock_sent() will start a clock. */
bool svi_clock_starts(const struct svi_clock_queue *q);

/* Starts the clock whose turn has come, after the turn's frames went out. They went out at `now_us`
 * or later. */
void svi_clock_sent(struct svi_clock_queue *q, int64_t now_us);

/* Takes a question out of the queue when a frame with its answer has arrived. */
void svi_clock_answer(struct svi_clock_queue *q, struct svi_clock *c, int64_t arrived_us);

/* Charges the time that the answers of a frame took, and returns it. Call it when the frame has
 * been read, before any seat that it answers goes. */
int64_t svi_clock_charge(struct svi_clock_queue *q, const struct svi_clock_limits *limits);

/* Returns the least charge of the running clock if it stopped now; 0 if none runs. */
int64_t svi_clock_running_us(const struct svi_clock_queue *q, int64_t now_us);

/* Returns whether the first look at the bot's processes is due. */
bool svi_clock_look_due(const struct svi_clock_queue *q, const struct svi_clock_limits *limits,
                        int64_t now_us);

/* Records a look. The next is due at `next_us`; SVI_NEVER: no other. */
void svi_clock_looked(struct svi_clock_queue *q, int64_t next_us);

/* Returns whether the running clock has been looked at, so that time may be excused. */
bool svi_clock_excusable(const struct svi_clock_queue *q);

/* Sets the time since the running clock started that is excused. `most_us` is the most that can be
 * excused once the present waits are over. */
void svi_clock_excuse(struct svi_clock_queue *q, const struct svi_clock_limits *limits,
                      int64_t excused_us, int64_t most_us);

/* Takes a question that needs no answer any more out of the queue. */
void svi_clock_drop(struct svi_clock_queue *q, struct svi_clock *c, int64_t now_us);

/* Records a sign of life from the bot. */
void svi_clock_heard(struct svi_clock_queue *q, int64_t now_us);

/* Takes the oldest question out of the queue and returns it if it is late, with its bank empty;
 * else returns NULL. */
struct svi_clock *svi_clock_late(struct svi_clock_queue *q, const struct svi_clock_limits *limits,
                                 int64_t now_us);

/* Returns whether a seat has used up its time for the match. */
bool svi_clock_spent(const struct svi_clock *c, const struct svi_clock_limits *limits);

/* Returns whether the bot has been silent for too long. Call it after svi_clock_late(), with the
 * same time. */
bool svi_clock_hung(const struct svi_clock_queue *q, const struct svi_clock_limits *limits,
                    int64_t now_us);

/* Returns the earliest time at which svi_clock_late() or svi_clock_hung() may report something, or
 * a look is due; SVI_NEVER while nothing is asked. */
int64_t svi_clock_deadline(const struct svi_clock_queue *q, const struct svi_clock_limits *limits);

#endif
