/* What the page that opens recorded games calls (tools/viewer/src/opener.ts): rules, luck and
 * analysis as WebAssembly, made by cmake/SolventOpener.cmake. A page makes an instance for each
 * game, so nothing is freed here. */
#include "tools/game_data/game_data.h"

#include <stdio.h>
#include <stdlib.h>

#define EXPORT(name) __attribute__((export_name(#name)))

static struct svi_replay replay;
static struct svi_game game;
static struct svi_buf lines;

/* Room for that many bytes of the page's; NULL: there is none. */
EXPORT(room) void *svi_opener_room(size_t size)
{
    return malloc(size);
}

/* Whether that is a recorded game, whose lines (game_data.h) then are what svi_opener_text() gives;
 * else that is one line of what is wrong. `name` is the file's. Called once. */
EXPORT(open) bool svi_opener_open(const char *name, const uint8_t *bytes, size_t size)
{
    static char error[sizeof replay.error + 512];
    svi_game_init(&game);
    enum sv_status status = svi_replay_open(&replay, bytes, size);
    if (status == SV_OK) {
        status = svi_game_data_put(&lines, &replay, &game, name);
    }
    if (status == SV_OK && !lines.failed) {
        return true;
    }
    const int length = status == SV_OK
                           ? snprintf(error, sizeof error, "%s: no memory for it", name)
                           : snprintf(error, sizeof error, "%s: %s", name, replay.error);
    lines =
        (struct svi_buf){.data = (uint8_t *)error,
                         .size = (size_t)length < sizeof error ? (size_t)length : sizeof error - 1};
    return false;
}

EXPORT(text) const uint8_t *svi_opener_text(void)
{
    return lines.data;
}

EXPORT(size) size_t svi_opener_size(void)
{
    return lines.size;
}
