/* Prints --help from the description of a command. Also writes the markup of all pages: reports,
 * `serve`, `play`, and games as pages. Functions that append to `out` leave it `failed` without
 * memory (base/buf.h). */
#ifndef SVI_TOOLS_CONSOLE_HELP_H
#define SVI_TOOLS_CONSOLE_HELP_H

#include "base/buf.h"
#include "tools/console/command.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Widest line, equal on every screen so that examples stay whole. */
#define SVI_HELP_WIDTH 79u

/* Prints the help of a command, at most SVI_HELP_LINES lines; `name` is its name in full. With
 * `full`, prints all that the man page has, however long. */
#define SVI_HELP_LINES 40u
void svi_help_print(const struct svi_command *command, const char *name, bool full, FILE *out);

/* Prints words filled into lines of up to SVI_HELP_WIDTH. The cursor stands at column `at`; later
 * lines are indented to that column. */
void svi_help_fill(const char *text, unsigned at, FILE *out);

/* ---- markup ---------------------------------------------------------------------------------- */

/* Appends a text, for an element or between the double quotes of an attribute. & < > " ' are
 * escaped. Control characters and bytes that are not UTF-8 become '?'. With `prose`, line breaks
 * and tabs stay. */
void svi_markup_text(struct svi_buf *out, const char *text, bool prose);

/* Appends base64 (RFC 4648), padded. */
void svi_markup_base64(struct svi_buf *out, const void *bytes, size_t size);

/* Appends the SHA-256 in base64, in which a content security policy names a text. */
void svi_markup_hash(struct svi_buf *out, const void *bytes, size_t size);

/* ---- page files ------------------------------------------------------------------------------ */

/* A file that is compiled in, such as the script of a page (cmake/EmbedText.cmake). A zero byte
 * follows its bytes. */
struct svi_page_file {
    const unsigned char *bytes;
    size_t size;
};

/* A text that stands for {{name}} in a template. */
struct svi_page_word {
    const char *name;
    const void *bytes;
    size_t size;
};

/* Appends a template, which has `n` words, each of them any number of times. */
void svi_page_fill(struct svi_buf *out, const struct svi_page_file *page,
                   const struct svi_page_word word[], size_t n);

/* ---- card ------------------------------------------------------------------------------------ */

/* The card that chats and social media show for a link to a page: Open Graph (https://ogp.me). */

/* A page's texts. They need to outlive only the call. */
struct svi_card {
    const char *title;
    const char *about; /* one or two sentences about the page */
    /* Address of `solvent serve` with the slash behind its host. NULL: unknown, so the card has no
     * picture, as other sites fetch the picture by its whole address. */
    const char *site;
    /* Path of the page's own picture below `site`, 1200 by 630 pixels, such as "games/17.png".
     * NULL: the picture of a game that the documents show. */
    const char *picture;
};

/* Appends the card as elements of <head>, with texts escaped. */
void svi_card_put(struct svi_buf *out, const struct svi_card *card);

/* ---- pages ----------------------------------------------------------------------------------- */

/* The files of a kind of page. The template has the words `title`, `card`, `policy`, `style` and
 * `script`, and words of its own. */
struct svi_page_kind {
    const struct svi_page_file *page, *style;
    const struct svi_page_file *script; /* NULL for a served page that runs none */
};

/* What the head of a page says. The texts are escaped by svi_page_put(). */
struct svi_page_head {
    const char *title;
    const char *about;   /* as in struct svi_card; NULL for a page without a card */
    const char *site;    /* as in struct svi_card */
    const char *more;    /* sources of scripts that its policy allows besides the script, or NULL */
    const char *picture; /* as in struct svi_card */
    bool served;         /* by `solvent serve`, which hands out style and script as files */
};

/* Appends a page, with `n` words, 11 at most, beside those of its head. The page in a file has its
 * style and its script inside, and a content security policy that allows these two by their hashes.
 * A served page links to svi_page_path(), with the hashes as its integrity; its policy is in the
 * answer's head. */
void svi_page_put(struct svi_buf *out, const struct svi_page_kind *kind,
                  const struct svi_page_head *head, const struct svi_page_word word[], size_t n);

/* Prints the address at which `solvent serve` has a style ("css") or a script ("js"), such as
 * "/site/0123456789abcdef.css". Other bytes have another address. */
#define SVI_PAGE_PATH 40u
void svi_page_path(const struct svi_page_file *file, const char *ending, char path[SVI_PAGE_PATH]);

/* Appends what a content security policy must allow for a page that has its script and style
 * inside: pictures in the page, both by their hashes, and `more` sources of scripts, or "". A
 * semicolon precedes each directive. */
void svi_page_allow(struct svi_buf *out, const struct svi_page_kind *kind, const char *more);

#endif
