#include "relay/request.h"

#include "base/out.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#define HTTP_PORT 80
#define METHOD_MOST 16u

/* A header's line: its name, and its value without spaces around it. */
struct header {
    const char *name, *value;
    size_t name_size, value_size;
};

size_t svi_request_head(const char *bytes, size_t size)
{
    const char *end = memmem(bytes, size, "\r\n\r\n", 4);
    return end != NULL ? (size_t)(end - bytes) + 4 : 0;
}

static bool is_token(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c != '\0' && strchr("!#$%&'*+-.^_`|~", c) != NULL);
}

/* Takes the next header from *at on. Returns false at the empty line, and with *bad at a line that
 * is no header. */
static bool next_header(const char **at, const char *end, struct header *header, bool *bad)
{
    const char *line = *at, *stop = memmem(line, (size_t)(end - line), "\r\n", 2);
    const char *colon = stop != NULL ? memchr(line, ':', (size_t)(stop - line)) : NULL;
    if (stop == line) {
        return false;
    }
    *bad = colon == NULL || colon == line;
    for (const char *c = line; !*bad && c < colon; c++) {
        *bad = !is_token(*c);
    }
    for (const char *c = colon; !*bad && c < stop; c++) {
        *bad = ((unsigned char)*c < ' ' && *c != '\t') || *c == '\x7f';
    }
    if (*bad) {
        return false;
    }
    *at = stop + 2;
    for (colon++; colon < stop && (*colon == ' ' || *colon == '\t'); colon++) {
    }
    while (stop > colon && (stop[-1] == ' ' || stop[-1] == '\t')) {
        stop--;
    }
    *header = (struct header){
        .name = line,
        .name_size = (size_t)(memchr(line, ':', (size_t)(end - line)) - (const void *)line),
        .value = colon,
        .value_size = (size_t)(stop - colon)};
    return true;
}

/* Returns whether the header has that name; one that ends with '-' is the beginning of names. */
static bool is_named(const struct header *header, const char *name, size_t size)
{
    return (header->name_size == size || (name[size - 1] == '-' && header->name_size > size)) &&
           strncasecmp(header->name, name, size) == 0;
}

/* Reads a number of at most 15 digits. */
static bool read_length(const struct header *header, uint64_t *length)
{
    *length = 0;
    for (size_t i = 0; i < header->value_size; i++) {
        if (header->value[i] < '0' || header->value[i] > '9') {
            return false;
        }
        *length = *length * 10 + (uint64_t)(header->value[i] - '0');
    }
    return header->value_size > 0 && header->value_size <= 15;
}

/* Reads all headers for those that say how long the body is. */
static unsigned read_headers(const char *head, size_t size, struct svi_request *request,
                             const char **why)
{
    const char *at = head + request->headers, *end = head + size;
    struct header header;
    bool bad = false, measured = false;
    while (next_header(&at, end, &header, &bad)) {
        if (is_named(&header, "Transfer-Encoding", strlen("Transfer-Encoding"))) {
            *why = "a body needs a Content-Length";
            return 411;
        }
        if (is_named(&header, "Content-Length", strlen("Content-Length"))) {
            if (measured || !read_length(&header, &request->body)) {
                *why = "its Content-Length is no number, or there are two";
                return 400;
            }
            measured = true;
        }
    }
    if (bad || at + 2 != end) {
        *why = "a line of its head is no header";
        return 400;
    }
    return 0;
}

/* Reads a target in absolute form, which begins at `text`: http://HOST[:PORT][/PATH]. */
static bool read_absolute(const char *head, const char *text, size_t size,
                          struct svi_request *request)
{
    static const char scheme[] = "http://";
    const size_t prefix = strlen(scheme);
    char authority[SVI_PLACE_TEXT];
    if (size < prefix || strncasecmp(text, scheme, prefix) != 0) {
        return false;
    }
    const char *host = text + prefix;
    size_t length = 0;
    while (length < size - prefix && strchr("/?#", host[length]) == NULL) {
        length++;
    }
    if (length + strlen(":80") >= sizeof authority) {
        return false;
    }
    request->path = (size_t)(host + length - head);
    request->path_size = size - prefix - length;
    const bool brackets = length > 0 && host[length - 1] == ']';
    const bool has_port = !brackets && memchr(host, ':', length) != NULL;
    (void)snprintf(authority, sizeof authority, "%.*s%s", (int)length, host, has_port ? "" : ":80");
    return svi_place_read(authority, strlen(authority), &request->place);
}

