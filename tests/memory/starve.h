/* Memory that runs out: tests run again and again, and each time another allocation is refused.
 *
 * Without sanitizers every allocation of the process counts, including those of SQLite, libyaml and
 * the C library, and leaks are found by counting. Sanitizers have allocators of their own: then
 * only requests of our own code are refused (by ld's --wrap), and AddressSanitizer finds the
 * leaks. */
#ifndef TESTS_MEMORY_STARVE_H
#define TESTS_MEMORY_STARVE_H

#include <stdbool.h>

/* The work to try. It must free everything and return whether it succeeded. If it failed, it must
 * have asserted that the reported reason is missing memory: starve_assert_said(). */
typedef bool starve_fn(void *user);

/* Runs `work` with the k-th allocation refused, for one k after the other (thinned out when there
 * are many), until it asks for fewer; then the same with every allocation from the k-th on refused.
 * Fails the test when it leaks, or does not come through though nothing was refused. Returns how
 * many allocations it makes. */
unsigned long starve(starve_fn *work, void *user);

/* For code of the program, which ends it when a small allocation is refused (memory/memory.h): each
 * run is a process of its own, and may also end with status 3 and one line. Such a run gives
 * nothing back. */
unsigned long starve_program(starve_fn *work, void *user);

/* For work that calls a library which itself leaks when an allocation is refused, as libyaml does:
 * leaks are not counted then. AddressSanitizer's runs refuse nothing to libraries, so they still
 * find our own leaks. */
unsigned long starve_leaky(starve_fn *work, void *user);

/* Whether an allocation has been refused in this run. */
bool starve_refused(void);

/* Stops refusing, for the rest of this run: to look at what has happened. */
void starve_relent(void);

/* Asserts that a line of text speaks of memory, and is one line. */
void starve_assert_said(const char *line);

#endif
