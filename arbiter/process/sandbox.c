#include "process/sandbox.h"

#include "base/buf.h"
#include "base/file.h"
#include "base/utf8.h"
#include "memory/memory.h"
#include "process/drop_privileges.h"
#include "process/path.h"
#include "process/process.h"
#include "process/seccomp.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- user ------------------------------------------------------------------------------------ */

/* The users that bots run as when we are root: one for each process, from a range that no person or
 * service has. So a bot lacks our rights and can touch no other bot. The kernel also limits its
 * number of processes, which it does not do for root. The supervisor makes the change. */

/* Above the users that distributions, containers and systemd give out, and below numbers that some
 * programs take as negative. A run has A_RUN of them in a row, by the number of its process. */
#define FIRST 2000000000u
#define FIRST_OF_RELAYS 1900000000u
#define RELAYS (FIRST - FIRST_OF_RELAYS)
#define A_RUN 2048u
#define RUNS 65536u

bool svi_user_works(void)
{
    static const char *const nothing[] = {NULL};
    char id[24];
    (void)snprintf(id, sizeof id, "%u", FIRST);
    SCOPED(scoped_free) char *supervisor = svi_process_helper("solvent-supervisor");
    const char *const argv[] = {supervisor, SVI_SUPERVISOR_ENTER, id, "0", "/usr/bin/true", NULL};
    struct svi_process p = {0};
    struct svi_error error;
    bool works = false;
    const int null =
        supervisor != NULL && geteuid() == 0 ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1;
    if (null >= 0) {
        const struct svi_process_setup setup = {
            .argv = argv, .set = nothing, .bare = true, .output = null};
        if (svi_process_start(&p, &setup, &error) == SV_OK) {
            works = svi_process_wait(&p, 5000) && p.status == 0;
            svi_process_kill(&p);
        }
        close(null);
    }
    return works;
}

uid_t svi_user_of(unsigned worker, unsigned n_bots, unsigned bot)
{
    return FIRST + (unsigned)getpid() % RUNS * A_RUN + (worker * n_bots + bot) % A_RUN;
}

uid_t svi_user_of_relay(unsigned worker, unsigned n_bots, unsigned bot)
{
    return FIRST_OF_RELAYS + (svi_user_of(worker, n_bots, bot) - FIRST) % RELAYS;
}

char *svi_user_closed(const char *path, bool bound)
{
    char *real = svi_real_path(path);
    const char *last = real != NULL ? strrchr(real, '/') : NULL;
    struct stat found;
    for (char *end = real; last != NULL && end != NULL;) {
        end = strchr(end + 1, '/');
        if (end != NULL) {
            *end = '\0';
        }
        const bool counts = !bound || end == NULL || end == last;
        if (counts && stat(real, &found) == 0 &&
            ((S_ISDIR(found.st_mode) && (found.st_mode & S_IXOTH) == 0) ||
             (end == NULL && (found.st_mode & S_IROTH) == 0))) {
            return real;
        }
        if (end != NULL) {
            *end = '/';
        }
    }
    free(real);
    return NULL;
}

