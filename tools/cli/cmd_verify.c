/* solvent verify FILE|STORE.db|DIR... */
#include "tools/cli/commands.h"
#include "tools/console/arguments.h"
#include "tools/replay/game_file.h"
#include "tools/replay/verify.h"

#include <argp.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Folders inside folders that are looked into. */
#define DEPTH 16u

struct arguments {
    char **names;
    int count;
};

static const char doc[] =
    "Plays recorded games again and compares every one with its record.\v"
    "A replay (.svr), a league's store (.db), or a folder with such files in it. Of each game: the "
    "edition against its hash, the seed against its commitment, at every decision the digest of "
    "all that has happened, the hashes of the game's state, the result. Of a store also: every "
    "column of the rows that say how a match went, against its game and the schedule; the rows "
    "about the league; and the ranking that `solvent rank` prints, against that of the games.\n"
    "\n"
    "  solvent verify game.svr\n"
    "  solvent verify quickstart.db replays/\n"
    "\n"
    "What is not as recorded is one line, which names the header field or the first decision that "
    "differs, or the match, table and column. Exit status: 0 all games are as recorded, 1 not all "
    "are, 2 usage or a file that "
    "cannot be "
    "read, 3 no memory.";

/* NOLINTNEXTLINE(readability-non-const-parameter): argp's type */
static error_t parse_option(int key, char *word, struct argp_state *state)
{
    struct arguments *a = state->input;
    (void)word;
    switch (key) {
    case ARGP_KEY_ARGS:
        a->names = state->argv + state->next;
        a->count = state->argc - state->next;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_failure(state, SVI_EXIT_USAGE, 0, "found no file, expected at least one; see --help");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {NULL, parse_option, "FILE|STORE.db|DIR...", doc, NULL, NULL, NULL};

static void verify_path(struct svi_verify *v, const char *path, unsigned depth);

static bool has_ending(const char *name, const char *ending)
{
    const size_t length = strlen(name);
    const size_t tail = strlen(ending);
    return length > tail && strcmp(name + length - tail, ending) == 0;
}

/* Folders, and files that look like games: not their neighbours, nor what begins with a dot. */
static bool is_wanted(const char *path, const char *name)
{
    struct stat info;
    if (name[0] == '.' || lstat(path, &info) != 0) {
        return false;
    }
    return S_ISDIR(info.st_mode) || has_ending(name, ".svr") || has_ending(name, ".db");
}

static void verify_folder(struct svi_verify *v, const char *path, unsigned depth)
{
    struct dirent **entries;
    const int count = scandir(path, &entries, NULL, alphasort);
    if (count < 0) {
        svi_verify_unreadable(v, path, strerror(errno));
        return;
    }
    for (int i = 0; i < count; i++) {
        const size_t size = strlen(path) + strlen(entries[i]->d_name) + 2;
        char *inner = malloc(size);
        if (inner == NULL) {
            svi_verify_unreadable(v, path, "no memory");
        } else {
            (void)snprintf(inner, size, "%s%s%s", path, has_ending(path, "/") ? "" : "/",
                           entries[i]->d_name);
            if (is_wanted(inner, entries[i]->d_name)) {
                verify_path(v, inner, depth + 1);
            }
        }
        free(inner);
        free(entries[i]);
    }
    free(entries);
}

static void verify_path(struct svi_verify *v, const char *path, unsigned depth)
{
    struct stat info;
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
        if (depth < DEPTH) {
            verify_folder(v, path, depth);
        } else {
            svi_verify_unreadable(v, path, "found too many folders inside folders");
        }
    } else if (svi_game_file_is_store(path)) {
        svi_verify_store(v, path);
    } else {
        svi_verify_file(v, path);
    }
}

int svi_cmd_verify(int argc, char **argv)
{
    static char name[] = "solvent verify";
    struct arguments a = {0};
    argv[0] = name;
    if (!svi_arguments_parse(&argp, argc, argv, &a)) {
        return SVI_EXIT_USAGE;
    }
    struct svi_verify *v = svi_verify_create();
    if (v == NULL) {
        (void)fprintf(stderr, "%s: no memory\n", name);
        return SVI_EXIT_ENVIRONMENT;
    }
    for (int i = 0; i < a.count; i++) {
        verify_path(v, a.names[i], 0);
    }
    int status = svi_verify_status(v);
    if (!svi_verify_summary(v) && status == SVI_EXIT_DONE) {
        (void)fprintf(stderr, "%s: cannot write the result: %s\n", name, strerror(errno));
        status = SVI_EXIT_ENVIRONMENT;
    }
    svi_verify_destroy(v);
    return status;
}
