#include "channel/key.h"

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_FILE 4096u
#define PUBLIC "public-key"
#define SECRET "secret-key"

/* ---- Z85 ------------------------------------------------------------------------------------- */

static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                             ".-:+=^!/*?&<>()[]{}@%$#";

bool svi_key_parse(struct svi_key *key, const char *text, size_t size)
{
    if (size != SVI_KEY_TEXT - 1) {
        return false;
    }
    for (size_t group = 0; group < SVI_KEY_BYTES / 4; group++) {
        uint64_t value = 0;
        for (size_t i = 0; i < 5; i++) {
            const char c = text[group * 5 + i];
            const char *digit = c != 0 ? strchr(digits, c) : NULL;
            if (digit == NULL) {
                return false;
            }
            value = value * 85 + (uint64_t)(digit - digits);
        }
        if (value > UINT32_MAX) {
            return false;
        }
        for (size_t i = 0; i < 4; i++) {
            key->bytes[group * 4 + i] = (uint8_t)(value >> (24 - 8 * i));
        }
    }
    return true;
}

void svi_key_print(const struct svi_key *key, char text[SVI_KEY_TEXT])
{
    for (size_t group = 0; group < SVI_KEY_BYTES / 4; group++) {
        uint32_t value = 0;
        for (size_t i = 0; i < 4; i++) {
            value = value << 8 | key->bytes[group * 4 + i];
        }
        for (size_t i = 5; i-- > 0; value /= 85) {
            text[group * 5 + i] = digits[value % 85];
        }
    }
    text[SVI_KEY_TEXT - 1] = '\0';
}

void svi_key_make(struct svi_key_pair *pair)
{
    (void)crypto_box_keypair(pair->open.bytes, pair->secret.bytes);
}

/* ---- files ----------------------------------------------------------------------------------- */

/* A file in memory, ended by a 0. */
struct text {
    char bytes[MAX_FILE + 1];
    mode_t mode;
};

static enum sv_status read_text(const char *path, struct text *t, struct svi_error *error)
{
    struct stat st;
    size_t size = 0;
    ssize_t got = 1;
    SCOPED(scoped_close) const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &st) != 0) {
        got = -1;
    } else {
        t->mode = st.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO);
    }
    while (got > 0 && size < MAX_FILE) {
        got = read(fd, t->bytes + size, MAX_FILE - size);
        size += got > 0 ? (size_t)got : 0;
    }
    t->bytes[size] = 0;
    if (got < 0) {
        return svi_fail(error, SV_E_SYSTEM,
                        "%s: found no file that can be read (%s), expected a key", path,
                        svi_errno_text(errno));
    }
    return SV_OK;
}

/* Returns the first character of the value of `name`, without quotes, and its length in *size; NULL
 * if the name is missing. */
static const char *value_of(const char *text, const char *name, size_t *size)
{
    while (*text != 0) {
        const char *line = text + strspn(text, " \t");
        const size_t length = strcspn(line, "\r\n");
        text = line + length + strspn(line + length, "\r\n");
        if (length <= strlen(name) || strncmp(line, name, strlen(name)) != 0) {
            continue;
        }
        const char *value = line + strlen(name);
        const char *end = line + length;
        value += strspn(value, " \t");
        if (*value != '=') {
            continue;
        }
        value++;
        while (value < end && strchr(" \t\"'", *value) != NULL) {
            value++;
        }
        while (end > value && strchr(" \t\"'", end[-1]) != NULL) {
            end--;
        }
        *size = (size_t)(end - value);
        return value;
    }
    return NULL;
}

/* The key under a name, which must be there and right. */
static enum sv_status read_key(const char *path, const struct text *t, const char *name,
                               struct svi_key *key, struct svi_error *error)
{
    size_t size = 0;
    const char *value = value_of(t->bytes, name, &size);
    if (value == NULL) {
        return svi_fail(error, SV_E_RANGE,
                        "%s: found no %s, expected a file as 'solvent keygen' writes it", path,
                        name);
    }
    if (!svi_key_parse(key, value, size)) { /* it is not shown: it may be most of a secret */
        return svi_fail(error, SV_E_RANGE,
                        "%s: found a %s of %zu characters that is not Z85, expected 40 characters "
                        "of it",
                        path, name, size);
    }
    return SV_OK;
}

static enum sv_status judge_public(const char *path, const struct text *t, struct svi_key *key,
                                   struct svi_error *error)
{
    size_t size;
    if (value_of(t->bytes, SECRET, &size) != NULL) {
        return svi_fail(error, SV_E_RANGE,
                        "%s: found a secret key, expected a public one (NAME.pub); a secret is "
                        "given to nobody",
                        path);
    }
    return read_key(path, t, PUBLIC, key, error);
}

static enum sv_status judge_pair(const char *path, const struct text *t, struct svi_key_pair *pair,
                                 struct svi_error *error)
{
    struct svi_key made;
    size_t size;
    if (value_of(t->bytes, SECRET, &size) == NULL && value_of(t->bytes, PUBLIC, &size) != NULL) {
        return svi_fail(error, SV_E_RANGE,
                        "%s: found a public key alone, expected a secret one (NAME.key)", path);
    }
    if ((t->mode & (S_IRWXG | S_IRWXO)) != 0) {
        return svi_fail(error, SV_E_RANGE,
                        "%s: found a secret key that others may read (mode %04o), expected mode "
                        "0600; make new keys if others could",
                        path, (unsigned)t->mode);
    }
    SVI_TRY(read_key(path, t, PUBLIC, &pair->open, error));
    SVI_TRY(read_key(path, t, SECRET, &pair->secret, error));
    if (crypto_scalarmult_base(made.bytes, pair->secret.bytes) != 0 ||
        memcmp(made.bytes, pair->open.bytes, sizeof made.bytes) != 0) {
        return svi_fail(error, SV_E_RANGE,
                        "%s: found a public and a secret key that are no pair, expected one", path);
    }
    return SV_OK;
}

enum sv_status svi_key_read_public(const char *path, struct svi_key *key, struct svi_error *error)
{
    struct text t;
    enum sv_status status = read_text(path, &t, error);
    if (status == SV_OK) {
        status = judge_public(path, &t, key, error);
    }
    sodium_memzero(&t, sizeof t);
    return status;
}

enum sv_status svi_key_read_pair(const char *path, struct svi_key_pair *pair,
                                 struct svi_error *error)
{
    struct text t;
    enum sv_status status = read_text(path, &t, error);
    if (status == SV_OK) {
        status = judge_pair(path, &t, pair, error);
    }
    sodium_memzero(&t, sizeof t);
    if (status != SV_OK) {
        sodium_memzero(pair, sizeof *pair);
    }
    return status;
}
