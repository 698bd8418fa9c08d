#include "base/name.h"

#include "base/utf8.h"

#include <solvent/manifest.h>

#include <string.h>

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
