/* A league file to begin from: it reads well, says the defaults as they are, and has every key. */
#include "config/league_draft.h"
#include "tests/base/testing.h"

#include "config/league_file.h"
#include "config/league_text.h"
#include "keys/league_keys.h"

#include "base/out.h"

static const char *const plain[] = {"/bin/true", "a b", "-x", "it's", "\"", NULL};
static const char *const other[] = {"/bin/true", NULL};
static const struct svi_draft_bot bots[] = {{.name = "ann", .argv = plain},
                                            {.name = "yes", .argv = other},
                                            {.name = "x: y", .argv = other},
                                            {.name = "42", .argv = other},
                                            {.name = "eve", .endpoint = "tcp://127.0.0.1:7001"}};

static void draft(struct svi_buf *out, unsigned n_bots)
{
    svi_buf_init(out);
    svi_league_draft(out, "cup.yaml", "cup", bots, n_bots);
    assert_false(out->failed);
}

static void parse(struct svi_league *league, const struct svi_buf *text)
{
    struct svi_error error = {0};
    const enum sv_status status =
        svi_league_parse(league, "cup.yaml", (const char *)text->data, text->size, &error);
    if (status != SV_OK) {
        fail_msg("%s", error.text);
    }
}

static struct svi_buf identity_of(const struct svi_league *league)
{
    struct svi_buf out = {0};
    struct svi_entries entries;
    struct svi_error error;
    assert_ok(svi_entries_init(&entries, league, NULL, &error));
    svi_league_identity(league, &league->settings, &entries, &out);
    svi_entries_finish(&entries);
    svi_buf_byte(&out, 0);
    return out;
}

/* Without the "#" of every line that begins with it and a letter, for which no blank stands in
 * between. */
static struct svi_buf uncommented(const struct svi_buf *text)
{
    struct svi_buf out = {0};
    for (size_t i = 0; i < text->size; i++) {
        const bool first = i == 0 || text->data[i - 1] == '\n';
        const char next = i + 1 < text->size ? (char)text->data[i + 1] : ' ';
        if (!(first && text->data[i] == '#' && next >= 'a' && next <= 'z')) {
            svi_out_char(&out, (char)text->data[i]);
        }
    }
    return out;
}

TEST(words_are_kept)
{
    static struct svi_league league;
    SCOPED(svi_buf_finish) struct svi_buf text;
    draft(&text, 5);
    parse(&league, &text);
    assert_int_equal(league.n_bots, 5);
    for (unsigned i = 0; i < 5; i++) {
        assert_string_equal(league.bot[i].name, bots[i].name);
    }
    for (unsigned i = 0; plain[i] != NULL; i++) {
        assert_string_equal(league.bot[0].argv[i], plain[i]);
    }
    assert_string_equal(league.bot[4].endpoint, bots[4].endpoint);
    svi_league_finish(&league);
}

TEST(comments_say_the_defaults)
{
    static struct svi_league left_out, said;
    for (unsigned n = 2; n <= 4; n++) {
        SCOPED(svi_buf_finish) struct svi_buf text;
        draft(&text, n);
        SCOPED(svi_buf_finish) struct svi_buf spoken = uncommented(&text);
        assert_true(text.size - spoken.size > 8);
        parse(&left_out, &text);
        parse(&said, &spoken);
        SCOPED(svi_buf_finish) struct svi_buf a = identity_of(&left_out), b = identity_of(&said);
        assert_string_equal((char *)a.data, (char *)b.data);
        assert_memory_equal(&left_out.conditions.limits, &said.conditions.limits,
                            sizeof said.conditions.limits);
        assert_int_equal(left_out.conditions.start_ms, said.conditions.start_ms);
        assert_int_equal(left_out.league_s, said.league_s);
        assert_int_equal(left_out.sandbox, said.sandbox);
        assert_int_equal(left_out.luck, said.luck);
        svi_league_finish(&left_out);
        svi_league_finish(&said);
    }
}

TEST(every_key_is_there)
{
    SCOPED(svi_buf_finish) struct svi_buf text;
    draft(&text, 5);
    svi_buf_byte(&text, 0);
    for (unsigned l = 0; l < SVI_LEAGUE_KEY_LISTS; l++) {
        const char *within = svi_league_keys[l].within;
        const bool example = strcmp(within, "sprt") == 0 || strcmp(within, "stop_when") == 0 ||
                             strcmp(within, "budget") == 0; /* which has not all of them */
        for (unsigned i = 0; i < svi_league_keys[l].count && !example; i++) {
            const char *name = svi_league_keys[l].key[i].name;
            char key[64];
            (void)snprintf(key, sizeof key, "%s:", name);
            if (strstr((const char *)text.data, key) == NULL) {
                fail_msg("no '%s' in the league file that `league init` writes", key);
            }
        }
    }
}
