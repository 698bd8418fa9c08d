/* A control group of one's own from systemd: a scope, which is a unit for processes that others
 * have started, with the right to make groups below it. */
#ifndef SVI_ARBITER_PROCESS_CGROUP_SCOPE_H
#define SVI_ARBITER_PROCESS_CGROUP_SCOPE_H

#include <stdbool.h>

/* Has systemd move this process, whose group is `own` as /proc/self/cgroup names it, into a scope
 * that is delegated to its user; it ends with the last process in it. Only from another scope, as
 * those of logins and terminals are: a service would lose its process. False: there is no systemd,
 * or it does not do that. Takes some 20 ms. */
bool svi_cgroup_scope_make(const char *own);

#endif
