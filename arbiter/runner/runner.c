#include "runner/runner.h"

#include "memory/memory.h"
#include "process/bot_log.h"
#include "process/cgroup.h"
#include "process/sandbox.h"
#include "process/sandbox_cause.h"
#include "runner/bot_past.h"
#include "runner/worker.h"
#include "thread/thread.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define START_MS 10000u
/* For stores, the moment of a start, and descriptors that are open already. */
#define DESCRIPTORS 48u
#define WORKER_DESCRIPTORS 4u
#define BOT_DESCRIPTORS 5u

/* Returns one line about a configuration that makes no sense, or NULL. */
static const char *nonsense(const struct svi_run_config *c, char *text, size_t size)
{
    if (c->n_bots == 0) {
        return "there are no bots";
    }
    if (c->conditions.decision_ms == 0 || c->conditions.strikes == 0) {
        return "a decision takes at least 1 ms, and there is at least 1 strike";
    }
    for (unsigned i = 0; i < c->n_bots; i++) {
        const struct svi_bot_spec *bot = &c->bots[i];
        for (unsigned k = 0; k < i; k++) {
            if (strcmp(bot->name, c->bots[k].name) == 0) {
                (void)snprintf(text, size, "two bots are named '%s'", bot->name);
                return text;
            }
        }
        if (bot->endpoint != NULL && c->workers > 1) {
            (void)snprintf(text, size,
                           "bot '%s' has one endpoint, so there can be one worker only, not %u",
                           bot->name, c->workers);
            return text;
        }
        if (bot->argv != NULL || bot->local_seat != NULL) {
            continue;
        }
        if (c->listen == NULL) {
            (void)snprintf(text, size,
                           "bot '%s' connects by itself, but there is no endpoint to listen on",
                           bot->name);
            return text;
        }
        if (c->workers > 1) {
            (void)snprintf(text, size,
                           "bot '%s' connects by itself, so there can be one worker only, not %u",
                           bot->name, c->workers);
            return text;
        }
    }
    return NULL;
}

/* Returns the first bot that is not trusted and whose process the run may start, or NULL. */
static const struct svi_bot_spec *find_stranger(const struct svi_run_config *c)
{
    for (unsigned i = 0; i < c->n_bots; i++) {
        const struct svi_bot_spec *bot = &c->bots[i];
        bool out = bot->past != NULL;
        for (unsigned w = 0; w < c->workers && out; w++) {
            out = bot->past[w].out;
        }
        if (bot->argv != NULL && !bot->trusted && !out) {
            return bot;
        }
    }
    return NULL;
}

/* Refuses a run whose bots would run without a sandbox although the configuration asks for one. */
static enum sv_status refuse_bare(const struct svi_run_config *c, const struct svi_isolation *h,
                                  struct svi_error *error)
{
    static const char none[] = ". If all bots are your own, say 'sandbox: none' in the league file";
    const bool may = c->sandbox.mode == SVI_SANDBOX_AUTO && c->sandbox.root == NULL;
    const struct svi_bot_spec *stranger = may && !c->sandbox.own ? find_stranger(c) : NULL;
    if (c->sandbox.mode == SVI_SANDBOX_NONE || h->sandboxed ||
        (may && (c->sandbox.own ? geteuid() != 0 : stranger == NULL))) {
        return SV_OK;
    }
    struct svi_buf cause = {0};
    svi_sandbox_explain(h->said, &cause);
    SCOPED(scoped_free) char *why = svi_text_of(&cause);
    if (stranger != NULL) {
        (void)svi_fail(error, SV_E_SYSTEM, "sandbox: bot '%s' needs one, and none works here: %s%s",
                       stranger->name, why, none);
    } else {
        (void)svi_fail(error, SV_E_SYSTEM, "sandbox: none works here: %s", why);
    }
    return SV_E_SYSTEM;
}

