/* A league file to begin from: the bots that are named, and every other key as a comment with what
 * it is when left out. */
#ifndef SVI_ARBITER_CONFIG_LEAGUE_DRAFT_H
#define SVI_ARBITER_CONFIG_LEAGUE_DRAFT_H

#include "base/buf.h"
#include "base/error.h"

#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A word of the operator's own about a bot: `tags` of a league file. */
struct svi_draft_tag {
    const char *key, *value;
};

struct svi_draft_bot {
    const char *name;
    const char *const *argv;  /* program and arguments as they are to stand there, NULL at the end;
                                 NULL: it is remote */
    const char *endpoint;     /* of a remote bot */
    const char *const *files; /* as argv; NULL: none */
    uint32_t matches;         /* at once; 0: 1 */
    const struct svi_draft_tag *tag;
    unsigned n_tags;
};

/* Appends a bot as an item of `bots`, on one line without its end. */
void svi_league_draft_bot(struct svi_buf *out, const struct svi_draft_bot *bot);

/* Appends the command of a bot that is not remote as a list. */
void svi_league_draft_command(struct svi_buf *out, const struct svi_draft_bot *bot);

/* Appends the text. `file` is what it is to be called in its own examples, `name` what the league
 * is called by it. */
void svi_league_draft(struct svi_buf *out, const char *file, const char *name,
                      const struct svi_draft_bot *bots, unsigned n_bots);

/* ---- league edit ----------------------------------------------------------------------------- */

/* Puts a bot into the text of a league file, and leaves all else as it stands, comments too. */

/* Appends the text with the bot, which is not remote, behind the last one; or with the command of
 * the bot of that name replaced: *replaced says which. The other keys of a bot that is there stay,
 * and those of `bot` count for a new one only. Errors, a line each with file and line: the text is
 * no YAML, has no list of bots, the bot is remote, or its command stands elsewhere (an alias). */
enum sv_status svi_league_edit_bot(const char *file, const char *text, size_t size,
                                   const struct svi_draft_bot *bot, struct svi_buf *out,
                                   bool *replaced, struct svi_error *error);

#endif
