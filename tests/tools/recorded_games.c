/* The rooms' tests share no library; these are the games of tests/record and the monkey of tests/game. */
#include "tests/game/monkey.c"  // NOLINT(bugprone-suspicious-include)
#include "tests/record/games.c" // NOLINT(bugprone-suspicious-include)
