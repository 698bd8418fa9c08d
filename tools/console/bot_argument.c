#include "tools/console/bot_argument.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_CHARACTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-"

/* Splits `text` in place into words, of which there are fewer than it has bytes. NULL, or what is wrong. */
static const char *split(char *text, char **words)
{
    const char *from = text;
    char *to = text;
    for (;;) {
        from += strspn(from, " \t\n");
        if (*from == '\0') {
            *words = NULL;
            return NULL;
        }
        char quote = '\0';
        *words++ = to;
        for (; *from != '\0' && (quote != '\0' || strchr(" \t\n", *from) == NULL); from++) {
            if (quote == '\0' && (*from == '\'' || *from == '"')) {
                quote = *from;
            } else if (quote != '\0' && *from == quote) {
                quote = '\0';
            } else if (*from == '\\' && quote != '\'') {
                if (*++from == '\0') {
                    return "ends in a backslash";
                }
                *to++ = *from;
            } else {
                *to++ = *from;
            }
        }
        if (quote != '\0') {
            return quote == '"' ? "has a \" without its second" : "has a ' without its second";
        }
        from += *from != '\0'; /* before the next line may overwrite the blank */
        *to++ = '\0';
    }
}

/* The program's file name as a name. */
static void name_after(struct svi_bot_argument *bot, const char *program)
{
    const char *slash = strrchr(program, '/');
    (void)snprintf(bot->name, sizeof bot->name, "%s", slash != NULL ? slash + 1 : program);
}

bool svi_bot_argument_init(struct svi_bot_argument *bot, const char *text, char *error,
                           size_t error_size)
{
    const size_t named = strspn(text, NAME_CHARACTERS);
    const bool has_name = named > 0 && (text[named] == '=' || strcmp(text + named, "@") == 0);
    memset(bot, 0, sizeof *bot);
    if (has_name && named >= sizeof bot->name) {
        (void)snprintf(error, error_size, "the name in '%s' is longer than %zu bytes", text,
                       sizeof bot->name - 1);
        return false;
    }
    if (has_name) {
        memcpy(bot->name, text, named);
        if (text[named] == '@') {
            return true;
        }
        text += named + 1;
    }
    bot->text = strdup(text);
    bot->argv = calloc(strlen(text) + 1, sizeof *bot->argv);
    if (bot->text == NULL || bot->argv == NULL) {
        (void)snprintf(error, error_size, "out of memory");
        return false;
    }
    const char *wrong = split(bot->text, bot->argv);
    if (wrong == NULL && bot->argv[0] == NULL) {
        wrong = "names no program";
    }
    if (wrong != NULL) {
        (void)snprintf(error, error_size,
                       "the bot '%s' %s; expected COMMAND, NAME=COMMAND or NAME@", text, wrong);
        return false;
    }
    if (!has_name) {
        name_after(bot, bot->argv[0]);
    }
    return true;
}

void svi_bot_argument_finish(struct svi_bot_argument *bot)
{
    free(bot->text);
    free(bot->argv);
    memset(bot, 0, sizeof *bot);
}

static bool taken(const struct svi_bot_argument *bots, unsigned n, const char *name)
{
    for (unsigned i = 0; i < n; i++) {
        if (strcmp(bots[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

void svi_bot_argument_distinguish(struct svi_bot_argument *bots, unsigned n)
{
    struct svi_bot_argument *last = &bots[n - 1];
    char base[SV_MAX_NAME];
    memcpy(base, last->name, sizeof base);
    for (unsigned k = 2; taken(bots, n - 1, last->name); k++) {
        (void)snprintf(last->name, sizeof last->name, "%.*s-%u", SV_MAX_NAME - 12, base, k);
    }
}
