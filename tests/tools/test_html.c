/* What goes into pages: texts never become markup, and numbers stand as printf() has them. */
#include "tests/base/testing.h"
#include "tools/console/help.h"
#include "tools/report/html.h"

#include "base/out.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Compares what is in `out` with a text, and empties it. */
static void is(struct svi_buf *out, const char *expected)
{
    assert_false(out->failed);
    if (out->size != strlen(expected) || memcmp(out->data, expected, out->size) != 0) {
        fail_msg("\"%.*s\" instead of \"%s\"", (int)out->size, (const char *)out->data, expected);
    }
    svi_buf_clear(out);
}

TEST(texts_are_escaped)
{
    SCOPED(svi_buf_finish) struct svi_buf out = {0};
    svi_html_format(&out, "<a title=\"%s\">%s</a>%s", "\"><script>", "R&D's <b>", "");
    is(&out, "<a title=\"&quot;&gt;&lt;script&gt;\">R&amp;D&#39;s &lt;b&gt;</a>");
    svi_html_format(&out, "%s", "a\x1b[1m\nb\xff \xc2\xb1");
    is(&out, "a?[1m?b? \xc2\xb1");
    svi_html_format(&out, "<b>");
    is(&out, "<b>");
}

/* Each kind of number, against printf() itself. */
TEST(numbers_stand_as_printf_has_them)
{
    SCOPED(svi_buf_finish) struct svi_buf out = {0};
    char expected[800];
#define SAME(...)                                                                                  \
    (void)snprintf(expected, sizeof expected, __VA_ARGS__);                                        \
    svi_html_format(&out, __VA_ARGS__);                                                            \
    is(&out, expected)
    SAME("%u %u%%", 0u, UINT32_MAX);
    SAME("%d %d", INT32_MIN, INT32_MAX);
    SAME("%ld", -5000000000L);
    SAME("%" PRIu64 "|%" PRIu32 "|%llu|%zu", UINT64_MAX, UINT32_MAX, 3ull, SIZE_MAX);
    SAME("%.0f %.1f %.2f %.9f %f", 0.5, -1.25, 1e-9, 3.14159265358979, 2.5);
    SAME("%.9f", -1.7976931348623157e308);
    SAME("%g %g %g", 0.0, 1e-7, 123456789.0);
    SAME("%.1f%%%u", 12.34, 5u);
#undef SAME
}

/* However long texts are. */
TEST(nothing_is_cut_off)
{
    SCOPED(svi_buf_finish) struct svi_buf out = {0};
    char text[5001], expected[5004];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    (void)snprintf(expected, sizeof expected, "(%s)", text);
    svi_html_format(&out, "(%s)", text);
    is(&out, expected);
}

TEST(links_to_a_page_get_its_texts)
{
    SCOPED(svi_buf_finish) struct svi_buf out = {0};
    svi_card_put(&out, &(struct svi_card){"R&D", "\"><script>", NULL});
    is(&out, "<meta name=\"description\" content=\"&quot;&gt;&lt;script&gt;\">\n"
             "<meta property=\"og:site_name\" content=\"Solvent\">\n"
             "<meta property=\"og:type\" content=\"website\">\n"
             "<meta property=\"og:title\" content=\"R&amp;D\">\n"
             "<meta property=\"og:description\" content=\"&quot;&gt;&lt;script&gt;\">\n");
    svi_card_put(&out, &(struct svi_card){"a", "b", "https://x/"});
    svi_buf_byte(&out, 0);
    assert_non_null(strstr((const char *)out.data,
                           "<meta property=\"og:image\" content=\"https://x/docs/game.png\">\n"));
}
