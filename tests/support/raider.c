/* A bot that tries to reach things outside its sandbox when its first match begins, and otherwise
 * answers by default:
 *
 *     raider MODE [path:PATH | socket:PATH | abstract:NAME | port:NUMBER | way:NAME | role:NAME]...
 *
 * Prints a line for each attempt: "raider: MODE: held: WHAT: WHY", or "raider: MODE: BROKEN: WHAT"
 * if it succeeded. PATH is a file to read; the word before it keeps it from naming a file, which
 * the sandbox would show. Endless attempts have a bound of their own. The modes are in the table at
 * the end; tests/system/test_siege.sh plays them. */
#include "tests/support/raider/raid.h"

#include <solvent/bot.h>

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// NOLINTBEGIN(concurrency-mt-unsafe): it does not share what it breaks

#define MIB ((size_t)1 << 20)
#define MOST_MIB 600u       /* that it ever takes */
#define MOST_PROCESSES 500u /* that it ever starts */
#define MOST_THREADS 4000u
#define MOST_WRITTEN_MIB 300u

static const char *mode = "";
static char **targets; /* the words after the mode */
static int32_t league_rounds;

void raid_tell(bool done, const char *what)
{
    const int reason = errno;
    char line[400];
    const int size = done ? snprintf(line, sizeof line, "raider: %s: BROKEN: %s\n", mode, what)
                          : snprintf(line, sizeof line, "raider: %s: held: %s: %s\n", mode, what,
                                     strerror(reason));
    (void)!write(STDERR_FILENO, line, (size_t)size);
}

const char *raid_target(unsigned *at, const char *kind)
{
    const size_t length = strlen(kind);
    while (targets[*at] != NULL) {
        const char *word = targets[(*at)++];
        if (strncmp(word, kind, length) == 0) {
            return word + length;
        }
    }
    return NULL;
}

static void sleep_ms(long ms)
{
    const struct timespec t = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    (void)nanosleep(&t, NULL);
}

/* ---- using things up: who does is ended, from outside ---------------------------------------- */

void raid_outlive(const char *what)
{
    for (unsigned i = 0; i < 8; i++) { /* a machine that stands still takes one of them at most */
        sleep_ms(200);
    }
    raid_tell(true, what);
}

static void heap(void)
{
    for (size_t i = 0; i < MOST_MIB; i++) {
        char *block = malloc(MIB);
        if (block == NULL) {
            raid_tell(false, "a heap without end");
            return;
        }
        for (size_t at = 0; at < MIB; at += 4096) {
            ((volatile char *)block)[at] = 1;
        }
    }
    raid_outlive("a heap without end");
}

/* Fills memory that belongs to no file, and closes each piece: it stays, and counts for no
 * process. */
static bool fill_shared(int flags, int fd, const char *what)
{
    const size_t size = MOST_MIB * MIB;
    char *block = mmap(NULL, size, PROT_READ | PROT_WRITE, flags, fd, 0);
    if (block == MAP_FAILED) {
        raid_tell(false, what);
        return false;
    }
    for (size_t at = 0; at < size; at += MIB) {
        memset(block + at, 1, MIB);
        (void)madvise(block + at, MIB, MADV_DONTNEED);
    }
    return true;
}

static void shared(void)
{
    const int zero = open("/dev/zero", O_RDWR | O_CLOEXEC);
    if (fill_shared(MAP_SHARED | MAP_ANONYMOUS, -1, "shared memory without end") ||
        (zero >= 0 && fill_shared(MAP_SHARED, zero, "shared memory of /dev/zero"))) {
        raid_outlive("shared memory without end");
    }
}

/* 600 MiB of the kernel's tables for pages that are not there. */
static void tables(void)
{
    const size_t size = MOST_MIB * 256 * 2 * MIB;
    volatile const char *block =
        mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (block == MAP_FAILED) {
        raid_tell(false, "tables of pages without end");
        return;
    }
    for (size_t at = 0; at < size; at += 2 * MIB) {
        (void)block[at];
    }
    raid_outlive("tables of pages without end");
}

static void memfd(void)
{
    const int fd = memfd_create("raider", 0);
    raid_tell(fd >= 0, "memory that is nobody's");
}

