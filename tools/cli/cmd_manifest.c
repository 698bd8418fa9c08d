/* solvent manifest [--format json] */
#include "record/manifest_json.h"
#include "tools/cli/commands.h"
#include "tools/console/say.h"
#include "tools/console/words.h"

static const struct svi_option options[] = {
    {"format", 'f', "FORMAT", "json (default)", SVI_NOTED, .words = "json"},
    {0},
};

static enum svi_exit run(struct svi_words *w)
{
    struct svi_buf out = {0};
    svi_words_read(w, NULL);
    svi_manifest_json(&out);
    return svi_say_result(SVI_EXIT_DONE, &out);
}

const struct svi_command svi_cmd_manifest = {
    .name = "manifest",
    .brief = "print every enum, layout and message, for other languages",
    .rare = true,
    .options = options,
    .text =
        "Prints what the C headers are made of as one JSON object. It has the kinds of decision "
        "with their questions and answers, the events with their fields, and the layout of the "
        "position. It also has the rule switches with their values, and the protocol's messages.",
    .topic = "manifest-guide",
    .examples = "solvent manifest --format json > manifest.json",
    .exits = {"done", NULL, "usage or bad input", "no memory"},
    .run = run,
};
