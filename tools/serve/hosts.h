/* Which names a server answers for. A page elsewhere whose name is made to lead to this machine
 * (DNS rebinding) sends its own name as Host: it is not let read a league that only this machine
 * can reach. */
#ifndef SVI_TOOLS_SERVE_HOSTS_H
#define SVI_TOOLS_SERVE_HOSTS_H

#include <stdbool.h>

#define SVI_HOSTS_MOST 16u

/* Zeroed: addresses and localhost alone. */
struct svi_hosts {
    const char *name[SVI_HOSTS_MOST]; /* that it is told (--host), n of them; the caller's */
    unsigned n;
};

/* Whether a name may be told: a host's, without a port. */
bool svi_hosts_is_name(const char *name);

/* Whether a request with that header Host (NULL: without) is to be answered: the host is a numeric
 * address, localhost, or one of the names, in any case of letters, with any port. */
bool svi_hosts_allow(const struct svi_hosts *hosts, const char *header);

/* Whether a request that changes or costs something comes from a page of ours: browsers name the
 * page's origin ("https://league.example.org"), which is the header Host (NULL: without) or, where
 * a web server before this one has put its own there, one of the names. */
bool svi_hosts_is_own(const struct svi_hosts *hosts, const char *origin, const char *host);

/* Whether the target of a request, as it was sent, is one that a page here may have: printable
 * characters without an escape (%), as no address of ours needs one. */
bool svi_hosts_is_plain(const char *target);

#endif
