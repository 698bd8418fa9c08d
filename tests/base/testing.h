/* The frame of every unit test: a test registers itself where it is defined, and one main() for
 * all test programs runs those of its program in that order. Tests have the standard headers that
 * most of them need from here. */
#ifndef TESTS_BASE_TESTING_H
#define TESTS_BASE_TESTING_H

#include "base/scoped.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Defines and registers a test:
 *
 *     TEST(numbers_are_added)
 *     {
 *         assert_int_equal(1 + 1, 2);
 *     } */
#define TEST(name) TEST_WITH(name, NULL, NULL)

/* As TEST(), with cmocka's fixture functions; the body sees `void **state`. */
#define TEST_WITH(name, set_up, tear_down) TEST_CALLED(#name, name, set_up, tear_down)

/* As TEST_WITH(); the body sees the fixture as a pointer that `parameter` declares. */
#define TEST_ON(name, parameter, set_up, tear_down)                                                \
    static void name(parameter);                                                                   \
    TEST_CALLED(#name, call_##name, set_up, tear_down)                                             \
    {                                                                                              \
        name(*state);                                                                              \
    }                                                                                              \
    static void name(parameter)

/* Defines the function of a test that cmocka calls `text`. */
#define TEST_CALLED(text, function, set_up, tear_down)                                             \
    static void function(void **state);                                                            \
    __attribute__((constructor)) static void register_##function(void)                             \
    {                                                                                              \
        testing_add(text, function, set_up, tear_down);                                            \
    }                                                                                              \
    static void function(__attribute__((unused)) void **state)

/* Gives the program functions that run before its first test and after its last one. */
#define TEST_PROGRAM(set_up, tear_down)                                                            \
    __attribute__((constructor)) static void register_program(void)                                \
    {                                                                                              \
        testing_program(set_up, tear_down);                                                        \
    }

void testing_add(const char *name, CMUnitTestFunction test, CMFixtureFunction set_up,
                 CMFixtureFunction tear_down);
void testing_program(CMFixtureFunction set_up, CMFixtureFunction tear_down);

/* Returns how many of n random games a test plays: half of them under sanitizers, which look for
 * other faults and take four times as long. */
#ifdef SV_SANITIZED
#define SOME_OF(n) ((n) / 2)
#else
#define SOME_OF(n) (n)
#endif

/* Fails the test unless a call returns SV_OK. */
#define assert_ok(call) assert_int_equal(call, SV_OK)

/* Fail the test, and show both texts, unless `part` stands in `text`; or if it does. */
#define assert_contains(text, part) testing_holds(text, part, true, __FILE__, __LINE__)
#define assert_lacks(text, part) testing_holds(text, part, false, __FILE__, __LINE__)
void testing_holds(const char *text, const char *part, bool wanted, const char *file, int line);

/* Writes a text into a file, in place of its contents. */
void testing_write(const char *path, const char *text);

/* Runs all tests and returns how many failed: for programs with a main() of their own. */
int testing_run(void);

#endif
