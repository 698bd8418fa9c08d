/* Processes: started clean, told apart when they fail, gone when we say so. */
#include "process/process.h"
#include "tests/base/testing.h"
#include "tests/process/outcome.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

TEST(the_end_is_described)
{
    struct outcome o;
    outcome_run(&o, (const char *const[]){"sh", "-c", "exit 3", NULL}, false);
    assert_string_equal(o.ended, "exited with status 3");
    outcome_run(&o, (const char *const[]){"sh", "-c", "kill -SEGV $$", NULL}, false);
    assert_string_equal(o.ended, "was killed by SIGSEGV");
    outcome_run(&o, (const char *const[]){"sh", "-c", "sh -c 'kill -SEGV $$'; exit $?", NULL},
                false);
    assert_string_equal(o.ended, "exited with status 139 (SIGSEGV)");
}

TEST(a_lost_status_is_not_success)
{
    struct outcome o;
    (void)signal(SIGCHLD, SIG_IGN); /* the kernel discards the status */
    outcome_run(&o, (const char *const[]){"sh", "-c", "exit 0", NULL}, false);
    (void)signal(SIGCHLD, SIG_DFL);
    assert_string_equal(o.ended, "ended, with an unknown status");
}

TEST(what_cannot_run_is_named)
{
    struct outcome o;
    outcome_run(&o, (const char *const[]){"/nowhere/bot", NULL}, false);
    assert_int_equal(o.status, SV_E_SYSTEM);
    assert_string_equal(o.error.text, "cannot run '/nowhere/bot': No such file or directory");
    outcome_run(&o, (const char *const[]){"/etc/passwd", NULL}, false);
    assert_string_equal(o.error.text, "cannot run '/etc/passwd': Permission denied");
    outcome_run(&o, (const char *const[]){"/usr", NULL}, false);
    assert_string_equal(o.error.text, "cannot run '/usr': it is a folder, not a program");
    outcome_run(&o, (const char *const[]){"no-such-program-anywhere", NULL}, false);
    assert_string_equal(o.error.text,
                        "cannot run 'no-such-program-anywhere': no program in PATH and no "
                        "reference bot has that name");
}

/* If no caller waits for the start, the end of the process tells that it failed. */
TEST(a_start_that_nobody_waits_for_fails_at_its_end)
{
    static const struct svi_limits none;
    static const char *const set[] = {NULL};
    struct svi_process p = {0};
    struct svi_error error;
    char path[] = "/tmp/solvent-process-XXXXXX";
    const char *argv[] = {path, NULL};
    const int fd = mkstemp(path), null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    assert_true(fd >= 0 && null >= 0);
    /* the start of a program file, and nothing else */
    assert_int_equal(write(fd, "\177ELF", 4), 4);
    assert_int_equal(fchmod(fd, 0700), 0);
    close(fd);
    struct svi_process_setup setup = {
        .argv = argv, .set = set, .output = null, .limits = &none, .at_once = true};
    assert_ok(svi_process_start(&p, &setup, &error));
    assert_true(svi_process_wait(&p, 20000));
    assert_int_equal(p.reason, ENOEXEC);
    setup.at_once = false;
    assert_int_equal(svi_process_start(&p, &setup, &error), SV_E_SYSTEM);
    assert_contains(error.text, ": Exec format error");
    setup.at_once = true;
    argv[0] = "false";
    assert_ok(svi_process_start(&p, &setup, &error));
    assert_true(svi_process_wait(&p, 20000));
    assert_int_equal(p.reason, 0);
    assert_string_equal(p.why, "");
    close(null);
    unlink(path);
}

TEST(the_environment_is_ours_or_bare)
{
    struct outcome o;
    const char *const argv[] = {"env", NULL};
    setenv("SOLVENT_WORD", "of somebody else", 1); // NOLINT(concurrency-mt-unsafe)
    setenv("SVI_TEST_MARK", "1", 1);               // NOLINT(concurrency-mt-unsafe)
    outcome_run(&o, argv, false);
    assert_contains(o.printed, "SVI_TEST_MARK=1\n");
    assert_contains(o.printed, "SOLVENT_WORD=secret\n");
    assert_lacks(o.printed, "somebody");
    outcome_run(&o, argv, true);
    assert_lacks(o.printed, "SVI_TEST_MARK");
    assert_contains(o.printed, "SOLVENT_WORD=secret\n");
    assert_contains(o.printed, "HOME=/tmp\n");
}

TEST(nothing_is_inherited)
{
    struct outcome o;
    /* Not close-on-exec, as if it came from our own parent. */
    const int fd = open("/etc/passwd", O_RDONLY); // NOLINT(android-cloexec-open)
    assert_true(fd > 2);
    outcome_run(&o,
                (const char *const[]){"sh", "-c",
                                      "ls /proc/self/fd | wc -l; read x || echo no input", NULL},
                false);
    close(fd);
    /* 0, 1, 2, and the one that ls opens to look. */
    assert_string_equal(o.printed, "4\nno input\n");
}

TEST(killing_takes_the_whole_group)
{
    struct svi_process p = {0};
    struct svi_error error;
    char line[32] = "";
    int fd[2];
    assert_int_equal(pipe2(fd, O_CLOEXEC), 0);
    const char *const set[] = {NULL};
    const char *const argv[] = {"sh", "-c", "trap '' TERM; sleep 1000 & echo $!; wait; sleep 1000",
                                NULL};
    const struct svi_process_setup setup = {.argv = argv, .set = set, .output = fd[1]};
    assert_ok(svi_process_start(&p, &setup, &error));
    close(fd[1]);
    assert_true(read(fd[0], line, sizeof line - 1) > 0);
    const pid_t child = (pid_t)strtol(line, NULL, 10);
    assert_true(child > 1);
    assert_false(svi_process_ended(&p));
    svi_process_kill(&p);
    assert_int_equal(p.pid, 0);
    /* The pipe closes when the last of the group is gone. */
    assert_int_equal(read(fd[0], line, sizeof line), 0);
    close(fd[0]);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}
