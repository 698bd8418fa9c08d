/* docs/REPLAY_FORMAT.md: the tables say what the manifest says. */
#include "tests/wire/page.h"

#include <solvent/manifest.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_events(void **state)
{
    struct svi_buf out = {0};
    const char *comma = "";
    (void)state;
    page_print(&out, "| type | fields | what happened |\n| --- | --- | --- |\n");
#define F(TYPE, key, member) G(TYPE, key)
#define G(TYPE, key)                                                                               \
    page_print(&out, "%s`%s`", comma, #key);                                                       \
    comma = ", ";
#define X(NAME, name, fields, text)                                                                \
    page_print(&out, "| `%s` | ", #name);                                                          \
    comma = "";                                                                                    \
    fields page_print(&out, " | %s |\n", text);
    SV_EVENTS(X, F, G)
#undef F
#undef G
#undef X
    page_check("REPLAY_FORMAT.md", "tests/record: events", &out);
}

/* Every reason and verdict that an event can carry is named, apart from "none". */
static void test_reasons_and_verdicts_are_named(void **state)
{
    char *page = page_read("REPLAY_FORMAT.md");
    char word[64];
    (void)state;
    for (unsigned v = 0; v < SV_VERDICT_COUNT; v++) {
        (void)snprintf(word, sizeof word, "`%s`", sv_verdict_name(v));
        assert_non_null(strstr(page, word));
    }
    for (unsigned w = SV_WHY_NONE + 1; w < SV_WHY_COUNT; w++) {
        (void)snprintf(word, sizeof word, "`%s`", sv_why_name(w));
        if (strstr(page, word) == NULL) {
            fail_msg("docs/REPLAY_FORMAT.md does not name %s", word);
        }
    }
    free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_events),
        cmocka_unit_test(test_reasons_and_verdicts_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