/* The options of every sandbox, in lines of words. Later options mount over earlier ones. */
static const char *const RECIPE[] = {
    SVI_SANDBOX_PROGRAM,
    "--unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup-try",
    "--die-with-parent --new-session",
    /* The first process in the sandbox is the supervisor's last step, which reports how the program
     * has ended. It mounts /proc, and gives this capability up. */
    "--as-pid-1 --cap-drop ALL --cap-add CAP_SYS_ADMIN",
    "--symlink usr/lib /lib --symlink usr/lib64 /lib64",
    "--symlink usr/bin /bin --symlink usr/sbin /sbin",
    "--proc /proc",
    /* Mounted one by one: for --dev bubblewrap makes one more user namespace, in which no /proc can
     * be mounted. /dev/full stands in for /dev/zero: it reads the same, and has no shared memory
     * that would not be counted. */
    "--tmpfs /dev --dev-bind /dev/null /dev/null",
    "--dev-bind /dev/full /dev/full --dev-bind /dev/full /dev/zero",
    "--dev-bind /dev/random /dev/random --dev-bind /dev/urandom /dev/urandom",
    "--symlink /proc/self/fd /dev/fd --symlink /proc/self/fd/0 /dev/stdin",
    "--symlink /proc/self/fd/1 /dev/stdout --symlink /proc/self/fd/2 /dev/stderr",
    /* For bots with users of their own, too: bubblewrap would close a folder to them that it makes
     * for a file. */
    "--dir /etc",
};
#define SUPERVISOR "/run/solvent-supervisor" /* its path in the sandbox */
#define MOST_HOPS 40u                        /* most links on the way to a file, as in Linux */
#define PASSED_ON 128  /* plus a signal: bubblewrap's status if a signal ended its program */
#define PROBE_TRIES 5u /* most tries while probes are killed from outside */
#define PROBE_MS 30000 /* enough on a busy machine: without a sandbox bots would run bare */

bool svi_sandbox_mode(const char *name, enum svi_sandbox *mode)
{
    static const char *const names[] = {[SVI_SANDBOX_NONE] = "none",
                                        [SVI_SANDBOX_AUTO] = "auto",
                                        [SVI_SANDBOX_BWRAP] = "bwrap",
                                        [SVI_SANDBOX_STRICT] = "strict"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) == 0) {
            *mode = (enum svi_sandbox)i;
            return true;
        }
    }
    return false;
}

/* ---- a list of words ------------------------------------------------------------------------ */

struct words {
    char **word;
    size_t n, room;
};

static void add(struct words *w, const char *text)
{
    w->word = svi_grow(w->word, &w->room, w->n + 2, sizeof *w->word);
    w->word[w->n++] = svi_copy(text);
    w->word[w->n] = NULL;
}

/* Adds words up to NULL. */
static void add_all(struct words *w, const char *const *list)
{
    for (; *list != NULL; list++) {
        add(w, *list);
    }
}
#define ADD(w, ...) add_all(w, (const char *const[]){__VA_ARGS__, NULL})

/* Adds the words of a line, which are separated by blanks. */
static void add_line(struct words *w, const char *line)
{
    while (*line != '\0') {
        const size_t length = strcspn(line, " ");
        SCOPED(scoped_free) char *word = svi_copy_bytes(line, length);
        add(w, word);
        line += length + (line[length] == ' ');
    }
}

/* Adds the recipe. If we are root, the bot gets a user of its own. That needs two capabilities,
 * which the bot gives up with the change. Otherwise user names are in a namespace of their own. */
static void add_recipe(struct words *w, uid_t user)
{
    for (size_t i = 0; i < sizeof RECIPE / sizeof RECIPE[0]; i++) {
        add_line(w, RECIPE[i]);
    }
    add_line(w, user != 0 ? "--cap-add CAP_SETUID --cap-add CAP_SETGID" : "--unshare-user-try");
}

/* Returns how many processes the kernel allows the bot's user, or 0 for no limit: the two or so
 * around the bot count, too. It limits no root, for which the supervisor's counting must
 * suffice. */
static unsigned long long processes_of(uid_t user, const struct svi_limits *limits)
{
    const bool limited = limits != NULL && limits->processes != 0 && (user != 0 || geteuid() != 0);
    return limited ? limits->processes + 2ULL : 0;
}

static void add_number(struct words *w, unsigned long long number)
{
    char text[24];
    (void)snprintf(text, sizeof text, "%llu", number);
    add(w, text);
}

/* Adds the bot's user and limit of processes, for the supervisor's last step
 * (drop_privileges.h). */
static void add_user(struct words *w, uid_t user, const struct svi_limits *limits)
{
    add_number(w, user);
    add_number(w, processes_of(user, limits));
}

