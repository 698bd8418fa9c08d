#include "policy/named.h"
#include "policy/page.h"

#define main builder_main
#define sv_bot_main take_bot
static int builder_main(int argc, char **argv);
// NOLINTNEXTLINE(bugprone-suspicious-include): the bot as it is
#include "bots/builder.c"
#undef main
#undef sv_bot_main

const struct sv_bot *svi_policy_builder(void)
{
    return bot_of(builder_main);
}
