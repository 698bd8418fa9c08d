#include "config/league_edit.h"

#include "base/out.h"
#include "edition/tree.h"

#include <stdio.h>
#include <string.h>

struct edit {
    struct svi_tree tree;
    const char *text;
    size_t size;
};

/* The byte that libyaml's mark is at: it counts characters. */
static size_t byte_at(const struct edit *e, size_t characters)
{
    size_t at = 0;
    while (characters > 0 && at < e->size) {
        do {
            at++;
        } while (at < e->size && ((unsigned char)e->text[at] & 0xc0) == 0x80);
        characters--;
    }
    return at;
}

/* Where a node ends: a block's mark is behind the white space and the comments that follow it. */
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
    /* An alias stands for a node before it. */
    if (last != NULL && last->start_mark.index >= node->start_mark.index) {
        return end_of(e, last);
    }
    size_t end = byte_at(e, node->end_mark.index);
    while (end > 0 && strchr(" \t\r\n", e->text[end - 1]) != NULL) {
        end--;
    }
    return end;
}

static const yaml_node_t *value_of(struct edit *e, const yaml_node_t *mapping, const char *name)
{
    const yaml_node_t *key, *value;
    if (mapping->type != YAML_MAPPING_NODE) {
        return NULL;
    }
    for (size_t i = 0; svi_tree_pair(&e->tree, mapping, i, &key, &value); i++) {
        const char *text = svi_tree_scalar(key);
        if (text != NULL && strcmp(text, name) == 0) {
            return value;
        }
    }
    return NULL;
}

/* The text with [from, to) replaced by `by`. */
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
    const yaml_node_t *command = value_of(e, item, "command");
    struct svi_buf words = {0};
    if (command == NULL) {
        return svi_tree_wrong(&e->tree, item, "bots", SV_E_RANGE,
                              "found no command of bot '%s', expected a bot that is started here",
                              bot->name);
    }
    if (command->start_mark.index < item->start_mark.index) {
        return svi_tree_wrong(&e->tree, item, "bots", SV_E_RANGE,
                              "found an alias as the command of bot '%s', expected the command",
                              bot->name);
    }
    svi_league_draft_command(&words, bot);
    put(e, byte_at(e, command->start_mark.index), end_of(e, command), &words, out);
    svi_buf_finish(&words);
    return SV_OK;
}

static void append(struct edit *e, const yaml_node_t *bots, size_t n,
                   const struct svi_draft_bot *bot, struct svi_buf *out)
{
    const bool flow = bots->data.sequence.style == YAML_FLOW_SEQUENCE_STYLE;
    struct svi_buf words = {0};
    size_t at;
    if (n == 0) {
        at = byte_at(e, bots->end_mark.index) - 1; /* "[]" */
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
    svi_buf_finish(&words);
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
    const enum sv_status status = svi_tree_list(&e->tree, bots, "bots", SIZE_MAX, &n);
    *replaced = false;
    for (size_t i = 0; status == SV_OK && i < n; i++) {
        const yaml_node_t *item = svi_tree_item(&e->tree, bots, i);
        const yaml_node_t *name = value_of(e, item, "name");
        const char *text = name != NULL ? svi_tree_scalar(name) : NULL;
        if (text != NULL && strcmp(text, bot->name) == 0) {
            *replaced = true;
            return replace(e, item, bot, out);
        }
    }
    if (status == SV_OK) {
        append(e, bots, n, bot, out);
    }
    return status;
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
