/* Results of matches with losses, printed text, trades, luck and analyses, and games played on.
 *
 * Reports, rankings and `serve` read them. Runs, `luck`, `analyse` and `what-if` write them to a
 * store that is open for writing. svi_store_put_*() join the open transaction or begin one, and
 * svi_store_commit() makes them durable.
 *
 * Functions return SV_E_SYSTEM if SQLite refuses or a value is not valid, with a line in
 * svi_store_error(). svi_store_luck_of() and svi_store_analysis_of() return it without a line if
 * memory is missing. Arguments of `each` are valid during the call only. After an error outputs are
 * not valid, and `each` may have been called before. Texts to free are NULL then, except the report
 * of a first loss. Rows to be stored stay the caller's. */
#ifndef SVI_ARBITER_STORE_STORE_RESULTS_H
#define SVI_ARBITER_STORE_STORE_RESULTS_H

#include "store/rows.h"

/* The verdicts that count as incidents, in the order in which they are listed. A forfeit is an
 * incident too. */
#define SVI_INCIDENTS 5u
extern const enum sv_verdict svi_incidents[SVI_INCIDENTS];

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
 * called now and then with the number of matches given to `each` and the number stored. If the
 * store has matches, a last call with `done` equal to `all` comes at the end, even after an error
 * in reading. `user` must stay valid until NULL ends the calls. */
void svi_store_watch(struct svi_store *store, void (*show)(void *user, uint64_t done, uint64_t all),
                     void *user);

/* Calls `each` with every lost process of a bot, until it returns false. Losses that made the bot
 * forfeit a game come first, in the order of games, then losses outside games that did so, then the
 * others. `bot` is the bot's place in the store. The store does not keep `why`, `unused` and
 * `outside`: they are NULL and false. */
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

/* Calls `each` with the luck of every stored match that has it, in the order of numbers, until it
 * returns false. */
enum sv_status svi_store_lucks(struct svi_store *store,
                               bool (*each)(void *user, const struct svi_store_luck *luck),
                               void *user);

/* Reads the luck of a match; *found tells whether the store has it. The figures belong to the store
 * and are valid until the next svi_store_luck_of(). */
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

/* Calls `each` with the rows of a match (0: of all matches), in the order of matches, seats and
 * decisions, until it returns false. */
enum sv_status svi_store_played_on(struct svi_store *store, uint64_t number,
                                   bool (*each)(void *user, const struct svi_store_played_on *row),
                                   void *user);

/* Stores a row, in place of an earlier one of the same decision. */
enum sv_status svi_store_put_played_on(struct svi_store *store,
                                       const struct svi_store_played_on *row);

/* Stores a lost process and the present time; `bot` is the bot's place in the store. */
enum sv_status svi_store_put_loss(struct svi_store *store, const struct svi_loss *loss);

/* Stores the luck of a match, in place of an earlier row. */
enum sv_status svi_store_put_luck(struct svi_store *store, const struct svi_store_luck *luck);

/* Stores the fallbacks of a seat. */
enum sv_status svi_store_put_fallbacks(struct svi_store *store, const struct svi_store_match *match,
                                       unsigned seat);

/* Returns the number of a seat's incidents: decisions that the default was taken for, and its
 * forfeit. */
uint32_t svi_store_incidents(const struct svi_store_seat *seat);

/* ---- for the other files of the store -------------------------------------------------------- */

struct svi_luck_table; /* store_db.h */

/* Stores the text that the bots of a match printed. */
enum sv_status svi_store_put_outputs(struct svi_store *store, const struct svi_store_match *match);

/* The longest pair: [7,8,4294967295,-2147483648], */
#define SVI_TRADE_BALANCE_TEXT (SVI_TRADE_PAIRS * 48u + 3)

/* Writes the row of a match in `trades` as text, and returns its length. */
size_t svi_store_trades_text(const struct svi_store_match *match,
                             char text[SVI_TRADE_BALANCE_TEXT]);

/* Copies the losses of the store attached as `other` that belong to chosen matches or to no
 * match. */
enum sv_status svi_store_merge_losses(struct svi_store *store);

/* Finalises the statement of the table, and frees its copy. */
void svi_luck_table_finish(struct svi_luck_table *table);

/* Stores the seats' gains from trades. */
enum sv_status svi_store_put_trades(struct svi_store *store, const struct svi_store_match *match);
#endif
