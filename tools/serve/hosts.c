#include "tools/serve/hosts.h"

#include <arpa/inet.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define HOST_BYTES 256

bool svi_hosts_is_name(const char *name)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.";
    const size_t length = strlen(name);
    return length > 0 && length < HOST_BYTES && strspn(name, letters) == length;
}

/* A host and its port apart; false: it is not of that form. */
static bool split(const char *header, char host[HOST_BYTES], bool *brackets)
{
    const char *end;
    *brackets = header[0] == '[';
    header += *brackets;
    end = *brackets ? strchr(header, ']') : header + strcspn(header, ":");
    if (end == NULL || end - header >= HOST_BYTES || end == header) {
        return false;
    }
    (void)snprintf(host, HOST_BYTES, "%.*s", (int)(end - header), header);
    end += *brackets;
    return *end == '\0' || (*end == ':' && strlen(end + 1) <= 5 &&
                            strspn(end + 1, "0123456789") == strlen(end + 1));
}

bool svi_hosts_allow(const struct svi_hosts *hosts, const char *header)
{
    char host[HOST_BYTES];
    unsigned char address[sizeof(struct in6_addr)];
    bool brackets;
    if (header == NULL || !split(header, host, &brackets)) {
        return false;
    }
    if (brackets) {
        return inet_pton(AF_INET6, host, address) == 1;
    }
    bool allowed = inet_pton(AF_INET, host, address) == 1 || strcasecmp(host, "localhost") == 0;
    for (unsigned i = 0; i < hosts->n && !allowed; i++) {
        allowed = strcasecmp(host, hosts->name[i]) == 0;
    }
    return allowed;
}

bool svi_hosts_is_own(const struct svi_hosts *hosts, const char *origin, const char *host)
{
    if (origin == NULL || host == NULL) {
        return false;
    }
    const char *name = strncmp(origin, "http://", 7) == 0    ? origin + 7
                       : strncmp(origin, "https://", 8) == 0 ? origin + 8
                                                             : "";
    bool is_own = strcasecmp(name, host) == 0;
    for (unsigned i = 0; i < hosts->n && !is_own; i++) {
        is_own = strcasecmp(name, hosts->name[i]) == 0;
    }
    return is_own;
}

bool svi_hosts_is_plain(const char *target)
{
    for (; *target != '\0'; target++) {
        if (*target <= ' ' || *target == '%' || *target > '~') {
            return false;
        }
    }
    return true;
}
