/* solvent new-bot NAME [--lang LANG] */
#include "tools/cli/commands.h"
#include "tools/cli/place.h"
#include "tools/cli/templates.h"
#include "tools/console/say.h"
#include "tools/console/words.h"
#include "tools/replay/html.h"

#include "base/out.h"
#include "record/manifest_json.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_BOT_NAME 39u /* as in a hello message */

enum language { C, CPP, PYTHON, NODE, LANGUAGE_COUNT };

/* In the order of the words of --lang. */
static const char *const language_names[] = {"c", "cpp", "python", "node"};

/* Language of each word of --lang. */
static const enum language meant[] = {C, CPP, PYTHON, NODE, CPP, PYTHON, PYTHON, NODE, NODE};

/* The text of a step of a workflow. */
#define INSTALL(packages)                                                                          \
    "      - run: sudo apt-get update -q && sudo apt-get install -yq " packages "\n"

/* Differences between languages. */
static const struct {
    const char *main;          /* file with the bot's code */
    const char *run;           /* command that starts the bot in its folder */
    const char *baseline;      /* command that starts the kept baseline */
    const char *binary, *kept; /* `make baseline` copies `binary` to `kept` */
    const char *files;         /* further files that a sandbox must show, in YAML */
    const char *clean;         /* files that `make clean` removes */
    const char *library;       /* where to read about the library */
    const char *setup;         /* step that installs the packages that GitHub's runners lack */
} traits[LANGUAGE_COUNT] = {
    [C] = {"bot.c", "./@NAME@", "./baseline", "@NAME@", "baseline", "", "@NAME@ baseline test *.o",
           "`<solvent/bot.h>` says what a callback gets and may call; `solvent help sdk` and `man "
           "solvent-bot` say how.",
           INSTALL("pkg-config libzmq3-dev libmsgpack-c-dev libsodium-dev")},
    [CPP] = {"bot.cpp", "./@NAME@", "./baseline", "@NAME@", "baseline", "",
             "@NAME@ baseline test *.o",
             "`<solvent/bot.h>` says what a callback gets and may call; `solvent help sdk` and "
             "`man solvent-bot` say how.",
             INSTALL("pkg-config libzmq3-dev libmsgpack-c-dev libsodium-dev")},
    [PYTHON] =
        {"bot.py", "./bot.py", "./baseline.py", "bot.py", "baseline.py", "",
         "baseline.py __pycache__",
         "`solvent help python` says what a method gets and may call; `pydoc3 solvent.Match` too.",
         INSTALL("python3-zmq python3-msgpack")},
    [NODE] = {"bot.mjs", "./bot.mjs", "./baseline.mjs", "bot.mjs", "baseline.mjs",
              "solvent.mjs, text.mjs, policy.mjs, rules.mjs, rules.wasm.gz, manifest.json, "
              "package.json, node_modules",
              "baseline.mjs node_modules .installed",
              "`solvent.mjs` speaks the protocol (`solvent help protocol`), by `manifest.json` "
              "(`solvent help manifest-guide`). `text.mjs` tells a question in words. "
              "`policy.mjs` has models of the other players, values of positions, and candidate "
              "answers.",
              ""},
};

struct arguments {
    unsigned lang; /* index among the words of --lang */
    const char *path;
};

static const struct svi_option options[] = {
    {"lang", 'l', "LANG", "c (default), cpp, python, or node (JavaScript)", SVI_SET_WORD(lang),
     .words = "c cpp python node c++ py python3 js javascript"},
    {0},
};

struct words_of {
    const char *path; /* path of the new folder */
    const char *name;
    enum language language;
    const struct svi_place *place;
};

/* ---- paths of solvent ------------------------------------------------------------------------ */

/* Returns how many bytes two absolute paths share as a folder; 0 if they share only the root. */
static size_t shared_folder(const char *a, const char *b)
{
    size_t shared = 0;
    for (size_t i = 0;; i++) {
        const bool ends_a = a[i] == '/' || a[i] == '\0', ends_b = b[i] == '/' || b[i] == '\0';
        shared = ends_a && ends_b ? i : shared;
        if (a[i] != b[i] || a[i] == '\0') {
            return shared;
        }
    }
}

