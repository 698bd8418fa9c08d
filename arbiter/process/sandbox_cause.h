/* Why bubblewrap cannot make a sandbox on this machine, and what its operator can do about it.
 * The runner calls svi_sandbox_explain(), which looks around and writes both, for the line that
 * ends a run; tests judge evidence of their own by svi_sandbox_cause_of(). */
#ifndef SVI_ARBITER_PROCESS_SANDBOX_CAUSE_H
#define SVI_ARBITER_PROCESS_SANDBOX_CAUSE_H

#include "base/buf.h"

#include <stdbool.h>

/* X(name, what was found, the remedy). "%s" in a text is what bubblewrap has printed. */
#define SVI_SANDBOX_CAUSES(X)                                                                      \
    X(NO_PROGRAM, "no bubblewrap (bwrap) is installed", "Install the package 'bubblewrap'")        \
    X(USED_UP, "no more user namespaces are allowed (sysctl user.max_user_namespaces)",            \
      "Raise it by 'sudo sysctl -w user.max_user_namespaces=10000'")                               \
    X(ROOT_ONLY,                                                                                   \
      "only root may make user namespaces (sysctl kernel.unprivileged_userns_clone is 0)",         \
      "Allow them by 'sudo sysctl -w kernel.unprivileged_userns_clone=1'")                         \
    X(SECCOMP, "a seccomp filter, as containers have one, refuses user namespaces",                \
      "Start the container with the flags that 'solvent help security' lists")                     \
    X(HIDDEN_PROC, "this container hides parts of /proc, so no sandbox can have its own",          \
      "Start the container with the flags that 'solvent help security' lists")                     \
    X(APPARMOR,                                                                                    \
      "AppArmor forbids user namespaces (sysctl kernel.apparmor_restrict_unprivileged_userns is "  \
      "1)",                                                                                        \
      "Load Solvent's profile for AppArmor, as 'solvent help security' says")                      \
    X(NO_KERNEL, "this kernel has no user namespaces", "Use a kernel with CONFIG_USER_NS")         \
    X(CONTAINER, "this container may not make user namespaces",                                    \
      "Start the container with the flags that 'solvent help security' lists")                     \
    X(UNKNOWN, "bubblewrap fails with '%s'",                                                       \
      "Find out why 'bwrap --unshare-all --ro-bind / / true' fails")

enum svi_sandbox_cause {
#define X(name, ...) SVI_SANDBOX_CAUSE_##name,
    SVI_SANDBOX_CAUSES(X)
#undef X
};

/* Evidence about a sandbox that does not work. */
struct svi_sandbox_evidence {
    bool program;     /* bwrap is installed */
    bool root;        /* we are root */
    int reason;       /* errno of making a user namespace, or 0 if that works */
    const char *said; /* first line that bubblewrap printed, or "" */
    const char *at;   /* folder of proc/ and of the files by which containers are known; "" for / */
};

/* Returns the cause to which the evidence points. Cannot fail. */
enum svi_sandbox_cause svi_sandbox_cause_of(const struct svi_sandbox_evidence *evidence);

/* Appends the cause and the remedy on this machine, as sentences without a full stop at the end.
 * `said` is the first line that bubblewrap printed, or "". `out` is `failed` without memory. Do not
 * call it while other threads start processes. */
void svi_sandbox_explain(const char *said, struct svi_buf *out);

#endif
