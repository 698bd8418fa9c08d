/* The table of docs/RULES.md says what the manifest says: every switch.
 *
 *     SOLVENT_UPDATE_DOCS=1 build/tests/game/test_rules_page      # writes it anew, after the
 * manifest has changed
 */
#include "tests/game/rig.h"

#define PAGE SOLVENT_SOURCE_DIR "/docs/RULES.md"
#define START "## Every switch\n"
#define PAGE_MAX 262144u

/* A page under construction. */
struct text {
    size_t size;
    char bytes[PAGE_MAX];
};

static void put(struct text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(t->bytes + t->size, sizeof t->bytes - t->size, format, args);
    va_end(args);
    assert_true(n >= 0 && (size_t)n < sizeof t->bytes - t->size);
    t->size += (size_t)n;
}

/* The values of a switch, the default in bold: words as they stand in edition files, or a number
 * and its range. */
static void put_values(struct text *t, const struct sv_rule_info *info)
{
    if (!info->values) {
        put(t, "**%d**, %d to %d", info->fallback, info->low, info->high);
        return;
    }
    for (int32_t value = 0; value <= info->high; value++) {
        const char *mark = value == info->fallback ? "**" : "";

        put(t, "%s%s`%s`%s", value == 0 ? "" : ", ", mark, info->values[value], mark);
    }
}

static void put_switches(struct text *t)
{
    put(t, START "\nThe default is in bold.\n\n| switch | rule | values |\n| --- | --- | --- |\n");
    for (unsigned i = 0; i < sv_rule_count(); i++) {
        const struct sv_rule_info *info = sv_rule_describe(i);
        put(t, "| `%s` | %s | ", info->name, info->rule);
        put_values(t, info);
        put(t, " |\n");
    }
}

/* Reads docs/RULES.md; returns where the table begins in it. */
static char *read_page(struct text *page)
{
    FILE *file = fopen(PAGE, "r");
    assert_non_null(file);
    page->size = fread(page->bytes, 1, sizeof page->bytes - 1, file);
    (void)fclose(file);
    char *start = strstr(page->bytes, START);
    assert_non_null(start);
    return start;
}

TEST(the_table_follows_the_manifest)
{
    static struct text page, table;
    const char *start = read_page(&page);
    put_switches(&table);
    if (getenv("SOLVENT_UPDATE_DOCS")) {
        FILE *file = fopen(PAGE, "w");
        assert_non_null(file);
        assert_true(fwrite(page.bytes, 1, (size_t)(start - page.bytes), file) ==
                    (size_t)(start - page.bytes));
        assert_true(fwrite(table.bytes, 1, table.size, file) == table.size);
        assert_int_equal(fclose(file), 0);
        return;
    }
    if (strcmp(start, table.bytes) != 0) {
        fail_msg("the table of docs/RULES.md is not that of the manifest: SOLVENT_UPDATE_DOCS=1 "
                 "writes it");
    }
}

/* A switch that decides a rule is named where the rule stands, not in the table only. */
TEST(every_switch_is_named_in_the_rules)
{
    static struct text page;
    *read_page(&page) = '\0';
    for (unsigned i = 0; i < sv_rule_count(); i++) {
        char name[SV_MAX_NAME];
        (void)snprintf(name, sizeof name, "`%s", sv_rule_describe(i)->name);
        if (!strstr(page.bytes, name)) {
            fail_msg("docs/RULES.md does not say what `%s` does to rule %s",
                     sv_rule_describe(i)->name, sv_rule_describe(i)->rule);
        }
    }
}

/* The rules that breaches name are there. */
TEST(every_breach_names_a_rule)
{
    static struct text page;
    *read_page(&page) = '\0';
    for (unsigned k = SV_BREACH_NONE + 1; k < SV_BREACH_COUNT; k++) {
        char rules[32];
        (void)snprintf(rules, sizeof rules, "%s", sv_breach_rule(k));
        for (char *rest, *rule = strtok_r(rules, ", ", &rest); rule;
             rule = strtok_r(NULL, ", ", &rest)) {
            char head[16];
            (void)snprintf(head, sizeof head, "**%s** ", rule);
            if (!strstr(page.bytes, head)) {
                fail_msg("breach '%s': docs/RULES.md has no rule %s", sv_breach_name(k), rule);
            }
        }
    }
}
