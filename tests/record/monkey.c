/* The rooms' tests share no library; this is the monkey of tests/game. */
#include "tests/game/monkey.c" // NOLINT(bugprone-suspicious-include)
