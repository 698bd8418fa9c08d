/* solvent verify FILE|STORE.db|DIR... */
#include "memory/memory.h"
#include "store/store_chain.h"
#include "thread/thread.h"
#include "tools/cli/commands.h"
#include "tools/cli/store_open.h"
#include "tools/cli/verify_ask.h"
#include "tools/console/say.h"
#include "tools/console/words.h"
#include "tools/replay/game_file.h"
#include "tools/replay/verify.h"
#include "tools/replay/verify_store.h"

#include <sodium.h>

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Most levels of folders inside folders. */
#define DEPTH 16u

static void verify_path(struct svi_verify *v, const char *path, struct svi_store_sample sample,
                        unsigned depth);

static bool has_ending(const char *name, const char *ending)
{
    const size_t length = strlen(name);
    const size_t tail = strlen(ending);
    return length > tail && strcmp(name + length - tail, ending) == 0;
}

/* Returns whether to look at a file: folders and files that look like games, but no name that
 * begins with a dot. */
static bool is_wanted(const char *path, const char *name)
{
    struct stat info;
    if (name[0] == '.' || lstat(path, &info) != 0) {
        return false;
    }
    return S_ISDIR(info.st_mode) || has_ending(name, ".svr") || has_ending(name, ".db");
}

static void verify_folder(struct svi_verify *v, const char *path, struct svi_store_sample sample,
                          unsigned depth)
{
    struct dirent **entries;
    const int count = scandir(path, &entries, NULL, alphasort);
    if (count < 0) {
        svi_verify_unreadable(v, path, svi_errno_text(errno));
        return;
    }
    for (int i = 0; i < count; i++) {
        SCOPED(scoped_free)
        char *inner =
            svi_text("%s%s%s", path, has_ending(path, "/") ? "" : "/", entries[i]->d_name);
        if (is_wanted(inner, entries[i]->d_name)) {
            verify_path(v, inner, sample, depth + 1);
        }
        free(entries[i]);
    }
    free(entries);
}

/* Verifies a store, or of its games only those that the sample wants. */
static void verify_store(struct svi_verify *v, const char *path, struct svi_store_sample sample)
{
    struct svi_error error;
    if (sample.share < 1 && svi_store_create_reader(&sample.store, path, &error) == SV_OK) {
        const struct svi_verify_pick pick = {.wants = svi_store_sample_wants, .user = &sample};
        svi_verify_only(v, &pick);
    } /* otherwise reading the games reports the error */
    svi_verify_store(v, path);
    svi_verify_only(v, &(struct svi_verify_pick){0});
    svi_store_destroy(sample.store);
}

static void verify_path(struct svi_verify *v, const char *path, struct svi_store_sample sample,
                        unsigned depth)
{
    struct stat info;
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
        if (depth < DEPTH) {
            verify_folder(v, path, sample, depth);
        } else {
            svi_verify_unreadable(v, path, "found too many folders inside folders");
        }
    } else if (svi_game_file_is_store(path)) {
        verify_store(v, path, sample);
    } else {
        svi_verify_file(v, path);
    }
}

struct arguments {
    struct svi_word_list files;
    struct svi_store_sample sample;
    uint8_t head[SVI_HEAD_BYTES];
    const char *league;
    unsigned jobs;
    bool ask, json;
};

static void read_share(const struct svi_words *w, void *arguments)
{
    struct arguments *a = arguments;
    char *end;
    const double percent = strtod(w->value, &end);
    if (end == w->value || *end != '\0' || !(percent > 0 && percent <= 100)) {
        svi_words_fail(w, "found '%s', expected a number of percent, above 0 and up to 100",
                       w->value);
    }
    a->sample.share = percent / 100;
}

static void read_head(const struct svi_words *w, void *arguments)
{
    struct arguments *a = arguments;
    size_t size = 0;
    const size_t digits = strlen(w->value);
    if (digits != 2 * SVI_HEAD_BYTES ||
        sodium_hex2bin(a->head, SVI_HEAD_BYTES, w->value, digits, NULL, &size, NULL) != 0 ||
        size != SVI_HEAD_BYTES) {
        svi_words_fail(w, "found '%s', expected %u hex digits", w->value, 2 * SVI_HEAD_BYTES);
    }
}

