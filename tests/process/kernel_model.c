#include "tests/process/kernel_model.h"

#include <assert.h>
#include <string.h>

#define SLICE_US 3000
#define AHEAD_US 1000 /* that a task may be behind one that is queued */
#define CLOCK_TICK_US 10000
#define FAULTS 50u

void kernel_init(struct kernel *k, unsigned cores)
{
    memset(k, 0, sizeof *k);
    k->cores = cores;
    k->task[0] = (struct kernel_task){.there = true, .wake_us = KERNEL_NEVER, .id = ++k->ids};
}

static int64_t least_virtual(const struct kernel *k)
{
    int64_t least_us = KERNEL_NEVER;
    for (unsigned i = 0; i < KERNEL_TASKS; i++) {
        const struct kernel_task *t = &k->task[i];
        if (t->there && t->ready && t->virtual_us < least_us) {
            least_us = t->virtual_us;
        }
    }
    return least_us == KERNEL_NEVER ? 0 : least_us;
}

static struct kernel_task *add(struct kernel *k, void (*act)(struct kernel *, struct kernel_task *))
{
    unsigned i = 1;
    while (i < KERNEL_TASKS && k->task[i].there) {
        i++;
    }
    assert(i < KERNEL_TASKS);
    struct kernel_task *t = &k->task[i];
    *t = (struct kernel_task){.there = true,
                              .act = act,
                              .core = -1,
                              .weight = 1024,
                              .id = ++k->ids,
                              .process = i,
                              .faults = FAULTS,
                              .wake_us = k->now_us,
                              .virtual_us = least_virtual(k)};
    return t;
}

struct kernel_task *kernel_thread(struct kernel *k, unsigned process,
                                  void (*act)(struct kernel *, struct kernel_task *))
{
    struct kernel_task *t = add(k, act);
    t->process = process;
    return t;
}

struct kernel_task *kernel_process(struct kernel *k, unsigned parent,
                                   void (*act)(struct kernel *, struct kernel_task *))
{
    struct kernel_task *t = add(k, act);
    t->parent = parent;
    return t;
}

void kernel_wake(struct kernel *k, struct kernel_task *t)
{
    if (!t->ready) {
        t->wake_us = k->now_us;
    }
}

/* Returns the time that a process has run: the true one, or the one that the kernel shows. */
static int64_t ran(const struct kernel *k, unsigned process, bool shown)
{
    int64_t us = k->task[process].ended_us;
    for (unsigned i = 0; i < KERNEL_TASKS; i++) {
        const struct kernel_task *t = &k->task[i];
        if (t->there && t->process == process) {
            us += shown ? t->shown_us : t->ran_us;
        }
    }
    return us;
}

static void end(struct kernel *k, struct kernel_task *t)
{
    const unsigned place = (unsigned)(t - k->task);
    if (place != t->process) {
        k->task[t->process].ended_us += t->ran_us;
    } else if (t->ending != KERNEL_HIDDEN) {
        struct kernel_task *parent = &k->task[t->ending == KERNEL_ORPHAN ? 0 : t->parent];
        parent->reaped_us += ran(k, place, false) + t->reaped_us;
        parent->reaped_faults += t->faults + t->reaped_faults;
    }
    t->there = t->ready = t->running = false;
}

/* A task with nothing to do acts, or sleeps. */
static void act(struct kernel *k)
{
    for (unsigned i = 1; i < KERNEL_TASKS; i++) {
        struct kernel_task *t = &k->task[i];
        if (!t->there || t->left_us > 0 || (!t->ready && t->wake_us > k->now_us)) {
            continue;
        }
        const bool was = t->ready;
        t->wake_us = KERNEL_NEVER;
        t->act(k, t);
        t->ready = t->left_us > 0;
        if (t->ready && !was) {
            const int64_t least_us = least_virtual(k) - SLICE_US;
            t->virtual_us = t->virtual_us > least_us ? t->virtual_us : least_us;
            t->queued_us = k->now_us;
        }
        if (!t->ready) {
            t->running = false;
            t->shown_us = t->ran_us;
        }
        if (t->over) {
            end(k, t);
        }
    }
}

/* Gives each processor a task. */
static void schedule(struct kernel *k)
{
    struct kernel_task *on[8] = {0};
    bool was[KERNEL_TASKS];
    for (unsigned i = 0; i < KERNEL_TASKS; i++) {
        struct kernel_task *t = &k->task[i];
        was[i] = t->running;
        t->running = false;
    }
    for (unsigned core = 0; core < k->cores; core++) {
        for (unsigned i = 1; i < KERNEL_TASKS; i++) {
            struct kernel_task *t = &k->task[i];
            if (!t->there || !t->ready || t->running || (t->core >= 0 && t->core != (int)core)) {
                continue;
            }
            const int64_t bonus_us = was[i] && t->slice_us < SLICE_US ? AHEAD_US + SLICE_US : 0;
            const struct kernel_task *best = on[core];
            const unsigned at = best != NULL ? (unsigned)(best - k->task) : 0;
            const int64_t best_us =
                best == NULL ? KERNEL_NEVER
                             : best->virtual_us -
                                   (was[at] && best->slice_us < SLICE_US ? AHEAD_US + SLICE_US : 0);
            if (t->virtual_us - bonus_us < best_us) {
                on[core] = t;
            }
        }
        if (on[core] != NULL) {
            on[core]->running = true;
        }
    }
    for (unsigned i = 1; i < KERNEL_TASKS; i++) {
        struct kernel_task *t = &k->task[i];
        if (t->running && !was[i]) {
            t->waited_us += k->now_us - t->queued_us;
            t->slice_us = 0;
        } else if (!t->running && was[i]) {
            t->queued_us = k->now_us;
            t->shown_us = t->ran_us;
        }
    }
}

void kernel_step(struct kernel *k)
{
    unsigned busy = 0;
    act(k);
    schedule(k);
    k->family_runs = false;
    k->now_us += KERNEL_STEP_US;
    for (unsigned i = 1; i < KERNEL_TASKS; i++) {
        struct kernel_task *t = &k->task[i];
        if (!t->there || !t->running) {
            continue;
        }
        busy++;
        k->family_runs |= !t->stranger;
        t->ran_us += KERNEL_STEP_US;
        t->slice_us += KERNEL_STEP_US;
        t->virtual_us += KERNEL_STEP_US * 1024 / t->weight;
        t->left_us -= KERNEL_STEP_US;
        if (k->now_us % KERNEL_TICK_US == 0) {
            t->shown_us = t->ran_us;
        }
    }
    k->idle_us += (int64_t)(k->cores - busy) * KERNEL_STEP_US;
}

void kernel_look(const struct kernel *k, struct svi_run_look *look)
{
    look->n_rows = 0;
    look->at_us = k->now_us;
    look->idle_us = k->idle_us / CLOCK_TICK_US * CLOCK_TICK_US;
    look->group_us = -1;
    look->whole = true;
    for (unsigned i = 0; i < KERNEL_TASKS; i++) {
        const struct kernel_task *t = &k->task[i];
        if (!t->there || t->stranger) {
            continue;
        }
        struct svi_run_row *row = svi_run_look_row(look);
        assert(row != NULL);
        row->id = t->id;
        row->ready = t->ready;
        row->uncounted = t->weight > 0 && t->weight < 1024;
        row->waited_us = t->waited_us;
        if (t->process == i) {
            row->ran_us = ran(k, i, true);
            row->reaped_us = t->reaped_us / CLOCK_TICK_US * CLOCK_TICK_US;
            row->process = true;
            row->faults = t->faults;
            row->reaped_faults = t->reaped_faults;
        }
    }
}
