/* solvent-seat [--no-menu] --connect ENDPOINT --name NAME
 *
 * A bot whose decisions another program makes, by text alone: the game in words (<solvent/text.h>)
 * goes to stdout as JSON lines, and lines on stdin answer. `solvent mcp` starts one for each game.
 *
 *     {"type": "start", "rules"}
 *     {"type": "event", "text"}
 *     {"type": "ask", "missed", "table", "question"}   the bot now waits for lines:
 *         judge JSON     says whether that answer would be legal
 *         answer JSON    gives that answer if it is legal; else the question stays open
 *         default        gives the documented default
 *         say TEXT       says a text to the table, with the answer
 *         log TEXT       puts a text beside the answer in the game's record
 *     {"type": "verdict", "legal", "text"}             for each of the first three
 *     {"type": "end"}
 *
 * Questions with one legal answer are answered here. At the end of stdin the bot ends. */
#include "base/json.h"
#include "base/out.h"

#include <solvent/text.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOST 3 /* status when the other program or memory is gone */

/* The room for one text; the bot plays one match at a time. */
static char text[SV_TEXT_ROOM];
static bool menu = true;

static void view_of(const struct sv_match *m, struct sv_text_view *out)
{
    sv_text_view_of(m, out);
    out->menu = menu;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void begin(struct svi_buf *out, const char *type)
{
    svi_out_char(out, '{');
    svi_json_string(out, "type", type);
}

/* Writes the line and frees it. */
static void end(struct svi_buf *out)
{
    svi_out_text(out, "}\n");
    if (out->failed || fwrite(out->data, 1, out->size, stdout) != out->size ||
        fflush(stdout) != 0) {
        exit(LOST); // NOLINT(concurrency-mt-unsafe): no threads
    }
    svi_buf_finish(out);
}

static void tell_verdict(bool legal, const char *words)
{
    struct svi_buf out = {0};
    begin(&out, "verdict");
    svi_json_bool(&out, "legal", legal);
    svi_json_string(&out, "text", words);
    end(&out);
}

/* ---- the bot --------------------------------------------------------------------------------- */

static void match_start(struct sv_match *m)
{
    struct svi_buf out = {0};
    begin(&out, "start");
    (void)sv_text_rules(m->edition, text, sizeof text);
    svi_json_string(&out, "rules", text);
    end(&out);
}

static void event(struct sv_match *m, const struct sv_event *ev)
{
    struct sv_text_view view;
    view_of(m, &view);
    if (sv_text_event(&view, ev, text, sizeof text) > 0) {
        struct svi_buf out = {0};
        begin(&out, "event");
        svi_json_string(&out, "text", text);
        end(&out);
    }
}

static void said(struct sv_match *m, unsigned seat, const char *words)
{
    struct svi_buf line = {0}, out = {0};
    svi_out_format(&line, "%s says: %s", m->name[seat], words);
    svi_out_char(&line, '\0');
    begin(&out, "event");
    svi_json_string(&out, "text", line.failed ? "" : (const char *)line.data);
    end(&out);
    svi_buf_finish(&line);
}

/* Returns whether the question's only legal answer is the default. */
static bool is_forced(const struct sv_match *m, const struct sv_question *q)
{
    struct sv_text_view view;
    if ((sv_decision_fields(q->kind) & ~(unsigned)(SV_F_CHOICE | SV_F_SPACE)) != 0) {
        return false;
    }
    sv_text_view_of(m, &view);
    view.menu = true;
    (void)sv_text_question(&view, q, text, sizeof text);
    return strstr(text, "\n2. ") == NULL;
}

static void tell_question(const struct sv_match *m, const struct sv_text_view *view,
                          const struct sv_question *q)
{
    struct svi_buf out = {0};
    begin(&out, "ask");
    svi_json_int(&out, "missed", m->missed);
    (void)sv_text_table(view, text, sizeof text);
    svi_json_string(&out, "table", text);
    (void)sv_text_question(view, q, text, sizeof text);
    svi_json_string(&out, "question", text);
    end(&out);
}

/* Says what a legal answer does. */
static void tell_answer(const struct sv_text_view *view, const struct sv_answer *a)
{
    (void)sv_text_answer(view, a, text, sizeof text);
    tell_verdict(true, text);
}

/* Reads an answer, says whether it is legal, and returns that. */
static bool judge(const struct sv_text_view *view, const struct sv_question *q, const char *reply,
                  struct sv_answer *out)
{
    const bool legal = sv_text_read(view, q, reply, strlen(reply), out, text, sizeof text) == SV_OK;
    if (legal) {
        tell_answer(view, out);
    } else {
        tell_verdict(false, text);
    }
    return legal;
}

static void decide(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    static char *line;
    static size_t room;
    char *words = NULL;
    struct sv_text_view view;
    struct sv_answer given;
    bool answered = false;
    if (is_forced(m, q)) {
        return;
    }
    view_of(m, &view);
    tell_question(m, &view, q);
    while (!answered) {
        if (getline(&line, &room, stdin) < 0) {
            exit(LOST); // NOLINT(concurrency-mt-unsafe): no threads
        }
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "judge ", 6) == 0) {
            (void)judge(&view, q, line + 6, &given);
        } else if (strncmp(line, "answer ", 7) == 0) {
            answered = judge(&view, q, line + 7, &given);
        } else if (strcmp(line, "default") == 0) {
            given = *a;
            answered = true;
            tell_answer(&view, a);
        } else if (strncmp(line, "say ", 4) == 0) {
            free(words);
            words = strdup(line + 4);
        } else if (strncmp(line, "log ", 4) == 0) {
            sv_log(m, "%s", line + 4);
        } else {
            tell_verdict(false, "expected judge, answer, default, say or log");
        }
    }
    if (words != NULL) {
        (void)sv_say(m, "%s", words);
        free(words);
    }
    *a = given;
}

static void match_end(struct sv_match *m, const struct sv_result *result)
{
    struct svi_buf out = {0};
    (void)m;
    if (result != NULL) {
        begin(&out, "end");
        end(&out);
    }
}

int main(int argc, char **argv)
{
    static const struct sv_bot bot = {
        .size = sizeof bot,
        .name = "seat",
        .version = "1",
        .matches = 1,
        .when = {.manage = SV_WHEN_CAN_BUILD | SV_WHEN_CAN_LIFT | SV_WHEN_DEEDS_CHANGED},
        .match_start = match_start,
        .event = event,
        .said = said,
        .match_end = match_end,
#define X(NAME, name, ...) .name = decide,
        SV_DECISIONS(X)
#undef X
    };
    if (argc > 1 && strcmp(argv[1], "--no-menu") == 0) {
        menu = false;
        argv[1] = argv[0];
        argv++;
        argc--;
    }
    return sv_bot_main(argc, argv, &bot);
}
