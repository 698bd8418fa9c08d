#include "edition/tree.h"

#include "base/number.h"
#include "base/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Bytes of a scalar that an error quotes. */
#define QUOTED 40

/* Lists and mappings inside each other; an edition file needs six. */
#define DEPTH 32u

static enum sv_status wrong_at(const struct svi_tree *tree, size_t line, const char *key,
                               enum sv_status status, const char *format, va_list args)
{
    const int length = snprintf(tree->error, tree->error_size, "%s:%zu: %s%s", tree->file, line,
                                key, key[0] != 0 ? ": " : "");
    if (length > 0 && (size_t)length < tree->error_size) {
        vsnprintf(tree->error + length, tree->error_size - (size_t)length, format, args);
    }
    svi_text_clean(tree->error); /* it quotes the file */
    return status;
}

enum sv_status svi_tree_wrong(const struct svi_tree *tree, const yaml_node_t *node, const char *key,
                              enum sv_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    wrong_at(tree, svi_tree_line(node), key, status, format, args);
    va_end(args);
    return status;
}

static enum sv_status syntax_error(const struct svi_tree *tree, size_t line, const char *format,
                                   ...)
{
    va_list args;
    va_start(args, format);
    wrong_at(tree, line, "", SV_E_TYPE, format, args);
    va_end(args);
    return SV_E_TYPE;
}

/* The line of a text with the number `line`, from 0; its length without the end. */
static size_t line_of(const char *text, size_t size, size_t line, const char **out)
{
    const char *end = text + size;
    for (; line > 0 && text < end; line--) {
        const char *next = memchr(text, '\n', (size_t)(end - text));
        text = next != NULL ? next + 1 : end;
    }
    const char *stop = memchr(text, '\n', (size_t)(end - text));
    *out = text;
    return (size_t)((stop != NULL ? stop : end) - text);
}

/* Whether a line is indented with a tab. */
static bool has_tab(const char *line, size_t size)
{
    size_t i = 0;
    while (i < size && (line[i] == ' ' || line[i] == '-')) {
        i++;
    }
    return i < size && line[i] == '\t';
}

/* libyaml's words for common slips, and what helps. */
static const char *remedy(const char *problem)
{
    static const char *const known[][2] = {
        {"mapping values are not allowed",
         "found a second ':' in a line, expected a text with ': ' "
         "in it to stand in quotes"},
        {"cannot start any token", "found a character that begins no text, expected a text that "
                                   "begins so to stand in quotes"},
        {"could not find expected ':'",
         "found no ':', expected 'key: value' with a blank after the "
         "colon"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strstr(problem, known[i][0]) != NULL) {
            return known[i][1];
        }
    }
    return NULL;
}

static enum sv_status no_memory(const struct svi_tree *tree)
{
    (void)snprintf(tree->error, tree->error_size, "%s: no memory for YAML", tree->file);
    return SV_E_SYSTEM;
}

/* The parser has stopped. */
static enum sv_status no_yaml(const struct svi_tree *tree, const yaml_parser_t *parser,
                              const char *text, size_t size)
{
    const char *problem = parser->problem;
    const char *line_text;
    size_t line = parser->problem_mark.line;
    if (parser->error == YAML_MEMORY_ERROR || problem == NULL) { /* it does not always say */
        return no_memory(tree);
    }
    if (parser->error == YAML_READER_ERROR) { /* knows the byte only */
        line = 0;
        for (size_t i = 0; i < size && i < parser->problem_offset; i++) {
            line += text[i] == '\n';
        }
    }
    for (size_t near = line > 0 ? line - 1 : 0; near <= line; near++) {
        const size_t length = line_of(text, size, near, &line_text);
        if (has_tab(line_text, length)) {
            return syntax_error(tree, near + 1,
                                "found a tab, expected blanks: YAML takes no tabs "
                                "to indent with");
        }
    }
    if (strstr(problem, "',' or ']'") != NULL || strstr(problem, "',' or '}'") != NULL) {
        const bool list = strstr(problem, "']'") != NULL;
        return syntax_error(tree, line + 1, "found no '%c' to the '%c' of line %zu, expected one",
                            list ? ']' : '}', list ? '[' : '{', parser->context_mark.line + 1);
    }
    if (remedy(problem) != NULL) {
        return syntax_error(tree, line + 1, "%s", remedy(problem));
    }
    return syntax_error(tree, line + 1, "found no YAML (%s), expected YAML", problem);
}

