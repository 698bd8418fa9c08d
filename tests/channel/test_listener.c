/* Listeners: one connection or many, whose connections are accepted, and which files are left. */
#include "channel/listener.h"
#include "tests/base/testing.h"

#include <errno.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define PATIENCE_MS 20000

struct fixture {
    char folder[64], text[96];
    struct svi_error error;
    struct svi_listener l;
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    if (f == NULL) {
        return -1;
    }
    snprintf(f->folder, sizeof f->folder, "/tmp/solvent-test-XXXXXX");
    *state = f;
    if (mkdtemp(f->folder) == NULL) {
        return -1;
    }
    snprintf(f->text, sizeof f->text, "ipc://%s/door", f->folder);
    f->l.fd = -1;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    svi_listener_close(&f->l);
    const int left = rmdir(f->folder); /* fails unless the socket's file is gone */
    free(f);
    return left;
}

static int connect_to(const char *text)
{
    struct svi_endpoint e;
    struct svi_error error;
    int fd;
    assert_ok(svi_endpoint_read(&e, text, &error));
    return svi_endpoint_connect(&e, &fd) == SV_OK ? fd : -1;
}

static enum svi_accept accept_soon(struct svi_listener *l, uid_t uid, int *fd)
{
    struct pollfd ready = {.fd = l->fd, .events = POLLIN};
    assert_int_equal(poll(&ready, 1, PATIENCE_MS), 1);
    return svi_listener_accept(l, uid, fd);
}

static void assert_connected(int a, int b)
{
    char byte;
    assert_int_equal(write(a, "x", 1), 1);
    assert_int_equal(read(b, &byte, 1), 1);
}

/* A private door: one connection comes in, the door is shut and gone, and the connection stays. */
TEST_ON(one_connection_and_no_more, struct fixture *f, set_up, tear_down)
{
    struct stat file;
    int theirs, ours;
    assert_ok(svi_listener_open(&f->l, f->text, &f->error));
    assert_string_equal(f->l.text, f->text);
    assert_int_equal(stat(f->l.path, &file), 0);
    assert_int_equal(file.st_mode & 0777, 0600);
    assert_int_equal(svi_listener_accept(&f->l, getuid(), &ours), SVI_ACCEPT_NOBODY);
    theirs = connect_to(f->text);
    assert_true(theirs >= 0);
    assert_int_equal(accept_soon(&f->l, getuid(), &ours), SVI_ACCEPT_ONE);
    svi_listener_close(&f->l);
    assert_int_equal(f->l.fd, -1);
    assert_int_equal(stat(f->text + strlen("ipc://"), &file), -1);
    assert_int_equal(connect_to(f->text), -1);
    assert_connected(theirs, ours);
    assert_connected(ours, theirs);
    close(theirs);
    close(ours);
}

TEST_ON(many_connections, struct fixture *f, set_up, tear_down)
{
    int theirs[3], ours[3];
    assert_ok(svi_listener_open(&f->l, f->text, &f->error));
    for (unsigned i = 0; i < 3; i++) {
        theirs[i] = connect_to(f->text);
        assert_int_equal(accept_soon(&f->l, getuid(), &ours[i]), SVI_ACCEPT_ONE);
        assert_connected(theirs[i], ours[i]);
    }
    for (unsigned i = 0; i < 3; i++) {
        close(theirs[i]);
        close(ours[i]);
    }
}

TEST_ON(another_user_is_turned_away, struct fixture *f, set_up, tear_down)
{
    int theirs, ours = -1;
    char byte;
    assert_ok(svi_listener_open(&f->l, f->text, &f->error));
    theirs = connect_to(f->text);
    assert_int_equal(accept_soon(&f->l, getuid() + 1, &ours), SVI_ACCEPT_STRANGER);
    assert_int_equal(ours, -1);
    assert_int_equal(read(theirs, &byte, 1), 0);
    close(theirs);
    assert_true(f->l.fd >= 0); /* the place is still open */
}

TEST_ON(those_who_wait_are_turned_away_at_the_end, struct fixture *f, set_up, tear_down)
{
    char byte;
    assert_ok(svi_listener_open(&f->l, f->text, &f->error));
    int theirs = connect_to(f->text);
    svi_listener_close(&f->l);
    svi_listener_close(&f->l);
    assert_true(read(theirs, &byte, 1) <=
                0); /* 0, or an error as its connection never was accepted */
    close(theirs);
}

TEST_ON(loopback_finds_a_port, struct fixture *f, set_up, tear_down)
{
    static const char *const texts[] = {"tcp://127.0.0.1:*", "tcp://localhost:*"};
    for (size_t i = 0; i < 2; i++) {
        struct svi_listener second;
        int theirs, ours;

        assert_ok(svi_listener_open(&f->l, texts[i], &f->error));
        assert_null(strchr(f->l.text, '*'));
        assert_string_equal(f->l.path, "");
        theirs = connect_to(f->l.text);
        assert_int_equal(accept_soon(&f->l, getuid() + 1, &ours), SVI_ACCEPT_ONE); /* no telling */
        assert_connected(theirs, ours);
        close(theirs);
        close(ours);
        assert_int_equal(svi_listener_open(&second, f->l.text, &f->error), SV_E_SYSTEM);
        assert_contains(f->error.text, "cannot listen on 'tcp://");
        svi_listener_close(&f->l);
    }
}

