/* solvent keygen NAME */
#include "base/error.h"
#include "channel/key.h"
#include "memory/memory.h"
#include "tools/cli/commands.h"
#include "tools/console/say.h"
#include "tools/console/words.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static noreturn void fail(const char *path, int reason)
{
    if (reason == EEXIST) {
        svi_die(SVI_EXIT_FAILED, "%s: is there already, and keys are never overwritten", path);
    }
    svi_die(SVI_EXIT_ENVIRONMENT, "%s: cannot be written: %s", path, svi_errno_text(reason));
}

/* Writes NAME.key and NAME.pub, or neither of them. */
static enum svi_exit write_keys(const char *name, const char *key, const char *pub)
{
    struct svi_key_pair pair;
    char open_key[SVI_KEY_TEXT], secret_key[SVI_KEY_TEXT], text[512];
    const char *slash = strrchr(name, '/');
    const char *who = slash != NULL ? slash + 1 : name;
    svi_key_make(&pair);
    svi_key_print(&pair.open, open_key);
    svi_key_print(&pair.secret, secret_key);
    sodium_memzero(&pair, sizeof pair);
    (void)snprintf(text, sizeof text,
                   "# The secret key of %.100s: it stays where it is, and nobody else reads it.\n"
                   "curve\n    public-key = \"%s\"\n    secret-key = \"%s\"\n",
                   who, open_key, secret_key);
    int reason = svi_say_new_file(AT_FDCWD, key, S_IRUSR | S_IWUSR, text, strlen(text));
    sodium_memzero(secret_key, sizeof secret_key);
    sodium_memzero(text, sizeof text);
    if (reason != 0) {
        fail(key, reason);
    }
    (void)snprintf(text, sizeof text,
                   "# The public key of %.100s: give it to those who play with it.\n"
                   "curve\n    public-key = \"%s\"\n",
                   who, open_key);
    reason =
        svi_say_new_file(AT_FDCWD, pub, S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH, text, strlen(text));
    if (reason != 0) {
        (void)unlink(key);
        fail(pub, reason);
    }
    printf("%s: secret, mode 0600\n%s: public, %s\n", key, pub, open_key);
    return svi_say_done(SVI_EXIT_DONE);
}

struct arguments {
    const char *name;
};

static enum svi_exit run(struct svi_words *w)
{
    struct arguments a = {0};
    svi_words_read(w, &a);
    const char *name = a.name;
    const size_t length = strlen(name);
    if (length == 0 || name[length - 1] == '/' || strpbrk(name, "\r\n") != NULL) {
        svi_words_fail(w, "found '%s', expected the name of the files without .key and .pub", name);
    }
    SCOPED(scoped_free) char *key = svi_text("%s.key", name), *pub = svi_text("%s.pub", name);
    return write_keys(name, key, pub);
}

const struct svi_command svi_cmd_keygen = {
    .name = "keygen",
    .brief = "make the keys of a league or of a remote bot",
    .rare = true,
    .operands = "NAME",
    .operand = {{"name", SVI_SET_TEXT(name)}},
    .text = "Writes NAME.key, the secret key, which only its owner may read, and NAME.pub, the "
            "public key. Existing files are never overwritten. A league with remote bots has a "
            "pair of its own (secret_key: in its file), and each of these bots has a pair "
            "(public_key:). You send only public keys to others.\n"
            "\n"
            "The files are ZeroMQ certificates, so pyzmq and czmq can read them.",
    .topic = "leagues",
    .examples = "solvent keygen keys/league\n"
                "solvent keygen alice",
    .exits = {"both files are written", "keys of that name exist", "usage or bad input",
              "the files cannot be written"},
    .run = run,
};
