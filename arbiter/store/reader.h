/* Reading a store. Every function but those of snapshots sees the matches that are in when it is
 * called. */
#ifndef SVI_ARBITER_STORE_READER_H
#define SVI_ARBITER_STORE_READER_H

#include "store/store.h"

/* The stage of a season that begins after so many matches; *lineups is to be freed. SV_E_UNKNOWN:
 * there is none. */
enum sv_status svi_store_stage(struct svi_store *store, uint64_t before, uint32_t *rounds,
                               char **lineups);

/* The last night of a season, from 1, how many matches were planned before it, and whether it has
 * ended; 0: there has been none. */
enum sv_status svi_store_night(struct svi_store *store, uint64_t *night, uint64_t *matches,
                               bool *ended);

/* Calls `each` with the nights of a season, from 1, and how many matches were planned before each.
 */
enum sv_status svi_store_nights(struct svi_store *store,
                                void (*each)(void *user, uint64_t night, uint64_t matches),
                                void *user);

/* Calls `each` with every run, in the order in which they began; its texts are empty. */
enum sv_status svi_store_runs(struct svi_store *store,
                              void (*each)(void *user, const struct svi_store_run *run),
                              void *user);

/* When svi_store_put_reminded() was called last, in milliseconds since 1970; else when the first
 * run began; 0 if there was none. */
enum sv_status svi_store_reminded(struct svi_store *store, int64_t *at_ms);

/* The run that began last; its texts are the store's. !*any: none has been noted. */
enum sv_status svi_store_last_run(struct svi_store *store, struct svi_store_run *run, bool *any);

/* Calls take() for every bot that the last run has parked, in the order of bots. */
enum sv_status svi_store_parked(struct svi_store *store,
                                void (*take)(void *user, const struct svi_store_parked *row),
                                void *user);

/* Calls take() for the matches that were in flight a second ago at most, in the order of numbers.
 * They are those of a run that was killed where nobody writes the store (svi_store_is_written()).
 * A row that is none is left out. */
enum sv_status svi_store_playing(struct svi_store *store,
                                 void (*take)(void *user, const struct svi_playing *row),
                                 void *user);

/* Between these two every reading function sees the same matches, whatever is written meanwhile.
 * Pairs may stand inside each other. */
enum sv_status svi_store_snapshot(struct svi_store *store);
void svi_store_snapshot_end(struct svi_store *store);

/* From now on every reading function sees only matches whose deal is over, as if no other were in;
 * those of deals that were over when it was called last. For readers, outside any snapshot.
 * svi_store_info()->matches is what is planned by now. */
enum sv_status svi_store_only_over(struct svi_store *store);

/* The same, and need not look at deals that were over for another reader of the same store. */
enum sv_status svi_store_only_over_from(struct svi_store *store, const struct svi_store *older);

/* The next matches, after + 1 to last, of deals that are over for this reader and were not for the
 * older one; *deal is where to go on, 0 at first. False: there are none left. */
bool svi_visible_games_news(const struct svi_store *store, const struct svi_store *older,
                            uint64_t *deal, uint64_t *after, uint64_t *last);

/* Whether a deal, from 0, was over when svi_store_only_over() was called last, as it was. */
bool svi_visible_games_over(const struct svi_store *store, uint64_t deal);

/* Whether there are other bots by now than svi_store_info() knows, or they play otherwise: the
 * store is to be opened anew. */
bool svi_store_outdated(struct svi_store *store);

/* How many matches are in that svi_store_only_over() hides; 0 where it was not called. */
enum sv_status svi_store_hidden(struct svi_store *store, uint64_t *matches);

/* Whether anybody has written to the store since this was asked last. */
enum sv_status svi_store_changed(struct svi_store *store, bool *changed);

/* What has become of a bot, to stand behind "is": "set aside", say. Static. */
const char *svi_store_state(const struct svi_store_entry *entry);

/* How many matches are in. */
enum sv_status svi_store_count(struct svi_store *store, uint64_t *matches);

/* Whether every match of the deal that this one belongs to is in. */
enum sv_status svi_store_deal_over(struct svi_store *store, uint64_t number, bool *over);

/* Sets bit (number - 1) for every match that is in; `bits` has room for svi_store_info()->matches.
 */
enum sv_status svi_store_finished(struct svi_store *store, uint8_t *bits);

/* The first match that is in and has a number above `after`; *number is 0 when there is none. Goes
 * through a store: for (n = 0; next(store, n, &n) == SV_OK && n != 0;). */
enum sv_status svi_store_next(struct svi_store *store, uint64_t after, uint64_t *number);

/* Calls `each` with the bots and places by seat of every match that is in and has a number above
 * `after`, in the order of numbers, until it returns false. */
enum sv_status svi_store_places(struct svi_store *store, uint64_t after,
                                bool (*each)(void *user, uint64_t number, const unsigned bot[],
                                             const uint8_t place[]),
                                void *user);

/* The same with all that is known of a result: no replay, no clock's figures, no crash, nothing
 * printed. */
enum sv_status svi_store_results(struct svi_store *store, uint64_t after,
                                 bool (*each)(void *user, const struct svi_store_match *match),
                                 void *user);

