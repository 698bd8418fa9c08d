#include "tools/manual/pages.h"

#include "tools/console/words.h"

void svi_pages_walk(const struct svi_command *command, const char *above, svi_pages_fn *each,
                    void *user)
{
    char name[96];
    (void)snprintf(name, sizeof name, "%.47s%s%.47s", above, *above != '\0' ? " " : "",
                   command->name);
    each(user, command, name);
    for (size_t i = 0; command->parts != NULL && command->parts[i] != NULL; i++) {
        svi_pages_walk(command->parts[i], name, each, user);
    }
}

const char *svi_page_endings(enum svi_takes takes)
{
    switch (takes) {
    case SVI_TAKES_EDITION:
    case SVI_TAKES_LEAGUE:
        return "yaml";
    case SVI_TAKES_STORE:
        return "db";
    case SVI_TAKES_REPLAY:
        return "svr";
    case SVI_TAKES_GAME:
        return "svr db";
    case SVI_TAKES_FILE:
    case SVI_TAKES_BOT:
        return "";
    case SVI_TAKES_TEXT:
    case SVI_TAKES_FOLDER:
    case SVI_TAKES_COMMAND:
        break;
    }
    return NULL;
}
