/* Makes BOT, a function that gives what the main() of the program in the file PROGRAM would run;
 * MAIN is a name for that main(). For one file each, as programs share names. */
#include "tests/bots/programs.h"

#include <stddef.h>

static const struct sv_bot *taken;
#define main MAIN
#define sv_bot_main take_bot
static int take_bot(int argc, char **argv, const struct sv_bot *bot)
{
    (void)argc;
    (void)argv;
    taken = bot;
    return 0;
}
int MAIN(int argc, char **argv);
// NOLINTNEXTLINE(bugprone-suspicious-include): the bot as it is
#include PROGRAM
#undef main
#undef sv_bot_main

const struct sv_bot *BOT(void)
{
    if (taken == NULL) {
        (void)MAIN(0, NULL);
    }
    return taken;
}