/* Adds the supervisor's last step in a sandbox, which runs the rest of the line. */
static void add_shut_in(struct words *w, uid_t user, const struct svi_limits *limits, bool relayed)
{
    ADD(w, SUPERVISOR, relayed ? SVI_SUPERVISOR_RELAYED : SVI_SUPERVISOR_SHUT_IN);
    add_number(w, limits != NULL ? (unsigned long long)limits->output_mb << 20 : 0);
    add_user(w, user, limits);
}

/* Adds the system's files, of the machine or of a root: /usr, the paths of libraries outside the
 * default folders, and the choice among several java programs. */
static void add_system(struct words *w, const struct svi_sandbox_root *root)
{
    static const char *const places[][2] = {{"--ro-bind", "/usr"},
                                            {"--ro-bind-try", "/etc/ld.so.cache"},
                                            {"--ro-bind-try", "/etc/alternatives"}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        SCOPED(scoped_free)
        char *from =
            svi_text("%s%s", root != NULL ? svi_sandbox_root_path(root) : "", places[i][1]);
        ADD(w, places[i][0], from, places[i][1]);
    }
}

/* ---- bound files ----------------------------------------------------------------------------- */

static bool lies_in(const char *path, const char *folder)
{
    const size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

/* Returns a path with the links of its folder resolved; the file need not exist yet. The caller
 * frees it. */
static char *settle(const char *path)
{
    const char *slash = strrchr(path, '/');
    SCOPED(scoped_free) char *folder = svi_path_folder(path);
    return folder != NULL ? svi_text("%s/%s", strcmp(folder, "/") == 0 ? "" : folder,
                                     slash != NULL ? slash + 1 : path)
                          : NULL;
}

/* Returns a path as it is spelled, made absolute, without "." and ".."; its links stay. The caller
 * frees it. */
static char *spell(const char *path)
{
    char *here = path[0] != '/' ? svi_real_path(".") : NULL;
    char *whole =
        path[0] == '/' || here != NULL ? svi_text("%s/%s/", here != NULL ? here : "", path) : NULL;
    free(here);
    char *end = whole; /* end of the part spelled out so far */
    for (const char *at = whole; at != NULL && *at != '\0';) {
        const size_t length = strcspn(at, "/");
        if (length == 2 && strncmp(at, "..", 2) == 0) {
            while (end > whole && *--end != '/') {
            }
        } else if (length > 0 && !(length == 1 && *at == '.')) {
            *end++ = '/';
            memmove(end, at, length);
            end += length;
        }
        at += length + (at[length] == '/');
    }
    if (whole != NULL) {
        *end = '\0';
    }
    return whole;
}

/* Finds the paths that must stay hidden, and the targets of links among them. */
static void find_hidden(struct words *places, const char *const *hidden)
{
    for (; hidden != NULL && *hidden != NULL; hidden++) {
        SCOPED(scoped_free) char *place = settle(*hidden);
        SCOPED(scoped_free) char *real = svi_real_path(*hidden);
        if (place != NULL) {
            add(places, place);
        }
        if (real != NULL && (place == NULL || strcmp(place, real) != 0)) {
            add(places, real);
        }
    }
}

/* Returns whether `path` is, or holds, one of those places. */
static bool shows_hidden(const char *path, const struct words *places)
{
    bool shows = false;
    for (size_t i = 0; i < places->n && !shows; i++) {
        shows = lies_in(places->word[i], path);
    }
    return shows;
}

static void refuse_shown(const struct svi_sandbox_setup *setup, const char *key, const char *path,
                         struct svi_error *error)
{
    (void)svi_fail(
        error, SV_E_SYSTEM,
        "cannot sandbox '%s': %s: found '%s', expected nothing that holds the store, the "
        "league file, its keys and secrets, logs, sockets or another bot",
        setup->argv[0], key, path);
}

/* Returns whether a place lies in a path that is bound already. */
static bool is_bound(const struct words *w, const char *place)
{
    bool bound = false;
    for (size_t i = 2; i < w->n && !bound; i++) {
        bound = strncmp(w->word[i - 2], "--ro-bind", 9) == 0 && lies_in(place, w->word[i]);
    }
    return bound;
}

/* Binds a path, read-only, at a place; does nothing if it is bound there already. */
static void bind_at(struct words *w, const char *path, const char *place)
{
    for (size_t i = 2; i < w->n; i++) {
        if (strcmp(w->word[i], place) == 0 && strcmp(w->word[i - 2], "--ro-bind") == 0) {
            return;
        }
    }
    const char *slash = strrchr(place, '/');
    /* Bubblewrap would close a folder that it makes for a file to all but root. */
    if (slash > place) {
        SCOPED(scoped_free) char *folder = svi_copy_bytes(place, (size_t)(slash - place));
        ADD(w, "--dir", folder);
    }
    ADD(w, "--ro-bind", path, place);
}

static void bind(struct words *w, const char *path)
{
    bind_at(w, path, path);
}

/* Reports a file whose path does not lead to it any more. Always returns false. */
static bool is_gone(const struct svi_sandbox_setup *setup, const char *path,
                    struct svi_error *error)
{
    (void)svi_fail(error, SV_E_SYSTEM, "cannot sandbox '%s': found no way to '%s': %s",
                   setup->argv[0], path, svi_errno_text(errno));
    return false;
}

/* Binds the folder that holds the file `path`, or the file alone if that folder must not be seen.
 * Returns false with a line in `error` if the file has gone, or if the folder is the root, which
 * would shut nothing out. */
static bool bind_file(struct words *w, const struct svi_sandbox_setup *setup,
                      const struct words *places, const char *path, struct svi_error *error)
{
    struct stat st;
    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode)) {
        return true; /* an argument that names no file */
    }
    SCOPED(scoped_free) char *folder = svi_path_folder(path), *file = settle(path);
    bool bound = true;
    if (folder == NULL || file == NULL) {
        bound = is_gone(setup, path, error);
    } else if (lies_in(folder, "/usr")) {
        bound = setup->root == NULL || svi_sandbox_root_has(setup->root, file);
        if (!bound) {
            (void)svi_fail(error, SV_E_SYSTEM,
                           "cannot sandbox '%s': found no '%s' in the sandbox_root '%s'",
                           setup->argv[0], file, svi_sandbox_root_path(setup->root));
        }
    } else if (strcmp(folder, "/") == 0) {
        (void)svi_fail(error, SV_E_SYSTEM, "cannot sandbox '%s': its files stand in /",
                       setup->argv[0]);
        bound = false;
    } else if (shows_hidden(folder, places)) {
        bound = !shows_hidden(file, places);
        if (bound) {
            bind(w, file);
        } else {
            refuse_shown(setup, "command", path, error);
        }
    } else {
        bind(w, folder);
    }
    return bound;
}

