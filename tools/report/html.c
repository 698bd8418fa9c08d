#include "tools/report/html.h"

#include "tools/console/markup.h"

#include "base/out.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void svi_html_text(struct svi_buf *out, const char *text)
{
    svi_markup_text(out, text, false);
}

void svi_html_prose(struct svi_buf *out, const char *text)
{
    svi_markup_text(out, text, true);
}

void svi_html_format(struct svi_buf *out, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    svi_out_text(out, text);
}

void svi_html_word(struct svi_buf *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-./@%+=:,";
    char one[2] = {0};
    if (*word != '\0' && strspn(word, plain) == strlen(word)) {
        svi_html_text(out, word);
        return;
    }
    svi_html_text(out, "'");
    for (; *word != '\0'; word++) {
        const size_t length = strcspn(word, "'");
        char piece[256];
        const size_t taken = length < sizeof piece ? length : sizeof piece - 1;
        memcpy(piece, word, taken);
        piece[taken] = '\0';
        if (taken > 0) {
            svi_html_text(out, piece);
            word += taken - 1;
        } else {
            one[0] = *word;
            svi_html_text(out, "'\\");
            svi_html_text(out, one);
            svi_html_text(out, "'");
        }
    }
    svi_html_text(out, "'");
}

void svi_html_time(uint64_t us, char text[SVI_HTML_TIME])
{
    const double value = (double)us;
    if (us == 0) {
        (void)snprintf(text, SVI_HTML_TIME, "&lt; 1 \xc2\xb5s");
    } else if (us < 1000) {
        (void)snprintf(text, SVI_HTML_TIME, "%" PRIu64 " \xc2\xb5s", us);
    } else if (us < 10000) {
        (void)snprintf(text, SVI_HTML_TIME, "%.2f ms", value / 1e3);
    } else if (us < 100000) {
        (void)snprintf(text, SVI_HTML_TIME, "%.1f ms", value / 1e3);
    } else if (us < 1000000) {
        (void)snprintf(text, SVI_HTML_TIME, "%.0f ms", value / 1e3);
    } else {
        (void)snprintf(text, SVI_HTML_TIME, "%.2f s", value / 1e6);
    }
}

void svi_html_count(struct svi_buf *out, uint64_t count)
{
    char digits[24];
    const int length = snprintf(digits, sizeof digits, "%" PRIu64, count);
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0 && length > 4) {
            svi_out_text(out, "\xe2\x80\xaf");
        }
        svi_out_char(out, digits[i]);
    }
}

void svi_html_hash(struct svi_buf *out, const void *bytes, size_t size)
{
    svi_markup_hash(out, bytes, size);
}
