/* Texts in pages never become markup. */
#include "tests/base/testing.h"
#include "tools/console/help.h"

#include "base/out.h"

/* Compares `out` with a text, and empties it. */
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
    svi_markup_text(&out, "\"><script>R&D's <b>", false);
    is(&out, "&quot;&gt;&lt;script&gt;R&amp;D&#39;s &lt;b&gt;");
    svi_markup_text(&out, "a\x1b[1m\nb\xff \xc2\xb1", false);
    is(&out, "a?[1m?b? \xc2\xb1");
    svi_markup_text(&out, "a\n<b>\x1b", true);
    is(&out, "a\n&lt;b&gt;?");
}

/* A word without a text is left out; a text may look like a word. */
TEST(templates_are_filled)
{
    static const unsigned char text[] = "<i>{{a}}{{b}}</i>{{a}}{{none}}.";
    SCOPED(svi_buf_finish) struct svi_buf out = {0};
    const struct svi_page_file page = {text, sizeof text - 1};
    const struct svi_page_word words[] = {{"a", "{{b}}", 5}, {"b", "2", 1}};
    svi_page_fill(&out, &page, words, 2);
    is(&out, "<i>{{b}}2</i>{{b}}.");
}

TEST(links_to_a_page_get_its_texts)
{
    SCOPED(svi_buf_finish) struct svi_buf out = {0};
    svi_card_put(&out, &(struct svi_card){"R&D", "\"><script>", NULL, NULL});
    is(&out, "<meta name=\"description\" content=\"&quot;&gt;&lt;script&gt;\">\n"
             "<meta property=\"og:site_name\" content=\"Solvent\">\n"
             "<meta property=\"og:type\" content=\"website\">\n"
             "<meta property=\"og:title\" content=\"R&amp;D\">\n"
             "<meta property=\"og:description\" content=\"&quot;&gt;&lt;script&gt;\">\n");
    svi_card_put(&out, &(struct svi_card){"a", "b", "https://x/", "p.png"});
    svi_buf_byte(&out, 0);
    assert_contains((const char *)out.data,
                    "<meta property=\"og:image\" content=\"https://x/p.png\">\n");
}

/* A page in a file has everything inside; a served one links to files that are named by their
 * bytes, and has no policy of its own. */
TEST(a_page_has_its_files_inside_or_links_to_them)
{
    static const unsigned char page[] = "{{title}}{{policy}}{{style}}{{script}}{{a}}";
    static const struct svi_page_file file = {page, sizeof page - 1};
    static const struct svi_page_file style = {(const unsigned char *)"s{}", 3};
    static const struct svi_page_file script = {(const unsigned char *)"f()", 3};
    static const struct svi_page_kind kind = {&file, &style, &script};
    static const struct svi_page_word word = {"a", "!", 1};
    SCOPED(svi_buf_finish) struct svi_buf out = {0};
    svi_page_put(&out, &kind, &(struct svi_page_head){.title = "<i>"}, &word, 1);
    is(&out, "&lt;i&gt;<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
             "base-uri 'none'; form-action 'none'; img-src data:; "
             "script-src 'sha256-GcEEE0IkDzIP5EQ6DXZaDPORqT5RTBELX8Fyzyg9yvo='; "
             "style-src 'sha256-20K7jJGyoJBULG3JejR3sgao028nqWw/BmRa+n3Gac8='\">\n"
             "<style>s{}</style><script>f()</script>!");
    svi_page_put(&out, &kind, &(struct svi_page_head){.title = "t", .served = true}, &word, 1);
    is(&out,
       "t<link rel=\"stylesheet\" href=\"/site/db42bb8c91b2a090.css\" integrity=\"sha256-"
       "20K7jJGyoJBULG3JejR3sgao028nqWw/BmRa+n3Gac8=\"><script src=\"/site/19c1041342240f32.js\" "
       "integrity=\"sha256-GcEEE0IkDzIP5EQ6DXZaDPORqT5RTBELX8Fyzyg9yvo=\"></script>!");
}
