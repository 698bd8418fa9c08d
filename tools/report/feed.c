/* The news of a league as an Atom feed (RFC 4287): its nights, new leaders, and a decided test. */
#include "memory/memory.h"
#include "tools/analysis/figure.h"
#include "tools/report/report.h"

#include "base/out.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NAMED 3u /* bots that an entry names */

static void put_date(struct svi_buf *out, int64_t at_ms)
{
    const time_t at = (time_t)(at_ms / 1000);
    struct tm parts;
    char text[40] = "";
    if (gmtime_r(&at, &parts) != NULL) {
        (void)strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    }
    svi_out_format(out, "<updated>%s</updated>\n", text);
}

/* Appends an identifier that stays: the league's name, as far as an URN can have it, and `what`. */
static void put_id(const struct svi_page *page, const char *what)
{
    struct svi_buf *out = page->out;
    svi_out_text(out, "<id>urn:solvent:");
    for (const char *at = page->f->league->name; *at != '\0'; at++) {
        const bool plain = strchr("-._~0123456789", *at) != NULL || (*at >= 'a' && *at <= 'z') ||
                           (*at >= 'A' && *at <= 'Z');
        svi_out_format(out, plain ? "%c" : "%%%02X", (unsigned char)*at);
    }
    svi_out_format(out, ":%s</id>\n", what);
}

static void put_link(const struct svi_page *page, const char *rel, const char *path)
{
    const char *site = page->site != NULL ? page->site : page->served ? "/" : NULL;
    if (site != NULL) {
        svi_out_format(page->out, "<link rel=\"%s\" href=\"", rel);
        svi_markup_text(page->out, site, false);
        svi_out_format(page->out, "%s\"/>\n", path);
    }
}

/* Appends an entry, and finishes its title and its text. */
static void put_entry(const struct svi_page *page, const char *id, int64_t at_ms,
                      struct svi_buf *title, struct svi_buf *text)
{
    struct svi_buf *out = page->out;
    SCOPED(scoped_free) char *heading = svi_text_of(title);
    SCOPED(scoped_free) char *content = svi_text_of(text);
    svi_out_text(out, "<entry>\n");
    put_id(page, id);
    svi_out_text(out, "<title>");
    svi_markup_text(out, heading, false);
    svi_out_text(out, "</title>\n");
    put_date(out, at_ms);
    put_link(page, "alternate", "");
    svi_out_text(out, "<content type=\"text\">");
    svi_markup_text(out, content, false);
    svi_out_text(out, "</content>\n</entry>\n");
}

/* Finds the best bots at a step, best first. Returns their number, at most NAMED. */
static unsigned find_best(const struct svi_figures *f, const struct svi_figure_step *step,
                          unsigned best[NAMED])
{
    unsigned n = 0;
    for (unsigned bot = 0; bot < f->n; bot++) {
        if (!isfinite(step->rating[bot].value)) {
            continue;
        }
        unsigned at = n < NAMED ? n++ : NAMED;
        for (; at > 0 && step->rating[bot].value > step->rating[best[at - 1]].value; at--) {
            if (at < NAMED) {
                best[at] = best[at - 1];
            }
        }
        if (at < NAMED) {
            best[at] = bot;
        }
    }
    return n;
}

/* Appends "After 120 deals: learner 31, trader 12, careful -43." */
static void put_step(const struct svi_figures *f, const struct svi_figure_step *step,
                     struct svi_buf *out)
{
    unsigned best[NAMED];
    const unsigned n = find_best(f, step, best);
    svi_out_format(out, "After %" PRIu32 " deals: ", step->deals);
    for (unsigned k = 0; k < n; k++) {
        svi_out_format(out, "%s%s %s", k > 0 ? ", " : "", f->league->bot[best[k]],
                       svi_figure(step->rating[best[k]].value, 0, "").text);
    }
    svi_out_char(out, '.');
}

/* Appends an entry about a step; `before` is the step of the night before, or NULL. */
static void put_leader(const struct svi_page *page, const struct svi_figure_step *step,
                       const struct svi_figure_step *before)
{
    const struct svi_figures *f = page->f;
    struct svi_buf title = {0}, text = {0};
    unsigned best[NAMED], former[NAMED];
    char id[64];
    if (find_best(f, step, best) == 0) {
        return;
    }
    if (step->night > 0) {
        svi_out_format(&title, "Night %" PRIu64 ": ", step->night);
        (void)snprintf(id, sizeof id, "night:%" PRIu64, step->night);
    } else {
        (void)snprintf(id, sizeof id, "leader:%u", best[0]);
    }
    svi_out_text(&title, f->league->bot[best[0]]);
    if (before != NULL && find_best(f, before, former) > 0 && former[0] != best[0]) {
        svi_out_format(&title, " takes the lead from %s", f->league->bot[former[0]]);
    } else {
        svi_out_text(&title, " leads");
    }
    put_step(f, step, &text);
    put_entry(page, id, step->at_ms, &title, &text);
}

/* Appends an entry for each night, or without nights one for the present leader. */
static void put_leaders(const struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    const struct svi_figure_step *before = NULL;
    unsigned best[NAMED], leader[NAMED], first = 0;
    for (unsigned k = 0; k < f->n_steps; k++) {
        const struct svi_figure_step *step = &f->step[k];
        const bool is_last = k + 1 == f->n_steps || step[1].night != step->night;
        if (step->night > 0 && is_last) {
            put_leader(page, step, before);
            before = step;
        }
    }
    if (before != NULL || f->n_steps == 0 || find_best(f, &f->step[f->n_steps - 1], leader) == 0) {
        return;
    }
    for (unsigned k = 0; k < f->n_steps; k++) {
        const bool leads = find_best(f, &f->step[k], best) > 0 && best[0] == leader[0];
        first = leads ? first : k + 1;
    }
    put_leader(page, &f->step[first], first > 0 ? &f->step[first - 1] : NULL);
}

void svi_report_atom(struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    const struct svi_ranking *tally = &f->sheet.tally;
    const int64_t at_ms = f->n_runs > 0 ? f->run[f->n_runs - 1].last_ms : 0;
    struct svi_buf *out = page->out;
    svi_out_text(out, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                      "<feed xmlns=\"http://www.w3.org/2005/Atom\">\n<title>");
    svi_markup_text(out, f->league->name, false);
    svi_out_text(out, "</title>\n");
    put_id(page, "news");
    put_date(out, at_ms);
    svi_out_text(out, "<author><name>");
    svi_markup_text(out, f->author != NULL ? f->author : "Solvent", false);
    svi_out_text(out, "</name></author>\n");
    put_link(page, "self", "news.atom");
    put_link(page, "alternate", "");
    put_leaders(page);
    if (tally->decided ||
        (tally->told[0] == '\0' && tally->matches > 0 && tally->matches >= tally->planned)) {
        struct svi_buf title = {0}, text = {0};
        if (tally->told[0] != '\0') {
            svi_out_text(&title, tally->told);
        } else {
            svi_out_format(&title, "All %" PRIu64 " games are played", tally->planned);
        }
        svi_page_about_league(page, &text);
        put_entry(page, "decided", at_ms, &title, &text);
    }
    svi_out_text(out, "</feed>\n");
}
