/* What bots print is passed on and its end kept, whatever it is, and nobody waits for anybody. */
#include "ear.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

struct fixture {
    struct svi_ear ear;
    int mouth; /* the bot's end */
    int far;   /* where we read what was passed on */
};

static void set_up(struct fixture *f)
{
    int ends[2];
    assert_int_equal(pipe2(ends, O_NONBLOCK | O_CLOEXEC), 0);
    svi_ear_init(&f->ear);
    f->mouth = svi_ear_open(&f->ear, ends[1]);
    assert_true(f->mouth >= 0);
    f->far = ends[0];
}

static void tear_down(struct fixture *f)
{
    close(f->mouth);
    close(f->far);
    svi_ear_close(&f->ear);
}

static void print(struct fixture *f, const char *text)
{
    assert_int_equal(write(f->mouth, text, strlen(text)), strlen(text));
    svi_ear_listen(&f->ear);
}

static void it_is_passed_on_and_kept(void **state)
{
    struct fixture f;
    char passed[64] = "";
    char tail[64];
    (void)state;
    set_up(&f);
    svi_ear_listen(&f.ear); /* nothing is there: nobody waits */
    svi_ear_tail(&f.ear, tail, sizeof tail);
    assert_string_equal(tail, "");
    print(&f, "one\ntwo\n");
    print(&f, "three\n\n");
    assert_int_equal(read(f.far, passed, sizeof passed - 1), 15);
    assert_string_equal(passed, "one\ntwo\nthree\n\n");
    svi_ear_tail(&f.ear, tail, sizeof tail);
    assert_string_equal(tail, "one\ntwo\nthree");
    svi_ear_tail(&f.ear, tail, 11); /* whole lines, as many as fit */
    assert_string_equal(tail, "two\nthree");
    svi_ear_tail(&f.ear, tail, 4); /* or what fits of one */
    assert_string_equal(tail, "ree");
    tear_down(&f);
}

static void it_becomes_clean_text(void **state)
{
    static const char bytes[] = "a\0b\x1b[0m\r\xff\xc3\xa9\xc3";
    struct fixture f;
    char tail[64];
    (void)state;
    set_up(&f);
    assert_int_equal(write(f.mouth, bytes, sizeof bytes - 1), sizeof bytes - 1);
    svi_ear_listen(&f.ear);
    svi_ear_tail(&f.ear, tail, sizeof tail);
    assert_string_equal(tail, "a?b?[0m??\xc3\xa9?");
    tear_down(&f);
}

/* More than is kept, and far more than the other side takes: the end is there, and we are not held up. */
static void the_end_of_very_much_is_kept(void **state)
{
    struct fixture f;
    char line[32];
    char tail[80];
    (void)state;
    set_up(&f);
    for (unsigned i = 0; i < 50000; i++) {
        (void)snprintf(line, sizeof line, "line %07u\n", i);
        print(&f, line);
    }
    svi_ear_tail(&f.ear, tail, 30);
    assert_string_equal(tail, "line 0049998\nline 0049999");
    char *most = malloc(2 * SVI_EAR_BYTES);
    assert_non_null(most);
    svi_ear_tail(&f.ear, most, 2 * SVI_EAR_BYTES);
    assert_int_equal(strlen(most), SVI_EAR_BYTES - 1);
    free(most);
    tear_down(&f);
}

static void a_new_process_begins_anew(void **state)
{
    struct fixture f;
    char tail[64];
    (void)state;
    set_up(&f);
    print(&f, "old");
    close(f.mouth);
    svi_ear_close(&f.ear);
    svi_ear_tail(&f.ear, tail, sizeof tail);
    assert_string_equal(tail, "old"); /* until then it can be asked for */
    f.mouth = svi_ear_open(&f.ear, STDERR_FILENO);
    svi_ear_tail(&f.ear, tail, sizeof tail);
    assert_string_equal(tail, "");
    svi_ear_close(&f.ear);
    svi_ear_listen(&f.ear); /* closed: nothing happens, and our stderr is still there */
    assert_true(fcntl(STDERR_FILENO, F_GETFD) >= 0);
    tear_down(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_passed_on_and_kept),
        cmocka_unit_test(it_becomes_clean_text),
        cmocka_unit_test(the_end_of_very_much_is_kept),
        cmocka_unit_test(a_new_process_begins_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
