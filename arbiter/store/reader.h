/* Functions that read a store. Each of them sees the matches stored when it is called; within a
 * snapshot, those stored when the snapshot began. */
#ifndef SVI_ARBITER_STORE_READER_H
#define SVI_ARBITER_STORE_READER_H

#include "store/store.h"

/* Reads the stage of a season that starts after `before` planned matches.
 *
 * On success *lineups holds the stage's lineups as text; the caller frees it. Returns SV_E_UNKNOWN
 * if no stage starts there. */
enum sv_status svi_store_stage(struct svi_store *store, uint64_t before, uint32_t *rounds,
                               char **lineups);

/* Reads the last night of a season: its number from 1, the number of matches planned before it, and
 * whether it has ended. The number is 0 if the season has had no night. */
enum sv_status svi_store_night(struct svi_store *store, uint64_t *night, uint64_t *matches,
                               bool *ended);

/* Calls `each` with the nights of a season, from 1, and the number of matches planned before each
 * night. */
enum sv_status svi_store_nights(struct svi_store *store,
                                void (*each)(void *user, uint64_t night, uint64_t matches),
                                void *user);

/* Calls `each` with every run, in the order in which they began. Texts of the run are empty, except
 * `ended`. */
enum sv_status svi_store_runs(struct svi_store *store,
                              void (*each)(void *user, const struct svi_store_run *run),
                              void *user);

/* Reads the time of the last call of svi_store_put_reminded(), in milliseconds since 1970; without
 * such a call, the time when the first run began; without a run, 0. */
enum sv_status svi_store_reminded(struct svi_store *store, int64_t *at_ms);

/* Reads the run that began last; its texts belong to the store. *any is false if no run has been
 * recorded. */
enum sv_status svi_store_last_run(struct svi_store *store, struct svi_store_run *run, bool *any);

/* Calls take() for every bot that the last run has parked, in the order of bots. */
enum sv_status svi_store_parked(struct svi_store *store,
                                void (*take)(void *user, const struct svi_store_parked *row),
                                void *user);

/* Calls take() for the matches in flight, as of at most a second ago, in the order of their
 * numbers. If no process writes the store (svi_store_is_written()), they are the matches of a run
 * that was killed. Rows that cannot be read are left out. */
enum sv_status svi_store_playing(struct svi_store *store,
                                 void (*take)(void *user, const struct svi_playing *row),
                                 void *user);

/* Begins and ends a snapshot. Between the two calls every reading function sees the same matches,
 * whatever is written meanwhile. Snapshots may be nested. */
enum sv_status svi_store_snapshot(struct svi_store *store);
void svi_store_snapshot_end(struct svi_store *store);

/* Hides unfinished deals: from now on every reading function sees only matches of deals that were
 * finished at the last call of this function. For readers, outside any snapshot. Also updates
 * svi_store_info()->matches to the number of matches planned by now. */
enum sv_status svi_store_only_over(struct svi_store *store);

/* As svi_store_only_over(), but skips the deals that `older`, another reader of the same store, has
 * already seen finished. */
enum sv_status svi_store_only_over_from(struct svi_store *store, const struct svi_store *older);

/* Finds the next range of matches, after + 1 to last, of deals that `store` sees as finished and
 * `older` does not. *deal is the place where the search goes on; begin with 0. Returns false if no
 * range is left. */
bool svi_visible_games_news(const struct svi_store *store, const struct svi_store *older,
                            uint64_t *deal, uint64_t *after, uint64_t *last);

/* Returns whether a deal, from 0, was finished at the last call of svi_store_only_over(), which
 * must have been called. */
bool svi_visible_games_over(const struct svi_store *store, uint64_t deal);

/* Returns whether the store has more bots or more states of the league file by now than
 * svi_store_info() shows. Open the store again then. */
bool svi_store_outdated(struct svi_store *store);

/* Counts the stored matches that svi_store_only_over() hides; 0 if it was not called. */
enum sv_status svi_store_hidden(struct svi_store *store, uint64_t *matches);

/* Tells whether any process has written to the store since the last call. */
enum sv_status svi_store_changed(struct svi_store *store, bool *changed);

/* Returns the state of a bot, to follow the word "is": "set aside", for example. The text is
 * static. */
const char *svi_store_state(const struct svi_store_entry *entry);

/* Counts the stored matches. */
enum sv_status svi_store_count(struct svi_store *store, uint64_t *matches);

/* Tells whether all matches of the deal that match `number` belongs to are stored. */
enum sv_status svi_store_deal_over(struct svi_store *store, uint64_t number, bool *over);

/* Sets bit (number - 1) for every stored match. `bits` has room for svi_store_info()->matches
 * bits. */
enum sv_status svi_store_finished(struct svi_store *store, uint8_t *bits);

/* Finds the first stored match with a number above `after`; *number is 0 if no match follows. To go
 * through a store: for (n = 0; next(store, n, &n) == SV_OK && n != 0;). */
enum sv_status svi_store_next(struct svi_store *store, uint64_t after, uint64_t *number);

/* Calls `each` with the bots and places, by seat, of every stored match with a number above
 * `after`, in the order of numbers, until `each` returns false. */
enum sv_status svi_store_places(struct svi_store *store, uint64_t after,
                                bool (*each)(void *user, uint64_t number, const unsigned bot[],
                                             const uint8_t place[]),
                                void *user);

/* As svi_store_places(), with the whole result of each match. Replays, clock times, crashes and
 * printed text are left out. */
enum sv_status svi_store_results(struct svi_store *store, uint64_t after,
                                 bool (*each)(void *user, const struct svi_store_match *match),
                                 void *user);

