/* A YAML file as a tree that remembers its lines, read key by key against expectations: an edition
 * or a league file. Every mistake becomes one line in the tree's error: FILE:LINE: KEY: found WHAT,
 * expected WHAT. Nodes, and texts in them, last until svi_tree_finish(). Readers of editions
 * (sdk/edition) and league files (arbiter/config) use it. Functions with a status return SV_E_TYPE,
 * SV_E_LENGTH, SV_E_DUPLICATE or the status given, and leave outputs invalid; svi_tree_init() also
 * SV_E_SYSTEM without memory.
 *
 * The reader uses libyaml rather than libcyaml, which is built on it. libcyaml maps a file into a
 * struct and forgets the lines. But an edition is put together from several files and judged
 * afterwards as a whole, and the mistakes found then must still name their lines. */
#ifndef SVI_EDITION_TREE_H
#define SVI_EDITION_TREE_H

#include "base/buf.h"
#include "base/error.h"
#include "base/nearest.h"

#include <solvent/status.h>

#include <stdbool.h>
#include <stdint.h>
#include <yaml.h>

struct svi_tree {
    yaml_document_t document;
    const char *file; /* the file's name in errors */
    struct svi_error *error;
    /* Lines of mistakes, for a reader that goes on after a mistake; set it after svi_tree_init().
     * NULL ends reading at the first mistake. */
    struct svi_buf *mistakes;
};

/* Parses the one document in `text`, which is not kept; `file` and `error` must outlive the tree.
 * On failure `error` holds a line, and there is nothing to finish. An empty document is
 * refused. */
enum sv_status svi_tree_init(struct svi_tree *tree, const char *file, const char *text, size_t size,
                             struct svi_error *error);
void svi_tree_finish(struct svi_tree *tree);

/* Returns the top node of the document. */
const yaml_node_t *svi_tree_root(struct svi_tree *tree);

/* Returns the line in which a node begins, from 1. */
unsigned svi_tree_line(const yaml_node_t *node);

/* Returns the byte at which a character of a text begins. Marks of libyaml count characters.
 * Returns `size` if the text ends before that character. */
size_t svi_tree_byte(const char *text, size_t size, size_t character);

/* Writes FILE:LINE: KEY: and the message into the error and returns `status`. */
enum sv_status svi_tree_wrong(const struct svi_tree *tree, const yaml_node_t *node, const char *key,
                              enum sv_status status, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* As svi_tree_wrong(), with the message "found NODE, expected EXPECTED". */
enum sv_status svi_tree_unexpected(const struct svi_tree *tree, const yaml_node_t *node,
                                   const char *key, const char *expected);

/* As svi_tree_wrong(), for a scalar that is not among the choices, in the words of svi_expected():
 * "found 'dels', did you mean 'deals'?". */
enum sv_status svi_tree_not_among(const struct svi_tree *tree, const yaml_node_t *node,
                                  const char *key, const struct svi_choices *choices);

/* Reads a scalar that must be one of these words, and sets *out to its number. Errors are those of
 * svi_tree_not_among(). */
enum sv_status svi_tree_word(const struct svi_tree *tree, const yaml_node_t *node, const char *key,
                             const struct svi_numbered *words, unsigned *out);

/* Takes the status of one step of reading, and returns whether to go on. *status, SV_OK at first,
 * becomes the status of the first step that failed; a mistake moves from the error to `mistakes`.
 * Without `mistakes`, and after SV_E_SYSTEM, reading ends. */
bool svi_tree_goes_on(const struct svi_tree *tree, enum sv_status step, enum sv_status *status);

/* Looks up the keys of a mapping: found[i] is the value of names[i], or NULL. Refuses unknown keys,
 * keys that stand twice, keys that are not text, and a node that is not a mapping. `key` is the
 * place of the mapping, "" for the top. With `mistakes` all other keys are looked up even so. */
enum sv_status svi_tree_mapping(struct svi_tree *tree, const yaml_node_t *node, const char *key,
                                const char *const names[], size_t count,
                                const yaml_node_t *found[]);

/* Gets the i-th key and value of a mapping with free keys; returns false past the last. The caller
 * has checked that the node is a mapping. */
bool svi_tree_pair(struct svi_tree *tree, const yaml_node_t *node, size_t i,
                   const yaml_node_t **key, const yaml_node_t **value);

/* Reads the number of items of a list, and checks that the node is a list of at most `most` items.
 * svi_tree_item() then returns item `i`, from 0 to that number. */
enum sv_status svi_tree_list(struct svi_tree *tree, const yaml_node_t *node, const char *key,
                             size_t most, size_t *count);
const yaml_node_t *svi_tree_item(struct svi_tree *tree, const yaml_node_t *node, size_t i);

/* Returns the text of a scalar, or NULL for any other node or a text with a zero byte. */
const char *svi_tree_scalar(const yaml_node_t *node);

/* Read and check a scalar: a text of 1 to size-1 bytes, a whole number in range, true or false. */
enum sv_status svi_tree_text(const struct svi_tree *tree, const yaml_node_t *node, const char *key,
                             char *out, size_t size);
enum sv_status svi_tree_number(const struct svi_tree *tree, const yaml_node_t *node,
                               const char *key, int32_t *out);
enum sv_status svi_tree_bool(const struct svi_tree *tree, const yaml_node_t *node, const char *key,
                             bool *out);

#endif
