/* The planner as a program; how it decides is in sdk/policy/planner.c. How long it searches may be
 * said before everything else:
 *
 *     planner [--futures N] [--rounds N] [--ms N]
 *
 * With --ms no new future is begun so many milliseconds after a question came: a game is not the
 * same again then. */
#include <solvent/policy.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_number(const char *text, uint32_t low, uint32_t high, uint32_t *out)
{
    char *end;
    long n;
    errno = 0;
    n = text != NULL ? strtol(text, &end, 10) : 0;
    if (text == NULL || end == text || *end != '\0' || errno != 0 || n < (long)low ||
        n > (long)high) {
        return false;
    }
    *out = (uint32_t)n;
    return true;
}

int main(int argc, char **argv)
{
    struct sv_search_how how;
    const struct {
        const char *name;
        uint32_t *value;
        uint32_t low, high;
    } options[] = {{"--futures", &how.futures, 1, 1000000},
                   {"--rounds", &how.rounds, 0, 1000},
                   {"--ms", &how.clock_ms, 1, 3600000}};
    struct sv_bot bot = sv_policy_planner;
    int taken = 0;

    sv_planner_default(&how);
    bot.user = &how;
    for (size_t i = 0; i < sizeof options / sizeof options[0] && taken + 1 < argc;) {
        if (strcmp(argv[taken + 1], options[i].name) != 0) {
            i++;
            continue;
        }
        if (!read_number(argv[taken + 2], options[i].low, options[i].high, options[i].value)) {
            (void)fprintf(stderr, "planner: %s: found '%s', expected a number from %u to %u\n",
                          options[i].name, argv[taken + 2] != NULL ? argv[taken + 2] : "",
                          (unsigned)options[i].low, (unsigned)options[i].high);
            return 2;
        }
        taken += 2;
        i = 0;
    }
    argv[taken] = argv[0];
    return sv_bot_main(argc - taken, argv + taken, &bot);
}
