#include "config/league_draft.h"

#include "keys/league_keys.h"
#include "memory/memory.h"
#include "schedule/format.h"

#include "base/out.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where the remarks begin. */
#define REMARK_COLUMN 32u
#define MOST_COLUMNS 112u

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

/* The first sentence of what a key does, without its end and Markdown's quotes, between the formats
 * that alone have the key and the words or numbers that it takes. */
static void put_remark(struct svi_buf *out, const struct svi_league_key *key)
{
    const char *end = strstr(key->says, ". ");
    end = end != NULL ? end : key->says + strlen(key->says) - 1;
    const size_t start = out->size;
    svi_format_owners(key->name, out);
    svi_out_text(out, out->size > start ? ": " : "");
    for (const char *c = key->says; c < end; c++) {
        if (*c != '`') {
            svi_out_char(out, *c);
        }
    }
    if (strncmp(key->takes, "a ", 2) != 0 && strcmp(key->takes, "text") != 0) {
        struct svi_buf takes = {0};
        svi_setting_takes(key, &takes);
        svi_out_text(out, takes.size > 0 ? " (" : "");
        svi_buf_append(out, takes.data, takes.size);
        svi_out_text(out, takes.size > 0 ? ")" : "");
        svi_buf_finish(&takes);
    }
}

static void put_default(struct svi_buf *out, const struct svi_league_key *key)
{
    char text[SVI_DECIMAL_TEXT];
    svi_league_key_text(key, key->left_out, text);
    svi_out_text(out, text);
}

/* "{decision_ms: 1000, ...}" */
static void put_mapping(struct svi_buf *out, const struct svi_league_key keys[], unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        svi_out_text(out, i == 0 ? "{" : ", ");
        svi_out_text(out, keys[i].name);
        svi_out_text(out, ": ");
        put_default(out, &keys[i]);
    }
    svi_out_char(out, '}');
}

static void put_value(struct svi_buf *out, const struct svi_league_key *key)
{
    if (key->shown[0] != '\0') {
        svi_out_text(out, key->shown);
    } else if (key == &svi_league_top_keys[SVI_LEAGUE_clock]) {
        put_mapping(out, svi_clock_keys, SVI_CLOCK_COUNT);
    } else if (key == &svi_league_top_keys[SVI_LEAGUE_limits]) {
        put_mapping(out, svi_limit_keys, SVI_LIMIT_COUNT);
    } else {
        put_default(out, key);
    }
}

/* A line that is a comment: "#key: value    # remark"; a long one has its remark above it. `value`:
 * NULL, or in place of the row's. */
static void put_key(struct svi_buf *out, const char *indent, const struct svi_league_key *key,
                    const char *value)
{
    struct svi_buf line = {0}, remark = {0};
    svi_out_char(&line, '#');
    svi_out_text(&line, indent);
    svi_out_text(&line, key->name);
    svi_out_text(&line, ": ");
    if (value != NULL) {
        svi_out_text(&line, value);
    } else {
        put_value(&line, key);
    }
    put_remark(&remark, key);
    const size_t column = line.size < REMARK_COLUMN ? REMARK_COLUMN : line.size + 1;
    const bool beside = column + 2 + remark.size <= MOST_COLUMNS;
    if (!beside) {
        svi_out_text(out, "# ");
        svi_buf_append(out, remark.data, remark.size);
        svi_out_text(out, ":\n");
    }
    svi_buf_append(out, line.data, line.size);
    for (size_t i = line.size; beside && i < column; i++) {
        svi_out_char(out, ' ');
    }
    if (beside) {
        svi_out_text(out, "# ");
        svi_buf_append(out, remark.data, remark.size);
    }
    svi_out_char(out, '\n');
    svi_buf_finish(&line);
    svi_buf_finish(&remark);
}

static void put_head(struct svi_buf *out, const char *file, const char *name)
{
    svi_out_text(
        out,
        "# A league: which bots play, and by which rules. Every key: solvent help league-file\n"
        "#\n#   solvent league check ");
    svi_out_text(out, file);
    svi_out_text(out, "     tries every bot, and shows what would be played\n"
                      "#   solvent league run ");
    svi_out_text(out, file);
    svi_out_text(out, "       plays the league or resumes it; the games go to ");
    svi_out_plain(out, name);
    svi_out_text(out, ".db\n#\n# A value behind # is the default. Paths are relative to the folder "
                      "of this file.\n\n");
}

/* Where a key of the top stands in the file. */
enum part { PART_DEFAULTS, PART_WANTED, PART_FORMATS, PART_BOTS };

static enum part part_of(unsigned key)
{
    struct svi_buf owners = {0};
    svi_format_owners(svi_league_top_keys[key].name, &owners);
    const bool owned = owners.size > 0;
    svi_buf_finish(&owners);
    return key == SVI_LEAGUE_bots                                ? PART_BOTS
           : owned                                               ? PART_FORMATS
           : key == SVI_LEAGUE_name                              ? PART_DEFAULTS
           : svi_league_top_keys[key].left_out == SVI_NONE_GIVEN ? PART_WANTED
                                                                 : PART_DEFAULTS;
}

static void put_keys(struct svi_buf *out, enum part part, const char *name, unsigned n_bots)
{
    struct svi_buf word = {0};
    char seats[16];
    put_word(&word, name);
    char *league = svi_text_of(&word);
    (void)snprintf(seats, sizeof seats, "%u", n_bots < 4 ? n_bots : 4);
    for (unsigned i = 0; i < SVI_LEAGUE_COUNT; i++) {
        const char *value = i == SVI_LEAGUE_seats ? seats : i != SVI_LEAGUE_name ? NULL : league;
        if (part_of(i) == part) {
            put_key(out, part == PART_DEFAULTS ? "" : "   ", &svi_league_top_keys[i], value);
        }
    }
    free(league);
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
    put_head(out, file, name);
    put_keys(out, PART_DEFAULTS, name, n_bots);
    svi_out_text(out, "\n# Optional keys:\n");
    put_keys(out, PART_WANTED, name, n_bots);
    svi_out_text(out, "# Keys of single formats:\n");
    put_keys(out, PART_FORMATS, name, n_bots);
    svi_out_text(out, "\n# Keys of a bot, beside those below. matches: with 64 a league is many "
                      "times faster; a bot that\n# keeps its state in globals needs 1.\n");
    for (unsigned i = 0; i < SVI_BOT_COUNT; i++) {
        if (i != SVI_BOT_name && i != SVI_BOT_command) {
            put_key(out, "   ", &svi_bot_keys[i], NULL);
        }
    }
    svi_out_text(out, "bots:\n");
    for (unsigned i = 0; i < n_bots; i++) {
        svi_out_text(out, "  - ");
        svi_league_draft_bot(out, &bots[i]);
        svi_out_char(out, '\n');
    }
}
