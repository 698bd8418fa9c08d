/* The sandbox from inside: what a bot cannot see, cannot do and cannot use up. */
#include "base/buf.h"
#include "process/sandbox.h"
#include "tests/base/testing.h"
#include "tests/process/outcome.h"

#include <sys/stat.h>
#include <unistd.h>

static char home[] = "/tmp/svi-test-XXXXXX";

static int make_home(void **state)
{
    (void)state;
    return mkdtemp(home) == NULL;
}

static int remove_home(void **state)
{
    (void)state;
    return rmdir(home);
}

/* A file in the home, made of a text. */
static void put(const char *name, const char *text, mode_t mode)
{
    char path[128];
    (void)snprintf(path, sizeof path, "%s/%s", home, name);
    FILE *f = fopen(path, "we");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(chmod(path, mode), 0);
}

static void take_away(const char *name)
{
    char path[128];
    (void)snprintf(path, sizeof path, "%s/%s", home, name);
    assert_int_equal(unlink(path), 0);
}

/* Runs a shell command in the sandbox. */
static void run_shell(struct outcome *o, const char *command, const struct svi_limits *limits)
{
    outcome_run_sandboxed(o, (const char *const[]){"/bin/sh", "-c", command, NULL}, home, limits);
}

static void sandbox_modes_have_names(void **state)
{
    (void)state;
    enum svi_sandbox mode = SVI_SANDBOX_NONE;
    assert_true(svi_sandbox_mode("bwrap", &mode));
    assert_int_equal(mode, SVI_SANDBOX_BWRAP);
    assert_true(svi_sandbox_mode("auto", &mode));
    assert_int_equal(mode, SVI_SANDBOX_AUTO);
    assert_true(svi_sandbox_mode("strict", &mode));
    assert_int_equal(mode, SVI_SANDBOX_STRICT);
    assert_false(svi_sandbox_mode("docker", &mode));
}

/* The program's folder is seen, a file beside it is not. */
static void the_sandbox_shuts_out(void **state)
{
    (void)state;
    char bot[64], secret[64], check[512];
    struct outcome o;
    const struct svi_limits none = {0};
    (void)snprintf(bot, sizeof bot, "%s/bot", home);
    (void)snprintf(secret, sizeof secret, "%s.secret", home);
    (void)snprintf(
        check, sizeof check,
        "#!/bin/sh\ncat %s; cat $0 | head -n 1; touch %s/x; ls /sys/class/net; ls /root /home\n"
        "echo $SOLVENT_WORD $1; cd /proc; echo seen: $(ls -d [!0-9]*)\n",
        secret, home);
    put("bot", check, 0755);
    FILE *f = fopen(secret, "we");
    assert_non_null(f);
    assert_true(fputs("the seed\n", f) >= 0);
    assert_int_equal(fclose(f), 0);
    outcome_run_sandboxed(&o, (const char *const[]){bot, "an argument", NULL}, home, &none);
    take_away("bot");
    (void)unlink(secret);
    assert_string_equal(o.ended, "exited with status 0");
    assert_lacks(o.printed, "the seed");
    assert_contains(o.printed, "#!/bin/sh\n");
    assert_contains(o.printed, "Read-only file system");
    assert_contains(o.printed, "secret an argument\n");
    assert_lacks(o.printed, "eth0");
    assert_contains(o.printed, "seen: self thread-self\n");
}

static void the_sandbox_names_what_cannot_run(void **state)
{
    (void)state;
    struct svi_error error;
    char **wrapped;
    const char *const argv[] = {"./no-such-bot", NULL};
    const struct svi_sandbox_setup setup = {.argv = argv, .folder = "/tmp"};
    assert_int_equal(svi_sandbox_wrap(&setup, &wrapped, &error), SV_E_SYSTEM);
    assert_string_equal(error.text, "cannot run './no-such-bot': No such file or directory");
    assert_null(wrapped);
}

/* A bot whose folder holds something hidden sees its own file alone; one that names it is refused.
 */
