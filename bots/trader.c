/* The trader bot as a program; how it decides is in policy/trader.c. */
#include "bots/policy/policy.h"

int main(int argc, char **argv)
{
    return sv_bot_main(argc, argv, &svi_bot_trader);
}
