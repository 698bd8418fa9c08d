#include "edition/edition_file.h"

#include "base/file.h"
#include "edition/builtin.h"
#include "edition/edition_map.h"
#include "edition/rule_words.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Bytes of the largest edition file read; one with every card and space used has under 32 KiB. */
#define MAX_FILE 1048576u

static const char *const top_keys[SVI_TOP_COUNT] = {
#define X(name) #name,
    SVI_TOP_KEYS(X)
#undef X
};

/* ---- from what the check found to a line of a file ----------------------------------------- */

/* Finds the line to name in an error: the first of the candidate places that the judged file has
 * set. The files that it extends were valid by themselves, so this file causes the error, if only
 * by leaving something out. */
struct search {
    unsigned file, line; /* 0: none yet */
};

static void offer(struct search *s, const struct svi_origin *origin)
{
    if (s->line == 0 && origin->line != 0 && origin->file == s->file) {
        s->line = origin->line;
    }
}

/* Looks for the key of a space or card that `rest`, ".key" or ".key[i]", names; then for the whole
 * space or card. */
static void offer_keys(struct search *s, const struct svi_origin *keys, const char *const names[],
                       unsigned count, const char *rest)
{
    const char *key = rest + (*rest == '.');
    const size_t length = strcspn(key, "[");
    for (unsigned k = 1; k < count; k++) {
        if (strlen(names[k]) == length && strncmp(names[k], key, length) == 0) {
            offer(s, &keys[k]);
        }
    }
    offer(s, &keys[0]);
}

/* The number between PREFIX[ and ], and what follows; false when `where` is not of that form or the
 * number not below `count`. */
static bool indexed(const char *where, const char *prefix, unsigned count, unsigned *out,
                    const char **rest)
{
    const size_t length = strlen(prefix);
    char *end;
    if (strncmp(where, prefix, length) != 0 || where[length] != '[') {
        return false;
    }
    const unsigned long number = strtoul(where + length + 1, &end, 10);
    *out = (unsigned)number;
    *rest = end + 1;
    return *end == ']' && number < count;
}

static unsigned find_line(const struct svi_loader *loader, unsigned file, const char *where)
{
    static const unsigned boards[] = {SVI_TOP_spaces, SVI_TOP_names, SVI_TOP_board};
    struct search s = {.file = file};
    const char *rest;
    unsigned i;
    if (indexed(where, "spaces", SV_MAX_SPACES, &i, &rest)) {
        offer_keys(&s, loader->space[i].key, svi_space_keys, SVI_SPACE_COUNT, rest);
    } else if (indexed(where, "groups", SV_MAX_GROUPS, &i, &rest)) {
        offer(&s, &loader->group[i]);
        offer(&s, &loader->top[SVI_TOP_groups]);
    } else if (strncmp(where, "rules.", 6) == 0 &&
               (i = svi_rule_find(where + 6)) < sv_rule_count()) {
        offer(&s, &loader->rule[i]);
        offer(&s, &loader->top[SVI_TOP_rules]);
    }
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        char cards[32];
        const int length = snprintf(cards, sizeof cards, "decks.%s.cards", sv_deck_name(d));
        if (indexed(where, cards, SV_MAX_CARDS, &i, &rest)) {
            offer_keys(&s, loader->card[d][i].key, svi_card_keys, SVI_CARD_COUNT, rest);
        }
        if (strncmp(where, cards, (size_t)length) == 0) {
            offer(&s, &loader->deck[d]);
        }
    }
    for (unsigned k = 0; k < SVI_TOP_COUNT; k++) {
        if (strncmp(where, top_keys[k], strlen(top_keys[k])) == 0) {
            offer(&s, &loader->top[k]);
        }
    }
    for (size_t k = 0; k < sizeof boards / sizeof boards[0] && strncmp(where, "spaces", 6) == 0;
         k++) {
        offer(&s, &loader->top[boards[k]]);
    }
    return s.line != 0 ? s.line : 1;
}

/* Finishes what has been loaded up to a file, and writes the line when something is wrong with it.
 */
static enum sv_status finish_file(const struct svi_loader *loader, unsigned file)
{
    struct sv_edition_error found;
    const enum sv_status status = sv_edition_complete(loader->e, &found);
    if (status != SV_OK) {
        /* In a file the list of all spaces is called board. */
        const bool board = strncmp(found.where, "spaces", 6) == 0;
        (void)svi_fail(loader->error, status, "%s:%u: %s%s: %s", loader->files[file],
                       find_line(loader, file, found.where), board ? "board" : "",
                       board ? found.where + 6 : found.where, found.problem);
    }
    return status;
}

/* ---- files -------------------------------------------------------------------------------- */

static enum sv_status load_file(struct svi_loader *loader, const char *path);
static enum sv_status load_builtin(struct svi_loader *loader, const char *name);

