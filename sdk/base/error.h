/* Errors with a line for a person. A function that can fail in several ways fills in a struct
 * svi_error of its caller and returns the code. All modules use it; nothing here can fail. */
#ifndef SVI_BASE_ERROR_H
#define SVI_BASE_ERROR_H

#include <solvent/status.h>

#include <stdarg.h>

/* Why a call failed. Set only after a failure. */
struct svi_error {
    enum sv_status code;
    /* One line without a newline. Longer lines are cut off. */
    char text[2048];
};

/* Prints the line into `error` (unless it is NULL) and returns `code`:
 *
 *     if (file < 0) {
 *         return svi_fail(error, SV_E_SYSTEM, "%s: %s", path, svi_errno_text(errno));
 *     }
 *
 * Arguments must not point into error->text. */
enum sv_status svi_fail(struct svi_error *error, enum sv_status code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* As svi_fail(), for functions that take a format themselves. */
enum sv_status svi_vfail(struct svi_error *error, enum sv_status code, const char *format,
                         va_list args) __attribute__((format(printf, 3, 0)));

/* Returns the error of a call from this function, and goes on if the call returns SV_OK:
 *
 *     SVI_TRY(svi_store_begin(store));
 *     SVI_TRY(svi_store_exec(store, sql)); */
#define SVI_TRY(...)                                                                               \
    do {                                                                                           \
        const enum sv_status svi_tried = (__VA_ARGS__);                                            \
        if (svi_tried != SV_OK) {                                                                  \
            return svi_tried;                                                                      \
        }                                                                                          \
    } while (0)

/* Returns the text of an errno, in English whatever the locale is: "No such file or directory". It
 * must not be freed, and lasts as long as the thread; all threads may call. */
const char *svi_errno_text(int reason);

#endif
