#include "tools/report/html.h"

#include "tools/console/help.h"

#include "base/out.h"

#include <assert.h>
#include <float.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
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
