/* The bots that play recorded games on: a league's bots as the league file starts them, a bot that
 * stands in for those that cannot be started, and bots that the program adds. `what-if`, `compare`
 * and `analyse --depth play` use them (tools/cli/what_if.c, tools/cli/own.c). */
#ifndef SVI_TOOLS_CLI_FUTURES_BOTS_H
#define SVI_TOOLS_CLI_FUTURES_BOTS_H

#include "config/league.h"
#include "league/roster.h"
#include "runner/run_config.h"
#include "store/store.h"
#include "tools/console/bot_argument.h"

#include <sodium.h>

/* All 0 at first; the caller sets `added`, and calls svi_futures_bots_finish() in any case. */
struct svi_futures_bots {
    struct svi_league league;
    struct svi_bot_argument stand_in;
    bool has_league, has_stand_in;
    const char *added; /* program of a bot that the command adds, or NULL; the caller's */
    /* Private: what the configuration of a run points to. */
    const char *argv[2];
    struct svi_bot_argument *name; /* names of the bots of a run, which all differ */
    char *beside;
    struct svi_roster roster;
    struct svi_bot_spec *specs;
    struct svi_isolation isolation;
    const char **hidden;
};

/* Opens the league file `file`, or the one beside `store` if it is NULL, and reads `stand_in`
 * (NULL: none). `store` is "" for a game in no store. `game` is the user's name of the game or
 * store. Texts must live until svi_futures_bots_finish(). An error ends the process, here and
 * below. */
void svi_futures_bots_open(struct svi_futures_bots *b, const char *game, const char *file,
                           const char *store, const char *stand_in);
void svi_futures_bots_finish(struct svi_futures_bots *b);

/* Return indices in the bots of a run, in which those of the league come first. */
unsigned svi_futures_bots_stand_in(const struct svi_futures_bots *b);
unsigned svi_futures_bots_added(const struct svi_futures_bots *b);

/* Returns the bot that plays for `name`: its own, or the stand-in if the league file does not have
 * it, it connects from elsewhere, or it has secrets. An error names the game and the seat. */
unsigned svi_futures_bots_seat(struct svi_futures_bots *b, const char *game, unsigned seat,
                               const char *name);

/* Adds what tells a bot apart from others to a hash: the version of a league's bot, or the
 * stand-in's command. `bot` is from svi_futures_bots_seat(). Cannot fail. */
void svi_futures_bots_hash(const struct svi_futures_bots *b, unsigned bot,
                           crypto_generichash_state *state);

/* Says that the stand-in played in the place of the bot `name`: in a line, or as a JSON row. `out`
 * is `failed` without memory. */
void svi_futures_bots_tell_stand_in(const struct svi_futures_bots *b, const char *name, bool json,
                                    struct svi_buf *out);

/* As svi_futures_bots_tell_stand_in(), for all bots of a store: those whose place[], from
 * svi_futures_bots_seat(), is the stand-in's. */
void svi_futures_bots_tell_stand_ins(const struct svi_futures_bots *b,
                                     const struct svi_store_info *info, const unsigned place[],
                                     bool json, struct svi_buf *out);

/* Returns the configuration of a run, which is valid until svi_futures_bots_finish(). Bots do not
 * see the file `store`, a text that must outlive it; "" hides no file. Catches signals
 * (svi_interrupt_catch()), which then stop the run. Call it once. */
struct svi_run_config svi_futures_bots_config(struct svi_futures_bots *b, const char *store,
                                              unsigned jobs);

#endif
