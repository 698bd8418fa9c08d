#include "tools/check/report.h"

#include "base/out.h"

#include <stdio.h>
#include <string.h>

void svi_check_report_init(struct svi_check_report *r, bool json)
{
    memset(r, 0, sizeof *r);
    r->json = json;
    svi_table_init(&r->table, 4, 15);
    svi_table_add(&r->table, "verdict");
    svi_table_add(&r->table, "point");
    svi_table_add(&r->table, "section");
    svi_table_add(&r->table, "found");
}

void svi_check_report_finish(struct svi_check_report *r)
{
    svi_table_finish(&r->table);
}

static void put_member(struct svi_buf *out, const char *key, const char *value)
{
    svi_out_text(out, key);
    svi_out_json_string(out, value);
}

static void print_json(const char *verdict, const char *point, const char *section,
                       const char *detail)
{
    struct svi_buf out = {0};
    put_member(&out, "{\"name\":", point);
    put_member(&out, ",\"verdict\":", verdict);
    put_member(&out, ",\"section\":", section);
    put_member(&out, ",\"detail\":", detail);
    svi_out_text(&out, "}\n");
    (void)fwrite(out.data, 1, out.size, stdout);
    (void)fflush(stdout);
    svi_buf_finish(&out);
}

void svi_check_report_add(struct svi_check_report *r, enum svi_check_verdict verdict,
                          const char *point, const char *section, const char *detail)
{
    static const char *const for_people[SVI_CHECK_VERDICTS] = {"ok", "FAIL", "skip"};
    static const char *const for_programs[SVI_CHECK_VERDICTS] = {"ok", "fail", "skip"};
    r->count[verdict]++;
    if (verdict == SVI_CHECK_FAIL && r->fault[0] == '\0') {
        (void)snprintf(r->fault, sizeof r->fault, "%s: %s%s%s%s", point, detail,
                       section[0] != '\0' ? " (solvent help protocol, section " : "", section,
                       section[0] != '\0' ? ")" : "");
    }
    if (r->json) {
        print_json(for_programs[verdict], point, section, detail);
        return;
    }
    svi_table_add(&r->table, "%s", for_people[verdict]);
    svi_table_add(&r->table, "%s", point);
    svi_table_add(&r->table, "%s", section);
    svi_table_add(&r->table, "%s", detail);
}

/* Prints the table with its verdicts in green and red. */
static void paint(const struct svi_buf *table, FILE *out)
{
    static const struct {
        const char *word, *colour;
    } painted[] = {{"ok ", "\033[32m"}, {"FAIL ", "\033[31;1m"}};
    const char *line = (const char *)table->data;
    const char *end = line + table->size;
    while (line != NULL && line < end) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        const size_t size = (size_t)((stop != NULL ? stop + 1 : end) - line);
        size_t done = 0;
        for (size_t i = 0; i < sizeof painted / sizeof painted[0]; i++) {
            const size_t length = strlen(painted[i].word) - 1;
            if (size > length && strncmp(line, painted[i].word, length + 1) == 0) {
                (void)fprintf(out, "%s%.*s\033[0m", painted[i].colour, (int)length, line);
                done = length;
            }
        }
        (void)fwrite(line + done, 1, size - done, out);
        line += size;
    }
}

void svi_check_report_print(const struct svi_check_report *r, bool colour, const char *name,
                            const char *version, const char *last)
{
    struct svi_buf out = {0};
    if (r->json) {
        return;
    }
    svi_table_print(&r->table, colour, &out);
    if (colour) {
        paint(&out, stdout);
    } else {
        (void)fwrite(out.data, 1, out.size, stdout);
    }
    (void)printf("\n%s%s%s: %u ok, %u failed, %u skipped\n", name, version[0] != '\0' ? " " : "",
                 version, r->count[SVI_CHECK_OK], r->count[SVI_CHECK_FAIL],
                 r->count[SVI_CHECK_SKIP]);
    if (last[0] != '\0') {
        (void)printf("%s\n", last);
    }
    svi_buf_finish(&out);
}
