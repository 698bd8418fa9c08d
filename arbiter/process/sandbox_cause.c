#include "process/sandbox_cause.h"

#include "memory/memory.h"
#include "process/process.h"
#include "process/sandbox.h"

#include "base/file.h"
#include "base/out.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_STATUS 65536u /* bytes of /proc/self/status */

/* Returns the number behind `label` in a file below the evidence's folder, or -1 if there is no
 * such file, label or number. */
static long number_in(const struct svi_sandbox_evidence *e, const char *file, const char *label)
{
    SCOPED(svi_buf_finish) struct svi_buf bytes = {0};
    SCOPED(scoped_free) char *path = svi_text("%s/%s", e->at, file);
    long number = -1;
    if (svi_file_read(path, MOST_STATUS, &bytes) == SV_OK) {
        SCOPED(scoped_free) char *text = svi_copy_bytes((const char *)bytes.data, bytes.size);
        const char *found = strstr(text, label);
        char *end = NULL;
        const long read = found != NULL ? strtol(found + strlen(label), &end, 10) : 0;
        number = found != NULL && end != found + strlen(label) ? read : -1;
    }
    return number;
}

/* Returns whether Docker's or Podman's mark of a container is there. */
static bool is_container(const struct svi_sandbox_evidence *e)
{
    static const char *const marks[] = {".dockerenv", "run/.containerenv"};
    bool found = false;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0] && !found; i++) {
        SCOPED(scoped_free) char *path = svi_text("%s/%s", e->at, marks[i]);
        found = access(path, F_OK) == 0;
    }
    return found;
}

enum svi_sandbox_cause svi_sandbox_cause_of(const struct svi_sandbox_evidence *e)
{
    const bool refused = e->reason == EPERM || e->reason == EACCES;
    if (!e->program) {
        return SVI_SANDBOX_CAUSE_NO_PROGRAM;
    }
    if (e->reason == ENOSPC || e->reason == EUSERS ||
        number_in(e, "proc/sys/user/max_user_namespaces", "") == 0) {
        return SVI_SANDBOX_CAUSE_USED_UP;
    }
    if (refused && !e->root && number_in(e, "proc/sys/kernel/unprivileged_userns_clone", "") == 0) {
        return SVI_SANDBOX_CAUSE_ROOT_ONLY;
    }
    /* Filters answer with EPERM, or with ENOSYS. 2 is the mode of a filter (proc(5)). */
    if ((e->reason == EPERM || e->reason == ENOSYS) &&
        number_in(e, "proc/self/status", "\nSeccomp:") == 2) {
        return SVI_SANDBOX_CAUSE_SECCOMP;
    }
    if (e->reason == 0 && strstr(e->said, "mount proc") != NULL) {
        return SVI_SANDBOX_CAUSE_HIDDEN_PROC;
    }
    /* Ubuntu lets the namespace be made, and then takes all rights in it away. */
    if ((refused || e->reason == 0) && !e->root &&
        number_in(e, "proc/sys/kernel/apparmor_restrict_unprivileged_userns", "") == 1) {
        return SVI_SANDBOX_CAUSE_APPARMOR;
    }
    if (e->reason == EINVAL || e->reason == ENOSYS) {
        return SVI_SANDBOX_CAUSE_NO_KERNEL;
    }
    return is_container(e) ? SVI_SANDBOX_CAUSE_CONTAINER : SVI_SANDBOX_CAUSE_UNKNOWN;
}

/* Makes a user namespace in a child process. Returns the errno, or 0 if it works. */
static int try_namespace(void)
{
    int status = 0;
    const pid_t child = fork();
    if (child == 0) {
        _exit(unshare(CLONE_NEWUSER) == 0 ? 0 : errno);
    }
    if (child < 0) {
        return errno;
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : EPERM; /* a filter may kill, too */
}

void svi_sandbox_explain(const char *said, struct svi_buf *out)
{
    static const struct {
        const char *found, *remedy;
    } texts[] = {
#define X(name, found, remedy) {found, remedy},
        SVI_SANDBOX_CAUSES(X)
#undef X
    };
    char *program = svi_process_find(SVI_SANDBOX_PROGRAM);
    const struct svi_sandbox_evidence evidence = {.program = program != NULL,
                                                  .root = geteuid() == 0,
                                                  .reason = try_namespace(),
                                                  .said = said,
                                                  .at = ""};
    free(program);
    const enum svi_sandbox_cause cause = svi_sandbox_cause_of(&evidence);
    const char *found = texts[cause].found, *gap = strstr(found, "%s");
    svi_buf_append(out, found, gap != NULL ? (size_t)(gap - found) : strlen(found));
    svi_out_format(out, "%s%s. %s", gap != NULL ? said : "", gap != NULL ? gap + 2 : "",
                   texts[cause].remedy);
}