static void what_is_hidden_is_not_bound(void **state)
{
    (void)state;
    struct outcome o;
    char bot[64], store[64], folder[64], **wrapped;
    struct svi_error error;
    const struct svi_limits none = {0};
    put("bot", "#!/bin/sh\nls ${0%/*}\ncat ${0%/*}/helper\ncat ${0%/*}/league.db\n", 0755);
    put("helper", "the helper\n", 0644);
    put("league.db", "the seed\n", 0644);
    (void)snprintf(bot, sizeof bot, "%s/bot", home);
    (void)snprintf(store, sizeof store, "%s/league.db", home);
    (void)snprintf(folder, sizeof folder, "%s/helper", home);
    const char *const argv[] = {bot, NULL};
    const char *const hidden[] = {store, NULL};
    const char *const files[] = {folder, NULL};
    struct svi_sandbox_setup setup = {
        .argv = argv, .files = files, .hidden = hidden, .folder = "/usr"};
    assert_ok(svi_sandbox_wrap(&setup, &wrapped, &error));
    outcome_run_limited(&o, (const char *const *)wrapped, true, &none);
    svi_texts_free(wrapped);
    assert_contains(o.printed, "bot\nhelper\nthe helper\n");
    assert_lacks(o.printed, "the seed");

    const char *const store_named[] = {store, NULL};
    const char *const home_named[] = {home, NULL};
    setup.files = store_named;
    assert_int_equal(svi_sandbox_wrap(&setup, &wrapped, &error), SV_E_SYSTEM);
    assert_contains(error.text, "expected nothing that holds the store");
    setup.files = home_named;
    assert_int_equal(svi_sandbox_wrap(&setup, &wrapped, &error), SV_E_SYSTEM);

    /* Neither by the command, nor under another name. */
    const char *const telling[] = {bot, store, NULL};
    char link[64];
    setup.files = NULL;
    setup.argv = telling;
    assert_int_equal(svi_sandbox_wrap(&setup, &wrapped, &error), SV_E_SYSTEM);
    assert_contains(error.text, "command: found '");
    (void)snprintf(link, sizeof link, "%s.link", home);
    assert_int_equal(symlink(store, link), 0);
    const char *const link_hidden[] = {link, NULL};
    setup.hidden = link_hidden;
    assert_int_equal(svi_sandbox_wrap(&setup, &wrapped, &error), SV_E_SYSTEM);
    assert_int_equal(unlink(link), 0);
    take_away("bot");
    take_away("helper");
    take_away("league.db");
}

/* The target of a link in `files` is seen under the link's name, over other links and links of
 * folders. */
static void the_target_of_a_link_is_bound(void **state)
{
    (void)state;
    static const char *const links[][2] = {{"folder", "real"}, /* name, target */
                                           {"direct", "real/model"},
                                           {"first", "second"},
                                           {"second", "folder/model"}};
    struct outcome o;
    const struct svi_limits none = {0};
    struct svi_error error;
    char bot[64], real[64], path[3][64], script[256];
    char **wrapped;
    (void)snprintf(bot, sizeof bot, "%s/bots", home);
    (void)snprintf(real, sizeof real, "%s/real", home);
    assert_int_equal(mkdir(bot, 0755), 0);
    assert_int_equal(mkdir(real, 0755), 0);
    put("real/model", "weights\n", 0644);
    put("real/beside", "not named\n", 0644);
    for (size_t i = 0; i < sizeof links / sizeof links[0]; i++) {
        (void)snprintf(path[0], sizeof path[0], "%s/%s", home, links[i][0]);
        assert_int_equal(symlink(links[i][1], path[0]), 0);
    }
    (void)snprintf(script, sizeof script,
                   "#!/bin/sh\ncd %s\ncat real/beside\nfor f in direct first folder/model; do\n"
                   "echo $f: $(cat $f); done\n",
                   home);
    put("bots/bot", script, 0755);
    (void)snprintf(bot, sizeof bot, "%s/bots/bot", home);
    (void)snprintf(path[0], sizeof path[0], "%s/bots/../direct", home);
    (void)snprintf(path[1], sizeof path[1], "%s/./first", home);
    (void)snprintf(path[2], sizeof path[2], "%s/folder/model", home);
    const char *const argv[] = {bot, NULL};
    const char *const files[] = {path[0], path[1], path[2], NULL};
    const struct svi_sandbox_setup setup = {.argv = argv, .files = files, .folder = "/usr"};
    assert_ok(svi_sandbox_wrap(&setup, &wrapped, &error));
    outcome_run_limited(&o, (const char *const *)wrapped, true, &none);
    svi_texts_free(wrapped);
    for (size_t i = 0; i < sizeof links / sizeof links[0]; i++) {
        take_away(links[i][0]);
    }
    take_away("real/model");
    take_away("real/beside");
    take_away("bots/bot");
    (void)snprintf(bot, sizeof bot, "%s/bots", home);
    assert_int_equal(rmdir(bot), 0);
    assert_int_equal(rmdir(real), 0);
    assert_contains(o.printed, "direct: weights\nfirst: weights\nfolder/model: weights\n");
    assert_lacks(o.printed, "not named");
}

