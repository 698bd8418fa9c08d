#include "edition/tree.h"

#include "base/number.h"
#include "base/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of a scalar that an error quotes. */
#define QUOTED 40

/* Lists and mappings inside each other; an edition file needs six. */
#define DEPTH 32u
#define ANCHORS 1000u       /* in a file */
#define ALIASED (16u << 20) /* bytes that all aliases of a file may expand to; a file has 1 MiB */

static enum sv_status wrong_at(const struct svi_tree *tree, size_t line, const char *key,
                               enum sv_status status, const char *format, va_list args)
{
    struct svi_error found;
    (void)svi_vfail(&found, status, format, args);
    (void)svi_fail(tree->error, status, "%s:%zu: %s%s%s", tree->file, line, key,
                   key[0] != 0 ? ": " : "", found.text);
    svi_text_clean(tree->error->text); /* it quotes the file */
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

/* Returns whether a line is indented with a tab. */
static bool has_tab(const char *line, size_t size)
{
    size_t i = 0;
    while (i < size && (line[i] == ' ' || line[i] == '-')) {
        i++;
    }
    return i < size && line[i] == '\t';
}

/* libyaml's messages for common slips, each with a plain description and a remedy. With `of_line`
 * the line in which the list or mapping begins is named between the two. */
static const struct {
    const char *problem, *found;
    bool of_line;
    const char *expected;
} slips[] = {
    {"mapping values are not allowed", "found a second ':' in a line", false,
     "expected a text with ': ' in it to stand in quotes"},
    {"cannot start any token", "found a character that begins no text", false,
     "expected a text that begins so to stand in quotes"},
    {"could not find expected ':'", "found no ':'", false,
     "expected 'key: value' with a blank after the colon"},
    {"did not find expected '-' indicator", "found no item of the list", true,
     "expected '- ' below its first '-'"},
    {"did not find expected key", "found no key of the mapping", true,
     "expected 'key: value' below its first key"},
    {"block sequence entries are not allowed", "found '- ' behind other text", false,
     "expected a list to begin in a line of its own"},
    {"undefined alias", "found a text that begins with '*'", false, "expected it in quotes"},
    {"alphabetic or numeric", "found a text that begins with '*' or '&'", false,
     "expected it in quotes"},
    {"unknown escape character", "found '\\' before another character than YAML knows", false,
     "expected '...' around a text with backslashes"},
    {"did not find expected node content", "found no value", false, "expected a text, [ or {"},
    {"did not find expected <document start>", "found a line that does not go on from the first",
     false, "expected all keys in one column"},
    {"comment or line break", "found text behind '|' or '>'", false,
     "expected it in the next line, indented"},
};

/* ---- unclosed brackets and quotes ------------------------------------------------------------ */

/* A bracket or a quote that the parser has met. */
struct open_mark {
    char mark; /* 0: none */
    size_t line;
};

size_t svi_tree_byte(const char *text, size_t size, size_t character)
{
    size_t characters = 0, at = 0;
    while (at < size && characters < character) {
        at++;
        characters += at == size || (text[at] & 0xc0) != 0x80;
    }
    return at;
}

/* Returns whether the text from `at` on closes a bracket that is open there. */
static bool closes(const char *text, size_t size, size_t at, char bracket)
{
    unsigned depth = 0;
    char quote = 0;
    for (size_t i = at; i < size; i++) {
        const char c = text[i];
        const bool begins =
            i == 0 || (text[i - 1] != '\0' && strchr(" \n[{,:", text[i - 1]) != NULL);
        if (quote != 0) {
            quote = c == quote ? 0 : quote;
        } else if ((c == '"' || c == '\'') && begins) {
            quote = c;
        } else if (c == '#' && begins) {
            const char *end = memchr(text + i, '\n', size - i);
            i = end != NULL ? (size_t)(end - text) : size;
        } else if (c == '[' || c == '{') {
            depth++;
        } else if ((c == ']' || c == '}') && depth-- == 0) {
            return c == (bracket == '[' ? ']' : '}');
        }
    }
    return false;
}

static bool start(yaml_parser_t *parser, const char *text, size_t size);

/* Follows one token: open[*depth] is the innermost bracket, and *quoted the token if it is a quoted
 * text of several lines. */
static void follow(const yaml_token_t *token, struct open_mark open[DEPTH + 2], unsigned *depth,
                   struct open_mark *quoted)
{
    const size_t line = token->start_mark.line;
    const bool list = token->type == YAML_FLOW_SEQUENCE_START_TOKEN;
    *quoted = (struct open_mark){0};
    switch (token->type) {
    case YAML_FLOW_SEQUENCE_START_TOKEN:
    case YAML_FLOW_MAPPING_START_TOKEN:
        *depth += *depth < DEPTH + 1;
        open[*depth] = (struct open_mark){list ? '[' : '{', line};
        break;
    case YAML_FLOW_SEQUENCE_END_TOKEN:
    case YAML_FLOW_MAPPING_END_TOKEN:
        *depth -= *depth > 0;
        break;
    case YAML_SCALAR_TOKEN: {
        const yaml_scalar_style_t style = token->data.scalar.style;
        const bool twice = style == YAML_DOUBLE_QUOTED_SCALAR_STYLE;
        if ((twice || style == YAML_SINGLE_QUOTED_SCALAR_STYLE) && token->end_mark.line > line) {
            *quoted = (struct open_mark){twice ? '"' : '\'', line};
        }
        break;
    }
    default:
        break;
    }
}

/* The innermost bracket that is open where the parser stopped. A quoted text of several lines just
 * before comes first: most likely its quote was meant to be closed earlier. */
static struct open_mark find_open(const yaml_parser_t *stopped, const char *text, size_t size)
{
    struct open_mark open[DEPTH + 2] = {0}, quoted = {0};
    unsigned depth = 0;
    yaml_parser_t parser;
    yaml_token_t token;
    if (stopped->context != NULL && strstr(stopped->context, "quoted scalar") != NULL &&
        strstr(stopped->problem, "unexpected") != NULL) { /* it goes on to the end of the file */
        const size_t at = svi_tree_byte(text, size, stopped->context_mark.index);
        return (struct open_mark){at < size ? text[at] : '"', stopped->context_mark.line};
    }
    bool more = start(&parser, text, size);
    while (more && yaml_parser_scan(&parser, &token)) {
        more = token.type != YAML_STREAM_END_TOKEN &&
               token.start_mark.index < stopped->problem_mark.index;
        if (more) {
            follow(&token, open, &depth, &quoted);
        }
        yaml_token_delete(&token);
    }
    yaml_parser_delete(&parser);
    return quoted.mark != 0 ? quoted : open[depth];
}

static enum sv_status no_memory(const struct svi_tree *tree)
{
    return svi_fail(tree->error, SV_E_SYSTEM, "%s: no memory for YAML", tree->file);
}

/* How a quote or bracket is quoted. */
static const char *quoted_mark(char mark)
{
    return mark == '"' ? "'\"'" : mark == '\'' ? "\"'\"" : mark == '[' ? "'['" : "'{'";
}

/* Says that a quote or a bracket is not closed, or that a comma is missing in one that is; false if
 * the parser stopped for something else. */
static bool tell_open(const struct svi_tree *tree, const yaml_parser_t *parser,
                      struct open_mark open, const char *text, size_t size)
{
    const char *mark = quoted_mark(open.mark);
    const size_t line = parser->problem_mark.line;
    const size_t at = svi_tree_byte(text, size, parser->problem_mark.index);
    if (open.mark == '"' || open.mark == '\'') {
        (void)(open.line == line || at == size
                   ? syntax_error(tree, open.line + 1, "%s is not closed; expected a second", mark)
                   : syntax_error(tree, open.line + 1,
                                  "%s is not closed in its line; the next is in line %zu", mark,
                                  line + 1));
        return true;
    }
    const char end = open.mark == '[' ? ']' : '}';
    if (at < size && (text[at] == ']' || text[at] == '}')) {
        (void)syntax_error(tree, open.line + 1, "%s is not closed before '%c'; expected '%c'", mark,
                           text[at], end);
        return true;
    }
    if (!closes(text, size, at, open.mark)) {
        (void)syntax_error(tree, open.line + 1, "%s is not closed; expected '%c'", mark, end);
        return true;
    }
    const bool comma = strstr(parser->problem, "',' or") != NULL;
    if (comma) {
        (void)syntax_error(tree, line + 1,
                           "found no ',' between two parts of the %s of line %zu; expected one",
                           mark, open.line + 1);
    }
    return comma;
}

/* Writes the error at which the parser stopped although no bracket or quote is open. */
static enum sv_status tell_slip(const struct svi_tree *tree, const yaml_parser_t *parser,
                                const char *text, size_t size)
{
    const char *problem = parser->problem;
    const size_t line = parser->problem_mark.line;
    const size_t at = svi_tree_byte(text, size, parser->problem_mark.index);
    const char *begin;
    const size_t length = line_of(text, size, line, &begin);
    const size_t before = (size_t)(text + at - begin);
    if (at < size && (text[at] == ']' || text[at] == '}')) {
        return syntax_error(tree, line + 1, "found '%c' without a '%c' before it", text[at],
                            text[at] == ']' ? '[' : '{');
    }
    if (line > 0 && strstr(problem, "mapping values are not allowed") != NULL && before < length &&
        memchr(begin, ':', before) == NULL) {
        return syntax_error(tree, line + 1,
                            "found a key within the text of line %zu; expected 'key: value' in "
                            "each line, all keys in one column",
                            line);
    }
    if (at < size && text[at] == '-' && strstr(problem, "expected key") != NULL) {
        return syntax_error(
            tree, line + 1,
            "found '- ' in another column than before; expected all of a list in one");
    }
    for (size_t i = 0; i < sizeof slips / sizeof slips[0]; i++) {
        if (strstr(problem, slips[i].problem) != NULL) {
            char of_line[40] = "";
            if (slips[i].of_line) {
                snprintf(of_line, sizeof of_line, " of line %zu", parser->context_mark.line + 1);
            }
            /* A key without its colon is missed only in the next line. */
            const bool key = strstr(problem, "expected ':'") != NULL;
            return syntax_error(tree, (key ? parser->context_mark.line : line) + 1, "%s%s, %s",
                                slips[i].found, of_line, slips[i].expected);
        }
    }
    return syntax_error(tree, line + 1, "found no YAML (%s), expected YAML", problem);
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
        return syntax_error(tree, line + 1, "found no YAML (%s), expected YAML", problem);
    }
    for (size_t near = line > 0 ? line - 1 : 0; near <= line; near++) {
        const size_t length = line_of(text, size, near, &line_text);
        if (has_tab(line_text, length)) {
            return syntax_error(tree, near + 1,
                                "found a tab, expected blanks: YAML takes no tabs "
                                "to indent with");
        }
    }
    const struct open_mark open = find_open(parser, text, size);
    return open.mark != 0 && tell_open(tree, parser, open, text, size)
               ? SV_E_TYPE
               : tell_slip(tree, parser, text, size);
}

