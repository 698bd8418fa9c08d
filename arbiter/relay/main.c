/* solvent-relay: the way of one bot's process into the network.
 *
 * A sandboxed bot has a network of its own, with nothing in it. The first process of the sandbox
 * listens at 127.0.0.1 there, and hands that socket to the supervisor (arbiter/supervisor/reach.h),
 * which starts this program outside: a socket stays in its network. So the relay takes the bot's
 * connections there, and connects here. The bot's HTTPS_PROXY and HTTP_PROXY name it.
 *
 * It gets the page (page.h) and the listening socket, and ends with its supervisor. It has two
 * processes, which lack all rights and most system calls: one reads what the bot sends (serve()),
 * the other resolves and connects (connector.h). */
#include "base/file.h"
#include "base/time.h"
#include "process/seccomp.h"
#include "relay/connector.h"
#include "relay/page.h"
#include "relay/place.h"
#include "relay/request.h"
#include "secret/mask.h"

#include <errno.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <seccomp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* The process that talks with the bot: it takes its connections, reads the first request on each
 * (request.h), has the connector (connector.h) connect to the place if it is listed, and passes
 * bytes on, both ways, within the limits of the page. */

/* All pointers must outlive the call. */
struct svi_serve {
    struct svi_relay_page *page;
    const struct svi_place *place;
    size_t n_places;
    /* Headers that are added to requests in absolute form, and the secrets in them, which are
     * masked in what comes back. NULL at the end; `inject` is never NULL, and `secrets` is NULL
     * without secrets. */
    const char *const *inject, *const *secrets;
    int listening;
    int connector; /* svi_connector_ask() */
};

#define LINKS 64u      /* connections at once; more of them wait */
#define PIECE 16384u   /* bytes that are read at a time */
#define HEAD_MS 30000  /* for a request's head */
#define IDLE_MS 600000 /* without a byte either way */
#define LAST_MS 2000   /* for a refused bot to read why */
#define LINES 20u      /* most lines about refusals in the bot's output */
#define SENTENCE 400u

/* Bytes on their way in one direction. More are read when these have been written. */
struct flow {
    struct svi_buf bytes;
    size_t from; /* bytes before it have been written */
    bool ended;  /* its source has no more */
    bool shut;   /* its target knows */
};

enum state {
    FREE,
    HEAD,    /* the request is being read */
    WAITING, /* `far` is the connector's answer */
    OPEN,    /* `far` is the server */
    LAST,    /* the bot is told why its request was refused */
};

struct link {
    enum state state;
    int bot, far;
    int64_t since_ms; /* time of the last byte */
    char head[SVI_REQUEST_HEAD];
    size_t head_size;
    struct svi_request request;
    uint64_t body_left; /* bytes that may still come from the bot */
    struct flow up, down;
    struct svi_mask_stream mask;
};

static struct link links[LINKS];
static unsigned lines; /* about refusals */

/* ---- flows ----------------------------------------------------------------------------------- */

static bool is_empty(const struct flow *flow)
{
    return flow->from == flow->bytes.size;
}

/* Writes what the socket takes, and the end behind the last byte. Returns false if the target is
 * gone. */
static bool flow_write(struct flow *flow, int to)
{
    while (!is_empty(flow)) {
        const ssize_t n = send(to, flow->bytes.data + flow->from, flow->bytes.size - flow->from,
                               MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0) {
            return errno == EAGAIN || errno == EINTR;
        }
        flow->from += (size_t)n;
    }
    svi_buf_clear(&flow->bytes);
    flow->from = 0;
    if (flow->ended && !flow->shut) {
        flow->shut = true;
        (void)shutdown(to, SHUT_WR);
    }
    return true;
}

/* Reads at most `most` bytes into `piece`. Returns the number, 0 at the end of the source and for
 * an error, or -1 if no bytes wait. */
static ssize_t read_piece(int from, char piece[PIECE], uint64_t most)
{
    const ssize_t n = recv(from, piece, most < PIECE ? (size_t)most : PIECE, MSG_DONTWAIT);
    return n >= 0 ? n : errno == EAGAIN || errno == EINTR ? -1 : 0;
}

