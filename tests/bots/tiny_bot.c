#define BOT tiny_bot
#define MAIN tiny_main
#define PROGRAM "bots/tiny.c"
#include "tests/bots/program_taken.h"