/* Checks the marks that an editor may have put before the text. */
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

/* An anchor, `&name`. */
struct anchor {
    char *name;
    size_t bytes; /* of its node with all aliases expanded; SIZE_MAX until the node's end is read */
};

/* A list or mapping whose end has not been read. */
struct open_node {
    size_t bytes;
    struct anchor *anchor; /* or NULL */
};

/* The state of prescan(). */
struct scan {
    const struct svi_tree *tree;
    unsigned depth, documents, n_anchors;
    size_t aliased; /* bytes that the aliases read so far expand to */
    struct open_node open[DEPTH + 1];
    struct anchor anchor[ANCHORS];
};

/* Adds the anchor of a node. *out is NULL if the node has none. */
static enum sv_status add_anchor(struct scan *s, size_t line, const yaml_char_t *name, size_t bytes,
                                 struct anchor **out)
{
    *out = NULL;
    if (name == NULL) {
        return SV_OK;
    }
    if (s->n_anchors == ANCHORS) {
        return syntax_error(s->tree, line, "found more than %u anchors, expected fewer", ANCHORS);
    }
    *out = &s->anchor[s->n_anchors];
    **out = (struct anchor){.name = strdup((const char *)name), .bytes = bytes};
    s->n_anchors += (*out)->name != NULL;
    return (*out)->name != NULL ? SV_OK : no_memory(s->tree);
}

