/* The time charged to bots that think, wait, sleep and cheat, on a modelled machine
 * (kernel_model.h), by the clock and the ledger that a worker uses.
 *
 * A trick is measured against the time t, with a question open, in which the bot's processes ran or
 * would have run with the machine to themselves. */
#include "process/run_family.h"
#include "session/clock.h"
#include "tests/base/testing.h"
#include "tests/process/kernel_model.h"

#define MS 1000
#define FOREVER_US 1000000000
#define MOST_US 1000000000
/* Seeds of each trick: one under the sanitizers, which are ten times slower. */
#ifdef SV_SANITIZED
#define SEEDS 1
#else
#define SEEDS 3
#endif

static uint64_t state_of_chance;

static int64_t chance(int64_t below)
{
    state_of_chance = state_of_chance * 6364136223846793005u + 1442695040888963407u;
    return below > 0 ? (int64_t)((state_of_chance >> 33) % (uint64_t)below) : 0;
}

/* ---- bots ------------------------------------------------------------------------------------ */

struct table;

/* How a bot goes about its questions. */
struct trick {
    const char *name;
    void (*begin)(struct table *t);
    void (*think)(struct kernel *k, struct kernel_task *t); /* its main thread's */
    unsigned strangers, questions;
    int64_t length_us; /* of something */
    bool collude;      /* the strangers run while it has a question open, and else rest */
};

/* A bot, its questions and what it is charged. */
struct table {
    const struct trick *trick;
    struct kernel kernel;
    struct svi_clock_limits limits;
    struct svi_clock_queue queue;
    struct svi_clock clock;
    struct svi_run_evidence evidence;
    struct kernel_task *main;
    bool open; /* a question is, as the bot sees it */
    unsigned asked, step;
    unsigned at_work;    /* threads */
    int64_t answered_us; /* 0: not yet */
    unsigned late;
    bool hidden;
    int64_t charged_us, thought_us; /* the latter: t as it was */
    int64_t wall_us;
};

static struct table *of(struct kernel *k)
{
    return k->user;
}

static void answer(struct kernel *k)
{
    struct table *t = of(k);
    t->step = 0;
    t->open = false;
    t->answered_us = k->now_us;
}

/* Runs for so long, then answers. */
static void think(struct kernel *k, struct kernel_task *t)
{
    if (of(k)->open && of(k)->step++ == 0) {
        t->left_us = of(k)->trick->length_us;
    } else if (of(k)->open) {
        answer(k);
    }
}

/* Answers nine of ten at once. */
static void think_at_times(struct kernel *k, struct kernel_task *t)
{
    if (of(k)->asked % 10 != 0 && of(k)->open) {
        answer(k);
    } else {
        think(k, t);
    }
}

/* Sleeps until after the first look, then runs. */
static void think_after_the_look(struct kernel *k, struct kernel_task *t)
{
    if (of(k)->open && of(k)->step == 0) {
        of(k)->step = 1;
        t->wake_us = k->now_us + of(k)->limits.decision_us / SVI_CLOCK_LOOK + 1 * MS;
    } else if (of(k)->open && of(k)->step++ == 1) {
        t->left_us = of(k)->trick->length_us;
    } else if (of(k)->open) {
        answer(k);
    }
}

static void sleep_then_answer(struct kernel *k, struct kernel_task *t)
{
    if (of(k)->open && of(k)->step++ == 0) {
        t->wake_us = k->now_us + of(k)->trick->length_us;
    } else if (of(k)->open) {
        answer(k);
    }
}

static void spin(struct kernel *k, struct kernel_task *t)
{
    (void)k;
    t->left_us = FOREVER_US;
}

/* A stranger that runs while the bot has a question. */
static void burn(struct kernel *k, struct kernel_task *t)
{
    if (of(k)->open) {
        t->left_us = 1 * MS;
    } else {
        t->wake_us = k->now_us + 1;
    }
}

