/* The entries of a league: what its store ranks, in the order in which they came. An entry is a
 * bot; in a season (a ladder) it is one version of a bot, known by the hash of its files
 * (bot_hash.h). A bot that comes back as it once was is the entry that it was. Entries only ever
 * come: one that plays no more keeps its number, its name and its games.
 *
 * The first entry of a bot has the bot's name, the next ones a number behind it: "greedy", "greedy
 * (2)". */
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
    char *reason;  /* NULL: none */
    char **tags;   /* as of struct svi_league_bot */
    unsigned file; /* the bot in the league file that this entry is now; SVI_NO_BOT: none */
};

struct svi_entries {
    struct svi_entry *entry;
    unsigned n;
    unsigned known; /* of them, those that the store had */
};

/* The entries of a store whose league file is now this: those it has, with what has become of them,
 * then new ones. `info` NULL: there is no store yet. SV_E_HASH, SV_E_RANGE: the file does not fit
 * the store, a line says why, with file and key. SV_E_SYSTEM: no memory. Unless SV_OK there is
 * nothing to finish. */
enum sv_status svi_entries_init(struct svi_entries *entries, const struct svi_league *league,
                                const struct svi_store_info *info, struct svi_error *error);
void svi_entries_finish(struct svi_entries *entries);

/* The league's settings with bots numbered as the entries are. */
void svi_entries_settings(const struct svi_entries *entries, const struct svi_league *league,
                          struct svi_settings *settings);

/* Whether a bot of a season may have that name: there must be room for a number behind it, and none
 * may be there. */
bool svi_entry_name_ok(const char *name);

#endif
