/* The rooms' tests share no library; these are the games of tests/record and the monkey of tests/game. */
#include "../game/monkey.c"  // NOLINT(bugprone-suspicious-include)
#include "../record/games.c" // NOLINT(bugprone-suspicious-include)
