/* solvent-relay: the way of one bot's process into the network.
 *
 * A sandboxed bot has a network of its own, with nothing in it. The first process of the sandbox
 * listens at 127.0.0.1 there, and hands that socket to the supervisor (arbiter/supervisor/reach.h),
 * which starts this program outside: a socket stays in its network. So the relay takes the bot's
 * connections there, and connects here. The bot's HTTPS_PROXY and HTTP_PROXY name it.
 *
 * It gets the page (page.h) and the listening socket, and ends with its supervisor. It has two
 * processes, which lack all rights and most system calls: one reads what the bot sends (serve.h),
 * the other resolves and connects (connector.h). */
#include "process/seccomp.h"
#include "relay/connector.h"
#include "relay/page.h"
#include "relay/serve.h"

#include <errno.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FILES 192             /* two for each connection, and a few */
#define MEMORY (256ULL << 20) /* most bytes of data */
#define HEADERS 65u

/* The page in a form that serve.h takes. Texts stay in the page. */
struct reach {
    struct svi_place place[SVI_PLACES];
    size_t n_places, n_headers;
    const char *inject[HEADERS], *secrets[HEADERS];
};

static bool read_page(const struct svi_relay_page *page, struct reach *reach)
{
    const char *at = page->text, *end = at + page->size;
    for (; at < end && *at != '\0'; at += strlen(at) + 1) {
        if (reach->n_places == SVI_PLACES ||
            !svi_place_read(at, strlen(at), &reach->place[reach->n_places++])) {
            return false;
        }
    }
    for (at++; at < end; at += strlen(at) + 1) {
        if (reach->n_headers == HEADERS - 1) {
            return false;
        }
        reach->inject[reach->n_headers] = at;
        at += strlen(at) + 1;
        reach->secrets[reach->n_headers] = reach->inject[reach->n_headers] + strtoul(at, NULL, 10);
        reach->n_headers++;
    }
    return reach->n_places > 0;
}

static void cap(__rlimit_resource_t resource, rlim_t most)
{
    const struct rlimit limit = {most, most};
    (void)setrlimit(resource, &limit);
}

/* Gives up all rights. */
static bool drop_rights(uid_t user)
{
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    const struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
    cap(RLIMIT_CORE, 0);
    cap(RLIMIT_FSIZE, 0);
    cap(RLIMIT_NOFILE, FILES);
#ifndef SV_SANITIZED /* shadow memory takes terabytes */
    cap(RLIMIT_DATA, MEMORY);
#endif
    if (user != 0 && (setgroups(0, NULL) != 0 || setresgid(user, user, user) != 0 ||
                      setresuid(user, user, user) != 0)) {
        return false;
    }
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(SYS_capset, &header, none) == 0 &&
           prctl(PR_SET_DUMPABLE, 0) == 0;
}

/* Dies with its parent, in whatever way that ends. */
static bool die_with(pid_t parent)
{
    return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent;
}

#define CALL(name) SCMP_SYS(name)

/* Refuses the connector what resolvers do not need: the calls that bots are refused, which the file
 * `bots` has, programs, and other processes. */
static bool confine_connector(int bots)
{
    static const int refused[] = {CALL(execve), CALL(execveat), CALL(kill),
                                  CALL(tkill),  CALL(ptrace),   CALL(pidfd_send_signal)};
    static struct sock_filter rules[BPF_MAXINSNS];
    const ssize_t size = read(bots, rules, sizeof rules);
    const struct sock_fprog program = {
        .len = (unsigned short)(size > 0 ? (size_t)size / sizeof *rules : 0), .filter = rules};
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    int bad = size <= 0 || filter == NULL;
    for (size_t i = 0; !bad && i < sizeof refused / sizeof refused[0]; i++) {
        bad = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), refused[i], 0);
    }
    bad = bad || seccomp_load(filter) != 0 ||
          prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0;
    seccomp_release(filter);
    return !bad;
}

/* Allows the process that reads the bot's bytes to pass bytes and descriptors, and no more: it
 * opens no file, makes no socket but a pair, and starts nothing. */
static bool confine_server(void)
{
#ifndef SV_SANITIZED /* sanitizers call what they like */
    static const int allowed[] = {
        CALL(read),        CALL(write),      CALL(close),         CALL(poll),
        CALL(ppoll),       CALL(accept4),    CALL(recvfrom),      CALL(recvmsg),
        CALL(sendto),      CALL(sendmsg),    CALL(socketpair),    CALL(shutdown),
        CALL(brk),         CALL(mmap),       CALL(munmap),        CALL(mremap),
        CALL(madvise),     CALL(mprotect),   CALL(futex),         CALL(getrandom),
        CALL(exit),        CALL(exit_group), CALL(clock_gettime), CALL(restart_syscall),
        CALL(rt_sigreturn)};
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
    int bad = filter == NULL;
    for (size_t i = 0; !bad && i < sizeof allowed / sizeof allowed[0]; i++) {
        bad = seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed[i], 0);
    }
    bad = bad || seccomp_load(filter) != 0;
    seccomp_release(filter);
    return !bad;
#else
    return true;
#endif
}

static int fail(const char *what)
{
    (void)fprintf(stderr, "solvent-relay: cannot %s: %s\n", what, strerror(errno));
    return 1;
}

int main(void)
{
    static struct reach reach;
    int ends[2];
    struct svi_relay_page *page = svi_relay_page_map(SVI_RELAY_PAGE);
    if (page == NULL || !read_page(page, &reach)) {
        (void)fputs("solvent-relay: is started by solvent-supervisor, for a bot's network\n",
                    stderr);
        return 2;
    }
    (void)close(SVI_RELAY_PAGE);
    (void)signal(SIGTERM, SIG_IGN); /* a bot that is told to end may still say goodbye */
    const pid_t supervisor = getppid();
    const int bots = svi_seccomp_open(SVI_SECCOMP_INET);     /* while it may write a file */
    if (!drop_rights(page->user) || !die_with(supervisor)) { /* another user forgets the latter */
        return fail("give up its rights");
    }
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
        return fail("make sockets");
    }
    const pid_t server = getpid(), connector = fork();
    if (connector == 0) {
        (void)close(SVI_RELAY_LISTEN);
        (void)close(ends[0]);
        svi_relay_page_close(page); /* it does not need the secrets */
        if (die_with(server) && confine_connector(bots)) {
            svi_connector_run(ends[1], reach.place, reach.n_places);
        }
        return fail("confine its connector");
    }
    (void)close(ends[1]);
    (void)close(bots);
    if (connector < 0 || !confine_server()) {
        return fail("confine itself");
    }
    const struct svi_serve serve = {.page = page,
                                    .place = reach.place,
                                    .n_places = reach.n_places,
                                    .inject = reach.inject,
                                    .secrets = reach.n_headers > 0 ? reach.secrets : NULL,
                                    .listening = SVI_RELAY_LISTEN,
                                    .connector = ends[0]};
    svi_serve(&serve);
    return 1; /* without its connector it is of no use */
}
