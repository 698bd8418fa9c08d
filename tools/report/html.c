#include "tools/report/html.h"

#include "memory/memory.h"
#include "tools/console/help.h"

#include "base/out.h"
#include "record/words.h"

#include <assert.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
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
    va_list args;
    va_start(args, format);
    for (const char *at = format; *at != '\0'; at++) {
        const size_t plain = strcspn(at, "%");
        char text[DBL_MAX_10_EXP + 16] = "";
        int decimals = 6;
        svi_buf_append(out, at, plain);
        at += plain;
        if (*at == '\0') {
            break;
        }
        if (*++at == '.') {
            decimals = at[1] - '0';
            at += 2;
        }
        const size_t longs = strspn(at, "l");
        const bool size = at[longs] == 'z';
        at += longs + size;
        switch (*at) {
        case '%':
            svi_out_char(out, '%');
            break;
        case 's':
            svi_html_text(out, va_arg(args, const char *));
            break;
        case 'd':
            svi_out_int(out, longs > 0 ? va_arg(args, long) : va_arg(args, int));
            break;
        case 'u':
            (void)snprintf(text, sizeof text, "%" PRIu64,
                           size         ? (uint64_t)va_arg(args, size_t)
                           : longs == 0 ? (uint64_t)va_arg(args, unsigned)
                           : longs == 1 ? (uint64_t)va_arg(args, unsigned long)
                                        : (uint64_t)va_arg(args, unsigned long long));
            break;
        case 'f':
            (void)snprintf(text, sizeof text, "%.*f", decimals, va_arg(args, double));
            break;
        default:
            assert(*at == 'g');
            (void)snprintf(text, sizeof text, "%g", va_arg(args, double));
        }
        svi_out_text(out, text);
    }
    va_end(args);
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
        (void)snprintf(text, SVI_HTML_TIME, "< 1 \xc2\xb5s");
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

void svi_html_figure(struct svi_buf *out, const char *text)
{
    svi_out_text(out, text[0] == '-' ? "\xe2\x88\x92" : "");
    svi_html_text(out, text[0] == '-' ? text + 1 : text);
}

void svi_html_number(struct svi_buf *out, double value)
{
    char text[32];
    (void)snprintf(text, sizeof text, "%g", fabs(value) < 1e-9 ? 0.0 : value);
    svi_html_figure(out, isfinite(value) ? text : "\xe2\x80\x93");
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

void svi_html_words(struct svi_buf *out, const char *identifier)
{
    struct svi_buf words = {0};
    svi_say_word(&words, identifier);
    char *text = svi_text_of(&words);
    svi_html_text(out, text);
    free(text);
}

void svi_html_hash(struct svi_buf *out, const void *bytes, size_t size)
{
    svi_markup_hash(out, bytes, size);
}
