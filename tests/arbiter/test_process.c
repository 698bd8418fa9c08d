/* Processes: started clean, told apart when they fail, gone when we say so. */
#include "arbiter/process.h"
#include "arbiter/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

struct outcome {
    enum sv_status status;
    char error[256], printed[4096], ended[64];
};

/* Runs a command to its end and keeps what it printed. */
static void run(struct outcome *o, const char *const *argv, bool bare)
{
    static const char *const set[] = {"SOLVENT_TOKEN=secret", NULL};
    struct svi_process p = {0};
    int fd[2];
    memset(o, 0, sizeof *o);
    assert_int_equal(pipe2(fd, O_CLOEXEC), 0);
    const struct svi_process_setup setup = {
        .argv = argv, .set = set, .bare = bare, .output = fd[1]};
    o->status = svi_process_start(&p, &setup, o->error, sizeof o->error);
    close(fd[1]);
    if (o->status == SV_OK) {
        size_t size = 0;
        ssize_t got;
        while ((got = read(fd[0], o->printed + size, sizeof o->printed - 1 - size)) > 0) {
            size += (size_t)got;
        }
        assert_true(svi_process_wait(&p, 5000));
        svi_process_describe(&p, o->ended, sizeof o->ended);
    }
    close(fd[0]);
}

static void the_end_is_described(void **state)
{
    (void)state;
    struct outcome o;
    run(&o, (const char *const[]){"sh", "-c", "exit 3", NULL}, false);
    assert_string_equal(o.ended, "exited with status 3");
    run(&o, (const char *const[]){"sh", "-c", "kill -SEGV $$", NULL}, false);
    assert_string_equal(o.ended, "was killed by SIGSEGV");
    run(&o, (const char *const[]){"sh", "-c", "sh -c 'kill -SEGV $$'; exit $?", NULL}, false);
    assert_string_equal(o.ended, "exited with status 139 (SIGSEGV)");
}

static void what_cannot_run_is_named(void **state)
{
    (void)state;
    struct outcome o;
    run(&o, (const char *const[]){"/nowhere/bot", NULL}, false);
    assert_int_equal(o.status, SV_E_SYSTEM);
    assert_string_equal(o.error, "cannot run '/nowhere/bot': No such file or directory");
    run(&o, (const char *const[]){"/etc/passwd", NULL}, false);
    assert_string_equal(o.error, "cannot run '/etc/passwd': Permission denied");
    run(&o, (const char *const[]){"/usr", NULL}, false);
    assert_string_equal(o.error, "cannot run '/usr': Is a directory");
    run(&o, (const char *const[]){"no-such-program-anywhere", NULL}, false);
    assert_string_equal(o.error,
                        "cannot run 'no-such-program-anywhere': No such file or directory");
}

static void the_environment_is_ours_or_bare(void **state)
{
    (void)state;
    struct outcome o;
    const char *const argv[] = {"env", NULL};
    setenv("SOLVENT_TOKEN", "of somebody else", 1); // NOLINT(concurrency-mt-unsafe)
    setenv("SVI_TEST_MARK", "1", 1);                // NOLINT(concurrency-mt-unsafe)
    run(&o, argv, false);
    assert_non_null(strstr(o.printed, "SVI_TEST_MARK=1\n"));
    assert_non_null(strstr(o.printed, "SOLVENT_TOKEN=secret\n"));
    assert_null(strstr(o.printed, "somebody"));
    run(&o, argv, true);
    assert_null(strstr(o.printed, "SVI_TEST_MARK"));
    assert_non_null(strstr(o.printed, "SOLVENT_TOKEN=secret\n"));
    assert_non_null(strstr(o.printed, "HOME=/tmp\n"));
}

static void nothing_is_inherited(void **state)
{
    (void)state;
    struct outcome o;
    /* Not close-on-exec, as if it came from our own parent. */
    const int fd = open("/etc/passwd", O_RDONLY); // NOLINT(android-cloexec-open)
    assert_true(fd > 2);
    run(&o,
        (const char *const[]){"sh", "-c", "ls /proc/self/fd | wc -l; read x || echo no input",
                              NULL},
        false);
    close(fd);
    /* 0, 1, 2, and the one that ls opens to look. */
    assert_string_equal(o.printed, "4\nno input\n");
}