/* 480 MiB, of which no process has much. */
static void family(void)
{
    for (unsigned i = 0; i < 8; i++) {
        if (fork() == 0) {
            char *block = malloc(60 * MIB);
            for (size_t at = 0; block != NULL && at < 60 * MIB; at += 4096) {
                ((volatile char *)block)[at] = 1;
            }
            sleep_ms(3000);
            _exit(0);
        }
    }
    raid_outlive("much memory in many processes");
}

/* Fills a folder with files. */
static void fill(const char *folder)
{
    static char block[65536];
    char path[64];
    size_t written = 0;
    memset(block, 'x', sizeof block);
    for (unsigned n = 0; n < 64 && written < MOST_WRITTEN_MIB * MIB; n++) {
        (void)snprintf(path, sizeof path, "%s/raider-%u", folder, n);
        const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        ssize_t size = fd >= 0 ? 1 : -1;
        for (unsigned i = 0; i < 160 && size > 0; i++) { /* 10 MiB a file */
            size = write(fd, block, sizeof block);
            written += size > 0 ? (size_t)size : 0;
        }
        if (size < 0) {
            raid_tell(false, folder);
            break;
        }
        (void)close(fd);
    }
    if (written >= MOST_WRITTEN_MIB * MIB) {
        raid_tell(true, folder);
    }
    for (unsigned n = 0; n < 64; n++) {
        (void)snprintf(path, sizeof path, "%s/raider-%u", folder, n);
        (void)unlink(path);
    }
}

static void disk(void)
{
    (void)signal(SIGXFSZ, SIG_IGN);
    fill("/tmp");
    fill("/dev/shm");
}

