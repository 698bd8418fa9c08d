/* solvent league init [FILE] BOT... */
#include "config/league_draft.h"
#include "config/league_file.h"
#include "memory/memory.h"
#include "process/path.h"
#include "schedule/league_size.h"
#include "tools/cli/commands.h"
#include "tools/cli/match_setup.h"
#include "tools/cli/store_open.h"
#include "tools/console/bot_argument.h"
#include "tools/console/say.h"
#include "tools/console/words.h"

#include "base/buf.h"
#include "base/json.h"
#include "base/number.h"
#include "base/out.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arguments {
    const char *file;
    bool json;
    struct svi_bot_argument *bot;
    struct svi_draft_bot *draft;
    unsigned n_bots;
    size_t room, draft_room;
};

static const struct svi_option options[] = {
    SVI_OPTION_JSON(json),
    {0},
};

static bool ends_in(const char *text, const char *end)
{
    const size_t length = strlen(text), size = strlen(end);
    return length > size && strcmp(text + length - size, end) == 0;
}

/* Returns the "@" of a remote bot, "alice@tcp://192.0.2.1:7001", or of "me@web"; NULL for any other
 * word. */
static const char *remote_mark(const char *word)
{
    const char *mark = strstr(word, "@tcp://");
    mark = mark != NULL ? mark : strstr(word, "@ipc://");
    mark = mark == NULL && ends_in(word, "@web") ? word + strlen(word) - 4 : mark;
    return mark != NULL && mark > word ? mark : NULL;
}

/* Reads a remote bot as an argument that connects by itself: "alice@". */
static bool read_remote(struct svi_bot_argument *bot, const char *word, const char *mark,
                        struct svi_error *error)
{
    char *name = svi_copy_bytes(word, (size_t)(mark + 1 - word));
    const bool fine = svi_bot_argument_init(bot, name, error);
    free(name);
    if (fine && bot->argv != NULL) {
        (void)svi_fail(error, SV_E_ARGUMENT, "found '%s', expected NAME@ENDPOINT", word);
        return false;
    }
    return fine;
}

static void add_bot(struct arguments *a, const struct svi_words *w)
{
    struct svi_error error;
    const char *mark = remote_mark(w->value);
    if (a->n_bots == SVI_MAX_BOTS) {
        svi_words_fail(w, "found more than %u bots, expected 2 to %u", SVI_MAX_BOTS, SVI_MAX_BOTS);
    }
    struct svi_bot_argument *more = svi_grow(a->bot, &a->room, a->n_bots + 1u, sizeof *a->bot);
    struct svi_draft_bot *drafts =
        svi_grow(a->draft, &a->draft_room, a->n_bots + 1u, sizeof *a->draft);
    if (more == NULL || drafts == NULL) {
        exit((int)svi_complain(SVI_EXIT_ENVIRONMENT, "no memory for %u bots", a->n_bots));
    }
    a->bot = more;
    a->draft = drafts;
    struct svi_bot_argument *bot = &a->bot[a->n_bots];
    const bool fine = mark != NULL ? read_remote(bot, w->value, mark, &error)
                                   : svi_bot_argument_init(bot, w->value, &error);
    if (!fine) {
        svi_words_fail(w, "%s", error.text);
    }
    if (mark == NULL && bot->argv == NULL) {
        svi_words_fail(w,
                       "found '%s', expected the endpoint that the bot connects to as well: "
                       "%stcp://127.0.0.1:7001",
                       w->value, w->value);
    }
    a->draft[a->n_bots] = (struct svi_draft_bot){.endpoint = mark != NULL ? mark + 1 : NULL};
    svi_bot_argument_distinguish(a->bot, ++a->n_bots);
}

static void take_operand(const struct svi_words *w, void *arguments)
{
    struct arguments *a = arguments;
    if (a->file == NULL && a->n_bots == 0 &&
        (ends_in(w->value, ".yaml") || ends_in(w->value, ".yml"))) {
        a->file = w->value;
    } else {
        add_bot(a, w);
    }
}

static void read_words(struct svi_words *w, struct arguments *a)
{
    svi_words_read(w, a);
    a->file = a->file != NULL ? a->file : "league.yaml";
    if (a->n_bots < 2) {
        svi_words_fail(w, "found %u bot%s, expected 2 to %u; see %s --help", a->n_bots,
                       a->n_bots == 1 ? "" : "s", SVI_MAX_BOTS, w->name);
    }
}

