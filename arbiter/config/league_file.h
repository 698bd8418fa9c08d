/* Reads league files. The format, with every key:
 *
 *     name: spring-cup            # the file's name if left out
 *     edition: classic            # a built-in name or a path
 *     rules: {max_rounds: 300}    # single switches of the edition
 *     seats: 4                    # 2-8 at a table; 4, or all bots where they are fewer
 *     format: round_robin
 *     deals: 25                   # for each table; a deal is one seed played in several seatings
 *     seatings: rotations         # rotations | all | fixed
 *     seed: 42                    # a secret 256-bit one if left out
 *     clock: {decision_ms: 1000, bank_ms: 60000, strikes: 10}
 *     sandbox: auto               # auto | bwrap | strict | none
 *     secret_key: keys/league.key # for bots with a public_key
 *     bots:
 *       - {name: greedy, command: [build/bots/greedy], matches: 64}    # at once; 1 if left out
 *       - {name: oracle, command: [./oracle], secrets: {API_KEY: file:keys/api}}
 *                                                     # a variable whose value is in that file
 *       - {name: alice, endpoint: "tcp://0.0.0.0:7001", public_key: keys/alice.pub, wait_s: 600}
 *       - {name: me, endpoint: web}
 *                                                     # connects by itself, through a gate
 *
 * Paths are relative to the folder of the league file, where bots run. Everything but `bots` has
 * the default shown. Each mistake in a file is one line: file, line, key, what was found, what was
 * expected. Mistakes return SV_E_MISSING, SV_E_DUPLICATE, SV_E_TYPE, SV_E_LENGTH, SV_E_RANGE or
 * SV_E_UNKNOWN. `league` commands, `try`, arbiter/league and the load benchmark call these
 * functions. svi_league_finish() frees a league that was read. */
#ifndef SVI_ARBITER_CONFIG_LEAGUE_FILE_H
#define SVI_ARBITER_CONFIG_LEAGUE_FILE_H

#include "config/league.h"

/* Reads a league file into *league, which has about 40 KiB and should not lie on the stack. Returns
 * SV_E_SYSTEM if the file cannot be read or without memory, and the errors above for mistakes in it
 * (SV_E_UNKNOWN for a missing file), each with a line in `error`. On errors nothing is left to
 * finish. `path` must outlive the league. */
enum sv_status svi_league_init(struct svi_league *league, const char *path,
                               struct svi_error *error);

/* Reads the text of a league file unchanged. Returns the errors of svi_league_init(). The caller
 * finishes `text` in any case. */
enum sv_status svi_league_file_read(const char *path, struct svi_buf *text,
                                    struct svi_error *error);

/* Reads a league from a text in memory, which errors call `file`. The text is copied; `file` must
 * outlive the league. Errors are those of svi_league_init(), and nothing is left to finish then. */
enum sv_status svi_league_parse(struct svi_league *league, const char *file, const char *text,
                                size_t size, struct svi_error *error);

/* Reads the whole text and appends a line to `mistakes` for each mistake in it. Reading ends at a
 * mistake in YAML's syntax, as nothing behind it can be read.
 *
 * The caller calls svi_league_finish() in any case. A league with mistakes serves only for
 * svi_league_check_bot(). Returns the status of the first mistake, or SV_E_SYSTEM, whose line is in
 * `mistakes` too. */
enum sv_status svi_league_parse_noting(struct svi_league *league, const char *file,
                                       const char *text, size_t size, struct svi_buf *mistakes);

/* Reads the league file that a store keeps. The store may come from a stranger, so no file that
 * the league names is opened. Such a league can be compared, but not played. Errors are those of
 * svi_league_parse(). */
enum sv_status svi_league_parse_stored(struct svi_league *league, const char *file,
                                       const char *text, size_t size, struct svi_error *error);

#endif