/* Finds out which sandbox works here, and whether bots can run as users of their own. */
static void find_isolation(const struct svi_run_config *c, struct svi_isolation *h)
{
    const bool wanted = c->sandbox.mode != SVI_SANDBOX_NONE;
    h->users = (wanted || !c->sandbox.own) && svi_user_works();
    h->sandboxed = wanted && svi_sandbox_works(h->users ? svi_user_of(0, 1, 0) : 0, h->said);
    if (wanted && h->users && !h->sandboxed) {
        /* Root in a container may lack the rights for both. */
        h->sandboxed = svi_sandbox_works(0, h->said);
        h->users = !h->sandboxed;
    }
    h->known = true;
}

/* Warns people who run bots without a sandbox. */
static void warn(const struct svi_run_config *c, const struct svi_isolation *h)
{
    if (h->sandboxed || c->sandbox.own || c->output.note == NULL) {
        return;
    }
    if (c->sandbox.mode == SVI_SANDBOX_AUTO) {
        c->output.note("no sandbox works here; all bots come with Solvent and run without one");
    } else {
        c->output.note("WARNING: no sandbox (sandbox: none): bots can reach the network and %s",
                       h->users         ? "all that every user of this machine may"
                       : geteuid() == 0 ? "all of this machine, as they run as root"
                                        : "all that you may read and write");
    }
    for (unsigned i = 0; i < c->n_bots; i++) {
        if (svi_run_conditions(c, &c->bots[i])->network != NULL) {
            c->output.note(
                "WARNING: no sandbox holds bots to their network: those with one can reach "
                "everything, with or without their relay");
            break;
        }
    }
}

/* Reports a protection that this machine lacks. */
static void tell_weaker(const struct svi_run_config *c, const struct svi_isolation *h,
                        const struct svi_cgroup_run *group)
{
    if (h->sandboxed && c->sandbox.tell_weaker && !group->memory && c->output.note != NULL) {
        c->output.note(
            "no control group for memory here: a bot may exceed memory_mb for a fifth of a "
            "second (solvent help security)");
    }
}

/* Moves the run into a control group, if one is available. */
static enum sv_status enter_group(const struct svi_run_config *c, struct svi_cgroup_run *group,
                                  struct svi_error *error)
{
    const bool strict = c->sandbox.mode == SVI_SANDBOX_STRICT;
    if ((!c->sandbox.own || strict) && !svi_cgroup_enter(group, error)) {
        return SV_E_SYSTEM;
    }
    if (strict && !(group->memory && group->cpu)) {
        (void)svi_fail(error, SV_E_SYSTEM,
                       "sandbox: found no control group for %s, which 'strict' needs: start the "
                       "run by 'systemd-run --user --scope -p Delegate=yes' (other ways: solvent "
                       "help security)",
                       group->memory ? "processor time"
                       : group->cpu  ? "memory"
                                     : "memory and processor time");
        svi_cgroup_leave(group);
        return SV_E_SYSTEM;
    }
    return SV_OK;
}

static enum sv_status check_isolation(const struct svi_run_config *c, struct svi_isolation *h,
                                      struct svi_error *error)
{
    const bool first = c->sandbox.isolation == NULL || !c->sandbox.isolation->known;
    if (first) {
        find_isolation(c, h);
    } else {
        *h = *c->sandbox.isolation;
    }
    const enum sv_status status = refuse_bare(c, h, error);
    if (first && status == SV_OK) {
        warn(c, h);
    }
    if (first && c->sandbox.isolation != NULL) {
        *c->sandbox.isolation = *h;
    }
    return status;
}

static enum sv_status make_logs(const char *folder, struct svi_error *error)
{
    if (folder != NULL && !svi_bot_log_make_folder(folder)) {
        return svi_fail(error, SV_E_SYSTEM, "cannot make the folder '%s': %s", folder,
                        svi_errno_text(errno));
    }
    return SV_OK;
}