static enum sv_status open_node(struct scan *s, size_t line, const yaml_char_t *anchor)
{
    if (s->depth == DEPTH) {
        return syntax_error(s->tree, line, "found more than %u levels, expected fewer", DEPTH);
    }
    struct open_node *node = &s->open[++s->depth];
    node->bytes = 0;
    return add_anchor(s, line, anchor, SIZE_MAX, &node->anchor);
}

static void close_node(struct scan *s)
{
    const struct open_node *node = &s->open[s->depth--];
    if (node->anchor != NULL) {
        node->anchor->bytes = node->bytes;
    }
    s->open[s->depth].bytes += node->bytes;
}

/* Counts the bytes that an alias expands to: a few aliases of aliases can expand to gigabytes. */
static enum sv_status add_alias(struct scan *s, size_t line, const char *name)
{
    for (unsigned i = 0; i < s->n_anchors; i++) {
        const struct anchor *anchor = &s->anchor[i];
        if (strcmp(anchor->name, name) != 0) {
            continue;
        }
        if (anchor->bytes == SIZE_MAX) {
            return syntax_error(
                s->tree, line,
                "found the alias '*%.40s' inside '&%.40s', expected it after its end", name, name);
        }
        s->aliased += anchor->bytes;
        s->open[s->depth].bytes += anchor->bytes;
        return s->aliased > ALIASED
                   ? syntax_error(s->tree, line,
                                  "found aliases that expand to more than %u MiB, expected fewer",
                                  ALIASED >> 20)
                   : SV_OK;
    }
    return SV_OK; /* an unknown name, which libyaml will report */
}

