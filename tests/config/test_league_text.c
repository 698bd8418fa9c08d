/* The text of a league file in a store has no value of `env`, however it is written, and everything
 * else unchanged. One key makes the hashes of all values, and it is private to this user. */
#include "config/league_text.h"
#include "tests/base/testing.h"

#include "base/file.h"
#include "config/bot_hash.h"
#include "secret/env_key.h"
#include "store/store_matches.h"
#include "tests/league/league_rig.h"

#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

static void read_league(void **state, struct svi_league *league, const char *text)
{
    struct svi_error error = {0};
    if (svi_league_parse(league, rig_path(state, "cup.yaml"), text, strlen(text), &error) !=
        SV_OK) {
        fail_msg("%s\n%s", error.text, text);
    }
}

/* The text that is kept, with "<>" for every hash; to be freed. */
static char *kept(const struct svi_league *league)
{
    struct svi_error error = {0};
    struct svi_buf out = {0};
    if (svi_league_text(league, &out, &error) != SV_OK) {
        fail_msg("%s", error.text);
    }
    assert_false(out.failed);
    char *text = (char *)out.data;
    for (char *at = text; (at = strstr(at, "hmac:")) != NULL;) {
        assert_int_equal(strspn(at + 5, "0123456789abcdef"), 32);
        *at++ = '<';
        *at++ = '>';
        memmove(at, at + 35, strlen(at + 35) + 1);
    }
    return text;
}

#define HEAD                                                                                       \
    "# caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x8e\xb2\nname: cup\nbots:\n  - {name: a, command: "       \
    "[true]}\n"

static const struct {
    const char *text, *kept;
} texts[] = {
    {"", ""},
    {"  - {name: b, command: [x], env: {A: one, B: 'sk \xc3\xa9 ''', C: \"t\\n\"}, matches: 2} # "
     "e\n",
     "  - {name: b, command: [x], env: {A: <>, B: <>, C: <>}, matches: 2} # e\n"},
    {"  - name: b\n    env:\n      A: plain of\n        two lines\n      B: |\n        sk-1\n"
     "        sk-2\n\n      C: >-\n        folded\n    command: [x]\n",
     "  - name: b\n    env:\n      A: <>\n      B: <>\n\n      C: <>\n    command: [x]\n"},
    {"  - {name: b, command: [x], env: {A: \"two\n      lines\", B: }}\r\n",
     "  - {name: b, command: [x], env: {A: <>, B: <>}}\r\n"},
    {"  - {name: b, command: [x], env: &e {A: &v !!str sk-1, B: *v}}\n"
     "  - {name: c, command: [x], env: *e}\n",
     "  - {name: b, command: [x], env: &e {A: &v !!str <>, B: *v}}\n"
     "  - {name: c, command: [x], env: *e}\n"},
    {"  - name: b\r\n    env:\r\n      A: |\r\n        sk-1\r\n    command: [x]\r\n",
     "  - name: b\r\n    env:\r\n      A: <>\r\n    command: [x]\r\n"},
    {"  - name: b\n    command: [x]\n    env:\n      A: |+\n        sk-1\n\n",
     "  - name: b\n    command: [x]\n    env:\n      A: <>\n\n"},
};

FOLDER_TEST(no_value_is_kept)
{
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct svi_league league, again;
        SCOPED(svi_buf_finish) struct svi_buf whole = {0};
        struct svi_error error = {0};
        char text[600], expected[600];
        (void)snprintf(text, sizeof text, HEAD "%s%s", texts[i].text,
                       i == 0 ? "  - {name: b, command: [x]}\n" : "");
        (void)snprintf(expected, sizeof expected, HEAD "%s%s", texts[i].kept,
                       i == 0 ? "  - {name: b, command: [x]}\n" : "");
        read_league(state, &league, text);
        char *found = kept(&league);
        assert_string_equal(found, expected);
        free(found);
        /* It is a league file still. */
        assert_ok(svi_league_text(&league, &whole, &error));
        read_league(state, &again, (const char *)whole.data);
        assert_int_equal(again.n_bots, league.n_bots);
        assert_int_equal(again.n_hidden, league.n_hidden);
        svi_league_finish(&again);
        svi_league_finish(&league);
    }
}

#define ENV(value)                                                                                 \
    "bots:\n  - {name: a, command: [true], env: {A: " value "}}\n  - {name: b, command: [true]}\n"

/* The version of the first bot, in hex. */
static const char *version(void **state, const char *text)
{
    static char hex[4][65];
    static unsigned turn;
    struct svi_error error = {0};
    struct svi_league league;
    turn = (turn + 1) % 4;
    read_league(state, &league, text);
    if (svi_league_versions(&league, &error) != SV_OK) {
        fail_msg("%s", error.text);
    }
    for (unsigned i = 0; i < 32; i++) {
        (void)snprintf(hex[turn] + (size_t)2 * i, 3, "%02x", league.bot[0].version[i]);
    }
    svi_league_finish(&league);
    return hex[turn];
}

