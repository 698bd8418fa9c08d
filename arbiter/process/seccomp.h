/* Which system calls a sandboxed bot is refused (seccomp): those that no bot needs, and those that
 * would carry messages from one sandbox to another over files that both see. */
#ifndef SVI_ARBITER_PROCESS_SECCOMP_H
#define SVI_ARBITER_PROCESS_SECCOMP_H

#include <stdbool.h>
#include <stdint.h>

/* The filter as the kernel takes it, in a descriptor to read it from, at its beginning; to be
 * closed. `network`: sockets of TCP are let through, for a gate. -1: it cannot be
 * made, and errno says why. */
int svi_seccomp_open(bool network);

/* ---- calls ----------------------------------------------------------------------------------- */

/* All system calls of Linux, which of them a sandboxed bot is refused, and why: the one table of
 * which the filter is made (seccomp.h). The question to each is what memory it holds that no
 * process has mapped, and what it would tell to another sandbox. tests/process/test_calls.c finds
 * calls without a row. */

#define SVI_CALL_NAME 40 /* characters of a name, with the zero */

/* Numbers above those of the table that no kernel of today gives to a call: from here up to there
 * they are refused (ENOSYS), as nobody has asked the question yet. */
#define SVI_CALL_FIRST_NEW 471
#define SVI_CALL_LAST_NEW 511

struct svi_call {
    int answer; /* 0: allowed; else the errno with which it is refused */
    const char *why;
    const char *names; /* one or more; those that a library may not know with their number, which is
                          the same on all processors: "cachestat=451" */
};

/* Ends with `names` NULL. */
extern const struct svi_call svi_calls[];

enum svi_call_test {
    SVI_CALL_IS,     /* the lower half of the argument is the value */
    SVI_CALL_IS_NOT, /* the lower half of the argument is another value */
    SVI_CALL_HAS,    /* it has all bits of the value */
    SVI_CALL_KIND,   /* of the kinds of a mapping it has just these */
    SVI_CALL_THREAD, /* of being a thread and having its files in common it has just these */
    SVI_CALL_OPTION, /* it is the value, and the argument before it is SOL_SOCKET */
};

/* A call that is allowed but for a value of an argument. */
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

/* The next name of a row's `names` from *at on, which moves, and its number (-1: the library
 * knows). False: there is no more. */
bool svi_call_next(const char **at, char name[SVI_CALL_NAME], int *number);

#endif
