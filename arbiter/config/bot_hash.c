#include "config/bot_hash.h"

#include "base/file.h"
#include "base/out.h"
#include "memory/memory.h"
#include "process/path.h"
#include "schedule/settings.h"
#include "secret/env_key.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEEPEST 64u /* depth of folders inside folders */
#define CHUNK 65536u

struct walk {
    crypto_generichash_state hash;
    bool quick;             /* hash the files' sizes, times and inodes, not their contents */
    struct svi_env_key key; /* key for values of `env`; unused if `quick` */
    int reason;             /* errno of the first file that could not be read, or 0 */
    char path[4096];
};

static void put(struct walk *w, const void *bytes, size_t size)
{
    crypto_generichash_update(&w->hash, bytes, size);
}

static void put_number(struct walk *w, uint64_t number)
{
    uint8_t bytes[8];
    for (unsigned i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(number >> 8 * i);
    }
    put(w, bytes, sizeof bytes);
}

/* Hashes a text with its length, so that no two lists of texts give the same bytes. */
static void put_text(struct walk *w, const char *text)
{
    put_number(w, strlen(text));
    put(w, text, strlen(text));
}

static void fail(struct walk *w, const char *path)
{
    if (w->reason == 0) {
        w->reason = errno != 0 ? errno : EIO;
        (void)snprintf(w->path, sizeof w->path, "%s", path);
    }
}

static void put_content(struct walk *w, const char *path, const struct stat *st)
{
    static const char what[] = "file";
    uint8_t chunk[CHUNK];
    SCOPED(scoped_close) const int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = 0;
    uint64_t size = 0;
    put_text(w, what);
    put_number(w, (st->st_mode & 0100) != 0);
    while (fd >= 0 && (n = read(fd, chunk, CHUNK)) > 0) {
        put(w, chunk, (size_t)n);
        size += (uint64_t)n;
    }
    if (fd < 0 || n < 0) {
        fail(w, path);
    }
    put_number(w, size);
}

static void put_place(struct walk *w, const struct stat *st)
{
    put_number(w, st->st_ino);
    put_number(w, (uint64_t)st->st_size);
    put_number(w, st->st_mode);
    put_number(w, (uint64_t)st->st_mtim.tv_sec);
    put_number(w, (uint64_t)st->st_mtim.tv_nsec);
}

static void put_link(struct walk *w, const char *path)
{
    char target[4096];
    const ssize_t n = readlink(path, target, sizeof target - 1);
    if (n < 0) {
        fail(w, path);
        return;
    }
    target[n] = '\0';
    put_text(w, "link");
    put_text(w, target);
}

static int by_bytes(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void put_path(struct walk *w, const char *path, unsigned depth);

/* Hashes a folder's entries in the order of their bytes, whatever the locale. */
static void put_folder(struct walk *w, const char *path, unsigned depth)
{
    struct dirent **entries;
    const int count = depth < DEEPEST ? scandir(path, &entries, NULL, by_bytes) : -1;
    if (count < 0) {
        errno = depth < DEEPEST ? errno : ELOOP;
        fail(w, path);
        return;
    }
    put_text(w, "folder");
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0) {
            SCOPED(scoped_free) char *inner = svi_text("%s/%s", path, name);
            put_text(w, name);
            put_path(w, inner, depth + 1);
        }
        free(entries[i]);
    }
    free(entries);
    put_text(w, "");
}

/* Hashes the file or folder of a path. Inside a folder, a link is hashed as its text. */
static void put_path(struct walk *w, const char *path, unsigned depth)
{
    struct stat st;
    if ((depth == 0 ? stat(path, &st) : lstat(path, &st)) != 0) {
        fail(w, path);
        return;
    }
    if (w->quick) {
        put_place(w, &st);
    }
    if (S_ISDIR(st.st_mode)) {
        put_folder(w, path, depth);
    } else if (S_ISLNK(st.st_mode)) {
        put_link(w, path);
    } else if (S_ISREG(st.st_mode) && !w->quick) {
        put_content(w, path, &st);
    }
}