FOLDER_TEST(the_key_is_one_for_all_and_ours_alone)
{
    struct stat st;
    struct svi_env_key first, second;
    struct svi_error error = {0};
    char one[SVI_ENV_HASH_TEXT], other[SVI_ENV_HASH_TEXT], path[512];
    (void)snprintf(path, sizeof path, "%s", rig_path(state, SVI_ENV_KEY_FILE));
    (void)unlink(path);
    assert_string_not_equal(version(state, ENV("1")), version(state, ENV("2")));
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    assert_ok(svi_env_key_load(&first, path, &error));
    assert_ok(svi_env_key_load(&second, path, &error));
    assert_memory_equal(&first, &second, sizeof first);
    svi_env_hash(&first, "A=1", one);
    svi_env_hash(&first, "B=1", other);
    assert_string_not_equal(one, other);
    /* With another key the same value has another version, so it cannot be guessed without the
     * key. */
    char before[65];
    memcpy(before, version(state, ENV("1")), 65);
    assert_int_equal(setenv(SVI_ENV_KEY_VARIABLE, rig_path(state, "other.key"), 1), 0);
    assert_string_not_equal(version(state, ENV("1")), before);
    assert_int_equal(stat(rig_path(state, "other.key"), &st), 0);
    svi_env_hash(&first, "A=1", other);
    assert_string_equal(one, other);
    assert_int_equal(unsetenv(SVI_ENV_KEY_VARIABLE), 0);
    assert_string_equal(version(state, ENV("1")), before);
}

/* Of secrets the names count: a renewed key makes no other bot, and none is looked for. */
FOLDER_TEST(a_version_goes_by_the_names_of_secrets)
{
    static const char none[] = "bots:\n  - {name: a, command: [true]}\n"
                               "  - {name: b, command: [true]}\n";
    static const char one[] = "bots:\n  - {name: a, command: [true], secrets: {B: file:x}}\n"
                              "  - {name: b, command: [true]}\n";
    static const char two[] =
        "bots:\n  - {name: a, command: [true], secrets: {B: file:y, A: file:x}}\n"
        "  - {name: b, command: [true]}\n";
    static const char again[] =
        "bots:\n  - {name: a, command: [true], secrets: {A: file:y, B: file:z}}\n"
        "  - {name: b, command: [true]}\n";
    assert_string_not_equal(version(state, none), version(state, one));
    assert_string_not_equal(version(state, one), version(state, two));
    assert_string_equal(version(state, two), version(state, again));
    assert_int_not_equal(access(rig_path(state, SVI_ENV_KEY_FILE), F_OK), 0);
}

static void write_file(const char *path, const char *text, mode_t mode)
{
    testing_write(path, text);
    assert_int_equal(chmod(path, mode), 0);
}

FOLDER_TEST(a_key_that_is_none_is_refused)
{
    struct svi_error error = {0};
    struct svi_env_key key;
    char path[512];
    (void)snprintf(path, sizeof path, "%s", rig_path(state, SVI_ENV_KEY_FILE));
    (void)unlink(path);
    assert_ok(svi_env_key_load(&key, path, &error));
    assert_int_equal(chmod(path, 0640), 0);
    assert_int_equal(svi_env_key_load(&key, path, &error), SV_E_RANGE);
    assert_contains(error.text, "/.solvent-key: found '");
    assert_contains(error.text, "' open to others (mode 0640), expected mode 0600 (chmod 600)");
    static const char *const wrong[] = {"", "\n", "abc\n", "zz",
                                        "00112233445566778899aabbccddeeff"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        write_file(path, wrong[i], 0600);
        assert_int_equal(svi_env_key_load(&key, path, &error), SV_E_RANGE);
        assert_contains(error.text, "expected");
    }
    assert_int_equal(unlink(path), 0);
    assert_int_equal(svi_env_key_load(&key, "/none/such/.solvent-key", &error), SV_E_SYSTEM);
    assert_string_equal(error.text,
                        "/none/such/.solvent-key: cannot make the key that hides values of "
                        "env in stores (No such file or directory); SOLVENT_ENV_KEY=FILE "
                        "names another place");
}

static bool holds(const char *path, const char *text)
{
    struct svi_buf bytes = {0};
    assert_ok(svi_file_read(path, 1 << 24, &bytes));
    const bool found = memmem(bytes.data, bytes.size, text, strlen(text)) != NULL;
    svi_buf_finish(&bytes);
    return found;
}

#define OLD(deals)                                                                                 \
    "seats: 2\ndeals: " deals "\nseed: 1\nbots:\n  - {name: a, command: [true], "                  \
    "env: {KEY: sk-12345}}\n  - {name: b, command: [true]}\n"

/* A store has the values neither from its beginning nor when it goes on; one that was written with
 * them loses them, to the last byte, when it goes on. */
FOLDER_TEST(no_store_has_a_value)
{
    struct svi_league league;
    sqlite3 *db;
    char path[512];
    (void)snprintf(path, sizeof path, "%s", rig_path(state, "a.db"));
    for (unsigned i = 0; i < 2; i++) {
        read_league(state, &league, i == 0 ? OLD("2") : OLD("3"));
        struct svi_store *store = rig_writer(path, &league);
        assert_int_equal(svi_store_info(store)->n_revisions, i + 1);
        svi_store_seal(store);
        svi_store_destroy(store);
        svi_league_finish(&league);
        assert_false(holds(path, "sk-12345"));
    }
    assert_true(holds(path, "env: {KEY: hmac:"));
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "UPDATE revisions SET text = '" OLD(
                                      "2") "' WHERE revision = 1;"
                                           "UPDATE revisions SET text = '" OLD(
                                               "3") "' WHERE revision = 2;"
                                                    "UPDATE league SET text = '" OLD("3") "'",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
    assert_true(holds(path, "sk-12345"));
    read_league(state, &league, OLD("3"));
    struct svi_store *store = rig_writer(path, &league);
    assert_int_equal(svi_store_info(store)->n_revisions, 2);
    assert_contains(svi_store_info(store)->revision[0].text, "deals: 2\n");
    assert_contains(svi_store_info(store)->revision[0].text, "env: {KEY: hmac:");
    assert_contains(svi_store_info(store)->text, "deals: 3\n");
    assert_contains(svi_store_info(store)->text, "env: {KEY: hmac:");
    svi_store_seal(store);
    svi_store_destroy(store);
    svi_league_finish(&league);
    assert_false(holds(path, "sk-12345"));
}