/* A worker of the bot's: its part, and the last one ends the question. */
static void work(struct kernel *k, struct kernel_task *t)
{
    if (t->length_us > 0) {
        t->left_us = t->length_us;
        t->length_us = 0;
        return;
    }
    t->over = true;
    if (--of(k)->at_work == 0) {
        kernel_wake(k, of(k)->main);
    }
}

/* Makes others work: processes without a waiting parent, processes with one, or threads. */
static void hire(struct kernel *k, unsigned n, bool processes, enum kernel_ending ending,
                 int64_t length_us)
{
    struct table *table = of(k);
    const unsigned place = (unsigned)(table->main - k->task);
    for (unsigned i = 0; i < n; i++) {
        struct kernel_task *t =
            processes ? kernel_process(k, place, work) : kernel_thread(k, place, work);
        t->ending = ending;
        t->core = table->main->core;
        t->length_us = length_us;
        table->at_work++;
    }
}

/* `n` work on a share of the question each, all at a time. */
static void have_all(struct kernel *k, unsigned n, bool processes, enum kernel_ending ending)
{
    if (of(k)->open && of(k)->step++ == 0) {
        hire(k, n, processes, ending, of(k)->trick->length_us / (int64_t)n);
    } else if (of(k)->open && of(k)->at_work == 0) {
        answer(k);
    }
}

static void have_orphans(struct kernel *k, __attribute__((unused)) struct kernel_task *t)
{
    have_all(k, 3, true, KERNEL_ORPHAN);
}

/* Four threads share the work. */
static void share(struct kernel *k, __attribute__((unused)) struct kernel_task *t)
{
    have_all(k, 4, false, KERNEL_WAITED_FOR);
}

#define SHORT 10u /* pieces, one after the other */

static void have_short(struct kernel *k, bool processes, enum kernel_ending ending)
{
    if (of(k)->open && of(k)->at_work == 0 && of(k)->step++ < SHORT) {
        hire(k, 1, processes, ending, of(k)->trick->length_us / SHORT);
    } else if (of(k)->open && of(k)->at_work == 0) {
        answer(k);
    }
}

static void have_short_children(struct kernel *k, __attribute__((unused)) struct kernel_task *t)
{
    have_short(k, true, KERNEL_WAITED_FOR);
}

static void have_short_threads(struct kernel *k, __attribute__((unused)) struct kernel_task *t)
{
    have_short(k, false, KERNEL_WAITED_FOR);
}

static void have_hidden_children(struct kernel *k, __attribute__((unused)) struct kernel_task *t)
{
    have_short(k, true, KERNEL_HIDDEN);
}

/* As have_hidden_children(), two at a time, in memory that they share with the bot. */
static void have_hidden_pairs(struct kernel *k, struct kernel_task *t)
{
    const unsigned before = of(k)->at_work;
    (void)t;
    if (of(k)->open && before < 2 && of(k)->step < 2 * SHORT) {
        of(k)->step += 2 - before;
        hire(k, 2 - before, true, KERNEL_HIDDEN, of(k)->trick->length_us / SHORT / 2);
        for (unsigned i = 1; i < KERNEL_TASKS; i++) {
            k->task[i].faults = k->task[i].ending == KERNEL_HIDDEN ? 0 : k->task[i].faults;
        }
    } else if (of(k)->open && before == 0) {
        answer(k);
    }
}

/* By chance: pieces of running, sleeping and help. */
static void do_anything(struct kernel *k, struct kernel_task *t)
{
    struct table *table = of(k);
    if (!table->open || table->at_work > 0) {
        return;
    }
    if (table->step++ > (unsigned)(table->asked * 7u % 5)) {
        answer(k);
        return;
    }
    const int64_t length_us = (int64_t)(1 + (table->asked * 13u + table->step * 5u) % 30) * MS;
    switch ((table->asked + table->step * 3u) % 6) {
    case 0:
        t->wake_us = k->now_us + length_us;
        break;
    case 1:
        hire(k, 2, true, KERNEL_ORPHAN, length_us);
        break;
    case 2:
        hire(k, 1, false, KERNEL_WAITED_FOR, length_us / 4);
        break;
    case 3:
        hire(k, 1, true, KERNEL_WAITED_FOR, length_us / 2);
        break;
    default:
        t->left_us = length_us;
        break;
    }
}

