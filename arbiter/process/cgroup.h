/* Control groups (version 2) for bots, where a part of the tree is delegated to us. There the
 * kernel itself limits the memory and number of a bot's processes together, at every moment, and
 * ends them at one stroke. Elsewhere the supervisor's looks and signals do that alone.
 *
 * In the delegated group stands a group for the run, `solvent-PID`. It holds `arbiter`, for us and
 * the supervisors, as a group with controllers may hold no process itself. It also holds `bot-PID`
 * for the program of each supervisor.
 *
 * svi_run() enters and leaves the run's group. The supervisor makes the bot's group; functions with
 * a struct svi_cgroup_bot do nothing if its `path` is "", and report no failure. run_family.h reads
 * its processor time. Linked into the supervisor, so it uses nothing but the system. */
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
    char base[PATH_MAX]; /* folder of the delegated group; "": none */
    char path[PATH_MAX]; /* folder of the run's group */
    bool shared;         /* others have groups in the base with the same controllers */
    bool memory;         /* the kernel can limit the memory of bots there */
    bool cpu;            /* the kernel shares out processor time between bots there */
};

/* Makes the run's group, and moves this process and its later children into it. Undo it with
 * svi_cgroup_leave().
 *
 * The place is the folder named by SOLVENT_CGROUP in the environment. Otherwise it is our own group
 * if systemd says that it is delegated (Delegate=yes), or if our user, not root, owns it. Otherwise
 * it is a scope that systemd makes for us; or, without systemd, our own group if we may write it.
 *
 * Returns true also if no place was found (`base` is ""). Returns false with one line in `error` if
 * SOLVENT_CGROUP names a folder that cannot be used. */
bool svi_cgroup_enter(struct svi_cgroup_run *run, struct svi_error *error);

/* Ends the processes that are left in the bots' groups, moves this process back and removes the
 * groups. May be called again, and after svi_cgroup_enter() has failed or found no place. */
void svi_cgroup_leave(struct svi_cgroup_run *run);

struct svi_cgroup_bot {
    char path[PATH_MAX - 32]; /* its folder; "": none */
    bool memory;              /* the kernel limits its memory */
};

/* In a supervisor whose arbiter has entered a run's group: makes a group for its program, limited
 * to `limits` as far as controllers are delegated. `path` is "" if that is impossible. The limits
 * stay the caller's, for the call. */
void svi_cgroup_make(struct svi_cgroup_bot *bot, const struct svi_limits *limits);

/* Moves the calling process into the bot's group. */
void svi_cgroup_join(const struct svi_cgroup_bot *bot);

/* Returns whether the bot has met its memory limit, so that the kernel has ended it. */
bool svi_cgroup_out_of_memory(const struct svi_cgroup_bot *bot);

/* Returns how often the kernel has killed a process of the bot because the whole machine lacked
 * memory, when the bot had not met its limit. Returns 0 without a group that counts memory: the
 * kernel's victims are then unknown. */
uint64_t svi_cgroup_machine_kills(const struct svi_cgroup_bot *bot);

/* Returns the processor time in seconds of all processes that were ever in the group; 0 without a
 * group. */
uint64_t svi_cgroup_cpu_s(const struct svi_cgroup_bot *bot);

/* Opens the figures of the group of a bot with this supervisor, for svi_cgroup_ran_us(). For the
 * arbiter, which closes the descriptor. Returns -1 if there is no group. */
int svi_cgroup_open_ran(pid_t supervisor);

/* Returns the processor time in microseconds of all processes that were ever in the group; -1
 * without a group. */
int64_t svi_cgroup_ran_us(int figures);

/* Kills all processes in the group, at one stroke where the kernel can (from 5.14 on). */
void svi_cgroup_kill(const struct svi_cgroup_bot *bot);

/* Removes the group, once all in it have ended; waits a fifth of a second for that. A group that is
 * not empty then stays until svi_cgroup_leave(). May be called again. */
void svi_cgroup_remove(struct svi_cgroup_bot *bot);

/* Most tasks, threads included, for each of `limits: processes`: run-times start some for each
 * processor. */
#define SVI_CGROUP_THREADS 16u

#endif
