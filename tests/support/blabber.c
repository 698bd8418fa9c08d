/* A bot that shows a secret wherever it can: the value of API_KEY, in what it prints (at once, in
 * two writes, on a line that is cut, with others' matches in between), in its version, in logs and
 * notes. In one match in four it dies with the secret as its last word. It answers the defaults. */
#include <solvent/bot.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *secret = "none";

static void start(struct sv_match *m)
{
    sv_log(m, "match begins, key %s", secret);
    printf("key of %zu bytes: %s\n", strlen(secret), secret);
}

static void blab(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    char text[600];
    const size_t half = strlen(secret) / 2;
    struct sv_rng luck = m->rng;
    (void)q;
    (void)a;
    sv_log(m, "asked with %s%s", secret, secret);
    sv_note(m, secret, 7);
    printf("in halves: %.*s", (int)half, secret);
    fflush(stdout);
    usleep(100); /* the other half comes by another read, often */
    printf("%s.\n", secret + half);
    memset(text, '-', sizeof text);
    (void)snprintf(text + 470, sizeof text - 470, "%s on a long line", secret);
    puts(text);
    if (sv_rng_below(&luck, 4) == 0 && m->position->round > 3) {
        fprintf(stderr, "Error: 401, key %s is not valid", secret);
        abort();
    }
}

int main(int argc, char **argv)
{
    const char *given = getenv("API_KEY"); /* one thread */
    secret = given != NULL ? given : secret;
    const struct sv_bot bot = {
        .name = "blabber", .version = secret, .match_start = start, .buy = blab, .manage = blab};
    return sv_bot_main(argc, argv, &bot);
}
