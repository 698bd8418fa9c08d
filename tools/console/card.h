/* What stands for a page where a link to it is passed on: Open Graph (https://ogp.me). */
#ifndef SVI_TOOLS_CONSOLE_CARD_H
#define SVI_TOOLS_CONSOLE_CARD_H

#include "base/buf.h"

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
