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
    if (r->json) {
        print_json(for_programs[verdict], point, section, detail);
        return;
    }
    svi_table_add(&r->table, "%s", for_people[verdict]);
    svi_table_add(&r->table, "%s", point);
    svi_table_add(&r->table, "%s", section);
    svi_table_add(&r->table, "%s", detail);
}

void svi_check_report_print(const struct svi_check_report *r, bool bold, const char *name,
                            const char *version)
{
    struct svi_buf out = {0};
    if (r->json) {
        return;
    }
    svi_table_print(&r->table, bold, &out);
    (void)fwrite(out.data, 1, out.size, stdout);
    (void)printf("\n%s%s%s: %u ok, %u failed, %u skipped\n", name, version[0] != '\0' ? " " : "",
                 version, r->count[SVI_CHECK_OK], r->count[SVI_CHECK_FAIL],
                 r->count[SVI_CHECK_SKIP]);
    svi_buf_finish(&out);
}
