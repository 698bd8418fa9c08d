/* Files read as a whole: all of them, the limit to the byte, and what cannot be read. */
#include "base/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

static char path[] = "/tmp/solvent-file-XXXXXX";

static void write_file(size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    for (size_t i = 0; i < size; i++) {
        assert_int_not_equal(putc((int)(i * 7 % 251), file), EOF);
    }
    assert_int_equal(fclose(file), 0);
}

static void test_sizes(void **state)
{
    static const size_t sizes[] = {0, 1, 65535, 65536, 65537, 200000};
    struct svi_buf bytes = {0};
    (void)state;
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        write_file(sizes[k]);
        assert_int_equal(svi_file_read(path, sizes[k], &bytes), SV_OK);
        assert_int_equal(bytes.size, sizes[k]);
        for (size_t i = 0; i < bytes.size; i++) {
            assert_int_equal(bytes.data[i], i * 7 % 251);
        }
        if (sizes[k] > 0) {
            assert_int_equal(svi_file_read(path, sizes[k] - 1, &bytes), SV_E_LENGTH);
        }
    }
    svi_buf_finish(&bytes);
}

static void test_what_cannot_be_read(void **state)
{
    struct svi_buf bytes = {0};
    (void)state;
    assert_int_equal(svi_file_read("/nowhere/at/all", 10, &bytes), SV_E_UNKNOWN);
    assert_int_equal(svi_file_read("/tmp", 10, &bytes), SV_E_SYSTEM);
    assert_int_equal(errno, EISDIR);
    assert_int_equal(bytes.size, 0);
    svi_buf_finish(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_what_cannot_be_read),
    };
    int file = mkstemp(path);
    int failed = 1;

    if (file >= 0) {
        failed = cmocka_run_group_tests(tests, NULL, NULL);
        (void)close(file);
        (void)unlink(path);
    }
    return failed;
}