bool svi_edition_is_path(const char *name)
{
    const size_t length = strlen(name);
    return strchr(name, '/') != NULL || (length >= 5 && strcmp(name + length - 5, ".yaml") == 0) ||
           (length >= 4 && strcmp(name + length - 4, ".yml") == 0);
}

/* The edition that this one extends is loaded first, into the same struct. */
static enum sv_status load_extended(struct svi_loader *loader, struct svi_layer *layer,
                                    const yaml_node_t *node)
{
    char name[SVI_FILE_NAME];
    const char *file = loader->files[layer->file];
    SVI_TRY(svi_tree_text(layer->tree, node, "extends", name, sizeof name));
    if (loader->n_files == SVI_EXTENDS_DEPTH) {
        return svi_tree_wrong(layer->tree, node, "extends", SV_E_LENGTH,
                              "found more than %d editions extending each other, expected fewer",
                              SVI_EXTENDS_DEPTH);
    }
    char path[SVI_FILE_NAME];
    const char *slash = strrchr(file, '/');
    const size_t folder = svi_edition_is_path(name) && name[0] != '/' && slash != NULL
                              ? (size_t)(slash + 1 - file)
                              : 0;
    if (folder + strlen(name) >= sizeof path) {
        return svi_tree_wrong(layer->tree, node, "extends", SV_E_LENGTH,
                              "found a path of %zu bytes, expected at most %zu",
                              folder + strlen(name), sizeof path - 1);
    }
    memcpy(path, file, folder);
    memcpy(path + folder, name, strlen(name) + 1);
    const enum sv_status status =
        svi_edition_is_path(name) ? load_file(loader, path) : load_builtin(loader, name);
    if (loader->name_wrong) { /* it stands here */
        loader->name_wrong = false;
        svi_tree_wrong(layer->tree, node, "extends", status, "%s", loader->error->text);
    }
    return status;
}

static enum sv_status load_tree(struct svi_loader *loader, struct svi_tree *tree,
                                struct svi_layer *layer)
{
    const yaml_node_t *found[SVI_TOP_COUNT];
    SVI_TRY(svi_tree_mapping(tree, svi_tree_root(tree), "", top_keys, SVI_TOP_COUNT, found));
    if (found[SVI_TOP_extends] != NULL) {
        SVI_TRY(load_extended(loader, layer, found[SVI_TOP_extends]));
    } else if (found[SVI_TOP_board] == NULL) {
        return svi_tree_wrong(tree, svi_tree_root(tree), "board", SV_E_MISSING,
                              "found none, expected a board or an edition to extend");
    }
    return svi_edition_map(layer, found);
}

/* Reads a text and, before it, what it extends. Its name and id have been entered at
 * loader->n_files. */
static enum sv_status load_text(struct svi_loader *loader, const char *text, size_t size)
{
    struct svi_tree tree;
    struct svi_layer layer = {.loader = loader, .tree = &tree, .file = loader->n_files++};
    SVI_TRY(svi_tree_init(&tree, loader->files[layer.file], text, size, loader->error));
    const enum sv_status status = load_tree(loader, &tree, &layer);
    svi_tree_finish(&tree);
    return status == SV_OK ? finish_file(loader, layer.file) : status;
}

/* Enters the id of the text about to be loaded; one that is being loaded already is a circle. */
static bool enter(struct svi_loader *loader, const char *name, const void *text, uint64_t device,
                  uint64_t inode)
{
    for (unsigned i = 0; i < loader->n_files; i++) {
        if (loader->texts[i] == text && loader->ids[i][0] == device && loader->ids[i][1] == inode) {
            return false;
        }
    }
    loader->texts[loader->n_files] = text;
    loader->ids[loader->n_files][0] = device;
    loader->ids[loader->n_files][1] = inode;
    snprintf(loader->files[loader->n_files], SVI_FILE_NAME, "%s", name);
    return true;
}

/* An error about the name itself: the caller knows where it stands. */
static enum sv_status wrong_name(struct svi_loader *loader, enum sv_status status, const char *name,
                                 const char *problem)
{
    loader->name_wrong = true;
    return svi_fail(loader->error, status, "found '%s', expected %s", name, problem);
}

static enum sv_status no_memory(struct svi_error *error)
{
    return svi_fail(error, SV_E_SYSTEM, "no memory for an edition");
}

static const char *builtin_at(const void *words, size_t i)
{
    (void)words;
    return i < svi_builtin_edition_count ? svi_builtin_editions[i].name : NULL;
}

static enum sv_status load_builtin(struct svi_loader *loader, const char *name)
{
    for (size_t i = 0; i < svi_builtin_edition_count; i++) {
        const struct svi_builtin_edition *edition = &svi_builtin_editions[i];
        if (strcmp(edition->name, name) == 0) {
            char file[SVI_FILE_NAME];
            snprintf(file, sizeof file, "(built-in) %s.yaml", name);
            if (!enter(loader, file, edition->text, 0, 0)) {
                return wrong_name(loader, SV_E_DUPLICATE, name, "no circle of editions");
            }
            return load_text(loader, edition->text, edition->size);
        }
    }
    char rest[SVI_EXPECTED];
    const struct svi_choices choices = {
        .at = builtin_at, .what = "a path or a built-in edition", .see = "solvent edition list"};
    loader->name_wrong = true;
    return svi_fail(loader->error, SV_E_UNKNOWN, "found '%s', %s", name,
                    svi_expected(&choices, name, rest, sizeof rest));
}

