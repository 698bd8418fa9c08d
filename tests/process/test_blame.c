/* Whose doing the end of a bot's program was: a row for each in docs/LEAGUE_FILE.md's table. */
#include "process/blame.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#define EXITED(status) ((status) << 8) /* as waitpid() has it */

static void each_death_is_somebodys(void **state)
{
    (void)state;
    static const struct {
        struct svi_death death;
        enum svi_blame blame;
    } rows[] = {
        /* in a sandbox: bubblewrap passes on how the program ended */
        {{true, true, EXITED(0), false, false}, SVI_BLAME_BOT},
        {{true, true, EXITED(128 + SIGKILL), false, false}, SVI_BLAME_BOT},
        {{true, true, EXITED(128 + SIGSEGV), false, true}, SVI_BLAME_BOT},
        {{true, true, EXITED(128 + SIGKILL), false, true}, SVI_BLAME_OUTSIDE},
        {{true, true, EXITED(128 + SIGKILL), true, true}, SVI_BLAME_BOT},
        {{true, true, SIGKILL, false, false}, SVI_BLAME_OUTSIDE},
        {{true, true, SIGKILL, true, false}, SVI_BLAME_BOT},
        {{true, false, EXITED(1), false, false}, SVI_BLAME_OUTSIDE},
        {{true, false, EXITED(128 + SIGKILL), false, false}, SVI_BLAME_OUTSIDE},
        /* without: the program is the supervisor's child */
        {{false, true, EXITED(3), false, true}, SVI_BLAME_BOT},
        {{false, true, SIGKILL, false, false}, SVI_BLAME_BOT},
        {{false, true, SIGKILL, false, true}, SVI_BLAME_OUTSIDE},
        {{false, true, SIGKILL, true, true}, SVI_BLAME_BOT},
        {{false, true, SIGSEGV, false, true}, SVI_BLAME_BOT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (svi_blame_of(&rows[i].death) != rows[i].blame) {
            fail_msg("row %zu", i);
        }
    }
}

static void bubblewrap_tells_that_the_program_ran(void **state)
{
    (void)state;
    assert_true(svi_blame_ran("{ \"child-pid\": 7 }\n{ \"exit-code\": 137 }\n"));
    assert_false(svi_blame_ran("{ \"child-pid\": 7 }\n"));
    assert_false(svi_blame_ran(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_death_is_somebodys),
        cmocka_unit_test(bubblewrap_tells_that_the_program_ran),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
