/* Places HOST:PORT, and the addresses to which they may lead. */
#include "relay/place.h"
#include "tests/base/testing.h"

#include <arpa/inet.h>
#include <netinet/in.h>

static void read_as(const char *text, const char *expected)
{
    struct svi_place place;
    char spelled[SVI_PLACE_TEXT] = "refused";
    if (svi_place_read(text, strlen(text), &place)) {
        svi_place_put(&place, spelled);
    }
    if (strcmp(spelled, expected) != 0) {
        fail_msg("%s: found %s, expected %s", text, spelled, expected);
    }
}

TEST(a_place_has_one_spelling)
{
    static const char *const same[] = {"example.org:443", "a-b.c3:1",  "localhost:65535",
                                       "10.1.2.3:80",     "[::1]:443", "xn--bcher-kva.example:443"};
    static const char *const refused[] = {"",
                                          ":443",
                                          "example.org",
                                          "example.org:",
                                          "example.org:0",
                                          "a.org:0443",
                                          "a.org:65536",
                                          "a.org:-1",
                                          "a.org:443 ",
                                          " a.org:443",
                                          "a.org.:443",
                                          "a..org:443",
                                          ".org:443",
                                          "-a.org:443",
                                          "a-.org:443",
                                          "a_b.org:1",
                                          "a b:1",
                                          "user@a.org:443",
                                          "a.org/x:443",
                                          "::1:443",
                                          "[::1]",
                                          "[::1:443",
                                          "[10.0.0.1]:443",
                                          "[::1%lo]:443",
                                          "[a.org]:443",
                                          "127.1:80",
                                          "2130706433:80",
                                          "0x7f000001:80",
                                          "0177.0.0.1:80",
                                          "1.2.3.4.5:80",
                                          "a.0x7f:80",
                                          "b\xc3\xbc.org:1",
                                          "a.org:443\r\nX: y"};
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        read_as(same[i], same[i]);
    }
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        read_as(refused[i], "refused");
    }
    read_as("EXAMPLE.Org:443", "example.org:443");
    read_as("[2A00:0:0::1]:443", "[2a00::1]:443");
    struct svi_place place;
    assert_false(svi_place_read("a\0b:1", 5, &place));
}

static bool allows(const char *text, const char *address)
{
    struct svi_place place;
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    assert_true(svi_place_read(text, strlen(text), &place));
    if (inet_pton(AF_INET, address, &four.sin_addr) == 1) {
        return svi_place_allows(&place, (struct sockaddr *)(void *)&four);
    }
    assert_int_equal(inet_pton(AF_INET6, address, &six.sin6_addr), 1);
    return svi_place_allows(&place, (struct sockaddr *)(void *)&six);
}

/* A name that leads here, as after rebinding, is no way in. */
TEST(a_name_leads_to_public_addresses_only)
{
    static const char *const open[] = {
        "1.1.1.1",      "9.255.255.255",   "11.0.0.0",        "100.63.255.255", "172.15.0.1",
        "172.32.0.1",   "192.167.1.1",     "223.255.255.255", "198.17.0.1",     "198.20.0.1",
        "2a00:1450::1", "2001:4860::8888", "2606:4700::1"};
    static const char *const closed[] = {
        "0.0.0.0",        "10.0.0.1",        "100.64.0.1",  "127.0.0.1",
        "127.255.0.1",    "169.254.169.254", "172.16.0.1",  "172.31.255.255",
        "192.168.0.1",    "192.0.0.8",       "198.19.0.1",  "224.0.0.1",
        "239.1.1.1",      "255.255.255.255", "::",          "::1",
        "::ffff:1.1.1.1", "::ffff:10.0.0.1", "::1.1.1.1",   "64:ff9b::a00:1",
        "fe80::1",        "fec0::1",         "fc00::1",     "fd12::1",
        "ff02::1",        "2001::1",         "2001:db8::1", "2002:a00:1::",
        "100::1"};
    for (size_t i = 0; i < sizeof open / sizeof open[0]; i++) {
        if (!allows("example.org:443", open[i])) {
            fail_msg("%s is public", open[i]);
        }
    }
    for (size_t i = 0; i < sizeof closed / sizeof closed[0]; i++) {
        if (allows("example.org:443", closed[i])) {
            fail_msg("%s is not public", closed[i]);
        }
    }
}

TEST(a_named_address_is_allowed_and_no_other)
{
    assert_true(allows("10.1.2.3:443", "10.1.2.3"));
    assert_false(allows("10.1.2.3:443", "10.1.2.4"));
    assert_false(allows("10.1.2.3:443", "::ffff:10.1.2.3"));
    assert_true(allows("[::1]:443", "::1"));
    assert_false(allows("[::1]:443", "127.0.0.1"));
    assert_true(allows("localhost:8080", "127.0.0.1"));
    assert_true(allows("localhost:8080", "::1"));
    assert_false(allows("localhost:8080", "10.0.0.1"));
    assert_false(allows("localhost:8080", "1.1.1.1"));
    assert_false(allows("localhost.example.org:80", "127.0.0.1"));
}
