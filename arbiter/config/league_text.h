/* What of a league file may be kept: its text without the values of `env`. */
#ifndef SVI_ARBITER_CONFIG_LEAGUE_TEXT_H
#define SVI_ARBITER_CONFIG_LEAGUE_TEXT_H

#include "config/entries.h"
#include "config/league.h"
#include "secret/env_key.h"

/* Appends the file's text and a zero; in place of each value of `env` stands its hash (env_key.h),
 * unless one does already. Errors are those of svi_env_key_load(). */
enum sv_status svi_league_text(const struct svi_league *league, struct svi_buf *out,
                               struct svi_error *error);

/* Computes a mark of the key that hides values of `env`: machines with the same mark have the same
 * key, and the mark does not reveal it. It is "" if the league hides nothing. Errors are those of
 * svi_env_key_load(). */
enum sv_status svi_league_key_mark(const struct svi_league *league, char mark[SVI_ENV_HASH_TEXT],
                                   struct svi_error *error);

/* While the file is read: from its character `from` on, up to `to`, stands the value of a variable
 * of a bot, "NAME=VALUE", which must live as long as the league. Characters, not bytes: so libyaml
 * counts. False: too many values for the memory. */
bool svi_league_text_hide(struct svi_league *league, size_t from, size_t to, const char *variable);

/* ---- identity -------------------------------------------------------------------------------- */

/* The identity of a league: what its results depend on, as text. */

/* Appends everything that a result depends on, one "key: value" a line, always the same way: what
 * of it may change while a league goes on is league_change.h's. The seed stands there as its
 * commitment; sandbox, endpoints, keys and numbers of matches at once do not. `settings` and bots
 * as `entries` number them. */
void svi_league_identity(const struct svi_league *league, const struct svi_settings *settings,
                         const struct svi_entries *entries, struct svi_buf *out);

#endif
