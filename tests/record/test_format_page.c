/* docs/REPLAY_FORMAT.md: the tables say what the manifest says. */
#include "tests/base/testing.h"
#include "tests/wire/page.h"

#include <solvent/manifest.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TEST(test_events)
{
    struct svi_buf out = {0};
    const char *comma = "";
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
TEST(test_reasons_and_verdicts_are_named)
{
    SCOPED(scoped_free) char *page = page_read("REPLAY_FORMAT.md");
    char word[64];
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
}
