#include "tools/console/say.h"

#include "base/utf8.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST 8192 /* bytes of one message, which may quote any text */

static const char *said_by = "solvent";
static bool is_quiet;

void svi_say_as(const char *name)
{
    said_by = name;
}

void svi_say_quiet(bool quiet)
{
    is_quiet = quiet;
}

bool svi_say_is_quiet(void)
{
    return is_quiet;
}

static void say(bool one_line, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

static void say(bool one_line, const char *format, va_list args)
{
    char text[MOST];
    const int size = vsnprintf(text, sizeof text, format, args);
    if (size < 0) {
        text[0] = '\0';
    } else if (one_line) {
        svi_text_clean(text);
    } else {
        svi_prose_clean(text, strlen(text));
    }
    flockfile(stderr); /* bots' lines come from other threads */
    (void)fprintf(stderr, "%s: %s\n", said_by, text);
    funlockfile(stderr);
}

enum svi_exit svi_complain(enum svi_exit status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(true, format, args);
    va_end(args);
    return status;
}

static bool is_dying;

/* Asked by LeakSanitizer, in builds that have it: a process that ends early has freed nothing. */
int __lsan_is_turned_off(void); // NOLINT(bugprone-reserved-identifier)
int __lsan_is_turned_off(void)  // NOLINT(bugprone-reserved-identifier)
{
    return is_dying;
}

void svi_die(enum svi_exit status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(true, format, args);
    va_end(args);
    svi_stop(status);
}

void svi_stop(enum svi_exit status)
{
    is_dying = true;
    exit((int)status); // NOLINT(concurrency-mt-unsafe)
}

void svi_must(enum sv_status status, const struct svi_error *error)
{
    if (status != SV_OK) {
        svi_die(svi_exit_of(status), "%s", error->text);
    }
}

void svi_note(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (!is_quiet) {
        say(false, format, args);
    }
    va_end(args);
}

bool svi_say_in_colour(int fd)
{
    const char *plain = getenv("NO_COLOR"); // NOLINT(concurrency-mt-unsafe): no thread sets it
    const char *terminal = getenv("TERM");  // NOLINT(concurrency-mt-unsafe)
    return isatty(fd) == 1 && (plain == NULL || *plain == '\0') && terminal != NULL &&
           strcmp(terminal, "dumb") != 0;
}

enum svi_exit svi_say_done(enum svi_exit status)
{
    if (fflush(stdout) == 0 && !ferror(stdout)) {
        return status;
    }
    return svi_complain(SVI_EXIT_ENVIRONMENT, "cannot write the result: %s", svi_errno_text(errno));
}

enum svi_exit svi_say_result(enum svi_exit status, struct svi_buf *out)
{
    const bool failed = out->failed;
    if (!failed && out->size > 0) {
        (void)fwrite(out->data, 1, out->size, stdout);
    }
    svi_buf_finish(out);
    return failed ? svi_complain(SVI_EXIT_ENVIRONMENT, "no memory") : svi_say_done(status);
}

int svi_say_piece(struct svi_buf *out)
{
    const bool whole = out->size == 0 || (fwrite(out->data, 1, out->size, stdout) == out->size &&
                                          fflush(stdout) == 0);
    const int reason = errno;
    svi_buf_clear(out);
    return whole ? 0 : reason;
}

enum svi_exit svi_say_file(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wbe");
    bool whole = file != NULL && fwrite(bytes, 1, size, file) == size;
    int reason = errno;
    if (file != NULL && fclose(file) != 0 && whole) {
        reason = errno;
        whole = false;
    }
    return whole ? SVI_EXIT_DONE
                 : svi_complain(SVI_EXIT_ENVIRONMENT, "cannot write '%s': %s", path,
                                svi_errno_text(reason));
}

int svi_say_new_file(int at, const char *path, mode_t mode, const void *bytes, size_t size)
{
    const int fd = openat(at, path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (fd < 0) {
        return errno;
    }
    int reason = 0;
    for (size_t done = 0; done < size && reason == 0;) {
        const ssize_t n = write(fd, (const char *)bytes + done, size - done);
        reason = n < 0 && errno != EINTR ? errno : 0;
        done += n > 0 ? (size_t)n : 0;
    }
    reason = reason == 0 && fsync(fd) != 0 ? errno : reason;
    reason = close(fd) != 0 && reason == 0 ? errno : reason;
    if (reason != 0) {
        (void)unlinkat(at, path, 0);
    }
    return reason;
}