/* As svi_store_results(), for the `n` matches with these numbers, in this order. Matches that are
 * not stored are left out. Goes on even if `each` returns false. */
enum sv_status svi_store_results_at(struct svi_store *store, const uint64_t number[], size_t n,
                                    bool (*each)(void *user, const struct svi_store_match *match),
                                    void *user);

/* Sets a function that follows the progress of svi_store_results() from match 0 on. `show` is
 * called now and then with the number of matches given to `each` and the number stored. A last
 * call, with `done` equal to `all`, comes at the end even after an error. NULL ends the calls. */
void svi_store_watch(struct svi_store *store, void (*show)(void *user, uint64_t done, uint64_t all),
                     void *user);

/* Appends the replay of a match. Returns SV_E_UNKNOWN if the match is not stored. */
enum sv_status svi_store_replay(struct svi_store *store, uint64_t number, struct svi_buf *out);

/* Returns whether a match counts for the ranking: no bot at its table is disqualified. */
bool svi_store_counts(const struct svi_store_info *info, const struct svi_store_match *match);

/* Counts the stored matches that do not count for the ranking. */
enum sv_status svi_store_count_left_out(struct svi_store *store, uint64_t *matches);

/* Calls `each` for every bot and every seat that it has played from, in the order of bots, then
 * seats. */
enum sv_status svi_store_tallies(struct svi_store *store,
                                 void (*each)(void *user, const struct svi_store_tally *tally),
                                 void *user);

/* Calls `each` with every lost process of a bot, until it returns false. Losses that made the bot
 * forfeit a game come first, in the order of games, then losses outside games that did so, then the
 * others. `bot` is the bot's place in the store. */
enum sv_status svi_store_losses(struct svi_store *store,
                                bool (*each)(void *user, const struct svi_loss *loss), void *user);

/* Counts the lost processes of one bot, and copies the first to *loss. The caller frees its report,
 * which is NULL without memory or if the bot has lost no process. */
enum sv_status svi_store_first_loss(struct svi_store *store, unsigned bot, uint64_t *count,
                                    struct svi_loss *loss);

/* Reads the bot at a seat of a match and the text that it printed there. The caller frees the text,
 * which is NULL if nothing was printed. The text is not cleaned: any program may have written the
 * store. Returns SV_E_UNKNOWN if the match is not stored or has no such seat. */
enum sv_status svi_store_output(struct svi_store *store, uint64_t number, unsigned seat,
                                unsigned *bot, char **text);

/* Calls `each` with the trades of every stored match that has a number above `after` and whose
 * trades were recorded, in the order of numbers, until it returns false. */
enum sv_status svi_store_trades(struct svi_store *store, uint64_t after,
                                bool (*each)(void *user, uint64_t number,
                                             const struct svi_trade_pair pair[], unsigned n),
                                void *user);

/* Calls `each` with decision times by bot and kind of decision. A pair of bot and kind may come
 * several times, once for each merged store. Times are written up to a second after their matches,
 * so a kill may lose the times of that second. */
enum sv_status svi_store_times(struct svi_store *store,
                               void (*each)(void *user, unsigned bot, enum sv_decision kind,
                                            const struct svi_times *times),
                               void *user);

/* Calls `each` with each bot's games and its thinking time in them, by its clock. Games without a
 * clock time do not count. */
enum sv_status svi_store_used(struct svi_store *store,
                              void (*each)(void *user, unsigned bot, uint64_t games,
                                           uint64_t used_us),
                              void *user);

/* Calls `each` with the luck of every stored match that has it, in the order of numbers, until it
 * returns false. */
enum sv_status svi_store_lucks(struct svi_store *store,
                               bool (*each)(void *user, const struct svi_store_luck *luck),
                               void *user);

/* Reads the luck of a match; *found tells whether the store has it. The figures belong to the store
 * and are valid until the next call. */
enum sv_status svi_store_luck_of(struct svi_store *store, uint64_t number,
                                 struct svi_store_luck *luck, bool *found);

/* Tells whether the store has luck of any match. */
enum sv_status svi_store_has_luck(struct svi_store *store, bool *has);

/* Count and list the stored matches without luck of this version (NULL: without luck of any
 * version). The list has at most `most` numbers above `after`, ascending. */
enum sv_status svi_store_count_without_luck(struct svi_store *store,
                                            const uint8_t version[SVI_STORE_LUCK_VERSION],
                                            uint64_t *count);
enum sv_status svi_store_without_luck(struct svi_store *store,
                                      const uint8_t version[SVI_STORE_LUCK_VERSION], uint64_t after,
                                      uint64_t numbers[], unsigned most, unsigned *n);

/* Reads the analysis of a match's decisions; *is tells whether the store has one. */
enum sv_status svi_store_analysis_of(struct svi_store *store, uint64_t number,
                                     uint8_t version[SVI_STORE_ANALYSIS_VERSION],
                                     struct svi_buf *found, bool *is);

/* Counts the decisions of all stored matches. */
enum sv_status svi_store_decisions(struct svi_store *store, uint64_t *decisions);

/* Computes the digest of all stored matches: BLAKE2b-256 over the matches in the order of their
 * numbers. Each adds its number as 8 bytes, least significant first, then the digest at the end of
 * its replay. Where luck decides, the number of bytes of its luck figures follows, again as 8
 * bytes, then the luck's version and figures. Equal digests mean the same games to the last byte,
 * and the same decisions. */
enum sv_status svi_store_digest(struct svi_store *store, uint8_t digest[32]);

#endif
