/* The fuzz targets without libFuzzer, for every build: `fuzz_<noun> FOLDER N` runs each seed of a
 * folder as it is, and then N times with a few bytes changed, cut off, doubled or taken from
 * another seed, always the same ones. */
#include "base/file.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEED_BYTES (1u << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint32_t luck = 1;

static uint32_t below(size_t limit)
{
    luck = luck * 1664525u + 1013904223u;
    return limit == 0 ? 0 : (luck >> 8) % (uint32_t)limit;
}

/* Runs a copy that ends where its memory does. */
static void run(const uint8_t *bytes, size_t size)
{
    uint8_t *exact = malloc(size != 0 ? size : 1);
    if (exact == NULL) {
        abort();
    }
    if (size != 0) {
        memcpy(exact, bytes, size);
    }
    (void)LLVMFuzzerTestOneInput(exact, size);
    free(exact);
}

static void change(struct svi_buf *b, const struct svi_buf *other)
{
    const size_t at = below(b->size), from = below(other->size);
    size_t length = 1 + below(16);
    switch (below(5)) {
    case 0: /* cut off */
        b->size = at;
        break;
    case 1: /* a part again, at the end */
        length = length < b->size - at ? length : b->size - at;
        if (svi_buf_reserve(b, length)) {
            svi_buf_append(b, b->data + at, length);
        }
        break;
    case 2: /* from another */
        length = length < b->size - at ? length : b->size - at;
        length = length < other->size - from ? length : other->size - from;
        if (length > 0) {
            memcpy(b->data + at, other->data + from, length);
        }
        break;
    default:
        for (; length > 0 && b->size > 0; length -= length > 4 ? 4 : length) {
            b->data[below(b->size)] ^= (uint8_t)(1u << below(8));
        }
        break;
    }
}

int main(int argc, char **argv)
{
    struct dirent **entries;
    const unsigned long changed = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;
    const int count = changed > 0 ? scandir(argv[1], &entries, NULL, alphasort) : -1;
    struct svi_buf *seed = count > 0 ? calloc((size_t)count, sizeof *seed) : NULL;
    struct svi_buf b = {0};
    unsigned n = 0;
    if (seed == NULL) {
        (void)fprintf(stderr, "expected a folder with seeds, and how often to change each\n");
        return 2;
    }
    for (int i = 0; i < count; i++) {
        char path[4096];
        (void)snprintf(path, sizeof path, "%s/%s", argv[1], entries[i]->d_name);
        if (entries[i]->d_name[0] != '.' && svi_file_read(path, SEED_BYTES, &seed[n]) == SV_OK) {
            n++;
        }
        free(entries[i]);
    }
    free(entries);
    for (unsigned i = 0; i < n; i++) {
        run(seed[i].data, seed[i].size);
        for (unsigned long k = 0; k < changed; k++) {
            svi_buf_clear(&b);
            svi_buf_append(&b, seed[i].data, seed[i].size);
            for (unsigned c = 0; c <= k % 4; c++) {
                change(&b, &seed[below(n)]);
            }
            run(b.data, b.size);
        }
    }
    (void)printf("%u seeds, %lu runs\n", n, n * (1 + changed));
    for (unsigned i = 0; i < n; i++) {
        svi_buf_finish(&seed[i]);
    }
    svi_buf_finish(&b);
    free(seed);
    return n > 0 ? 0 : 2;
}
