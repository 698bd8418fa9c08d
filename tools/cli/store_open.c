#include "tools/cli/store_open.h"

#include "base/buf.h"
#include "base/json.h"
#include "base/nearest.h"
#include "base/out.h"
#include "config/league.h"
#include "config/league_file.h"
#include "edition/edition_file.h"
#include "league/set_aside.h"
#include "memory/memory.h"
#include "process/path.h"
#include "store/store.h"
#include "store/store_results.h"
#include "tools/console/say.h"

#include <solvent/edition.h>

#include <assert.h>
#include <sodium.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Shows how far the results are read, then how long the work on them has taken. */
static void show(void *progress, uint64_t done, uint64_t all)
{
    svi_progress_pass(progress, done, all);
    if (done == all) {
        svi_progress_work(progress);
    }
}

#define STORES 4u /* most stores that a command has open */

static struct svi_store *opened[STORES];
static unsigned n_opened;

static void close_stores(void)
{
    while (n_opened > 0) {
        svi_store_destroy(opened[--n_opened]);
    }
}

struct svi_store *svi_store_until_end(struct svi_store *store)
{
    assert(n_opened < STORES);
    if (n_opened == 0) {
        (void)atexit(close_stores);
    }
    opened[n_opened++] = store;
    return store;
}

struct svi_store *svi_store_open(const char *path)
{
    struct svi_error error;
    struct svi_store *store;
    svi_must(svi_store_create_reader(&store, path, &error), &error);
    return svi_store_until_end(store);
}

struct svi_store *svi_store_open_shown(const char *path, struct svi_progress *progress)
{
    struct svi_store *store = svi_store_open(path);
    svi_progress_init(progress, path);
    svi_store_watch(store, show, progress);
    return store;
}

struct svi_store *svi_store_open_keeping(const char *path, bool *keep)
{
    bool fresh;
    struct svi_error error;
    struct svi_store *store;
    svi_must(svi_store_create_reader(&store, path, &error), &error);
    svi_store_destroy(store); /* closing any descriptor of the file would drop SQLite's lock */
    *keep = svi_store_open_writer(&store, path, &fresh, &error) == SV_OK;
    if (*keep) {
        return svi_store_until_end(store);
    }
    svi_note("the results are not kept: %s", error.text);
    return svi_store_open(path);
}

static const char *bot_at(const void *words, size_t i)
{
    const struct svi_store_info *info = words;
    return i < info->n_bots ? info->bot[i] : NULL;
}

unsigned svi_store_bot(const struct svi_store *store, const char *path, const char *option,
                       const char *name)
{
    const struct svi_store_info *info = svi_store_info(store);
    unsigned bot = 0;
    while (bot < info->n_bots && strcmp(info->bot[bot], name) != 0) {
        bot++;
    }
    if (bot == info->n_bots) {
        char what[256], expected[SVI_EXPECTED];
        (void)snprintf(what, sizeof what, "a bot of %.200s", path);
        const struct svi_choices choices = {.at = bot_at, .words = info, .what = what};
        svi_die(SVI_EXIT_USAGE, "%sfound '%.80s', %s", option, name,
                svi_expected(&choices, name, expected, sizeof expected));
    }
    return bot;
}

/* ---- store sample ---------------------------------------------------------------------------- */

bool svi_store_sample_wants(void *user, uint64_t number)
{
    const struct svi_store_sample *s = user;
    uint8_t lot[8], text[8];
    uint64_t drawn = 0;
    for (unsigned i = 0; i < sizeof text; i++) {
        text[i] = (uint8_t)(number >> 8 * i);
    }
    crypto_shorthash(lot, text, sizeof text, svi_store_info(s->store)->seed);
    for (unsigned i = 0; i < sizeof lot; i++) {
        drawn |= (uint64_t)lot[i] << 8 * i;
    }
    return (double)(drawn >> 11) / 9007199254740992.0 < s->share;
}

/* ---- league open ----------------------------------------------------------------------------- */

void svi_league_open(struct svi_league *league, const char *file)
{
    struct svi_error error;
    svi_must(svi_league_init(league, file, &error), &error);
}

/* Returns whether two paths lead to the same folder. */
static bool same_folder(const char *a, const char *b)
{
    struct stat ours, theirs;
    return stat(a, &ours) == 0 && stat(b, &theirs) == 0 && ours.st_dev == theirs.st_dev &&
           ours.st_ino == theirs.st_ino;
}

/* Returns a word of a command for a file in another folder: a path becomes absolute. */
static char *place_word(const char *word, bool program)
{
    struct stat st;
    const bool path = word[0] != '/' && (program ? strchr(word, '/') != NULL
                                                 : stat(word, &st) == 0 && S_ISREG(st.st_mode));
    SCOPED(scoped_free) char *here = path ? svi_path_folder("./x") : NULL;
    return here != NULL ? svi_path_join(here, word) : svi_copy(word);
}

