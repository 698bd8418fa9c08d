/* Leagues, stores and matches to test with. */
#ifndef TESTS_LEAGUE_LEAGUE_RIG_H
#define TESTS_LEAGUE_LEAGUE_RIG_H

#include "config/league_file.h"
#include "league/league_store.h"
#include "tests/base/testing.h"

/* Reads a league from a text that must be right; errors call it "cup.yaml". To be finished. */
struct svi_league rig_league(const char *text);

/* Appends the identity of a league that begins. */
void rig_identity(const struct svi_league *league, struct svi_buf *out);

/* The shortest file: bots a, b, c, whose program is `true`. */
#define RIG_BOTS                                                                                   \
    "bots:\n"                                                                                      \
    "  - {name: a, command: [true]}\n"                                                             \
    "  - {name: b, command: [true]}\n"                                                             \
    "  - {name: c, command: [true]}\n"

/* Makes a folder for a test, and removes it with its contents. Used as cmocka's setup and teardown:
 * *state is the path. */
int rig_folder_setup(void **state);
int rig_folder_teardown(void **state);
#define FOLDER_TEST(name) TEST_WITH(name, rig_folder_setup, rig_folder_teardown)

/* FOLDER/NAME, in one of a few static buffers that take turns. */
const char *rig_path(void **state, const char *name);

/* Fills in a finished match: who sat where from the plan, results that depend on nothing but its
 * number, and a replay of some bytes, which stays valid until the next but seven. */
void rig_match(const struct svi_league *league, const uint8_t seed[SV_SEED_BYTES], uint64_t number,
               struct svi_store_match *match);

/* Opens for writing, or fails the test. */
struct svi_store *rig_writer(const char *path, const struct svi_league *league);
struct svi_store *rig_reader(const char *path);

/* For SCOPED(). */
void rig_store_destroy(struct svi_store **store);

/* Puts in matches first to last and commits. */
void rig_put_matches(struct svi_store *store, const struct svi_league *league, uint64_t first,
                     uint64_t last);

#endif