/* Binds `real` under the name that leads to it, and under the names of the links in between. A name
 * in a bound folder is a link there already. Returns false if the links lead nowhere any more. */
static bool bind_names(struct words *w, const char *real, const char *name)
{
    char *place = spell(name);
    char target[4096];
    ssize_t length;
    for (unsigned hops = 0; place != NULL && hops < MOST_HOPS; hops++) {
        if (!is_bound(w, place)) {
            bind_at(w, real, place);
        }
        if ((length = readlink(place, target, sizeof target - 1)) < 0) {
            free(place);
            return true;
        }
        target[length] = '\0';
        char *folder = target[0] != '/' ? svi_path_folder(place) : svi_copy("");
        SCOPED(scoped_free) char *next = folder != NULL ? svi_text("%s/%s", folder, target) : NULL;
        free(folder);
        free(place);
        place = next != NULL ? spell(next) : NULL;
    }
    errno = place != NULL ? ELOOP : errno;
    free(place);
    return false;
}

/* Binds the paths in `files`, each at its place; the target of a link also under the link's
 * name. */
static bool bind_named(struct words *w, const struct svi_sandbox_setup *setup,
                       const struct words *places, struct svi_error *error)
{
    for (const char *const *file = setup->files; file != NULL && *file != NULL; file++) {
        char *real = svi_real_path(*file);
        if (real == NULL) {
            (void)svi_fail(error, SV_E_SYSTEM, "cannot sandbox '%s': files: found '%s', %s",
                           setup->argv[0], *file, svi_errno_text(errno));
            return false;
        }
        const bool shown = strcmp(real, "/") == 0 || shows_hidden(real, places);
        bool bound = !shown;
        if (shown) {
            refuse_shown(setup, "files", *file, error);
        } else {
            bind(w, real);
            bound = bind_names(w, real, *file) || is_gone(setup, *file, error);
        }
        free(real);
        if (!bound) {
            return false;
        }
    }
    return true;
}

