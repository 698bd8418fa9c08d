#include "tests/wire/page.h"
#include "tests/base/testing.h"

#define DOCS SOLVENT_SOURCE_DIR "/docs/"

void page_print(struct svi_buf *out, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args); // NOLINT(clang-analyzer-valist.Uninitialized)
    va_end(args);
    assert_true(strlen(text) + 1 < sizeof text);
    svi_buf_append(out, text, strlen(text));
}

char *page_read(const char *name)
{
    struct svi_buf page = {0};
    char bytes[4096];
    size_t got;
    FILE *file;
    snprintf(bytes, sizeof bytes, "%s%s", DOCS, name);
    file = fopen(bytes, "rb");
    assert_non_null(file);
    while ((got = fread(bytes, 1, sizeof bytes, file)) != 0) {
        svi_buf_append(&page, bytes, got);
    }
    fclose(file);
    svi_buf_byte(&page, 0);
    assert_false(page.failed);
    return (char *)page.data;
}

static void rewrite(const char *name, const char *page, size_t from, size_t to,
                    const struct svi_buf *made)
{
    char path[300];
    FILE *file;
    snprintf(path, sizeof path, "%s%s", DOCS, name);
    file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(page, 1, from, file), from);
    assert_int_equal(fwrite(made->data, 1, made->size, file), made->size);
    assert_int_equal(fwrite(page + to, 1, strlen(page + to), file), strlen(page + to));
    assert_int_equal(fclose(file), 0);
}

void page_check(const char *file, const char *name, struct svi_buf *made)
{
    SCOPED(scoped_free) char *page = page_read(file);
    char mark[80], *from, *to;
    snprintf(mark, sizeof mark, "<!-- made by %s -->\n", name);
    from = strstr(page, mark);
    assert_non_null(from);
    from += strlen(mark);
    to = strstr(from, "<!-- end -->");
    assert_non_null(to);
    while (to > from &&
           to[-1] != '\n') { /* in other languages than Markdown the mark is a comment */
        to--;
    }
    if (getenv("SOLVENT_UPDATE_DOCS") != NULL) { // NOLINT(concurrency-mt-unsafe): no thread sets it
        rewrite(file, page, (size_t)(from - page), (size_t)(to - page), made);
    } else if ((size_t)(to - from) != made->size || memcmp(from, made->data, made->size) != 0) {
        size_t line = 1, i = 0;

        while (i < made->size && from + i < to && from[i] == (char)made->data[i]) {
            line += from[i++] == '\n';
        }
        fail_msg(
            "docs/%s, made by %s, line %zu of it is not what the code says; this test writes it "
            "anew with SOLVENT_UPDATE_DOCS=1 in its environment",
            file, name, line);
    }
    svi_buf_finish(made);
}