static void put_bot(struct walk *w, const struct svi_league *league,
                    const struct svi_league_bot *bot)
{
    SCOPED(svi_buf_finish) struct svi_buf conditions = {0};
    put_text(w, "solvent bot 1");
    for (size_t i = 0; bot->argv != NULL && bot->argv[i] != NULL; i++) {
        put_text(w, bot->argv[i]);
        if (svi_path_names_file(bot->run[i])) {
            put_path(w, bot->run[i], 0);
        }
    }
    put_text(w, "");
    for (char **file = bot->files; file != NULL && *file != NULL; file++) {
        const char *slash =
            strrchr(*file, '/'); /* the league's folder may be moved, so only the name counts */
        put_text(w, slash != NULL ? slash + 1 : *file);
        put_path(w, *file, 0);
    }
    put_text(w, "");
    if (bot->env != NULL) { /* without `env` the version is the same as in older programs */
        put_text(w, "env");
        for (char **variable = bot->env; *variable != NULL; variable++) {
            char hash[SVI_ENV_HASH_TEXT];
            svi_env_hash(&w->key, *variable, hash);
            put_number(w, strcspn(*variable, "="));
            put(w, *variable, strcspn(*variable, "="));
            put_text(w, hash);
        }
    }
    if (bot->n_secrets > 0) { /* by name only: renewing a secret does not make another version */
        put_text(w, "secrets");
    }
    for (unsigned i = 0; i < bot->n_secrets; i++) {
        put_text(w, bot->secret[i].name);
        if (bot->secret[i].header != NULL) {
            put_text(w, bot->secret[i].header);
        }
    }
    if (bot->endpoint != NULL && bot->public_key != NULL) {
        put_path(w, bot->public_key, 0);
    }
    svi_conditions_put(&bot->conditions, &league->conditions, false, &conditions);
    put(w, conditions.data, conditions.size); /* nothing for a bot under the league's conditions */
}

enum sv_status svi_league_bot_version(struct svi_league *league, unsigned bot,
                                      struct svi_error *error)
{
    struct svi_league_bot *b = &league->bot[bot];
    struct walk w = {0};
    if (b->env != NULL && league->n_hidden > 0) {
        SVI_TRY(svi_env_key_load(&w.key, league->env_key, error));
    }
    crypto_generichash_init(&w.hash, NULL, 0, sizeof b->version);
    put_bot(&w, league, b);
    crypto_generichash_final(&w.hash, b->version, sizeof b->version);
    b->versioned = true;
    if (w.reason != 0) {
        return svi_fail(error, SV_E_UNKNOWN,
                        "%s:%u: bots[%u]: found '%.400s', which cannot be read (%s), expected "
                        "the files of bot '%s'",
                        league->file, b->line, bot, w.path, svi_errno_text(w.reason), b->name);
    }
    return SV_OK;
}

enum sv_status svi_league_versions(struct svi_league *league, struct svi_error *error)
{
    enum sv_status status = SV_OK;
    for (unsigned i = 0; i < league->n_bots && status == SV_OK; i++) {
        if (league->bot[i].status == SVI_STATUS_PLAYS) {
            status = svi_league_bot_version(league, i, error);
        }
    }
    return status;
}

enum sv_status svi_league_version_lines(struct svi_league *league, struct svi_buf *out,
                                        struct svi_error *error)
{
    if (league->settings.format->season) {
        return SV_OK;
    }
    const enum sv_status status = svi_league_versions(league, error);
    for (unsigned i = 0; i < league->n_bots; i++) {
        struct svi_league_bot *bot = &league->bot[i];
        if (status == SV_OK && bot->versioned) {
            char text[2 * sizeof bot->version + 1];
            sodium_bin2hex(text, sizeof text, bot->version, sizeof bot->version);
            svi_out_plain(out, bot->name);
            svi_out_char(out, ' ');
            svi_out_text(out, text);
            svi_out_char(out, '\n');
        }
        bot->versioned = false;
    }
    return status;
}

void svi_league_mark(const struct svi_league *league, uint8_t mark[32])
{
    struct walk w = {.quick = true};
    crypto_generichash_init(&w.hash, NULL, 0, 32);
    for (unsigned i = 0; i < league->n_bots; i++) {
        if (league->bot[i].status == SVI_STATUS_PLAYS) {
            put_bot(&w, league, &league->bot[i]);
        }
    }
    crypto_generichash_final(&w.hash, mark, 32);
}
