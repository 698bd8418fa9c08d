#include "tools/cli/commands.h"

#define X(name) &svi_cmd_##name,
static const struct svi_command *const commands[] = {SVI_COMMANDS(X) NULL};
#undef X

const struct svi_command svi_solvent = {
    .name = "solvent",
    .brief = "leagues of bots that play property-trading games",
    .takes = SVI_TAKES_COMMAND,
    .topic = "TOPIC",
    .examples = "solvent league run leagues/quickstart.yaml\n"
                "solvent rank quickstart.db\n"
                "solvent match build/bots/careful build/bots/random",
    .exits = {"done", "the thing asked about failed: a mismatch, a failed check",
              "usage or bad input, told in one line on stderr",
              "the machine lacks something: cannot open, bind, start, write"},
    .parts = commands,
};
