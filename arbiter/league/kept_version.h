/* Copies of the versions of bots, so that a season can go on with the last one that worked when a
 * new one does not. A copy has what the version is the hash of (config/bot_hash.h): the files that
 * the bot's command and its `files` name, each at its own path below a folder of that version. */
#ifndef SVI_ARBITER_LEAGUE_KEPT_VERSION_H
#define SVI_ARBITER_LEAGUE_KEPT_VERSION_H

#include "config/league.h"

#include <solvent/status.h>

#include <stdbool.h>
#include <stdint.h>

/* Copies the version of a bot, which is known, into `folder`, which is made when it is not there.
 * Does nothing when it has it. SV_E_SYSTEM: a file cannot be copied; a line says so, and there is
 * no half copy. */
enum sv_status svi_kept_version_put(const char *folder, const struct svi_league_bot *bot,
                                    struct svi_error *error);

/* Makes the bot one that runs that version from its copy: its `run`, `files` and `folder`.
 * SV_E_UNKNOWN: there is no copy, or it is another version by now; the bot stays as it is.
 * SV_E_SYSTEM: the copy cannot be used. A line is in `error` for the latter. */
enum sv_status svi_kept_version_use(const char *folder, struct svi_league *league, unsigned bot,
                                    const uint8_t version[32], struct svi_error *error);

/* Removes the copies of all versions but those of the league's bots. */
void svi_kept_version_sweep(const char *folder, const struct svi_league *league);

#endif
