#include "tools/console/again.h"

#include "base/out.h"

#include <string.h>

static const char *called = "solvent";

void svi_again_as(const char *program)
{
    called = program;
}

void svi_again_word(struct svi_buf *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_./:=,+@%-";
    if (*word != '\0' && strspn(word, plain) == strlen(word)) {
        svi_out_text(out, word);
        return;
    }
    svi_out_char(out, '\'');
    for (; *word != '\0'; word++) {
        if (*word == '\'') {
            svi_out_text(out, "'\\''");
        } else {
            svi_out_char(out, *word);
        }
    }
    svi_out_char(out, '\'');
}

void svi_again(struct svi_buf *out, const struct svi_words *w)
{
    const char *part = strchr(w->name, ' ');
    svi_again_word(out, called);
    svi_out_text(out, part != NULL ? part : "");
    for (int i = 1; i < w->argc; i++) {
        svi_out_char(out, ' ');
        svi_again_word(out, w->argv[i]);
    }
}
