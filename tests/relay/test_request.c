/* Requests of bots to their relay: those it takes and refuses, and the bytes that a server gets. */
#include "relay/request.h"
#include "tests/base/testing.h"

#include <strings.h>

static const char *const nothing[] = {NULL};

/* Reads a request whose head is all of the text. */
static unsigned read_text(const char *text, struct svi_request *request)
{
    const char *why = NULL;
    const size_t size = svi_request_head(text, strlen(text));
    assert_int_equal(size, strlen(text));
    const unsigned status = svi_request_read(text, size, request, &why);
    assert_true(status == 0 || (status >= 400 && status < 600 && why != NULL));
    return status;
}

TEST(requests_are_read)
{
    struct svi_request r;
    assert_int_equal(read_text("CONNECT Example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n", &r), 0);
    assert_true(r.connect);
    assert_string_equal(r.place.host, "example.org");
    assert_int_equal(r.place.port, 443);
    assert_int_equal(read_text("CONNECT [::1]:8443 HTTP/1.0\r\n\r\n", &r), 0);
    assert_string_equal(r.place.host, "::1");
    assert_int_equal(read_text("POST http://a.org/x HTTP/1.1\r\ncontent-length:  12 \r\n\r\n", &r),
                     0);
    assert_false(r.connect);
    assert_int_equal(r.place.port, 80);
    assert_int_equal(r.body, 12);
    assert_int_equal(read_text("GET http://[::1]?q HTTP/1.1\r\n\r\n", &r), 0);
    assert_int_equal(r.place.port, 80);
    assert_int_equal(read_text("GET HTTP://a.org:8080 HTTP/1.1\r\n\r\n", &r), 0);
    assert_int_equal(r.place.port, 8080);
    assert_int_equal(svi_request_head("GET http://a.org/ HTTP/1.1\r\nA: b\r\n", 34), 0);
}

