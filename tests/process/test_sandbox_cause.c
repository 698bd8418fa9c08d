/* Why there is no sandbox, found from evidence: each errno, each sysctl, and the marks of
 * containers, in a folder that stands for /. */
#include "process/sandbox_cause.h"
#include "tests/base/testing.h"

#include "base/file.h"
#include "base/out.h"
#include "memory/memory.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_USERS "proc/sys/user/max_user_namespaces"
#define CLONE "proc/sys/kernel/unprivileged_userns_clone"
#define APPARMOR "proc/sys/kernel/apparmor_restrict_unprivileged_userns"
#define STATUS "proc/self/status"
#define DOCKER ".dockerenv"
#define PODMAN "run/.containerenv"

static const char *const folders[] = {"proc",      "proc/sys", "proc/sys/user", "proc/sys/kernel",
                                      "proc/self", "run"};
static const char *const files[] = {MAX_USERS, CLONE, APPARMOR, STATUS, DOCKER, PODMAN};
static char at[] = "/tmp/svi-cause-XXXXXX";

static void in_folder(char path[128], const char *name)
{
    (void)snprintf(path, 128, "%s/%s", at, name);
}

static int make_folders(void **state)
{
    char path[128];
    (void)state;
    assert_non_null(mkdtemp(at));
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        in_folder(path, folders[i]);
        assert_int_equal(mkdir(path, 0700), 0);
    }
    return 0;
}

static int remove_folders(void **state)
{
    char path[128];
    (void)state;
    for (size_t i = sizeof folders / sizeof folders[0]; i-- > 0;) {
        in_folder(path, folders[i]);
        (void)rmdir(path);
    }
    return rmdir(at);
}

TEST_PROGRAM(make_folders, remove_folders)

/* A machine: what its files say, and what was found out. */
struct machine {
    struct {
        const char *file, *text;
    } has[4];
    bool no_program, root;
    int reason;
    const char *said;
    enum svi_sandbox_cause cause;
};

#define FILTERED                                                                                   \
    {                                                                                              \
        STATUS, "Name:\tsolvent\nNoNewPrivs:\t0\nSeccomp:\t2\nSeccomp_filters:\t1\n"               \
    }
#define UNFILTERED                                                                                 \
    {                                                                                              \
        STATUS, "Name:\tsolvent\nNoNewPrivs:\t0\nSeccomp:\t0\nSeccomp_filters:\t0\n"               \
    }
#define UBUNTU                                                                                     \
    {                                                                                              \
        APPARMOR, "1\n"                                                                            \
    }
#define MANY                                                                                       \
    {                                                                                              \
        MAX_USERS, "63509\n"                                                                       \
    }
#define UID_MAP "bwrap: setting up uid map: Permission denied"
#define NO_PROC "bwrap: Can't mount proc on /newroot/proc: Operation not permitted"

