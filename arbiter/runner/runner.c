#include "runner/runner.h"

#include "memory/memory.h"
#include "process/bot_log.h"
#include "process/cgroup.h"
#include "process/user.h"
#include "runner/worker.h"

#include <errno.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define HELLO_MS 10000u
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
    if (c->decision_ms == 0 || c->strikes == 0) {
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

/* Finds out which sandbox works here, and whether bots can run as users of their own. */
static enum sv_status look_for_housing(const struct svi_run_config *c, struct svi_housing *h,
                                       struct svi_error *error)
{
    static const char none[] = "the sandbox does not work here: is bubblewrap (bwrap) installed "
                               "and allowed to make namespaces?";
    const bool wanted = c->sandbox != SVI_SANDBOX_NONE;
    h->users = (wanted || !c->own) && svi_user_works();
    h->sandboxed = wanted && svi_sandbox_works(h->users ? svi_user_of(0, 1, 0) : 0);
    if (wanted && h->users && !h->sandboxed) {
        h->users = false; /* root in a container may lack the rights for that */
        h->sandboxed = svi_sandbox_works(0);
    }
    if ((c->sandbox == SVI_SANDBOX_BWRAP || c->sandbox == SVI_SANDBOX_STRICT || c->root != NULL) &&
        !h->sandboxed) {
        return svi_fail(error, SV_E_SYSTEM, "%s", none);
    }
    if (c->sandbox == SVI_SANDBOX_AUTO && !h->sandboxed && geteuid() == 0) {
        return svi_fail(error, SV_E_SYSTEM,
                        "%s Without one bots do not run as root unless the league says "
                        "'sandbox: none'",
                        none);
    }
    return SV_OK;
}

/* Warns people who run bots without a sandbox. */
static void warn(const struct svi_run_config *c, const struct svi_housing *h)
{
    if (!h->sandboxed && !c->own && c->note != NULL) {
        c->note("WARNING: no sandbox (%s): bots can reach the network and %s",
                c->sandbox == SVI_SANDBOX_NONE ? "sandbox: none" : "bubblewrap does not work here",
                h->users         ? "all that every user of this machine may"
                : geteuid() == 0 ? "all of this machine, as they run as root"
                                 : "all that you may read and write");
    }
}

/* Reports a protection that this machine lacks. */
static void tell_weaker(const struct svi_run_config *c, const struct svi_housing *h,
                        const struct svi_cgroup_run *group)
{
    if (h->sandboxed && c->tell_weaker && !group->memory && c->note != NULL) {
        c->note("no control group for memory here: a bot may exceed memory_mb for a fifth of a "
                "second (solvent help security)");
    }
}

/* Moves the run into a control group, if one is available. */
static enum sv_status enter_group(const struct svi_run_config *c, struct svi_cgroup_run *group,
                                  struct svi_error *error)
{
    const bool strict = c->sandbox == SVI_SANDBOX_STRICT;
    if ((!c->own || strict) && !svi_cgroup_enter(group, error)) {
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

static enum sv_status house(const struct svi_run_config *c, struct svi_housing *h,
                            struct svi_error *error)
{
    enum sv_status status = SV_OK;
    if (c->housing == NULL || !c->housing->known) {
        status = look_for_housing(c, h, error);
        if (status == SV_OK) {
            warn(c, h);
            h->known = true;
        }
        if (c->housing != NULL) {
            *c->housing = *h;
        }
    } else {
        *h = *c->housing;
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
    pthread_t thread;
    struct svi_worker_pool *pool;
    unsigned number;
};

static void *help(void *user)
{
    struct helper *helper = user;
    svi_worker_run(helper->pool, helper->number);
    return NULL;
}

/* Runs all workers but the first on threads; signals are left to the caller's thread. */
static void run_crew(struct svi_worker_pool *pool, struct helper *helpers)
{
    const unsigned workers = pool->config->workers;
    unsigned started = 1;
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (; started < workers; started++) {
        struct helper *h = &helpers[started];
        h->pool = pool;
        h->number = started;
        const int reason = pthread_create(&h->thread, NULL, help, h);
        if (reason != 0) {
            svi_worker_pool_fail(pool, "cannot start a thread: %s", svi_errno_text(reason));
            break;
        }
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    svi_worker_run(pool, 0);
    for (unsigned i = 1; i < started; i++) {
        pthread_join(helpers[i].thread, NULL);
    }
}

enum sv_status svi_run(const struct svi_run_config *config, struct svi_run_stats *stats,
                       struct svi_error *error)
{
    char text[200];
    struct svi_run_config c = *config;
    struct svi_worker_pool pool = {.config = &c};
    c.workers = c.workers > 0 ? c.workers : 1;
    c.hello_ms = c.hello_ms > 0 ? c.hello_ms : HELLO_MS;
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
    const bool first = c.housing == NULL || !c.housing->known;
    enum sv_status status = house(&c, &pool.housing, error);
    if (status == SV_OK) {
        status = make_logs(c.bot_logs, error);
    }
    if (status == SV_OK) {
        status = allow_descriptors(&c, error);
    }
    if (status != SV_OK) {
        return status;
    }
    struct svi_cgroup_run group = {.base = ""};
    status = enter_group(&c, &group, error);
    if (status != SV_OK) {
        return status;
    }
    struct helper *helpers = svi_new(c.workers, sizeof *helpers);
    pool.parked = svi_new(c.n_bots, sizeof *pool.parked);
    if (c.housing != NULL) {
        c.housing->groups = group.memory && group.cpu;
    }
    if (first) {
        tell_weaker(&c, &pool.housing, &group);
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