TEST_ON(a_name_without_a_file, struct fixture *f, set_up, tear_down)
{
    int theirs, ours;
    snprintf(f->text, sizeof f->text, "ipc://@solvent-test-%d", (int)getpid());
    assert_ok(svi_listener_open(&f->l, f->text, &f->error));
    theirs = connect_to(f->text);
    assert_int_equal(accept_soon(&f->l, getuid(), &ours), SVI_ACCEPT_ONE);
    assert_connected(theirs, ours);
    close(theirs);
    close(ours);
}

/* A file that a killed process has left is taken over; one that somebody listens at is not, nor is
 * any other. */
TEST_ON(takes_the_place_of_a_dead_socket_only, struct fixture *f, set_up, tear_down)
{
    struct svi_listener second;
    pid_t pid = fork();
    if (pid == 0) {
        /* and leaves its file */
        _exit((int)svi_listener_open(&f->l, f->text, &f->error));
    }
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    assert_int_equal(access(f->text + strlen("ipc://"), F_OK), 0);
    assert_ok(svi_listener_open(&f->l, f->text, &f->error));
    assert_int_equal(svi_listener_open(&second, f->text, &f->error), SV_E_SYSTEM);
    assert_int_equal(second.fd, -1);
    assert_contains(f->error.text, "Address already in use");
    assert_int_equal(access(f->l.path, F_OK), 0);
    svi_listener_close(&f->l);
    FILE *file = fopen(f->text + strlen("ipc://"), "w");
    assert_non_null(file);
    fclose(file);
    assert_int_equal(svi_listener_open(&second, f->text, &f->error), SV_E_SYSTEM);
    assert_int_equal(unlink(f->text + strlen("ipc://")), 0);
}

/* The kernel refuses later connections, and no other process gets the port. */
TEST_ON(a_shut_one_keeps_its_place, struct fixture *f, set_up, tear_down)
{
    struct svi_listener second;
    struct svi_endpoint e;
    char text[SVI_ENDPOINT_BYTES];
    int theirs, ours, none;
    assert_ok(svi_listener_open(&f->l, "tcp://127.0.0.1:*", &f->error));
    memcpy(text, f->l.text, sizeof text);
    svi_listener_close(&f->l); /* a port that was found for '*' is not kept */
    assert_ok(svi_listener_open(&f->l, text, &f->error));
    theirs = connect_to(f->l.text);
    assert_int_equal(accept_soon(&f->l, getuid(), &ours), SVI_ACCEPT_ONE);
    svi_listener_shut(&f->l);
    assert_ok(svi_endpoint_read(&e, f->l.text, &f->error));
    assert_int_equal(svi_endpoint_connect(&e, &none), SV_E_SYSTEM);
    assert_int_equal(errno, ECONNREFUSED);
    assert_int_equal(svi_listener_open(&second, f->l.text, &f->error), SV_E_SYSTEM);
    assert_contains(f->error.text, "Address already in use");
    assert_int_equal(write(theirs, "x", 1), 1); /* the one that was there goes on */
    char byte;
    assert_int_equal(read(ours, &byte, 1), 1);
    close(theirs);
    close(ours);
    svi_listener_close(&f->l);
    assert_ok(svi_listener_open(&second, text, &f->error));
    svi_listener_close(&second);
}

TEST_ON(says_why_it_cannot_listen, struct fixture *f, set_up, tear_down)
{
    static const struct {
        const char *text, *words;
        enum sv_status status;
    } cases[] = {
        {"tcp://192.0.2.1:7001", "is not an address of this machine", SV_E_ARGUMENT},
        {"tcp://*:7001", "is not an address of this machine", SV_E_ARGUMENT},
        {"ipc://", "names no path", SV_E_ARGUMENT},
        {"ipc:///nowhere/at/all", "No such file or directory", SV_E_SYSTEM},
    };
    char longest[200];

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(svi_listener_open(&f->l, cases[i].text, &f->error), cases[i].status);
        assert_int_equal(f->l.fd, -1);
        assert_contains(f->error.text, cases[i].words);
    }
    /* as under a long TMPDIR */
    snprintf(longest, sizeof longest, "ipc://%s/%0120d", f->folder, 0);
    assert_int_equal(svi_listener_open(&f->l, longest, &f->error), SV_E_ARGUMENT);
    assert_contains(f->error.text, "the path of a socket has at most 107 bytes");
}

TEST_ON(no_descriptor_left_is_told, struct fixture *f, set_up, tear_down)
{
    struct rlimit before, none;
    int theirs, ours;
    assert_ok(svi_listener_open(&f->l, f->text, &f->error));
    theirs = connect_to(f->text);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    none = before;
    none.rlim_cur = 0;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    const enum svi_accept found = svi_listener_accept(&f->l, getuid(), &ours);
    const int reason = errno;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    assert_int_equal(found, SVI_ACCEPT_FAILED);
    assert_int_equal(reason, EMFILE);
    assert_int_equal(accept_soon(&f->l, getuid(), &ours),
                     SVI_ACCEPT_ONE); /* earlier connections still wait */
    close(theirs);
    close(ours);
}
