#include "tools/cli/match_bots.h"

#include "process/process.h"

#include <errno.h>
#include <stdlib.h>

enum svi_exit svi_match_program(const char *program)
{
    char why[SVI_PROCESS_WHY];
    char *path = svi_process_find(program);
    if (path == NULL) {
        const bool other = svi_process_missing(program, NULL, errno, why, sizeof why);
        return svi_complain(other ? SVI_EXIT_USAGE : SVI_EXIT_ENVIRONMENT, "cannot run '%s': %s",
                            program, why);
    }
    free(path);
    return SVI_EXIT_DONE;
}

enum svi_exit svi_match_bots(const struct svi_bot_argument *bot, unsigned n,
                             struct svi_bot_spec *spec, struct svi_job *job)
{
    for (unsigned i = 0; i < n; i++) {
        const enum svi_exit found =
            bot[i].argv != NULL ? svi_match_program(bot[i].argv[0]) : SVI_EXIT_DONE;
        if (found != SVI_EXIT_DONE) {
            return found;
        }
        spec[i] =
            (struct svi_bot_spec){.name = bot[i].name, .argv = (const char *const *)bot[i].argv};
        job->bot[i] = i;
    }
    return SVI_EXIT_DONE;
}
