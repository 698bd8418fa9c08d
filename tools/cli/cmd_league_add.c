/* solvent league add FILE.yaml NAME COMMAND... */
#include "config/league_draft.h"
#include "config/league_file.h"
#include "league/bot_trial.h"
#include "memory/memory.h"
#include "tools/cli/commands.h"
#include "tools/cli/store_open.h"
#include "tools/console/bot_argument.h"
#include "tools/console/interrupt.h"
#include "tools/console/say.h"
#include "tools/console/words.h"

#include "base/buf.h"
#include "base/number.h"
#include "base/out.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_FILES 64u

struct arguments {
    const char *file, *name;
    char *const *command;          /* words as given */
    struct svi_bot_argument whole; /* the command as one word, if it was given in quotes */
    char *files[MOST_FILES + 1];
    unsigned n_files;
    uint32_t matches; /* 0: not given */
    struct svi_draft_tag tag[SVI_TAGS];
    char *tag_text[SVI_TAGS];
    unsigned n_tags;
    bool no_trial;
};

static void read_file(const struct svi_words *w, void *arguments)
{
    struct arguments *a = arguments;
    if (a->n_files == MOST_FILES) {
        svi_words_fail(w, "found more than %u, expected at most as many", MOST_FILES);
    }
    a->files[a->n_files++] = (char *)(uintptr_t)w->value;
}

static void read_tag(const struct svi_words *w, void *arguments)
{
    struct arguments *a = arguments;
    const char *mark = strchr(w->value, '=');
    if (mark == NULL || mark == w->value || a->n_tags == SVI_TAGS) {
        svi_words_fail(w, "found '%s', expected KEY=VALUE, %u times at most", w->value, SVI_TAGS);
    }
    a->tag_text[a->n_tags] = svi_copy(w->value);
    a->tag_text[a->n_tags][mark - w->value] = '\0';
    a->tag[a->n_tags] = (struct svi_draft_tag){.key = a->tag_text[a->n_tags], .value = mark + 1};
    a->n_tags++;
}

static void read_name(const struct svi_words *w, void *arguments)
{
    struct arguments *a = arguments;
    a->name = w->value;
    if (!svi_name_ok(a->name)) {
        svi_words_fail(w, "found '%s', expected the name of a bot: 1 to %u bytes without /",
                       a->name, SV_MAX_NAME - 1);
    }
}

/* Reads the command: one word in quotes, or all words that are left. */
static void read_command(const struct svi_words *w, void *arguments)
{
    struct arguments *a = arguments;
    a->command = svi_words_rest(w);
    if (a->command[1] == NULL) {
        svi_bot_argument_take(&a->whole, false, w);
        a->command = a->whole.argv;
    }
    if (a->command == NULL) {
        svi_words_fail(w, "found '%s', expected a command", w->value);
    }
}

static const struct svi_option options[] = {
    {"matches", 0, "N",
     "Matches at once, for a new bot (1)\n"
     "With 64 a league is many times faster.",
     SVI_SET_NUMBER(matches, 1, 65536)},
    {"files", 0, "PATH",
     "A file that a new bot may read; may be repeated\n"
     "It may always read the files that its command names.",
     SVI_CALL(read_file), .takes = SVI_TAKES_FILE},
    {"tag", 0, "KEY=VALUE",
     "A note on a new bot; may be repeated\n"
     "Example: --tag email=me@example.org",
     SVI_CALL(read_tag)},
    {"no-trial", 0, NULL, "Don't let the bot play a short match first", SVI_SET_FLAG(no_trial)},
    {0},
};

/* ---- the file -------------------------------------------------------------------------------- */

/* Replaces the file's text atomically: readers see the old text or the new one. A symbolic link
 * stays a link. */
static void replace_file(const char *file, const struct svi_buf *text)
{
    struct stat st;
    SCOPED(scoped_free)
    char *path = svi_real_path(file), *half = svi_text("%s.XXXXXX", path != NULL ? path : file);
    int fd = -1;
    bool ok = path != NULL && stat(path, &st) == 0;
    if (ok) {
        fd = mkostemp(half, O_CLOEXEC);
        ok = fd >= 0 && fchmod(fd, st.st_mode & 07777) == 0 &&
             (fchown(fd, st.st_uid, st.st_gid) == 0 || errno == EPERM);
    }
    for (size_t done = 0; ok && done < text->size;) {
        const ssize_t n = write(fd, text->data + done, text->size - done);
        ok = n >= 0 || errno == EINTR;
        done += n > 0 ? (size_t)n : 0;
    }
    ok = ok && fsync(fd) == 0 && rename(half, path) == 0;
    const int reason = errno;
    if (fd >= 0) {
        (void)close(fd);
        if (!ok) {
            (void)unlink(half);
        }
    }
    if (!ok) {
        svi_die(SVI_EXIT_ENVIRONMENT, "cannot write '%s': %s", file, svi_errno_text(reason));
    }
}

/* ---- the bot --------------------------------------------------------------------------------- */

