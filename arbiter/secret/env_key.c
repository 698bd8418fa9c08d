#include "secret/env_key.h"

#include "memory/memory.h"
#include "secret/secret_file.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define KEY_TEXT (2 * sizeof(struct svi_env_key)) /* size of a key in hex */

char *svi_env_key_path(const char *folder)
{
    // NOLINTNEXTLINE(concurrency-mt-unsafe): no thread sets it
    const char *named = getenv(SVI_ENV_KEY_VARIABLE);
    return named != NULL && named[0] != '\0' ? svi_copy(named)
                                             : svi_text("%s/" SVI_ENV_KEY_FILE, folder);
}

static bool write_key(int fd)
{
    struct svi_env_key key;
    char text[KEY_TEXT + 2];
    randombytes_buf(key.bytes, sizeof key.bytes);
    sodium_bin2hex(text, KEY_TEXT + 1, key.bytes, sizeof key.bytes);
    text[KEY_TEXT] = '\n';
    errno = EIO; /* the error of a write that is cut short */
    const bool written = write(fd, text, KEY_TEXT + 1) == (ssize_t)KEY_TEXT + 1 && fsync(fd) == 0;
    sodium_memzero(&key, sizeof key);
    sodium_memzero(text, sizeof text);
    return written;
}

/* Makes a key unless there is one. The file appears whole or not at all; if several processes make
 * a key at once, the first one counts. Returns false with errno. */
static bool make(const char *path)
{
    char *draft = svi_text("%s.XXXXXX", path);
    const int fd = mkstemp(draft); /* mode 0600 */
    bool made = fd >= 0 && write_key(fd) && (link(draft, path) == 0 || errno == EEXIST);
    const int reason = errno;
    if (fd >= 0) {
        close(fd);
        (void)unlink(draft);
    }
    free(draft);
    errno = reason;
    return made;
}

enum sv_status svi_env_key_load(struct svi_env_key *key, const char *path, struct svi_error *error)
{
    struct svi_error why;
    size_t size = 0;
    const bool ready = sodium_init() >= 0;
    if (!ready || (access(path, F_OK) != 0 && errno == ENOENT && !make(path))) {
        return svi_fail(
            error, SV_E_SYSTEM,
            "%s: cannot make the key that hides values of env in stores (%s); " SVI_ENV_KEY_VARIABLE
            "=FILE names another place",
            path, ready ? svi_errno_text(errno) : "no random numbers");
    }
    char *text = svi_secret_read(path, "", 1, KEY_TEXT, &why);
    enum sv_status status = text != NULL ? SV_OK : SV_E_RANGE;
    if (text == NULL) {
        (void)svi_fail(error, status, "%s: %s", path, why.text);
    } else if (sodium_hex2bin(key->bytes, sizeof key->bytes, text, strlen(text), NULL, &size,
                              NULL) != 0 ||
               size != sizeof key->bytes) {
        status = svi_fail(error, SV_E_RANGE, "%s: found no key of %zu hex digits, expected one",
                          path, KEY_TEXT);
    }
    sodium_free(text);
    return status;
}

void svi_env_hash(const struct svi_env_key *key, const char *variable, char text[SVI_ENV_HASH_TEXT])
{
    uint8_t hash[16];
    (void)crypto_generichash(hash, sizeof hash, (const uint8_t *)variable, strlen(variable),
                             key->bytes, sizeof key->bytes);
    char hex[2 * sizeof hash + 1];
    (void)snprintf(text, SVI_ENV_HASH_TEXT, SVI_ENV_HASH_MARK "%s",
                   sodium_bin2hex(hex, sizeof hex, hash, sizeof hash));
}

bool svi_env_is_hash(const char *value)
{
    return strncmp(value, SVI_ENV_HASH_MARK, strlen(SVI_ENV_HASH_MARK)) == 0 &&
           strlen(value) == SVI_ENV_HASH_TEXT - 1 &&
           strspn(value + strlen(SVI_ENV_HASH_MARK), "0123456789abcdef") ==
               SVI_ENV_HASH_TEXT - 1 - strlen(SVI_ENV_HASH_MARK);
}
