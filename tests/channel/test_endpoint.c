/* Endpoints: which are on this machine, the errors of others, and connections without a
 * listener. */
#include "channel/endpoint.h"
#include "channel/listener.h"
#include "tests/base/testing.h"

#include <errno.h>
#include <unistd.h>

#define X10 "0123456789"
#define X100 X10 X10 X10 X10 X10 X10 X10 X10 X10 X10

/* Places to listen at, which others may reach. */
TEST(reads_open_places)
{
    static const struct {
        const char *text;
        enum svi_endpoint_kind kind;
        const char *error; /* the beginning; NULL: it is well */
    } cases[] = {
        {"ipc:///tmp/a", SVI_ENDPOINT_UNIX, NULL},
        {"tcp://127.0.0.1:1", SVI_ENDPOINT_LOOPBACK, NULL},
        {"tcp://[::1]:7001", SVI_ENDPOINT_LOOPBACK, NULL},
        {"tcp://*:7001", SVI_ENDPOINT_ELSEWHERE, NULL},
        {"tcp://0.0.0.0:7001", SVI_ENDPOINT_ELSEWHERE, NULL},
        {"tcp://192.168.1.2:7001", SVI_ENDPOINT_ELSEWHERE, NULL},
        {"tcp://[::]:7001", SVI_ENDPOINT_ELSEWHERE, NULL},
        {"tcp://[fe80::1]:7001", SVI_ENDPOINT_ELSEWHERE, NULL},
        {"tcp://192.168.1.2:0", SVI_ENDPOINT_ELSEWHERE, "'0' is no port"},
        {"tcp://*:65536", SVI_ENDPOINT_ELSEWHERE, "'65536' is no port"},
        {"tcp://example.org:7001", SVI_ENDPOINT_ELSEWHERE,
         "'tcp://example.org:7001' is not an address"},
        {"tcp://eth0:7001", SVI_ENDPOINT_ELSEWHERE, "'tcp://eth0:7001' is not an address"},
        {"tcp://1.2.3.4", SVI_ENDPOINT_ELSEWHERE, "'tcp://1.2.3.4' is not an address"},
        {"udp://1.2.3.4:5", SVI_ENDPOINT_ELSEWHERE, "'udp://1.2.3.4:5' is not an address"},
        {"", SVI_ENDPOINT_ELSEWHERE, "'' is not an address"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct svi_endpoint e;
        struct svi_error error = {0};
        const enum sv_status status = svi_endpoint_read_open(&e, cases[i].text, &error);

        assert_int_equal(status, cases[i].error == NULL ? SV_OK : SV_E_ARGUMENT);
        if (cases[i].error == NULL) {
            assert_int_equal(e.kind, cases[i].kind);
            assert_true(e.size != 0);
        } else {
            assert_int_equal(strncmp(error.text, cases[i].error, strlen(cases[i].error)), 0);
        }
    }
}

TEST(knows_this_machine)
{
    static const struct {
        const char *text;
        enum svi_endpoint_kind kind;
    } cases[] = {
        {"ipc:///tmp/a", SVI_ENDPOINT_UNIX},
        {"ipc://a", SVI_ENDPOINT_UNIX},
        {"ipc://@name", SVI_ENDPOINT_UNIX},
        {"ipc:///" X100 "/12345", SVI_ENDPOINT_UNIX}, /* 107 bytes */
        {"tcp://127.0.0.1:1", SVI_ENDPOINT_LOOPBACK},
        {"tcp://127.9.8.7:65535", SVI_ENDPOINT_LOOPBACK},
        {"tcp://127.0.0.1:*", SVI_ENDPOINT_LOOPBACK},
        {"tcp://localhost:7001", SVI_ENDPOINT_LOOPBACK},
        {"tcp://[::1]:7001", SVI_ENDPOINT_LOOPBACK},
        {"tcp://::1:7001", SVI_ENDPOINT_LOOPBACK},
        {"tcp://128.0.0.1:7001", SVI_ENDPOINT_ELSEWHERE},
        {"tcp://example.org:7001", SVI_ENDPOINT_ELSEWHERE},
        {"tcp://127.0.0.1.example.org:7001", SVI_ENDPOINT_ELSEWHERE},
        {"tcp://[::2]:7001", SVI_ENDPOINT_ELSEWHERE},
        {"tcp://*:7001", SVI_ENDPOINT_ELSEWHERE},
        {"tcp://eth0;127.0.0.1:7001", SVI_ENDPOINT_ELSEWHERE},
        {"tcp://127.0.0.1", SVI_ENDPOINT_ELSEWHERE},
        {"tcp://" X100 ":1", SVI_ENDPOINT_ELSEWHERE},
        {"tcp://", SVI_ENDPOINT_ELSEWHERE},
        {"inproc://a", SVI_ENDPOINT_ELSEWHERE},
        {"carrier-pigeon://here", SVI_ENDPOINT_ELSEWHERE},
        {"not an endpoint", SVI_ENDPOINT_ELSEWHERE},
        {"", SVI_ENDPOINT_ELSEWHERE},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct svi_endpoint e;
        struct svi_error error = {0};

        assert_ok(svi_endpoint_read(&e, cases[i].text, &error));
        if (e.kind != cases[i].kind) {
            fail_msg("%s is of kind %d", cases[i].text, (int)e.kind);
        }
        assert_string_equal(error.text, "");
    }
}

TEST(reads_addresses)
{
    struct svi_endpoint e;
    struct svi_error error;
    assert_ok(svi_endpoint_read(&e, "tcp://127.1.2.3:258", &error));
    assert_int_equal(e.address.v4.sin_family, AF_INET);
    assert_int_equal(ntohl(e.address.v4.sin_addr.s_addr), 0x7f010203);
    assert_int_equal(ntohs(e.address.v4.sin_port), 258);
    assert_ok(svi_endpoint_read(&e, "tcp://[::1]:65535", &error));
    assert_int_equal(e.address.v6.sin6_family, AF_INET6);
    assert_int_equal(ntohs(e.address.v6.sin6_port), 65535);
    assert_ok(svi_endpoint_read(&e, "tcp://localhost:*", &error));
    assert_int_equal(e.address.v4.sin_port, 0);
    assert_ok(svi_endpoint_read(&e, "ipc:///tmp/x", &error));
    assert_string_equal(e.address.local.sun_path, "/tmp/x");
    assert_true(svi_endpoint_has_file(&e));
    assert_ok(svi_endpoint_read(&e, "ipc://@x", &error));
    assert_memory_equal(e.address.local.sun_path, "\0x", 2);
    assert_int_equal(e.size, offsetof(struct sockaddr_un, sun_path) + 2);
    assert_false(svi_endpoint_has_file(&e));
}

TEST(says_what_is_wrong)
{
    static const struct {
        const char *text, *words;
    } cases[] = {
        {"ipc://", "'ipc://' names no path"},
        {"ipc://@", "'ipc://@' names no path"},
        {"ipc:///" X100 "/123456",
         "the path of a socket has at most 107 bytes, and this has 108: '/" X100 "/123456'"},
        {"tcp://127.0.0.1:", "'' is no port: expected a number from 1 to 65535"},
        {"tcp://127.0.0.1:0", "'0' is no port"},
        {"tcp://127.0.0.1:65536", "'65536' is no port"},
        {"tcp://127.0.0.1:99999999999999999999999", "is no port"},
        {"tcp://127.0.0.1:-1", "'-1' is no port"},
        {"tcp://127.0.0.1:+1", "'+1' is no port"},
        {"tcp://127.0.0.1: 1", "' 1' is no port"},
        {"tcp://[::1]:7001x", "'7001x' is no port"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct svi_endpoint e;
        struct svi_error error = {0};

        assert_int_equal(svi_endpoint_read(&e, cases[i].text, &error), SV_E_ARGUMENT);
        if (strstr(error.text, cases[i].words) == NULL) {
            fail_msg("%s: \"%s\" and not \"%s\"", cases[i].text, error.text, cases[i].words);
        }
    }
}

TEST(nobody_there_is_told)
{
    struct svi_endpoint e;
    struct svi_listener l;
    char folder[] = "/tmp/solvent-test-XXXXXX";
    struct svi_error error;
    char text[64];
    int fd;
    assert_non_null(mkdtemp(folder));
    snprintf(text, sizeof text, "ipc://%s/none", folder);
    assert_ok(svi_endpoint_read(&e, text, &error));
    assert_int_equal(svi_endpoint_connect(&e, &fd), SV_E_SYSTEM);
    assert_int_equal(errno, ENOENT);
    assert_ok(svi_endpoint_read(&e, "tcp://127.0.0.1:*", &error));
    assert_int_equal(svi_endpoint_connect(&e, &fd), SV_E_SYSTEM);
    assert_int_equal(errno, EINVAL);
    assert_ok(svi_listener_open(&l, "tcp://127.0.0.1:*", &error));
    assert_ok(svi_endpoint_read(&e, l.text, &error));
    svi_listener_close(&l);
    assert_int_equal(svi_endpoint_connect(&e, &fd), SV_E_SYSTEM);
    assert_int_equal(errno, ECONNREFUSED);
    rmdir(folder);
}
