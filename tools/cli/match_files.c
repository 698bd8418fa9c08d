#include "tools/cli/match_files.h"

#include "tools/console/say.h"
#include "tools/replay/html.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static enum svi_exit write_file(const char *path, const uint8_t *bytes, size_t size)
{
    FILE *file = fopen(path, "wbe");
    if (file == NULL) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "cannot write '%s': %s", path,
                            strerrordesc_np(errno));
    }
    const bool whole = fwrite(bytes, 1, size, file) == size;
    if (fclose(file) != 0 || !whole) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "cannot write '%s': %s", path,
                            strerrordesc_np(errno));
    }
    return SVI_EXIT_DONE;
}

static enum svi_exit write_page(const char *output, const char *html,
                                const struct svi_outcome *done)
{
    struct svi_error error;
    struct svi_buf page = {0};
    const char *name = output != NULL ? output : "match";
    const enum sv_status made =
        svi_replay_page(name, done->replay, done->replay_size, NULL, &page, &error);
    const enum svi_exit status = made == SV_OK
                                     ? write_file(html, page.data, page.size)
                                     : svi_complain(SVI_EXIT_ENVIRONMENT, "--html: %s", error.text);
    svi_buf_finish(&page);
    return status;
}

enum svi_exit svi_match_write_files(const char *output, const char *html,
                                    const struct svi_outcome *done)
{
    enum svi_exit status = SVI_EXIT_DONE;
    if (output != NULL) {
        status = write_file(output, done->replay, done->replay_size);
    }
    return html != NULL && status == SVI_EXIT_DONE ? write_page(output, html, done) : status;
}
