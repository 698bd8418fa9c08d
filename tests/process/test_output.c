/* Output of bots is passed on and its end kept, whatever it contains, separated by match, and
 * without blocking any bot. */
#include "process/output.h"
#include "tests/base/testing.h"

#include <fcntl.h>
#include <inttypes.h>
#include <unistd.h>

struct fixture {
    struct svi_output output;
    int mouth;      /* the bot's end */
    int far;        /* where we read what was passed on */
    char told[512]; /* "MATCH:TEXT|", pieces of the same match joined */
    uint64_t last;
    uint64_t told_bytes; /* of match 7 */
};

static void tell(void *user, uint64_t match, const char *text, size_t size)
{
    struct fixture *f = user;
    char *end = f->told + strlen(f->told);
    assert_true(size > 0);
    f->told_bytes += match == 7 ? size : 0;
    if (end == f->told || f->last != match) {
        end += snprintf(end, (size_t)(f->told + sizeof f->told - end), "%s%" PRIu64 ":",
                        end == f->told ? "" : "|", match);
    }
    f->last = match;
    if ((size_t)(f->told + sizeof f->told - end) > size) {
        for (size_t i = 0; i < size; i++) {
            *end++ = (char)(text[i] != '\0' ? text[i] : '@');
        }
        *end = '\0';
    }
}

static void set_up(struct fixture *f)
{
    int ends[2];
    assert_int_equal(pipe2(ends, O_NONBLOCK | O_CLOEXEC), 0);
    f->told[0] = '\0';
    f->told_bytes = 0;
    svi_output_init(&f->output, tell, f);
    f->mouth = svi_output_open(&f->output, ends[1], NULL, NULL, NULL);
    assert_true(f->mouth >= 0);
    f->far = ends[0];
}

static void tear_down(struct fixture *f)
{
    close(f->mouth);
    svi_output_close(&f->output); /* which may pass on the beginning of a line */
    close(f->far);
}

static void print(struct fixture *f, const char *text)
{
    assert_int_equal(write(f->mouth, text, strlen(text)), strlen(text));
    svi_output_read(&f->output);
}

TEST(it_is_passed_on_and_kept)
{
    struct fixture f;
    char passed[64] = "", tail[64];
    set_up(&f);
    svi_output_read(&f.output); /* nothing to read, and it must not block */
    svi_output_tail(&f.output, tail, sizeof tail);
    assert_string_equal(tail, "");
    print(&f, "one\ntwo\n");
    print(&f, "three\n\n");
    assert_int_equal(read(f.far, passed, sizeof passed - 1), 15);
    assert_string_equal(passed, "one\ntwo\nthree\n\n");
    svi_output_tail(&f.output, tail, sizeof tail);
    assert_string_equal(tail, "one\ntwo\nthree");
    svi_output_tail(&f.output, tail, 11); /* whole lines, as many as fit */
    assert_string_equal(tail, "two\nthree");
    svi_output_tail(&f.output, tail, 4); /* or what fits of one */
    assert_string_equal(tail, "ree");
    tear_down(&f);
}

TEST(it_becomes_clean_text)
{
    static const char bytes[] = "a\0b\x1b[0m\r\xff\xc3\xa9\xc3";
    struct fixture f;
    char tail[64];
    set_up(&f);
    assert_int_equal(write(f.mouth, bytes, sizeof bytes - 1), sizeof bytes - 1);
    svi_output_read(&f.output);
    svi_output_tail(&f.output, tail, sizeof tail);
    assert_string_equal(tail, "a?b?[0m??\xc3\xa9?");
    svi_output_close(&f.output); /* output is passed on in the same form without a name */
    assert_int_equal(read(f.far, tail, sizeof tail), strlen("a?b?[0m??\xc3\xa9?\n"));
    assert_memory_equal(tail, "a?b?[0m??\xc3\xa9?\n", strlen("a?b?[0m??\xc3\xa9?\n"));
    tear_down(&f);
}

/* Where bots share a screen each line says whose it is, also one that comes in pieces or never
 * ends. */
TEST(lines_carry_the_name)
{
    struct fixture f;
    char line[SVI_OUTPUT_LINE + 11], passed[2 * SVI_OUTPUT_LINE] = "";
    set_up(&f);
    f.output.name = "J\xc3\xbcrgen";
    print(&f, "one\ntw");
    print(&f, "o\n\nthree\x1b[2J\r");
    assert_int_equal(read(f.far, passed, sizeof passed),
                     strlen("[Juergen] one\n[Juergen] two\n[Juergen] \n"));
    assert_memory_equal(passed, "[J\xc3\xbcrgen] one\n[J\xc3\xbcrgen] two\n[J\xc3\xbcrgen] \n",
                        strlen("[Juergen] one\n[Juergen] two\n[Juergen] \n"));
    print(&f, "\n");
    memset(passed, 0, sizeof passed);
    assert_true(read(f.far, passed, sizeof passed - 1) > 0);
    assert_string_equal(passed, "[J\xc3\xbcrgen] three?[2J?\n"); /* no bot moves another's lines */
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    print(&f, line);
    memset(passed, 0, sizeof passed);
    assert_int_equal(read(f.far, passed, sizeof passed - 1),
                     SVI_OUTPUT_LINE + strlen("[Juergen] \n"));
    memset(passed, 0, sizeof passed);
    svi_output_close(&f.output);
    assert_true(read(f.far, passed, sizeof passed - 1) > 0);
    /* the rest, when the output ends */
    assert_string_equal(passed, "[J\xc3\xbcrgen] xxxxxxxxxx\n");
    tear_down(&f);
}

