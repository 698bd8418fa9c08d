/* The version of a bot: a hash of what it is made of. That is its command, the program and the
 * files that the command names, what its `files` name, folders with all in them, its `env`, of
 * whose values a keyed hash counts (secret/env_key.h), as the version is shown to everybody, and
 * the names of its `secrets`. A program that is looked up in PATH (python3) is the machine's: its
 * name counts, not its bytes. Of a bot that connects by itself only its public key is known. */
#ifndef SVI_ARBITER_CONFIG_BOT_HASH_H
#define SVI_ARBITER_CONFIG_BOT_HASH_H

#include "base/error.h"
#include "config/league.h"

/* Finds out the version of a bot of the league. SV_E_UNKNOWN: a file cannot be read; or as
 * svi_env_key_load(). A line says so, with file and key. */
enum sv_status svi_league_bot_version(struct svi_league *league, unsigned bot,
                                      struct svi_error *error);

/* The same of every bot of the league that plays. */
enum sv_status svi_league_versions(struct svi_league *league, struct svi_error *error);

/* Appends "name version" for every bot that plays, a line each. Of a season nothing: its entries
 * have their versions in the league's identity. The league stays as it is. Errors as above. */
enum sv_status svi_league_version_lines(struct svi_league *league, struct svi_buf *out,
                                        struct svi_error *error);

/* A mark of the same files as they lie there: sizes, times and places, quick to find out. Another
 * mark: somebody has changed something. Of all bots that play. */
void svi_league_mark(const struct svi_league *league, uint8_t mark[32]);

#endif