/* What an editor may have put before the text. */
static enum sv_status check_encoding(const struct svi_tree *tree, const char *text, size_t size)
{
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
        return syntax_error(tree, 1,
                            "found a byte order mark, expected none: save the file as "
                            "UTF-8 without it");
    }
    if (size >= 2 && (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0)) {
        return syntax_error(tree, 1, "found UTF-16, expected UTF-8");
    }
    return SV_OK;
}

static bool start(yaml_parser_t *parser, const char *text, size_t size)
{
    if (!yaml_parser_initialize(parser)) {
        return false;
    }
    yaml_parser_set_input_string(parser, (const unsigned char *)text, size);
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING);
    return true;
}

/* One event of the file, counted in. */
static enum sv_status judge_event(const struct svi_tree *tree, const yaml_event_t *event,
                                  unsigned *depth, unsigned *documents)
{
    const size_t line = event->start_mark.line + 1;
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        return ++*documents > 1 ? syntax_error(tree, line, "found a second document, expected one")
                                : SV_OK;
    case YAML_SEQUENCE_START_EVENT:
    case YAML_MAPPING_START_EVENT:
        return ++*depth > DEPTH
                   ? syntax_error(tree, line, "found more than %u levels, expected fewer", DEPTH)
                   : SV_OK;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        --*depth;
        return SV_OK;
    default:
        return SV_OK;
    }
}

/* Goes through the file once before a tree is made of it: libyaml takes time quadratic in the depth
 * of what is nested, so that a megabyte of brackets would keep it busy for many minutes. */
static enum sv_status prescan(const struct svi_tree *tree, const char *text, size_t size)
{
    yaml_parser_t parser;
    if (!start(&parser, text, size)) {
        return no_memory(tree);
    }
    unsigned depth = 0, documents = 0;
    enum sv_status status = SV_OK;
    for (bool more = true; more && status == SV_OK;) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) {
            status = no_yaml(tree, &parser, text, size);
            break;
        }
        more = event.type != YAML_STREAM_END_EVENT;
        status = judge_event(tree, &event, &depth, &documents);
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    return status;
}

enum sv_status svi_tree_init(struct svi_tree *tree, const char *file, const char *text, size_t size,
                             char *error, size_t error_size)
{
    tree->file = file;
    tree->error = error;
    tree->error_size = error_size;
    tree->mistakes = NULL;
    yaml_parser_t parser;
    enum sv_status status = check_encoding(tree, text, size);
    if (status == SV_OK) {
        status = prescan(tree, text, size);
    }
    if (status != SV_OK) {
        return status;
    }
    if (!start(&parser, text, size)) {
        return no_memory(tree);
    }
    if (!yaml_parser_load(&parser, &tree->document)) {
        status = no_yaml(tree, &parser, text, size);
    } else if (yaml_document_get_root_node(&tree->document) == NULL) {
        yaml_document_delete(&tree->document);
        status = syntax_error(tree, 1, "found an empty file, expected a mapping");
    }
    yaml_parser_delete(&parser);
    return status;
}

void svi_tree_finish(struct svi_tree *tree)
{
    yaml_document_delete(&tree->document);
}

const yaml_node_t *svi_tree_root(struct svi_tree *tree)
{
    return yaml_document_get_root_node(&tree->document);
}

unsigned svi_tree_line(const yaml_node_t *node)
{
    return (unsigned)node->start_mark.line + 1;
}

/* Whether a text is a whole number but for zeros before it. */
static bool has_zeros(const char *text)
{
    const char *digit = text + (text[0] == '-');
    return digit[0] == '0' && digit[1] != 0 && strspn(digit, "0123456789") == strlen(digit);
}

