/* Control groups (version 2) for bots, where a part of their tree is delegated to us. There the
 * kernel itself holds all processes of a bot together to their memory and their number, at every
 * moment, and ends them at one stroke. Elsewhere the supervisor's looks and signals do that alone.
 *
 * In the delegated group stands one for the run, `solvent-PID`; in it `arbiter`, where we and the
 * supervisors are, as a group with controllers may hold no process itself, and `bot-PID` for what
 * each supervisor keeps.
 *
 * Linked into the supervisor as well, so it uses nothing but the system. */
#ifndef SVI_ARBITER_PROCESS_CGROUP_H
#define SVI_ARBITER_PROCESS_CGROUP_H

#include "base/error.h"
#include "process/limits.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct svi_cgroup_run {
    char base[PATH_MAX]; /* the delegated group's folder; "": there is none */
    char path[PATH_MAX]; /* the run's */
    bool shared;         /* others have groups in the base with the same controllers */
    bool memory;         /* the kernel can hold bots to their memory there */
    bool cpu;            /* the kernel shares out processor time between bots there */
};

/* Makes the run's group and moves this process into it, and what it starts from now on. Where: in
 * the folder named by the environment's SOLVENT_CGROUP; or in our own group if systemd says that it
 * is delegated (Delegate=yes), or our user, not root, owns it; or in a scope that systemd makes for
 * us; or, without systemd, in our own group if we may write it. True also when there is none of
 * these (`base` is ""). False when SOLVENT_CGROUP names what cannot be used: one line in `error`.
 * To be undone by svi_cgroup_leave(). */
bool svi_cgroup_enter(struct svi_cgroup_run *run, struct svi_error *error);

/* Ends what is left in the groups of bots, moves this process back and removes the groups. */
void svi_cgroup_leave(struct svi_cgroup_run *run);

struct svi_cgroup_bot {
    char path[PATH_MAX - 32]; /* its folder; "": none */
    bool memory;              /* the kernel holds it to its memory */
};

/* In a supervisor whose arbiter has entered a run's group: makes a group for its program, held to
 * `limits` as far as controllers are delegated. `path` is "" where that cannot be. */
void svi_cgroup_make(struct svi_cgroup_bot *bot, const struct svi_limits *limits);

/* Moves the calling process into it. */
void svi_cgroup_join(const struct svi_cgroup_bot *bot);

/* Whether it has met its limit of memory, so that the kernel has ended it. */
bool svi_cgroup_out_of_memory(const struct svi_cgroup_bot *bot);

/* Returns how often the kernel has killed a process of it for want of memory on the whole machine,
 * when the bot had not met its limit. 0 without a group that counts memory: which processes the
 * kernel has killed is then unknown. */
uint64_t svi_cgroup_machine_kills(const struct svi_cgroup_bot *bot);

/* Seconds of processor time of all that ever was in it; 0 without a group. */
uint64_t svi_cgroup_cpu_s(const struct svi_cgroup_bot *bot);

/* For the arbiter: the figures of the group of a bot with this supervisor, as a descriptor for
 * svi_cgroup_ran_us(); to be closed. -1: there is no group. */
int svi_cgroup_open_ran(pid_t supervisor);

/* Microseconds of processor time of all that ever was in it; -1 without a group. */
int64_t svi_cgroup_ran_us(int figures);

/* Kills all that is in it, at one stroke where the kernel can (from 5.14 on). */
void svi_cgroup_kill(const struct svi_cgroup_bot *bot);

/* Removes it, once all in it have ended. */
void svi_cgroup_remove(struct svi_cgroup_bot *bot);

/* The most tasks that are allowed together for each of `limits: processes`, threads included:
 * run-times start some for each processor. */
#define SVI_CGROUP_THREADS 16u

#endif
