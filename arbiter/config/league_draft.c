#include "config/league_draft.h"

#include "base/buf.h"
#include "base/error.h"
#include "base/out.h"
#include "edition/tree.h"
#include "keys/league_keys.h"
#include "memory/memory.h"
#include "schedule/settings.h"

#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Column where remarks begin. */
#define REMARK_COLUMN 32u
#define MOST_COLUMNS 112u

/* Writes a text as a YAML word that is also valid within a list. */
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

/* Writes the remark of a key. It has the formats that have the key, unless all do. Then come the
 * first sentence of its description, without Markdown's quotes, and the words or numbers that it
 * takes. */
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
        SCOPED(svi_buf_finish) struct svi_buf takes = {0};
        svi_setting_takes(key, &takes);
        svi_out_text(out, takes.size > 0 ? " (" : "");
        svi_buf_append(out, takes.data, takes.size);
        svi_out_text(out, takes.size > 0 ? ")" : "");
    }
}

static void put_default(struct svi_buf *out, const struct svi_league_key *key)
{
    char text[SVI_DECIMAL_TEXT];
    svi_league_key_text(key, key->left_out, text);
    svi_out_text(out, text);
}

/* Writes the keys with their defaults: "{decision_ms: 1000, ...}". */
static void put_mapping(struct svi_buf *out, const struct svi_league_key keys[], unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        svi_out_format(out, "%s%s: ", i == 0 ? "{" : ", ", keys[i].name);
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

/* Writes a key as a comment: "#key: value # remark", or with the remark above if the line would be
 * too long. `value` replaces the row's value unless it is NULL. */
static void put_key(struct svi_buf *out, const char *indent, const struct svi_league_key *key,
                    const char *value)
{
    SCOPED(svi_buf_finish) struct svi_buf line = {0}, remark = {0};
    svi_out_format(&line, "#%s%s: ", indent, key->name);
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

/* The part of the file in which a key of the top stands. */
enum part { PART_DEFAULTS, PART_WANTED, PART_FORMATS, PART_BOTS };

static enum part part_of(unsigned key)
{
    SCOPED(svi_buf_finish) struct svi_buf owners = {0};
    svi_format_owners(svi_league_top_keys[key].name, &owners);
    const bool owned = owners.size > 0;
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
    SCOPED(scoped_free) char *league = svi_text_of(&word);
    (void)snprintf(seats, sizeof seats, "%u", n_bots < 4 ? n_bots : 4);
    for (unsigned i = 0; i < SVI_LEAGUE_COUNT; i++) {
        const char *value = i == SVI_LEAGUE_seats ? seats : i != SVI_LEAGUE_name ? NULL : league;
        if (part_of(i) == part) {
            put_key(out, part == PART_DEFAULTS ? "" : "   ", &svi_league_top_keys[i], value);
        }
    }
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

/* ---- league edit ----------------------------------------------------------------------------- */

struct edit {
    struct svi_tree tree;
    const char *text;
    size_t size;
};

/* Returns the end of a node. The mark of a block lies behind the white space and comments that
 * follow it. */
static size_t end_of(struct edit *e, const yaml_node_t *node)
{
    const bool block =
        (node->type == YAML_MAPPING_NODE && node->data.mapping.style != YAML_FLOW_MAPPING_STYLE) ||
        (node->type == YAML_SEQUENCE_NODE && node->data.sequence.style != YAML_FLOW_SEQUENCE_STYLE);
    const yaml_node_t *last = NULL, *key;
    if (block && node->type == YAML_MAPPING_NODE) {
        const size_t pairs =
            (size_t)(node->data.mapping.pairs.top - node->data.mapping.pairs.start);
        if (pairs > 0) {
            (void)svi_tree_pair(&e->tree, node, pairs - 1, &key, &last);
        }
    } else if (block) {
        const size_t items =
            (size_t)(node->data.sequence.items.top - node->data.sequence.items.start);
        last = items > 0 ? svi_tree_item(&e->tree, node, items - 1) : NULL;
    }
    /* An alias refers to an earlier node. */
    if (last != NULL && last->start_mark.index >= node->start_mark.index) {
        return end_of(e, last);
    }
    size_t end = svi_tree_byte(e->text, e->size, node->end_mark.index);
    while (end > 0 && strchr(" \t\r\n", e->text[end - 1]) != NULL) {
        end--;
    }
    return end;
}

/* Finds a pair of a mapping by its key. Returns false if there is no such pair. */
static bool find_pair(struct edit *e, const yaml_node_t *mapping, const char *name,
                      const yaml_node_t **key, const yaml_node_t **value)
{
    if (mapping->type != YAML_MAPPING_NODE) {
        return false;
    }
    for (size_t i = 0; svi_tree_pair(&e->tree, mapping, i, key, value); i++) {
        const char *text = svi_tree_scalar(*key);
        if (text != NULL && strcmp(text, name) == 0) {
            return true;
        }
    }
    return false;
}

static const yaml_node_t *value_of(struct edit *e, const yaml_node_t *mapping, const char *name)
{
    const yaml_node_t *key, *value;
    return find_pair(e, mapping, name, &key, &value) ? value : NULL;
}

/* Appends the text with [from, to) replaced by `by`. */
static void put(const struct edit *e, size_t from, size_t to, const struct svi_buf *by,
                struct svi_buf *out)
{
    svi_buf_append(out, e->text, from);
    svi_buf_append(out, by->data, by->size);
    svi_buf_append(out, e->text + to, e->size - to);
}

static enum sv_status replace(struct edit *e, const yaml_node_t *item,
                              const struct svi_draft_bot *bot, struct svi_buf *out)
{
    const yaml_node_t *key = NULL, *command = value_of(e, item, "command");
    struct svi_buf words = {0};
    if (command == NULL && !find_pair(e, item, "bot", &key, &command)) {
        return svi_tree_wrong(&e->tree, item, "bots", SV_E_RANGE,
                              "found no command of bot '%s', expected a bot that is started here",
                              bot->name);
    }
    if (command->start_mark.index < item->start_mark.index) {
        return svi_tree_wrong(&e->tree, item, "bots", SV_E_RANGE,
                              "found an alias as the command of bot '%s', expected the command",
                              bot->name);
    }
    svi_out_text(&words, key != NULL ? "command: " : "");
    put_words(&words, bot->argv);
    const yaml_node_t *from = key != NULL ? key : command;
    put(e, svi_tree_byte(e->text, e->size, from->start_mark.index), end_of(e, command), &words,
        out);
    svi_buf_finish(&words);
    return SV_OK;
}

static void append(struct edit *e, const yaml_node_t *bots, size_t n,
                   const struct svi_draft_bot *bot, struct svi_buf *out)
{
    const bool flow = bots->data.sequence.style == YAML_FLOW_SEQUENCE_STYLE;
    SCOPED(svi_buf_finish) struct svi_buf words = {0};
    size_t at;
    if (n == 0) {
        at = svi_tree_byte(e->text, e->size, bots->end_mark.index) -
             1; /* before the bracket of "[]" */
        svi_league_draft_bot(&words, bot);
    } else if (flow) {
        at = end_of(e, svi_tree_item(&e->tree, bots, n - 1));
        svi_out_text(&words, ", ");
        svi_league_draft_bot(&words, bot);
    } else {
        at = end_of(e, svi_tree_item(&e->tree, bots, n - 1));
        const char *end = memchr(e->text + at, '\n', e->size - at);
        at = end != NULL ? (size_t)(end - e->text) : e->size;
        svi_out_char(&words, '\n');
        for (size_t column = 0; column < bots->start_mark.column; column++) {
            svi_out_char(&words, ' ');
        }
        svi_out_text(&words, "- ");
        svi_league_draft_bot(&words, bot);
    }
    put(e, at, at, &words, out);
}

static enum sv_status edit(struct edit *e, const struct svi_draft_bot *bot, struct svi_buf *out,
                           bool *replaced)
{
    const yaml_node_t *root = svi_tree_root(&e->tree);
    const yaml_node_t *bots = value_of(e, root, "bots");
    size_t n = 0;
    if (bots == NULL) {
        return svi_tree_wrong(&e->tree, root, "bots", SV_E_MISSING,
                              "found none, expected a list of bots");
    }
    SVI_TRY(svi_tree_list(&e->tree, bots, "bots", SIZE_MAX, &n));
    *replaced = false;
    for (size_t i = 0; i < n; i++) {
        const yaml_node_t *item = svi_tree_item(&e->tree, bots, i);
        const yaml_node_t *name = value_of(e, item, "name");
        const char *text = name != NULL ? svi_tree_scalar(name) : NULL;
        if (text != NULL && strcmp(text, bot->name) == 0) {
            *replaced = true;
            return replace(e, item, bot, out);
        }
    }
    append(e, bots, n, bot, out);
    return SV_OK;
}

enum sv_status svi_league_edit_bot(const char *file, const char *text, size_t size,
                                   const struct svi_draft_bot *bot, struct svi_buf *out,
                                   bool *replaced, struct svi_error *error)
{
    struct edit e = {.text = text, .size = size};
    enum sv_status status = svi_tree_init(&e.tree, file, text, size, error);
    if (status == SV_OK) {
        status = edit(&e, bot, out, replaced);
        svi_tree_finish(&e.tree);
    }
    return status;
}