static const struct svi_option options[] = {
    {"sample", 0, "PERCENT",
     "Verify PERCENT of a store's games; no ranking\n"
     "The seed of the league draws the games.",
     SVI_CALL(read_share)},
    {"ask", 0, NULL,
     "Ask the bots again and compare their answers\n"
     "The bots of the store's league get the recorded questions. Nothing else is verified.",
     SVI_SET_FLAG(ask)},
    {"league", 0, "FILE.yaml", "With --ask: the league file (beside the store)",
     SVI_SET_TEXT(league), .takes = SVI_TAKES_LEAGUE, .with = "ask"},
    {"head", 0, "HASH",
     "The store must have or have had this head\n"
     "\"solvent league run\" prints the head for you to publish.",
     SVI_CALL(read_head), .without = "ask"},
    {"jobs", 'j', "N",
     "Number of threads, 1 to 256 (one for each core)\n"
     "The result is the same with any number.",
     SVI_SET_NUMBER(jobs, 1, SVI_VERIFY_JOBS)},
    SVI_OPTION_JSON(json),
    {0},
};

/* Ends the process unless one store is given, for an option that needs it. */
static void need_store(const struct svi_words *w, const struct arguments *a, const char *option)
{
    if (svi_words_has(w, option) &&
        (a->files.count != 1 || !svi_game_file_is_store(a->files.word[0]))) {
        svi_words_fail(w, "--%s: found with %s, expected one store", option,
                       a->files.count == 1 ? a->files.word[0] : "several files, or none");
    }
}

static enum svi_exit run(struct svi_words *w)
{
    struct arguments a = {.jobs = svi_thread_cores(SVI_VERIFY_JOBS), .sample = {.share = 1}};
    svi_words_read(w, &a);
    need_store(w, &a, "head");
    need_store(w, &a, "ask");
    char *const *names = a.files.word;
    if (a.ask) {
        return svi_verify_ask(&(struct svi_verify_ask){.store = names[0],
                                                       .league = a.league,
                                                       .share = a.sample.share,
                                                       .workers = a.jobs,
                                                       .json = a.json});
    }
    if (a.files.count == 0) {
        svi_words_fail(w, "found no file, expected at least one; see %s --help", w->name);
    }
    struct svi_verify *v = svi_verify_create(a.json, a.jobs);
    if (v == NULL) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "no memory");
    }
    if (svi_words_has(w, "head")) {
        svi_verify_head(v, a.head);
    }
    for (unsigned i = 0; i < a.files.count; i++) {
        verify_path(v, names[i], a.sample, 0);
    }
    const enum svi_exit status = svi_verify_end(v);
    svi_verify_destroy(v);
    return status;
}

const struct svi_command svi_cmd_verify = {
    .name = "verify",
    .brief = "play recorded games again and compare every hash",
    .operands = "FILE|STORE.db|DIR...",
    .operand = {{"file", SVI_SET_LIST(files), .optional = true, .many = true}},
    .takes = SVI_TAKES_GAME,
    .options = options,
    .text =
        "Of each game it compares the hash of the edition, the commitment of the seed, the "
        "hashes of the state, and the result. At every decision it compares the digest of all "
        "events so far. Of a store it also compares the rows about the league, and every "
        "column of the rows of a match, with its game and the schedule. It names planned games "
        "that are missing, and compares the ranking of \"solvent rank\" with that of the games. "
        "The last lines say what only --head can detect.\n"
        "\n"
        "Each difference is one line. It names the header field, the first decision that "
        "differs, or the match, table and column. With --format json the lines are the list "
        "\"differences\" of the object.",
    .note =
        "FILE is a replay (.svr), STORE.db a league's store, DIR a folder with replays or stores.",
    .topic = "determinism",
    .examples = "solvent verify game.svr\n"
                "solvent verify quickstart.db replays/\n"
                "solvent verify -j 2 cup.db\n"
                "solvent verify --sample 1 cup.db\n"
                "solvent verify cup.db --head $(tail -n 1 heads.txt)\n"
                "solvent verify --format json cup.db",
    .exits = {"all games are as recorded", "a game differs from its record",
              "usage or bad input, or a file that cannot be read", "no memory"},
    .run = run,
};
