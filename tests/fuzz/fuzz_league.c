/* Arbitrary league files: each gives one line of error, or a league with a schedule whose matches
 * can be listed. */
#include "config/league_file.h"
#include "config/league_text.h"
#include "schedule/schedule.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MATCHES 40u

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void must(bool fact, const char *what)
{
    if (!fact) {
        (void)fprintf(stderr, "fuzz_league: %s\n", what);
        abort();
    }
}

static void check_line(const char *line)
{
    must(line[0] != '\0', "no word of what is wrong");
    for (const char *c = line; *c != '\0'; c++) {
        must((unsigned char)*c >= 0x20 && *c != 0x7f, "a control character in the line");
    }
}

/* Bots that there are, each once at a table unless the league lets it sit twice. */
static void check_plan(const struct svi_league *league)
{
    struct svi_schedule schedule;
    struct svi_schedule_fault fault = {0};
    const enum sv_status status = svi_schedule_init(&schedule, &league->settings, &fault);
    if (status != SV_OK) {
        must(status == SV_E_SYSTEM || fault.text[0] != '\0', "no word of what is no plan");
        return;
    }
    for (uint64_t i = 0; i < MATCHES && i < schedule.matches; i++) {
        struct svi_pairing pairing;
        const uint64_t number = i % 2 == 0 ? 1 + i : schedule.matches - i;
        svi_schedule_match(&schedule, number, &pairing);
        must(pairing.number == number && pairing.deal != 0 && pairing.table != 0,
             "a strange match");
        for (unsigned s = 0; s < league->settings.seats; s++) {
            must(pairing.bot[s] < league->n_bots, "a bot that is none");
        }
    }
    svi_schedule_finish(&schedule);
}

/* Hidden parts lie in the text, in order and apart: svi_league_text() relies on that. */
static void check_hidden(const struct svi_league *league)
{
    size_t characters = 0, behind = 0;
    for (const char *c = league->text; *c != '\0'; c++) {
        characters += ((unsigned char)*c & 0xc0) != 0x80;
    }
    for (unsigned i = 0; i < league->n_hidden; i++) {
        const struct svi_league_hidden *hidden = &league->hidden[i];
        must(hidden->from >= behind && hidden->to >= hidden->from && hidden->to <= characters,
             "a value that is not in the text");
        behind = hidden->to;
    }
}

static void put_identity(const struct svi_league *league, struct svi_buf *out)
{
    struct svi_error error = {0};
    struct svi_entries entries;
    struct svi_settings settings;
    must(svi_entries_init(&entries, league, NULL, &error) == SV_OK, error.text);
    svi_entries_settings(&entries, league, &settings);
    svi_league_identity(league, &settings, &entries, out);
    svi_entries_finish(&entries);
}

/* Read to its end, a file has the mistake that ends it else. */
static void check_mistakes(const uint8_t *bytes, size_t size, const char *first)
{
    static struct svi_league league;
    struct svi_buf lines = {0};
    must(svi_league_parse_noting(&league, "fuzz.yaml", (const char *)bytes, size, &lines) != SV_OK,
         "its mistakes are gone");
    svi_league_finish(&league);
    must(lines.size > strlen(first) && memcmp(lines.data, first, strlen(first)) == 0,
         "another mistake is the first");
    svi_buf_finish(&lines);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct svi_league league, again;
    struct svi_error error = {0};
    if (svi_league_parse(&league, "fuzz.yaml", (const char *)bytes, size, &error) != SV_OK) {
        check_line(error.text);
        check_mistakes(bytes, size, error.text);
        return 0;
    }
    must(league.n_bots > 0 && league.settings.seats >= 2 && league.settings.seats <= SV_MAX_SEATS,
         "no league");
    check_plan(&league);
    check_hidden(&league);
    struct svi_buf identity = {0}, other = {0};
    put_identity(&league, &identity);
    must(svi_league_parse(&again, "fuzz.yaml", (const char *)bytes, size, &error) == SV_OK,
         "it is read otherwise a second time");
    put_identity(&again, &other);
    must(identity.size == other.size && memcmp(identity.data, other.data, other.size) == 0,
         "it is another league the second time");
    svi_buf_finish(&identity);
    svi_buf_finish(&other);
    svi_league_finish(&league);
    svi_league_finish(&again);
    return 0;
}
