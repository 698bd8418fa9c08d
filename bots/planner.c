/* The planner as a program; sdk/policy/planner.c decides. Its own options limit its search, beside
 * the options of every bot:
 *
 *     planner [--futures N] [--rounds N] [--ms N]
 *
 * With --ms N, no new future begins later than N milliseconds after the question. Games are then
 * not repeatable. The build makes `planner@1` of the same source, with another POLICY. */
#include <solvent/policy.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef POLICY
#define POLICY "planner"
#endif

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
    struct sv_bot bot = *sv_policy_named(POLICY);
    int kept = 1;

    sv_planner_default(&how);
    for (int at = 1; at < argc; at++) {
        size_t i = 0;

        while (i < sizeof options / sizeof options[0] && strcmp(argv[at], options[i].name) != 0) {
            i++;
        }
        if (i == sizeof options / sizeof options[0]) {
            argv[kept++] = argv[at];
            continue;
        }
        at++;
        bot.user = &how;
        if (!read_number(argv[at], options[i].low, options[i].high, options[i].value)) {
            (void)fprintf(stderr, "planner: %s: found '%s', expected a number from %u to %u\n",
                          options[i].name, argv[at] != NULL ? argv[at] : "",
                          (unsigned)options[i].low, (unsigned)options[i].high);
            return 2;
        }
    }
    argc = kept < argc ? kept : argc;
    argv[argc] = NULL;
    return sv_bot_main(argc, argv, &bot);
}
