/* Reads the keys of an edition file, for edition_file.c, which opens files. The two share the state
 * of loading an edition file and the files that it extends. */
#ifndef SVI_EDITION_EDITION_MAP_H
#define SVI_EDITION_EDITION_MAP_H

#include "base/error.h"
#include "edition/tree.h"

#include <solvent/edition.h>
#include <solvent/fields.h>

/* Most editions in a chain of `extends`. */
#define SVI_EXTENDS_DEPTH 8
#define SVI_FILE_NAME 256

/* The keys of each kind of mapping, in the order of docs/EDITIONS.md. */
#define SVI_TOP_KEYS(X)                                                                            \
    X(name)                                                                                        \
    X(title)                                                                                       \
    X(extends)                                                                                     \
    X(rules)                                                                                       \
    X(groups)                                                                                      \
    X(board)                                                                                       \
    X(names)                                                                                       \
    X(spaces)                                                                                      \
    X(decks)
#define SVI_DECK_KEYS(X) X(name) X(cards) X(remove) X(change) X(add)

/* SVI_TOP_name, SVI_TOP_title, ..., SVI_TOP_COUNT; and so on. */
enum svi_top_key {
#define X(name) SVI_TOP_##name,
    SVI_TOP_KEYS(X)
#undef X
        SVI_TOP_COUNT
};

enum svi_space_key {
    SVI_SPACE_index,
#define X(place, TYPE, member, ...) SVI_SPACE_##member,
    SV_SPACE_FIELDS(X)
#undef X
        SVI_SPACE_COUNT
};

enum svi_deck_key {
#define X(name) SVI_DECK_##name,
    SVI_DECK_KEYS(X)
#undef X
        SVI_DECK_COUNT
};

enum svi_card_key {
#define X(place, TYPE, member, ...) SVI_CARD_##member,
    SV_CARD_FIELDS(X)
#undef X
        SVI_CARD_copies,
    SVI_CARD_COUNT
};

enum {
    SVI_RULE_COUNT = 0
#define X(...) +1
    SV_RULES(X, X, X, )
#undef X
};

extern const char *const svi_space_keys[SVI_SPACE_COUNT];
extern const char *const svi_card_keys[SVI_CARD_COUNT];

/* The place where a key was last set. */
struct svi_origin {
    uint8_t file;  /* index of svi_loader.files */
    unsigned line; /* 0: not set yet */
};

/* Origins of a space or card: index 0 is the whole, which is never set as a key, then its keys. */
struct svi_space_origin {
    struct svi_origin key[SVI_SPACE_COUNT];
};
struct svi_card_origin {
    struct svi_origin key[SVI_CARD_COUNT];
};

/* One load, with all files that the edition extends. edition_file.c makes it for the load and frees
 * it; the edition and the error are those of its caller. */
struct svi_loader {
    struct sv_edition *e;
    struct svi_error *error;
    /* The error is about the given name. */
    bool name_wrong;
    unsigned n_files;
    char files[SVI_EXTENDS_DEPTH][SVI_FILE_NAME]; /* the innermost extended file is last */
    /* Built-in texts being read, to detect cycles. */
    const void *texts[SVI_EXTENDS_DEPTH];
    /* Device and inode of each file being read, to detect cycles. */
    uint64_t ids[SVI_EXTENDS_DEPTH][2];

    /* Name of each group in files; may differ from its displayed name. */
    char group_key[SV_MAX_GROUPS][SV_MAX_NAME];

    struct svi_origin top[SVI_TOP_COUNT];
    struct svi_origin rule[SVI_RULE_COUNT];
    struct svi_origin group[SV_MAX_GROUPS];
    struct svi_origin deck[SV_DECK_COUNT];
    struct svi_space_origin space[SV_MAX_SPACES];
    struct svi_card_origin card[SV_DECK_COUNT][SV_MAX_CARDS];
};

/* One file of the load, which is laid over the files that it extends. */
struct svi_layer {
    struct svi_loader *loader;
    struct svi_tree *tree;
    unsigned file; /* index in loader->files */
};

/* Records that this layer has set the key. Cannot fail. */
void svi_origin_set(struct svi_origin *origin, const struct svi_layer *layer,
                    const yaml_node_t *node);

/* Finds the number whose name, by `name_of`, is the text of `node`. Returns the errors of
 * svi_tree_word(); *out is unchanged then. */
enum sv_status svi_layer_word(const struct svi_layer *layer, const yaml_node_t *node,
                              const char *key, const char *(*name_of)(unsigned), unsigned count,
                              uint8_t *out);

/* Lays a file over the edition loaded so far; `found` are its top keys, nodes of layer->tree, or
 * NULL for keys that it leaves out. edition_file.c calls it for each file, the innermost extended
 * one first, and owns the layer and the tree; texts are copied from the nodes.
 *
 * Returns the status of the first mistake (SV_E_TYPE, SV_E_LENGTH, SV_E_DUPLICATE, SV_E_MISSING or
 * SV_E_RANGE), with its line in layer->loader->error. The edition is half loaded then, and the
 * caller clears it. */
enum sv_status svi_edition_map(struct svi_layer *layer,
                               const yaml_node_t *const found[SVI_TOP_COUNT]);

#endif