/* Plays the bot's short match. The league's other bots need not be present. */
static void try_bot(struct svi_league *league, const char *name)
{
    struct svi_error error;
    SCOPED(scoped_free) char **reason = svi_new(league->n_bots, sizeof *reason);
    SCOPED(scoped_free) bool *wanted = svi_new(league->n_bots, sizeof *wanted);
    unsigned bot = 0;
    for (unsigned i = 0; i < league->n_bots; i++) {
        bot = strcmp(league->bot[i].name, name) == 0 ? i : bot;
    }
    for (unsigned i = 0; i < league->n_bots; i++) {
        league->bot[i].status = i == bot ? SVI_STATUS_PLAYS : SVI_STATUS_WITHDRAWN;
    }
    const struct svi_bot_trial trial = {.league = league,
                                        .wanted = wanted,
                                        .store_path = league->file,
                                        .stop = svi_interrupt_catch()};
    wanted[bot] = true;
    svi_must(svi_league_load_secrets(league, &error), &error);
    svi_must(svi_bot_trial(&trial, reason, &error), &error);
    if (atomic_load(svi_interrupt_catch())) {
        svi_die(SVI_EXIT_ENVIRONMENT, "interrupted, and nothing was changed");
    } else if (reason[bot] != NULL) {
        svi_die(SVI_EXIT_FAILED,
                "bot '%s' cannot play: %s; nothing was changed (solvent check has more)", name,
                reason[bot]);
    }
}

/* Checks that the text, with the bot in it, is a valid league, and tries the bot. */
static void look_over(const struct arguments *a, const struct svi_buf *text)
{
    static struct svi_league league;
    struct svi_error error;
    const enum sv_status status =
        svi_league_parse(&league, a->file, (const char *)text->data, text->size, &error);
    if (status != SV_OK) {
        svi_die(svi_exit_of(status), "%s; nothing was changed", error.text);
    }
    if (!a->no_trial) {
        try_bot(&league, a->name);
    }
    svi_league_finish(&league);
}

static enum svi_exit put_bot(const struct arguments *a, const struct svi_draft_bot *bot)
{
    struct svi_error error;
    SCOPED(svi_buf_finish) struct svi_buf before = {0};
    SCOPED(svi_buf_finish) struct svi_buf after = {0};
    struct svi_buf out = {0};
    bool replaced = false;
    svi_must(svi_league_file_read(a->file, &before, &error), &error);
    svi_must(svi_league_edit_bot(a->file, (const char *)before.data, before.size, bot, &after,
                                 &replaced, &error),
             &error);
    if (after.failed) {
        svi_die(SVI_EXIT_ENVIRONMENT, "no memory");
    } else if (replaced && (a->matches > 0 || a->n_files > 0 || a->n_tags > 0)) {
        svi_die(SVI_EXIT_USAGE,
                "found --%s for bot '%s', which is there already, expected a command alone: its "
                "other keys stay as %s has them",
                a->matches > 0   ? "matches"
                : a->n_files > 0 ? "files"
                                 : "tag",
                a->name, a->file);
    }
    look_over(a, &after);
    replace_file(a->file, &after);
    svi_out_plain(&out, a->file);
    svi_out_text(&out, replaced ? ": replaced the command of bot '" : ": added bot '");
    svi_out_plain(&out, a->name);
    svi_out_text(&out, "'\n");
    return svi_say_result(SVI_EXIT_DONE, &out);
}

static enum svi_exit run(struct svi_words *w)
{
    struct arguments a = {0};
    svi_words_read(w, &a);
    char **argv = svi_league_words(a.command, a.file);
    char **files = argv != NULL ? svi_league_words(a.files, a.file) : NULL;
    const struct svi_draft_bot bot = {.name = a.name,
                                      .argv = (const char *const *)argv,
                                      .files = (const char *const *)files,
                                      .matches = a.matches,
                                      .tag = a.tag,
                                      .n_tags = a.n_tags};
    if (files == NULL) {
        svi_die(SVI_EXIT_USAGE, "cannot read '%s': %s", a.file, svi_errno_text(errno));
    }
    const enum svi_exit result = put_bot(&a, &bot);
    svi_texts_free(argv);
    svi_texts_free(files);
    for (unsigned i = 0; i < a.n_tags; i++) {
        free(a.tag_text[i]);
    }
    svi_bot_argument_finish(&a.whole);
    return result;
}

const struct svi_command svi_cmd_league_add = {
    .name = "add",
    .brief = "try a bot, and put it into a league file",
    .operands = "FILE.yaml NAME COMMAND...",
    .operand = {{"league file", SVI_SET_TEXT(file)},
                {"name", SVI_CALL(read_name)},
                {"command", SVI_CALL(read_command)}},
    .takes = SVI_TAKES_LEAGUE,
    .options = options,
    .text = "The bot plays a short match by the league's rules, clock and limits. When it fails, "
            "nothing is changed. A bot of that name gets the new command and keeps its other keys; "
            "a new bot comes last. Comments and everything else in the file stay. Paths are "
            "relative to the current folder.\n"
            "\n"
            "A league that has a store takes new bots, but only a ladder takes a new command.",
    .note = "Options stand before NAME; the words after it are the command of the bot.",
    .topic = "leagues",
    .examples = "solvent league add cup.yaml me ./mybot\n"
                "solvent league add cup.yaml --tag email=me@x.org me ./mybot",
    .exits = {"the bot is in the file", "the bot cannot play", "usage or bad input",
              "the bot cannot start, or the file cannot be written"},
    .run = run,
};
