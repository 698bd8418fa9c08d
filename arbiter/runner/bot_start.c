#include "runner/bot_start.h"

#include "memory/memory.h"
#include "process/bot_log.h"
#include "process/sandbox.h"
#include "process/seccomp.h"
#include "relay/page.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void svi_bot_start_folder(const struct svi_bot_start *start, char *folder, size_t size)
{
    (void)snprintf(folder, size, "%s/%u", start->sockets, (unsigned)start->connection->key);
}

/* Opens the file for the bot's output, or returns our stderr. Returns -1 if the file cannot be
 * opened. */
static int open_output(const struct svi_bot_start *start)
{
    const char *folder = start->config->output.folder;
    return folder != NULL ? svi_bot_log_open(folder, start->spec->name, start->worker)
                          : STDERR_FILENO;
}

/* Returns whether a file is one of the `named` files, or lies in one of them that is a folder.
 * Links and different spellings of a path count as equal. */
static bool among(const char *file, const char *const *named)
{
    struct stat st, own;
    bool found = false;
    SCOPED(scoped_free) char *place = svi_real_path(file);
    for (; named != NULL && *named != NULL && place != NULL && !found; named++) {
        SCOPED(scoped_free)
        char *folder =
            stat(*named, &own) == 0 && S_ISDIR(own.st_mode) ? svi_real_path(*named) : NULL;
        const size_t length = folder != NULL ? strlen(folder) : 0;
        found = strcmp(*named, file) == 0 ||
                (stat(file, &st) == 0 && stat(*named, &own) == 0 && st.st_dev == own.st_dev &&
                 st.st_ino == own.st_ino) ||
                (length > 0 && strncmp(place, folder, length) == 0 && place[length] == '/');
    }
    return found;
}

/* A list of paths that ends with NULL. It does not own the texts. */
struct paths {
    const char **path;
    size_t n, room;
};

/* Appends a path. */
static void add_path(struct paths *list, const char *path)
{
    list->path = svi_grow(list->path, &list->room, list->n + 2, sizeof *list->path);
    list->path[list->n++] = path;
    list->path[list->n] = NULL;
}

/* Appends the existing files of another bot that are not this bot's as well. */
static void add_files(struct paths *list, const struct svi_bot_spec *own, const char *const *files)
{
    for (; files != NULL && *files != NULL; files++) {
        if (access(*files, F_OK) == 0 && !among(*files, own->argv) && !among(*files, own->files)) {
            add_path(list, *files);
        }
    }
}

/* Returns the paths that this bot must not see: the run's hidden files, the sockets of all bots,
 * and the files of other bots that are not its own too. The caller frees the array, but not the
 * texts. */
static const char **hidden_from(const struct svi_bot_start *start)
{
    const struct svi_run_config *config = start->config;
    struct paths list = {0};
    add_path(&list, start->sockets);
    for (const char *const *path = config->sandbox.hidden; path != NULL && *path != NULL; path++) {
        /* a gate reads keys */
        if (start->spec->endpoint == NULL || !among(*path, start->spec->argv)) {
            add_path(&list, *path);
        }
    }
    for (unsigned i = 0; i < config->n_bots; i++) {
        if (&config->bots[i] != start->spec && config->bots[i].endpoint == NULL) {
            add_files(&list, start->spec, config->bots[i].argv);
            add_files(&list, start->spec, config->bots[i].files);
        }
    }
    return list.path;
}

/* Returns the user that the bot runs as. Returns 0 for our own user, if another user could not read
 * the bot's files. */
