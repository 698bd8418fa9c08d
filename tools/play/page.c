#include "tools/play/page.h"

#ifdef SOLVENT_SITE

#include "tools/console/help.h"

#include "base/out.h"

#include <string.h>

bool svi_play_has_page(void)
{
    return true;
}

static void put_file(struct svi_buf *out, const struct svi_play_file *file)
{
    svi_buf_append(out, file->bytes, file->size);
}

void svi_play_page(struct svi_buf *out)
{
    const char *text = (const char *)svi_play_template.bytes;
    for (const char *open = strstr(text, "{{"); open != NULL; open = strstr(text, "{{")) {
        const bool style = strncmp(open, "{{style}}", 9) == 0;
        svi_buf_append(out, text, (size_t)(open - text));
        put_file(out, style ? &svi_play_style : &svi_play_script);
        text = strstr(open, "}}") + 2;
    }
    svi_out_text(out, text);
}

void svi_play_policy(struct svi_buf *out)
{
    svi_out_text(out, "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action "
                      "'none'; connect-src 'self'; img-src data:; script-src 'sha256-");
    svi_markup_hash(out, svi_play_script.bytes, svi_play_script.size);
    svi_out_text(out, "'; style-src 'sha256-");
    svi_markup_hash(out, svi_play_style.bytes, svi_play_style.size);
    svi_out_char(out, '\'');
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
