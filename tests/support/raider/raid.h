/* The raids of the bot `raider`, each a number of attempts that raid_tell() tells of. */
#ifndef TESTS_SUPPORT_RAIDER_RAID_H
#define TESTS_SUPPORT_RAIDER_RAID_H

#include <stdbool.h>

/* The raider's own program. */
extern const char *raid_program;

/* Reports an attempt; if it was not done, errno is the reason. */
void raid_tell(bool done, const char *what);

/* The next target of a kind ("path:"), from word *at of the raider's; NULL: no more. */
const char *raid_target(unsigned *at, const char *kind);

/* Waits for more than a second and a half: who gets behind it has not been stopped, which is told.
 */
void raid_outlive(const char *what);

void raid_read(void);          /* the named files, by every way that leads to them */
void raid_beside(void);        /* the sockets in a folder, which other bots are to use */
void raid_write(void);         /* anywhere outside its own scratch folders */
void raid_network(void);       /* any kind of socket, and those that are said to be there */
void raid_signal(void);        /* other processes: see, signal, trace, slow down */
void raid_powers(void);        /* powers of root, and the kernel's depths */
void raid_descriptors(void);   /* descriptors inherited from the parent */
void raid_foreign_calls(void); /* system calls by the tables of other architectures */
void raid_covert(void);        /* ways to carry a message to another sandbox */

/* Bit i of a message that both ends know, and values in their order: for the two that follow. */
bool raid_bit(unsigned i);
void raid_sort(double value[], unsigned n);

void raid_pages(void); /* pages.c: a message to the next process, by "way:" in "path:" */
void raid_aside(void); /* aside.c: to one beside it, by "way:"; "role:" is say or hear */

/* unseen.c: the bot thinks in children whose processor time is lost, some started by vfork */
void raid_unseen(void);
void raid_unseen_vfork(void);
void raid_think_unseen(void); /* for a question, after one of the two */

/* memory.c: memory that no process has mapped */
void raid_pinned(void);     /* a page of each huge page in a pipe */
void raid_halves(void);     /* a page of each huge page mapped */
void raid_cut(void);        /* pages of a file that is cut, in pipes and sockets */
void raid_filters(void);    /* filters of system calls */
void raid_areas(void);      /* areas of memory (VMAs) */
void raid_lineage(void);    /* areas that many generations have in common */
void raid_timers(void);     /* POSIX timers */
void raid_pipes(void);      /* pipes of a MiB */
void raid_fifos(void);      /* pipes with names, beside a full heap */
void raid_scratch(void);    /* files in memory, beside a full heap */
void raid_flight(void);     /* full pipes in flight, beside a full heap */
void raid_sockets(void);    /* full sockets */
void raid_watches(void);    /* watches of epoll */
void raid_own_files(void);  /* watches in file tables of one thread */
void raid_names(void);      /* files without a byte, with long names */
void raid_odd_memory(void); /* rare requests to the kernel */
void raid_hoard(void);      /* each of these that a call refuses */

#endif
