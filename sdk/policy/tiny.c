#include "policy/named.h"
#include "policy/page.h"

#define main tiny_main
#define sv_bot_main take_bot
static int tiny_main(int argc, char **argv);
// NOLINTNEXTLINE(bugprone-suspicious-include): the bot as it is
#include "bots/tiny.c"
#undef main
#undef sv_bot_main

const struct sv_bot *svi_policy_tiny(void)
{
    return bot_of(tiny_main);
}
