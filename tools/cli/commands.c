#include "tools/cli/commands.h"

#include "tools/console/words.h"
#include "tools/documents/documents.h"
#include "tools/serve/server.h"

#include <stdio.h>

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

#define X(name) &svi_cmd_league_##name,
static const struct svi_command *const league_parts[] = {SVI_LEAGUE_COMMANDS(X) NULL};
#undef X

const struct svi_command svi_cmd_league = {
    .name = "league",
    .brief = "make, check, run, watch, plan, merge and simulate leagues",

    .topic = "leagues",
    .examples = "solvent league run leagues/quickstart.yaml\n"
                "solvent league status quickstart.db\n"
                "solvent league merge cup.db cup.1-of-2.db cup.2-of-2.db",
    .parts = league_parts,
};

void svi_host_add(const struct svi_words *w, const char *name, struct svi_hosts *hosts)
{
    if (!svi_hosts_is_name(name)) {
        svi_words_fail(w,
                       "found '%s', expected a host's name without a port, such as "
                       "league.example.org",
                       name);
    } else if (hosts->n == SVI_HOSTS_MOST) {
        svi_words_fail(w, "more than %u names", SVI_HOSTS_MOST);
    } else {
        hosts->name[hosts->n++] = name;
    }
}

void svi_host_take(const struct svi_words *w, void *hosts)
{
    svi_host_add(w, w->value, hosts);
}

bool svi_help_topic(size_t i, char topic[SVI_HELP_TOPIC])
{
    size_t n_commands = 0, documents = 0;
    while (svi_solvent.parts[n_commands] != NULL) {
        n_commands++;
    }
    if (i < n_commands) {
        (void)snprintf(topic, SVI_HELP_TOPIC, "%s", svi_solvent.parts[i]->name);
        return true;
    }
    while (documents < i - n_commands && svi_documents[documents].name != NULL) {
        documents++;
    }
    const char *name = svi_documents[documents].topic;
    if (name != NULL) {
        (void)snprintf(topic, SVI_HELP_TOPIC, "%s%s", name,
                       svi_command_find(svi_solvent.parts, name) != NULL ? SVI_HELP_GUIDE : "");
    }
    return name != NULL;
}
