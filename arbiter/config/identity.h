/* The identity of a league: what its results depend on, as text. */
#ifndef SVI_ARBITER_CONFIG_IDENTITY_H
#define SVI_ARBITER_CONFIG_IDENTITY_H

#include "config/entries.h"

/* Appends everything that a result depends on, one "key: value" a line, always the same way: what
 * of it may change while a league goes on is league_change.h's. The seed stands there as its
 * commitment; sandbox, endpoints, keys and numbers of matches at once do not. `settings` and bots
 * as `entries` number them. */
void svi_league_identity(const struct svi_league *league, const struct svi_settings *settings,
                         const struct svi_entries *entries, struct svi_buf *out);

#endif