/* ---- what bots have beside their main thread ------------------------------------------------- */

static void alone(struct table *t)
{
    (void)t;
}

static struct kernel_task *help(struct table *t,
                                void (*act)(struct kernel *k, struct kernel_task *t))
{
    struct kernel_task *helper = kernel_thread(&t->kernel, t->main->process, act);
    helper->core = t->main->core;
    return helper;
}

/* Fifteen threads that fight with the main one for one processor. */
static void with_fighters(struct table *t)
{
    t->main->core = 0;
    for (unsigned i = 0; i < 15; i++) {
        (void)help(t, spin);
    }
}

static void with_a_waiter(struct table *t)
{
    t->main->core = 0;
    (void)help(t, spin);
}

/* A thread for each processor that is always running when somebody looks. */
static void with_spinners(struct table *t)
{
    (void)help(t, spin);
    (void)help(t, spin);
}

static void help_a_while(struct kernel *k, struct kernel_task *t)
{
    if (of(k)->open && of(k)->asked != (unsigned)t->length_us) {
        t->length_us = of(k)->asked;
        t->left_us = of(k)->trick->length_us;
    } else {
        t->wake_us = k->now_us + 1;
    }
}

/* A thread of idle priority, which has something to do while the main one sleeps. */
static void with_an_idler(struct table *t)
{
    help(t, help_a_while)->weight = 3;
}

static void with_a_helper(struct table *t)
{
    (void)help(t, help_a_while);
}

/* Runs only when no question is open, so that it waits then. */
static void wait_before(struct kernel *k, struct kernel_task *t)
{
    if (!of(k)->open) {
        t->left_us = 3 * MS;
    } else {
        t->wake_us = k->now_us + 1;
    }
}

static void with_waits_from_before(struct table *t)
{
    for (unsigned i = 0; i < 8; i++) {
        (void)help(t, wait_before);
    }
}

/* ---- the arbiter ----------------------------------------------------------------------------- */

static void look(struct table *t)
{
    kernel_look(&t->kernel, &t->evidence.next);
}

/* As worker_io.c does. */
static void excuse(struct table *t, int64_t until_us)
{
    if (svi_clock_excusable(&t->queue)) {
        look(t);
        svi_run_evidence_add(&t->evidence);
        const struct svi_run_excuse e = svi_run_evidence_weigh(&t->evidence, until_us);
        svi_clock_looked(&t->queue, SVI_NEVER);
        svi_clock_excuse(&t->queue, &t->limits, e.settled_us, e.most_us);
    }
}

static void settle(struct table *t)
{
    excuse(t, t->answered_us);
    svi_clock_answer(&t->queue, &t->clock, t->answered_us);
    svi_clock_charge(&t->queue, &t->limits);
    t->charged_us += t->clock.took_us;
}

static void look_for_late(struct table *t)
{
    const int64_t now_us = t->kernel.now_us;
    if (svi_clock_deadline(&t->queue, &t->limits) > now_us) {
        return;
    }
    if (svi_clock_look_due(&t->queue, &t->limits, now_us)) {
        look(t);
        svi_run_evidence_begin(&t->evidence);
        svi_clock_looked(&t->queue, now_us + chance(t->limits.decision_us));
    } else {
        excuse(t, now_us);
    }
    if (svi_clock_late(&t->queue, &t->limits, now_us) != NULL) {
        t->late++;
        t->charged_us += t->clock.took_us;
    }
}

