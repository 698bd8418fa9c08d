#include "tools/replay/recorded.h"

#include "memory/memory.h"
#include "tools/console/say.h"
#include "tools/replay/game_file.h"

#include <stdio.h>
#include <stdlib.h>

struct svi_recorded *svi_recorded_create(const char *name, enum svi_exit *failure)
{
    struct svi_error error;
    struct svi_recorded *r = svi_new(1, sizeof *r);
    r->name = name;
    svi_buf_init(&r->bytes);
    svi_game_init(&r->game);
    bool sealed;
    *failure = svi_game_file_load(name, &r->bytes, &sealed, &error);
    if (*failure != SVI_EXIT_DONE) {
        (void)svi_complain(*failure, "%s", error.text);
        svi_recorded_destroy(r);
        return NULL;
    }
    if (svi_replay_open(&r->replay, r->bytes.data, r->bytes.size) != SV_OK) {
        (void)svi_recorded_fault(r);
        *failure = SVI_EXIT_USAGE;
        svi_recorded_destroy(r);
        return NULL;
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

enum svi_exit svi_recorded_fault(const struct svi_recorded *r)
{
    return svi_complain(SVI_EXIT_FAILED, "%s: %s", r->name, r->replay.error.text);
}