/* The same of the `n` matches with these numbers, in this order; one that is not in is left out.
 * The others come even when it returns false. */
enum sv_status svi_store_results_at(struct svi_store *store, const uint64_t number[], size_t n,
                                    bool (*each)(void *user, const struct svi_store_match *match),
                                    void *user);

/* Somebody wants to know how far svi_store_results() from 0 on has come: `show` is called now and
 * then with how many matches it has given and how many are in, and a last time with `done` == `all`
 * when it is over, however. NULL: nobody does any more. */
void svi_store_watch(struct svi_store *store, void (*show)(void *user, uint64_t done, uint64_t all),
                     void *user);

/* Appends the replay of a match. SV_E_UNKNOWN: that match is not in. */
enum sv_status svi_store_replay(struct svi_store *store, uint64_t number, struct svi_buf *out);

/* Whether a match counts for the ranking: no bot at its table is disqualified. */
bool svi_store_counts(const struct svi_store_info *info, const struct svi_store_match *match);

/* How many of those that are in do not. */
enum sv_status svi_store_count_left_out(struct svi_store *store, uint64_t *matches);

/* Calls `each` for every bot and seat it has played from, in the order of bots, then seats. */
enum sv_status svi_store_tallies(struct svi_store *store,
                                 void (*each)(void *user, const struct svi_store_tally *tally),
                                 void *user);

/* Calls `each` with every process of a bot that was lost: those that a game was lost by first, in
 * the order of games, then those of no game, then the others, until it returns false. `bot` is its
 * place among the store's. */
enum sv_status svi_store_losses(struct svi_store *store,
                                bool (*each)(void *user, const struct svi_loss *loss), void *user);

/* How many of them were a bot's, and the first, with its report to be freed (NULL without memory,
 * or where there is none). */
enum sv_status svi_store_first_loss(struct svi_store *store, unsigned bot, uint64_t *count,
                                    struct svi_loss *loss);

/* Which bot had a seat in a match, and what it printed there, to be freed; NULL when that is
 * nothing. The text is as whoever wrote the store left it. SV_E_UNKNOWN: that match is not in, or
 * has no such seat. */
enum sv_status svi_store_output(struct svi_store *store, uint64_t number, unsigned seat,
                                unsigned *bot, char **text);

/* Calls `each` with the trades of every match that is in, has a number above `after` and was looked
 * at for them, in the order of numbers, until it returns false. */
enum sv_status svi_store_trades(struct svi_store *store, uint64_t after,
                                bool (*each)(void *user, uint64_t number,
                                             const struct svi_trade_pair pair[], unsigned n),
                                void *user);

/* Calls `each` with how long decisions of every bot and kind took, as often for one of them as
 * stores were merged. They come at most a second after the matches, so that a kill may leave out
 * that much. */
enum sv_status svi_store_times(struct svi_store *store,
                               void (*each)(void *user, unsigned bot, enum sv_decision kind,
                                            const struct svi_times *times),
                               void *user);

/* Calls `each` with how long bots have thought, by their clocks, in all games that are in; those
 * that have one. */
enum sv_status svi_store_used(struct svi_store *store,
                              void (*each)(void *user, unsigned bot, uint64_t games,
                                           uint64_t used_us),
                              void *user);

/* Calls `each` for every match that is in with its luck, in the order of numbers, until it returns
 * false. */
enum sv_status svi_store_lucks(struct svi_store *store,
                               bool (*each)(void *user, const struct svi_store_luck *luck),
                               void *user);

/* The luck of a match; *found: it is there. Its figures are the store's until the next call. */
enum sv_status svi_store_luck_of(struct svi_store *store, uint64_t number,
                                 struct svi_store_luck *luck, bool *found);

/* Whether there is luck of any match. */
enum sv_status svi_store_has_luck(struct svi_store *store, bool *has);

/* How many matches are in without luck of this version (NULL: of any); and their numbers above
 * `after`, ascending, `most` at most. */
enum sv_status svi_store_count_without_luck(struct svi_store *store,
                                            const uint8_t version[SVI_STORE_LUCK_VERSION],
                                            uint64_t *count);
enum sv_status svi_store_without_luck(struct svi_store *store,
                                      const uint8_t version[SVI_STORE_LUCK_VERSION], uint64_t after,
                                      uint64_t numbers[], unsigned most, unsigned *n);

/* What has been found of a match's decisions; *is: there is something. */
enum sv_status svi_store_analysis_of(struct svi_store *store, uint64_t number,
                                     uint8_t version[SVI_STORE_ANALYSIS_VERSION],
                                     struct svi_buf *found, bool *is);

/* Decisions of all matches that are in. */
enum sv_status svi_store_decisions(struct svi_store *store, uint64_t *decisions);

/* BLAKE2b-256 over all matches that are in, in the order of their numbers: the number as 8 bytes,
 * least significant first, then the digest at the end of its replay. Where luck decides, then the
 * number of bytes of its figures likewise, its version and its figures. Equal: the same games to
 * the last byte, and the same decisions. */
enum sv_status svi_store_digest(struct svi_store *store, uint8_t digest[32]);

#endif
