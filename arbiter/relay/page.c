#include "relay/page.h"

#include "base/out.h"
#include "process/bot_spec.h"
#include "relay/place.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static void put_zero(struct svi_buf *out)
{
    svi_buf_byte(out, 0);
}

static void put_text(struct svi_buf *out, const char *places, const struct svi_inject *inject)
{
    for (const char *at = places; *at != '\0';) {
        const size_t size = strcspn(at, SVI_PLACE_BETWEEN);
        svi_buf_append(out, at, size);
        put_zero(out);
        at += size + strspn(at + size, SVI_PLACE_BETWEEN);
    }
    put_zero(out);
    for (; inject != NULL && inject->text != NULL; inject++) {
        svi_out_text(out, inject->text);
        put_zero(out);
        svi_out_int(out, (int64_t)inject->before);
        put_zero(out);
    }
}

struct svi_relay_page *svi_relay_page_make(const char *places, const struct svi_inject *inject,
                                           int *fd)
{
    struct svi_relay_page *page = NULL;
    SCOPED(svi_buf_finish) struct svi_buf text = {0};
    put_text(&text, places, inject);
    const size_t size = sizeof *page + text.size;
    *fd = memfd_create("solvent-relay", MFD_CLOEXEC);
    if (*fd >= 0 && !text.failed && ftruncate(*fd, (off_t)size) == 0) {
        page = svi_relay_page_map(*fd);
    }
    if (page != NULL) {
        page->size = (uint32_t)text.size;
        memcpy(page->text, text.data, text.size);
    } else if (*fd >= 0) {
        const int reason = text.failed ? ENOMEM : errno;
        (void)close(*fd);
        *fd = -1;
        errno = reason;
    }
    explicit_bzero(text.data, text.size);
    return page;
}

struct svi_relay_page *svi_relay_page_map(int fd)
{
    struct stat st;
    if (fstat(fd, &st) != 0) {
        return NULL;
    }
    void *page = mmap(NULL, (size_t)st.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    return page != MAP_FAILED ? page : NULL;
}

void svi_relay_page_close(struct svi_relay_page *page)
{
    if (page != NULL) {
        (void)munmap(page, sizeof *page + page->size);
    }
}

struct svi_relay_counts svi_relay_page_counts(const struct svi_relay_page *page)
{
    struct svi_relay_counts counts = {0};
    if (page != NULL) {
#define X(name) counts.name = atomic_load(&page->name);
        SVI_RELAY_COUNTS(X)
#undef X
    }
    return counts;
}
