#include "tools/console/interrupt.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#define ONCE_MS 300 /* timeout(1), for example, sends its signal to us and then to our group */

static atomic_bool interrupted;
static atomic_llong first_ms;

/* Handles a signal: the first asks for an end, a later one forces it. Calls only functions that are
 * safe in signal handlers. */
static void interrupt(int number)
{
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    const long long now_ms = (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    if (!atomic_exchange(&interrupted, true)) {
        atomic_store(&first_ms, now_ms);
    } else if (now_ms - atomic_load(&first_ms) >= ONCE_MS) {
        (void)signal(number, SIG_DFL);
        (void)raise(number); /* takes effect when the handler returns */
    }
}

const atomic_bool *svi_interrupt_catch(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = interrupt};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        (void)sigaddset(&action.sa_mask, numbers[i]);
    }
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct sigaction before;
        const bool ignored = numbers[i] == SIGHUP && sigaction(SIGHUP, NULL, &before) == 0 &&
                             before.sa_handler == SIG_IGN;
        if (!ignored) { /* nohup ignores SIGHUP so that the run goes on without its terminal */
            (void)sigaction(numbers[i], &action, NULL);
        }
    }
    return &interrupted;
}