static void nothing_outside_can_be_written(void **state)
{
    (void)state;
    struct outcome o;
    const struct svi_limits limits = {.output_mb = 2};
    run_shell(
        &o,
        "for f in / /dev /usr /run /proc; do (echo x >$f/x) 2>/dev/null && echo wrote $f; done\n"
        "for d in /tmp /dev/shm; do\n"
        "  for i in 1 2 3; do head -c 1000000 /dev/zero >$d/$i 2>/dev/null || echo $d full; done\n"
        "done\n",
        &limits);
    assert_lacks(o.printed, "wrote");
    assert_contains(o.printed, "/tmp full");
    assert_contains(o.printed, "/dev/shm full");
}

/* Each line: a command in Python, and its expected result. */
static void calls_are_refused(void **state)
{
    (void)state;
    static const char *const refused[] = {
        "socket.socket(socket.AF_INET)",
        "socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)",
        "fcntl.flock(open('/usr/bin/env'), fcntl.LOCK_SH)",
        "fcntl.lockf(open('/tmp/x', 'w'), fcntl.LOCK_EX)",
        "fcntl.fcntl(open('/usr/bin'), fcntl.F_NOTIFY, 1)",
        "fcntl.fcntl(open('/usr/bin/env'), fcntl.F_SETLEASE, 0)",
        "os.memfd_create('x')",
        "check(libc.unshare(0x10000000))",                 /* CLONE_NEWUSER */
        "check(libc.syscall(56, 0x10000011, 0, 0, 0, 0))", /* clone */
        "check(libc.syscall(56, 0x10900, 0, 0, 0, 0))",    /* a thread with files of its own */
        "check(libc.syscall(436, 900, 999, 2))",           /* the same by close_range */
        "resource.prlimit(1, resource.RLIMIT_CPU, (0, 0))",
        "check(libc.ptrace(0, 0, 0, 0))",
        "check(libc.inotify_init())",
        "check(libc.mount(b'none', b'/tmp', b'tmpfs', 0, 0))",
        "check(libc.syscall(321, 0, 0, 0))", /* bpf */
        "check(libc.syscall(250, 0, 0, 0))", /* keyctl */
        "check(libc.syscall(425, 1, 0))",    /* io_uring_setup */
        "check(libc.shmget(1, 4096, 0o1600))",
        "check(libc.personality(0xffffffff))",
        "os.preadv(os.open('/usr/bin/env', 0), [bytearray(1)], 0, os.RWF_NOWAIT)",
        "os.posix_fadvise(os.open('/usr/bin/env', 0), 0, 0, os.POSIX_FADV_DONTNEED)",
        "check(libc.madvise(None, 0, 21))", /* MADV_PAGEOUT */
        "mmap.mmap(-1, 4096)",              /* pages that stay without being mapped */
        "mmap.mmap(os.open('/dev/zero', os.O_RDWR), 4096)",
        "check(libc.syscall(206, 1, ctypes.byref(ctypes.c_long())))", /* io_setup: one count for all
                                                                       */
        "os.openpty()",                                               /* likewise */
        "libc.pipe(pair) == 0 and check(libc.vmsplice(pair[1], 0, 0, 0))",
        "libc.pipe(pair) == 0 and fcntl.fcntl(pair[1], 1031, 1 << 20)", /* F_SETPIPE_SZ */
        "check(libc.syscall(317, 1, 0, 0))",                            /* seccomp */
        "check(libc.prctl(22, 2, 0))",                                  /* PR_SET_SECCOMP */
        "check(libc.prctl(41, 0, 0, 0, 0))",                            /* PR_SET_THP_DISABLE */
        "check(libc.syscall(500))",                                     /* a call of tomorrow */
        "open('/proc/sys/kernel/core_pattern', 'w')",
        "open('/proc/sys/fs/file-nr')",
        "open('/proc/stat')",
        "open('/proc/meminfo')",
        "open('/proc/self/oom_score_adj', 'w')",
    };
    char script[1024];
    struct outcome o;
    const struct svi_limits none = {0};
    if (access("/usr/bin/python3", X_OK) != 0 || sizeof(void *) != 8) {
        skip();
    }
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        (void)snprintf(script, sizeof script,
                       "import ctypes, fcntl, mmap, os, resource, socket\n"
                       "libc = ctypes.CDLL(None, use_errno=True)\n"
                       "pair = (ctypes.c_int * 2)()\n"
                       "def check(result):\n"
                       "    if result == -1: raise OSError(ctypes.get_errno(), 'refused')\n"
                       "try:\n    %s\n    print('done')\n"
                       "except OSError as error:\n    print('refused', error.errno)\n",
                       refused[i]);
        outcome_run_sandboxed(&o, (const char *const[]){"/usr/bin/python3", "-c", script, NULL},
                              home, &none);
        if (strncmp(o.printed, "refused ", 8) != 0) {
            print_error("%s: %s\n", refused[i], o.printed);
        }
        assert_memory_equal(o.printed, "refused ", 8);
    }
}

