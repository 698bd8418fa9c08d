/* Reads numbers that people write, strictly, and writes them in the shortest way. Readers of league
 * files, editions, options and answers use it. Texts and rooms are the caller's. */
#ifndef SVI_BASE_NUMBER_H
#define SVI_BASE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* Reads a whole decimal number with an optional minus, without leading zeros or surrounding text.
 * Returns false, and leaves *out unchanged, for any other text or a size beyond INT32_MAX. */
bool svi_number_parse(const char *text, int32_t *out);

#define SVI_MILLION 1000000

/* Reads a number of up to twelve digits with up to six decimals, in millionths, without surrounding
 * text. Returns false for any other text; do not use *out then. */
bool svi_decimal_parse(const char *text, int64_t *out);

/* Writes a number in millionths as text without trailing zeros: "0.05", "-2000". */
#define SVI_DECIMAL_TEXT 32
void svi_decimal_text(int64_t millionths, char out[SVI_DECIMAL_TEXT]);

/* ---- name ------------------------------------------------------------------------------------ */

/* Names of bots and leagues, in league files and on command lines. */

/* Returns whether a text may name a bot or a league: 1 to SV_MAX_NAME - 1 bytes of UTF-8 without
 * control characters and "/", not beginning with "." or "-". Names become names of files (stores,
 * logs) and words of commands. */
bool svi_name_ok(const char *name);

/* Cuts a text before the first character that does not fit into `size` bytes, at least 1, with a
 * terminating 0. */
void svi_name_cut(char *text, unsigned size);

#endif
