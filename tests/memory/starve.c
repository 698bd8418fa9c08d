#include "tests/memory/starve.h"
#include "tests/base/testing.h"

#include "memory/memory.h"

#include <errno.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

/* ---- the allocator ------------------------------------------------------------------------ */

static atomic_bool armed;
static atomic_ulong asked;         /* allocations so far in this run */
static atomic_ulong first_refused; /* the number of the one to be refused; 0: none */
static atomic_bool all_after;      /* and all after it */
static atomic_bool refused;
static atomic_long live; /* blocks allocated and not freed since arming, for what it is worth */

static bool refuse(void)
{
    if (!atomic_load(&armed)) {
        return false;
    }
    const unsigned long number = atomic_fetch_add(&asked, 1) + 1;
    const unsigned long first = atomic_load(&first_refused);
    if (first == 0 || number < first || (number > first && !atomic_load(&all_after))) {
        return false;
    }
    atomic_store(&refused, true);
    errno = ENOMEM;
    return true;
}

static void *count(void *block)
{
    if (block != NULL && atomic_load(&armed)) {
        atomic_fetch_add(&live, 1);
    }
    return block;
}

#ifdef SANITIZED
#define COUNTING                                                                                   \
    false /* libraries' blocks are not seen when they are made, but when we free them */
#define REAL(name) __real_##name
#define MINE(name) __wrap_##name
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t size);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t size);
#else
#define COUNTING true
#define REAL(name) __libc_##name
#define MINE(name) name
#pragma GCC visibility push(default) /* for the libraries to find them */
#endif
void *REAL(malloc)(size_t size);
void *REAL(calloc)(size_t n, size_t size);
void *REAL(realloc)(void *block, size_t size);
void REAL(free)(void *block);

void *MINE(malloc)(size_t size)
{
    return refuse() ? NULL : count(REAL(malloc)(size));
}

void *MINE(calloc)(size_t n, size_t size)
{
    return refuse() ? NULL : count(REAL(calloc)(n, size));
}

void *MINE(realloc)(void *block, size_t size)
{
    if (refuse()) {
        return NULL;
    }
    return block != NULL ? REAL(realloc)(block, size) : count(REAL(realloc)(NULL, size));
}

void MINE(free)(void *block)
{
    if (block != NULL && atomic_load(&armed)) {
        atomic_fetch_sub(&live, 1);
    }
    REAL(free)(block);
}

#ifndef SANITIZED
#pragma GCC visibility pop
#else
char *__wrap_strdup(const char *text)
{
    return refuse() ? NULL : count(__real_strdup(text));
}

char *__wrap_strndup(const char *text, size_t size)
{
    return refuse() ? NULL : count(__real_strndup(text, size));
}
#endif

/* ---- running out of memory ------------------------------------------------------------------- */

bool starve_refused(void)
{
    return atomic_load(&refused);
}

void starve_relent(void)
{
    atomic_store(&first_refused, 0);
}

void starve_assert_said(const char *line)
{
    starve_relent();
    if (strstr(line, "no memory") == NULL || strchr(line, '\n') != NULL) {
        fail_msg("found \"%s\", expected one line that says: no memory", line);
    }
}

/* One run. Returns whether something was refused. */
static bool run(starve_fn *work, void *user, unsigned long first, bool all, bool leaky)
{
    atomic_store(&first_refused, first);
    atomic_store(&all_after, all);
    atomic_store(&asked, 0);
    atomic_store(&refused, false);
    atomic_store(&live, 0);
    atomic_store(&armed, true);
    const bool came_through = work(user);
    atomic_store(&armed, false);
    if (!came_through && !starve_refused()) {
        fail_msg("it did not come through, though nothing was refused");
    }
    if (COUNTING && atomic_load(&live) != 0 && !(leaky && starve_refused())) {
        fail_msg("allocation %lu%s refused: %ld blocks have not been given back", first,
                 all ? " and all after it" : "", atomic_load(&live));
    }
    return starve_refused();
}

/* How a process of a run ends, apart from what the program says. */
enum { NOTHING_REFUSED = 10, REFUSED };

/* One run in a process of its own. Returns whether something was refused. */
static bool run_apart(starve_fn *work, void *user, unsigned long first, bool all, bool leaky)
{
    static const char ended[] = "solvent: no memory left; run the same command again\n";
    char said[sizeof ended + 1] = "";
    int status = 0;
    const int err = memfd_create("stderr", MFD_CLOEXEC);
    assert_true(err >= 0);
    (void)fflush(NULL);
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        (void)setenv("CMOCKA_TEST_ABORT", "1", 1); // NOLINT(concurrency-mt-unsafe): one thread
        const int own = dup(STDERR_FILENO);
        (void)dup2(err, STDERR_FILENO);
        svi_memory_begin();
        const bool refused_one = run(work, user, first, all, leaky);
        (void)dup2(own, STDERR_FILENO);
        _exit(refused_one ? REFUSED : NOTHING_REFUSED);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(pread(err, said, sizeof said - 1, 0) >= 0);
    (void)close(err);
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (code != NOTHING_REFUSED && code != REFUSED && !(code == 3 && strcmp(said, ended) == 0)) {
        fail_msg("allocation %lu%s refused: status %d, and \"%s\"", first,
                 all ? " and all after it" : "", status, said);
    }
    return code != NOTHING_REFUSED;
}

/* The next one to refuse: all of the first 300, then fewer and fewer. */
static unsigned long next(unsigned long k)
{
    const char *scale =
        getenv("SOLVENT_TEST_SCALE"); // NOLINT(concurrency-mt-unsafe): no thread sets it
    return k < 300 || (scale != NULL && atoi(scale) > 1) ? k + 1 : k + k / 20;
}

typedef bool run_fn(starve_fn *work, void *user, unsigned long first, bool all, bool leaky);

static unsigned long sweep(run_fn *once, starve_fn *work, void *user, bool leaky)
{
    (void)work(user); /* makes what a library allocates once and keeps */
    (void)run(work, user, 0, false, leaky);
    const unsigned long allocations = atomic_load(&asked);
    for (unsigned all = 0; all < 2; all++) {
        for (unsigned long k = 1; once(work, user, k, all != 0, leaky); k = next(k)) {
        }
    }
    return allocations;
}

unsigned long starve(starve_fn *work, void *user)
{
    return sweep(run, work, user, false);
}

unsigned long starve_leaky(starve_fn *work, void *user)
{
    return sweep(run, work, user, true);
}

unsigned long starve_program(starve_fn *work, void *user)
{
    return sweep(run_apart, work, user, true);
}