static enum sv_status load_file(struct svi_loader *loader, const char *path)
{
    struct stat info;
    struct svi_buf text;
    if (stat(path, &info) != 0) {
        return errno == ENOENT ? wrong_name(loader, SV_E_UNKNOWN, path, "a file that exists")
                               : wrong_name(loader, SV_E_SYSTEM, path, "a file that can be read");
    }
    if (!enter(loader, path, NULL, (uint64_t)info.st_dev, (uint64_t)info.st_ino)) {
        return wrong_name(loader, SV_E_DUPLICATE, path, "no circle of editions");
    }
    svi_buf_init(&text);
    enum sv_status status = svi_file_read(path, MAX_FILE, &text);
    if (status == SV_OK) {
        status = load_text(loader, (const char *)text.data, text.size);
    } else if (status == SV_E_LENGTH) {
        wrong_name(loader, status, path, "a file of at most 1 MiB");
    } else {
        status = errno == ENOMEM ? no_memory(loader->error)
                                 : wrong_name(loader, status, path, "a file that can be read");
    }
    svi_buf_finish(&text);
    return status;
}

/* ---- the interface ------------------------------------------------------------------------ */

/* Before a load: everything unset. */
static enum sv_status start(struct svi_loader **out, struct sv_edition *e, struct svi_error *error)
{
    struct svi_loader *loader = calloc(1, sizeof *loader);
    memset(e, 0, sizeof *e);
    if (loader == NULL) {
        return no_memory(error);
    }
    sv_rules_default(&e->rules);
    loader->e = e;
    loader->error = error;
    error->text[0] = 0;
    *out = loader;
    return SV_OK;
}

/* Ends a load: the edition is complete, or all zero. */
static enum sv_status finish(struct svi_loader *loader, enum sv_status status)
{
    if (status != SV_OK) {
        memset(loader->e, 0, sizeof *loader->e); /* never half-loaded */
    }
    free(loader);
    return status;
}

enum sv_status svi_edition_try_load(const char *name_or_path, struct sv_edition *out,
                                    bool *name_wrong, struct svi_error *error)
{
    struct svi_loader *loader = NULL;
    *name_wrong = false;
    SVI_TRY(start(&loader, out, error));
    enum sv_status status;
    if (svi_edition_is_path(name_or_path) && strlen(name_or_path) >= SVI_FILE_NAME) {
        status = wrong_name(loader, SV_E_LENGTH, "a longer path", "a path of at most 255 bytes");
    } else {
        status = svi_edition_is_path(name_or_path) ? load_file(loader, name_or_path)
                                                   : load_builtin(loader, name_or_path);
    }
    *name_wrong = loader->name_wrong;
    return finish(loader, status);
}

enum sv_status svi_edition_load(const char *name_or_path, struct sv_edition *out,
                                struct svi_error *error)
{
    bool name_wrong;
    return svi_edition_try_load(name_or_path, out, &name_wrong, error);
}

enum sv_status svi_edition_parse(const char *file, const char *text, size_t size,
                                 struct sv_edition *out, struct svi_error *error)
{
    struct svi_loader *loader = NULL;
    SVI_TRY(start(&loader, out, error));
    enter(loader, file, text, 0, 0);
    return finish(loader, load_text(loader, text, size));
}

enum sv_status svi_edition_override(struct sv_edition *edition, const char *rule, const char *value,
                                    struct svi_error *error)
{
    const unsigned i = svi_rule_find(rule);
    if (i == sv_rule_count()) {
        char expected[SVI_EXPECTED];
        return svi_fail(error, SV_E_UNKNOWN, "rules: found '%s', %s", rule,
                        svi_expected(&svi_rule_choices, rule, expected, sizeof expected));
    }
    char expected[160];
    int32_t number = 0;
    if (!svi_rule_parse(i, value, &number, expected, sizeof expected)) {
        return svi_fail(error, SV_E_RANGE, "rules.%s: found '%s', expected %s", rule, value,
                        expected);
    }
    const int32_t before = sv_rule_get(&edition->rules, i);
    struct sv_edition_error found;
    sv_rule_set(&edition->rules, i, number);
    const enum sv_status status = sv_edition_complete(edition, &found);
    if (status != SV_OK) {
        (void)svi_fail(error, status, "rules.%s: found '%s', but then %s: %s", rule, value,
                       found.where, found.problem);
        sv_rule_set(&edition->rules, i, before);
    }
    return status;
}