/* One event of the file, counted in. */
static enum sv_status judge_event(struct scan *s, const yaml_event_t *event)
{
    const size_t line = event->start_mark.line + 1;
    struct anchor *anchor;
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        return ++s->documents > 1
                   ? syntax_error(s->tree, line, "found a second document, expected one")
                   : SV_OK;
    case YAML_SEQUENCE_START_EVENT:
        return open_node(s, line, event->data.sequence_start.anchor);
    case YAML_MAPPING_START_EVENT:
        return open_node(s, line, event->data.mapping_start.anchor);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        close_node(s);
        return SV_OK;
    case YAML_SCALAR_EVENT:
        s->open[s->depth].bytes += event->data.scalar.length + 1;
        return add_anchor(s, line, event->data.scalar.anchor, event->data.scalar.length + 1,
                          &anchor);
    case YAML_ALIAS_EVENT:
        return add_alias(s, line, (const char *)event->data.alias.anchor);
    default:
        return SV_OK;
    }
}

/* Reads the file once before building its tree, to bound its nesting, anchors and aliases.
 * libyaml's time is quadratic in the nesting and in the number of anchors: a megabyte of brackets
 * would take many minutes. */
static enum sv_status prescan(const struct svi_tree *tree, const char *text, size_t size)
{
    yaml_parser_t parser;
    struct scan s = {.tree = tree};
    if (!start(&parser, text, size)) {
        return no_memory(tree);
    }
    enum sv_status status = SV_OK;
    for (bool more = true; more && status == SV_OK;) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) {
            status = no_yaml(tree, &parser, text, size);
            break;
        }
        more = event.type != YAML_STREAM_END_EVENT;
        status = judge_event(&s, &event);
        yaml_event_delete(&event);
    }
    for (unsigned i = 0; i < s.n_anchors; i++) {
        free(s.anchor[i].name);
    }
    yaml_parser_delete(&parser);
    return status;
}

