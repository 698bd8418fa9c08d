/* A store of a league whose games monkeys have played in process. */
#ifndef TESTS_TOOLS_MADE_STORE_H
#define TESTS_TOOLS_MADE_STORE_H

/* Its path, in a folder of its own, which goes when nothing else is left in it. */
extern char made_store[128];
extern char made_folder[32];

/* Plays the whole league of this text, or ends the test. Returns 0, like a test's setup. */
int make_store(const char *text);

/* Removes it; a test's teardown. */
int drop_store(void **state);

#endif
