#include "tools/play/server.h"

#include "memory/memory.h"
#include "tools/replay/html.h"
#include "tools/serve/clients.h"
#include "tools/serve/server.h"

#include "base/out.h"

#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define CONNECTIONS 128u
/* Turn length and number of turns in which readers can receive the end of a stream. */
#define LAST_MS 1000
#define LAST_TURNS 50
#define BODY_BYTES 4096u       /* an answer with four full offers is shorter */
#define CONTENT_TOO_LARGE 413u /* libmicrohttpd had another name for it before version 0.9.74 */

struct svi_play_server {
    struct svi_play_table *const *tables;
    unsigned n_tables;
    const struct svi_play_server_config *config;
    struct svi_clients *clients;
    struct MHD_Daemon *daemon;
};

/* A person at one of the tables. */
struct person {
    struct svi_play_table *table; /* NULL: no person */
    unsigned person;
};

/* A request whose body is being read. */
struct request {
    struct person person;
    const struct word *what;
    size_t size;
    char body[BODY_BYTES];
};

/* ---- answers --------------------------------------------------------------------------------- */

static void put_header(struct MHD_Response *response, const char *name, const char *value)
{
    (void)MHD_add_response_header(response, name, value);
}

static enum MHD_Result queue(struct MHD_Connection *connection, unsigned status,
                             struct MHD_Response *response)
{
    if (response == NULL) {
        return MHD_NO; /* out of memory: the connection is closed */
    }
    put_header(response, "X-Content-Type-Options", "nosniff");
    put_header(response, "Referrer-Policy", "same-origin"); /* the address contains the token */
    put_header(response, "Cache-Control", "no-store");
    const enum MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

/* Sends bytes, which the response frees. `policy` is a content security policy or NULL. */
static enum MHD_Result answer(struct MHD_Connection *connection, unsigned status, const char *type,
                              struct svi_buf *out, const struct svi_buf *policy)
{
    struct MHD_Response *response =
        out->failed ? NULL
                    : MHD_create_response_from_buffer(out->size, out->data, MHD_RESPMEM_MUST_FREE);
    if (response == NULL) {
        svi_buf_finish(out);
        return MHD_NO;
    }
    put_header(response, "Content-Type", type);
    if (policy != NULL && !policy->failed) {
        put_header(response, "Content-Security-Policy", (const char *)policy->data);
    }
    return queue(connection, status, response);
}

static enum MHD_Result refuse(struct MHD_Connection *connection, unsigned status, const char *text)
{
    struct MHD_Response *response = MHD_create_response_from_buffer(
        strlen(text), (void *)(uintptr_t)text, MHD_RESPMEM_PERSISTENT);
    if (response != NULL) {
        put_header(response, "Content-Type", "text/plain; charset=utf-8");
        put_header(response, "Connection", "close");
        if (status == MHD_HTTP_METHOD_NOT_ALLOWED) {
            put_header(response, "Allow", "GET, HEAD, POST");
        }
    }
    return queue(connection, status, response);
}

static enum MHD_Result page(struct MHD_Connection *connection)
{
    struct svi_buf out = {0}, policy = {0};
    svi_play_page(&out);
    svi_play_policy(&policy);
    svi_buf_byte(&policy, 0);
    const enum MHD_Result result =
        answer(connection, MHD_HTTP_OK, "text/html; charset=utf-8", &out, &policy);
    svi_buf_finish(&policy);
    return result;
}

static enum MHD_Result game(struct MHD_Connection *connection, const struct person *person,
                            bool as_page)
{
    struct svi_buf out = {0}, policy = {0};
    const uint8_t *bytes;
    size_t size;
    struct svi_error error;
    if (!svi_play_table_replay(person->table, &bytes, &size)) {
        return refuse(connection, MHD_HTTP_NOT_FOUND, "The game is not over yet.\n");
    }
    if (!as_page) {
        svi_buf_append(&out, bytes, size);
        return answer(connection, MHD_HTTP_OK, "application/octet-stream", &out, NULL);
    }
    if (svi_replay_page("game.svr", bytes, size, NULL, &out, &error) != SV_OK) {
        svi_buf_finish(&out);
        return refuse(connection, MHD_HTTP_INTERNAL_SERVER_ERROR, "The page cannot be made.\n");
    }
    svi_out_text(&policy,
                 "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
    svi_replay_page_policy(&policy);
    svi_buf_byte(&policy, 0);
    const enum MHD_Result result =
        answer(connection, MHD_HTTP_OK, "text/html; charset=utf-8", &out, &policy);
    svi_buf_finish(&policy);
    return result;
}

static enum MHD_Result events(const struct svi_play_server *s, struct MHD_Connection *connection,
                              const struct person *person)
{
    const char *last = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Last-Event-ID");
    const size_t digits = last != NULL ? strspn(last, "0123456789") : 0;
    const uint64_t after =
        digits > 0 && digits < 10 && last[digits] == '\0' ? strtoull(last, NULL, 10) : 0;
    struct MHD_Response *response =
        svi_stream_join(svi_play_table_stream(person->table, person->person), connection, after);
    if (response == NULL) {
        return refuse(connection, MHD_HTTP_SERVICE_UNAVAILABLE,
                      "This seat is open in too many browsers.\n");
    }
    put_header(response, "Content-Type", "text/event-stream");
    put_header(response, "X-Accel-Buffering", "no");
    svi_clients_streams(s->clients, connection);
    return queue(connection, MHD_HTTP_OK, response);
}

/* ---- requests -------------------------------------------------------------------------------- */

/* Paths behind a person's token. */
enum path { PAGE, EVENTS, GAME, REPLAY, ANSWER, JUDGE, BACK, RESIGN, END, AGAIN };
static const struct word {
    const char *name;
    bool is_posted;
} words[] = {[PAGE] = {""},
             [EVENTS] = {"events"},
             [GAME] = {"game"},
             [REPLAY] = {"game.svr"},
             [ANSWER] = {"answer", true},
             [JUDGE] = {"judge", true},
             [BACK] = {"back", true},
             [RESIGN] = {"resign", true},
             [END] = {"end", true},
             [AGAIN] = {"again", true}};

/* Finds the person of a path. Returns the part behind the token, or NULL. */
static const struct word *split(const struct svi_play_server *s, const char *url,
                                struct person *person)
{
    const size_t length = strcspn(url + 1, "/");
    *person = (struct person){0};
    for (unsigned i = 0; i < s->n_tables; i++) {
        const unsigned found = svi_play_table_find(s->tables[i], url + 1, length);
        *person = found != SV_NONE ? (struct person){s->tables[i], found} : *person;
    }
    for (unsigned i = 0;
         person->table != NULL && url[1 + length] == '/' && i < sizeof words / sizeof words[0];
         i++) {
        if (strcmp(words[i].name, url + length + 2) == 0) {
            return &words[i];
        }
    }
    return NULL;
}

static enum MHD_Result get(const struct svi_play_server *s, struct MHD_Connection *connection,
                           const struct person *person, const struct word *what, bool head)
{
    if (what->is_posted) {
        return refuse(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "Nothing changes by a GET.\n");
    }
    if (what == &words[PAGE]) {
        return page(connection);
    }
    if (what == &words[EVENTS]) {
        return head ? refuse(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "Expected GET.\n")
                    : events(s, connection, person);
    }
    return game(connection, person, what == &words[GAME]);
}

/* Begins a POST after its head was read. */
static enum MHD_Result begin_post(const struct svi_play_server *s,
                                  struct MHD_Connection *connection, const struct person *person,
                                  const struct word *what, void **slot)
{
    const char *length = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Content-Length");
    if (!what->is_posted) {
        return refuse(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "Expected GET.\n");
    }
    if (!svi_hosts_is_own(&s->config->hosts,
                          MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Origin"),
                          MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Host"))) {
        return refuse(connection, MHD_HTTP_FORBIDDEN, "Answers are taken from this page alone.\n");
    }
    if (length == NULL || strlen(length) > 4 || strtoul(length, NULL, 10) > BODY_BYTES) {
        return refuse(connection, CONTENT_TOO_LARGE,
                      "Expected a Content-Length of at most 4096.\n");
    }
    struct request *r = svi_new(1, sizeof *r);
    r->person = *person;
    r->what = what;
    *slot = r;
    return MHD_YES;
}

/* Ends a POST after its body was read. */
static enum MHD_Result end_post(struct MHD_Connection *connection, const struct request *r)
{
    static const unsigned statuses[] = {[SVI_PLAY_TAKEN] = MHD_HTTP_OK,
                                        [SVI_PLAY_REFUSED] = MHD_HTTP_OK,
                                        [SVI_PLAY_TOO_LATE] = MHD_HTTP_CONFLICT,
                                        [SVI_PLAY_MALFORMED] = MHD_HTTP_BAD_REQUEST};
    struct svi_buf out = {0};
    unsigned status = MHD_HTTP_OK;
    switch ((enum path)(r->what - words)) {
    case RESIGN:
        svi_play_table_resign(r->person.table, r->person.person);
        break;
    case END:
        svi_play_table_end(r->person.table);
        break;
    case AGAIN:
        svi_play_table_want_again(r->person.table);
        break;
    case BACK:
        (void)svi_play_table_take_back(r->person.table, r->person.person, &out);
        break;
    default:
        status = statuses[svi_play_table_post(r->person.table, r->person.person, r->body, r->size,
                                              r->what == &words[JUDGE], &out)];
    }
    svi_out_text(&out, out.size == 0 ? "{\"ok\":true}" : "");
    return answer(connection, status, "application/json", &out, NULL);
}

static enum MHD_Result handle(void *user, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_size, void **slot)
{
    struct svi_play_server *s = user;
    const bool posted = strcmp(method, MHD_HTTP_METHOD_POST) == 0;
    const bool head = strcmp(method, MHD_HTTP_METHOD_HEAD) == 0;
    struct person person;
    (void)version;
    if (svi_clients_is_odd(connection, *slot)) {
        return refuse(connection, MHD_HTTP_BAD_REQUEST,
                      "Expected an address of this server, and not both a Content-Length and a "
                      "Transfer-Encoding.\n");
    }
    if (*slot != NULL) {
        struct request *r = *slot;
        if (*upload_size == 0) {
            svi_clients_asked(s->clients, connection);
            return end_post(connection, r);
        }
        if (*upload_size > BODY_BYTES - r->size) {
            return MHD_NO; /* more than the request announced */
        }
        memcpy(r->body + r->size, upload, *upload_size);
        r->size += *upload_size;
        *upload_size = 0;
        return MHD_YES;
    }
    if (!svi_hosts_allow(&s->config->hosts,
                         MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Host"))) {
        return refuse(connection, MHD_HTTP_MISDIRECTED_REQUEST,
                      "This server does not answer for that name. Use its address, or start it "
                      "with --host NAME.\n");
    }
    const struct word *what = split(s, url, &person);
    if (what == NULL) {
        return refuse(connection, MHD_HTTP_NOT_FOUND,
                      "There is nothing here. Use the whole address that was printed.\n");
    }
    if (posted) {
        return begin_post(s, connection, &person, what, slot);
    }
    svi_clients_asked(s->clients, connection);
    return head || strcmp(method, MHD_HTTP_METHOD_GET) == 0
               ? get(s, connection, &person, what, head)
               : refuse(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "Expected GET or POST.\n");
}

static void forget(void *user, struct MHD_Connection *connection, void **slot,
                   enum MHD_RequestTerminationCode code)
{
    const struct svi_play_server *s = user;
    (void)code;
    svi_clients_answered(s->clients, connection);
    if (*slot != svi_clients_odd) {
        free(*slot);
    }
    *slot = NULL;
}

/* ---- all ------------------------------------------------------------------------------------- */

enum sv_status svi_play_server_start(struct svi_play_server **out,
                                     struct svi_play_table *const *tables, unsigned n,
                                     const struct svi_play_server_config *config, char address[128],
                                     struct svi_error *error)
{
    int fd;
    const enum sv_status status = svi_listen_at(config->listen, &fd, address, error);
    *out = NULL;
    if (status != SV_OK) {
        return status;
    }
    struct svi_play_server *s = svi_new(1, sizeof *s);
    s->tables = tables;
    s->n_tables = n;
    s->config = config;
    s->clients = svi_clients_create(CONNECTIONS, CONNECTIONS / 2, config->idle_s);
    s->daemon = svi_clients_serve(s->clients, fd, handle, forget, s, error);
    if (s->daemon == NULL) {
        svi_clients_destroy(s->clients);
        free(s);
        return SV_E_SYSTEM;
    }
    *out = s;
    return SV_OK;
}

/* Calls `visit` for the stream of every person. Returns whether any call returned true. */
static bool visit_streams(const struct svi_play_server *server,
                          bool (*visit)(struct svi_stream *stream))
{
    bool yes = false;
    for (unsigned i = 0; i < server->n_tables; i++) {
        for (unsigned k = 0; k < svi_play_table_people(server->tables[i]); k++) {
            yes |= visit(svi_play_table_stream(server->tables[i], k));
        }
    }
    return yes;
}

static bool turn(struct svi_stream *stream)
{
    svi_stream_turn(stream);
    return false;
}

static bool close_stream(struct svi_stream *stream)
{
    svi_stream_close(stream);
    return false;
}

void svi_play_server_turn(struct svi_play_server *server)
{
    (void)visit_streams(server, turn);
    svi_clients_turn(server->clients);
}

void svi_play_server_stop(struct svi_play_server *server)
{
    const struct timespec pause = {0, LAST_MS * 1000000L / LAST_TURNS};
    if (server == NULL) {
        return;
    }
    (void)visit_streams(server, close_stream);
    for (unsigned i = 0; i < LAST_TURNS && visit_streams(server, svi_stream_is_read); i++) {
        (void)nanosleep(&pause, NULL);
    }
    MHD_stop_daemon(server->daemon);
    svi_clients_destroy(server->clients);
    free(server);
}

#ifdef SOLVENT_SITE

#include "base/out.h"

static const struct svi_page_kind kind = {&svi_play_template, &svi_play_style, &svi_play_script};

bool svi_play_has_page(void)
{
    return true;
}

void svi_play_page(struct svi_buf *out)
{
    svi_page_put(out, &kind, &(struct svi_page_head){.title = "Solvent: your table"}, NULL, 0);
}

void svi_play_policy(struct svi_buf *out)
{
    svi_out_text(out, "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action "
                      "'none'; connect-src 'self'");
    svi_page_allow(out, &kind, "");
}

#else

bool svi_play_has_page(void)
{
    return false;
}

void svi_play_page(struct svi_buf *out)
{
    (void)out;
}

void svi_play_policy(struct svi_buf *out)
{
    (void)out;
}

#endif
