/* Writes a new league file for `league init`: the named bots, and every other key as a comment with
 * its default. Adds a bot to an existing file for `league add`. `try` writes its own bots with it.
 * The caller owns and frees the buffers, which are `failed` without memory (base/buf.h), and
 * everything passed in. */
#ifndef SVI_ARBITER_CONFIG_LEAGUE_DRAFT_H
#define SVI_ARBITER_CONFIG_LEAGUE_DRAFT_H

#include "base/buf.h"
#include "base/error.h"

#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A `tags` entry of a bot in a league file. */
struct svi_draft_tag {
    const char *key, *value;
};

struct svi_draft_bot {
    const char *name;
    /* Program and arguments as written to the file, NULL at the end; NULL for a remote bot. */
    const char *const *argv;
    const char *endpoint;     /* endpoint of a remote bot */
    const char *const *files; /* list like argv; or NULL */
    uint32_t matches;         /* matches at once; 0 for 1 */
    const struct svi_draft_tag *tag;
    unsigned n_tags;
};

/* Appends a bot as an item of `bots`, on one line without a line end. */
void svi_league_draft_bot(struct svi_buf *out, const struct svi_draft_bot *bot);

/* Appends the file's text. `file` is its name in its own examples, `name` the name of the
 * league. */
void svi_league_draft(struct svi_buf *out, const char *file, const char *name,
                      const struct svi_draft_bot *bots, unsigned n_bots);

/* ---- league edit ----------------------------------------------------------------------------- */

/* Appends the text of a league file with a bot, which must not be remote, added after the last. The
 * rest stays as it is, comments included. If a bot has that name already, only its `command` or
 * `bot` is replaced, and *replaced is true. Other keys of `bot` count only for a new bot.
 *
 * Returns SV_E_TYPE, SV_E_LENGTH, SV_E_MISSING or SV_E_RANGE if the text is not YAML or has no list
 * of bots, if the existing bot is remote, or if its command is an alias; SV_E_SYSTEM without
 * memory. Nothing is appended then, *replaced is not valid, and a line in `error` names the file
 * and line. Other mistakes in the text are not looked for. */
enum sv_status svi_league_edit_bot(const char *file, const char *text, size_t size,
                                   const struct svi_draft_bot *bot, struct svi_buf *out,
                                   bool *replaced, struct svi_error *error);

#endif