static void long_file(void)
{
    (void)signal(SIGXFSZ, SIG_IGN);
    const int fd = open("/tmp/raider", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    raid_tell(fd >= 0 && ftruncate(fd, (off_t)(MOST_WRITTEN_MIB * MIB)) == 0, "a long file");
}

static void bomb(void)
{
    pid_t child = 0;
    for (unsigned i = 0; i < MOST_PROCESSES && child >= 0; i++) {
        child = fork();
        if (child == 0) {
            (void)signal(SIGTERM, SIG_IGN);
            sleep_ms(3000);
            _exit(0);
        }
    }
    if (child < 0) {
        raid_tell(false, "processes without end");
        return;
    }
    raid_outlive("processes without end");
}

static void *rest(void *user)
{
    (void)user;
    sleep_ms(3000);
    return NULL;
}

static void threads(void)
{
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    (void)pthread_attr_setstacksize(&attributes, 16384);
    (void)pthread_attr_setguardsize(&attributes, 0);
    for (unsigned i = 0; i < MOST_THREADS; i++) {
        const int reason = pthread_create(&thread, &attributes, rest, NULL);
        if (reason != 0) {
            errno = reason;
            raid_tell(false, "threads without end");
            return;
        }
    }
    raid_outlive("threads without end");
}

static void files(void)
{
    int fd = 0;
    for (unsigned i = 0; i < 100000 && fd >= 0; i++) {
        fd = open("/dev/null", O_RDONLY);
    }
    raid_tell(fd >= 0, "open files without end");
    for (fd = 10; fd < 4096; fd++) { /* above those of the connection */
        (void)close(fd);
    }
}

static void *turn_round(void *user)
{
    volatile uint64_t n = 0;
    for (;;) {
        n++;
    }
    return user;
}

static void spin_in(unsigned threads)
{
    pthread_t thread;
    for (unsigned i = 0; i < threads; i++) {
        (void)pthread_create(&thread, NULL, turn_round, NULL);
    }
}

static void spin(void)
{
    spin_in(4);
}

/* No more threads than limits: cpu_share allows, with the one that answers. */
static void be_busy(void)
{
    spin_in(3);
}

/* A family that has 60 processes at work. */
static void spinners(void)
{
    for (unsigned i = 0; i < 60; i++) {
        if (fork() == 0) {
            (void)turn_round(NULL);
        }
    }
}

/* ---- printing -------------------------------------------------------------------------------- */

static void flood(void)
{
    static char lines[65536];
    memset(lines, 'x', sizeof lines);
    for (size_t i = 63; i < sizeof lines; i += 64) {
        lines[i] = '\n';
    }
    for (size_t written = 0; written < 50 * MIB;) {
        const ssize_t size = write(STDERR_FILENO, lines, sizeof lines);
        if (size <= 0) {
            return;
        }
        written += (size_t)size;
    }
}

static const char escapes[] = "\x1b]0;raider\x07\x1b[2J\x1b[31mraider\x9b"
                              "1m\x1b"
                              "c\r\x08\x7f\n";

static void print_escapes(void)
{
    (void)!write(STDERR_FILENO, escapes, sizeof escapes - 1);
    (void)!write(STDOUT_FILENO, escapes, sizeof escapes - 1);
}

static void die_with_escapes(void)
{
    print_escapes();
    _exit(9);
}

/* ---- staying --------------------------------------------------------------------------------- */

static void ignore_all(void)
{
    for (int sig = 1; sig < 32; sig++) {
        (void)signal(sig, SIG_IGN);
    }
}

/* A grandchild with a session of its own that no signal but one ends. */
static void leave_daemon(void)
{
    const pid_t child = fork();
    if (child == 0) {
        (void)setsid();
        ignore_all();
        if (fork() == 0) {
            for (unsigned i = 0; i < 60; i++) {
                sleep_ms(1000);
            }
        }
        _exit(0);
    }
    (void)waitpid(child, NULL, 0);
}

/* A child keeps the connection when its parent has gone. */
static void bequeath(void)
{
    if (fork() == 0) {
        ignore_all();
        for (unsigned i = 0; i < 60; i++) {
            sleep_ms(1000);
        }
        _exit(0);
    }
    _exit(0);
}

static void stop_self(void)
{
    if (fork() == 0) {
        sleep_ms(60000);
        _exit(0);
    }
    (void)raise(SIGSTOP);
}

#define HOP_S 60 /* no chain of processes goes on for longer */
#define MOST_HOPPING 200u

/* Holds the named pipe `path:` open. Its reader learns from the end of the pipe that the last of
 * our processes has gone, which /proc cannot tell for sure. */
static void hold_pipe(void)
{
    unsigned at = 0;
    const char *path = raid_target(&at, "path:");
    if (path != NULL &&
        open(path, O_WRONLY) >= 0) { // NOLINT(android-cloexec-open): to be handed on
        (void)!write(STDERR_FILENO, "raider: off\n", 12);
    }
}

/* Each process of a chain forks the next and is gone, so that a look finds one that has ended.
 * Where the kernel counts more processes than are left, a fork fails for a while. */
static void hop(void)
{
    hold_pipe();
    if (fork() == 0) {
        const time_t until = time(NULL) + HOP_S;
        ignore_all();
        for (pid_t next = 0; next <= 0 && time(NULL) < until;) {
            next = fork();
            if (next < 0) {
                (void)usleep(1000);
            }
        }
        _exit(0);
    }
}

/* Many chains that breed, as many as the kernel lets be: whenever one is cut, the others have room
 * for another. */
static void breed(void)
{
    struct rlimit most;
    if (getrlimit(RLIMIT_NPROC, &most) != 0 || most.rlim_cur > MOST_HOPPING) {
        errno = EPERM;
        raid_tell(false, "breeding where nobody counts");
        return;
    }
    hold_pipe();
    if (fork() == 0) {
        const time_t until = time(NULL) + HOP_S;
        ignore_all();
        for (unsigned litter = 0; time(NULL) < until && litter < 3;) {
            const pid_t child = fork();
            litter = child == 0 ? 0 : litter + (child > 0);
        }
        _exit(0);
    }
}

/* ---- the bot --------------------------------------------------------------------------------- */

static void nothing(void)
{
}

/* Plays well in its trial, whose matches have fewer rounds than the league's, and exits in the
 * league. */
static void betray(void)
{
    unsigned at = 0;
    const char *rounds = raid_target(&at, "rounds:");
    if (rounds != NULL && league_rounds >= atoi(rounds)) {
        (void)!write(STDERR_FILENO, "raider: no trial\n", 17);
        _exit(9);
    }
}

static const struct raid {
    const char *name;
    void (*act)(void);
} raids[] = {
    {"read", raid_read},
    {"beside", raid_beside},
    {"write", raid_write},
    {"network", raid_network},
    {"signal", raid_signal},
    {"powers", raid_powers},
    {"descriptors", raid_descriptors},
    {"foreign-calls", raid_foreign_calls},
    {"covert", raid_covert},
    {"pages", raid_pages},
    {"aside", raid_aside},
    {"heap", heap},
    {"shared", shared},
    {"tables", tables},
    {"memfd", memfd},
    {"family", family},
    {"disk", disk},
    {"long-file", long_file},
    {"bomb", bomb},
    {"threads", threads},
    {"files", files},
    {"pinned", raid_pinned},
    {"halves", raid_halves},
    {"cut", raid_cut},
    {"filters", raid_filters},
    {"areas", raid_areas},
    {"lineage", raid_lineage},
    {"timers", raid_timers},
    {"pipes", raid_pipes},
    {"fifos", raid_fifos},
    {"scratch", raid_scratch},
    {"flight", raid_flight},
    {"sockets", raid_sockets},
    {"watches", raid_watches},
    {"own-files", raid_own_files},
    {"names", raid_names},
    {"odd-memory", raid_odd_memory},
    {"hoard", raid_hoard},
    {"spin", spin},
    {"spinners", spinners},
    {"rush", nothing},
    {"two-faced", betray},
    {"busy", be_busy},
    {"unseen", raid_unseen},
    {"unseen-vfork", raid_unseen_vfork},
    {"flood", flood},
    {"escapes", print_escapes},
    {"last-words", die_with_escapes},
    {"daemon", leave_daemon},
    {"heir", bequeath},
    {"stopped", stop_self},
    {"stubborn", ignore_all},
    {"rabbit", hop},
    {"warren", breed},
    {"plain", nothing}, /* plays as the others do, and raids nothing */
    {"chatter", nothing},
    {"slow", nothing},
};
#define RAIDS (sizeof raids / sizeof raids[0])

static const struct raid *raid;

static bool is(const char *name)
{
    return strcmp(mode, name) == 0;
}

static void start(struct sv_match *m)
{
    static bool done;
    league_rounds = m->edition->rules.max_rounds;
    if (is("escapes") || is("last-words")) {
        sv_log(m, "%s", escapes);
        sv_note(m, escapes, 1);
    }
    if (!done) {
        done = true;
        raid->act();
    }
}

static void answer(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    (void)q;
    (void)a;
    if (is("slow")) {
        sleep_ms(270); /* of the 300 it has */
    }
    if (is("unseen") || is("unseen-vfork")) {
        raid_think_unseen();
    }
    for (unsigned i = 0; is("chatter") && i < 2000; i++) {
        sv_log(m, "%0400u", i);
        sv_note(m, "chatter", i);
    }
    if (is("escapes")) {
        sv_log(m, "%s", escapes);
    }
}

int main(int argc, char **argv)
{
    static const struct sv_bot bot = {
        .name = "raider", .matches = 2, .match_start = start, .buy = answer, .manage = answer};
    for (size_t i = 0; argc > 1 && i < RAIDS; i++) {
        if (strcmp(argv[1], raids[i].name) == 0) {
            raid = &raids[i];
        }
    }
    if (raid == NULL) {
        (void)fputs("usage: raider MODE [TARGET...]; modes are:", stderr);
        for (size_t i = 0; i < RAIDS; i++) {
            (void)fprintf(stderr, " %s", raids[i].name);
        }
        (void)fputc('\n', stderr);
        return 2;
    }
    mode = argv[1];
    targets = argv + 2;
    raid_program = argv[0];
    if (is("rush")) { /* in a trial all bots start together: it keeps the machine busy meanwhile */
        spinners();
    }
    char *alone[] = {argv[0], NULL};
    const int status = sv_bot_main(1, alone, &bot);
    while (is("stubborn")) {
        (void)pause();
    }
    return status;
}

// NOLINTEND(concurrency-mt-unsafe)
