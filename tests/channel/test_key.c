/* Key files: the valid forms, and one line of error for each other. */
#include "channel/key.h"
#include "tests/base/testing.h"

#include <sys/stat.h>
#include <unistd.h>
#include <zmq.h>

static char folder[] = "/tmp/solvent-key.XXXXXX";
static char path[64];
static char open_key[SVI_KEY_TEXT], secret_key[SVI_KEY_TEXT];

static int set_up(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a", folder);
    return zmq_curve_keypair(open_key, secret_key);
}

static int tear_down(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static void write_file(mode_t mode, const char *text)
{
    testing_write(path, text);
    assert_int_equal(chmod(path, mode), 0);
}

/* A pair of ours is one of libzmq's, and no two are alike. */
TEST(makes_pairs)
{
    struct svi_key_pair pair, other;
    char theirs[SVI_KEY_TEXT], ours[SVI_KEY_TEXT], secret[SVI_KEY_TEXT];
    svi_key_make(&pair);
    svi_key_make(&other);
    assert_memory_not_equal(&pair, &other, sizeof pair);
    svi_key_print(&pair.open, ours);
    svi_key_print(&pair.secret, secret);
    assert_int_equal(zmq_curve_public(theirs, secret), 0);
    assert_string_equal(theirs, ours);
}

/* Z85 of RFC 32's own example, and of keys as libzmq has them. */
TEST(reads_z85)
{
    static const char example[] = "HelloWorldHelloWorldHelloWorldHelloWorld";
    static const uint8_t bytes[] = {0x86, 0x4F, 0xD2, 0x6F, 0xB5, 0x59, 0xF7, 0x5B};
    struct svi_key key;
    assert_true(svi_key_parse(&key, example, 40));
    for (size_t i = 0; i < 32; i++) {
        assert_int_equal(key.bytes[i], bytes[i % 8]);
    }
    for (int i = 0; i < 100; i++) {
        uint8_t theirs[32];
        assert_int_equal(zmq_curve_keypair(open_key, secret_key), 0);
        assert_non_null(zmq_z85_decode(theirs, open_key));
        assert_true(svi_key_parse(&key, open_key, 40));
        assert_memory_equal(key.bytes, theirs, 32);
        char printed[SVI_KEY_TEXT];
        svi_key_print(&key, printed);
        assert_string_equal(printed, open_key);
    }
    assert_false(svi_key_parse(&key, example, 39));
    assert_false(svi_key_parse(&key,
                               "#####"
                               "HelloWorldHelloWorldHelloWorldHello",
                               40)); /* 85^5 */
    assert_true(svi_key_parse(&key, "%nSc0HelloWorldHelloWorldHelloWorldHello", 40));
    assert_int_equal(key.bytes[0] & key.bytes[1] & key.bytes[2] & key.bytes[3], 255);
    assert_false(svi_key_parse(&key, "%nSc1HelloWorldHelloWorldHelloWorldHello", 40)); /* 2^32 */
    assert_false(svi_key_parse(&key, "Hell~HelloWorldHelloWorldHelloWorldHello", 40));
    assert_false(svi_key_parse(&key,
                               "Hello World"
                               "HelloWorldHelloWorldHelloWorl",
                               40));
    assert_false(svi_key_parse(&key,
                               "Hell\0"
                               "HelloWorldHelloWorldHelloWorldHello",
                               40));
}

TEST(reads_files)
{
    struct svi_key key;
    struct svi_key_pair pair;
    struct svi_error error = {0};
    char text[400];
    uint8_t theirs[32];
    zmq_z85_decode(theirs, open_key);
    snprintf(text, sizeof text, "# mine\ncurve\n    public-key = \"%s\"\n", open_key);
    write_file(0644, text);
    assert_ok(svi_key_read_public(path, &key, &error));
    assert_memory_equal(key.bytes, theirs, 32);
    /* as pyzmq writes it, without the last line's end, with those of another system */
    snprintf(text, sizeof text,
             "#   ****  Generated  ****\r\nmetadata\r\ncurve\r\n\tpublic-key='%s'\r\n"
             "    secret-key = %s  ",
             open_key, secret_key);
    write_file(0600, text);
    assert_ok(svi_key_read_pair(path, &pair, &error));
    assert_memory_equal(pair.open.bytes, theirs, 32);
    zmq_z85_decode(theirs, secret_key);
    assert_memory_equal(pair.secret.bytes, theirs, 32);
    assert_string_equal(error.text, "");
}

/* One line that begins with the path and goes on as told, and shows no key. */
static void expect_line(enum sv_status status, enum sv_status wanted, const char *error,
                        const char *rest)
{
    assert_int_equal(status, wanted);
    assert_int_equal(strncmp(error, path, strlen(path)), 0);
    if (strncmp(error + strlen(path), rest, strlen(rest)) != 0) {
        fail_msg("%s\nexpected: %s", error + strlen(path), rest);
    }
    assert_null(strchr(error, '\n'));
    assert_lacks(error, secret_key);
}

TEST(refuses_with_a_line)
{
    struct svi_key key;
    struct svi_key_pair pair;
    struct svi_error error;
    char text[400], other[SVI_KEY_TEXT], unused[SVI_KEY_TEXT];
    unlink(path);
    expect_line(svi_key_read_public(path, &key, &error), SV_E_SYSTEM, error.text,
                ": found no file that can be read (No such file or directory), expected a key");
    expect_line(svi_key_read_pair(path, &pair, &error), SV_E_SYSTEM, error.text,
                ": found no file that can be read");
    write_file(0600, "");
    expect_line(svi_key_read_public(path, &key, &error), SV_E_RANGE, error.text,
                ": found no public-key, expected a file as 'solvent keygen' writes it");
    expect_line(svi_key_read_pair(path, &pair, &error), SV_E_RANGE, error.text,
                ": found no public-key");
    write_file(0644, "public-key = \"too short\"\n");
    expect_line(svi_key_read_public(path, &key, &error), SV_E_RANGE, error.text,
                ": found a public-key of 9 characters that is not Z85, expected 40 characters");
    snprintf(text, sizeof text, "public-key = \"%s\"\nsecret-key = \"%s\"\n", open_key, secret_key);
    write_file(0600, text);
    expect_line(svi_key_read_public(path, &key, &error), SV_E_RANGE, error.text,
                ": found a secret key, expected a public one");
    write_file(0640, text);
    expect_line(svi_key_read_pair(path, &pair, &error), SV_E_RANGE, error.text,
                ": found a secret key that others may read (mode 0640), expected mode 0600");
    write_file(0604, text);
    expect_line(svi_key_read_pair(path, &pair, &error), SV_E_RANGE, error.text,
                ": found a secret key that others may read (mode 0604)");
    snprintf(text, sizeof text, "public-key = \"%s\"\n", open_key);
    write_file(0600, text);
    expect_line(svi_key_read_pair(path, &pair, &error), SV_E_RANGE, error.text,
                ": found a public key alone, expected a secret one");
    assert_int_equal(zmq_curve_keypair(other, unused), 0);
    snprintf(text, sizeof text, "public-key = \"%s\"\nsecret-key = \"%s\"\n", other, secret_key);
    write_file(0600, text);
    expect_line(svi_key_read_pair(path, &pair, &error), SV_E_RANGE, error.text,
                ": found a public and a secret key that are no pair");
    snprintf(text, sizeof text, "public-key = \"%s\"\nsecret-key = \"%.39s~\"\n", open_key,
             secret_key);
    write_file(0600, text);
    expect_line(svi_key_read_pair(path, &pair, &error), SV_E_RANGE, error.text,
                ": found a secret-key of 40 characters that is not Z85");
}

TEST_PROGRAM(set_up, tear_down)
