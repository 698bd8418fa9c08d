/* The commands of `solvent`. Each has a row here, and a tools/cli/cmd_NAME.c with its `struct
 * svi_command`. main() and the manual (tools/manual) read them; they are constants. */
#ifndef SVI_TOOLS_CLI_COMMANDS_H
#define SVI_TOOLS_CLI_COMMANDS_H

#include "tools/console/command.h"

#include <stdbool.h>
#include <stddef.h>

struct svi_hosts; /* tools/serve/server.h */

/* X(name), in the order of `solvent --help`. */
#define SVI_COMMANDS(X)                                                                            \
    X(match)                                                                                       \
    X(play)                                                                                        \
    X(try)                                                                                         \
    X(panel)                                                                                       \
    X(league)                                                                                      \
    X(rank)                                                                                        \
    X(luck)                                                                                        \
    X(analyse)                                                                                     \
    X(what_if)                                                                                     \
    X(compare)                                                                                     \
    X(report)                                                                                      \
    X(serve)                                                                                       \
    X(games)                                                                                       \
    X(replay)                                                                                      \
    X(verify)                                                                                      \
    X(check)                                                                                       \
    X(edition)                                                                                     \
    X(bench)                                                                                       \
    X(new_bot)                                                                                     \
    X(llm)                                                                                         \
    X(keygen)                                                                                      \
    X(gate)                                                                                        \
    X(mcp)                                                                                         \
    X(manifest)                                                                                    \
    X(help)

/* X(name): the commands of `solvent league`, in tools/cli/cmd_league_NAME.c. */
#define SVI_LEAGUE_COMMANDS(X)                                                                     \
    X(init)                                                                                        \
    X(add)                                                                                         \
    X(check)                                                                                       \
    X(run)                                                                                         \
    X(status)                                                                                      \
    X(plan)                                                                                        \
    X(merge)                                                                                       \
    X(simulate)

/* X(name): the commands of `solvent edition`, in tools/cli/cmd_edition_NAME.c. */
#define SVI_EDITION_COMMANDS(X)                                                                    \
    X(list)                                                                                        \
    X(show)                                                                                        \
    X(check)

#define X(name) extern const struct svi_command svi_cmd_##name;
SVI_COMMANDS(X)
#undef X
#define X(name) extern const struct svi_command svi_cmd_league_##name;
SVI_LEAGUE_COMMANDS(X)
#undef X
#define X(name) extern const struct svi_command svi_cmd_edition_##name;
SVI_EDITION_COMMANDS(X)
#undef X

/* The whole program. */
extern const struct svi_command svi_solvent;

/* Adds a name by which `serve` or `play` is reached. Ends the process if it is no host name, or
 * there are too many. */
void svi_host_add(const struct svi_words *words, const char *name, struct svi_hosts *hosts);

/* Adds the value of --host to a struct svi_hosts. */
void svi_host_take(const struct svi_words *words, void *hosts);

/* Writes the i-th topic of `solvent help TOPIC`: commands, then documents, such as "ranking". A
 * document has "-guide" behind its name if a command has the same name. Returns false past the last
 * topic. */
#define SVI_HELP_TOPIC 64u
#define SVI_HELP_GUIDE "-guide"
bool svi_help_topic(size_t i, char topic[SVI_HELP_TOPIC]);

#endif
