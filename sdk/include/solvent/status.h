/* Status codes, and the conventions of all headers.
 *
 * Failure: a function that can fail returns an enum sv_status, where SV_OK is 0. Its results are
 * only valid on SV_OK, unless the function says more. A function that makes something returns NULL
 * instead. A bool answers a question, or says that a reader has reached its end.
 *
 * Lifetimes: sv_X_create() allocates, and sv_X_destroy() frees; it takes NULL too. sv_X_init()
 * fills a struct of yours, and sv_X_finish() frees its contents, if there is one. sv_X_start()
 * fills a plain value, which needs no end. Pointers that a function returns otherwise belong to the
 * library. */
#ifndef SOLVENT_STATUS_H
#define SOLVENT_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

#if defined __GNUC__
/* Marks a function that the next version removes; compilers warn where it is used, with `text`. */
#define SV_DEPRECATED(text) __attribute__((deprecated(text)))
#else
#define SV_DEPRECATED(text)
#endif

/* X(NAME, text): one row for each status; the text is for people. The first two rows expand to
 * SV_OK, SV_E_ARGUMENT, in `enum sv_status`. */
#define SV_STATUSES(X)                                                                             \
    X(OK, "ok")                                                                                    \
    X(E_ARGUMENT, "an argument is out of range")                                                   \
    X(E_SYSTEM, "the operating system refused")                                                    \
    X(E_NOT_ASKED, "that seat has no question to answer")                                          \
    X(E_KIND, "the answer is for another kind of question")                                        \
    X(E_CHOICE, "that choice is not among the legal ones")                                         \
    X(E_SPACE, "that space is not among the legal ones")                                           \
    X(E_AMOUNT, "the amount is outside the legal range")                                           \
    X(E_CASH, "not enough cash")                                                                   \
    X(E_OWNER, "the deed belongs to somebody else")                                                \
    X(E_UNEVEN, "building would not be even")                                                      \
    X(E_SET, "the set may not be built on")                                                        \
    X(E_STOCK, "the bank has not enough buildings")                                                \
    X(E_MORTGAGE, "the deed cannot be mortgaged or lifted")                                        \
    X(E_OFFER, "the offer is not a lawful trade")                                                  \
    X(E_SHORT, "the answer raises too little, though more can be raised")                          \
    X(E_TRUNCATED, "the bytes end too early")                                                      \
    X(E_TRAILING, "bytes are left over at the end")                                                \
    X(E_TYPE, "a value has the wrong MessagePack type")                                            \
    X(E_RANGE, "a number is outside its range")                                                    \
    X(E_LENGTH, "a list, map, string or bin has the wrong length")                                 \
    X(E_UNKNOWN, "an unknown message, key or name")                                                \
    X(E_DUPLICATE, "a key stands twice")                                                           \
    X(E_MISSING, "a required key or field is missing")                                             \
    X(E_VERSION, "the version is not spoken here")                                                 \
    X(E_HASH, "a hash does not match")                                                             \
    X(E_SPACE_LEFT, "the buffer is too small")                                                     \
    X(E_MISMATCH, "files that belong together differ")

/* The rows of SV_STATUSES. */
enum sv_status {
#define X(name, text) SV_##name,
    SV_STATUSES(X)
#undef X
        SV_STATUS_COUNT
};

/* Returns the text of a status, never NULL. Static: do not free it. */
const char *sv_status_text(enum sv_status status);

/* Returns the name of a status without its prefix, e.g. "E_CASH". Static. */
const char *sv_status_name(enum sv_status status);

#ifdef __cplusplus
}
#endif

#endif