/* Adds the recipe, the scratch folders, and the current folder, empty if nothing in it is bound. */
static void begin(struct words *w, uid_t user, const char *here, bool network,
                  const struct svi_sandbox_root *root)
{
    add_recipe(w, user);
    add_system(w, root);
    if (network) {
        add(w, "--share-net");
    }
    /* The supervisor limits the size of scratch folders and opens them; bubblewrap does since 0.8.
     * /run is the socket's folder, made before bubblewrap makes it, closed to all but root. */
    add_line(w, "--tmpfs /tmp --tmpfs /dev/shm --dir /run");
    if (here != NULL) {
        ADD(w, "--dir", here);
    }
}

/* Binds the supervisor, which is the last step to the bot. */
static void bind_supervisor(struct words *w)
{
    SCOPED(scoped_free) char *supervisor = svi_process_helper("solvent-supervisor");
    ADD(w, "--ro-bind", supervisor, SUPERVISOR);
}

/* Adds the last options: nothing else can be written. */
static void close_up(struct words *w, const char *here)
{
    /* Root could change settings in /proc/sys for the whole machine: no capability is asked for
     * there. */
    add_line(w, "--remount-ro /proc --remount-ro /dev --remount-ro /");
    ADD(w, "--chdir", here, "--");
}

/* With a root, holds all bound files in memory, except the folder of the socket. */
static enum sv_status hold(const struct words *w, const struct svi_sandbox_setup *setup,
                           struct svi_error *error)
{
    enum sv_status status = SV_OK;
    for (size_t i = 0; setup->root != NULL && status == SV_OK && strcmp(w->word[i], "--") != 0;
         i++) {
        if ((strcmp(w->word[i], "--ro-bind") == 0 || strcmp(w->word[i], "--ro-bind-try") == 0) &&
            strcmp(w->word[i + 2], SVI_SANDBOX_FOLDER) != 0) {
            status = svi_sandbox_root_hold(setup->root, w->word[i + 1], error);
        }
    }
    if (setup->root != NULL && status == SV_OK) {
        svi_sandbox_root_refresh(setup->root);
    }
    return status;
}

enum sv_status svi_sandbox_wrap(const struct svi_sandbox_setup *setup, char ***wrapped,
                                struct svi_error *error)
{
    struct words w = {0}, places = {0};
    enum sv_status status = SV_E_SYSTEM;
    const char *const *argv = setup->argv;
    SCOPED(scoped_free) char *program = svi_process_find(argv[0]);
    const int reason = errno;
    SCOPED(scoped_free) char *real = program != NULL ? svi_real_path(program) : NULL;
    SCOPED(scoped_free) char *here = svi_real_path(setup->here != NULL ? setup->here : ".");
    *wrapped = NULL;
    if (program == NULL || real == NULL || here == NULL) {
        svi_process_tell(argv[0], setup->here, reason, error);
    } else {
        find_hidden(&places, setup->hidden);
        begin(&w, setup->user, here, setup->network, setup->root);
        /* The link and its target: the python of a virtual environment needs both. */
        bool bound = bind_file(&w, setup, &places, program, error) &&
                     (strcmp(program, real) == 0 || bind_file(&w, setup, &places, real, error));
        for (size_t i = 1; argv[i] != NULL && bound; i++) {
            bound = bind_file(&w, setup, &places, argv[i], error);
        }
        bound = bound && bind_named(&w, setup, &places, error);
        ADD(&w, "--ro-bind", setup->folder, SVI_SANDBOX_FOLDER);
        bind_supervisor(&w);
        close_up(&w, here);
        add_shut_in(&w, setup->user, setup->limits, setup->relayed);
        add(&w, program);
        add_all(&w, argv + 1);
        status = bound ? hold(&w, setup, error) : SV_E_SYSTEM;
    }
    if (status == SV_OK) {
        *wrapped = w.word;
    } else {
        svi_texts_free(w.word);
    }
    svi_texts_free(places.word);
    return status;
}

