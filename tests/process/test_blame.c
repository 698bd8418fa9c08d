/* Which side caused the end of a bot's program: a row for each row of the table in
 * docs/LEAGUE_FILE.md. */
#include "process/blame.h"
#include "tests/base/testing.h"

#include <signal.h>

#define EXITED(status) ((status) << 8) /* as waitpid() has it */

TEST(each_death_is_somebodys)
{
    static const struct {
        struct svi_death death;
        enum svi_blame blame;
    } rows[] = {
        {{true, EXITED(0), false, false}, SVI_BLAME_BOT},
        {{true, EXITED(128 + SIGKILL), false, true}, SVI_BLAME_BOT},
        {{true, SIGSEGV, false, true}, SVI_BLAME_BOT},
        {{true, SIGKILL, false, false}, SVI_BLAME_BOT},
        {{true, SIGKILL, false, true}, SVI_BLAME_OUTSIDE},
        {{true, SIGKILL, true, true}, SVI_BLAME_BOT},
        {{false, 0, false, false}, SVI_BLAME_OUTSIDE},
        {{false, 0, true, false}, SVI_BLAME_BOT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (svi_blame_of(&rows[i].death) != rows[i].blame) {
            fail_msg("row %zu", i);
        }
    }
}
