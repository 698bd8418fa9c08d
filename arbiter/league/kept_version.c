#include "league/kept_version.h"

#include "config/bot_hash.h"
#include "memory/memory.h"

#include "base/buf.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define NAME_BYTES 16u /* of a version, that name its folder */
#define NAME_TEXT (2u * NAME_BYTES + 1u)

static void name_of(const uint8_t version[32], char name[NAME_TEXT])
{
    sodium_bin2hex(name, NAME_TEXT, version, NAME_BYTES);
}

/* Runs a program of the system; whether it did its work. */
static bool run_tool(const char *const argv[])
{
    static char path[] = "PATH=/usr/local/bin:/usr/bin:/bin", locale[] = "LC_ALL=C";
    char *const env[] = {path, locale, NULL};
    posix_spawn_file_actions_t actions;
    pid_t pid;
    int ended = 1;
    if (posix_spawn_file_actions_init(&actions) != 0) {
        return false;
    }
    bool well =
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) == 0 &&
        posix_spawnp(&pid, argv[0], &actions, NULL, (char *const *)(uintptr_t)argv, env) == 0;
    while (well && waitpid(pid, &ended, 0) < 0) {
        well = errno == EINTR;
    }
    (void)posix_spawn_file_actions_destroy(&actions);
    return well && WIFEXITED(ended) && WEXITSTATUS(ended) == 0;
}

static void remove_tree(const char *path)
{
    const char *const argv[] = {"rm", "-rf", "--", path, NULL};
    (void)run_tool(argv);
}

static bool is_file(const char *path)
{
    struct stat st;
    return strchr(path, '/') != NULL && stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

/* ---- in -------------------------------------------------------------------------------------- */

/* Makes the folders above a path. */
static bool make_parents(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        const bool made = mkdir(path, 0755) == 0 || errno == EEXIST;
        *slash = '/';
        if (!made) {
            return false;
        }
    }
    return true;
}

/* Copies a file or a folder to its own path below `target`, the links in a folder as links. */
static bool copy(const char *path, const char *target)
{
    char *place = svi_text("%s%s", target, path);
    const char *const argv[] = {"cp", "-R", "-H", "-p", "--reflink=auto", "--", path, place, NULL};
    const bool well = make_parents(place) && (access(place, F_OK) == 0 || run_tool(argv));
    free(place);
    return well;
}

static bool copy_files(const struct svi_league_bot *bot, const char *target)
{
    bool well = true;
    for (char **file = bot->files; file != NULL && *file != NULL; file++) {
        well = well && copy(*file, target);
    }
    for (char **word = bot->run; *word != NULL; word++) {
        well = well && (!is_file(*word) || copy(*word, target));
    }
    return well;
}

enum sv_status svi_kept_version_put(const char *folder, const struct svi_league_bot *bot,
                                    struct svi_error *error)
{
    char name[NAME_TEXT];
    enum sv_status status = SV_E_SYSTEM;
    name_of(bot->version, name);
    char *place = svi_text("%s/%s", folder, name), *half = svi_text("%s.half", place);
    if (access(place, F_OK) == 0) {
        status = SV_OK;
    } else {
        remove_tree(half);
        /* Other users cannot list the copies. The bots of root are other users, and can still reach
         * their own copy. */
        const bool made = (mkdir(folder, 0700) == 0 || errno == EEXIST) &&
                          chmod(folder, geteuid() == 0 ? 0711 : 0700) == 0;
        if (made && mkdir(half, 0755) == 0 && copy_files(bot, half) && rename(half, place) == 0) {
            status = SV_OK;
        } else {
            remove_tree(half);
        }
    }
    if (status != SV_OK) {
        (void)svi_fail(error, status, "the files of bot '%s' cannot be copied to '%s'", bot->name,
                       folder);
    }
    free(place);
    free(half);
    return status;
}

/* ---- out ------------------------------------------------------------------------------------- */

/* The same words, those that name files with the paths of their copies. */
static char **moved(char *const *words, const char *place)
{
    const size_t n = svi_texts_count(words);
    char **out = svi_new(n + 1, sizeof *out);
    for (size_t i = 0; i < n; i++) {
        out[i] = svi_text("%s%s", place, words[i]);
        if (words[i][0] != '/' || access(out[i], F_OK) != 0) {
            free(out[i]);
            out[i] = svi_copy(words[i]);
        }
    }
    return out;
}

enum sv_status svi_kept_version_use(const char *folder, struct svi_league *league, unsigned bot,
                                    const uint8_t version[32], struct svi_error *error)
{
    struct svi_league_bot *b = &league->bot[bot];
    const struct svi_league_bot before = *b;
    char name[NAME_TEXT];
    char *whole = svi_real_path(folder);
    enum sv_status status = SV_E_UNKNOWN;
    if (whole == NULL) {
        return status;
    }
    name_of(version, name);
    char *place = svi_text("%s/%s", whole, name);
    free(whole);
    if (access(place, F_OK) != 0) {
        free(place);
        return status;
    }
    char **run = moved(b->run, place);
    char **files = b->files != NULL ? moved(b->files, place) : NULL;
    char *here = svi_text("%s%s", place, league->folder);
    if (!make_parents(here) || (mkdir(here, 0755) != 0 && errno != EEXIST)) {
        status = svi_fail(error, SV_E_SYSTEM, "the copy of bot '%s' in '%s' cannot be used",
                          b->name, folder);
    } else {
        b->run = run;
        b->files = files;
        b->folder = here;
        b->status = SVI_STATUS_PLAYS;
        status = svi_league_bot_version(league, bot, error);
        status = status != SV_OK || memcmp(b->version, version, 32) != 0 ? SV_E_UNKNOWN : SV_OK;
    }
    free(place);
    if (status != SV_OK) {
        *b = before;
        svi_texts_free(run);
        svi_texts_free(files);
        free(here);
        return status;
    }
    svi_texts_free(before.run);
    svi_texts_free(before.files);
    free(before.folder);
    return SV_OK;
}

void svi_kept_version_sweep(const char *folder, const struct svi_league *league)
{
    DIR *entries = opendir(folder);
    for (struct dirent *entry;
         entries != NULL && (entry = readdir(entries)) != NULL;) { // NOLINT(concurrency-mt-unsafe)
        bool used = entry->d_name[0] == '.';
        for (unsigned i = 0; i < league->n_bots && !used; i++) {
            char name[NAME_TEXT];
            name_of(league->bot[i].version, name);
            used = league->bot[i].versioned && strcmp(name, entry->d_name) == 0;
        }
        if (!used) {
            char *path = svi_text("%s/%s", folder, entry->d_name);
            remove_tree(path);
            free(path);
        }
    }
    if (entries != NULL) {
        (void)closedir(entries);
    }
}