enum sv_status svi_sandbox_leave_bare(const struct svi_sandbox_setup *setup, char ***wrapped,
                                      struct svi_error *error)
{
    struct words w = {0};
    char *program = svi_process_find(setup->argv[0]);
    const int reason = errno;
    *wrapped = NULL;
    if (program == NULL) {
        svi_process_tell(setup->argv[0], setup->here, reason, error);
        return SV_E_SYSTEM;
    }
    char *supervisor = svi_process_helper("solvent-supervisor");
    if (setup->user != 0 || processes_of(setup->user, setup->limits) != 0) {
        ADD(&w, supervisor, SVI_SUPERVISOR_ENTER);
        add_user(&w, setup->user, setup->limits);
    }
    free(supervisor);
    add(&w, program);
    add_all(&w, setup->argv + 1);
    free(program);
    *wrapped = w.word;
    return SV_OK;
}

/* Runs a probe. *killed says whether one of its processes was killed from outside, which says
 * nothing about the sandbox. */
static bool probe(const struct svi_process_setup *setup, bool *killed)
{
    struct svi_process p = {0};
    struct svi_error error;
    const bool started = svi_process_start(&p, setup, &error) == SV_OK;
    const bool ended = svi_process_wait(&p, PROBE_MS);
    *killed = ended && (WIFSIGNALED(p.status) ? WTERMSIG(p.status) == SIGKILL
                                              : WEXITSTATUS(p.status) == PASSED_ON + SIGKILL);
    svi_process_kill(&p);
    return started && ended && p.status == 0;
}

/* Reads the first line of a file that processes have written to, cleaned. */
static void read_first_line(int fd, char line[SVI_SANDBOX_SAID])
{
    const ssize_t n = pread(fd, line, SVI_SANDBOX_SAID - 1, 0);
    line[n > 0 ? n : 0] = '\0';
    line[strcspn(line, "\n")] = '\0';
    svi_text_clean(line);
}

bool svi_sandbox_works(uid_t user, char said[SVI_SANDBOX_SAID])
{
    static const char *const nothing[] = {NULL};
    static const struct svi_limits none;
    struct words w = {0};
    bool works = false, killed = true;
    const int output = memfd_create("solvent-sandbox", MFD_CLOEXEC);
    const int filter = svi_seccomp_open(SVI_SECCOMP_UNIX);
    begin(&w, user, NULL, false, NULL);
    bind_supervisor(&w);
    close_up(&w, "/");
    add_shut_in(&w, user, NULL, false);
    add(&w, "/usr/bin/true");
    said[0] = '\0';
    if (output >= 0 && filter >= 0) {
        const struct svi_process_setup setup = {.argv = (const char *const *)w.word,
                                                .set = nothing,
                                                .bare = true,
                                                .output = output,
                                                .limits = &none,
                                                .filter = filter};
        for (unsigned tries = 0; !works && killed && tries < PROBE_TRIES; tries++) {
            works = probe(&setup, &killed);
        }
        read_first_line(output, said);
    }
    scoped_close(&output);
    scoped_close(&filter);
    svi_texts_free(w.word);
    return works;
}
