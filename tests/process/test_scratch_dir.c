/* Folders of the moment: what killed processes leave is swept by the next, and nothing else is. */
#include "process/scratch_dir.h"
#include "tests/base/testing.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PURPOSE "solvent-folder-test"

static char tmp[32];

static int start(void **state)
{
    (void)state;
    (void)snprintf(tmp, sizeof tmp, "/tmp/solvent-test-XXXXXX");
    return mkdtemp(tmp) == NULL || setenv("TMPDIR", tmp, 1) != 0;
}

static int end(void **state)
{
    (void)state;
    return rmdir(tmp); /* fails when a test leaves something */
}

static bool exists(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0;
}

static void write_file(const char *folder, const char *name)
{
    char path[160];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    testing_write(path, "");
}

/* As if it had been made two minutes ago. */
static void make_old(const char *path)
{
    struct timespec times[2];
    assert_int_equal(clock_gettime(CLOCK_REALTIME, &times[0]), 0);
    times[0].tv_sec -= 120;
    times[1] = times[0];
    assert_int_equal(utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW), 0);
}

static struct svi_scratch_dir make(void)
{
    struct svi_scratch_dir folder;
    struct svi_error error;
    assert_true(svi_scratch_dir_make(&folder, PURPOSE, &error));
    return folder;
}

/* A process makes a folder with things in it and is killed. */
static void leave_one(char path[SVI_SCRATCH_DIR_BYTES])
{
    int said[2];
    assert_int_equal(pipe(said), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct svi_scratch_dir folder = make();
        char inner[160];
        write_file(folder.path, "socket");
        (void)snprintf(inner, sizeof inner, "%s/inner", folder.path);
        (void)mkdir(inner, 0700);
        write_file(inner, "file");
        (void)write(said[1], folder.path, sizeof folder.path);
        (void)raise(SIGKILL);
    }
    assert_int_equal(read(said[0], path, SVI_SCRATCH_DIR_BYTES), SVI_SCRATCH_DIR_BYTES);
    assert_int_equal(waitpid(child, NULL, 0), child);
    (void)close(said[0]);
    (void)close(said[1]);
}

TEST(a_folder_goes_with_all_that_is_in_it)
{
    struct svi_scratch_dir folder = make();
    char path[SVI_SCRATCH_DIR_BYTES];
    memcpy(path, folder.path, sizeof path);
    write_file(folder.path, "a");
    svi_scratch_dir_remove(&folder);
    assert_false(exists(path));
    assert_string_equal(folder.path, "");
    svi_scratch_dir_remove(&folder); /* there is no folder */
}

TEST(what_a_killed_process_left_is_swept)
{
    char path[SVI_SCRATCH_DIR_BYTES];
    leave_one(path);
    assert_true(exists(path));
    make_old(path);
    struct svi_scratch_dir next = make();
    assert_false(exists(path));
    svi_scratch_dir_remove(&next);
}

TEST(what_is_new_is_left_alone)
{
    char path[SVI_SCRATCH_DIR_BYTES];
    leave_one(path);
    struct svi_scratch_dir next = make();
    assert_true(exists(path)); /* for all anybody knows it is about to be locked */
    svi_scratch_dir_remove(&next);
    make_old(path);
    next = make();
    assert_false(exists(path));
    svi_scratch_dir_remove(&next);
}

TEST(what_is_in_use_is_left_alone)
{
    struct svi_scratch_dir used = make();
    make_old(used.path);
    struct svi_scratch_dir next = make();
    assert_true(exists(used.path));
    svi_scratch_dir_remove(&next);
    svi_scratch_dir_remove(&used);
}

TEST(what_is_not_ours_is_left_alone)
{
    static const char *const names[] = {PURPOSE ".short", PURPOSE "-abcdef", PURPOSE ".longer7",
                                        "other.abcdef"};
    char path[160], target[160];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", tmp, names[i]);
        assert_int_equal(mkdir(path, 0700), 0);
        make_old(path);
    }
    (void)snprintf(path, sizeof path, "%s/%s", tmp, PURPOSE ".opened");
    assert_int_equal(mkdir(path, 0700), 0);
    assert_int_equal(chmod(path, 0755), 0); /* ours are closed to others */
    make_old(path);
    (void)snprintf(target, sizeof target, "%s/other.abcdef", tmp);
    (void)snprintf(path, sizeof path, "%s/%s", tmp, PURPOSE ".linked");
    assert_int_equal(symlink(target, path), 0);
    make_old(path);
    struct svi_scratch_dir next = make();
    svi_scratch_dir_remove(&next);
    assert_int_equal(unlink(path), 0);
    (void)snprintf(path, sizeof path, "%s/%s", tmp, PURPOSE ".opened");
    assert_int_equal(rmdir(path), 0);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", tmp, names[i]);
        assert_int_equal(rmdir(path), 0);
    }
}

/* As another process does for which the clock on the wall has jumped ahead. */
static void sweep_without_end(void)
{
    for (;;) {
        DIR *entries = opendir(tmp);
        for (struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
            const int lock = entry->d_name[0] == '.'
                                 ? -1
                                 : openat(dirfd(entries), entry->d_name, O_RDONLY | O_DIRECTORY);
            if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0) {
                (void)unlinkat(dirfd(entries), entry->d_name, AT_REMOVEDIR);
            }
            (void)close(lock);
        }
        (void)closedir(entries);
    }
}

TEST(what_is_swept_too_early_is_made_again)
{
    const pid_t sweeper = fork();
    assert_true(sweeper >= 0);
    if (sweeper == 0) {
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
        sweep_without_end();
    }
    for (unsigned i = 0; i < 1000; i++) {
        struct svi_scratch_dir folder = make();
        assert_true(exists(folder.path));
        svi_scratch_dir_remove(&folder);
    }
    assert_int_equal(kill(sweeper, SIGKILL), 0);
    assert_int_equal(waitpid(sweeper, NULL, 0), sweeper);
}

TEST(no_folder_is_one_line)
{
    struct svi_scratch_dir folder;
    struct svi_error error;
    assert_int_equal(setenv("TMPDIR", "/nonexistent", 1), 0);
    assert_false(svi_scratch_dir_make(&folder, PURPOSE, &error));
    assert_string_equal(error.text,
                        "cannot make a folder in '/nonexistent': No such file or directory");
    assert_string_equal(folder.path, "");
    svi_scratch_dir_remove(&folder);
    assert_int_equal(setenv("TMPDIR", tmp, 1), 0);
}

TEST_PROGRAM(start, end)
