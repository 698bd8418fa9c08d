/* solvent __complete WORD...: what a word of a command can become, for shells. main() calls it. */
#ifndef SVI_TOOLS_CLI_COMPLETE_H
#define SVI_TOOLS_CLI_COMPLETE_H

/* Prints what the last of `words` can become; the list ends with NULL and has at least one word. */
void svi_complete(char *const words[]);

#endif