/* Plays a bot's questions, one after the other; with or without strangers. */
static void play(struct table *t, const struct trick *trick, bool strangers, int64_t decision_ms,
                 int64_t bank_ms)
{
    struct kernel *k = &t->kernel;
    int64_t ask_us = 5 * MS, settle_us = KERNEL_NEVER;
    memset(t, 0, sizeof *t);
    t->trick = trick;
    t->limits = (struct svi_clock_limits){
        .decision_us = decision_ms * MS, .bank_us = bank_ms * MS, .strikes = 1000000};
    t->clock.bank_us = t->limits.bank_us;
    t->queue.looks = true;
    t->evidence.processors = 2;
    t->evidence.tick_us = KERNEL_TICK_US;
    kernel_init(k, 2);
    k->user = t;
    t->main = kernel_process(k, 0, trick->think);
    trick->begin(t);
    for (unsigned i = 0; strangers && i < trick->strangers; i++) {
        kernel_process(k, 0, trick->collude ? burn : spin)->stranger = true;
    }
    while (t->asked < trick->questions || t->open || settle_us != KERNEL_NEVER) {
        if (!t->open && settle_us == KERNEL_NEVER && k->now_us >= ask_us) {
            t->asked++;
            t->open = true;
            svi_clock_ask(&t->queue, &t->clock, k->now_us);
            svi_clock_sent(&t->queue, k->now_us);
            kernel_wake(k, t->main);
        }
        kernel_step(k);
        if (k->family_runs && t->clock.asked && t->open) {
            t->thought_us += KERNEL_STEP_US;
        }
        t->wall_us += t->open ? KERNEL_STEP_US : 0;
        if (t->answered_us != 0 && settle_us == KERNEL_NEVER) {
            settle_us = k->now_us + chance(5) * KERNEL_STEP_US; /* until we are run */
            if (!t->clock.asked) {                              /* it was late */
                t->answered_us = 0;
                settle_us = KERNEL_NEVER;
                ask_us = k->now_us;
            }
        }
        if (settle_us != KERNEL_NEVER && k->now_us >= settle_us) {
            settle(t);
            t->answered_us = 0;
            settle_us = KERNEL_NEVER;
            ask_us = k->now_us;
        } else if (t->clock.asked && t->answered_us == 0) {
            look_for_late(t);
        }
        assert_true(k->now_us < MOST_US);
    }
    t->hidden = t->evidence.hidden;
    svi_run_evidence_finish(&t->evidence);
}

/* ---- the tricks ------------------------------------------------------------------------------ */

static const struct trick tricks[] = {
    {"fights with itself", with_fighters, think, 0, 40, 20 * MS, false},
    {"fights with itself beside others", with_fighters, think, 4, 20, 20 * MS, false},
    {"answers at once, then fights", with_fighters, think_at_times, 2, 60, 20 * MS, false},
    {"sleeps, an idle thread waits", with_an_idler, sleep_then_answer, 4, 20, 60 * MS, false},
    {"orphans think", with_a_waiter, have_orphans, 4, 30, 30 * MS, false},
    {"children think, one by one", with_a_waiter, have_short_children, 4, 30, 30 * MS, false},
    {"threads think, one by one", with_a_waiter, have_short_threads, 4, 30, 30 * MS, false},
    {"waits from before", with_waits_from_before, think, 6, 40, 20 * MS, false},
    {"thinks after the look", alone, think_after_the_look, 4, 40, 40 * MS, false},
    {"runs whenever it is looked at", with_spinners, think, 4, 30, 20 * MS, false},
    {"has a friend burn the machine", alone, think, 8, 30, 60 * MS, true},
    {"has fighters and a friend", with_fighters, think, 8, 10, 7 * MS, true},
    {"does anything", alone, do_anything, 6, 100, 0, false},
    {"does anything, with a waiter", with_a_waiter, do_anything, 6, 100, 0, false},
    {"does anything, with spinners", with_spinners, do_anything, 3, 100, 0, false},
};

TEST(whatever_a_bot_does_its_thinking_is_charged)
{
    static struct table loaded, own;
    for (size_t i = 0; i < sizeof tricks / sizeof tricks[0]; i++) {
        const struct trick *trick = &tricks[i];
        for (unsigned seed = 1; seed <= SEEDS; seed++) {
            state_of_chance = seed;
            play(&loaded, trick, true, 100, 100000);
            play(&own, trick, false, 100, 100000);
            const int64_t t_us =
                loaded.thought_us > own.thought_us ? loaded.thought_us : own.thought_us;
            if (seed == 1 || (double)loaded.charged_us < 0.95 * (double)t_us) {
                print_message("%-34s charged/t: %.3f; t %.1f s of %.1f s\n", trick->name,
                              (double)loaded.charged_us / (double)t_us, (double)t_us / 1e6,
                              (double)loaded.wall_us / 1e6);
            }
            assert_true((double)loaded.charged_us >= 0.95 * (double)t_us);
        }
    }
}