static uid_t user_of(const struct svi_bot_start *start)
{
    const struct svi_bot_spec *spec = start->spec;
    /* A gate is our own program, and reads our secret key. */
    SCOPED(scoped_free)
    char *program = start->users && spec->endpoint == NULL ? svi_process_find(spec->argv[0]) : NULL;
    SCOPED(scoped_free)
    char *closed = program != NULL ? svi_user_closed(program, start->sandboxed) : NULL;
    for (size_t i = 1; program != NULL && closed == NULL && spec->argv[i] != NULL; i++) {
        closed = svi_user_closed(spec->argv[i], start->sandboxed);
    }
    for (size_t i = 0;
         program != NULL && closed == NULL && spec->files != NULL && spec->files[i] != NULL; i++) {
        closed = svi_user_closed(spec->files[i], start->sandboxed);
    }
    const bool own = program != NULL && closed == NULL;
    if (closed != NULL && !start->sandboxed && !*start->seen_as_root) {
        *start->seen_as_root = true;
        if (start->config->output.note != NULL) {
            start->config->output.note(
                "WARNING: bot '%s' runs as root, since '%s' is closed to other users", spec->name,
                closed);
        }
    }
    return own ? svi_user_of(start->worker, start->config->n_bots,
                             (unsigned)(spec - start->config->bots))
               : 0;
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* Returns whether the process is put into a sandbox. A gate that makes a socket's file is not. */
static bool is_sandboxed(const struct svi_bot_start *start)
{
    const char *endpoint = start->spec->endpoint;
    return start->sandboxed && (endpoint == NULL || !begins(endpoint, "ipc://"));
}

/* Returns the limits of the process. A gate is our own program, and limits its memory itself. */
static const struct svi_limits *limits_of(const struct svi_bot_start *start)
{
    static const struct svi_limits gate = {.files = 512, .output_mb = 16};
    return start->spec->endpoint != NULL ? &gate
                                         : &svi_run_conditions(start->config, start->spec)->limits;
}

/* Returns the places that the bot may reach, or NULL. */
static const char *network_of(const struct svi_bot_start *start)
{
    return svi_run_conditions(start->config, start->spec)->network;
}

/* Makes the page of the bot's relay, if it has a network; *fd is 0 if it has none. */
static enum sv_status make_page(const struct svi_bot_start *start, int *fd, struct svi_error *error)
{
    const char *network = network_of(start);
    const struct svi_limits *limits = limits_of(start);
    *fd = 0;
    if (network == NULL) {
        return SV_OK;
    }
    struct svi_relay_page *page = svi_relay_page_make(network, start->spec->inject, fd);
    if (page == NULL) {
        *fd = 0;
        return svi_fail(error, SV_E_SYSTEM, "cannot be given a relay to its network: %s",
                        svi_errno_text(errno));
    }
    page->most_bytes = (uint64_t)limits->network_mb << 20;
    page->most_connections = limits->connections;
    page->user = start->users ? svi_user_of_relay(start->worker, start->config->n_bots,
                                                  (unsigned)(start->spec - start->config->bots))
                              : 0;
    *start->page = page;
    return SV_OK;
}

/* Makes the command that runs the bot in its sandbox, and opens its filter of system calls. */
static enum sv_status wrap(const struct svi_bot_start *start, uid_t user, const char *folder,
                           char ***wrapped, int *filter, struct svi_error *error)
{
    const char **hidden = hidden_from(start);
    const struct svi_sandbox_setup sandbox = {.argv = start->spec->argv,
                                              .files = start->spec->files,
                                              .hidden = hidden,
                                              .here = start->spec->folder,
                                              .network = start->spec->endpoint != NULL,
                                              .relayed = network_of(start) != NULL,
                                              .root = start->spec->endpoint == NULL
                                                          ? start->config->sandbox.root
                                                          : NULL, /* a gate is our own program */
                                              .folder = folder,
                                              .user = user,
                                              .limits = limits_of(start)};
    enum sv_status status = is_sandboxed(start) ? svi_sandbox_wrap(&sandbox, wrapped, error)
                                                : svi_sandbox_leave_bare(&sandbox, wrapped, error);
    free(hidden);
    const enum svi_seccomp_sockets sockets = sandbox.network   ? SVI_SECCOMP_INET
                                             : sandbox.relayed ? SVI_SECCOMP_RELAY
                                                               : SVI_SECCOMP_UNIX;
    *filter = status == SV_OK && is_sandboxed(start) ? svi_seccomp_open(sockets) : -1;
    if (status == SV_OK && is_sandboxed(start) && *filter < 0) {
        status = svi_fail(error, SV_E_SYSTEM, "cannot filter its system calls: %s",
                          svi_errno_text(errno));
    }
    return status;
}

/* Returns whether a process could not be started for want of descriptors. */
static bool is_lack(int reason)
{
    return reason == EMFILE || reason == ENFILE;
}

bool svi_bot_start_failed(const struct svi_bot_start *start, bool *ours, struct svi_error *error)
{
    const int reason = start->process->reason;
    if (reason != 0) {
        svi_process_tell(is_sandboxed(start) ? SVI_SANDBOX_PROGRAM : start->spec->argv[0],
                         start->spec->folder, reason, error);
        *ours = is_lack(reason);
    }
    return reason != 0;
}

/* Lists the variables for the bot's environment: our endpoint, whether to mark its output, and its
 * own. The sandbox inherits them: as arguments of bubblewrap all users could see them. */
static void variables(const struct svi_bot_start *start, const char *endpoint,
                      const char *set[SVI_MAX_ENV + 3])
{
    const char *const *const own[] = {start->spec->env, start->spec->secret_env};
    size_t n = 0;
    set[n++] = endpoint;
    set[n++] =
        start->config->output.keep ? SVI_MARK_NAME "=" SVI_MARK_VALUE : SVI_MARK_NAME "=plain";
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        for (const char *const *one = own[i]; one != NULL && *one != NULL; one++) {
            assert(n < SVI_MAX_ENV + 2);
            set[n++] = *one;
        }
    }
    set[n] = NULL;
}

