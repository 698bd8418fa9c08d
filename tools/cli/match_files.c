#include "tools/cli/match_files.h"

#include "tools/console/say.h"
#include "tools/replay/html.h"

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
