#include "tools/replay/game_file.h"

#include "base/file.h"
#include "memory/memory.h"
#include "store/store.h"
#include "store/store_matches.h"
#include "tools/console/say.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool svi_game_file_is_store(const char *path)
{
    static const char magic[] = "SQLite format 3"; /* with its terminating 0 */
    char start[sizeof magic] = {0};
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return false;
    }
    const bool read = fread(start, 1, sizeof start, file) == sizeof start;
    (void)fclose(file);
    return read && memcmp(start, magic, sizeof magic) == 0;
}

/* Reads a whole file into `bytes`, which must be initialised and loses its former contents. Returns
 * SVI_EXIT_DONE; else SVI_EXIT_USAGE if the file cannot be read or is too large, or
 * SVI_EXIT_ENVIRONMENT without memory, with one line in `error` that names the file. */
static enum svi_exit read_file(const char *path, struct svi_buf *bytes, struct svi_error *error)
{
    switch (svi_file_read(path, SVI_GAME_FILE_MAX, bytes)) {
    case SV_OK:
        return SVI_EXIT_DONE;
    case SV_E_LENGTH:
        (void)svi_fail(error, SV_E_UNKNOWN, "%s: found more than %u MiB, expected a recorded game",
                       path, SVI_GAME_FILE_MAX >> 20);
        return SVI_EXIT_USAGE;
    default:
        (void)svi_fail(error, SV_E_UNKNOWN, "%s: %s", path, svi_errno_text(errno));
        return errno == ENOMEM ? SVI_EXIT_ENVIRONMENT : SVI_EXIT_USAGE;
    }
}

/* Reads game N of a store. */
static enum svi_exit read_store(const char *path, uint64_t number, struct svi_buf *bytes,
                                bool *sealed, struct svi_error *error)
{
    bool over = false;
    struct svi_store *store;
    enum sv_status status = svi_store_create_reader(&store, path, error);
    if (status != SV_OK) {
        return status == SV_E_UNKNOWN ? SVI_EXIT_USAGE : SVI_EXIT_ENVIRONMENT;
    }
    svi_buf_clear(bytes);
    status = svi_store_replay(store, number, bytes);
    if (status == SV_OK) {
        status = svi_store_deal_over(store, number, &over);
        *sealed = !over;
    }
    if (status != SV_OK || bytes->failed) {
        (void)svi_fail(error, bytes->failed ? SV_E_SYSTEM : status, "%s",
                       bytes->failed ? "no memory" : svi_store_error(store));
    }
    svi_store_destroy(store);
    if (status == SV_E_UNKNOWN) {
        return SVI_EXIT_USAGE;
    }
    return status != SV_OK || bytes->failed ? SVI_EXIT_ENVIRONMENT : SVI_EXIT_DONE;
}

enum svi_exit svi_game_file_load(const char *name, struct svi_buf *bytes, bool *sealed,
                                 struct svi_error *error)
{
    *sealed = false;
    char path[4096];
    uint64_t number;
    if (access(name, F_OK) != 0 && svi_store_split(name, path, sizeof path, &number)) {
        return read_store(path, number, bytes, sealed, error);
    }
    const char *mark = strrchr(name, '#');
    (void)snprintf(path, sizeof path, "%.*s", mark != NULL ? (int)(mark - name) : 0, name);
    if (access(name, F_OK) != 0 && mark != NULL && svi_game_file_is_store(path)) {
        (void)svi_fail(error, SV_E_UNKNOWN,
                       "%s: found '%s' as the number of a game, expected one from 1, as in %s#1",
                       path, mark + 1, path);
        return SVI_EXIT_USAGE;
    }
    if (svi_game_file_is_store(name)) {
        (void)svi_fail(error, SV_E_UNKNOWN,
                       "%s: found a store of many games, expected %s#N for one of them; 'solvent "
                       "games %s' lists them",
                       name, name, name);
        return SVI_EXIT_USAGE;
    }
    return read_file(name, bytes, error);
}

bool svi_game_file_open(const char *name, struct svi_buf *bytes)
{
    struct svi_error error;
    bool sealed;
    const enum svi_exit status = svi_game_file_load(name, bytes, &sealed, &error);
    if (status != SVI_EXIT_DONE) {
        svi_die(status, "%s", error.text);
    }
    return sealed;
}

struct svi_recorded *svi_recorded_create(const char *name)
{
    struct svi_recorded *r = svi_new(1, sizeof *r);
    r->name = name;
    svi_game_init(&r->game);
    const bool sealed = svi_game_file_open(name, &r->bytes);
    if (svi_replay_open(&r->replay, r->bytes.data, r->bytes.size) != SV_OK) {
        svi_die(SVI_EXIT_USAGE, "%s: %s", name, r->replay.error.text);
    }
    r->replay.sealed = sealed;
    return r;
}

void svi_recorded_destroy(struct svi_recorded *r)
{
    if (r != NULL) {
        svi_game_finish(&r->game);
        svi_buf_finish(&r->bytes);
        free(r);
    }
}

void svi_recorded_fault(const struct svi_recorded *r)
{
    svi_die(SVI_EXIT_FAILED, "%s: %s", r->name, r->replay.error.text);
}
