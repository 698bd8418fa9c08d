/* Puts a bot into the text of a league file, and leaves all else as it stands, comments too. */
#ifndef SVI_ARBITER_CONFIG_LEAGUE_EDIT_H
#define SVI_ARBITER_CONFIG_LEAGUE_EDIT_H

#include "config/league_draft.h"

#include "base/buf.h"
#include "base/error.h"

#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>

/* Appends the text with the bot, which is not remote, behind the last one; or with the command of
 * the bot of that name replaced: *replaced says which. The other keys of a bot that is there stay,
 * and those of `bot` count for a new one only. Errors, a line each with file and line: the text is
 * no YAML, has no list of bots, the bot is remote, or its command stands elsewhere (an alias). */
enum sv_status svi_league_edit_bot(const char *file, const char *text, size_t size,
                                   const struct svi_draft_bot *bot, struct svi_buf *out,
                                   bool *replaced, struct svi_error *error);

#endif
