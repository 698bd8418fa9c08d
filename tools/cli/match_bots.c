#include "tools/cli/match_bots.h"

#include "job/outcome.h"
#include "process/process.h"
#include "tools/console/exit.h"
#include "tools/console/say.h"
#include "tools/replay/html.h"

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
        spec[i] = (struct svi_bot_spec){
            .name = bot[i].name, .argv = (const char *const *)bot[i].argv, .trusted = true};
        job->bot[i] = i;
    }
    return SVI_EXIT_DONE;
}

/* ---- match files ----------------------------------------------------------------------------- */

static enum svi_exit write_page(const char *output, const char *html,
                                const struct svi_outcome *done)
{
    struct svi_error error;
    struct svi_buf page = {0};
    const char *name = output != NULL ? output : "match";
    const enum sv_status made =
        svi_replay_page(name, done->replay, done->replay_size, NULL, &page, &error);
    const enum svi_exit status = made == SV_OK
                                     ? svi_say_file(html, page.data, page.size)
                                     : svi_complain(SVI_EXIT_ENVIRONMENT, "--html: %s", error.text);
    svi_buf_finish(&page);
    return status;
}

enum svi_exit svi_match_write_files(const char *output, const char *html,
                                    const struct svi_outcome *done)
{
    enum svi_exit status = SVI_EXIT_DONE;
    if (output != NULL) {
        status = svi_say_file(output, done->replay, done->replay_size);
    }
    return html != NULL && status == SVI_EXIT_DONE ? write_page(output, html, done) : status;
}
