/* Numbers that people write: read strictly, and written the shortest way. */
#ifndef SVI_BASE_NUMBER_H
#define SVI_BASE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* A whole number in decimal, with an optional minus, without zeros before it and nothing around it.
 */
bool svi_number_parse(const char *text, int32_t *out);

#define SVI_MILLION 1000000

/* A number with up to six decimals and up to twelve digits, in millionths; nothing around it. */
bool svi_decimal_parse(const char *text, int64_t *out);

/* A number in millionths as text, without zeros at the end: "0.05", "-2000". */
#define SVI_DECIMAL_TEXT 32
void svi_decimal_text(int64_t millionths, char out[SVI_DECIMAL_TEXT]);

/* ---- name ------------------------------------------------------------------------------------ */

/* Names of bots and leagues: the same rule in league files and on command lines. */

/* Whether a text may name a bot or a league: 1 to SV_MAX_NAME - 1 bytes of UTF-8 without control
 * characters and "/", that do not begin with "." or "-": names become names of files (stores, logs)
 * and words of commands. */
bool svi_name_ok(const char *name);

/* Cuts a text off before the character that does not fit into `size` bytes with a 0 at the end. */
void svi_name_cut(char *text, unsigned size);

#endif