static void flow_finish(struct flow *flow)
{
    svi_buf_finish(&flow->bytes);
    *flow = (struct flow){0};
}

/* ---- links ----------------------------------------------------------------------------------- */

static void close_link(struct link *link)
{
    if (link->state != FREE) {
        (void)close(link->bot);
        scoped_close(&link->far);
        flow_finish(&link->up);
        flow_finish(&link->down);
        svi_mask_stream_reset(&link->mask);
        link->state = FREE;
    }
}

/* Refuses a request: the bot gets the sentence as the status line's text and as the body, and its
 * output a line. */
__attribute__((format(printf, 4, 5))) static void refuse(const struct svi_serve *serve,
                                                         struct link *link, unsigned status,
                                                         const char *format, ...)
{
    char why[SENTENCE], text[2 * SENTENCE + 160];
    va_list args;
    va_start(args, format);
    // NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized): it is, one line above
    (void)vsnprintf(why, sizeof why, format, args);
    va_end(args);
    int size = snprintf(text, sizeof text,
                        "HTTP/1.1 %u %s\r\nContent-Type: text/plain\r\nContent-Length: %zu\r\n"
                        "Connection: close\r\n\r\n%s\n",
                        status, why, strlen(why) + 1, why);
    svi_buf_append(&link->down.bytes, text, (size_t)size);
    link->down.ended = true;
    link->state = LAST;
    atomic_fetch_add(&serve->page->refused, 1);
    if (lines < LINES) {
        size = snprintf(text, sizeof text, "solvent-relay: %s%s\n", why,
                        ++lines == LINES ? " (no more lines like this)" : "");
        (void)!write(STDERR_FILENO, text, (size_t)size);
    }
}

/* Returns whether a count is within its limit for the matches that the process has begun. */
static bool is_within(const struct svi_serve *serve, uint64_t count, uint64_t most)
{
    const uint64_t matches = atomic_load(&serve->page->matches);
    return most == 0 || count / (matches > 0 ? matches : 1) < most;
}

static bool has_bytes_left(const struct svi_serve *serve)
{
    return is_within(serve, atomic_load(&serve->page->bytes), serve->page->most_bytes);
}

static void refuse_bytes(const struct svi_serve *serve, struct link *link)
{
    refuse(serve, link, 429, "the bot has used up its bytes (limits: network_mb)");
}

static void take_link(const struct svi_serve *serve, struct link *link, int64_t at_ms)
{
    const int bot = accept4(serve->listening, NULL, NULL, SOCK_CLOEXEC);
    if (bot >= 0) {
        link->state = HEAD;
        link->bot = bot;
        link->far = -1;
        link->since_ms = at_ms;
        link->head_size = 0;
        link->mask.secrets = NULL;
        if (!is_within(serve, atomic_fetch_add(&serve->page->connections, 1),
                       serve->page->most_connections)) {
            refuse(serve, link, 429, "the bot has used up its connections (limits: connections)");
        } else if (!has_bytes_left(serve)) {
            refuse_bytes(serve, link);
        }
    }
}

/* Returns the number of a place on the list, or n_places. */
static size_t find_place(const struct svi_serve *serve, const struct svi_place *place)
{
    size_t i = 0;
    while (i < serve->n_places && (serve->place[i].port != place->port ||
                                   strcmp(serve->place[i].host, place->host) != 0)) {
        i++;
    }
    return i;
}

/* Acts on a request whose head is there. The bytes behind it go along. */
static void take_request(const struct svi_serve *serve, struct link *link, size_t head)
{
    const char *why, *behind = link->head + head;
    char place[SVI_PLACE_TEXT];
    const unsigned status = svi_request_read(link->head, head, &link->request, &why);
    if (status != 0) {
        refuse(serve, link, status, "the bot's request cannot be read: %s", why);
        return;
    }
    svi_place_put(&link->request.place, place);
    const size_t number = find_place(serve, &link->request.place);
    if (number == serve->n_places) {
        refuse(serve, link, 403, "%s is not in the bot's network (league file: network)", place);
        return;
    }
    link->far = svi_connector_ask(serve->connector, (unsigned)number);
    if (link->far < 0) {
        refuse(serve, link, 502, "%s cannot be connected to: %s", place, "no descriptor is left");
        return;
    }
    uint64_t rest = link->head_size - head;
    link->body_left = UINT64_MAX;
    if (!link->request.connect) {
        svi_request_write(&link->request, link->head, head, serve->inject, &link->up.bytes);
        link->body_left = link->request.body;
        link->mask.secrets = serve->secrets;
        rest = rest < link->body_left ? rest : link->body_left;
    }
    svi_buf_append(&link->up.bytes, behind, (size_t)rest);
    link->body_left -= rest;
    link->state = WAITING;
}

