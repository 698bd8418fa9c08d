/* The text of a league file that a store may hold: without the values of `env`. arbiter/league
 * writes it, `league run` compares marks of keys, and league_secrets.c marks the values. Functions
 * that need the key make its file if there is none (svi_env_key_load()). The caller owns the
 * buffers, which are `failed` without memory (base/buf.h). Functions that return a status leave a
 * line in `error`, and nothing in their output that can be used. */
#ifndef SVI_ARBITER_CONFIG_LEAGUE_TEXT_H
#define SVI_ARBITER_CONFIG_LEAGUE_TEXT_H

#include "config/entries.h"
#include "config/league.h"
#include "secret/env_key.h"

/* Appends the file's text and a zero. Each value of `env` is replaced by its hash (env_key.h),
 * unless it is a hash already. Returns the errors of svi_env_key_load(). */
enum sv_status svi_league_text(const struct svi_league *league, struct svi_buf *out,
                               struct svi_error *error);

/* Computes a mark of the key that hides values of `env`: machines with the same mark have the same
 * key, and the mark does not reveal it. It is "" if the league hides nothing. Errors are those of
 * svi_env_key_load(). */
enum sv_status svi_league_key_mark(const struct svi_league *league, char mark[SVI_ENV_HASH_TEXT],
                                   struct svi_error *error);

/* Records, while the file is read, that the value of a bot's variable stands from character `from`
 * up to `to`. `variable` is "NAME=VALUE" and must live as long as the league. Positions count
 * characters, not bytes, as libyaml does. Returns false without memory. */
bool svi_league_text_hide(struct svi_league *league, size_t from, size_t to, const char *variable);

/* ---- identity -------------------------------------------------------------------------------- */

/* Appends the identity of a league: everything that a result depends on, one "key: value" a line,
 * always in the same form. Stores keep it, and it is compared with the file's; league_change.h
 * says which lines may change during a league. The seed appears as its commitment. Sandbox,
 * endpoints, keys and matches at once are not included. Settings and bots are numbered like
 * `entries`. */
void svi_league_identity(const struct svi_league *league, const struct svi_settings *settings,
                         const struct svi_entries *entries, struct svi_buf *out);

#endif
