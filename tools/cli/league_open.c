#include "tools/cli/league_open.h"

#include "config/league_file.h"
#include "league/set_aside.h"
#include "memory/memory.h"
#include "process/path.h"
#include "store/reader.h"
#include "tools/console/say.h"

#include "base/buf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum svi_exit svi_league_open(struct svi_league *league, const char *file)
{
    struct svi_error error;
    const enum sv_status status = svi_league_init(league, file, &error);
    return status == SV_OK ? SVI_EXIT_DONE : svi_complain(svi_exit_of(status), "%s", error.text);
}

/* Whether two folders are one. */
static bool same_folder(const char *a, const char *b)
{
    struct stat ours, theirs;
    return stat(a, &ours) == 0 && stat(b, &theirs) == 0 && ours.st_dev == theirs.st_dev &&
           ours.st_ino == theirs.st_ino;
}

/* A word of a command as it stands in a file in another folder. */
static char *place_word(const char *word, bool program)
{
    struct stat st;
    const bool path = word[0] != '/' && (program ? strchr(word, '/') != NULL
                                                 : stat(word, &st) == 0 && S_ISREG(st.st_mode));
    char *here = path ? svi_path_folder("./x") : NULL;
    char *whole = here != NULL ? svi_path_join(here, word) : svi_copy(word);
    free(here);
    return whole;
}

char **svi_league_words(char *const *argv, const char *file)
{
    char *folder = svi_path_folder(file);
    if (folder == NULL) {
        return NULL;
    }
    char **placed = svi_copy_texts(argv);
    const bool here = same_folder(folder, ".");
    free(folder);
    for (size_t i = 0; !here && placed[i] != NULL; i++) {
        char *word = place_word(placed[i], i == 0);
        free(placed[i]);
        placed[i] = word;
    }
    return placed;
}

char *svi_league_beside(const char *store, const char *ending)
{
    const size_t length = strlen(store);
    const bool ends = length > 3 && strcmp(store + length - 3, ".db") == 0;
    return svi_text("%.*s%s", (int)(ends ? length - 3 : length), store, ending);
}

enum svi_exit svi_league_open_for(struct svi_league *league, const char *option, const char *file,
                                  const char *store, char **beside)
{
    *beside = file == NULL ? svi_league_beside(store, ".yaml") : NULL;
    if (file == NULL && *beside == NULL) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "no memory");
    }
    if (file == NULL && access(*beside, F_OK) != 0) {
        return svi_complain(SVI_EXIT_USAGE,
                            "%s: found no league file '%s', expected one, or --league FILE.yaml",
                            option, *beside);
    }
    return svi_league_open(league, file != NULL ? file : *beside);
}

enum svi_exit svi_league_obey(struct svi_league *league, const char *store)
{
    struct svi_error error;
    struct svi_store *reader = NULL;
    if (access(store, F_OK) != 0) {
        return SVI_EXIT_DONE;
    }
    char *kept = svi_league_beside(store, ".bots");
    enum sv_status status = svi_store_create_reader(&reader, store, &error);
    if (status == SV_OK) {
        status = svi_set_aside_obey(league, svi_store_info(reader), kept, &error);
    }
    svi_store_destroy(reader);
    free(kept);
    return status == SV_OK ? SVI_EXIT_DONE : svi_complain(svi_exit_of(status), "%s", error.text);
}