static void read_head(const struct svi_serve *serve, struct link *link)
{
    const ssize_t n = recv(link->bot, link->head + link->head_size,
                           sizeof link->head - link->head_size, MSG_DONTWAIT);
    if (n > 0) {
        link->head_size += (size_t)n;
        atomic_fetch_add(&serve->page->bytes, (uint64_t)n);
        const size_t head = svi_request_head(link->head, link->head_size);
        if (head > 0) {
            take_request(serve, link, head);
        } else if (link->head_size == sizeof link->head) {
            refuse(serve, link, 431, "the head of the bot's request is longer than %u bytes",
                   SVI_REQUEST_HEAD);
        }
    } else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
        close_link(link);
    }
}

static void take_answer(const struct svi_serve *serve, struct link *link)
{
    static const char fine[] = "HTTP/1.1 200 OK\r\n\r\n";
    enum svi_connected answer;
    char place[SVI_PLACE_TEXT];
    const int fd = svi_connector_take(link->far, &answer);
    svi_place_put(&link->request.place, place);
    (void)close(link->far);
    link->far = fd;
    link->state = OPEN;
    if (fd < 0) {
        svi_buf_clear(&link->up.bytes);
    }
    if (answer == SVI_CONNECTED_NO_NAME) {
        refuse(serve, link, 502, "no address is known for %s", place);
    } else if (answer == SVI_CONNECTED_NOT_HERE) {
        refuse(serve, link, 403,
               "%s leads to no public address; others must be in the league file as addresses",
               place);
    } else if (answer != SVI_CONNECTED || fd < 0) {
        refuse(serve, link, 504, "%s does not answer", place);
    } else if (link->request.connect) {
        svi_buf_append(&link->down.bytes, fine, strlen(fine));
    }
}

static void give_down(void *user, const char *bytes, size_t size)
{
    struct flow *down = user;
    svi_buf_append(&down->bytes, bytes, size);
}

/* Passes bytes on where there are some. Returns false if the link is over. */
static bool pass_on(const struct svi_serve *serve, struct link *link, bool bot, bool far)
{
    char piece[PIECE];
    ssize_t n;
    if (bot && is_empty(&link->up) && link->body_left > 0 && !link->up.ended &&
        (n = read_piece(link->bot, piece, link->body_left)) >= 0) {
        link->up.ended = n == 0;
        link->body_left -= link->request.connect ? 0 : (uint64_t)n;
        svi_buf_append(&link->up.bytes, piece, (size_t)n);
        atomic_fetch_add(&serve->page->bytes, (uint64_t)n);
    }
    if (far && is_empty(&link->down) && !link->down.ended &&
        (n = read_piece(link->far, piece, PIECE)) >= 0) {
        link->down.ended = n == 0;
        if (n > 0) {
            svi_mask_stream_put(&link->mask, piece, (size_t)n, give_down, &link->down);
        } else {
            svi_mask_stream_end(&link->mask, give_down, &link->down);
        }
        atomic_fetch_add(&serve->page->bytes, (uint64_t)n);
    }
    if (!has_bytes_left(serve)) {
        flow_finish(&link->down);
        refuse_bytes(serve, link); /* in the bot's output; the connection just ends */
        return false;
    }
    const bool there = flow_write(&link->up, link->far) && flow_write(&link->down, link->bot);
    return there && !(link->down.shut && (link->up.shut || !link->request.connect));
}

/* Writes the reason of a refusal, and reads what the bot may still send, or the reason could be
 * lost with a reset connection. Returns false if the link is over. */
