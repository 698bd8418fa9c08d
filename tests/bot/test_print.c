/* A bot's prints are marked with their match if the arbiter asks for it, and are flushed at
 * once. */
#include "bot/print.h"
#include "tests/base/testing.h"

#include "bot/session.h"
#include "tests/bot/umpire.h"
#include "wire/mark.h"

#include <sys/wait.h>
#include <unistd.h>

static char printed[65536];

/* Runs `bot` in a process whose stdout and stderr are one pipe, and reads its output into
 * `printed`. */
static void run(void (*bot)(void), const char *wanted)
{
    int ends[2];
    size_t size = 0;
    ssize_t got;
    int status = 0;
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        (void)dup2(ends[1], STDOUT_FILENO);
        (void)dup2(ends[1], STDERR_FILENO);
        (void)setenv(SVI_MARK_NAME, wanted, 1);
        bot();
        _exit(0); /* nothing is flushed: it must be out already */
    }
    close(ends[1]);
    while (size < sizeof printed - 1 &&
           (got = read(ends[0], printed + size, sizeof printed - 1 - size)) > 0) {
        size += (size_t)got;
    }
    printed[size] = '\0';
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void say(void)
{
    (void)fputs("before\n", stderr);
    svi_print_begin();
    (void)fputs("start\n", stderr);
    svi_print_for(5);
    (void)fprintf(stderr, "number %d\n", 1);
    (void)printf("no line end");
    (void)putchar('!');
    svi_print_for(UINT64_MAX);
    (void)fputs("largest\n", stderr);
    svi_print_for(0);
    (void)puts("between");
    svi_print_for(6);
    svi_print_end();
    (void)fputs("end\n", stderr);
}

TEST(it_is_marked_when_that_is_wanted)
{
    run(say, SVI_MARK_VALUE);
    assert_string_equal(printed, "before\nstart\n"
                                 "\x1e"
                                 "5\nnumber 1\n\x1e\n"
                                 "\x1e"
                                 "5\nno line end\x1e\n"
                                 "\x1e"
                                 "5\n!\x1e\n"
                                 "\x1e"
                                 "18446744073709551615\nlargest\n\x1e\n"
                                 "between\n"
                                 "end\n");
}

static void say_on_stderr(void)
{
    svi_print_begin();
    svi_print_for(5);
    (void)fputs("one\n", stderr);
    svi_print_end();
    (void)fputs("two\n", stderr);
}

TEST(it_is_plain_otherwise)
{
    run(say_on_stderr, "plain");
    assert_string_equal(printed, "one\ntwo\n");
    run(say_on_stderr, "");
    assert_string_equal(printed, "one\ntwo\n");
}

/* Sent to a file, stderr is the bot's own affair; a stream of its own is left alone as well. */
static void say_elsewhere(void)
{
    char line[16] = "";
    FILE *file = tmpfile();
    FILE *was = stderr;
    if (file == NULL || dup2(fileno(file), STDERR_FILENO) < 0) {
        _exit(1);
    }
    svi_print_begin();
    svi_print_for(5);
    (void)fputs("to the file\n", stderr);
    (void)printf("to arbiter %d\n", 1);
    svi_print_end();
    if (stderr != was || fseek(file, 0, SEEK_SET) != 0 || fread(line, 1, sizeof line, file) != 12 ||
        memcmp(line, "to the file\n", 12) != 0) {
        _exit(2);
    }
}

TEST(what_goes_elsewhere_is_left_alone)
{
    run(say_elsewhere, SVI_MARK_VALUE);
    assert_string_equal(printed, "\x1e"
                                 "5\nto arbiter 1\n\x1e\n");
}

/* ---- in a session ------------------------------------------------------------------------- */

static void print(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    (void)q;
    (void)a;
    (void)fprintf(stderr, "decides %llu\n", (unsigned long long)m->id);
}

static void print_start(struct sv_match *m)
{
    (void)fprintf(stderr, "starts %llu\n", (unsigned long long)m->id);
}

static void print_end(struct sv_match *m, const struct sv_result *result)
{
    (void)result;
    (void)fprintf(stderr, "ends %llu\n", (unsigned long long)m->id);
}

static void hold_three_matches(void)
{
#define X(NAME, name, ...) .name = print,
    static const struct sv_bot bot = {
        .name = "prints", .match_start = print_start, .match_end = print_end, SV_DECISIONS(X)};
#undef X
    struct svi_session session;
    struct umpire u = {0};
    struct svi_buf frame = {0};

    svi_print_begin();
    if (svi_session_init(&session, &bot, "x") != SV_OK) {
        _exit(1);
    }
    umpire_open(&u, &(struct umpire_bot){.answers = SV_ANSWERS_ALL});
    umpire_start(&u, umpire_edition("classic"), "1", 3);
    for (unsigned s = 0; s < 3; s++) {
        umpire_put_start(&u, s, &frame);
    }
    for (unsigned turn = 0; turn < 20 && !umpire_over(&u); turn++) {
        for (unsigned s = 0; s < 3; s++) {
            (void)umpire_put_ask(&u, s, &frame);
        }
        if (svi_session_frame(&session, frame.data, frame.size) != SVI_SESSION_GOES_ON) {
            _exit(2);
        }
        (void)fprintf(stderr, "between frames\n");
        umpire_take(&u, session.out.data, session.out.size);
        svi_buf_clear(&frame);
    }
    svi_session_finish(&session);
    svi_buf_finish(&frame);
    umpire_finish(&u);
    svi_print_end();
}

/* Reads "VERB NUMBER\n" in marks with the same number; how long it is, 0 when it is no such line.
 */
static size_t marked_line(const char *at, const char *verb, unsigned long long *match)
{
    char *end, inside[64];
    if (*at != SVI_MARK) {
        return 0;
    }
    *match = strtoull(at + 1, &end, 10);
    const int length = snprintf(inside, sizeof inside, "\n%s %llu\n%c\n", verb, *match, SVI_MARK);
    return strncmp(end, inside, (size_t)length) == 0 ? (size_t)(end - at) + (size_t)length : 0;
}

/* Each of the lines of the callbacks is in marks of its own match, and the others in none. */
TEST(callbacks_are_told_apart)
{
    static const char *const verbs[] = {"starts", "decides", "ends"};
    static const char between[] = "between frames\n";
    unsigned lines[3][3] = {{0}}; /* by match and verb */
    unsigned unmarked = 0;
    const char *at = printed;
    run(hold_three_matches, SVI_MARK_VALUE);
    while (*at != '\0') {
        unsigned long long match = 0;
        size_t length = 0;
        for (unsigned v = 0; v < 3 && length == 0; v++) {
            length = marked_line(at, verbs[v], &match);
            if (length != 0) {
                const unsigned long long seat = match / UMPIRE_MATCH(0) - 1;
                assert_int_in_range(seat, 0, 2);
                assert_int_equal(match, UMPIRE_MATCH(seat));
                lines[seat][v]++;
            }
        }
        if (length == 0) {
            assert_memory_equal(at, between, sizeof between - 1);
            length = sizeof between - 1;
            unmarked++;
        }
        at += length;
    }
    assert_int_equal(unmarked, 20);
    for (unsigned s = 0; s < 3; s++) {
        assert_int_equal(lines[s][0], 1);
        assert_uint_in_range(lines[s][1], 3, 20);
        assert_int_equal(lines[s][2], 1);
    }
}
