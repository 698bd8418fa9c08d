// The bot, for main() and for the tests.
#pragma once

#include <solvent/bot.h>

extern const sv_bot bot;
