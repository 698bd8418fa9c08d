#include "config/league_draft.h"

#include "process/limits.h"

#include "base/out.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Where the remarks begin. */
#define REMARK_COLUMN 32u
#define MOST_BESIDE 48u

/* A word as YAML takes it for that text, within a list too. */
static void put_word(struct svi_buf *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_./-+";
    if (*word != '\0' && *word != '-' && strspn(word, plain) == strlen(word)) {
        svi_out_text(out, word);
    } else {
        svi_out_json_string(out, word);
    }
}

/* A line that is a comment: "#key: value    # remark"; a long one has its remark above it. */
static void put_key(struct svi_buf *out, const char *key_and_value, const char *log_entry)
{
    const size_t start = out->size;
    if (strlen(key_and_value) > MOST_BESIDE) {
        svi_out_text(out, "# ");
        svi_out_text(out, log_entry);
        svi_out_text(out, ":\n#");
        svi_out_text(out, key_and_value);
        svi_out_char(out, '\n');
        return;
    }
    svi_out_char(out, '#');
    svi_out_text(out, key_and_value);
    do {
        svi_out_char(out, ' ');
    } while (!out->failed && out->size - start < REMARK_COLUMN);
    svi_out_text(out, "# ");
    svi_out_text(out, log_entry);
    svi_out_char(out, '\n');
}

static void put_head(struct svi_buf *out, const char *file, const char *name)
{
    svi_out_text(out, "# A league: who plays whom, by which rules. docs/LEAGUES.md has every key.\n"
                      "#\n#   solvent league check ");
    svi_out_text(out, file);
    svi_out_text(out, "     tries every bot, and says what would be played\n"
                      "#   solvent league run ");
    svi_out_text(out, file);
    svi_out_text(out, "       plays it, or goes on; the games go to ");
    svi_out_plain(out, name);
    svi_out_text(out,
                 ".db\n#\n# What stands behind a # is what holds without it. Paths start at the "
                 "folder of this file.\n\n");
}

