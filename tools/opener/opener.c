/* Functions for the page that opens recorded games (tools/site/src/game/opener.ts): rules, luck and
 * analysis as WebAssembly, built by cmake/SolventOpener.cmake. A page makes an instance for each
 * game, so memory is never freed here. */
#include "tools/game_data/game_data.h"

#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name)))

static struct svi_replay replay;
static struct svi_game game;
static struct svi_buf lines;

/* Returns memory for `size` bytes of the page, or NULL if memory runs out. */
EXPORT(room) void *svi_opener_room(size_t size)
{
    return malloc(size);
}

/* Opens a recorded game; `name` is the file's. Returns whether it is a recorded game. Then
 * svi_opener_text() returns the game's lines (game_data.h), else one line with the error. Call it
 * once. */
EXPORT(open) bool svi_opener_open(const char *name, const uint8_t *bytes, size_t size)
{
    static struct svi_error error;
    static const struct svi_game_beside alone;
    svi_game_init(&game);
    enum sv_status status = svi_replay_open(&replay, bytes, size);
    if (status == SV_OK) {
        status = svi_game_data_put(&lines, &replay, &game, name, &alone);
    }
    if (status == SV_OK && !lines.failed) {
        return true;
    }
    (void)svi_fail(&error, status, "%s: %s", name,
                   status == SV_OK ? "no memory for it" : replay.error.text);
    lines = (struct svi_buf){.data = (uint8_t *)error.text, .size = strlen(error.text)};
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
