#define BOT builder_bot
#define MAIN builder_main
#define PROGRAM "bots/builder.c"
#include "tests/bots/program_taken.h"
