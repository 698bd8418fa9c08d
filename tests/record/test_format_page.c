/* docs/REPLAY_FORMAT.md: the tables say what the manifest says. */
#include <solvent/manifest.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char page[1u << 16];

static int read_page(void **state)
{
    FILE *file = fopen(SOLVENT_SOURCE_DIR "/docs/REPLAY_FORMAT.md", "rb");
    (void)state;
    if (file == NULL) {
        return -1;
    }
    page[fread(page, 1, sizeof page - 1, file)] = '\0';
    (void)fclose(file);
    return 0;
}

/* A field of the manifest by its name in JSON: "from_space" prints as "from". */
static size_t json_length(const char *word, size_t length)
{
    static const char *const suffixes[] = {"_space", "_level"};
    for (size_t i = 0; i < 2; i++) {
        const size_t suffix = strlen(suffixes[i]);
        if (length > suffix && memcmp(word + length - suffix, suffixes[i], suffix) == 0) {
            return length - suffix;
        }
    }
    return length;
}

/* The beginning of the row an event has in the table. */
static void expect_row(const char *type, const char *fields, char *row, size_t size)
{
    int at = snprintf(row, size, "\n| `%s` | ", type);
    while (*fields != '\0') {
        const size_t length = strcspn(fields, " ");
        at += snprintf(row + at, size - (size_t)at, "`%.*s`", (int)json_length(fields, length),
                       fields);
        fields += length;
        fields += strspn(fields, " ");
        at += snprintf(row + at, size - (size_t)at, "%s", *fields != '\0' ? ", " : " | ");
    }
}

static void test_every_event_has_its_row(void **state)
{
    static const struct {
        const char *type, *fields;
    } events[] = {
#define X(NAME, name, fields) {#name, fields},
        SV_EVENTS(X)
#undef X
    };
    (void)state;
    for (unsigned i = 0; i < SV_EVENT_COUNT; i++) {
        char row[256];
        expect_row(events[i].type, events[i].fields, row, sizeof row);
        if (strstr(page, row) == NULL) {
            fail_msg("docs/REPLAY_FORMAT.md has no row that begins \"%s\"", row + 1);
        }
    }
}

/* Every reason and verdict that an event can carry is named, apart from "none". */
static void test_reasons_and_verdicts_are_named(void **state)
{
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
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_event_has_its_row),
        cmocka_unit_test(test_reasons_and_verdicts_are_named),
    };
    return cmocka_run_group_tests(tests, read_page, NULL);
}