static void limits_hold_for_all_children_together(void **state)
{
    (void)state;
    struct outcome o;
    const struct svi_limits limits = {
        .memory_mb = 200, .processes = 12, .cpu_s = 2, .files = 64, .output_mb = 64};
    run_shell(&o, "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do sleep 15 & done; wait",
              &limits);
    /* The kernel refuses an ordinary user's thirteenth, root's is counted. */
    assert_true(strstr(o.ended, "processes (limits: processes: 12)") != NULL ||
                (geteuid() != 0 && strstr(o.printed, "fork") != NULL));
    if (access("/usr/bin/python3", X_OK) == 0) { /* threads are counted too, 16 for each process */
        static const char threads[] =
            "import threading, time\n"
            "threading.stack_size(32768)\n"
            "for i in range(250): threading.Thread(target=time.sleep, args=(15,)).start()\n";
        outcome_run_sandboxed(&o, (const char *const[]){"/usr/bin/python3", "-c", threads, NULL},
                              home, &limits);
        assert_true(strstr(o.ended, "threads (limits: processes: 12)") != NULL ||
                    (geteuid() != 0 && strstr(o.printed, "new thread") != NULL));
    }
    run_shell(&o, "while :; do :; done", &limits);
    assert_contains(o.ended, "SIGXCPU");
    run_shell(&o, "for i in 1 2 3 4; do (while :; do :; done) & done; wait", &limits);
    assert_contains(o.ended, "processor time (limits: cpu_s: 2)");
    run_shell(&o, "ulimit -n; ulimit -c", &limits);
    assert_string_equal(o.printed, "64\n0\n");
#ifndef SV_SANITIZED
    if (access("/usr/bin/python3", X_OK) == 0) {
        const struct svi_limits memory = {.memory_mb = 200, .processes = 12, .files = 64};
        static const char alone[] = "x = b'x' * (300 << 20)";
        static const char *const kinds[] = {
            /* of several processes together */
            "for i in range(4):\n"
            "    if os.fork() == 0: break\n"
            "m = bytearray(b'x') * (90 << 20)\n",
            /* of processes whose first thread has ended */
            "import ctypes, threading\n"
            "def fill():\n"
            "    time.sleep(0.3)\n"
            "    m = bytearray(b'x') * (90 << 20)\n"
            "    time.sleep(60)\n"
            "for i in range(3):\n"
            "    if os.fork() == 0: break\n"
            "threading.Thread(target=fill).start()\n"
            "ctypes.CDLL(None).syscall(60 if os.uname().machine == 'x86_64' else 93, 0)\n",
            /* tables of pages that are not there */
            "m = mmap.mmap(-1, 600 << 30, flags=0x4022, prot=mmap.PROT_READ)\n"
            "for at in range(0, 600 << 30, 2 << 20): m[at]\n",
            /* files without a byte */
            "for i in range(300000): os.close(os.open(f'/tmp/{i}', os.O_CREAT))\n",
            /* bytes waiting in sockets, of processes that would not be looked at */
            "import ctypes\n"
            "ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)\n"
            "pairs = []\n"
            "def fill():\n"
            "    for s in socket.socketpair():\n"
            "        pairs.append(s)\n"
            "        s.setblocking(False)\n"
            "        try:\n"
            "            while s.send(bytes(65536)): pass\n"
            "        except BlockingIOError: pass\n"
            "for i in range(10):\n"
            "    if os.fork() == 0: break\n"
            "for i in range(28): fill()\n",
        };
        outcome_run_sandboxed(&o, (const char *const[]){"/usr/bin/python3", "-c", alone, NULL},
                              home, &memory);
        assert_contains(o.printed, "MemoryError");
        assert_lacks(o.ended, "MiB"); /* it had not taken any yet */
        static const char leak[] = "x = []\nwhile True: x.append(bytearray(1 << 20))";
        outcome_run_sandboxed(&o, (const char *const[]){"/usr/bin/python3", "-c", leak, NULL}, home,
                              &memory);
        assert_memory_equal(o.ended, "exited with status 1 with ", 26);
        assert_contains(o.ended, "MiB of memory in use (limits: memory_mb: 200)");
        /* Children that compute or wait, with all that their parent has open, cost little. */
        const struct svi_limits family = {.memory_mb = 100, .processes = 64, .files = 256};
        static const char children[] =
            "import os, socket, time\n"
            "door = socket.socket(socket.AF_UNIX)\n"
            "door.bind('/tmp/door')\n"
            "door.listen(4)\n"
            "calls = [socket.socket(socket.AF_UNIX) for i in range(3)]\n"
            "for call in calls: call.connect('/tmp/door')\n"
            "kept = [os.pipe() for i in range(8)], [socket.socketpair() for i in range(8)]\n"
            "for i in range(60):\n"
            "    if os.fork() == 0:\n"
            "        until = time.time() + 1.5\n"
            "        while i < 30 and time.time() < until: pass\n"
            "        time.sleep(max(0, until - time.time()))\n"
            "        os._exit(0)\n"
            "time.sleep(1.5)\n"
            "print('whole')\n";
        outcome_run_sandboxed(&o, (const char *const[]){"/usr/bin/python3", "-c", children, NULL},
                              home, &family);
        assert_string_equal(o.ended, "exited with status 0");
        assert_string_equal(o.printed, "whole\n");

        /* Pages that children share count once, until they are written to. */
        static const char sharing[] = "import os, time\n"
                                      "m = bytearray(b'x') * (120 << 20)\n"
                                      "for i in range(4):\n"
                                      "    if os.fork() == 0: time.sleep(1.5); os._exit(0)\n"
                                      "time.sleep(1)\n"
                                      "print('shared')\n"
                                      "if os.fork() == 0:\n"
                                      "    for at in range(0, len(m), 4096): m[at] = 1\n"
                                      "    time.sleep(60)\n"
                                      "time.sleep(60)\n";
        outcome_run_sandboxed(&o,
                              (const char *const[]){"/usr/bin/python3", "-u", "-c", sharing, NULL},
                              home, &memory);
        assert_string_equal(o.printed, "shared\n");
        assert_contains(o.ended, "MiB of memory (limits: memory_mb: 200)");
        for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
            char script[1024];
            (void)snprintf(script, sizeof script,
                           "import mmap, os, socket, time\n%stime.sleep(60)\n", kinds[i]);
            outcome_run_sandboxed(&o, (const char *const[]){"/usr/bin/python3", "-c", script, NULL},
                                  home, &memory);
            if (strstr(o.ended, "MiB of memory (limits: memory_mb: 200)") == NULL) {
                print_error("%s: %s %s\n", script, o.ended, o.printed);
            }
            assert_contains(o.ended, "MiB of memory (limits: memory_mb: 200)");
        }
    }
#endif
}

static int works(void)
{
    char said[SVI_SANDBOX_SAID];
    if (!svi_sandbox_works(0, said)) {
        print_message("no sandbox here: %s\n", said);
        return 0;
    }
    return 1;
}

int main(void)
{
    const struct CMUnitTest always[] = {
        cmocka_unit_test(sandbox_modes_have_names),
        cmocka_unit_test(the_sandbox_names_what_cannot_run),
    };
    const struct CMUnitTest inside[] = {
        cmocka_unit_test(the_sandbox_shuts_out),
        cmocka_unit_test(what_is_hidden_is_not_bound),
        cmocka_unit_test(the_target_of_a_link_is_bound),
        cmocka_unit_test(nothing_outside_can_be_written),
        cmocka_unit_test(calls_are_refused),
        cmocka_unit_test(limits_hold_for_all_children_together),
    };
    int failed = cmocka_run_group_tests(always, NULL, NULL);
    if (works()) {
        failed += cmocka_run_group_tests(inside, make_home, remove_home);
    }
    return failed;
}
