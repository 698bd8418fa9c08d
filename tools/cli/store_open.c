#include "tools/cli/store_open.h"

#include "base/nearest.h"
#include "store/reader.h"
#include "tools/console/say.h"

#include <stdio.h>
#include <string.h>

/* Tells of the results as they are read, then of what is made of them. */
static void show(void *progress, uint64_t done, uint64_t all)
{
    svi_progress_pass(progress, done, all);
    if (done == all) {
        svi_progress_work(progress);
    }
}

enum svi_exit svi_store_open_shown(struct svi_store **store, const char *path,
                                   struct svi_progress *progress)
{
    struct svi_error error;
    const enum sv_status status = svi_store_create_reader(store, path, &error);
    if (status != SV_OK) {
        return svi_complain(svi_exit_of(status), "%s", error.text);
    }
    svi_progress_init(progress, path);
    svi_store_watch(*store, show, progress);
    return SVI_EXIT_DONE;
}

static const char *bot_at(const void *words, size_t i)
{
    const struct svi_store_info *info = words;
    return i < info->n_bots ? info->bot[i] : NULL;
}

unsigned svi_store_bot(const struct svi_store *store, const char *path, const char *option,
                       const char *name)
{
    const struct svi_store_info *info = svi_store_info(store);
    unsigned bot = 0;
    while (bot < info->n_bots && strcmp(info->bot[bot], name) != 0) {
        bot++;
    }
    if (bot == info->n_bots) {
        char what[256], expected[SVI_EXPECTED];
        (void)snprintf(what, sizeof what, "a bot of %.200s", path);
        const struct svi_choices choices = {.at = bot_at, .words = info, .what = what};
        (void)svi_complain(SVI_EXIT_USAGE, "%sfound '%.80s', %s", option, name,
                           svi_expected(&choices, name, expected, sizeof expected));
    }
    return bot;
}
