#include "secret/secret_file.h"

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* Reads up to `size` bytes. Returns -1 with errno on failure. */
static ssize_t read_all(int fd, char *bytes, size_t size)
{
    size_t done = 0;
    while (done < size) {
        const ssize_t got = read(fd, bytes + done, size - done);
        if (got == 0) {
            break;
        }
        if (got < 0 && errno != EINTR) {
            return -1;
        }
        done += got > 0 ? (size_t)got : 0;
    }
    return (ssize_t)done;
}

/* Opens a regular file that only we may read. Returns -1 with a line otherwise. */
static int open_private(const char *path, struct svi_error *error)
{
    struct stat st;
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0 || fstat(fd, &st) != 0) {
        (void)svi_fail(error, SV_E_RANGE,
                       "found no file '%s' that can be read (%s), expected a secret in one", path,
                       svi_errno_text(errno));
    } else if (!S_ISREG(st.st_mode)) {
        (void)svi_fail(error, SV_E_RANGE,
                       "found '%s', which is not a file, expected a secret in one", path);
    } else if ((st.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
        (void)svi_fail(error, SV_E_RANGE,
                       "found '%s' open to others (mode %04o), expected mode 0600 (chmod 600); "
                       "renew the secret if others could read it",
                       path, (unsigned)(st.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO)));
    } else {
        return fd;
    }
    scoped_close(&fd);
    return -1;
}

/* Returns the size without the line end at the end. */
static size_t trim(const char *text, size_t size)
{
    size -= size > 0 && text[size - 1] == '\n';
    return size - (size > 0 && text[size - 1] == '\r');
}

char *svi_secret_read(const char *path, const char *prefix, size_t least, size_t most,
                      struct svi_error *error)
{
    /* room for a line end, and for one byte too many */
    const size_t before = strlen(prefix), room = most + 3;
    SCOPED(scoped_close) const int fd = open_private(path, error);
    if (fd < 0) {
        return NULL;
    }
    char *whole = sodium_init() >= 0 ? sodium_malloc(before + room + 1) : NULL;
    const ssize_t got = whole != NULL ? read_all(fd, whole + before, room) : -1;
    const int reason = whole != NULL ? errno : ENOMEM;
    bool ok = false;
    if (got < 0) {
        (void)svi_fail(error, SV_E_RANGE, "'%s' cannot be read: %s", path, svi_errno_text(reason));
    } else {
        const size_t size = trim(whole + before, (size_t)got);
        memcpy(whole, prefix, before);
        whole[before + size] = '\0';
        ok = size >= least && size <= most && strlen(whole) == before + size;
        if (size > most) {
            (void)svi_fail(error, SV_E_RANGE,
                           "found more than %zu bytes in '%s', expected a secret of %zu to %zu",
                           most, path, least, most);
        } else if (size < least) {
            (void)svi_fail(error, SV_E_RANGE,
                           "found %zu bytes in '%s', expected a secret of %zu to %zu", size, path,
                           least, most);
        } else if (!ok) {
            (void)svi_fail(error, SV_E_RANGE, "found a zero byte in '%s', expected a text", path);
        }
    }
    if (!ok) {
        sodium_free(whole);
    }
    return ok ? whole : NULL;
}

void svi_secret_leave_no_core(void)
{
    const struct rlimit none = {0, 0};
    (void)setrlimit(RLIMIT_CORE, &none);
    (void)prctl(PR_SET_DUMPABLE, 0); /* the limit does not hold if cores are piped to a program */
}
