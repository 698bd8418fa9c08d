#include "channel/async_close.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STACK_BYTES 65536u

struct doomed {
    size_t count;
    int descriptor[];
};

static void *close_all(void *user)
{
    struct doomed *doomed = user;
    for (size_t i = 0; i < doomed->count; i++) {
        close(doomed->descriptor[i]);
    }
    free(doomed);
    return NULL;
}

static bool start(struct doomed *doomed)
{
    pthread_attr_t attributes;
    pthread_t thread;
    sigset_t all, before;
    if (pthread_attr_init(&attributes) != 0) {
        return false;
    }
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    sigfillset(&all); /* signals are for the program's own threads */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool started = pthread_create(&thread, &attributes, close_all, doomed) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return started;
}

void svi_close_async(const int *descriptors, size_t count)
{
    struct doomed *doomed = malloc(sizeof *doomed + count * sizeof *descriptors);
    if (doomed == NULL) {
        return;
    }
    doomed->count = count;
    memcpy(doomed->descriptor, descriptors, count * sizeof *descriptors);
    if (!start(doomed)) {
        free(doomed);
    }
}