enum sv_status svi_tree_init(struct svi_tree *tree, const char *file, const char *text, size_t size,
                             struct svi_error *error)
{
    tree->file = file;
    tree->error = error;
    tree->mistakes = NULL;
    yaml_parser_t parser;
    SVI_TRY(check_encoding(tree, text, size));
    SVI_TRY(prescan(tree, text, size));
    if (!start(&parser, text, size)) {
        return no_memory(tree);
    }
    enum sv_status status = SV_OK;
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

/* Returns whether a text is a whole number with leading zeros. */
static bool has_zeros(const char *text)
{
    const char *digit = text + (text[0] == '-');
    return digit[0] == '0' && digit[1] != 0 && strspn(digit, "0123456789") == strlen(digit);
}

/* Says what was found at a node, and then `rest`. */
static enum sv_status found_but(const struct svi_tree *tree, const yaml_node_t *node,
                                const char *key, const char *rest)
{
    if (node->type == YAML_SEQUENCE_NODE) {
        return svi_tree_wrong(tree, node, key, SV_E_TYPE, "found a list, %s", rest);
    }
    if (node->type == YAML_MAPPING_NODE) {
        return svi_tree_wrong(tree, node, key, SV_E_TYPE, "found a mapping, %s", rest);
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
    const bool zeros = has_zeros(quoted) && strstr(rest, "number") != NULL;
    return svi_tree_wrong(tree, node, key, SV_E_TYPE, "found '%s%s', %s%s", quoted,
                          cut ? "..." : "", rest, zeros ? " without zeros before it" : "");
}

enum sv_status svi_tree_unexpected(const struct svi_tree *tree, const yaml_node_t *node,
                                   const char *key, const char *expected)
{
    char rest[SVI_EXPECTED];
    snprintf(rest, sizeof rest, "expected %s", expected);
    return found_but(tree, node, key, rest);
}

/* Some names, for svi_expected(). */
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
                                  const char *key, const struct svi_choices *choices)
{
    char rest[SVI_EXPECTED];
    const char *found = svi_tree_scalar(node);
    const char *elsewhere = found != NULL ? svi_elsewhere(found) : NULL;
    svi_expected(choices, found, rest, sizeof rest);
    if (elsewhere != NULL && svi_nearest(found, choices->at, choices->words) == NULL) {
        const size_t length = strlen(rest);
        snprintf(rest + length, sizeof rest - length, "; that is %s", elsewhere);
    }
    return found_but(tree, node, key, rest);
}

enum sv_status svi_tree_word(const struct svi_tree *tree, const yaml_node_t *node, const char *key,
                             const struct svi_numbered *words, unsigned *out)
{
    const char *text = svi_tree_scalar(node);
    for (unsigned i = 0; text != NULL && i < words->count; i++) {
        if (strcmp(text, words->name_of(i)) == 0) {
            *out = i;
            return SV_OK;
        }
    }
    const struct svi_choices choices = {.at = svi_numbered_at, .words = words};
    return svi_tree_not_among(tree, node, key, &choices);
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
    if (tree->error->text[0] != '\0') { /* else a step within this one has noted it */
        svi_buf_append(tree->mistakes, tree->error->text, strlen(tree->error->text));
        svi_buf_byte(tree->mistakes, '\n');
        tree->error->text[0] = '\0';
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
            const struct svi_choices choices = {.at = name_at, .words = &all};
            step = svi_tree_not_among(tree, name, key[0] != 0 ? key : "key", &choices);
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
