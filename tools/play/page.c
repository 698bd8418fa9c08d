#include "tools/play/page.h"

#ifdef SOLVENT_SITE

#include "base/out.h"

bool svi_play_has_page(void)
{
    return true;
}

void svi_play_page(struct svi_buf *out)
{
    const struct svi_page_word words[] = {{"style", svi_play_style.bytes, svi_play_style.size},
                                          {"script", svi_play_script.bytes, svi_play_script.size}};
    svi_page_fill(out, &svi_play_template, words, sizeof words / sizeof *words);
}

void svi_play_policy(struct svi_buf *out)
{
    svi_out_text(out, "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action "
                      "'none'; connect-src 'self'");
    svi_page_allow(out, &svi_play_script, &svi_play_style, "");
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