TEST(who_waits_for_others_is_never_late)
{
    static const struct trick honest[] = {
        {"one thread", alone, think, 20, 40, 500 * MS, false},
        {"four threads", alone, share, 20, 40, 500 * MS, false},
        {"one thread, short", alone, think, 20, 60, 50 * MS, false},
        {"four threads, short", alone, share, 20, 60, 50 * MS, false},
        {"orphans, short", alone, have_orphans, 20, 60, 50 * MS, false},
    };
    static struct table t;
    for (size_t i = 0; i < sizeof honest / sizeof honest[0]; i++) {
        const int64_t decision_ms = 2 * honest[i].length_us / MS;
        for (unsigned seed = 1; seed <= (SEEDS + 1) / 2; seed++) {
            state_of_chance = seed;
            play(&t, &honest[i], true, decision_ms, 100);
            if (seed == 1) {
                print_message("%-34s charged %.3f of a decision, %.1f with the waits\n",
                              honest[i].name,
                              (double)t.charged_us / t.asked / (double)t.limits.decision_us,
                              (double)t.wall_us / t.asked / (double)t.limits.decision_us);
            }
            assert_int_equal(t.late, 0);
            assert_true((double)t.wall_us > 1.5 * (double)t.charged_us);
        }
    }
}

TEST(sleep_is_charged)
{
    static const struct trick sleeper = {"sleeps", alone, sleep_then_answer, 20, 30,
                                         60 * MS,  false};
    static struct table t;
    play(&t, &sleeper, true, 100, 100000);
    assert_true((double)t.charged_us >= 0.95 * (double)t.wall_us);
}

/* A bot that sleeps while another of its threads queues looks like one that waits for that thread:
 * a question may last longer so. But what ran is charged. */
TEST(a_helper_stretches_a_question_and_gains_no_thinking)
{
    static const struct trick stretcher = {
        "sleeps, a helper waits", with_a_helper, sleep_then_answer, 4, 40, 60 * MS, false};
    static struct table t;
    play(&t, &stretcher, true, 100, 100000);
    print_message("%-34s charged/ran %.3f, charged/wall %.3f\n", stretcher.name,
                  (double)t.charged_us / (double)t.thought_us,
                  (double)t.charged_us / (double)t.wall_us);
    assert_true(t.charged_us >= t.thought_us);
}

/* The processor time of a child without a waiting parent is lost, unless a control group counts it.
 * A look at a secret moment finds the child, and then nothing is excused. */
TEST(hidden_children_are_found_out)
{
    static const struct trick hiders[] = {
        {"hides its children", with_a_waiter, have_hidden_children, 4, 100, 60 * MS, false},
        {"hides them without a page fault", with_a_waiter, have_hidden_pairs, 4, 100, 60 * MS,
         false}};
    static struct table loaded, own;
    for (unsigned seed = 1; seed <= 2 * SEEDS; seed++) {
        const struct trick *hider = &hiders[seed % 2];
        state_of_chance = seed / 2 + 1;
        play(&loaded, hider, true, 100, 100000);
        play(&own, hider, false, 100, 100000);
        if (seed <= 2) {
            print_message("%-34s charged/t %.3f\n", hider->name,
                          (double)loaded.charged_us / (double)own.thought_us);
        }
        assert_true(loaded.hidden);
        assert_true((double)loaded.charged_us >= 0.95 * (double)own.thought_us);
    }
}

/* ---- the ledger ------------------------------------------------------------------------------ */