/* Makes an absolute path relative to the folder `from`, if both are below the same folder of the
 * root. Then they may move together. */
static void make_relative(const char *from, char path[PATH_MAX])
{
    char relative[PATH_MAX] = "";
    const size_t shared = path[0] == '/' ? shared_folder(from, path) : 0;
    size_t used = 0;
    for (const char *at = from + shared; shared > 0 && *at != '\0'; at++) {
        if (*at == '/' && used + 3 < sizeof relative) {
            memcpy(relative + used, "../", 4);
            used += 3;
        }
    }
    if (shared > 0 && path[shared] == '/' && used + strlen(path + shared) < sizeof relative) {
        (void)snprintf(relative + used, sizeof relative - used, "%s", path + shared + 1);
        memcpy(path, relative, strlen(relative) + 1);
    }
}

/* Rewrites all paths for use in the new folder. */
static void see_from(struct svi_place *p, const char *new_folder)
{
    char text[PATH_MAX], above[PATH_MAX], from[2 * PATH_MAX];
    const char *slash = strrchr(new_folder, '/');
    (void)snprintf(text, sizeof text, "%.*s", slash != NULL ? (int)(slash - new_folder) + 1 : 1,
                   slash != NULL ? new_folder : ".");
    if (realpath(text, above) == NULL) {
        return; /* the new folder cannot be made there either */
    }
    (void)snprintf(from, sizeof from, "%s/%s", strcmp(above, "/") != 0 ? above : "",
                   slash != NULL ? slash + 1 : new_folder);
    make_relative(from, p->solvent);
    make_relative(from, p->pc);
    make_relative(from, p->python);
    make_relative(from, p->library);
}

/* Returns whether neither make nor the shell nor YAML treats a character of the path specially. */
static bool plain(const char *path)
{
    return path[strspn(path, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                             "/._-+,=~")] == '\0';
}

/* ---- templates ------------------------------------------------------------------------------- */

static void fill(struct svi_buf *out, const struct words_of *w, const char *text);

/* Appends a command in YAML. */
static void put_command(struct svi_buf *out, const struct words_of *w, const char *run)
{
    svi_out_char(out, '[');
    if (w->language == PYTHON && w->place->python[0] != '\0') {
        svi_out_format(out, "/usr/bin/env, \"PYTHONPATH=%s\", ", w->place->python);
    }
    if (w->language == NODE) { /* a sandbox shows no /etc/ssl, and node does not start without it */
        svi_out_text(out, "/usr/bin/env, OPENSSL_CONF=/dev/null, ");
    }
    fill(out, w, run);
    svi_out_char(out, ']');
}

static void put_files(struct svi_buf *out, const struct words_of *w)
{
    const char *files = traits[w->language].files;
    if (w->language == PYTHON && w->place->python[0] != '\0') {
        files = w->place->python;
    }
    if (files[0] != '\0') {
        svi_out_format(out, ", files: [%s]", files);
    }
}

static const char *template_of(const char *path)
{
    for (const struct svi_template *t = svi_templates; t->path != NULL; t++) {
        if (strcmp(t->path, path) == 0) {
            return t->text;
        }
    }
    return "";
}

static void put_token(struct svi_buf *out, const struct words_of *w, const char *token, size_t size)
{
    const struct {
        const char *token, *text;
    } texts[] = {
        {"NAME", w->name},
        {"LANG", language_names[w->language]},
        {"SETUP", traits[w->language].setup},
        {"MAIN", traits[w->language].main},
        {"LIBRARY", traits[w->language].library},
        {"RUN", traits[w->language].run},
        {"BINARY", traits[w->language].binary},
        {"KEPT", traits[w->language].kept},
        {"CLEAN", traits[w->language].clean},
        {"SOLVENT", w->place->solvent},
        {"PC", w->place->pc},
        {"PYTHON", w->place->python},
        {"LIB", w->place->library},
        {"TARGETS", template_of("common/targets.mk")},
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (strlen(texts[i].token) == size && memcmp(texts[i].token, token, size) == 0) {
            if (texts[i].text == w->name) {
                svi_out_text(out, w->name);
            } else {
                fill(out, w, texts[i].text);
            }
            return;
        }
    }
    if (size == 7 && memcmp(token, "COMMAND", size) == 0) {
        put_command(out, w, traits[w->language].run);
    } else if (size == 8 && memcmp(token, "BASELINE", size) == 0) {
        put_command(out, w, traits[w->language].baseline);
    } else if (size == 5 && memcmp(token, "FILES", size) == 0) {
        put_files(out, w);
    } else {
        svi_out_char(out, '@');
        svi_buf_append(out, token, size);
        svi_out_char(out, '@');
    }
}

