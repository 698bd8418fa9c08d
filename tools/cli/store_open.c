#include "tools/cli/store_open.h"

#include "store/reader.h"
#include "tools/console/say.h"

enum svi_exit svi_store_open_shown(struct svi_store **store, const char *path,
                                   struct svi_progress *progress)
{
    char error[SVI_STORE_ERROR];
    const enum sv_status status = svi_store_create_reader(store, path, error, sizeof error);
    if (status != SV_OK) {
        return svi_complain(svi_exit_of(status), "%s", error);
    }
    svi_progress_init(progress, path);
    svi_store_watch(*store, svi_progress_pass, progress);
    return SVI_EXIT_DONE;
}
