#include "supervisor/reach.h"

#include "process/inherited.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <limits.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#define RELAY "solvent-relay"
#define PAGE 3 /* the relay's descriptors: arbiter/relay/page.h */
#define LISTENING 4
#define QUEUE 64 /* connections that wait to be taken */

int svi_reach_listen(void)
{
    static const char *const ours[] = {"HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"};
    static const char *const others[] = {"ALL_PROXY", "all_proxy", "NO_PROXY", "no_proxy"};
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof place;
    char address[40];
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0 || bind(fd, (struct sockaddr *)(void *)&place, size) != 0 ||
        listen(fd, QUEUE) != 0 || getsockname(fd, (struct sockaddr *)(void *)&place, &size) != 0) {
        return -1;
    }
    (void)snprintf(address, sizeof address, "http://127.0.0.1:%u", (unsigned)ntohs(place.sin_port));
    for (size_t i = 0; i < sizeof ours / sizeof ours[0]; i++) {
        if (setenv(ours[i], address, true) != 0 || unsetenv(others[i]) != 0) {
            return -1;
        }
    }
    return fd;
}

/* In the new process: never returns. */
static void become(int page, int listening, const char *path, pid_t supervisor)
{
    static char name[] = RELAY;
    static char *const argv[] = {name, NULL}, *const env[] = {NULL};
    sigset_t none;
    (void)sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() == supervisor && dup2(page, PAGE) >= 0 && dup2(listening, LISTENING) >= 0) {
        (void)fcntl(LISTENING, F_SETFD, 0); /* it may have had the number before */
        svi_inherited_close(LISTENING + 1, false);
        (void)execve(path, argv, env);
    }
    _exit(127);
}

pid_t svi_reach_start(int page, int listening, void (*enter)(void))
{
    char path[PATH_MAX];
    const pid_t supervisor = getpid();
    const ssize_t size = readlink("/proc/self/exe", path, sizeof path - sizeof RELAY);
    pid_t pid = -1;
    if (size > 0) {
        path[size] = '\0';
        char *slash = strrchr(path, '/');
        memcpy(slash + 1, RELAY, sizeof RELAY);
        pid = fork();
    }
    if (pid == 0) {
        enter();
        become(page, listening, path, supervisor);
    }
    (void)close(page);
    (void)close(listening);
    return pid;
}
