/* The answers of people at a table: stored in a file, given again, taken back. */
#include "tests/base/testing.h"
#include "tools/play/journal.h"

#include <sys/stat.h>
#include <unistd.h>

static char path[64];
static char told[256];

static int make_path(void **state)
{
    (void)state;
    (void)snprintf(path, sizeof path, "/tmp/solvent-journal-%d", (int)getpid());
    (void)unlink(path);
    told[0] = '\0';
    return 0;
}

static int remove_path(void **state)
{
    (void)state;
    (void)unlink(path);
    return 0;
}

static bool take(void *user, const struct svi_play_line *line)
{
    (void)user;
    const size_t used = strlen(told);
    (void)snprintf(told + used, sizeof told - used, "%s=%s;", line->key, line->value);
    return true;
}

static void add(struct svi_play_journal *j, unsigned seat, const char *body)
{
    assert_true(svi_play_journal_add(j, seat, body, strlen(body)));
}

static void expect_next(struct svi_play_journal *j, unsigned seat, const char *body)
{
    size_t size;
    const char *found = svi_play_journal_next(j, seat, &size);
    if (body == NULL) {
        assert_null(found);
        return;
    }
    assert_non_null(found);
    assert_int_equal(size, strlen(body));
    assert_memory_equal(found, body, size);
}

/* A table of two people in the file. */
static void begin(struct svi_play_journal *j)
{
    struct svi_error error;
    *j = (struct svi_play_journal){.path = path};
    assert_true(svi_play_journal_tell(j, "seed", "abc"));
    assert_true(svi_play_journal_tell(j, "player", "trader --reserve 300"));
    assert_false(svi_play_journal_tell(&(struct svi_play_journal){0}, "player", "a\nb"));
    assert_ok(svi_play_journal_write(j, &error));
    add(j, 0, "n=1&choice=1");
    add(j, 2, "n=1");
    add(j, 0, "n=2&choice=0&auto=1");
    add(j, 0, "n=3&bid=10");
}

TEST_WITH(test_goes_on, make_path, remove_path)
{
    struct svi_play_journal j, again;
    struct svi_error error;
    begin(&j);
    expect_next(&j, 0, NULL); /* answers given now are not given again */
    assert_ok(svi_play_journal_read(&again, path, take, NULL, &error));
    assert_string_equal(told, "seed=abc;player=trader --reserve 300;");
    expect_next(&again, 0, "n=1&choice=1");
    expect_next(&again, 0, "n=2&choice=0&auto=1");
    expect_next(&again, 2, "n=1");
    expect_next(&again, 0, "n=3&bid=10");
    expect_next(&again, 0, NULL);
    add(&again, 0, "n=4");
    svi_play_journal_rewind(&again);
    expect_next(&again, 0, "n=1&choice=1");
    svi_play_journal_finish(&j);
    svi_play_journal_finish(&again);
}

/* The last answer that somebody gave himself goes, and all behind it; in the file too. */
TEST_WITH(test_takes_back, make_path, remove_path)
{
    struct svi_play_journal j, again;
    struct svi_error error;
    begin(&j);
    assert_true(svi_play_journal_take_back(&j, 0)); /* n=3 */
    assert_true(svi_play_journal_take_back(&j, 0)); /* n=1: the page had given n=2 by itself */
    assert_false(svi_play_journal_take_back(&j, 0));
    assert_false(svi_play_journal_take_back(&j, 2)); /* that was given later */
    assert_ok(svi_play_journal_read(&again, path, take, NULL, &error));
    expect_next(&again, 0, NULL);
    svi_play_journal_finish(&j);
    svi_play_journal_finish(&again);
}

/* A kill while a file is replaced leaves the old one: it has all lines until it is replaced. */
TEST_WITH(test_file_is_replaced_whole, make_path, remove_path)
{
    SCOPED(svi_play_journal_finish) struct svi_play_journal j, again;
    struct svi_error error;
    struct stat before, after;
    begin(&j);
    FILE *old = fopen(path, "rb");
    assert_non_null(old);
    assert_int_equal(fstat(fileno(old), &before), 0);
    svi_play_journal_clear(&j);
    assert_true(svi_play_journal_tell(&j, "seed", "other"));
    assert_ok(svi_play_journal_write(&j, &error));
    assert_int_equal(fstat(fileno(old), &after), 0);
    assert_int_equal(after.st_size, before.st_size);
    assert_int_equal(fclose(old), 0);
    told[0] = '\0';
    assert_ok(svi_play_journal_read(&again, path, take, NULL, &error));
    assert_string_equal(told, "seed=other;");
    expect_next(&again, 0, NULL);
}

/* The match has taken another course: the answer that did not fit goes, with all behind it. */
TEST_WITH(test_parts, make_path, remove_path)
{
    SCOPED(svi_play_journal_finish) struct svi_play_journal j;
    begin(&j);
    svi_play_journal_rewind(&j);
    expect_next(&j, 0, "n=1&choice=1");
    expect_next(&j, 0, "n=2&choice=0&auto=1");
    svi_play_journal_part(&j, 0);
    expect_next(&j, 0, NULL);
    add(&j, 0, "n=2&choice=1");
    svi_play_journal_rewind(&j);
    expect_next(&j, 0, "n=1&choice=1");
    expect_next(&j, 0, "n=2&choice=1");
}

TEST_WITH(test_files, make_path, remove_path)
{
    static const char *const wrong[] = {"", "solvent-play 2\n", "solvent-play 1\nanswer\n",
                                        "solvent-play 1\nanswer 9 n=1\n",
                                        "solvent-play 1\nanswer 0 n=1\nseed a\n"};
    struct svi_play_journal j;
    struct svi_error error;
    assert_int_equal(svi_play_journal_read(&j, path, take, NULL, &error), SV_E_UNKNOWN);
    svi_play_journal_finish(&j);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        testing_write(path, wrong[i]);
        assert_int_equal(svi_play_journal_read(&j, path, take, NULL, &error), SV_E_ARGUMENT);
        svi_play_journal_finish(&j);
    }
    /* A line that the program was stopped in is left out, and the next answer does not join it. */
    testing_write(path, "solvent-play 1\nanswer 0 n=1\nanswer 0 n=");
    assert_ok(svi_play_journal_read(&j, path, take, NULL, &error));
    expect_next(&j, 0, "n=1");
    expect_next(&j, 0, NULL);
    assert_true(svi_play_journal_add(&j, 0, "n=2", 3));
    svi_play_journal_finish(&j);
    assert_ok(svi_play_journal_read(&j, path, take, NULL, &error));
    expect_next(&j, 0, "n=1");
    expect_next(&j, 0, "n=2");
    expect_next(&j, 0, NULL);
    svi_play_journal_finish(&j);
}