static bool end_well(struct link *link, bool bot)
{
    char piece[PIECE];
    return flow_write(&link->down, link->bot) && (!bot || read_piece(link->bot, piece, PIECE) != 0);
}

/* ---- the loop -------------------------------------------------------------------------------- */

/* Sets what a link waits for. */
static void ask(const struct link *link, struct pollfd fds[2])
{
    const bool open = link->state == OPEN;
    const bool more = is_empty(&link->up) && link->body_left > 0 && !link->up.ended;
    fds[0] = (struct pollfd){.fd = -1};
    fds[1] = (struct pollfd){.fd = -1};
    if (link->state == HEAD || link->state == LAST || open) {
        fds[0].fd = link->bot;
        fds[0].events = (short)((!open || more ? POLLIN : 0) |
                                (link->state != HEAD && !is_empty(&link->down) ? POLLOUT : 0));
    }
    if (link->state == WAITING) {
        fds[1] = (struct pollfd){.fd = link->far, .events = POLLIN};
    } else if (open) {
        fds[1].fd = link->far;
        fds[1].events = (short)((is_empty(&link->down) && !link->down.ended ? POLLIN : 0) |
                                (!is_empty(&link->up) ? POLLOUT : 0));
    }
    for (unsigned i = 0; i < 2;
         i++) { /* else the end of a side that is not asked wakes us always */
        fds[i].fd = fds[i].events != 0 ? fds[i].fd : -1;
    }
}

static void serve_link(const struct svi_serve *serve, struct link *link, bool bot, bool far,
                       int64_t at_ms)
{
    static const int64_t patience_ms[] = {
        [HEAD] = HEAD_MS, [WAITING] = IDLE_MS, [OPEN] = IDLE_MS, [LAST] = LAST_MS};
    const enum state before = link->state;
    bool goes_on = at_ms - link->since_ms <= patience_ms[before];
    if (before == HEAD && bot) {
        read_head(serve, link);
    } else if (before == WAITING && far) {
        take_answer(serve, link);
    } else if (before == OPEN && (bot || far)) {
        goes_on = pass_on(serve, link, bot, far);
    }
    if (link->state != before || (before == OPEN && (bot || far))) {
        link->since_ms = at_ms;
    }
    if (!goes_on || (link->state == LAST && !end_well(link, bot))) {
        close_link(link);
    }
}

/* Serves until the connector is gone or poll() fails, and leaves all descriptors open. A process
 * calls it once; solvent-relay then exits with status 1.
 *
 * A refused request gets an HTTP status and a sentence that says why: 403, for example, if its
 * place is not listed. An open connection just ends when the bot has used up its bytes. The first
 * 20 refusals of either kind also write a line to stderr, the bot's output. */
static void svi_serve(const struct svi_serve *serve)
{
    static struct pollfd fds[2 + 2 * LINKS];
    for (;;) {
        struct link *unused = NULL;
        bool busy = false;
        for (size_t i = 0; i < LINKS; i++) {
            ask(&links[i], &fds[2 + 2 * i]);
            unused = links[i].state == FREE ? &links[i] : unused;
            busy |= links[i].state != FREE;
        }
        fds[0] = (struct pollfd){.fd = serve->connector, .events = POLLIN};
        fds[1] = (struct pollfd){.fd = unused != NULL ? serve->listening : -1, .events = POLLIN};
        if (poll(fds, sizeof fds / sizeof fds[0], busy ? 1000 : -1) < 0 && errno != EINTR) {
            return;
        }
        if (fds[0].revents != 0) {
            return;
        }
        const int64_t at_ms = svi_time_us() / 1000;
        for (size_t i = 0; i < LINKS; i++) {
            if (links[i].state != FREE) {
                serve_link(serve, &links[i], fds[2 + 2 * i].revents != 0,
                           fds[3 + 2 * i].revents != 0, at_ms);
            }
        }
        if (fds[1].revents != 0) {
            take_link(serve, unused, at_ms);
        }
    }
}

#define FILES 192             /* two for each connection, and a few */
#define MEMORY (256ULL << 20) /* most bytes of data */
#define HEADERS 65u

/* The page in a form that serve() takes. Texts stay in the page. */
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
