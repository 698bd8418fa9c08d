/* The heap of deadlines, against looking at all of them. */
#include "runner/deadline_heap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LINKS 37

static void the_first_is_the_earliest(void **state)
{
    struct svi_link *links = calloc(LINKS, sizeof *links);
    struct svi_link *heap[LINKS];
    uint64_t random = 1;
    (void)state;
    assert_non_null(links);
    svi_due_init(heap, links, LINKS);
    assert_int_equal(svi_due_first(heap, LINKS)->due_us, SVI_NEVER);
    for (unsigned step = 0; step < 20000; step++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        struct svi_link *link = &links[(random >> 33) % LINKS];
        const int64_t before_us = svi_host_deadline(&link->host);
        const bool none = (random >> 60) == 0;
        link->host.state = none ? SVI_HOST_CLOSED : SVI_HOST_GREETING;
        link->host.hello_due_us = (int64_t)(random >> 44 & 0xffff);
        /* A later one need not be told. */
        if (svi_host_deadline(&link->host) < before_us || (random >> 20 & 1) != 0) {
            svi_due_change(heap, LINKS, link);
        }
        int64_t earliest_us = SVI_NEVER;
        for (unsigned i = 0; i < LINKS; i++) {
            const int64_t due_us = svi_host_deadline(&links[i].host);
            earliest_us = due_us < earliest_us ? due_us : earliest_us;
        }
        const struct svi_link *first = svi_due_first(heap, LINKS);
        assert_int_equal(first->due_us, earliest_us);
        assert_int_equal(svi_host_deadline(&first->host), earliest_us);
    }
    free(links);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_is_the_earliest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
