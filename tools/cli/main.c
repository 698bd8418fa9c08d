/* solvent COMMAND: finds the command and hands over. */
#include "tools/cli/commands.h"

#include <solvent/version.h>

#include <argp.h>
#include <stdio.h>
#include <string.h>

static const struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *text;
} commands[] = {
    {"match", svi_cmd_match, "play one match"},
    {"league", svi_cmd_league, "run or resume a league, join its shards"},
    {"rank", svi_cmd_rank, "the ranking of a league"},
    {"replay", svi_cmd_replay, "read a game"},
    {"verify", svi_cmd_verify, "play recorded games again and compare every hash"},
    {"check", svi_cmd_check, "check that a bot keeps to the protocol"},
    {"edition", svi_cmd_edition, "the boards and rules that can be played"},
    {"bench", svi_cmd_bench, "measure speed and size"},
};
#define COMMANDS (sizeof commands / sizeof commands[0])

/* Longest name that is compared; whatever is longer resembles nothing. */
#define LONGEST 15

static void print_help(FILE *out)
{
    fputs("Usage: solvent COMMAND [argument...]\n"
          "Leagues of bots that play property-trading games.\n\n",
          out);
    for (size_t i = 0; i < COMMANDS; i++) {
        fprintf(out, "  %-9s %s\n", commands[i].name, commands[i].text);
    }
    fputs("\n`solvent COMMAND --help` explains each of them. For example:\n\n"
          "  solvent league run leagues/quickstart.yaml\n"
          "  solvent rank quickstart.db\n",
          out);
}

/* How many letters must be put in, left out or changed to make one word the other (Levenshtein 1966). */
static unsigned distance(const char *a, const char *b)
{
    unsigned row[LONGEST + 1];
    const size_t size = strlen(b);
    for (unsigned k = 0; k <= size; k++) {
        row[k] = k;
    }
    for (unsigned i = 0; a[i] != 0; i++) {
        unsigned diagonal = row[0];
        row[0] = i + 1;
        for (unsigned k = 1; k <= size; k++) {
            const unsigned changed = diagonal + (a[i] != b[k - 1]);
            diagonal = row[k];
            const unsigned shorter = row[k - 1] < row[k] ? row[k - 1] : row[k];
            row[k] = changed < shorter + 1 ? changed : shorter + 1;
        }
    }
    return row[size];
}

/* The command whose name is most like `word`, or NULL when none is. */
static const char *nearest(const char *word)
{
    const char *name = NULL;
    unsigned least = 4;
    for (size_t i = 0; i < COMMANDS && strlen(word) <= LONGEST; i++) {
        const unsigned letters = distance(word, commands[i].name);
        if (letters < least && letters < strlen(commands[i].name)) {
            least = letters;
            name = commands[i].name;
        }
    }
    return name;
}

int main(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : "";
    argp_program_version = "solvent " SV_VERSION_STRING;
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(word, commands[i].name) == 0) {
            return commands[i].run(argc - 1, argv + 1);
        }
    }
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
        puts(argp_program_version);
    } else if (strcmp(word, "--help") == 0 || strcmp(word, "-?") == 0 || strcmp(word, "-h") == 0 ||
               strcmp(word, "help") == 0) {
        print_help(stdout);
    } else if (word[0] == 0) {
        print_help(stderr);
        return SVI_EXIT_USAGE;
    } else {
        const char *name = nearest(word);
        fprintf(stderr, "solvent: found \"%s\", expected a command%s%s%s (see solvent --help)\n",
                word, name != NULL ? "; did you mean " : "", name != NULL ? name : "",
                name != NULL ? "?" : "");
        return SVI_EXIT_USAGE;
    }
    return fflush(stdout) == 0 ? SVI_EXIT_DONE : SVI_EXIT_ENVIRONMENT;
}