static void killing_takes_the_whole_group(void **state)
{
    (void)state;
    struct svi_process p = {0};
    char error[256];
    char line[32] = "";
    int fd[2];
    assert_int_equal(pipe2(fd, O_CLOEXEC), 0);
    const char *const set[] = {NULL};
    const char *const argv[] = {"sh", "-c", "trap '' TERM; sleep 1000 & echo $!; wait; sleep 1000",
                                NULL};
    const struct svi_process_setup setup = {.argv = argv, .set = set, .output = fd[1]};
    assert_int_equal(svi_process_start(&p, &setup, error, sizeof error), SV_OK);
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

static void sandbox_modes_have_names(void **state)
{
    (void)state;
    enum svi_sandbox mode = SVI_SANDBOX_NONE;
    assert_true(svi_sandbox_mode("bwrap", &mode));
    assert_int_equal(mode, SVI_SANDBOX_BWRAP);
    assert_true(svi_sandbox_mode("auto", &mode));
    assert_int_equal(mode, SVI_SANDBOX_AUTO);
    assert_false(svi_sandbox_mode("docker", &mode));
}

/* A folder of its own with a program in it, and a file outside. */
static void the_sandbox_shuts_out(void **state)
{
    (void)state;
    char home[] = "/tmp/svi-test-XXXXXX";
    char bot[64];
    char secret[64];
    char check[256];
    char error[256];
    char **wrapped;
    struct outcome o;
    if (!svi_sandbox_works()) {
        skip();
    }
    assert_non_null(mkdtemp(home));
    (void)snprintf(bot, sizeof bot, "%s/bot", home);
    (void)snprintf(secret, sizeof secret, "%s.secret", home);
    (void)snprintf(
        check, sizeof check,
        "#!/bin/sh\ncat %s; cat $0 | head -n 1; touch %s/x; ls /sys/class/net; ls /root /home\n"
        "echo $SOLVENT_TOKEN $1; ls -d /proc/[0-9]* | wc -l\n",
        secret, home);
    FILE *f = fopen(bot, "we");
    assert_non_null(f);
    assert_true(fputs(check, f) >= 0);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(chmod(bot, 0755), 0);
    f = fopen(secret, "we");
    assert_non_null(f);
    assert_true(fputs("the seed\n", f) >= 0);
    assert_int_equal(fclose(f), 0);

    const char *const argv[] = {bot, "an argument", NULL};
    assert_int_equal(svi_sandbox_wrap(argv, home, &wrapped, error, sizeof error), SV_OK);
    run(&o, (const char *const *)wrapped, true);
    svi_sandbox_free(wrapped);
    (void)unlink(bot);
    (void)unlink(secret);
    (void)rmdir(home);
    assert_string_equal(o.ended, "exited with status 0");
    assert_null(strstr(o.printed, "the seed"));
    assert_non_null(strstr(o.printed, "#!/bin/sh\n"));
    assert_non_null(strstr(o.printed, "Read-only file system"));
    assert_non_null(strstr(o.printed, "secret an argument\n"));
    assert_null(strstr(o.printed, "eth0"));
}

static void the_sandbox_names_what_cannot_run(void **state)
{
    (void)state;
    char error[256];
    char **wrapped;
    const char *const argv[] = {"./no-such-bot", NULL};
    assert_int_equal(svi_sandbox_wrap(argv, "/tmp", &wrapped, error, sizeof error), SV_E_SYSTEM);
    assert_string_equal(error, "cannot run './no-such-bot': No such file or directory");
    assert_null(wrapped);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_end_is_described),
        cmocka_unit_test(what_cannot_run_is_named),
        cmocka_unit_test(the_environment_is_ours_or_bare),
        cmocka_unit_test(nothing_is_inherited),
        cmocka_unit_test(killing_takes_the_whole_group),
        cmocka_unit_test(sandbox_modes_have_names),
        cmocka_unit_test(the_sandbox_shuts_out),
        cmocka_unit_test(the_sandbox_names_what_cannot_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
