#include "base/error.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>

enum sv_status svi_vfail(struct svi_error *error, enum sv_status code, const char *format,
                         va_list args)
{
    if (error != NULL) {
        error->code = code;
        (void)vsnprintf(error->text, sizeof error->text, format, args);
    }
    return code;
}

enum sv_status svi_fail(struct svi_error *error, enum sv_status code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)svi_vfail(error, code, format, args);
    va_end(args);
    return code;
}

const char *svi_errno_text(int reason)
{
    /* glibc and musl have this locale as a constant, which needs no freeing. */
    return strerror_l(reason, newlocale(LC_ALL_MASK, "C", (locale_t)0));
}