char **svi_league_words(char *const *argv, const char *file)
{
    char *folder = svi_path_folder(file);
    if (folder == NULL) {
        return NULL;
    }
    char **placed = svi_copy_texts(argv);
    const bool here = same_folder(folder, ".");
    free(folder);
    for (size_t i = 0; !here && placed[i] != NULL; i++) {
        char *word = place_word(placed[i], i == 0);
        free(placed[i]);
        placed[i] = word;
    }
    return placed;
}

char *svi_league_beside(const char *store, const char *ending)
{
    const size_t length = strlen(store);
    const bool ends = length > 3 && strcmp(store + length - 3, ".db") == 0;
    return svi_text("%.*s%s", (int)(ends ? length - 3 : length), store, ending);
}

void svi_league_open_for(struct svi_league *league, const char *option, const char *file,
                         const char *store, char **beside)
{
    *beside = file == NULL ? svi_league_beside(store, ".yaml") : NULL;
    if (file == NULL && access(*beside, F_OK) != 0) {
        svi_die(SVI_EXIT_USAGE,
                "%s: found no league file '%s', expected one, or --league FILE.yaml", option,
                *beside);
    }
    svi_league_open(league, file != NULL ? file : *beside);
}

void svi_league_obey(struct svi_league *league, const char *store)
{
    struct svi_error error;
    struct svi_store *reader;
    if (access(store, F_OK) == 0) {
        SCOPED(scoped_free) char *versions_dir = svi_league_beside(store, ".bots");
        svi_must(svi_store_create_reader(&reader, store, &error), &error);
        svi_must(svi_set_aside_obey(league, svi_store_info(reader), versions_dir, &error), &error);
        svi_store_destroy(reader);
    }
}

/* ---- edition load ---------------------------------------------------------------------------- */

void svi_edition_load_named(const char *name, struct sv_edition *e)
{
    struct svi_error error;
    svi_must(svi_edition_load(name, e, &error), &error);
}

void svi_edition_load_ruled(const char *name, const char *const rule[], unsigned n,
                            struct sv_edition *edition)
{
    struct svi_error error;
    char key[SV_MAX_NAME];
    bool name_wrong;
    const enum sv_status status =
        svi_edition_try_load(name != NULL ? name : "classic", edition, &name_wrong, &error);
    if (status != SV_OK) {
        svi_die(svi_exit_of(status), "%s%s", name_wrong ? "--edition: " : "", error.text);
    }
    for (unsigned i = 0; i < n; i++) {
        const char *value = strchr(rule[i], '=') + 1;
        (void)snprintf(key, sizeof key, "%.*s", (int)(value - 1 - rule[i]), rule[i]);
        if (svi_edition_override(edition, key, value, &error) != SV_OK) {
            svi_die(SVI_EXIT_USAGE, "--rule %s: %s", rule[i], error.text);
        }
    }
}

static unsigned count_kind(const struct sv_edition *e, unsigned kind, bool groups)
{
    unsigned count = 0;
    for (unsigned i = 0; i < e->n_spaces && !groups; i++) {
        count += e->space[i].kind == kind;
    }
    for (unsigned g = 0; g < e->n_groups && groups; g++) {
        count += e->group[g].kind == kind;
    }
    return count;
}

/* Counts of an edition, in the order of the line. */
struct counts {
    unsigned streets, sets, rails, utilities;
};

static struct counts count(const struct sv_edition *e)
{
    return (struct counts){.streets = count_kind(e, SV_SPACE_STREET, false),
                           .sets = count_kind(e, SV_SPACE_STREET, true),
                           .rails = count_kind(e, SV_SPACE_RAIL, false),
                           .utilities = count_kind(e, SV_SPACE_UTILITY, false)};
}

void svi_edition_put_counts(const struct sv_edition *e, struct svi_buf *out)
{
    const struct counts n = count(e);
    svi_out_format(out, "%u spaces; deeds: %u streets in %u sets, %u rails, %u utilities; cards:",
                   e->n_spaces, n.streets, n.sets, n.rails, n.utilities);
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        svi_out_format(out, "%s %u %s", d == 0 ? "" : ",", e->deck[d].size, sv_deck_name(d));
    }
    svi_out_char(out, '\n');
}

void svi_edition_json_counts(const struct sv_edition *e, struct svi_buf *out)
{
    const struct counts n = count(e);
    svi_json_members(out, JSON_INT("spaces", e->n_spaces), JSON_INT("streets", n.streets),
                     JSON_INT("sets", n.sets), JSON_INT("rails", n.rails),
                     JSON_INT("utilities", n.utilities));
    svi_json_key(out, "cards");
    svi_out_char(out, '{');
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        svi_json_int(out, sv_deck_name(d), e->deck[d].size);
    }
    svi_out_char(out, '}');
}
