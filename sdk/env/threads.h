/* Threads that share work evenly, again and again. */
#ifndef SVI_ENV_THREADS_H
#define SVI_ENV_THREADS_H

/* Does items `first` to `last` - 1; `thread` is 0 for the caller's own. */
typedef void svi_work_fn(void *user, unsigned thread, unsigned first, unsigned last);

struct svi_threads;

/* `count` threads, the caller's included; NULL when they cannot be had. 1 starts none. */
struct svi_threads *svi_threads_create(unsigned count);
void svi_threads_destroy(struct svi_threads *t); /* may be NULL */

/* Does `items` of work, a run of them each thread, and returns when all is done. */
void svi_threads_run(struct svi_threads *t, svi_work_fn *fn, void *user, unsigned items);

#endif
