#include "tools/play/page.h"

#ifdef SOLVENT_SITE

#include "base/out.h"

static const struct svi_page_kind kind = {&svi_play_template, &svi_play_style, &svi_play_script};

bool svi_play_has_page(void)
{
    return true;
}

void svi_play_page(struct svi_buf *out)
{
    svi_page_put(out, &kind, &(struct svi_page_head){.title = "Solvent: your table"}, NULL, 0);
}

void svi_play_policy(struct svi_buf *out)
{
    svi_out_text(out, "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action "
                      "'none'; connect-src 'self'");
    svi_page_allow(out, &kind, "");
}

#else

bool svi_play_has_page(void)
{
    return false;
}

void svi_play_page(struct svi_buf *out)
{
    (void)out;
}

void svi_play_policy(struct svi_buf *out)
{
    (void)out;
}

#endif
