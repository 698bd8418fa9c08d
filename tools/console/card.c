#include "tools/console/card.h"

#include "tools/console/markup.h"

#include "base/out.h"

/* Of a game's page, as the documents show it: docs/game.png, 1280 by 800 pixels. */
#define PICTURE "docs/game.png"

/* <meta ATTRIBUTE content="TEXT MORE">. */
static void put_meta(struct svi_buf *out, const char *attribute, const char *text, const char *more)
{
    svi_out_text(out, "<meta ");
    svi_out_text(out, attribute);
    svi_out_text(out, " content=\"");
    svi_markup_text(out, text, false);
    svi_markup_text(out, more, false);
    svi_out_text(out, "\">\n");
}

void svi_card_put(struct svi_buf *out, const struct svi_card *card)
{
    put_meta(out, "name=\"description\"", card->about, "");
    put_meta(out, "property=\"og:site_name\"", "Solvent", "");
    put_meta(out, "property=\"og:type\"", "website", "");
    put_meta(out, "property=\"og:title\"", card->title, "");
    put_meta(out, "property=\"og:description\"", card->about, "");
    if (card->site != NULL) {
        put_meta(out, "property=\"og:image\"", card->site, PICTURE);
        put_meta(out, "property=\"og:image:width\"", "1280", "");
        put_meta(out, "property=\"og:image:height\"", "800", "");
        put_meta(out, "property=\"og:image:alt\"",
                 "A game on its page: the board, the players and their worth over time", "");
        put_meta(out, "name=\"twitter:card\"", "summary_large_image", "");
    }
}
