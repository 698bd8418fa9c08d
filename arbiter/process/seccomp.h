/* The system calls that a sandboxed bot is refused (seccomp): calls that no bot needs, and calls
 * that would carry messages from one sandbox to another over files that both see.
 * runner/bot_start.c opens a filter for each bot, the relay one for itself, and sandbox.c one for
 * its trial of the sandbox. */
#ifndef SVI_ARBITER_PROCESS_SECCOMP_H
#define SVI_ARBITER_PROCESS_SECCOMP_H

#include <stdbool.h>
#include <stdint.h>

/* The sockets that a filter allows. */
enum svi_seccomp_sockets {
    SVI_SECCOMP_UNIX,  /* Unix sockets alone */
    SVI_SECCOMP_RELAY, /* and TCP by IPv4, for a bot with a relay to its network (arbiter/relay) */
    SVI_SECCOMP_INET,  /* and all of IPv4 and IPv6, for our own programs */
};

/* Returns a descriptor from which the kernel's form of the filter can be read, from the beginning;
 * the caller closes it. Each start of a sandboxed bot opens one, from any thread. Returns -1 with
 * errno if the filter cannot be made. */
int svi_seccomp_open(enum svi_seccomp_sockets sockets);

/* ---- calls ----------------------------------------------------------------------------------- */

/* All system calls of Linux, with the answer to a sandboxed bot and the reason: the one table from
 * which the filter is made. For each call we ask which memory it holds that no process has mapped,
 * and what it would tell another sandbox. tests/process/test_calls.c finds calls without a row.
 * Tables are constant; only svi_seccomp_open() can fail. */

#define SVI_CALL_NAME 40 /* characters of a name, with the terminating zero */

/* Numbers above those of the table that present kernels give to no call. They are refused (ENOSYS),
 * as those questions have not been answered for them yet. */
#define SVI_CALL_FIRST_NEW 471
#define SVI_CALL_LAST_NEW 511

struct svi_call {
    int answer; /* 0: allowed; else the errno of the refusal */
    const char *why;
    /* One name or more. Names that a library may not know have their number, which is the same on
     * all processors: "cachestat=451". */
    const char *names;
};

/* Ends with `names` NULL. */
extern const struct svi_call svi_calls[];

enum svi_call_test {
    SVI_CALL_IS,     /* the lower half of the argument is the value */
    SVI_CALL_IS_NOT, /* the lower half of the argument is another value */
    SVI_CALL_HAS,    /* the argument has all bits of the value */
    SVI_CALL_KIND,   /* of the kinds of a mapping the argument has just these bits */
    SVI_CALL_THREAD, /* of the bits for a thread and for shared files it has just these */
    SVI_CALL_OPTION, /* the argument is the value, and the one before it SOL_SOCKET */
};

/* A call that is refused only for some values of an argument. */
struct svi_call_argument {
    const char *name;  /* as in svi_call */
    unsigned argument; /* from 0 */
    enum svi_call_test test;
    uint64_t value;
    int answer;
    const char *why;
};

/* Ends with `name` NULL. */
extern const struct svi_call_argument svi_call_arguments[];

/* Reads the next name of a row's `names` from *at on, which moves, and its number (-1: the library
 * knows it). Returns false at the end. */
bool svi_call_next(const char **at, char name[SVI_CALL_NAME], int *number);

#endif
