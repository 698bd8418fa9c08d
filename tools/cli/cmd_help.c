/* solvent help [TOPIC] */
#include "tools/cli/commands.h"
#include "tools/console/help.h"
#include "tools/console/say.h"
#include "tools/console/words.h"
#include "tools/documents/documents.h"

#include <stdio.h>
#include <string.h>

#define MOST_WORDS 4u
#define MOST_TOPICS 128u

struct arguments {
    struct svi_word_list words;
    bool full;
};

static const struct svi_option options[] = {
    {"full", 0, NULL, "All that the command's man page says", SVI_SET_FLAG(full)},
    {0},
};

/* Finds the document of a topic, or of "TOPIC-guide". */
static const struct svi_document *find_document(const char *topic)
{
    char name[64];
    const size_t size = strlen(topic);
    const size_t end = strlen(SVI_HELP_GUIDE);
    const struct svi_document *d = svi_document_find(topic);
    if (d == NULL && size > end && size < sizeof name &&
        strcmp(topic + size - end, SVI_HELP_GUIDE) == 0) {
        (void)snprintf(name, sizeof name, "%.*s", (int)(size - end), topic);
        d = svi_document_find(name);
    }
    return d;
}

static void list_topics(void)
{
    char topic[SVI_HELP_TOPIC], previous[SVI_HELP_TOPIC] = "";
    unsigned widest = 0;
    size_t n = 0;
    for (; svi_help_topic(n, topic); n++) {
        widest = strlen(topic) > widest ? (unsigned)strlen(topic) : widest;
    }
    (void)fputs("\"solvent help TOPIC\" explains a command or opens a guide.\n\nCommands:\n",
                stdout);
    for (size_t i = 0; svi_help_topic(i, topic); i++) {
        const struct svi_command *part = svi_command_find(svi_solvent.parts, topic);
        if (part == NULL && svi_command_find(svi_solvent.parts, previous) != NULL) {
            (void)fputs("\nGuides:\n", stdout);
        }
        (void)printf("  %-*s  ", (int)widest, topic);
        svi_help_fill(part != NULL ? part->brief : find_document(topic)->title, widest + 4, stdout);
        (void)snprintf(previous, sizeof previous, "%s", topic);
    }
}

/* Prints the help of the command that the words name: {"league", "run"}. */
static void show_command(struct svi_words *w, char *const words[], bool full)
{
    const struct svi_command *command = &svi_solvent;
    char name[96];
    (void)snprintf(name, sizeof name, "%s", command->name);
    for (; *words != NULL; words++) {
        const struct svi_command *part =
            command->parts != NULL ? svi_command_find(command->parts, *words) : NULL;
        if (part == NULL && command->parts == NULL) {
            svi_words_fail(w, "found '%s' after '%s', expected nothing: it has no commands", *words,
                           command->name);
        } else if (part == NULL) {
            w->value = *words;
            svi_command_fail(w, command, name);
        }
        command = part;
        (void)snprintf(name + strlen(name), sizeof name - strlen(name), " %s", part->name);
    }
    svi_help_print(command, name, full, stdout);
}

/* Ends the process because the first word is no topic. */
static noreturn void fail_topic(struct svi_words *w, const char *word)
{
    static char text[MOST_TOPICS][SVI_HELP_TOPIC];
    const char *topics[MOST_TOPICS + 1] = {NULL};
    for (size_t i = 0; i < MOST_TOPICS && svi_help_topic(i, text[i]); i++) {
        topics[i] = text[i];
    }
    w->value = word;
    svi_words_fail_among(
        w, &(struct svi_choices){
               .at = svi_nearest_in, .words = topics, .what = "a topic", .see = "solvent help"});
}

static void show_document(struct svi_words *w, char *const words[])
{
    const struct svi_document *document = find_document(words[0]);
    if (document == NULL) {
        fail_topic(w, words[0]);
    }
    if (words[1] != NULL) {
        svi_words_fail(w, "found '%s' after '%s', expected one guide", words[1], words[0]);
    }
    svi_document_show(document);
}

static enum svi_exit run(struct svi_words *w)
{
    struct arguments a = {0};
    svi_words_read(w, &a);
    if (a.words.count == 0) {
        list_topics();
        return svi_say_done(SVI_EXIT_DONE);
    }
    char **words = a.words.word;
    words[a.words.count] = NULL;
    if (svi_command_find(svi_solvent.parts, words[0]) != NULL) {
        show_command(w, words, a.full);
    } else {
        show_document(w, words);
    }
    return svi_say_done(SVI_EXIT_DONE);
}

const struct svi_command svi_cmd_help = {
    .name = "help",
    .brief = "explain a command or open a guide",
    .operands = "[TOPIC]",
    .operand = {{"topic", SVI_SET_LIST(words), .optional = true, .many = true}},
    .takes = SVI_TAKES_COMMAND,
    .options = options,
    .text =
        "A topic is a command, such as \"league run\", or a guide, such as \"leagues\". Without "
        "a topic it lists all of them. On a terminal, man(1) or the pager shows a guide; "
        "otherwise it is plain text.",
    .topic = "documents",
    .examples = "solvent help\n"
                "solvent help rank\n"
                "solvent help league run\n"
                "solvent help leagues",
    .exits = {"done", NULL, "the topic does not exist", NULL},
    .run = run,
};
