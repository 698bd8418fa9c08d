#include "arbiter/sandbox.h"

#include "arbiter/process.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What every sandbox has. Later options mount over earlier ones. */
static const char *const RECIPE[] = {
    "bwrap",
    "--unshare-all",
    "--die-with-parent",
    "--new-session",
    "--cap-drop",
    "ALL",
    "--ro-bind",
    "/usr",
    "/usr",
    "--symlink",
    "usr/lib",
    "/lib",
    "--symlink",
    "usr/lib64",
    "/lib64",
    "--symlink",
    "usr/bin",
    "/bin",
    "--symlink",
    "usr/sbin",
    "/sbin",
    "--proc",
    "/proc",
    "--dev",
    "/dev",
    "--tmpfs",
    "/tmp",
    /* Where libraries outside the default folders are found, and which python is python. */
    "--ro-bind-try",
    "/etc/ld.so.cache",
    "/etc/ld.so.cache",
    "--ro-bind-try",
    "/etc/alternatives",
    "/etc/alternatives",
};
#define RECIPE_SIZE (sizeof RECIPE / sizeof RECIPE[0])

bool svi_sandbox_mode(const char *name, enum svi_sandbox *mode)
{
    static const char *const names[] = {
        [SVI_SANDBOX_NONE] = "none", [SVI_SANDBOX_AUTO] = "auto", [SVI_SANDBOX_BWRAP] = "bwrap"};
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
    size_t n;
    bool failed;
};

static void add(struct words *w, const char *text)
{
    char **more = realloc(w->word, (w->n + 2) * sizeof *more);
    if (more == NULL) {
        w->failed = true;
        return;
    }
    w->word = more;
    w->word[w->n] = strdup(text);
    w->word[w->n + 1] = NULL;
    w->failed |= w->word[w->n] == NULL;
    w->n += w->word[w->n] != NULL;
}

static void add_recipe(struct words *w)
{
    for (size_t i = 0; i < RECIPE_SIZE; i++) {
        add(w, RECIPE[i]);
    }
}

void svi_sandbox_free(char **wrapped)
{
    if (wrapped != NULL) {
        for (char **word = wrapped; *word != NULL; word++) {
            free(*word);
        }
        free(wrapped);
    }
}

/* ---- what is bound --------------------------------------------------------------------------- */

/* The folder that holds `path`, if that names a file outside /usr; to be freed, NULL otherwise. The
 * folder's links are resolved, so that it can be bound where it is. */
static char *folder_of_file(const char *path)
{
    struct stat st;
    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode)) {
        return NULL;
    }
    char *copy = strdup(path);
    if (copy == NULL) {
        return NULL;
    }
    char *slash = strrchr(copy, '/');
    if (slash != NULL) {
        slash[slash == copy] = '\0';
    }
    char *folder = realpath(slash != NULL ? copy : ".", NULL);
    free(copy);
    if (folder != NULL && (strncmp(folder, "/usr/", 5) == 0 || strcmp(folder, "/usr") == 0)) {
        free(folder);
        folder = NULL;
    }
    return folder;
}

/* Binds the folder that holds `path`. False when that is the root: then nothing would be shut out. */
static bool bind_folder(struct words *w, const char *path)
{
    char *folder = folder_of_file(path);
    if (folder == NULL) {
        return true;
    }
    const bool root = strcmp(folder, "/") == 0;
    bool bound = false;
    for (size_t i = RECIPE_SIZE; i < w->n; i++) {
        bound |= strcmp(w->word[i], folder) == 0 && strcmp(w->word[i - 1], "--ro-bind") == 0;
    }
    if (!root && !bound) {
        add(w, "--ro-bind");
        add(w, folder);
        add(w, folder);
    }
    free(folder);
    return !root;
}

enum sv_status svi_sandbox_wrap(const char *const *argv, const char *folder, char ***wrapped,
                                char *error, size_t error_size)
{
    struct words w = {0};
    enum sv_status status = SV_E_SYSTEM;
    char *program = svi_process_find(argv[0]);
    const int reason = errno;
    char *real = program != NULL ? realpath(program, NULL) : NULL;
    char *here = realpath(".", NULL);
    *wrapped = NULL;
    if (program == NULL || real == NULL || here == NULL) {
        (void)snprintf(error, error_size, "cannot run '%s': %s", argv[0], strerrordesc_np(reason));
    } else {
        add_recipe(&w);
        add(&w, "--dir");
        add(&w, here);
        /* The link and what it leads to: the python of a virtual environment needs both. */
        bool bound = bind_folder(&w, program) && bind_folder(&w, real);
        for (size_t i = 1; argv[i] != NULL; i++) {
            bound = bound && bind_folder(&w, argv[i]);
        }
        add(&w, "--ro-bind");
        add(&w, folder);
        add(&w, folder);
        add(&w, "--chdir");
        add(&w, here);
        add(&w, "--");
        add(&w, program);
        for (size_t i = 1; argv[i] != NULL; i++) {
            add(&w, argv[i]);
        }
        if (!bound) {
            (void)snprintf(error, error_size, "cannot sandbox '%s': its files stand in /", argv[0]);
        } else if (w.failed) {
            (void)snprintf(error, error_size, "cannot sandbox '%s': out of memory", argv[0]);
        } else {
            status = SV_OK;
        }
    }
    if (status == SV_OK) {
        *wrapped = w.word;
    } else {
        svi_sandbox_free(w.word);
    }
    free(program);
    free(real);
    free(here);
    return status;
}

bool svi_sandbox_works(void)
{
    static const char *const nothing[] = {NULL};
    struct words w = {0};
    struct svi_process p = {0};
    char error[256];
    bool works = false;
    const int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    add_recipe(&w);
    add(&w, "--");
    add(&w, "/usr/bin/true");
    if (null >= 0 && !w.failed) {
        const struct svi_process_setup setup = {
            .argv = (const char *const *)w.word, .set = nothing, .bare = true, .output = null};
        if (svi_process_start(&p, &setup, error, sizeof error) == SV_OK) {
            works = svi_process_wait(&p, 5000) && p.status == 0;
            svi_process_kill(&p);
        }
    }
    if (null >= 0) {
        close(null);
    }
    svi_sandbox_free(w.word);
    return works;
}
