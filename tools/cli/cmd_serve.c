/* solvent serve STORE [--listen 127.0.0.1:8080] */
#include "tools/cli/commands.h"
#include "tools/console/interrupt.h"
#include "tools/console/say.h"
#include "tools/console/words.h"
#include "tools/serve/server.h"

#include <stdio.h>
#include <string.h>

enum { KEY_LISTEN = SVI_KEY_OWN, KEY_HOST, KEY_VIEWERS };

#define BEAT_MS 10000u
#define IDLE_S 20u

static const struct svi_option options[] = {
    {"listen", KEY_LISTEN, "ADDRESS", NULL, SVI_TAKES_TEXT,
     "Address and port; 127.0.0.1:8080 by default. Port 0: any that is free"},
    {"host", KEY_HOST, "NAME", NULL, SVI_TAKES_TEXT,
     "A name by which viewers reach it, besides its address and localhost; up to 16 times"},
    {"viewers", KEY_VIEWERS, "N", NULL, SVI_TAKES_TEXT,
     "How many may follow the league live at once, 1 to 4000; 200 by default"},
    {0},
};

static void say_address(const char *address)
{
    (void)printf("%s\n", address);
    (void)fflush(stdout);
}

static void add_host(struct svi_words *w, struct svi_hosts *hosts)
{
    if (!svi_hosts_is_name(w->value)) {
        svi_words_fail(w,
                       "--host: found '%s', expected a host's name without a port, such as "
                       "league.example.org",
                       w->value);
    } else if (hosts->n == SVI_HOSTS_MOST) {
        svi_words_fail(w, "--host: more than %u names", SVI_HOSTS_MOST);
    } else {
        hosts->name[hosts->n++] = w->value;
    }
}

static enum svi_exit run(struct svi_words *w)
{
    const char *store = NULL;
    struct svi_server_config config = {.listen = "127.0.0.1:8080",
                                       .viewers = 200,
                                       .beat_ms = BEAT_MS,
                                       .idle_s = IDLE_S,
                                       .ready = say_address,
                                       .note = svi_note};
    char error[SVI_SITE_ERROR];
    struct svi_site *site;
    int key;
    while ((key = svi_words_next(w)) != SVI_WORDS_END) {
        switch (key) {
        case SVI_OPERAND:
            svi_words_only(w, &store, "store");
            break;
        case KEY_LISTEN:
            config.listen = w->value;
            break;
        case KEY_HOST:
            add_host(w, &config.hosts);
            break;
        default:
            config.viewers = svi_words_number(w, 1, 4000);
        }
    }
    svi_words_need(w, store, "store");
    const atomic_bool *stop = svi_interrupt_catch();
    enum sv_status status = svi_site_create(&site, store, stop, error, sizeof error);
    if (status != SV_OK) {
        return svi_complain(status == SV_E_UNKNOWN ? SVI_EXIT_USAGE : SVI_EXIT_ENVIRONMENT, "%s",
                            error);
    }
    status = svi_server_run(site, &config, stop, error, sizeof error);
    svi_site_destroy(site);
    if (status != SV_OK) {
        return svi_complain(status == SV_E_ARGUMENT ? SVI_EXIT_USAGE : SVI_EXIT_ENVIRONMENT, "%s",
                            error);
    }
    return svi_say_done(SVI_EXIT_DONE);
}

const struct svi_command svi_cmd_serve = {
    .name = "serve",
    .brief = "a league's standings, bots and games as pages, live",
    .operands = "STORE",
    .takes = SVI_TAKES_STORE,
    .options = options,
    .text =
        "Serves pages over HTTP until it is interrupted. They show standings that follow the "
        "league, what is played next, each bot, each game and the whole report. All of it is there "
        "as JSON. It prints the address when it answers. docs/VIEWING.md lists the addresses.\n"
        "\n"
        "The store is only read, and may be of a league that runs. A game is shown when its deal "
        "is over, not before: its result, its replay, what its bots printed, how one was lost. So "
        "nobody learns the luck of games that are still to be played. "
        "Everybody who reaches the address can read everything. To be reached from elsewhere, put "
        "a web server before it, and name it by --host. Requests for other names are refused, so "
        "that no page elsewhere can read a league of this machine's.",
    .examples = "solvent serve quickstart.db\n"
                "solvent serve quickstart.db --listen 127.0.0.1:0",
    .exits = {"done", NULL, "usage, or no store",
              "the store cannot be read, or the address cannot be had"},
    .run = run,
};
