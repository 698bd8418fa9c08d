/* solvent serve STORE [--listen 127.0.0.1:8080] */
#include "store/store_runs.h"
#include "tools/cli/commands.h"
#include "tools/console/interrupt.h"
#include "tools/console/say.h"
#include "tools/console/words.h"
#include "tools/serve/server.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define BEAT_MS 10000u
#define IDLE_S 20u
#define TURN_MS 100

static void say_address(const char *address)
{
    (void)printf("%s\n", address);
    (void)fflush(stdout);
}

#define URL_BYTES 300u

struct arguments {
    const char *store;
    struct svi_server_config config;
    bool is_private;
    char url[URL_BYTES]; /* empty: not given */
    char host[URL_BYTES];
};

/* Reads "https://league.example.org", also with a port or a slash behind it. */
static void take_url(const struct svi_words *w, void *arguments)
{
    struct arguments *a = arguments;
    const size_t scheme = strncmp(w->value, "https://", 8) == 0  ? 8
                          : strncmp(w->value, "http://", 7) == 0 ? 7
                                                                 : 0;
    const char *name = w->value + scheme;
    const size_t length = strcspn(name, ":/");
    const char *behind = name + length;
    behind += *behind == ':' ? 1 + strspn(behind + 1, "0123456789") : 0;
    (void)snprintf(a->host, URL_BYTES, "%.*s", (int)length, name);
    if (scheme == 0 || strlen(w->value) + 2 > URL_BYTES || !svi_hosts_is_name(a->host) ||
        (strcmp(behind, "") != 0 && strcmp(behind, "/") != 0)) {
        svi_words_fail(w,
                       "found '%.200s', expected an address without a path, such as "
                       "https://league.example.org",
                       w->value);
        return;
    }
    (void)snprintf(a->url, URL_BYTES, "%.*s/", (int)(behind - w->value), w->value);
    svi_host_add(w, a->host, &a->config.hosts);
}

static const struct svi_option options[] = {
    {"listen", 0, "ADDRESS", "Address and port (127.0.0.1:8080; port 0: any free)",
     SVI_SET_TEXT(config.listen)},
    {"host", 0, "NAME",
     "A further name by which viewers reach it\n"
     "Up to 16 times. Its address and localhost always work.",
     SVI_CALL_ON(svi_host_take, config.hosts)},
    {"url", 0, "URL",
     "Where others reach it: https://league.example.org\n"
     "Its name is allowed as by --host, and links shown elsewhere get a picture.",
     SVI_CALL(take_url)},
    {"private", 0, NULL,
     "Show what bots print and log, and their real names\n"
     "For yourself: others may read everything that is shown.",
     SVI_SET_FLAG(is_private)},
    {"viewers", 0, "N", "Most viewers of live news, 1 to 4000 (200)",
     SVI_SET_NUMBER(config.viewers, 1, 4000)},
    {0},
};

/* Waits while bots are on trial for a run that has not created the store yet. */
static void wait_for_trials(const char *store, const atomic_bool *stop)
{
    const struct timespec turn = {0, TURN_MS * 1000000L};
    bool told = false;
    while (svi_store_is_on_trial(store) && !atomic_load(stop)) {
        if (!told) {
            svi_note("%s: the bots play a trial game each; the pages come when they have", store);
            told = true;
        }
        (void)nanosleep(&turn, NULL);
    }
}

static enum svi_exit run(struct svi_words *w)
{
    struct arguments a = {.config = {.listen = "127.0.0.1:8080",
                                     .viewers = 200,
                                     .beat_ms = BEAT_MS,
                                     .idle_s = IDLE_S,
                                     .ready = say_address,
                                     .note = svi_note}};
    struct svi_error error;
    struct svi_site *site;
    svi_words_read(w, &a);
    const atomic_bool *stop = svi_interrupt_catch();
    const struct svi_site_source source = {a.store, a.url[0] != '\0' ? a.url : NULL, a.is_private,
                                           stop};
    wait_for_trials(a.store, stop);
    enum sv_status status = svi_site_create(&site, &source, &error);
    if (status != SV_OK) {
        svi_die(status == SV_E_UNKNOWN ? SVI_EXIT_USAGE : SVI_EXIT_ENVIRONMENT, "%s", error.text);
    }
    status = svi_server_run(site, &a.config, stop, &error);
    svi_site_destroy(site);
    if (status != SV_OK) {
        svi_die(status == SV_E_ARGUMENT ? SVI_EXIT_USAGE : SVI_EXIT_ENVIRONMENT, "%s", error.text);
    }
    return svi_say_done(SVI_EXIT_DONE);
}

const struct svi_command svi_cmd_serve = {
    .name = "serve",
    .brief = "serve a league's standings, bots and games as live pages",
    .operands = "STORE",
    .operand = {{"store", SVI_SET_TEXT(store)}},
    .takes = SVI_TAKES_STORE,
    .options = options,
    .text = "Serves pages over HTTP until you interrupt it, and prints the address. The pages show "
            "the standings while the league runs, the schedule, each bot, each game, the report, "
            "and the documents. At /open you see any recorded game that you drop there. All "
            "figures are there as JSON, too. \"solvent help viewing\" lists the addresses.\n"
            "\n"
            "It only reads the store, and the league may be running. A game is shown when its deal "
            "is over, not before, as it would tell the luck of games that are still to be "
            "played. Every visitor of the address can read all that is shown. Bots "
            "with a tag `alias` have that name; what bots print and log is shown with --private. "
            "For viewers on other machines, put a web "
            "server in front of it, and name that server with --host. Requests for other names are "
            "refused, so that a page elsewhere cannot read a league on this machine.",
    .topic = "viewing",
    .examples = "solvent serve quickstart.db\n"
                "solvent serve quickstart.db --listen 127.0.0.1:0",
    .exits = {"interrupted", NULL, "usage or bad input, or no store",
              "the store cannot be read, or the address is in use"},
    .run = run,
};