static void put_keys(struct svi_buf *out, const char *name, unsigned n_bots)
{
    char text[200];
    int length;
    struct svi_buf word = {0};
    put_word(&word, name);
    svi_buf_byte(&word, 0);
    (void)snprintf(text, sizeof text, "name: %s", word.failed ? name : (const char *)word.data);
    svi_buf_finish(&word);
    put_key(out, text, "also that of its store");
    put_key(out, "edition: classic", "a built-in one (solvent edition list), or a file");
    put_key(out, "rules: {}", "single switches of it, {max_rounds: 300}");
    (void)snprintf(text, sizeof text, "seats: %u", n_bots < 4 ? n_bots : 4);
    put_key(out, text, "at a table, 2-8");
    put_key(out, "format: round_robin", "or one of those below");
    put_key(out, "deals: 25", "for each table; a deal is one seed");
    put_key(out, "seatings: rotations", "of a deal: rotations, all, fixed");
    put_key(out, "lanes: auto", "off: the bots are trusted not to remember deals");
    put_key(
        out, "clock: {decision_ms: 1000, bank_ms: 60000, strikes: 10, start_ms: 10000}",
        "For a decision, beyond that for all of a match; strikes until it forfeits; to say hello");
    length = snprintf(text, sizeof text, "limits: {");
#define X(key, usual, highest, what)                                                               \
    length += snprintf(text + length, sizeof text - (size_t)length, "%s: %d, ", #key, usual);
    SVI_LIMITS(X)
#undef X
    (void)snprintf(text + length, sizeof text - (size_t)length, "match_s: 600, league_s: 0}");
    put_key(
        out, text,
        "Of a bot and its children; of its thinking in a match; of a run of the league; 0: none");
    put_key(out, "luck: on", "what dice and cards gave to whom, found as each game ends; or off");
    put_key(out, "sandbox: auto", "bwrap: not without one; none: the bots are your own");
}

/* What is left out by default, or belongs to single formats. */
static void put_others(struct svi_buf *out)
{
    svi_out_text(out, "\n# Only where they are wanted:\n");
    put_key(out, "   seed: TEXT", "anybody who knows it knows the dice; left out: a secret one");
    put_key(out, "   secret_key: keys/league.key", "for remote bots (solvent keygen)");
    put_key(out, "   stop_when: {top: 3, confidence: 0.95, margin: 0, max_deals: 2000}",
            "To end as soon as the first three are known to be before the others");
    svi_out_text(out, "# Keys of single formats:\n");
    put_key(out, "   candidates: [NAME, NAME]", "gauntlet: they meet the others, not each other");
    put_key(out, "   tables: 100", "round_robin: so many of the tables there could be");
    put_key(out, "   rounds: 5", "swiss");
    put_key(out, "   budget: {games: 1000}", "ladder: of one run; or {minutes: 60}");
    put_key(out, "   sprt: {candidate: NAME, baseline: NAME, elo0: 0, elo1: 40}",
            "sprt: is the candidate better than the baseline?");
}

static void put_words(struct svi_buf *out, const char *const *words)
{
    svi_out_char(out, '[');
    for (const char *const *word = words; *word != NULL; word++) {
        svi_out_text(out, word == words ? "" : ", ");
        put_word(out, *word);
    }
    svi_out_char(out, ']');
}

void svi_league_draft_command(struct svi_buf *out, const struct svi_draft_bot *bot)
{
    put_words(out, bot->argv);
}

void svi_league_draft_bot(struct svi_buf *out, const struct svi_draft_bot *bot)
{
    svi_out_text(out, "{name: ");
    put_word(out, bot->name);
    if (bot->argv == NULL) {
        svi_out_text(out, ", endpoint: ");
        svi_out_json_string(out, bot->endpoint);
        svi_out_char(out, '}');
        return;
    }
    svi_out_text(out, ", command: ");
    put_words(out, bot->argv);
    svi_out_text(out, ", matches: ");
    svi_out_int(out, bot->matches > 0 ? bot->matches : 1);
    if (bot->files != NULL && bot->files[0] != NULL) {
        svi_out_text(out, ", files: ");
        put_words(out, bot->files);
    }
    for (unsigned i = 0; i < bot->n_tags; i++) {
        svi_out_text(out, i == 0 ? ", tags: {" : ", ");
        put_word(out, bot->tag[i].key);
        svi_out_text(out, ": ");
        svi_out_json_string(out, bot->tag[i].value);
    }
    svi_out_text(out, bot->n_tags > 0 ? "}}" : "}");
}

void svi_league_draft(struct svi_buf *out, const char *file, const char *name,
                      const struct svi_draft_bot *bots, unsigned n_bots)
{
    bool remote = false;
    put_head(out, file, name);
    put_keys(out, name, n_bots);
    put_others(out);
    svi_out_text(
        out,
        "\n# matches: how many a bot may play at once. With 64 a league is many times faster; a "
        "bot that\n# keeps its state in globals needs 1.\n"
        "#   files: [model.bin]         what it may read beside the files its command names\n"
        "#   env: {OMP_NUM_THREADS: 1}  variables of its environment\n"
        "#   secrets: {KEY: file:PATH}  variables whose values are read from files, and shown "
        "nowhere\n"
        "#   tags: {email: me@x.org}    words of your own, passed on by rank --format csv and "
        "json\n"
        "#   status: withdrawn          it plays no more, its games stay; disqualified: they do "
        "not count\n"
        "#   reason: TEXT               of the status, shown in the ranking\n");
    for (unsigned i = 0; i < n_bots; i++) {
        remote = remote || bots[i].argv == NULL;
    }
    if (remote) {
        svi_out_text(out, "#   public_key: keys/NAME.pub  of a remote bot: by which it is known\n"
                          "#   wait_s: 600                of a remote bot: how long it is waited "
                          "for\n");
    }
    svi_out_text(out, "bots:\n");
    for (unsigned i = 0; i < n_bots; i++) {
        svi_out_text(out, "  - ");
        svi_league_draft_bot(out, &bots[i]);
        svi_out_char(out, '\n');
    }
}
