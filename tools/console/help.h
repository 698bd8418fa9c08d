/* --help, from the description of a command. */
#ifndef SVI_TOOLS_CONSOLE_HELP_H
#define SVI_TOOLS_CONSOLE_HELP_H

#include "base/buf.h"
#include "tools/console/command.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The widest line; the same on every screen, so that examples stay whole. */
#define SVI_HELP_WIDTH 79u

/* Prints the help of a command, at most SVI_HELP_LINES lines; `name` is its name in full. With
 * `full` it prints all that the man page has, however long. */
#define SVI_HELP_LINES 40u
void svi_help_print(const struct svi_command *command, const char *name, bool full, FILE *out);

/* Prints words filled into lines of up to SVI_HELP_WIDTH, the first beginning at column `at` where
 * the cursor stands, the others indented so far. */
void svi_help_fill(const char *text, unsigned at, FILE *out);

/* ---- markup ---------------------------------------------------------------------------------- */

/* What goes into pages: texts from outside as texts, and bytes as letters. */

/* A text, for an element or between the double quotes of an attribute: & < > " ' are escaped, and
 * what is no text for a page (control characters, what is not UTF-8) becomes '?'. `prose`: line
 * breaks and tabs stay. */
void svi_markup_text(struct svi_buf *out, const char *text, bool prose);

/* Base64 (RFC 4648), padded. */
void svi_markup_base64(struct svi_buf *out, const void *bytes, size_t size);

/* SHA-256 in base64, as a content security policy names a text. */
void svi_markup_hash(struct svi_buf *out, const void *bytes, size_t size);

/* ---- card ------------------------------------------------------------------------------------ */

/* What stands for a page where a link to it is passed on: Open Graph (https://ogp.me). */

/* A page's texts; they must outlive the call alone. */
struct svi_card {
    const char *title;
    const char *about; /* a sentence or two of what the page shows */
    const char *site;  /* address of `solvent serve` with the slash behind its host. NULL: unknown,
                          and there is no picture: others fetch it by its whole address */
};

/* Appends it as elements of <head>, texts escaped. */
void svi_card_put(struct svi_buf *out, const struct svi_card *card);

#endif