/* Appends a text with its tokens, @NAME@ and so on, replaced. */
static void fill(struct svi_buf *out, const struct words_of *w, const char *text)
{
    while (*text != '\0') {
        const size_t before = strcspn(text, "@");
        svi_buf_append(out, text, before);
        text += before;
        const size_t size = strspn(text + (*text == '@'), "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
        if (*text == '@' && size > 0 && text[size + 1] == '@') {
            put_token(out, w, text + 1, size);
            text += size + 2;
        } else if (*text == '@') {
            svi_out_char(out, *text++);
        }
    }
}

/* ---- files ----------------------------------------------------------------------------------- */

/* Writes a file below the folder `at`, and creates the folders above the file. Returns 0, or
 * errno. */
static int write_file(int at, const char *path, bool runs, const struct svi_buf *text)
{
    for (const char *slash = strchr(path, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        char folder[64];
        (void)snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
        if (mkdirat(at, folder, 0777) != 0 && errno != EEXIST) {
            return errno;
        }
    }
    return svi_say_new_file(at, path, runs ? 0777 : 0666, text->data, text->size);
}

/* Returns the file's path in the new folder, or NULL if the template is not for this language. */
static const char *path_of(const struct svi_template *t, enum language language)
{
    const char *slash = strchr(t->path, '/');
    const size_t size = (size_t)(slash - t->path);
    const bool common = size == 6 && memcmp(t->path, "common", size) == 0;
    const bool ours = strlen(language_names[language]) == size &&
                      memcmp(t->path, language_names[language], size) == 0;
    return ours || (common && strcmp(slash, "/targets.mk") != 0) ? slash + 1 : NULL;
}

static int write_template(int at, const struct words_of *w, const struct svi_template *t)
{
    SCOPED(svi_buf_finish) struct svi_buf text = {0};
    fill(&text, w, t->text);
    return text.failed
               ? ENOMEM
               : write_file(at, path_of(t, w->language), strncmp(t->text, "#!", 2) == 0, &text);
}

/* Writes the files of a bot in JavaScript that are no templates: the manifest, and the rules for
 * rules.mjs. */
static int write_made(int at)
{
    SCOPED(svi_buf_finish) struct svi_buf text = {0};
    svi_manifest_json(&text);
    int reason = text.failed ? ENOMEM : write_file(at, "manifest.json", false, &text);
    svi_buf_clear(&text);
    svi_replay_rules(&text);
    if (reason == 0) {
        reason = text.failed ? ENOMEM : write_file(at, "rules.wasm.gz", false, &text);
    }
    return reason;
}

/* Removes a file below the folder `at`, and the folders above the file that are then empty. */
static void remove_file(int at, const char *path)
{
    char folder[64];
    (void)unlinkat(at, path, 0);
    (void)snprintf(folder, sizeof folder, "%s", path);
    for (char *slash; (slash = strrchr(folder, '/')) != NULL;) {
        *slash = '\0';
        (void)unlinkat(at, folder, AT_REMOVEDIR);
    }
}

/* Writes all files, or removes them again after an error. */
static void write_folder(const struct words_of *w)
{
    if (mkdir(w->path, 0777) != 0) {
        if (errno == EEXIST) {
            svi_die(SVI_EXIT_USAGE,
                    "found '%s', which exists, expected a new folder: files are never overwritten",
                    w->path);
        }
        svi_die(SVI_EXIT_ENVIRONMENT, "cannot make '%s': %s", w->path, svi_errno_text(errno));
    }
    const int at = open(w->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int reason = at < 0 ? errno : 0;
    for (const struct svi_template *t = svi_templates; t->path != NULL && reason == 0; t++) {
        reason = path_of(t, w->language) != NULL ? write_template(at, w, t) : 0;
    }
    if (reason == 0 && w->language == NODE) {
        reason = write_made(at);
    }
    for (const struct svi_template *t = svi_templates; t->path != NULL && reason != 0; t++) {
        if (at >= 0 && path_of(t, w->language) != NULL) {
            remove_file(at, path_of(t, w->language));
        }
    }
    if (at >= 0) {
        if (reason != 0) {
            (void)unlinkat(at, "manifest.json", 0);
            (void)unlinkat(at, "rules.wasm.gz", 0);
        }
        (void)close(at);
    }
    if (reason != 0) {
        (void)rmdir(w->path);
        svi_die(SVI_EXIT_ENVIRONMENT, "cannot write into '%s': %s", w->path,
                svi_errno_text(reason));
    }
}

/* ---- the command ----------------------------------------------------------------------------- */

/* Returns the last part of the path, which is the bot's name. */
static const char *name_of(const struct svi_words *w, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    const size_t length = strlen(name);
    if (length == 0 || length > MAX_BOT_NAME || name[0] == '-' || name[0] == '.' ||
        name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")] !=
            '\0') {
        svi_words_fail(w, "found '%s', expected a name of letters, digits, '-' and '_', at most %u",
                       path, MAX_BOT_NAME);
    }
    static const char *const taken[] = {"baseline", "bot",  "test",   "main",
                                        "careful",  "tiny", "random", "trader"};
    for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++) {
        if (strcmp(name, taken[i]) == 0) {
            svi_words_fail(w, "found '%s', expected a name that nothing else in the folder has",
                           name);
        }
    }
    return name;
}

static enum svi_exit run(struct svi_words *w)
{
    static struct svi_place place;
    struct arguments a = {0};
    struct words_of words = {.place = &place};
    svi_words_read(w, &a);
    words.path = a.path;
    words.language = meant[a.lang];
    words.name = name_of(w, words.path);
    if (!svi_place_find(&place)) {
        svi_die(SVI_EXIT_ENVIRONMENT,
                "no reference bots beside '%s': neither a build nor an installation",
                place.solvent);
    }
    see_from(&place, words.path);
    const char *const paths[] = {place.solvent, place.pc, place.python, place.library};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        if (!plain(paths[i])) {
            svi_die(SVI_EXIT_ENVIRONMENT,
                    "found '%s', expected a path without blanks and signs, which goes into a "
                    "Makefile as it is",
                    paths[i]);
        }
    }
    write_folder(&words);
    printf("%s: a bot in %s. Next: cd %s && make test && make play\n", words.path,
           words.language == CPP    ? "C++"
           : words.language == NODE ? "JavaScript"
           : words.language == C    ? "C"
                                    : "Python",
           words.path);
    return svi_say_done(SVI_EXIT_DONE);
}

const struct svi_command svi_cmd_new_bot = {
    .name = "new-bot",
    .brief = "make a folder with a bot to start from",
    .operands = "NAME",
    .operand = {{"name", SVI_SET_TEXT(path)}},
    .takes = SVI_TAKES_FOLDER,
    .options = options,
    .text =
        "The folder NAME has a bot of that name that plays, its test and a Makefile. There are two "
        "leagues: one against the reference bots, and one that tells whether a change is better "
        "(SPRT). The launch file of an editor starts a game that waits for the bot in the "
        "debugger. \"make help\" in the folder lists what you can do. AGENTS.md says how to change "
        "the bot, and a workflow for GitHub tells on each pull request whether it is better.\n"
        "\n"
        "You need make. For C and C++ you also need a compiler and pkg-config; for Python "
        "python3-zmq and python3-msgpack; for Node npm, which fetches zeromq and @msgpack/msgpack. "
        "The Makefile calls the program that wrote it; SOLVENT= and SDK= change that.",
    .topic = "tutorial",
    .examples = "solvent new-bot mybot\n"
                "solvent new-bot mybot --lang python",
    .exits = {"the folder is made", NULL, "usage or bad input, or the folder exists",
              "the folder cannot be made"},
    .run = run,
};