unsigned svi_request_read(const char *head, size_t size, struct svi_request *request,
                          const char **why)
{
    const char *end = memmem(head, size, "\r\n", 2), *method = memchr(head, ' ', size);
    *request = (struct svi_request){0};
    *why = "its first line is no METHOD TARGET HTTP/1.1";
    if (end == NULL || method == NULL || method > end || method == head ||
        (size_t)(method - head) > METHOD_MOST) {
        return 400;
    }
    for (const char *c = head; c < method; c++) {
        if (*c < 'A' || *c > 'Z') {
            return 400;
        }
    }
    const char *target = method + 1, *version = memchr(target, ' ', (size_t)(end - target));
    for (const char *c = target; version != NULL && c < version; c++) {
        if (*c <= ' ' || *c > '~') {
            return 400;
        }
    }
    if (version == NULL || end - version != 9 || strncmp(version, " HTTP/", 6) != 0) {
        return 400;
    }
    if (strncmp(version + 6, "1.1", 3) != 0 && strncmp(version + 6, "1.0", 3) != 0) {
        *why = "it is not of HTTP/1.1";
        return 505;
    }
    const size_t length = (size_t)(version - target);
    request->method = (size_t)(method - head);
    request->headers = (size_t)(end - head) + 2;
    request->connect = strncmp(head, "CONNECT ", 8) == 0;
    if (request->connect ? !svi_place_read(target, length, &request->place)
                         : !read_absolute(head, target, length, request)) {
        *why = "it goes neither to HOST:PORT by CONNECT nor to http://HOST";
        return 400;
    }
    return read_headers(head, size, request, why);
}

/* Returns whether a header does not go on: it belongs to the connection, or is replaced. */
static bool is_dropped(const struct header *header, const char *const *inject)
{
    static const char *const own[] = {"Host", "Connection", "Keep-Alive", "Proxy-",
                                      "TE",   "Trailer",    "Upgrade"};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (is_named(header, own[i], strlen(own[i]))) {
            return true;
        }
    }
    for (; *inject != NULL; inject++) {
        if (is_named(header, *inject, strcspn(*inject, ":"))) {
            return true;
        }
    }
    return false;
}

void svi_request_write(const struct svi_request *request, const char *head, size_t size,
                       const char *const *inject, struct svi_buf *out)
{
    const char *at = head + request->headers;
    char host[SVI_PLACE_TEXT];
    struct header header;
    bool bad = false;
    size_t path_size = request->path_size;
    const char *fragment = memchr(head + request->path, '#', path_size);
    if (fragment != NULL) {
        path_size = (size_t)(fragment - head) - request->path;
    }
    svi_place_put(&request->place, host);
    if (request->place.port == HTTP_PORT) {
        *strrchr(host, ':') = '\0';
    }
    svi_buf_append(out, head, request->method + 1);
    svi_out_text(out, path_size > 0 && head[request->path] == '/' ? "" : "/");
    svi_buf_append(out, head + request->path, path_size);
    svi_out_format(out, " HTTP/1.1\r\nHost: %s\r\n", host);
    while (next_header(&at, head + size, &header, &bad)) {
        if (!is_dropped(&header, inject)) {
            svi_buf_append(out, header.name, header.name_size);
            svi_out_text(out, ": ");
            svi_buf_append(out, header.value, header.value_size);
            svi_out_text(out, "\r\n");
        }
    }
    for (; *inject != NULL; inject++) {
        svi_out_format(out, "%s\r\n", *inject);
    }
    svi_out_text(out, "Connection: close\r\n\r\n");
}
