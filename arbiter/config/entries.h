/* The entries of a league are the participants that its store ranks, in the order in which they
 * were added. An entry is a bot; in a season (a ladder) it is one version of a bot, identified by
 * the hash of its files (bot_hash.h). A bot that returns to an earlier version returns to that
 * entry. Entries are only ever added: an entry that plays no more keeps its number, its name and
 * its games.
 *
 * The first entry of a bot has the bot's name; later ones have a number behind it: "greedy",
 * "greedy (2)".
 *
 * arbiter/league/ makes the entries whenever it compares a league file with its store, or plays. */
#ifndef SVI_ARBITER_CONFIG_ENTRIES_H
#define SVI_ARBITER_CONFIG_ENTRIES_H

#include "base/error.h"
#include "config/league.h"
#include "store/store.h"

#define SVI_NO_BOT UINT32_MAX

struct svi_entry {
    char name[SV_MAX_NAME];
    char origin[SV_MAX_NAME]; /* the bot's name in the league file */
    char *definition;         /* svi_league_bot_definition() */
    bool versioned;
    uint8_t version[32];
    enum svi_status status;
    char *reason;  /* or NULL */
    char **tags;   /* as in struct svi_league_bot */
    unsigned file; /* the bot's place in the league file, or SVI_NO_BOT if the entry is not in it */
};

/* All entries of a league. Owns their texts: nothing points into the league or the store. */
struct svi_entries {
    struct svi_entry *entry;
    unsigned n;
    unsigned known; /* number of entries that the store had before */
};

/* Makes the entries of a league file: first the store's, with their present status, then new ones.
 * `info` is NULL if there is no store yet. Returns SV_E_MISMATCH or SV_E_RANGE if the file does not
 * fit the store; a line with file and key says why. Returns SV_E_SYSTEM without memory. On errors
 * nothing is left to finish. */
enum sv_status svi_entries_init(struct svi_entries *entries, const struct svi_league *league,
                                const struct svi_store_info *info, struct svi_error *error);

/* Frees all entries and leaves an empty list. */
void svi_entries_finish(struct svi_entries *entries);

/* Copies the league's settings with bots numbered like the entries, which svi_entries_init() has
 * made of that league. *settings points into neither, so it may outlive both, and there is nothing
 * to free. */
void svi_entries_settings(const struct svi_entries *entries, const struct svi_league *league,
                          struct svi_settings *settings);

/* Returns whether a bot of a season may have this name: it must leave room for a number, and must
 * not end with one. */
bool svi_entry_name_ok(const char *name);

#endif