static const struct machine machines[] = {
    {.no_program = true, .has = {UBUNTU}, .cause = SVI_SANDBOX_CAUSE_NO_PROGRAM},
    /* Ubuntu 24.04: the namespace is made, and may do nothing; or none may be made. */
    {.has = {UBUNTU, UNFILTERED, MANY}, .said = UID_MAP, .cause = SVI_SANDBOX_CAUSE_APPARMOR},
    {.has = {UBUNTU, MANY}, .reason = EACCES, .cause = SVI_SANDBOX_CAUSE_APPARMOR},
    {.has = {UBUNTU, UNFILTERED}, .reason = EPERM, .cause = SVI_SANDBOX_CAUSE_APPARMOR},
    {.has = {{APPARMOR, "0\n"}}, .said = UID_MAP, .cause = SVI_SANDBOX_CAUSE_UNKNOWN},
    {.has = {UBUNTU}, .root = true, .said = UID_MAP, .cause = SVI_SANDBOX_CAUSE_UNKNOWN},
    /* Debian's switch holds for users other than root. */
    {.has = {{CLONE, "0\n"}, MANY}, .reason = EPERM, .cause = SVI_SANDBOX_CAUSE_ROOT_ONLY},
    {.has = {{CLONE, "1\n"}}, .reason = EPERM, .cause = SVI_SANDBOX_CAUSE_UNKNOWN},
    {.has = {{CLONE, "0\n"}}, .root = true, .reason = EPERM, .cause = SVI_SANDBOX_CAUSE_UNKNOWN},
    /* The limit of their number. */
    {.has = {{MAX_USERS, "0\n"}}, .reason = ENOSPC, .cause = SVI_SANDBOX_CAUSE_USED_UP},
    {.has = {MANY}, .reason = ENOSPC, .cause = SVI_SANDBOX_CAUSE_USED_UP},
    {.has = {MANY}, .reason = EUSERS, .cause = SVI_SANDBOX_CAUSE_USED_UP},
    {.has = {{MAX_USERS, "0\n"}}, .root = true, .cause = SVI_SANDBOX_CAUSE_USED_UP},
    /* Docker's filter, also on Ubuntu; a filter that refuses something else. */
    {.has = {FILTERED, UBUNTU, {DOCKER, ""}}, .reason = EPERM, .cause = SVI_SANDBOX_CAUSE_SECCOMP},
    {.has = {FILTERED}, .root = true, .reason = EPERM, .cause = SVI_SANDBOX_CAUSE_SECCOMP},
    {.has = {FILTERED}, .reason = ENOSYS, .cause = SVI_SANDBOX_CAUSE_SECCOMP},
    {.has = {FILTERED, UBUNTU}, .reason = EACCES, .cause = SVI_SANDBOX_CAUSE_APPARMOR},
    /* Containers that have namespaces and no /proc for them, or none. */
    {.has = {FILTERED, {PODMAN, ""}}, .said = NO_PROC, .cause = SVI_SANDBOX_CAUSE_HIDDEN_PROC},
    {.has = {UBUNTU, {DOCKER, ""}}, .said = NO_PROC, .cause = SVI_SANDBOX_CAUSE_HIDDEN_PROC},
    {.has = {{PODMAN, ""}}, .reason = EPERM, .cause = SVI_SANDBOX_CAUSE_CONTAINER},
    {.has = {UNFILTERED, {DOCKER, ""}},
     .root = true,
     .said = "bwrap: Failed to make / slave",
     .cause = SVI_SANDBOX_CAUSE_CONTAINER},
    /* Kernels without. */
    {.reason = EINVAL, .cause = SVI_SANDBOX_CAUSE_NO_KERNEL},
    {.has = {UNFILTERED}, .reason = ENOSYS, .cause = SVI_SANDBOX_CAUSE_NO_KERNEL},
    /* Nothing that points anywhere, and files that say nothing. */
    {.said = "bwrap: Out of luck", .cause = SVI_SANDBOX_CAUSE_UNKNOWN},
    {.has = {{MAX_USERS, ""}, {APPARMOR, "\n"}, {STATUS, "Seccomp"}},
     .reason = EPERM,
     .cause = SVI_SANDBOX_CAUSE_UNKNOWN},
};

TEST(the_cause_follows_from_the_evidence)
{
    char path[128];
    for (size_t i = 0; i < sizeof machines / sizeof machines[0]; i++) {
        const struct machine *m = &machines[i];
        for (size_t k = 0; k < sizeof m->has / sizeof m->has[0] && m->has[k].file != NULL; k++) {
            in_folder(path, m->has[k].file);
            FILE *file = fopen(path, "we");
            assert_non_null(file);
            assert_true(fputs(m->has[k].text, file) >= 0);
            assert_int_equal(fclose(file), 0);
        }
        const struct svi_sandbox_evidence evidence = {.program = !m->no_program,
                                                      .root = m->root,
                                                      .reason = m->reason,
                                                      .said = m->said != NULL ? m->said : "",
                                                      .at = at};
        const enum svi_sandbox_cause found = svi_sandbox_cause_of(&evidence);
        for (size_t k = 0; k < sizeof files / sizeof files[0]; k++) {
            in_folder(path, files[k]);
            (void)unlink(path);
        }
        if (found != m->cause) {
            fail_msg("machine %zu: cause %d, expected %d", i, (int)found, (int)m->cause);
        }
    }
}

/* This machine has bubblewrap or not: either way there is one sentence on what, and one on what to
 * do. */
TEST(the_explanation_names_a_cause_and_a_remedy)
{
    static const char said[] = "bwrap: Out of luck";
    struct svi_buf out = {0};
    svi_sandbox_explain(said, &out);
    char *text = svi_text_of(&out);
    assert_contains(text, ". ");
    assert_null(strchr(text, '\n'));
    assert_null(strchr(text, '%'));
    assert_true(strlen(text) < 400);
    free(text);
}