/* More than is kept, and far more than the other side takes: the end is there, and we are not held
 * up. */
TEST(the_end_of_very_much_is_kept)
{
    struct fixture f;
    char line[32], tail[80];
    set_up(&f);
    for (unsigned i = 0; i < 50000; i++) {
        (void)snprintf(line, sizeof line, "line %07u\n", i);
        print(&f, line);
    }
    svi_output_tail(&f.output, tail, 30);
    assert_string_equal(tail, "line 0049998\nline 0049999");
    char *most = malloc(2 * SVI_OUTPUT_BYTES);
    assert_non_null(most);
    svi_output_tail(&f.output, most, 2 * SVI_OUTPUT_BYTES);
    assert_int_equal(strlen(most), SVI_OUTPUT_BYTES - 1);
    free(most);
    tear_down(&f);
}

/* Secrets are masked in passed and kept output, even if a write, a mark or the end of a long line
 * divides one. Remarks are masked where they are kept. */
TEST(secrets_are_masked)
{
    static const char *const secrets[] = {"sk-12345", NULL};
    struct fixture f;
    char passed[1024] = "", tail[64], line[SVI_OUTPUT_LINE + 8];
    set_up(&f);
    f.output.mask.secrets = secrets;
    print(&f, "key sk-1");
    assert_int_equal(read(f.far, passed, sizeof passed), -1);
    svi_output_tail(&f.output, tail, sizeof tail);
    assert_string_equal(tail, "key sk-1"); /* not a secret yet */
    print(&f, "23\x1e"
              "7\n45!\n");
    assert_int_equal(read(f.far, passed, sizeof passed), 14);
    assert_memory_equal(passed, "key ********!\n", 14);
    svi_output_tail(&f.output, tail, sizeof tail);
    assert_string_equal(tail, "key ********!");
    assert_string_equal(f.told, "0:key sk-123|7:45!\n");
    memset(line, '-', sizeof line);
    memcpy(line + SVI_OUTPUT_LINE - 4, "sk-12345", 9);
    print(&f, line);
    print(&f, "\nsk-12");
    svi_output_close(&f.output); /* gives what was held back */
    const ssize_t size = read(f.far, passed, sizeof passed - 1);
    assert_true(size > SVI_OUTPUT_LINE);
    passed[size] = '\0';
    assert_string_equal(passed + SVI_OUTPUT_LINE - 6, "--****\n****\nsk-12\n");
    tear_down(&f);
}

TEST(a_new_process_begins_anew)
{
    struct fixture f;
    char tail[64];
    set_up(&f);
    print(&f, "old");
    close(f.mouth);
    svi_output_close(&f.output);
    svi_output_tail(&f.output, tail, sizeof tail);
    assert_string_equal(tail, "old"); /* until then it can be asked for */
    f.mouth = svi_output_open(&f.output, STDERR_FILENO, NULL, NULL, NULL);
    svi_output_tail(&f.output, tail, sizeof tail);
    assert_string_equal(tail, "");
    svi_output_close(&f.output);
    svi_output_read(&f.output); /* closed: nothing happens, and our stderr is still there */
    assert_true(fcntl(STDERR_FILENO, F_GETFD) >= 0);
    tear_down(&f);
}

/* Returns the output passed on so far, and clears it. */
static const char *passed(struct fixture *f)
{
    static char text[512];
    const ssize_t got = read(f->far, text, sizeof text - 1);
    text[got > 0 ? got : 0] = '\0';
    return text;
}

TEST(marks_tell_the_matches_apart)
{
    struct fixture f;
    char tail[64];
    set_up(&f);
    print(&f, "start\n\x1e"
              "7\none\n\x1e\n\x1e"
              "1234567890123\ntwo\x1e\n and\n\x1e"
              "7\nthree\n");
    assert_string_equal(f.told, "0:start\n|7:one\n|1234567890123:two|0: and\n|7:three\n");
    assert_string_equal(passed(&f), "start\none\ntwo and\nthree\n");
    svi_output_tail(&f.output, tail, sizeof tail);
    assert_string_equal(tail, "start\none\ntwo and\nthree");
    tear_down(&f);
}

