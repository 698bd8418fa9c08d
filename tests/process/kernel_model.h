/* A model of a machine: processors, a run queue, time slices, wake-ups, priorities, processes and
 * threads. It reports what a kernel would, no more precisely: a running thread's time up to the
 * last tick, waiting times when the wait is over, the time of ended children in hundredths of a
 * second, and no time of children that were not waited for. */
#ifndef SVI_TESTS_PROCESS_KERNEL_MODEL_H
#define SVI_TESTS_PROCESS_KERNEL_MODEL_H

#include "process/run_family.h"

#include <stdbool.h>
#include <stdint.h>

#define KERNEL_TASKS 96u
#define KERNEL_STEP_US 100
#define KERNEL_TICK_US 4000
#define KERNEL_NEVER INT64_MAX

enum kernel_ending { KERNEL_WAITED_FOR, KERNEL_ORPHAN, KERNEL_HIDDEN };

struct kernel;

struct kernel_task {
    /* To be set. */
    void (*act)(struct kernel *k, struct kernel_task *t); /* it has nothing to do: what next? */
    bool stranger;
    int core;                  /* the only one that it runs on; -1: any */
    int64_t weight;            /* 1024; less is a lower priority */
    enum kernel_ending ending; /* of a process: who has its figures then */
    uint64_t faults;           /* of a process: page faults */
    int64_t length_us;         /* for `act` */

    /* For `act` to set. */
    int64_t left_us; /* to run, or */
    int64_t wake_us; /*   to sleep until, or */
    bool over;       /*   it ends */

    /* The model's own. */
    bool there, ready, running;
    int32_t id;
    unsigned process, parent; /* places of first threads */
    int64_t virtual_us, slice_us, queued_us;
    int64_t ran_us, shown_us, waited_us;
    int64_t ended_us;  /* a process: run by threads that are gone, */
    int64_t reaped_us; /*   by children, */
    uint64_t reaped_faults;
};

struct kernel {
    unsigned cores;
    int64_t now_us;
    struct kernel_task task[KERNEL_TASKS]; /* 0 is the supervisor, at rest */
    int32_t ids;
    int64_t idle_us;
    bool family_runs; /* in this step */
    void *user;       /* for `act` */
};

void kernel_init(struct kernel *k, unsigned cores);

/* A new thread of a process, or a new process with its parent; it acts in the next step. */
struct kernel_task *kernel_thread(struct kernel *k, unsigned process,
                                  void (*act)(struct kernel *k, struct kernel_task *t));
struct kernel_task *kernel_process(struct kernel *k, unsigned parent,
                                   void (*act)(struct kernel *k, struct kernel_task *t));

void kernel_wake(struct kernel *k, struct kernel_task *t);

/* Goes on by a step. */
void kernel_step(struct kernel *k);

/* Returns the kernel's current figures for the supervisor's family. */
void kernel_look(const struct kernel *k, struct svi_run_look *look);

#endif