enum sv_status svi_tree_unexpected(const struct svi_tree *tree, const yaml_node_t *node,
                                   const char *key, const char *expected)
{
    if (node->type == YAML_SEQUENCE_NODE) {
        return svi_tree_wrong(tree, node, key, SV_E_TYPE, "found a list, expected %s", expected);
    }
    if (node->type == YAML_MAPPING_NODE) {
        return svi_tree_wrong(tree, node, key, SV_E_TYPE, "found a mapping, expected %s", expected);
    }
    char quoted[QUOTED + 1];
    size_t length = 0;
    while (length < QUOTED && length < node->data.scalar.length) {
        const unsigned char byte = node->data.scalar.value[length];
        quoted[length++] = (char)(byte < 0x20 || byte == 0x7f ? '?' : byte);
    }
    const bool cut = length < node->data.scalar.length;
    while (cut && length > 0 && (node->data.scalar.value[length] & 0xc0) == 0x80) {
        length--; /* not in the middle of a character */
    }
    quoted[length] = 0;
    const bool zeros = has_zeros(quoted) && strstr(expected, "number") != NULL;
    return svi_tree_wrong(tree, node, key, SV_E_TYPE, "found '%s%s', expected %s%s", quoted,
                          cut ? "..." : "", expected, zeros ? " without zeros before it" : "");
}

/* Some names, for svi_nearest(). */
struct names {
    const char *const *name;
    size_t count;
};

static const char *name_at(const void *words, size_t i)
{
    const struct names *names = words;
    return i < names->count ? names->name[i] : NULL;
}

enum sv_status svi_tree_not_among(const struct svi_tree *tree, const yaml_node_t *node,
                                  const char *key, svi_word_fn *at, const void *words)
{
    const char *found = svi_tree_scalar(node);
    const char *near = found != NULL ? svi_nearest(found, at, words) : NULL;
    const char *elsewhere = found != NULL && near == NULL ? svi_elsewhere(found) : NULL;
    const char *name;
    char expected[400] = "";
    size_t length = 0;
    for (size_t i = 0; (name = at(words, i)) != NULL && length < sizeof expected; i++) {
        const char *before = i > 0 ? ", " : at(words, 1) != NULL ? "one of " : "";
        const int added =
            snprintf(expected + length, sizeof expected - length, "%s%s", before, name);
        length += added > 0 ? (size_t)added : 0;
    }
    if (near != NULL && length < sizeof expected) {
        snprintf(expected + length, sizeof expected - length, "; did you mean '%s'?", near);
    } else if (elsewhere != NULL && length < sizeof expected) {
        snprintf(expected + length, sizeof expected - length, "; that is %s", elsewhere);
    }
    return svi_tree_unexpected(tree, node, key, expected);
}

bool svi_tree_goes_on(const struct svi_tree *tree, enum sv_status step, enum sv_status *status)
{
    if (step == SV_OK) {
        return true;
    }
    *status = *status == SV_OK || step == SV_E_SYSTEM ? step : *status;
    if (tree->mistakes == NULL || step == SV_E_SYSTEM) {
        return false;
    }
    if (tree->error[0] != '\0') { /* else a step within this one has noted it */
        svi_buf_append(tree->mistakes, tree->error, strlen(tree->error));
        svi_buf_byte(tree->mistakes, '\n');
        tree->error[0] = '\0';
    }
    return true;
}