/* However the bytes are cut, the outcome is the same. */
TEST(marks_come_in_pieces)
{
    static const char text[] = "a\x1e"
                               "42\nb\nc\x1e\nd\x1e\x1e"
                               "9\ne\x1e"
                               "9f";
    struct fixture f;
    char piece[2] = "";
    for (size_t cut = 0; cut <= sizeof text; cut++) {
        set_up(&f);
        for (size_t i = 0; i < sizeof text - 1; i++) {
            piece[0] = text[i];
            assert_int_equal(write(f.mouth, piece, 1), 1);
            if (i + 1 == cut || cut == sizeof text) { /* once, or after every byte */
                svi_output_read(&f.output);
            }
        }
        svi_output_read(&f.output);
        assert_string_equal(f.told, "0:a|42:b\nc|0:d\x1e|9:e\x1e"
                                    "9f");
        svi_output_close(&f.output);
        assert_string_equal(passed(&f), "ab\ncd?e?9f\n");
        tear_down(&f);
    }
}

/* Bytes that are not a mark are text; a number may have any value. */
TEST(odd_marks_do_no_harm)
{
    static const char bytes[] = "\x1e-1\n\x1e 2\n\x1e"
                                "3\r\n\x1e\0\n\x1e"
                                "123456789012345678901\n\x1e"
                                "99999999999999999999\nx\x1e"
                                "007\ny";
    struct fixture f;
    set_up(&f);
    assert_int_equal(write(f.mouth, bytes, sizeof bytes - 1), sizeof bytes - 1);
    svi_output_read(&f.output);
    assert_string_equal(f.told, "0:\x1e-1\n\x1e 2\n\x1e"
                                "3\r\n\x1e@\n\x1e"
                                "123456789012345678901\n|7766279631452241919:x|7:y");
    tear_down(&f);

    set_up(&f); /* a line without an end, and then the process ends */
    for (unsigned i = 0; i < 100000; i++) {
        print(&f, i % 2 == 0 ? "\x1e"
                             : "\x1e"
                               "1");
    }
    close(f.mouth);
    svi_output_close(&f.output);
    f.mouth = svi_output_open(&f.output, STDERR_FILENO, NULL, NULL, NULL);
    f.told[0] = '\0';
    f.output.out = -1; /* this output is not passed on */
    print(&f, "3\nnew");
    assert_string_equal(f.told, "0:3\nnew"); /* nothing of the former is left */
    tear_down(&f);
}

/* Two processes of a bot share a cap: lines up to it are there whole, then one line says so, and
 * what comes later still reaches the store and the report of a crash. */
TEST(a_cap_ends_what_is_passed_on)
{
    static const char word[] =
        "[solvent] 1 MiB were printed (limits.output_mb): the rest is dropped\n";
    struct svi_output_cap cap = {.most_bytes = 1048576};
    struct svi_output twin;
    struct fixture f;
    char path[] = "/tmp/solvent-capture-XXXXXX";
    static char text[1048576 + 256];
    char tail[16];
    set_up(&f);
    close(f.mouth);
    svi_output_close(&f.output);
    const int file = mkstemp(path);
    assert_true(file >= 0);
    (void)unlink(path);
    f.mouth = svi_output_open(&f.output, dup(file), NULL, &cap, NULL);
    svi_output_init(&twin, NULL, NULL);
    const int other = svi_output_open(&twin, dup(file), NULL, &cap, NULL);
    for (unsigned i = 0; i < 20000; i++) { /* 64 bytes each */
        print(&f, "the first says a line of so many bytes that it has sixty three.\n");
        assert_int_equal(
            write(other, "the other says one of sixty three too, so that both have words.\n", 64),
            64);
        svi_output_read(&twin);
    }
    print(&f, "\x1e"
              "7\nlast");
    const ssize_t size = pread(file, text, sizeof text, 0);
    assert_int_in_range(size, 1048576 - 2 * SVI_OUTPUT_PENDING, 1048576 + sizeof word);
    text[size] = '\0';
    assert_int_equal((size - (ssize_t)strlen(word)) % 64, 0);
    assert_string_equal(text + size - strlen(word), word);
    assert_null(memchr(text, '?', (size_t)size));
    assert_contains(text, "\nthe other says");
    assert_true(strstr(text, word) == text + size - strlen(word));
    assert_int_equal(f.told_bytes, 4);
    svi_output_tail(&f.output, tail, sizeof tail);
    assert_string_equal(tail, "last");
    close(other);
    svi_output_close(&twin);
    tear_down(&f);
    close(file);
}

/* All that was printed before is there at once, and it is no more than the pipe holds. */
TEST(a_full_pipe_is_taken_in_at_once)
{
    static char lines[65536];
    struct fixture f;
    size_t printed = 0;
    ssize_t wrote;
    set_up(&f);
    (void)fcntl(f.mouth, F_SETFL, O_NONBLOCK);
    print(&f, "\x1e"
              "7\n");
    memset(lines, '.', sizeof lines);
    while ((wrote = write(f.mouth, lines, sizeof lines)) > 0) {
        printed += (size_t)wrote;
    }
    assert_true(printed >= sizeof lines);
    svi_output_read(&f.output);
    assert_int_equal(f.told_bytes, printed);
    tear_down(&f);
}