static void name_of(const char *file, char out[SV_MAX_NAME])
{
    const char *slash = strrchr(file, '/');
    const char *base = slash != NULL ? slash + 1 : file;
    const size_t length = strlen(base) - (ends_in(base, ".yaml") ? 5 : 4);
    (void)snprintf(out, SV_MAX_NAME, "%.*s", length < SV_MAX_NAME ? (int)length : 6,
                   length < SV_MAX_NAME ? base : "league");
    if (!svi_name_ok(out)) {
        (void)snprintf(out, SV_MAX_NAME, "league");
    }
}

/* Writes a new file with this text; never overwrites a file. */
static void write_file(const char *path, const struct svi_buf *text)
{
    const int reason = svi_say_new_file(AT_FDCWD, path, 0644, text->data, text->size);
    if (reason == EEXIST) {
        svi_die(SVI_EXIT_USAGE,
                "found '%s', which exists, expected a new file: files are never overwritten", path);
    } else if (reason != 0) {
        svi_die(SVI_EXIT_ENVIRONMENT, "cannot write '%s': %s", path, svi_errno_text(reason));
    }
}

/* Checks that every program can run and that the text is a valid league. */
static void look_over(const struct arguments *a, const struct svi_buf *text)
{
    static struct svi_league league;
    struct svi_error error;
    for (unsigned i = 0; i < a->n_bots; i++) {
        if (a->bot[i].argv != NULL) {
            svi_match_program(a->bot[i].argv[0], SVI_EXIT_USAGE);
        }
    }
    svi_must(svi_league_parse(&league, a->file, (const char *)text->data, text->size, &error),
             &error);
    svi_league_finish(&league);
}

static void put_result(const struct arguments *a, struct svi_buf *out)
{
    if (a->json) {
        svi_out_char(out, '{');
        svi_json_members(out, JSON_TEXT("file", a->file), JSON_INT("bots", a->n_bots));
        svi_out_text(out, "}\n");
        return;
    }
    svi_out_plain(out, a->file);
    svi_out_text(out, ": a league of ");
    svi_out_int(out, a->n_bots);
    svi_out_text(out, " bots. Next: solvent league check ");
    svi_again_word(out, a->file);
    svi_out_char(out, '\n');
}

/* Turns the words into the draft's bots. */
static void place_bots(struct arguments *a)
{
    for (unsigned i = 0; i < a->n_bots; i++) {
        a->draft[i].name = a->bot[i].name;
        if (a->bot[i].argv == NULL) {
            continue;
        }
        a->draft[i].argv = (const char *const *)svi_league_words(a->bot[i].argv, a->file);
    }
}

static void finish(struct arguments *a)
{
    for (unsigned i = 0; i < a->n_bots; i++) {
        svi_texts_free((char **)(uintptr_t)a->draft[i].argv);
        svi_bot_argument_finish(&a->bot[i]);
    }
    free(a->bot);
    free(a->draft);
}

static enum svi_exit run(struct svi_words *w)
{
    struct arguments a = {0};
    struct svi_buf text = {0}, out = {0};
    char name[SV_MAX_NAME];
    read_words(w, &a);
    SCOPED(scoped_free) char *folder = svi_path_folder(a.file);
    if (folder == NULL) {
        svi_die(SVI_EXIT_ENVIRONMENT, "cannot write '%s': %s", a.file, svi_errno_text(errno));
    }
    place_bots(&a);
    name_of(a.file, name);
    svi_league_draft(&text, a.file, name, a.draft, a.n_bots);
    if (text.failed) {
        svi_die(SVI_EXIT_ENVIRONMENT, "no memory");
    }
    look_over(&a, &text);
    write_file(a.file, &text);
    svi_buf_finish(&text);
    put_result(&a, &out);
    finish(&a);
    return svi_say_result(SVI_EXIT_DONE, &out);
}

const struct svi_command svi_cmd_league_init = {
    .name = "init",
    .brief = "write a league file for the bots named",
    .operands = "[FILE.yaml] BOT...",
    .operand = {{"bot", SVI_CALL(take_operand), .optional = true, .many = true}},
    .takes = SVI_TAKES_BOT,
    .options = options,
    .text = "Without FILE.yaml the file is league.yaml. It has every key, with its default as a "
            "comment. An existing file is never overwritten.",
    .note = "BOT is a command line, NAME=COMMAND, or NAME@ENDPOINT for a remote bot "
            "(NAME@tcp://127.0.0.1:7001).",
    .topic = "leagues",
    .examples = "solvent league init build/bots/careful build/bots/trader\n"
                "solvent league init cup.yaml me=./mybot build/bots/*r",
    .exits = {"the file is written", NULL, "usage or bad input, or the file exists",
              "the file cannot be written"},
    .run = run,
};
