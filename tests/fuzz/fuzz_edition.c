/* Arbitrary editions in YAML: each gives one line of error, or an edition that encodes, decodes and
 * plays. */
#include "edition/edition_file.h"
#include "tests/game/invariants.h"
#include "wire/edition_codec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DECISIONS 60u

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void must(bool fact, const char *what)
{
    if (!fact) {
        (void)fprintf(stderr, "fuzz_edition: %s\n", what);
        abort();
    }
}

/* One line, of clean text. */
static void check_line(const char *line)
{
    must(line[0] != '\0', "no word of what is wrong");
    for (const char *c = line; *c != '\0'; c++) {
        must((unsigned char)*c >= 0x20 && *c != 0x7f, "a control character in the line");
    }
}

static void play(const struct sv_edition *e)
{
    static struct sv_state st;
    const struct sv_setup setup = {.seats = 4, .seed = {1}};
    must(sv_game_start(e, &st, &setup, NULL) == SV_OK, "it does not start");
    for (unsigned n = 0; n < DECISIONS && sv_pending(&st) != 0; n++) {
        const unsigned seat = sv_first(sv_pending(&st));
        struct sv_question q;
        struct sv_answer a;
        must(sv_ask(e, &st, seat, &q) == SV_OK, "12.7: no question");
        sv_answer_default(e, &st.position, &q, &a);
        must(sv_apply(e, &st, seat, &a, NULL) == SV_OK, "12.7: an illegal default");
        const char *broken = invariants_broken(e, &st);
        must(broken == NULL, broken);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct sv_edition e, again;
    struct svi_error error = {0};
    struct svi_buf encoded = {0}, once_more = {0};
    if (svi_edition_parse("fuzz.yaml", (const char *)bytes, size, &e, &error) != SV_OK) {
        check_line(error.text);
        return 0;
    }
    svi_edition_encode(&e, &encoded);
    must(!encoded.failed && svi_edition_decode(encoded.data, encoded.size, &again, NULL) == SV_OK,
         "what it encodes to is refused");
    svi_edition_encode(&again, &once_more);
    must(once_more.size == encoded.size && memcmp(once_more.data, encoded.data, encoded.size) == 0,
         "it comes back otherwise");
    svi_buf_finish(&encoded);
    svi_buf_finish(&once_more);
    play(&e);
    return 0;
}
