#include "tools/serve/server.h"

#include "base/error.h"
#include "base/out.h"
#include "tools/serve/clients.h"
#include "tools/serve/game_index.h"
#include "tools/serve/stream.h"

#include <solvent/status.h>

#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <microhttpd.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#ifdef SOLVENT_SITE
#include <zlib.h>
#endif

#define TURN_MS 50
#define OTHERS 128u         /* connections beside two of each viewer: one waits, one asks */
#define LEAST_PACKED 1024u  /* bytes */
#define PACKING 6           /* level */
#define GZIP 16             /* of zlib's window bits: with a header of gzip */
#define LONG_READING 20000u /* games; fewer take less than half a second */
#define KEPT 64u            /* answers that are the same for everybody until there is news */

/* An answer that is made once for all who ask until it changes. */
struct cached_answer {
    char path[48];
    bool packed; /* by gzip */
    struct MHD_Response *response;
    unsigned status;
};

struct server {
    struct svi_site *site;
    struct svi_stream *news;
    const struct svi_server_config *config;
    struct svi_clients *clients;
    pthread_mutex_t lock; /* around the cache */
    struct cached_answer cached[KEPT];
    unsigned n_kept;
};

/* ---- answers --------------------------------------------------------------------------------- */

static void put_header(struct MHD_Response *response, const char *name, const char *value)
{
    (void)MHD_add_response_header(response, name, value);
}

/* The content security policy of a page: nothing but its own style, its own script if it has one
 * and `more`. Answers of other types are nosniff, so a page can run none of them as a script. */
#define START "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action "
#define FILE_POLICY START "'none'"
#define POLICY FILE_POLICY "; img-src 'self' data:; style-src 'self'"
#define HTML "text/html; charset=utf-8"
#define HOUR "max-age=3600"
#define ALWAYS "max-age=31536000, immutable"

static const struct {
    const char *content, *policy;
    const char *kept; /* by browsers; NULL: they ask each time whether it has changed */
} kinds[] = {
    [SVI_SITE_HTML] = {HTML, POLICY, NULL},
    [SVI_SITE_APP] = {HTML,
                      START "'self'; img-src data:; style-src 'self'; "
                            "script-src 'self'; connect-src 'self'",
                      NULL},
    [SVI_SITE_GAME] = {HTML, POLICY "; script-src 'self'", HOUR},
    [SVI_SITE_OPENER] = {HTML, POLICY "; script-src 'self' 'wasm-unsafe-eval'", NULL},
    [SVI_SITE_STYLE] = {"text/css; charset=utf-8", FILE_POLICY, ALWAYS},
    [SVI_SITE_SCRIPT] = {"text/javascript; charset=utf-8", FILE_POLICY, ALWAYS},
    [SVI_SITE_SVG] = {"image/svg+xml", FILE_POLICY, NULL},
    [SVI_SITE_PNG] = {"image/png", FILE_POLICY, NULL},
    [SVI_SITE_JSON] = {"application/json", FILE_POLICY, NULL},
    [SVI_SITE_ATOM] = {"application/atom+xml; charset=utf-8", FILE_POLICY, NULL},
    [SVI_SITE_CSV] = {"text/csv; charset=utf-8", FILE_POLICY, NULL},
    [SVI_SITE_REPLAY] = {"application/octet-stream", FILE_POLICY, HOUR},
};

static void put_headers(struct MHD_Response *response, const struct svi_site_answer *a)
{
    put_header(response, "Content-Security-Policy", kinds[a->type].policy);
    put_header(response, "Content-Type", kinds[a->type].content);
    put_header(response, "X-Content-Type-Options", "nosniff");
    put_header(response, "Referrer-Policy", "no-referrer");
    put_header(response, "Cache-Control",
               kinds[a->type].kept != NULL ? kinds[a->type].kept : "no-cache");
    if (a->status == MHD_HTTP_SERVICE_UNAVAILABLE) {
        put_header(response, "Retry-After", "1");
    }
}

