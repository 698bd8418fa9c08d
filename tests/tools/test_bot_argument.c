/* Bots as named on a command line. */
#include "tests/base/testing.h"
#include "tools/console/bot_argument.h"

static void check(const char *text, const char *name, const char *const *argv)
{
    SCOPED(svi_bot_argument_finish) struct svi_bot_argument bot;
    struct svi_error error = {0};
    const bool ok = svi_bot_argument_init(&bot, text, &error);
    assert_string_equal(error.text, "");
    assert_true(ok);
    assert_string_equal(bot.name, name);
    if (argv == NULL) {
        assert_null(bot.argv);
    } else {
        unsigned n = 0;
        for (; argv[n] != NULL; n++) {
            assert_non_null(bot.argv[n]);
            assert_string_equal(bot.argv[n], argv[n]);
        }
        assert_null(bot.argv[n]);
    }
}

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

TEST(commands_are_split)
{
    check("bots/careful", "careful", WORDS("bots/careful"));
    check("  bots/careful  --reserve\t300 ", "careful", WORDS("bots/careful", "--reserve", "300"));
    check("python3 'my bot.py' \"a \\\"b\\\" 'c'\" d\\ e ''", "python3",
          WORDS("python3", "my bot.py", "a \"b\" 'c'", "d e", ""));
    check("a'b'\"c\"d", "abcd", WORDS("abcd"));
    check("echo $HOME * | x", "echo", WORDS("echo", "$HOME", "*", "|", "x"));
    check("x '\\'", "x", WORDS("x", "\\"));
}

TEST(names_are_taken_off)
{
    check("mine=./bot 1", "mine", WORDS("./bot", "1"));
    check("mine=./bot --x=1", "mine", WORDS("./bot", "--x=1"));
    check("./bot --x=1", "bot", WORDS("./bot", "--x=1"));
    check("alice@", "alice", NULL);
    /* the names of a league file */
    check("Jürgen=./bot", "Jürgen", WORDS("./bot"));
    check("猫@", "猫", NULL);
    check("a+b:c@d=./bot", "a+b:c@d", WORDS("./bot"));
    check("'my \"bot\"'=./bot 1", "my \"bot\"", WORDS("./bot", "1"));
    check("\"x=y\"@", "x=y", NULL);
    /* no names, but commands */
    check("./Jürgen", "Jürgen", WORDS("./Jürgen"));
    check("env A=1 ./bot", "env", WORDS("env", "A=1", "./bot"));
    check("'my bot' x=1", "my bot", WORDS("my bot", "x=1"));
    check("./\xff\x1b!", "?\?!", WORDS("./\xff\x1b!"));
    check("./aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaé", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
          WORDS("./aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaé"));
    check("alice@home", "alice@home", WORDS("alice@home"));
    /* where every bot's file is called alike, its folder tells them apart */
    check("s01/bot.py", "s01", WORDS("s01/bot.py"));
    check("/home/ann/main 3", "ann", WORDS("/home/ann/main", "3"));
    check("./bot.py", "bot.py", WORDS("./bot.py"));
    check("../bot.py", "bot.py", WORDS("../bot.py"));
    check("s01/robot.py", "robot.py", WORDS("s01/robot.py"));
    check("bot", "bot", WORDS("bot"));
}

TEST(what_is_wrong_is_said)
{
    static const char *const wrong[] = {"",         "  ",
                                        "a=",       "'x",
                                        "x \"y",    "x \\",
                                        "a='x' \"", "a= \t ",
                                        ".a=x",     "\xff=x",
                                        "'-a'=x",   "'a/b'=x",
                                        "\x1b[m@",  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa=x"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        SCOPED(svi_bot_argument_finish) struct svi_bot_argument bot;
        struct svi_error error = {0};
        assert_false(svi_bot_argument_init(&bot, wrong[i], &error));
        assert_true(strlen(error.text) > 10);
        assert_null(strchr(error.text, '\n'));
    }
    struct svi_bot_argument bot;
    struct svi_error error = {0};
    assert_false(svi_bot_argument_init(
        &bot, "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz=x", &error));
    assert_contains(error.text, "up to 39 bytes");
    svi_bot_argument_finish(&bot);
}

TEST(names_are_made_different)
{
    static const char *const given[] = {"x/own", "y/own", "own-2=z", "own@", "other"};
    static const char *const expected[] = {"own", "own-2", "own-2-2", "own-3", "other"};
    struct svi_bot_argument bots[5];
    struct svi_error error;
    for (unsigned i = 0; i < 5; i++) {
        assert_true(svi_bot_argument_init(&bots[i], given[i], &error));
        svi_bot_argument_distinguish(bots, i + 1);
        assert_string_equal(bots[i].name, expected[i]);
    }
    for (unsigned i = 0; i < 5; i++) {
        svi_bot_argument_finish(&bots[i]);
    }
}
