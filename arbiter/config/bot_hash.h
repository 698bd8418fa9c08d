/* The version of a bot: a hash of everything that the bot consists of. It covers the command, the
 * program and files that the command names, the files and folders (with all their contents) that
 * `files` names, the `env`, and the names of `secrets`. Values of `env` enter as a keyed hash
 * (secret/env_key.h), because everybody can see the version. A program found in PATH (python3)
 * belongs to the machine: its name is hashed, but not its bytes. For a bot that connects by itself,
 * only its public key is known.
 *
 * A run stores versions with its games and finds changed files by the mark; `league plan`, `try`,
 * `verify --ask` and games played on compute and compare versions. They open files, so the league
 * must not be a stored one. Functions that return a status leave a line in `error` if they fail.
 * The version of the bot at fault is not valid then. They keep no pointer. */
#ifndef SVI_ARBITER_CONFIG_BOT_HASH_H
#define SVI_ARBITER_CONFIG_BOT_HASH_H

#include "base/error.h"
#include "config/league.h"

/* Computes the version of a bot of the league, in league->bot[bot].version. Returns SV_E_UNKNOWN if
 * a file cannot be read, or the errors of svi_env_key_load(). */
enum sv_status svi_league_bot_version(struct svi_league *league, unsigned bot,
                                      struct svi_error *error);

/* As svi_league_bot_version(), for every bot of the league that plays. The first bot that fails
 * ends it; versions of bots before it are valid. */
enum sv_status svi_league_versions(struct svi_league *league, struct svi_error *error);

/* Appends a line "name version" for every bot that plays. For a season it appends nothing, since
 * the identity has the versions of its entries. Otherwise `versioned` is false for all bots
 * afterwards. Returns the errors of svi_league_bot_version(); then nothing is appended. `out` is
 * `failed` without memory (base/buf.h). */
enum sv_status svi_league_version_lines(struct svi_league *league, struct svi_buf *out,
                                        struct svi_error *error);

/* Computes a mark of the files of all bots that play, from their sizes, times and inodes, which is
 * quick. If the mark changes, a file has changed. Cannot fail. */
void svi_league_mark(const struct svi_league *league, uint8_t mark[32]);

#endif