enum sv_status svi_tree_mapping(struct svi_tree *tree, const yaml_node_t *node, const char *key,
                                const char *const names[], size_t count, const yaml_node_t *found[])
{
    for (size_t i = 0; i < count; i++) {
        found[i] = NULL;
    }
    if (node->type != YAML_MAPPING_NODE) {
        return svi_tree_unexpected(tree, node, key, "a mapping");
    }
    const yaml_node_t *name, *value;
    enum sv_status status = SV_OK;
    for (size_t p = 0; svi_tree_pair(tree, node, p, &name, &value); p++) {
        const char *text = svi_tree_scalar(name);
        enum sv_status step = SV_OK;
        size_t i = 0;
        while (text != NULL && i < count && strcmp(text, names[i]) != 0) {
            i++;
        }
        if (text == NULL || i == count) {
            const struct names all = {names, count};
            step = svi_tree_not_among(tree, name, key[0] != 0 ? key : "key", name_at, &all);
        } else if (found[i] != NULL) {
            step = svi_tree_wrong(tree, name, key[0] != 0 ? key : "key", SV_E_DUPLICATE,
                                  "found '%s' twice, expected it once", names[i]);
        } else {
            found[i] = value;
        }
        if (!svi_tree_goes_on(tree, step, &status)) {
            return status;
        }
    }
    return status;
}

bool svi_tree_pair(struct svi_tree *tree, const yaml_node_t *node, size_t i,
                   const yaml_node_t **key, const yaml_node_t **value)
{
    const yaml_node_pair_t *pairs = node->data.mapping.pairs.start;
    if (pairs + i >= node->data.mapping.pairs.top) {
        return false;
    }
    *key = yaml_document_get_node(&tree->document, pairs[i].key);
    *value = yaml_document_get_node(&tree->document, pairs[i].value);
    return true;
}

enum sv_status svi_tree_list(struct svi_tree *tree, const yaml_node_t *node, const char *key,
                             size_t most, size_t *count)
{
    if (node->type != YAML_SEQUENCE_NODE) {
        return svi_tree_unexpected(tree, node, key, "a list");
    }
    *count = (size_t)(node->data.sequence.items.top - node->data.sequence.items.start);
    if (*count > most) {
        return svi_tree_wrong(tree, node, key, SV_E_LENGTH, "found %zu items, expected at most %zu",
                              *count, most);
    }
    return SV_OK;
}

const yaml_node_t *svi_tree_item(struct svi_tree *tree, const yaml_node_t *node, size_t i)
{
    return yaml_document_get_node(&tree->document, node->data.sequence.items.start[i]);
}

const char *svi_tree_scalar(const yaml_node_t *node)
{
    if (node->type != YAML_SCALAR_NODE ||
        memchr(node->data.scalar.value, 0, node->data.scalar.length) != NULL) {
        return NULL;
    }
    return (const char *)node->data.scalar.value;
}

enum sv_status svi_tree_text(const struct svi_tree *tree, const yaml_node_t *node, const char *key,
                             char *out, size_t size)
{
    const char *text = svi_tree_scalar(node);
    if (text == NULL) {
        return svi_tree_unexpected(tree, node, key, "a text");
    }
    const size_t length = strlen(text);
    if (length == 0 || length >= size) {
        return svi_tree_wrong(tree, node, key, SV_E_LENGTH,
                              "found %zu bytes, expected a text of 1 to %zu", length, size - 1);
    }
    if (!svi_text_ok((const uint8_t *)text, length)) {
        return svi_tree_unexpected(tree, node, key, "a text without control characters");
    }
    memset(out, 0, size); /* no rest of an older text: equal editions are equal bytes */
    memcpy(out, text, length + 1);
    return SV_OK;
}

enum sv_status svi_tree_number(const struct svi_tree *tree, const yaml_node_t *node,
                               const char *key, int32_t *out)
{
    const char *text = svi_tree_scalar(node);
    if (text == NULL || !svi_number_parse(text, out)) {
        return svi_tree_unexpected(tree, node, key, "a whole number");
    }
    return SV_OK;
}

enum sv_status svi_tree_bool(const struct svi_tree *tree, const yaml_node_t *node, const char *key,
                             bool *out)
{
    const char *text = svi_tree_scalar(node);
    if (text == NULL || (strcmp(text, "true") != 0 && strcmp(text, "false") != 0)) {
        return svi_tree_unexpected(tree, node, key, "true or false");
    }
    *out = text[0] == 't';
    return SV_OK;
}
