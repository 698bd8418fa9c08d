#include "process/note.h"

#include <string.h>
#include <sys/socket.h>

/* Room for the message, as the system wants it. */
struct note {
    char byte;
    struct iovec part;
    struct msghdr head;
    union {
        struct cmsghdr align;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;
};

static void init(struct note *note, char byte)
{
    *note = (struct note){.byte = byte};
    note->part = (struct iovec){.iov_base = &note->byte, .iov_len = 1};
    note->head = (struct msghdr){.msg_iov = &note->part,
                                 .msg_iovlen = 1,
                                 .msg_control = note->control.bytes,
                                 .msg_controllen = sizeof note->control.bytes};
}

bool svi_note_send(int to, char byte, int fd)
{
    struct note note;
    init(&note, byte);
    if (fd >= 0) {
        struct cmsghdr *c = CMSG_FIRSTHDR(&note.head);
        *c = (struct cmsghdr){
            .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(sizeof fd)};
        memcpy(CMSG_DATA(c), &fd, sizeof fd);
    } else {
        note.head.msg_controllen = 0;
    }
    return sendmsg(to, &note.head, MSG_NOSIGNAL) == 1;
}

bool svi_note_take(int from, char *byte, int *fd)
{
    struct note note;
    init(&note, 0);
    *fd = -1;
    if (recvmsg(from, &note.head, MSG_CMSG_CLOEXEC) != 1) {
        return false;
    }
    const struct cmsghdr *c = CMSG_FIRSTHDR(&note.head);
    if (c != NULL && c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS) {
        memcpy(fd, CMSG_DATA(c), sizeof *fd);
    }
    *byte = note.byte;
    return true;
}
