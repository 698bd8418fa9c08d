/* A YAML file as a tree that remembers its lines, read key by key against what is expected. Every
 * mistake becomes one line: FILE:LINE: KEY: found WHAT, expected WHAT.
 *
 * libyaml, which libcyaml itself stands on, and not libcyaml: that one maps a file straight into a
 * struct and forgets the lines, but an edition is put together from several files and judged
 * afterwards, as a whole, and the mistakes found then must still name the line they come from. */
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
    const char *file; /* as it is named in errors */
    struct svi_error *error;
    /* Set after svi_tree_init() by a reader that goes on after a mistake: a line for each. NULL:
     * the first mistake ends reading. */
    struct svi_buf *mistakes;
};

/* Parses the one document in `text`; `file` and `error` must outlive the tree. Anything but SV_OK
 * leaves nothing to finish and a line in `error`. An empty document is refused. */
enum sv_status svi_tree_init(struct svi_tree *tree, const char *file, const char *text, size_t size,
                             struct svi_error *error);
void svi_tree_finish(struct svi_tree *tree);

const yaml_node_t *svi_tree_root(struct svi_tree *tree);

/* The line a node begins in, from 1. */
unsigned svi_tree_line(const yaml_node_t *node);

/* Writes FILE:LINE: KEY: and the message into the error and returns `status`. */
enum sv_status svi_tree_wrong(const struct svi_tree *tree, const yaml_node_t *node, const char *key,
                              enum sv_status status, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* The same when the message is: found that node, expected what `expected` says. */
enum sv_status svi_tree_unexpected(const struct svi_tree *tree, const yaml_node_t *node,
                                   const char *key, const char *expected);

/* The same for a scalar that is none of the choices, in the words of svi_expected(): "found 'dels',
 * did you mean 'deals'?". */
enum sv_status svi_tree_not_among(const struct svi_tree *tree, const yaml_node_t *node,
                                  const char *key, const struct svi_choices *choices);

/* Reads a scalar that is one of these words, and sets *out to its number. Errors are those of
 * svi_tree_not_among(). */
enum sv_status svi_tree_word(const struct svi_tree *tree, const yaml_node_t *node, const char *key,
                             const struct svi_numbered *words, unsigned *out);

/* Takes the status of a step of reading, and returns whether to go on. *status becomes that of the
 * first step that failed; a mistake moves from the error to `mistakes`. Without `mistakes`, and
 * after SV_E_SYSTEM, reading ends. */
bool svi_tree_goes_on(const struct svi_tree *tree, enum sv_status step, enum sv_status *status);

/* Looks up the keys of a mapping: found[i] is the value of names[i], or NULL. Unknown keys, keys
 * that stand twice, keys that are no text and a node that is no mapping are refused. `key` is where
 * the mapping stands, "" for the top. With `mistakes` all other keys are looked up even so. */
enum sv_status svi_tree_mapping(struct svi_tree *tree, const yaml_node_t *node, const char *key,
                                const char *const names[], size_t count,
                                const yaml_node_t *found[]);

/* The i-th key and value of a mapping with free keys; false behind the last. */
bool svi_tree_pair(struct svi_tree *tree, const yaml_node_t *node, size_t i,
                   const yaml_node_t **key, const yaml_node_t **value);

/* Number of items of a list, checked to be one and to be at most `most` long. */
enum sv_status svi_tree_list(struct svi_tree *tree, const yaml_node_t *node, const char *key,
                             size_t most, size_t *count);
const yaml_node_t *svi_tree_item(struct svi_tree *tree, const yaml_node_t *node, size_t i);

/* The text of a scalar as it stands, NULL for anything else or a text with a zero byte in it. */
const char *svi_tree_scalar(const yaml_node_t *node);

/* One scalar, checked: a text of 1 to size-1 bytes, a whole number that fits, true or false. */
enum sv_status svi_tree_text(const struct svi_tree *tree, const yaml_node_t *node, const char *key,
                             char *out, size_t size);
enum sv_status svi_tree_number(const struct svi_tree *tree, const yaml_node_t *node,
                               const char *key, int32_t *out);
enum sv_status svi_tree_bool(const struct svi_tree *tree, const yaml_node_t *node, const char *key,
                             bool *out);

#endif
