#include "base/number.h"

#include "base/utf8.h"

#include <solvent/manifest.h>

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

bool svi_number_parse(const char *text, int32_t *out)
{
    const bool negative = text[0] == '-';
    const char *digit = text + negative;
    int64_t value = 0;
    if (digit[0] == '0' && digit[1] != 0) {
        return false; /* 007 is octal to some readers */
    }
    do {
        if (*digit < '0' || *digit > '9' || value > INT32_MAX) {
            return false;
        }
        value = value * 10 + (*digit - '0');
    } while (*++digit != 0);
    if (value > INT32_MAX) {
        return false;
    }
    *out = (int32_t)(negative ? -value : value);
    return true;
}

bool svi_decimal_parse(const char *text, int64_t *out)
{
    const bool minus = *text == '-';
    const char *c = text + minus;
    int64_t value = 0;
    unsigned digits = 0, decimals = 0;
    bool point = false;
    for (; *c != '\0'; c++) {
        if (*c == '.' && !point && digits > 0) {
            point = true;
        } else if (*c >= '0' && *c <= '9' && digits < 12 && decimals < 6) {
            value = value * 10 + (*c - '0');
            digits++;
            decimals += point;
        } else {
            return false;
        }
    }
    for (; decimals < 6; decimals++) {
        value *= 10;
    }
    *out = minus ? -value : value;
    return digits > 0 && c[-1] != '.';
}

void svi_decimal_text(int64_t millionths, char out[SVI_DECIMAL_TEXT])
{
    const uint64_t size = millionths < 0 ? 0 - (uint64_t)millionths : (uint64_t)millionths;
    size_t length =
        (size_t)snprintf(out, SVI_DECIMAL_TEXT, "%s%" PRIu64 ".%06" PRIu64,
                         millionths < 0 ? "-" : "", size / SVI_MILLION, size % SVI_MILLION);
    while (out[length - 1] == '0') {
        length--;
    }
    out[length - (out[length - 1] == '.')] = '\0';
}

/* ---- name ------------------------------------------------------------------------------------ */

bool svi_name_ok(const char *name)
{
    const size_t size = strlen(name);
    return size > 0 && size < SV_MAX_NAME && name[0] != '.' && name[0] != '-' &&
           strchr(name, '/') == NULL && svi_text_ok((const uint8_t *)name, size);
}

void svi_name_cut(char *text, unsigned size)
{
    size_t end = strlen(text);
    if (end >= size) {
        end = size - 1;
        while (end > 0 && ((unsigned char)text[end] & 0xc0) == 0x80) {
            end--;
        }
        text[end] = '\0';
    }
}