enum sv_status svi_bot_start(const struct svi_bot_start *start, bool *ours, struct svi_error *error)
{
    char folder[SVI_ENDPOINT_PATH];
    char endpoint[SVI_ENDPOINT_BYTES];
    char variable[SVI_ENDPOINT_BYTES + 24];
    char **wrapped = NULL;
    int filter = 0, page = 0;
    enum sv_status status = SV_OK;
    const bool sandboxed = is_sandboxed(start);
    int output = open_output(start);
    if (output >= 0) {
        svi_output_close(start->output);
        output = svi_output_open(start->output, output,
                                 output == STDERR_FILENO ? start->spec->name : NULL,
                                 start->spec->printed, start->spec->secrets);
    }
    *ours = true;
    if (output < 0) {
        const char *logs = start->config->output.folder;
        return svi_fail(error, SV_E_SYSTEM, "cannot %s%s%s: %s",
                        logs != NULL ? "write its log in '" : "be listened to",
                        logs != NULL ? logs : "", logs != NULL ? "'" : "", svi_errno_text(errno));
    }
    const uid_t user = user_of(start);
    svi_bot_start_folder(start, folder, sizeof folder);
    (void)snprintf(endpoint, sizeof endpoint, "ipc://%s/" SVI_SANDBOX_SOCKET, folder);
    if (mkdir(folder, 0700) != 0 && errno != EEXIST) {
        status = svi_fail(error, SV_E_SYSTEM, "cannot make the folder '%s': %s", folder,
                          svi_errno_text(errno));
    } else {
        status = svi_connection_listen(start->connection, endpoint, error);
    }
    start->connection->user = user != 0 ? user : geteuid();
    if (status == SV_OK && user != 0 &&
        (chown(folder, user, user) != 0 || chown(endpoint + strlen("ipc://"), user, user) != 0)) {
        status =
            svi_fail(error, SV_E_SYSTEM, "cannot be given its socket: %s", svi_errno_text(errno));
    }
    (void)snprintf(variable, sizeof variable, "SOLVENT_ENDPOINT=%s",
                   sandboxed ? SVI_SANDBOX_ENDPOINT : endpoint);
    if (status == SV_OK) {
        status = make_page(start, &page, error);
    }
    if (status == SV_OK && (sandboxed || user != 0)) {
        *ours = false;
        status = wrap(start, user, folder, &wrapped, &filter, error);
        *ours = status != SV_OK && wrapped != NULL; /* the command is there, but not its filter */
    }
    if (status == SV_OK) {
        const char *set[SVI_MAX_ENV + 3];
        variables(start, variable, set);
        const struct svi_process_setup setup = {
            .argv = wrapped != NULL ? (const char *const *)wrapped : start->spec->argv,
            .set = set,
            .bare = sandboxed,
            .output = output,
            .terminal = start->spec->terminal,
            .folder = start->spec->folder,
            .limits = limits_of(start),
            .filter = filter,
            .page = page,
            .apart = sandboxed || user != 0,
            .at_once = true};
        status = svi_process_start(start->process, &setup, error);
        const int reason = start->process->reason; /* the supervisor has not reported yet */
        *ours = is_lack(reason) || reason == ENOMEM || reason == EAGAIN;
    }
    svi_texts_free(wrapped);
    if (filter > 0) {
        close(filter);
    }
    if (page > 0) {
        close(page);
    }
    close(output);
    return status;
}
