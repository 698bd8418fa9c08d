#include "session/clock.h"

#include <assert.h>
#include <stddef.h>

static int64_t most(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

void svi_clock_ask(struct svi_clock_queue *q, struct svi_clock *c, int64_t now_us)
{
    assert(!c->asked);
    c->asked = true;
    c->took_us = -1;
    c->newer = NULL;
    c->older = q->newest;
    if (q->newest != NULL) {
        q->newest->newer = c;
    } else {
        q->oldest = c;
        /* A bot that fell silent while it was being asked stays silent; time in which it owed
         * nothing does not count. */
        q->heard_us = q->quiet ? q->heard_us + (now_us - q->idle_us) : now_us;
    }
    q->newest = c;
}

static void take_out(struct svi_clock_queue *q, struct svi_clock *c, int64_t now_us)
{
    assert(c->asked);
    if (c == q->oldest) {
        q->started = false;
        q->oldest = c->newer;
    } else {
        c->older->newer = c->newer;
    }
    if (c == q->newest) {
        q->newest = c->older;
    } else {
        c->newer->older = c->older;
    }
    c->asked = false;
    c->older = NULL;
    c->newer = NULL;
    if (q->oldest == NULL) {
        q->idle_us = now_us;
    }
}

bool svi_clock_starts(const struct svi_clock_queue *q)
{
    return q->oldest != NULL && !q->started;
}

void svi_clock_sent(struct svi_clock_queue *q, int64_t now_us)
{
    if (svi_clock_starts(q)) {
        q->started = true;
        q->since_us = now_us;
        q->excused_us = q->put_off_us = 0;
        q->look_us = 0;
    }
}

/* Records the time of a decision, and takes the part beyond the free time from the bank. */
static void charge(struct svi_clock *c, int64_t took_us, const struct svi_clock_limits *limits)
{
    c->took_us = took_us > 0 ? took_us : 0;
    if (took_us > 0) {
        const int64_t beyond_us = took_us - limits->decision_us;
        c->used_us += (uint64_t)took_us;
        if (beyond_us > 0) {
            c->bank_us -= beyond_us < c->bank_us ? beyond_us : c->bank_us;
        }
    }
}

void svi_clock_answer(struct svi_clock_queue *q, struct svi_clock *c, int64_t arrived_us)
{
    const int64_t took_us = arrived_us - q->since_us - q->excused_us;
    const int64_t read_us = q->read_us > arrived_us ? q->read_us : arrived_us;
    if (c == q->oldest && q->started) {
        q->took_us = took_us > 0 ? took_us : 0;
        q->thought_us = read_us > q->since_us ? read_us - q->since_us : 0;
    }
    take_out(q, c, arrived_us);
    svi_clock_heard(q, arrived_us);
    c->newer = q->answered;
    q->answered = c;
    q->n_answered++;
}

int64_t svi_clock_charge(struct svi_clock_queue *q, const struct svi_clock_limits *limits)
{
    const int64_t took_us = q->took_us;
    while (q->answered != NULL) {
        struct svi_clock *c = q->answered;
        q->answered = c->newer;
        c->newer = NULL;
        charge(c, q->took_us / q->n_answered, limits);
        c->thought_us = q->thought_us / q->n_answered;
    }
    q->n_answered = 0;
    q->took_us = q->thought_us = 0;
    return took_us;
}

int64_t svi_clock_running_us(const struct svi_clock_queue *q, int64_t now_us)
{
    return q->started ? most(now_us - q->since_us - q->put_off_us, 0) : 0;
}

static int64_t look_us(const struct svi_clock_queue *q, const struct svi_clock_limits *limits)
{
    const int64_t part_us = limits->decision_us / SVI_CLOCK_LOOK;
    return !q->looks || !q->started ? SVI_NEVER
           : q->look_us != 0        ? q->look_us
                                    : q->since_us + most(part_us, SVI_CLOCK_LOOK_US);
}

bool svi_clock_look_due(const struct svi_clock_queue *q, const struct svi_clock_limits *limits,
                        int64_t now_us)
{
    return q->look_us == 0 && now_us >= look_us(q, limits);
}

void svi_clock_looked(struct svi_clock_queue *q, int64_t next_us)
{
    q->look_us = next_us;
}

bool svi_clock_excusable(const struct svi_clock_queue *q)
{
    return q->started && q->look_us != 0;
}

void svi_clock_excuse(struct svi_clock_queue *q, const struct svi_clock_limits *limits,
                      int64_t excused_us, int64_t most_us)
{
    const int64_t end_us = most(SVI_EXCUSES * limits->decision_us, SVI_EXCUSED_US);
    if (q->started) {
        q->excused_us = most(q->excused_us, least(excused_us, end_us));
        q->put_off_us = most(q->excused_us, least(most_us, end_us));
    }
}

void svi_clock_drop(struct svi_clock_queue *q, struct svi_clock *c, int64_t now_us)
{
    take_out(q, c, now_us);
}

void svi_clock_heard(struct svi_clock_queue *q, int64_t now_us)
{
    q->heard_us = now_us;
    q->quiet = false;
}

bool svi_clock_spent(const struct svi_clock *c, const struct svi_clock_limits *limits)
{
    return limits->match_us > 0 && c->used_us >= (uint64_t)limits->match_us;
}

/* Returns the most time that a decision may take. */
static int64_t most_us(const struct svi_clock *c, const struct svi_clock_limits *limits)
{
    const int64_t clock_us = limits->decision_us + c->bank_us;
    if (limits->match_us == 0) {
        return clock_us;
    }
    return svi_clock_spent(c, limits) ? 0 : least(limits->match_us - (int64_t)c->used_us, clock_us);
}

struct svi_clock *svi_clock_late(struct svi_clock_queue *q, const struct svi_clock_limits *limits,
                                 int64_t now_us)
{
    struct svi_clock *c = q->oldest;
    if (c == NULL || !q->started || now_us - q->since_us - q->put_off_us < most_us(c, limits)) {
        return NULL;
    }
    charge(c, now_us - q->since_us - q->excused_us, limits);
    c->thought_us = now_us - q->since_us;
    take_out(q, c, now_us);
    q->quiet = true;
    return c;
}

/* At most half of INT64_MAX, so that a time can be added: the strikes of a match without a clock
 * exceed it. */
static int64_t patience_us(const struct svi_clock_limits *limits)
{
    int64_t borne_us;
    if (__builtin_mul_overflow(limits->decision_us, limits->strikes, &borne_us) ||
        __builtin_add_overflow(borne_us, limits->bank_us, &borne_us)) {
        return INT64_MAX / 2;
    }
    return least(most(borne_us, SVI_PATIENCE_US), INT64_MAX / 2);
}

bool svi_clock_hung(const struct svi_clock_queue *q, const struct svi_clock_limits *limits,
                    int64_t now_us)
{
    /* Silence counts only while the bot owes an answer, or right after the last question became
     * late. */
    return (q->oldest != NULL || (q->quiet && q->idle_us == now_us)) &&
           now_us - q->heard_us - q->put_off_us >= patience_us(limits);
}

int64_t svi_clock_deadline(const struct svi_clock_queue *q, const struct svi_clock_limits *limits)
{
    if (q->oldest == NULL || !q->started) {
        return SVI_NEVER;
    }
    const int64_t late_us = q->since_us + q->put_off_us + most_us(q->oldest, limits);
    const int64_t hung_us = q->heard_us + q->put_off_us + patience_us(limits);
    return least(look_us(q, limits), least(late_us, hung_us));
}