/* Raises the limit of open files. Each bot's process needs descriptors for its connection, its
 * output, the log, its supervisor and its waits. Bots would pay with their games if we could not
 * open these. */
static enum sv_status allow_descriptors(const struct svi_run_config *c, struct svi_error *error)
{
    const rlim_t needed =
        DESCRIPTORS + (rlim_t)c->workers * (WORKER_DESCRIPTORS + BOT_DESCRIPTORS * c->n_bots);
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0) {
        return SV_OK;
    }
    files.rlim_cur = files.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_max >= needed) { /* RLIM_INFINITY is the highest */
        return SV_OK;
    }
    return svi_fail(
        error, SV_E_SYSTEM,
        "%u bots and %u worker%s need %llu open files, and no more than %llu are allowed "
        "here (ulimit -n)",
        c->n_bots, c->workers, c->workers > 1 ? "s" : "", (unsigned long long)needed,
        (unsigned long long)files.rlim_max);
}

struct helper {
    struct svi_thread thread;
    struct svi_worker_pool *pool;
    unsigned number;
};

static void *help(void *user)
{
    struct helper *helper = user;
    svi_worker_run(helper->pool, helper->number);
    return NULL;
}

/* Runs all workers but the first on threads. */
static void run_crew(struct svi_worker_pool *pool, struct helper *helpers)
{
    const unsigned workers = pool->config->workers;
    for (unsigned i = 1; i < workers; i++) {
        struct helper *h = &helpers[i];
        *h = (struct helper){.pool = pool, .number = i};
        const int reason = svi_thread_start(&h->thread, help, h);
        if (reason != 0) {
            svi_worker_pool_fail(pool, "cannot start a thread: %s", svi_errno_text(reason));
            break;
        }
    }
    svi_worker_run(pool, 0);
    for (unsigned i = 1; i < workers; i++) {
        svi_thread_join(&helpers[i].thread);
    }
}

enum sv_status svi_run(const struct svi_run_config *config, struct svi_run_stats *stats,
                       struct svi_error *error)
{
    char text[200];
    struct svi_run_config c = *config;
    struct svi_worker_pool pool = {.config = &c};
    c.workers = c.workers > 0 ? c.workers : 1;
    c.conditions.start_ms = c.conditions.start_ms > 0 ? c.conditions.start_ms : START_MS;
    if (stats != NULL) {
        memset(stats, 0, sizeof *stats);
    }
    const char *wrong = nonsense(&c, text, sizeof text);
    if (wrong != NULL) {
        return svi_fail(error, SV_E_ARGUMENT, "%s", wrong);
    }
    if (sodium_init() < 0) {
        return svi_fail(error, SV_E_SYSTEM, "libsodium does not start");
    }
    const bool first = c.sandbox.isolation == NULL || !c.sandbox.isolation->known;
    SVI_TRY(check_isolation(&c, &pool.isolation, error));
    SVI_TRY(make_logs(c.output.folder, error));
    SVI_TRY(allow_descriptors(&c, error));
    struct svi_cgroup_run group = {.base = ""};
    SVI_TRY(enter_group(&c, &group, error));
    struct helper *helpers = svi_new(c.workers, sizeof *helpers);
    pool.parked = svi_new(c.n_bots, sizeof *pool.parked);
    if (c.sandbox.isolation != NULL) {
        c.sandbox.isolation->groups = group.memory && group.cpu;
    }
    if (first) {
        tell_weaker(&c, &pool.isolation, &group);
    }
    pthread_mutex_init(&pool.lock, NULL);
    run_crew(&pool, helpers);
    pthread_mutex_destroy(&pool.lock);
    free(helpers);
    free(pool.parked);
    svi_cgroup_leave(&group);
    if (pool.status != SV_OK) {
        *error = pool.error;
    }
    if (stats != NULL) {
        *stats = pool.stats;
    }
    return pool.status;
}
