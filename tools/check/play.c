#include "tools/check/play.h"

#include "arbiter/clock.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SESSION_MS 30000 /* for all matches of a plan; then no more are begun or waited for */
#define GRACE_MS 50      /* for a late frame to arrive */
#define FAULTS 4u        /* then a session ends */
#define EDITIONS 16u     /* that one session uses */
#define FAREWELL_MS 3000 /* to end after a goodbye */
#define LOST_MS 10000    /* to find out that the arbiter is gone */

struct session {
    struct svi_check_bot *bot;
    const struct svi_check_plan *plan;
    struct svi_check_outcome *o;
    struct svi_puppet puppet;
    struct svi_check_table *table[SVI_CHECK_MATCHES]; /* in flight, oldest first */
    unsigned n_tables;
    unsigned next_job;
    unsigned pending;                           /* questions open */
    unsigned pauses;                            /* made */
    int64_t since_us;                           /* when it was last asked */
    int64_t until_us;                           /* the session's end */
    const struct sv_edition *edition[EDITIONS]; /* that it has been sent */
    uint8_t hash[EDITIONS][32];
    unsigned n_editions;
    bool over; /* nothing more is to be read */
};

static void fault(struct svi_check_outcome *o, const char *section, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void fault(struct svi_check_outcome *o, const char *section, const char *format, ...)
{
    va_list args;
    if (o->faults++ == 0) {
        va_start(args, format);
        (void)vsnprintf(o->fault, sizeof o->fault, format, args);
        va_end(args);
        o->section = section;
    }
}

static void fault_lost(struct session *s, const char *section, const char *format, const char *why)
{
    char text[480];
    (void)snprintf(text, sizeof text, "%s; %s", why, format);
    fault(s->o, section, "%s", text);
    s->o->lost = true;
    s->over = true;
}

/* ---- asking ------------------------------------------------------------------------------------- */

static const uint8_t *tell_edition(struct session *s, const struct sv_edition *e)
{
    for (unsigned i = 0; i < s->n_editions; i++) {
        if (s->edition[i] == e) {
            return s->hash[i];
        }
    }
    struct svi_buf bytes = {0};
    struct svi_edition_message message;
    const unsigned i = s->n_editions++ % EDITIONS;
    svi_edition_encode(e, &bytes);
    svi_edition_hash(e, s->hash[i]);
    memcpy(message.hash, s->hash[i], sizeof message.hash);
    message.bytes = bytes.data;
    message.size = bytes.size;
    svi_put_edition(&s->puppet.out, &message);
    s->puppet.out.failed |= bytes.failed;
    svi_buf_finish(&bytes);
    s->edition[i] = e;
    return s->hash[i];
}

static void send_out(struct session *s)
{
    if (s->puppet.out.size > 0 && !s->over && !svi_puppet_send(&s->puppet)) {
        fault_lost(s, "1", "a bot stays connected until the goodbye", s->puppet.why);
    }
}

static void nap(unsigned ms)
{
    const struct timespec t = {.tv_sec = ms / 1000, .tv_nsec = (long)(ms % 1000) * 1000000};
    (void)nanosleep(&t, NULL);
}

/* Begins matches as far as there are some left and room for them. */
static void admit(struct session *s)
{
    const unsigned room =
        s->bot->hello.matches < s->plan->at_once ? s->bot->hello.matches : s->plan->at_once;
    while (s->n_tables < room && s->next_job < s->plan->n_jobs) {
        struct svi_check_table *t = malloc(sizeof *t);
        if (t == NULL) {
            s->puppet.out.failed = true;
            return;
        }
        const struct svi_check_job *job = &s->plan->jobs[s->next_job++];
        svi_check_table_init(t, job, 1000 + s->next_job,
                             s->bot->hello.answers & ((1u << SV_DECISION_COUNT) - 1));
        svi_check_table_start(t, tell_edition(s, job->edition), &s->puppet.out);
        s->table[s->n_tables++] = t;
    }
}

static void remove_table(struct session *s, unsigned i)
{
    svi_check_table_finish(s->table[i]);
    free(s->table[i]);
    for (s->n_tables--; i < s->n_tables; i++) {
        s->table[i] = s->table[i + 1];
    }
}

/* Moves every match on, asks, ends, and begins others. */
static void ask_all(struct session *s)
{
    bool again = true;
    while (again && !s->over) {
        again = false;
        admit(s);
        for (unsigned k = s->n_tables; k-- > 0;) { /* the youngest first */
            struct svi_check_table *t = s->table[k];
            if (t->waiting) {
                continue;
            }
            svi_check_table_step(t);
            if (t->over) {
                svi_check_table_end(t, &s->puppet.out);
                remove_table(s, k);
                s->o->matches++;
                again = true;
            } else {
                svi_check_table_ask(t, s->bot->hello.model, &s->puppet.out);
                s->bot->kind[t->asked.kind].asked++;
                s->pending++;
            }
            if (s->plan->order == SVI_CHECK_SHUFFLED) {
                send_out(s);
            }
        }
    }
    if (s->pauses < s->plan->pauses) {
        s->pauses++;
        nap(s->plan->pause_ms);
    }
    send_out(s);
}

/* ---- hearing ------------------------------------------------------------------------------------ */

static struct svi_check_table *find(const struct session *s, const struct svi_reply *reply)
{
    for (unsigned i = 0; i < s->n_tables; i++) {
        struct svi_check_table *t = s->table[i];
        if (t->id == reply->match && t->question == reply->question && t->waiting) {
            return t;
        }
    }
    return NULL;
}

/* The answer to a question. */
static void hear_answer(struct session *s, struct svi_check_table *t, struct svi_cursor *frame,
                        const struct svi_reply *reply)
{
    const struct sv_edition *e = t->job.edition;
    const struct sv_position *p = &t->state.position;
    struct svi_check_count *count = &s->bot->kind[t->asked.kind];
    const char *kind = sv_decision_name(t->asked.kind);
    struct sv_answer answer;
    s->o->answers++;
    s->pending--;
    enum sv_status status = svi_get_reply_answer(frame, reply, e, p, &t->asked, &answer);
    if (status != SV_OK) {
        count->malformed++;
        fault(s->o, "3, reply", "malformed answer to '%s' (%s, %u seats, round %u): %s", kind,
              e->name, t->job.seats, p->round, sv_status_text(status));
    } else if ((status = sv_check(e, p, &t->asked, &answer)) != SV_OK) {
        count->illegal++;
        fault(s->o, "5", "illegal answer to '%s' (%s, %u seats, round %u): %s", kind, e->name,
              t->job.seats, p->round, sv_status_text(status));
    } else {
        count->ok++;
    }
    svi_check_table_answer(t, status == SV_OK ? &answer : NULL);
}

static void unreadable(struct session *s, const char *what)
{
    fault(s->o, "2", "sent what is no message of the protocol: %s; expected replies", what);
    s->over = true;
}

/* One message of a frame. False: the rest of the frame cannot be read. */
static bool hear_message(struct session *s, struct svi_cursor *frame)
{
    const uint8_t *start = frame->at;
    struct svi_head head;
    struct svi_reply reply;
    enum sv_status status = svi_get_head(frame, &head);
    if (status == SV_OK && head.type <= SVI_MESSAGE_GOODBYE && head.type != SVI_MESSAGE_REPLY) {
        unreadable(s, svi_message_name(head.type));
        return false;
    }
    if (status == SV_OK && head.type == SVI_MESSAGE_REPLY) {
        status = svi_get_reply(frame, &head, &reply);
        struct svi_check_table *t = status == SV_OK ? find(s, &reply) : NULL;
        if (t != NULL) {
            hear_answer(s, t, frame, &reply);
        } else if (status == SV_OK) {
            fault(s->o, "7", "replied to question %u of match %llu, which is not open",
                  reply.question, (unsigned long long)reply.match);
        }
    }
    if (status != SV_OK) {
        unreadable(s, sv_status_text(status));
        return false;
    }
    return svi_resync(frame, start) || (unreadable(s, "no MessagePack"), false);
}

static void hear_frame(struct session *s)
{
    struct svi_cursor frame = svi_cursor_over(s->puppet.letter.bytes, s->puppet.letter.size);
    const uint32_t before = s->o->answers;
    const int64_t now_us = svi_clock_us();
    const int64_t took_ms = (now_us - s->since_us) / 1000;
    if (s->puppet.letter.size == 0) {
        unreadable(s, "an empty frame, or one of several parts");
    }
    while (!s->over && svi_cursor_left(&frame) > 0 && hear_message(s, &frame)) {
        s->over |= s->o->faults >= FAULTS;
    }
    const uint32_t answers = s->o->answers - before;
    if (answers > 0 && took_ms > (int64_t)answers * s->bot->clock_ms) {
        fault(s->o, "7", "took %lld ms for %u answer(s), expected at most %d ms each",
              (long long)took_ms, answers, s->bot->clock_ms);
    }
    s->over |= s->o->faults >= FAULTS;
}

static void silent(struct session *s)
{
    fault(s->o, "7", "gave no answer to %u open question(s), the oldest a '%s', within %d ms each",
          s->pending, s->n_tables > 0 ? sv_decision_name(s->table[0]->asked.kind) : "?",
          s->bot->clock_ms);
    s->o->lost = true;
    s->over = true;
}

/* Waits for answers, until there is one at least. */
static void hear(struct session *s)
{
    const uint32_t before = s->o->answers;
    const int64_t limit_us = (int64_t)s->bot->clock_ms * 1000 * s->pending + s->since_us;
    while (!s->over && s->o->answers == before) {
        const int64_t left_us = limit_us - svi_clock_us();
        const int left_ms = left_us > 0 ? (int)(left_us / 1000) : 0;
        switch (svi_puppet_receive(&s->puppet, left_ms + GRACE_MS)) {
        case SVI_PUPPET_FRAME:
            hear_frame(s);
            if (!s->over && s->o->answers == before && left_ms == 0) {
                silent(s); /* it talks, but does not answer */
            }
            break;
        case SVI_PUPPET_GONE:
            fault_lost(s, "1", "a bot stays until the goodbye", s->puppet.why);
            break;
        case SVI_PUPPET_SILENCE:
            silent(s);
            break;
        }
        if (!s->over && svi_clock_us() > s->until_us) {
            s->o->cut = true;
            s->over = true;
        }
    }
}

/* ---- sessions ----------------------------------------------------------------------------------- */

static bool open_session(struct session *s, struct svi_check_bot *bot,
                         const struct svi_check_plan *plan, struct svi_check_outcome *o)
{
    const struct svi_puppet_setup setup = {.argv = bot->argv, .output = STDERR_FILENO};
    memset(s, 0, sizeof *s);
    memset(o, 0, sizeof *o);
    s->bot = bot;
    s->plan = plan;
    s->o = o;
    s->until_us = svi_clock_us() + SESSION_MS * 1000LL;
    if (svi_puppet_init(&s->puppet, &setup) != SV_OK ||
        !svi_puppet_greet(&s->puppet, bot->hello_ms, (uint32_t)bot->clock_ms)) {
        fault_lost(s, "3, hello", "expected a hello", s->puppet.why);
        return false;
    }
    bot->hello = s->puppet.hello;
    return true;
}

static void close_session(struct session *s)
{
    while (s->n_tables > 0) {
        remove_table(s, s->n_tables - 1);
    }
    svi_puppet_finish(&s->puppet);
}

/* Plays until so many answers are in, or all is played. */
static void play(struct session *s, uint32_t answers)
{
    while (!s->over && s->o->answers < answers) {
        ask_all(s);
        s->since_us = svi_clock_us();
        if (s->pending == 0) {
            return;
        }
        hear(s);
    }
}

void svi_check_play(struct svi_check_bot *bot, const struct svi_check_plan *plan,
                    struct svi_check_outcome *o)
{
    struct session s;
    if (open_session(&s, bot, plan, o)) {
        play(&s, UINT32_MAX);
        /* What comes when nothing is open any more was not asked for. */
        while (!s.over && svi_puppet_receive(&s.puppet, 20) == SVI_PUPPET_FRAME) {
            hear_frame(&s);
        }
    }
    close_session(&s);
}

void svi_check_goodbye(struct svi_check_bot *bot, const struct svi_check_job *job,
                       struct svi_check_outcome *o)
{
    const struct svi_check_plan plan = {.jobs = job, .n_jobs = 1, .at_once = 1};
    struct session s;
    if (open_session(&s, bot, &plan, o)) {
        play(&s, 5);
        svi_put_goodbye(&s.puppet.out);
        send_out(&s);
        if (!s.over && !svi_process_wait(&s.puppet.process, FAREWELL_MS)) {
            fault(o, "3", "still runs %d ms after the goodbye, expected to exit", FAREWELL_MS);
        } else if (!s.over && s.puppet.process.status != 0) {
            char how[64];
            svi_process_describe(&s.puppet.process, how, sizeof how);
            fault(o, "3", "%s after the goodbye, expected status 0", how);
        }
    }
    close_session(&s);
}

void svi_check_lost(struct svi_check_bot *bot, const struct svi_check_job *job,
                    struct svi_check_outcome *o)
{
    const struct svi_check_plan plan = {.jobs = job, .n_jobs = 1, .at_once = 1};
    struct session s;
    if (open_session(&s, bot, &plan, o)) {
        play(&s, 5);
        /* The socket goes, the process stays to be watched. */
        struct svi_process process = s.puppet.process;
        s.puppet.process.pid = 0;
        const bool over = s.over;
        close_session(&s);
        if (!over && o->faults == 0 && !svi_process_wait(&process, LOST_MS)) {
            fault(o, "1", "still runs %d ms after its connection was lost, expected to exit",
                  LOST_MS);
        }
        svi_process_kill(&process);
        return;
    }
    close_session(&s);
}
