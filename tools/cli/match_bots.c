#include "tools/cli/match_bots.h"

#include "process/process.h"

#include <errno.h>
#include <stdlib.h>

enum svi_exit svi_match_bots(const struct svi_bot_argument *bot, unsigned n,
                             struct svi_bot_spec *spec, struct svi_job *job)
{
    for (unsigned i = 0; i < n; i++) {
        if (bot[i].argv != NULL) {
            char error[256];
            char *program = svi_process_find(bot[i].argv[0]);
            if (program == NULL) {
                svi_process_missing(bot[i].argv[0], NULL, errno, error, sizeof error);
                return svi_complain(SVI_EXIT_ENVIRONMENT, "cannot run '%s': %s", bot[i].argv[0],
                                    error);
            }
            free(program);
        }
        spec[i] =
            (struct svi_bot_spec){.name = bot[i].name, .argv = (const char *const *)bot[i].argv};
        job->bot[i] = i;
    }
    return SVI_EXIT_DONE;
}
