#include "tests/process/outcome.h"
#include "tests/base/testing.h"

#include "base/buf.h"
#include "process/sandbox.h"
#include "process/seccomp.h"

#include <fcntl.h>
#include <unistd.h>

void outcome_run_limited(struct outcome *o, const char *const *argv, bool bare,
                         const struct svi_limits *limits)
{
    static const char *const set[] = {"SOLVENT_WORD=secret", NULL};
    struct svi_process p = {0};
    int fd[2];
    memset(o, 0, sizeof *o);
    assert_int_equal(pipe2(fd, O_CLOEXEC), 0);
    const struct svi_process_setup setup = {
        .argv = argv,
        .set = set,
        .bare = bare,
        .output = fd[1],
        .limits = limits,
        .filter = limits != NULL ? svi_seccomp_open(SVI_SECCOMP_UNIX) : 0};
    o->status = svi_process_start(&p, &setup, &o->error);
    close(fd[1]);
    if (setup.filter > 0) {
        close(setup.filter);
    }
    if (o->status == SV_OK) {
        size_t size = 0;
        ssize_t got;
        while ((got = read(fd[0], o->printed + size, sizeof o->printed - 1 - size)) > 0) {
            size += (size_t)got;
        }
        assert_true(svi_process_wait(&p, 20000));
        svi_process_describe(&p, o->ended, sizeof o->ended);
    }
    close(fd[0]);
}

void outcome_run(struct outcome *o, const char *const *argv, bool bare)
{
    outcome_run_limited(o, argv, bare, NULL);
}

void outcome_run_sandboxed(struct outcome *o, const char *const *argv, const char *folder,
                           const struct svi_limits *limits)
{
    const struct svi_sandbox_setup setup = {.argv = argv, .folder = folder, .limits = limits};
    char **wrapped;
    memset(o, 0, sizeof *o);
    assert_ok(svi_sandbox_wrap(&setup, &wrapped, &o->error));
    outcome_run_limited(o, (const char *const *)wrapped, true, limits);
    svi_texts_free(wrapped);
}
