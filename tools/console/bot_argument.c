#include "tools/console/bot_argument.h"

#include "base/number.h"
#include "base/utf8.h"
#include "memory/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Splits `text` in place into words; `words` needs room for as many pointers as the text has bytes.
 * Returns NULL, or the error. */
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

/* Returns whether a file name is common among bots. Then the folder tells bots apart. */
static bool is_anybodys(const char *file)
{
    static const char *const names[] = {"bot", "main", "run", "index"};
    const size_t size = strcspn(file, ".");
    bool is = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        is = is || (strlen(names[i]) == size && memcmp(file, names[i], size) == 0);
    }
    return is;
}

/* Returns the part of a program's path that names the bot, and its end in *end. */
static const char *own_part(const char *program, const char **end)
{
    const char *slash = strrchr(program, '/');
    const char *file = slash != NULL ? slash + 1 : program;
    *end = file + strlen(file);
    if (slash == NULL || !is_anybodys(file)) {
        return file;
    }
    const char *folder = slash;
    while (folder > program && folder[-1] != '/') {
        folder--;
    }
    if (folder == slash || *folder == '.') {
        return file;
    }
    *end = slash;
    return folder;
}

/* Names a bot after its program's file or folder. Bytes that are not UTF-8 become '?'. */
static void name_after(struct svi_bot_argument *bot, const char *program)
{
    const char *end;
    char *to = bot->name;
    for (const char *from = own_part(program, &end); from < end;) {
        const unsigned size = svi_text_character((const uint8_t *)from, (size_t)(end - from));
        if (to + size + 1 >= bot->name + sizeof bot->name) {
            break;
        }
        if (size == 0) {
            *to++ = '?';
            from++;
        } else {
            memcpy(to, from, size);
            to += size;
            from += size;
        }
    }
    *to = '\0';
    if (bot->name[0] == '.' || bot->name[0] == '-') {
        bot->name[0] = '_';
    }
}

/* Returns the bytes of the name before "=" or a final "@", with its quotes if any, or 0 if the text
 * has no name. *from and *size are the name without quotes. */
static size_t find_name(const char *text, const char **from, size_t *size)
{
    size_t end;
    *from = text;
    if (*text == '\'' || *text == '"') {
        const char *quote = strchr(text + 1, *text);
        *from = text + 1;
        *size = quote != NULL ? (size_t)(quote - *from) : 0;
        end = *size + 2;
    } else {
        end = strcspn(text, "= \t\n'\"\\/");
        end -= end > 1 && text[end] == '\0' && text[end - 1] == '@';
        *size = end;
    }
    const bool named = *size > 0 && (text[end] == '=' || strcmp(text + end, "@") == 0);
    return named ? end : 0;
}

bool svi_bot_argument_init(struct svi_bot_argument *bot, const char *text, struct svi_error *error)
{
    const char *name;
    size_t size;
    const size_t named = find_name(text, &name, &size);
    memset(bot, 0, sizeof *bot);
    if (named > 0) {
        (void)snprintf(bot->name, sizeof bot->name, "%.*s", (int)size, name);
        if (size >= sizeof bot->name || !svi_name_ok(bot->name)) {
            (void)svi_fail(error, SV_E_ARGUMENT,
                           "found '%.*s' as a bot's name, expected up to %zu bytes of UTF-8 "
                           "without '/' that do not begin with '.' or '-'",
                           (int)size, name, sizeof bot->name - 1);
            return false;
        }
        if (text[named] == '@') {
            return true;
        }
        text += named + 1;
    }
    bot->text = svi_copy(text);
    bot->argv = svi_new(strlen(text) + 1, sizeof *bot->argv);
    const char *wrong = split(bot->text, bot->argv);
    if (wrong == NULL && bot->argv[0] == NULL) {
        wrong = "names no program";
    }
    if (wrong != NULL) {
        (void)svi_fail(error, SV_E_ARGUMENT,
                       "the bot '%s' %s; expected COMMAND, NAME=COMMAND or NAME@", text, wrong);
        return false;
    }
    if (named == 0) {
        name_after(bot, bot->argv[0]);
    }
    return true;
}

void svi_bot_argument_take(struct svi_bot_argument *bot, bool starts, const struct svi_words *w)
{
    struct svi_error error;
    if (!svi_bot_argument_init(bot, w->value, &error)) {
        svi_words_fail(w, "%s", error.text);
    } else if (starts && bot->argv == NULL) {
        svi_words_fail(w, "found '%s', expected a bot that can be started: COMMAND or NAME=COMMAND",
                       w->value);
    }
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
    svi_name_cut(base, SV_MAX_NAME - 11); /* room for a number */
    for (unsigned k = 2; taken(bots, n - 1, last->name); k++) {
        (void)snprintf(last->name, sizeof last->name, "%.*s-%u", SV_MAX_NAME - 12, base, k);
    }
}
