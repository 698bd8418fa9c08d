#include "tools/cli/league_open.h"

#include "config/league_file.h"
#include "tools/console/say.h"

enum svi_exit svi_league_open(struct svi_league *league, const char *file)
{
    char error[SVI_LEAGUE_ERROR];
    const enum sv_status status = svi_league_init(league, file, error, sizeof error);
    return status == SV_OK ? SVI_EXIT_DONE : svi_complain(svi_exit_of(status), "%s", error);
}
