/* The table of system calls: each call that the library or the headers of the kernel know has a
 * row, and one row alone. */
#include "process/seccomp.h"
#include "tests/base/testing.h"

#include <seccomp.h>

#define MOST 1024

static char rows[MOST][SVI_CALL_NAME];
static int numbers[MOST];
static size_t n;

static int read_rows(void **state)
{
    (void)state;
    for (const struct svi_call *row = svi_calls; row->names != NULL; row++) {
        for (const char *at = row->names; n < MOST && svi_call_next(&at, rows[n], &numbers[n]);) {
            n++;
        }
    }
    return n == MOST;
}

static bool has_row(const char *name)
{
    for (size_t i = 0; i < n; i++) {
        if (strcmp(rows[i], name) == 0) {
            return true;
        }
    }
    print_error("%s: expected a row in arbiter/process/calls.c\n", name);
    return false;
}

TEST(no_call_has_two_rows)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < i; k++) {
            assert_string_not_equal(rows[i], rows[k]);
        }
    }
}

TEST(each_row_says_why)
{
    for (const struct svi_call *row = svi_calls; row->names != NULL; row++) {
        assert_true(strlen(row->why) > 3 && row->answer >= 0);
    }
    for (const struct svi_call_argument *row = svi_call_arguments; row->name != NULL; row++) {
        char name[SVI_CALL_NAME];
        int number;
        const char *at = row->name;
        assert_true(svi_call_next(&at, name, &number));
        assert_true(strlen(row->why) > 3 && row->answer > 0 && has_row(name));
    }
}

/* Numbers that stand in the table are those of the library, where it has them. */
TEST(numbers_agree)
{
    for (size_t i = 0; i < n; i++) {
        const int known = seccomp_syscall_resolve_name(rows[i]);
        assert_true(numbers[i] < SVI_CALL_FIRST_NEW);
        assert_true(numbers[i] < 0 || known < 0 || numbers[i] == known);
    }
}

TEST(all_that_the_library_knows_have_rows)
{
    unsigned known = 0;
    bool all = true;
    for (int call = 0; call <= SVI_CALL_LAST_NEW; call++) {
        SCOPED(scoped_free) char *name = seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, call);
        known += name != NULL;
        all &= name == NULL || has_row(name);
    }
    assert_true(all && known > 250);
}

/* Those of the machine's own headers, which may be newer. */
TEST(all_of_the_headers_have_rows)
{
    static const char *const headers[] = {"/usr/include/asm/unistd_64.h",
                                          "/usr/include/x86_64-linux-gnu/asm/unistd_64.h",
                                          "/usr/include/aarch64-linux-gnu/asm/unistd_64.h"};
    char line[256], name[128];
    unsigned known = 0;
    bool all = true;
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        FILE *header = fopen(headers[i], "re");
        while (header != NULL && fgets(line, sizeof line, header) != NULL) {
            if (sscanf(line, "#define __NR_%127s", name) == 1) {
                known++;
                all &= has_row(name);
            }
        }
        if (header != NULL) {
            (void)fclose(header);
        }
    }
    if (known == 0) {
        skip();
    }
    assert_true(all);
}

TEST_PROGRAM(read_rows, NULL)