TEST(other_requests_are_refused)
{
    static const struct {
        unsigned status;
        const char *text;
    } refused[] = {
        {400, "\r\n\r\n"},
        {400, "GET\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\n\r\n"},
        {400, "GET /x HTTP/1.1\r\nHost: a.org\r\n\r\n"},
        {400, "GET https://a.org/ HTTP/1.1\r\n\r\n"},
        {400, "GET ftp://a.org/ HTTP/1.1\r\n\r\n"},
        {400, "GET http://user@a.org/ HTTP/1.1\r\n\r\n"},
        {400, "GET http://a.org:0/ HTTP/1.1\r\n\r\n"},
        {400, "GET http://127.1/ HTTP/1.1\r\n\r\n"},
        {400, "GET http:// HTTP/1.1\r\n\r\n"},
        {400, "GET  http://a.org/ HTTP/1.1\r\n\r\n"},
        {400, "GET http://a.org/a b HTTP/1.1\r\n\r\n"},
        {400, "GET http://a.org/ HTTP/1.1 \r\n\r\n"},
        {400, "get http://a.org/ HTTP/1.1\r\n\r\n"},
        {400, "GET http://a.org/\x80 HTTP/1.1\r\n\r\n"},
        {400, "CONNECT a.org HTTP/1.1\r\n\r\n"},
        {400, "CONNECT http://a.org:443 HTTP/1.1\r\n\r\n"},
        {505, "CONNECT a.org:443 HTTP/2.0\r\n\r\n"},
        {505, "CONNECT a.org:443 HTTP/0.9\r\n\r\n"},
        {400, "CONNECT a.org:443 HTTP/1.10\r\n\r\n"},
        {400, "CONNECT a.org:443\r\n\r\n"},
        {400, "GET http://a.org/ HTTP/1.1\r\nA: b\r\n c\r\n\r\n"},
        {400, "GET http://a.org/ HTTP/1.1\r\nA : b\r\n\r\n"},
        {400, "GET http://a.org/ HTTP/1.1\r\n: b\r\n\r\n"},
        {400, "GET http://a.org/ HTTP/1.1\r\nA\r\n\r\n"},
        {400, "GET http://a.org/ HTTP/1.1\r\nA: b\nC: d\r\n\r\n"},
        {400, "GET http://a.org/ HTTP/1.1\r\nA: b\rC: d\r\n\r\n"},
        {400, "GET http://a.org/ HTTP/1.1\nHost: x\r\n\r\n"},
        {411, "POST http://a.org/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"},
        {411, "POST http://a.org/ HTTP/1.1\r\nContent-Length: 1\r\ntransfer-encoding: x\r\n\r\n"},
        {400, "POST http://a.org/ HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n"},
        {400, "POST http://a.org/ HTTP/1.1\r\nContent-Length: +1\r\n\r\n"},
        {400, "POST http://a.org/ HTTP/1.1\r\nContent-Length: 1, 1\r\n\r\n"},
        {400, "POST http://a.org/ HTTP/1.1\r\nContent-Length: \r\n\r\n"},
        {400, "POST http://a.org/ HTTP/1.1\r\nContent-Length: 1234567890123456\r\n\r\n"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        struct svi_request r;
        const unsigned status = read_text(refused[i].text, &r);
        if (status != refused[i].status) {
            fail_msg("found %u, expected %u: %s", status, refused[i].status, refused[i].text);
        }
    }
}

static void written_as(const char *text, const char *const *inject, const char *expected)
{
    struct svi_request r;
    struct svi_buf out = {0};
    assert_int_equal(read_text(text, &r), 0);
    svi_request_write(&r, text, strlen(text), inject, &out);
    svi_buf_byte(&out, 0);
    assert_string_equal((char *)out.data, expected);
    svi_buf_finish(&out);
}

TEST(a_server_gets_its_part_and_the_added_headers)
{
    static const char *const key[] = {"Authorization: Bearer k1", "X-Key: k2", NULL};
    written_as("GET http://a.org HTTP/1.0\r\n\r\n", nothing,
               "GET / HTTP/1.1\r\nHost: a.org\r\nConnection: close\r\n\r\n");
    written_as("GET http://a.org:8080?q=1#part HTTP/1.1\r\nHost: other.org\r\nA:b\r\n\r\n", nothing,
               "GET /?q=1 HTTP/1.1\r\nHost: a.org:8080\r\nA: b\r\nConnection: close\r\n\r\n");
    /* The bot's own headers of these names are dropped, however it spells them. So are the headers
     * of its connection with the relay. */
    written_as(
        "POST http://[::1]:81/v1/x HTTP/1.1\r\nauthorization: mine\r\nAUTHORIZATION: again\r\n"
        "x-kEy: mine\r\nX-Key-Two: stays\r\nConnection: keep-alive\r\nProxy-Authorization: z\r\n"
        "Upgrade: x\r\nTE: trailers\r\nKeep-Alive: 1\r\nContent-Length: 3\r\n\r\n",
        key,
        "POST /v1/x HTTP/1.1\r\nHost: [::1]:81\r\nX-Key-Two: stays\r\nContent-Length: 3\r\n"
        "Authorization: Bearer k1\r\nX-Key: k2\r\nConnection: close\r\n\r\n");
}

static uint32_t next(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Whatever bytes come: a head that is taken goes on as a head that is taken again, with one empty
 * line at its end, the same place, the added header once, and nothing of the bot's under its name.
 */
TEST(any_bytes_are_refused_or_written_as_one_whole_head)
{
    static const char *const key[] = {"Authorization: k1k1k1", NULL};
    static const char start[] =
        "POST http://a.org:81/v1?x HTTP/1.1\r\nHost: a.org\r\nAuthorization: "
        "mine\r\nContent-Length: 3\r\nA: b\r\n\r\n";
    static const char odd[] = "\r\n :/?#@[]0aAzZ.-\x00\x7f\x80\t,;";
    uint32_t dice = 1;
    unsigned taken = 0;
    for (unsigned round = 0; round < 200000; round++) {
        char text[sizeof start];
        const size_t size = sizeof start - 1;
        memcpy(text, start, size);
        for (unsigned n = 1 + next(&dice) % 3; n > 0; n--) {
            text[next(&dice) % size] = odd[next(&dice) % (sizeof odd - 1)];
        }
        struct svi_request r;
        const char *why;
        const size_t head = svi_request_head(text, size);
        if (head == 0 || svi_request_read(text, head, &r, &why) != 0) {
            continue;
        }
        taken++;
        SCOPED(svi_buf_finish) struct svi_buf out = {0};
        svi_request_write(&r, text, head, key, &out);
        assert_int_equal(svi_request_head((char *)out.data, out.size), out.size);
        const char *own = memmem(out.data, out.size, "\r\nAuthorization: k1k1k1\r\n", 25);
        assert_non_null(own);
        size_t fields = 0;
        for (const char *at = (char *)out.data, *end = at + out.size;
             (at = memmem(at, (size_t)(end - at), "\r\n", 2)) != NULL; at += 2) {
            fields += strncasecmp(at + 2, "authorization:", 14) == 0;
        }
        assert_int_equal(fields, 1);
    }
    assert_true(taken > 1000);
}
