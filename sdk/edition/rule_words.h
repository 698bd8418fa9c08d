/* Names and values of rule switches as text, in edition files, league files and options, whose
 * readers and writers call it. Texts returned are constant. */
#ifndef SVI_EDITION_RULE_WORDS_H
#define SVI_EDITION_RULE_WORDS_H

#include "base/nearest.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads the value of a switch, whose number exists, from text. On failure returns false and writes
 * the expected values to `expected`; do not use *out then. 160 bytes hold the values of any
 * switch. */
bool svi_rule_parse(unsigned rule, const char *text, int32_t *out, char *expected, size_t size);

/* Returns the number of a switch, or sv_rule_count() for an unknown name. */
unsigned svi_rule_find(const char *name);

/* The names of all switches, as choices. */
extern const struct svi_choices svi_rule_choices;

/* Bytes that hold any value of a switch as text. */
#define SVI_RULE_TEXT 24

/* Writes a value of the i-th switch as in edition files: a word, true, false or a number. */
void svi_rule_format(unsigned i, int32_t value, char out[SVI_RULE_TEXT]);

#endif