/* Whether the client takes answers that are packed by gzip. */
static bool accepts_gzip(struct MHD_Connection *connection)
{
    const char *value =
        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_ACCEPT_ENCODING);
    const char *gzip = value != NULL ? strstr(value, "gzip") : NULL;
    return gzip != NULL && strncmp(gzip, "gzip;q=0", strlen("gzip;q=0")) != 0;
}

/* Packs a text by gzip. Returns false if it stays as it was: it is short, or no text. */
static bool pack(struct svi_site_answer *a)
{
#ifdef SOLVENT_SITE
    struct svi_buf packed = {0};
    z_stream z = {.next_in = a->out.data, .avail_in = (uInt)a->out.size};
    if (a->out.size < LEAST_PACKED || a->type == SVI_SITE_PNG || a->type == SVI_SITE_REPLAY ||
        deflateInit2(&z, PACKING, Z_DEFLATED, MAX_WBITS + GZIP, MAX_MEM_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
        return false;
    }
    z.avail_out = (uInt)deflateBound(&z, z.avail_in);
    const bool done = svi_buf_reserve(&packed, z.avail_out) &&
                      (z.next_out = packed.data, deflate(&z, Z_FINISH)) == Z_STREAM_END;
    packed.size = done ? z.total_out : 0;
    (void)deflateEnd(&z);
    if (done) {
        svi_buf_finish(&a->out);
        a->out = packed;
    } else {
        svi_buf_finish(&packed);
    }
    return done;
#else
    (void)a;
    return false;
#endif
}

/* The bytes go with the response. */
static struct MHD_Response *make_response(struct svi_site_answer *a, bool packed)
{
    packed = packed && pack(a);
    struct MHD_Response *response =
        MHD_create_response_from_buffer(a->out.size, a->out.data, MHD_RESPMEM_MUST_FREE);
    if (response == NULL) {
        svi_buf_finish(&a->out);
        return NULL;
    }
    a->out = (struct svi_buf){0};
    put_headers(response, a);
    put_header(response, MHD_HTTP_HEADER_VARY, MHD_HTTP_HEADER_ACCEPT_ENCODING);
    if (packed) {
        put_header(response, MHD_HTTP_HEADER_CONTENT_ENCODING, "gzip");
    }
    return response;
}

static enum MHD_Result queue(struct MHD_Connection *connection, unsigned status,
                             struct MHD_Response *response)
{
    if (response == NULL) {
        return MHD_NO; /* no memory: the connection is closed */
    }
    const enum MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

/* Refuses a request. A person may read why: one whose name for this machine the server was not
 * told. */
static enum MHD_Result refuse(struct MHD_Connection *connection, unsigned status,
                              const char *header, const char *value)
{
    static const char host[] = "This server does not answer for that name. Use its address, or "
                               "start it with --host NAME.\n";
    const bool is_host = status == MHD_HTTP_MISDIRECTED_REQUEST;
    char text[sizeof host];
    const int length = is_host ? snprintf(text, sizeof text, "%s", host)
                               : snprintf(text, sizeof text, "{\"error\":%u}\n", status);
    struct MHD_Response *response =
        MHD_create_response_from_buffer((size_t)length, text, MHD_RESPMEM_MUST_COPY);
    if (response != NULL) {
        put_header(response, "Content-Type",
                   is_host ? "text/plain; charset=utf-8" : "application/json");
        put_header(response, "Connection", "close");
        put_header(response, header, value);
    }
    return queue(connection, status, response);
}

/* ---- the cache ------------------------------------------------------------------------------- */

/* Drops the answers that such news change, or `all`. */
static void forget(struct server *s, enum svi_site_news news, bool all)
{
    pthread_mutex_lock(&s->lock);
    unsigned n = 0;
    for (unsigned k = 0; k < s->n_kept; k++) {
        if (all || svi_site_changes(news, s->cached[k].path)) {
            MHD_destroy_response(s->cached[k].response); /* those who are being sent it keep it */
        } else {
            s->cached[n++] = s->cached[k];
        }
    }
    s->n_kept = n;
    pthread_mutex_unlock(&s->lock);
}

/* Returns a place for one more answer, in place of the oldest if all are taken. */
static struct cached_answer *add_cached(struct server *s)
{
    if (s->n_kept == KEPT) {
        MHD_destroy_response(s->cached[0].response);
        memmove(s->cached, s->cached + 1, --s->n_kept * sizeof *s->cached);
    }
    return &s->cached[s->n_kept++];
}

/* Queues the cached answer of a path, packed or not. MHD_NO with *found false: none is cached. */
static enum MHD_Result queue_cached(struct server *s, struct MHD_Connection *connection,
                                    const char *path, bool packed, bool *found)
{
    enum MHD_Result result = MHD_NO;
    *found = false;
    pthread_mutex_lock(&s->lock);
    for (unsigned k = 0; k < s->n_kept && !*found; k++) {
        if (s->cached[k].packed == packed && strcmp(s->cached[k].path, path) == 0) {
            *found = true;
            result = MHD_queue_response(connection, s->cached[k].status, s->cached[k].response);
        }
    }
    pthread_mutex_unlock(&s->lock);
    return result;
}

static enum MHD_Result answer(struct server *s, struct MHD_Connection *connection, const char *path,
                              const struct svi_game_filter *filter)
{
    const bool packed = accepts_gzip(connection);
    const bool is_first =
        !filter->given[SVI_FOR_AFTER] && !filter->given[SVI_FOR_LIMIT]; /* page of the standings */
    bool found = false;
    enum MHD_Result result = is_first ? queue_cached(s, connection, path, packed, &found) : MHD_NO;
    if (found) {
        svi_site_wanted(s->site);
        return result;
    }
    struct svi_site_answer a;
    pthread_mutex_lock(&s->lock); /* so that nothing older is kept after forget() */
    svi_site_answer(s->site, path, filter, &a);
    struct MHD_Response *response = make_response(&a, packed);
    if (response != NULL && a.status == MHD_HTTP_OK && is_first && a.may_keep &&
        strlen(path) < sizeof s->cached->path) {
        struct cached_answer *k = add_cached(s);
        (void)snprintf(k->path, sizeof k->path, "%s", path);
        k->packed = packed;
        k->status = a.status;
        k->response = response;
        result = MHD_queue_response(connection, a.status, response);
        pthread_mutex_unlock(&s->lock);
        return result;
    }
    pthread_mutex_unlock(&s->lock);
    return queue(connection, a.status, response);
}

/* ---- requests -------------------------------------------------------------------------------- */

static const char *find_argument(void *user, const char *name, bool *given)
{
    const char *text = NULL;
    *given = MHD_lookup_connection_value_n(user, MHD_GET_ARGUMENT_KIND, name, strlen(name), &text,
                                           NULL) == MHD_YES;
    return text != NULL ? text : ""; /* "?bot" has no value at all */
}

static void tell_news(struct server *s, const char *text)
{
    svi_stream_add(s->news, "league", text, strlen(text));
}

static enum MHD_Result events(struct server *s, struct MHD_Connection *connection)
{
    if (!svi_site_is_read(s->site)) {
        return refuse(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "Retry-After", "1");
    }
    struct MHD_Response *response = svi_stream_join(s->news, connection, 0);
    if (response == NULL) {
        return refuse(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "Retry-After", "30");
    }
    svi_site_wanted(s->site);
    put_header(response, "Content-Type", "text/event-stream");
    put_header(response, "Cache-Control", "no-store");
    put_header(response, "X-Content-Type-Options", "nosniff");
    put_header(response, "X-Accel-Buffering", "no");
    svi_clients_streams(s->clients, connection);
    return queue(connection, MHD_HTTP_OK, response);
}

static enum MHD_Result handle(void *user, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_size, // NOLINT(readability-non-const-parameter)
                              void **request)
{
    struct server *s = user;
    struct svi_game_filter filter;
    (void)version;
    (void)upload;
    (void)upload_size;
    svi_clients_asked(s->clients, connection);
    if (svi_clients_is_odd(connection, *request)) {
        return refuse(connection, MHD_HTTP_BAD_REQUEST, "Cache-Control", "no-store");
    }
    if (!svi_hosts_allow(&s->config->hosts,
                         MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Host"))) {
        return refuse(connection, MHD_HTTP_MISDIRECTED_REQUEST, "Cache-Control", "no-store");
    }
    if (strcmp(method, MHD_HTTP_METHOD_GET) != 0 && strcmp(method, MHD_HTTP_METHOD_HEAD) != 0) {
        return refuse(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "Allow", "GET, HEAD");
    }
    if (!svi_game_filter_read(&filter, find_argument, connection)) {
        return refuse(connection, MHD_HTTP_BAD_REQUEST, "Cache-Control", "no-store");
    }
    return strcmp(url, "/events") == 0 && strcmp(method, MHD_HTTP_METHOD_GET) == 0
               ? events(s, connection)
               : answer(s, connection, url, &filter);
}

static void forget_request(void *user, struct MHD_Connection *connection, void **request,
                           enum MHD_RequestTerminationCode code)
{
    const struct server *s = user;
    (void)request;
    (void)code;
    svi_clients_answered(s->clients, connection);
}

/* ---- all ------------------------------------------------------------------------------------- */

static void rest(void)
{
    const struct timespec turn = {0, TURN_MS * 1000000L};
    (void)nanosleep(&turn, NULL);
}

/* Reads the store for the first time. The address is told at once where that takes a while, and all
 * who come hear how far it is; else when there is something to be seen. */
static enum sv_status read_first(struct server *s, const char *address, struct svi_error *error)
{
    char text[SVI_SITE_NEWS];
    enum svi_site_news news;
    const bool is_long = svi_site_games(s->site) >= LONG_READING;
    if (is_long) {
        s->config->ready(address);
        s->config->note("reading %" PRIu64 " games: until then pages say how far that is",
                        svi_site_games(s->site));
    }
    const enum sv_status status = svi_site_renew(s->site, &news, text, error);
    if (status == SV_OK) {
        tell_news(s, text);
        if (is_long) {
            s->config->note("all are read");
        } else {
            s->config->ready(address);
        }
    }
    return status;
}

static void turns(struct server *s, const atomic_bool *stop)
{
    struct svi_error error, said = {0};
    char text[SVI_SITE_NEWS];
    while (!atomic_load(stop)) {
        enum svi_site_news news;
        if (svi_stream_is_read(s->news)) {
            svi_site_wanted(s->site);
        }
        if (svi_site_renew(s->site, &news, text, &error) != SV_OK && !atomic_load(stop) &&
            strcmp(error.text, said.text) != 0) {
            said = error;
            s->config->note("%s", error.text);
        }
        if (news != SVI_SITE_SAME) {
            forget(s, news, false);
            tell_news(s, text);
        }
        svi_stream_turn(s->news);
        svi_clients_turn(s->clients);
        rest();
    }
}

enum sv_status svi_server_run(struct svi_site *site, const struct svi_server_config *config,
                              const atomic_bool *stop, struct svi_error *error)
{
    struct server s = {.site = site, .config = config};
    char address[128];
    int fd;
    enum sv_status status = svi_listen_at(config->listen, &fd, address, error);
    if (status != SV_OK) {
        return status;
    }
    pthread_mutex_init(&s.lock, NULL);
    const unsigned most = 2 * config->viewers + OTHERS;
    s.news = svi_stream_create(config->viewers, config->beat_ms, true);
    s.clients = svi_clients_create(most, most / 2, config->idle_s);
    tell_news(&s, "{\"version\":1}");
    struct MHD_Daemon *daemon = svi_clients_serve(s.clients, fd, handle, forget_request, &s, error);
    if (daemon == NULL) {
        svi_clients_destroy(s.clients);
        svi_stream_destroy(s.news);
        pthread_mutex_destroy(&s.lock);
        return SV_E_SYSTEM;
    }
    status = read_first(&s, address, error);
    if (atomic_load(stop)) {
        status = SV_OK; /* that it was broken off is what was asked for */
    } else if (status == SV_OK) {
        turns(&s, stop);
    }
    svi_stream_close(s.news); /* no connection may be suspended when the daemon stops */
    MHD_stop_daemon(daemon);
    forget(&s, SVI_SITE_SAME, true);
    pthread_mutex_destroy(&s.lock);
    svi_clients_destroy(s.clients);
    svi_stream_destroy(s.news);
    return status;
}

/* ---- listen ---------------------------------------------------------------------------------- */

#define HOST_BYTES 256
#define PORT_BYTES 6

/* "HOST", "HOST:PORT" or "[HOST]:PORT" into its parts; `port` is "" without one. */
static bool split(const char *text, char host[HOST_BYTES], char port[PORT_BYTES], bool *brackets)
{
    *brackets = text[0] == '[';
    text += *brackets;
    const char *end = *brackets ? strchr(text, ']') : text + strcspn(text, ":");
    if (end == NULL || end - text >= HOST_BYTES || end == text) {
        return false;
    }
    (void)snprintf(host, HOST_BYTES, "%.*s", (int)(end - text), text);
    end += *brackets;
    const char *digits = *end == ':' ? end + 1 : "";
    const size_t length = strlen(digits);
    (void)snprintf(port, PORT_BYTES, "%s", digits);
    return (*end == '\0' || *end == ':') && length < PORT_BYTES &&
           strspn(digits, "0123456789") == length;
}

enum sv_status svi_listen_at(const char *listen_on, int *fd, char address[128],
                             struct svi_error *error)
{
    char host[HOST_BYTES], port[PORT_BYTES];
    bool brackets;
    struct addrinfo *found = NULL;
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM,
                                   .ai_flags = AI_PASSIVE | AI_NUMERICHOST | AI_NUMERICSERV};
    *fd = -1;
    if (!split(listen_on, host, port, &brackets) || port[0] == '\0' ||
        strtoul(port, NULL, 10) > 65535 ||
        getaddrinfo(strcmp(host, "localhost") == 0 ? "127.0.0.1" : host, port, &hints, &found) !=
            0) {
        return svi_fail(error, SV_E_ARGUMENT,
                        "--listen: found '%.100s', expected an address and a port, such as "
                        "127.0.0.1:8080 or [::1]:8080",
                        listen_on);
    }
    const int on = 1;
    struct sockaddr_storage bound = {0};
    socklen_t size = sizeof bound;
    *fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    const bool done = *fd >= 0 && setsockopt(*fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
                      bind(*fd, found->ai_addr, found->ai_addrlen) == 0 && listen(*fd, 128) == 0 &&
                      getsockname(*fd, (struct sockaddr *)&bound, &size) == 0;
    const int reason = errno;
    const bool six = found->ai_family == AF_INET6;
    freeaddrinfo(found);
    if (!done) {
        (void)svi_fail(error, SV_E_SYSTEM, "cannot listen on %s: %s", listen_on,
                       svi_errno_text(reason));
        if (*fd >= 0) {
            (void)close(*fd);
        }
        return SV_E_SYSTEM;
    }
    const in_port_t number =
        six ? ((struct sockaddr_in6 *)&bound)->sin6_port : ((struct sockaddr_in *)&bound)->sin_port;
    (void)snprintf(address, 128, six ? "http://[%s]:%u/" : "http://%s:%u/", host, ntohs(number));
    return SV_OK;
}

/* ---- hosts ----------------------------------------------------------------------------------- */

bool svi_hosts_is_name(const char *name)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.";
    const size_t length = strlen(name);
    return length > 0 && length < HOST_BYTES && strspn(name, letters) == length;
}

bool svi_hosts_allow(const struct svi_hosts *hosts, const char *header)
{
    char host[HOST_BYTES], port[PORT_BYTES];
    unsigned char address[sizeof(struct in6_addr)];
    bool brackets;
    if (header == NULL || !split(header, host, port, &brackets)) {
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