/* Looks at one thread, with these figures. */
static void look_at(struct svi_run_evidence *e, int64_t at_us, int64_t ran_us, int64_t waited_us,
                    int64_t idle_us, int64_t group_us)
{
    e->next.n_rows = 0;
    e->next.at_us = at_us;
    e->next.idle_us = idle_us;
    e->next.group_us = group_us;
    e->next.whole = true;
    *svi_run_look_row(&e->next) =
        (struct svi_run_row){.id = 1, .ran_us = ran_us, .waited_us = waited_us};
}

TEST(the_least_bound_holds)
{
    SCOPED(svi_run_evidence_finish)
    struct svi_run_evidence e = {.processors = 2, .tick_us = 4 * MS};
    look_at(&e, 1000 * MS, 50 * MS, 30 * MS, 700 * MS, -1);
    svi_run_evidence_begin(&e);
    assert_int_equal(svi_run_evidence_weigh(&e, 1000 * MS).most_us, 0);
    look_at(&e, 1100 * MS, 60 * MS, 60 * MS, 700 * MS, -1); /* bounded by the bot's waiting */
    svi_run_evidence_add(&e);
    assert_int_equal(svi_run_evidence_weigh(&e, 1100 * MS).settled_us, 30 * MS);
    assert_int_equal(svi_run_evidence_weigh(&e, 1100 * MS).most_us, 30 * MS);
    assert_int_equal(svi_run_evidence_weigh(&e, 1020 * MS).settled_us, 10 * MS);
    look_at(&e, 1200 * MS, 200 * MS, 190 * MS, 700 * MS, -1); /* bounded by the bot's running */
    svi_run_evidence_add(&e);
    assert_int_equal(svi_run_evidence_weigh(&e, 1200 * MS).settled_us, 50 * MS);
    /* bounded by the running of others */
    look_at(&e, 1300 * MS, 200 * MS, 300 * MS, 1130 * MS, -1);
    svi_run_evidence_add(&e);
    assert_int_equal(svi_run_evidence_weigh(&e, 1300 * MS).settled_us, 20 * MS);
    e.last.idle_us = -1; /* the idle time is not known */
    assert_int_equal(svi_run_evidence_weigh(&e, 1300 * MS).settled_us, 150 * MS);
    e.last.rows[0].ready = true; /* it may have run since the last tick, or wait longer */
    assert_int_equal(svi_run_evidence_weigh(&e, 1300 * MS).settled_us, 146 * MS);
    assert_int_equal(svi_run_evidence_weigh(&e, 1300 * MS).most_us, 150 * MS);
    e.last.rows[0].uncounted = true;
    assert_int_equal(svi_run_evidence_weigh(&e, 1300 * MS).most_us, 0);
    look_at(&e, 1300 * MS, 200 * MS, 300 * MS, -1, -1); /* another question: all that is over */
    svi_run_evidence_begin(&e);
    /* only the part of a wait since the question counts */
    look_at(&e, 1400 * MS, 200 * MS, 900 * MS, -1, -1);
    svi_run_evidence_add(&e);
    assert_int_equal(svi_run_evidence_weigh(&e, 1400 * MS).settled_us, 100 * MS);
    look_at(&e, 1500 * MS, 200 * MS, 990 * MS, -1, -1);
    e.next.whole = false; /* not all could be read */
    svi_run_evidence_add(&e);
    assert_int_equal(svi_run_evidence_weigh(&e, 1400 * MS).most_us, 0);
}

/* A control group knows what all have run. */
TEST(a_control_group_is_believed)
{
    SCOPED(svi_run_evidence_finish)
    struct svi_run_evidence e = {.processors = 2, .tick_us = 4 * MS};
    look_at(&e, 1000 * MS, 50 * MS, 0, -1, 500 * MS);
    svi_run_evidence_begin(&e);
    look_at(&e, 1100 * MS, 50 * MS, 90 * MS, -1, 570 * MS);
    svi_run_evidence_add(&e);
    e.hidden = true;
    assert_int_equal(svi_run_evidence_weigh(&e, 1100 * MS).settled_us, 30 * MS);
}
