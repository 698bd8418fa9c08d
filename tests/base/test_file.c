/* Files read as a whole: all of them, the limit to the byte, and what cannot be read. */
#include "base/file.h"
#include "tests/base/testing.h"

#include <errno.h>
#include <unistd.h>

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

TEST(test_sizes)
{
    static const size_t sizes[] = {0, 1, 65535, 65536, 65537, 200000};
    SCOPED(svi_buf_finish) struct svi_buf bytes = {0};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        write_file(sizes[k]);
        assert_ok(svi_file_read(path, sizes[k], &bytes));
        assert_int_equal(bytes.size, sizes[k]);
        for (size_t i = 0; i < bytes.size; i++) {
            assert_int_equal(bytes.data[i], i * 7 % 251);
        }
        if (sizes[k] > 0) {
            assert_int_equal(svi_file_read(path, sizes[k] - 1, &bytes), SV_E_LENGTH);
        }
    }
}

TEST(test_what_cannot_be_read)
{
    SCOPED(svi_buf_finish) struct svi_buf bytes = {0};
    assert_int_equal(svi_file_read("/nowhere/at/all", 10, &bytes), SV_E_UNKNOWN);
    assert_int_equal(svi_file_read("/tmp", 10, &bytes), SV_E_SYSTEM);
    assert_int_equal(errno, EISDIR);
    assert_int_equal(bytes.size, 0);
}

static int make_file(void **state)
{
    const int file = mkstemp(path);
    (void)state;
    return file >= 0 ? close(file) : -1;
}

static int drop_file(void **state)
{
    (void)state;
    return unlink(path);
}

TEST_PROGRAM(make_file, drop_file)
