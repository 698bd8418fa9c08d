#include "base/options.h"

#include <string.h>

static size_t size_of(const void *from, size_t first)
{
    size_t size;
    memcpy(&size, from, sizeof size);
    return size != 0 ? size : first;
}

bool svi_options_known(const void *from, size_t first, size_t known)
{
    const unsigned char *bytes = from;
    const size_t size = size_of(from, first);
    size_t at = known;
    while (at < size && bytes[at] == 0) {
        at++;
    }
    return size >= first && at >= size;
}

bool svi_options_read(void *own, const void *from, size_t first, size_t known)
{
    if (!svi_options_known(from, first, known)) {
        return false;
    }
    const size_t size = size_of(from, first);
    memset(own, 0, known);
    memcpy(own, from, size < known ? size : known);
    return true;
}
