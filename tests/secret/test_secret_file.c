/* A secret is read as it stands in its file, from a file of ours alone, or one line says why not.
 */
#include "secret/secret_file.h"
#include "tests/base/testing.h"

#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

static char path[] = "/tmp/solvent-secret-XXXXXX";

static void write_file(const char *bytes, size_t size, mode_t mode)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(chmod(path, mode), 0);
}

TEST(a_line_end_is_no_part_of_it)
{
    static const char *const same[] = {"sk-12345", "sk-12345\n", "sk-12345\r\n"};
    struct svi_error error = {0};
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        write_file(same[i], strlen(same[i]), 0600);
        char *found = svi_secret_read(path, "KEY=", 8, 8, &error);
        assert_non_null(found);
        assert_string_equal(found, "KEY=sk-12345");
        sodium_free(found);
    }
    write_file(" two\nlines\n\n", 12, 0400); /* only the last one */
    char *found = svi_secret_read(path, "", 8, 100, &error);
    assert_non_null(found);
    assert_string_equal(found, " two\nlines\n");
    sodium_free(found);
}

/* Errors name the fault of a file and never show its contents. */
TEST(files_that_are_no_secret_are_refused)
{
    static const struct {
        const char *bytes;
        size_t size;
        mode_t mode;
        const char *error;
    } cases[] = {
        {"sk-1234\n", 8, 0600, "found 7 bytes in '"},
        {"", 0, 0600, "found 0 bytes in '"},
        {"\r\n", 2, 0600, "found 0 bytes in '"},
        {"sk-123456789\n", 13, 0600, "found more than 10 bytes in '"},
        {"sk-1234\0005", 9, 0600, "found a zero byte in '"},
        {"sk-12345", 8, 0604, "found '"},
        {"sk-12345", 8, 0640, "found '"},
        {"sk-12345", 8, 0610, "found '"},
    };
    struct svi_error error;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        write_file(cases[i].bytes, cases[i].size, cases[i].mode);
        error.text[0] = '\0';
        assert_null(svi_secret_read(path, "KEY=", 8, 10, &error));
        assert_int_equal(strncmp(error.text, cases[i].error, strlen(cases[i].error)), 0);
        assert_lacks(error.text, "sk-1");
    }
    assert_null(svi_secret_read("/tmp", "", 8, 10, &error));
    assert_string_equal(error.text, "found '/tmp', which is not a file, expected a secret in one");
    assert_null(svi_secret_read("/tmp/none/such", "", 8, 10, &error));
    assert_string_equal(error.text,
                        "found no file '/tmp/none/such' that can be read (No such file or "
                        "directory), expected a secret in one");
}

static int set_up(void **state)
{
    (void)state;
    const int fd = mkstemp(path);
    return fd < 0 || close(fd) != 0;
}

static int tear_down(void **state)
{
    (void)state;
    return unlink(path);
}

TEST_PROGRAM(set_up, tear_down)
