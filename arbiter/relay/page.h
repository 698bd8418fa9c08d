/* The page: memory that the arbiter shares with the relay of one bot's process (main.c). It says
 * what the bot may reach and how much, and has the relay's counts. The arbiter makes it when it
 * starts the bot (runner/bot_start.c), and hands it through the bot's supervisor to the relay
 * alone, as it has the secrets of headers. `places` and `inject` are copied. */
#ifndef SVI_ARBITER_RELAY_PAGE_H
#define SVI_ARBITER_RELAY_PAGE_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The descriptors with which a relay is started. It accepts the bot's connections at the second. */
#define SVI_RELAY_PAGE 3
#define SVI_RELAY_LISTEN 4

/* Counts of a relay: connections of its bot, those that it has refused, and bytes both ways. */
#define SVI_RELAY_COUNTS(X)                                                                        \
    X(connections)                                                                                 \
    X(refused)                                                                                     \
    X(bytes)

struct svi_inject; /* process/bot_spec.h */

struct svi_relay_counts {
#define X(name) uint64_t name;
    SVI_RELAY_COUNTS(X)
#undef X
};

struct svi_relay_page {
    _Atomic uint64_t matches; /* matches that the bot's process has begun, by the arbiter */
#define X(name) _Atomic uint64_t name;
    SVI_RELAY_COUNTS(X)
#undef X
    uint64_t most_bytes,
        most_connections; /* for each of these matches, at least one; 0: no limit */
    uid_t user;           /* the relay becomes this user; 0: it stays who it is */
    uint32_t size;        /* bytes of the text */
    /* The places HOST:PORT, an empty text, and for each header that is added "NAME: VALUE" and how
     * many of its first bytes are not secret, as a number. A zero byte ends each. */
    char text[];
};

/* Makes a page in a file of its own, which has the descriptor *fd. The caller closes both. `places`
 * are as in svi_conditions.network; `inject` ends with a text of NULL, and may be NULL. Returns
 * NULL with errno on failure; *fd is -1 then. The caller sets `user` and the limits. */
struct svi_relay_page *svi_relay_page_make(const char *places, const struct svi_inject *inject,
                                           int *fd);

/* Maps the page of such a file, which the caller unmaps; `fd` may be closed then. Returns NULL with
 * errno on failure. */
struct svi_relay_page *svi_relay_page_map(int fd);

/* Unmaps a page; does nothing if it is NULL. */
void svi_relay_page_close(struct svi_relay_page *page);

/* Returns the counts so far, all 0 if the page is NULL. */
struct svi_relay_counts svi_relay_page_counts(const struct svi_relay_page *page);

#endif
