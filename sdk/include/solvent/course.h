/* The course: where in its rules a game stands. A game is a stack of steps, each of which waits for
 * those above it to finish, so that it can stop at any question. Public, so that a bot can play on
 * from a position (sv_determinise()); what a frame holds is the game's own affair and belongs to
 * the rules version. */
#ifndef SOLVENT_COURSE_H
#define SOLVENT_COURSE_H

#include <solvent/manifest.h>

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What all frames have: `op`, which step of the rules it is (sdk/game/op.h), `step`, where in it,
 * and `seat`, whose it is. The other bytes belong to the op; what it does not use is 0. */
struct sv_frame_any {
    uint8_t op;       /* which step it is; so it is in all of them, */
    uint8_t step;     /*   where in it, */
    uint8_t seat;     /*   and whose */
    uint8_t pad[5];   /* the op's own, */
    uint32_t word[2]; /*   likewise, */
    uint64_t set;     /*   likewise */
};

/* A whole turn, always at the bottom of the stack. */
struct sv_frame_turn {
    uint8_t op, step, seat, pad[4]; /* as in struct sv_frame_any */
    uint8_t again;                  /* 1: doubles roll again */
    uint64_t pad2[2];               /* 0 */
};

/* A throw, the move it makes, the speed die's second half. */
struct sv_frame_roll {
    uint8_t op, step, seat, pad[5]; /* as in struct sv_frame_any */
    uint64_t pad2[2];               /* 0 */
};

/* Acting on the space a token stands on. */
struct sv_frame_land {
    uint8_t op, step, seat; /* as in struct sv_frame_any */
    uint8_t owner;          /* who is asked to claim the rent */
    uint8_t space;          /* where the token stands */
    uint8_t pad[2];         /* 0 */
    uint8_t by_card;        /* 1: brought there by a nearest-deed card */
    int32_t rent;           /* that is asked to be claimed */
    int32_t factor; /* by_card: times the rent of a railroad, or times the throw on a utility */
    uint64_t pad2;  /* 0 */
};

/* A drawn card. */
struct sv_frame_card {
    uint8_t op, step, seat, pad[3]; /* as in struct sv_frame_any */
    uint8_t deck, card;             /* enum sv_deck, and its number in the deck */
    uint64_t pad2[2];               /* 0 */
};

/* Paying or collecting from each player. */
struct sv_frame_each {
    uint8_t op, step, seat, pad[3]; /* as in struct sv_frame_any */
    uint8_t done;                   /* players, clockwise from the drawer */
    uint8_t collects;               /* 1: from each, 0: to each */
    int32_t amount;                 /* from or to each */
    uint32_t pad2;                  /* 0 */
    uint64_t pad3;                  /* 0 */
};

/* An auction; what everybody sees of it is in the position. */
struct sv_frame_auction {
    uint8_t op, step; /* as in struct sv_frame_any */
    uint8_t seat;     /* whose turn to bid it is */
    uint8_t after;    /* the seat before the first in bidding order */
    uint8_t space;    /* the deed; SV_NONE: a building */
    uint8_t why;      /* enum sv_why: what it is held for */
    uint8_t unit;     /* the building; SV_NONE: a deed */
    uint8_t pad;      /* 0 */
    int32_t lowest;   /* first bid */
    uint32_t pad2;    /* 0 */
    uint64_t in;      /* seats that take part */
};

/* What was won in an auction is paid and handed over. */
struct sv_frame_won {
    uint8_t op, step, seat, pad; /* as in struct sv_frame_any */
    uint8_t space;               /* as in the auction */
    uint8_t pad2;                /* 0 */
    uint8_t unit;                /* as in the auction */
    uint8_t pad3;                /* 0 */
    int32_t price;               /* the winning bid */
    uint32_t pad4;               /* 0 */
    uint64_t pad5;               /* 0 */
};

/* A window: building, mortgages, trades. */
struct sv_frame_window {
    uint8_t op, step, seat; /* as in struct sv_frame_any */
    uint8_t at;     /* the kind of building being given out; then how many seats' offers are made */
    uint8_t offer;  /* offers made of the seat whose offers are */
    uint8_t pad;    /* 0 */
    uint8_t passes; /* done */
    uint8_t all;    /* 1: all players are asked, 0: the roller alone */
    uint64_t pad2;  /* 0 */
    uint64_t unsold; /* kinds of building that nobody wants at auction */
};

/* An offer and its counter-offers; it lies open in the position. */
struct sv_frame_trade {
    uint8_t op, step; /* as in struct sv_frame_any */
    uint8_t seat;     /* who answers */
    uint8_t proposer; /* who offers */
    uint8_t pad[2];   /* 0 */
    uint8_t counters; /* counter-offers so far */
    uint8_t pad2;     /* 0 */
    uint64_t pad3[2]; /* 0 */
};

/* Mortgaged deeds received. */
struct sv_frame_interest {
    uint8_t op, step, seat, pad[5]; /* as in struct sv_frame_any */
    uint64_t pad2;                  /* 0 */
    uint64_t deeds;                 /* received, and not lifted at once */
};

/* A debt. */
struct sv_frame_debt {
    uint8_t op, step, seat; /* as in struct sv_frame_any */
    uint8_t creditor;       /* a seat or SV_BANK */
    uint8_t space;          /* where it arose, or SV_NONE */
    uint8_t why;            /* enum sv_why: what for */
    uint8_t offers;         /* made of the answer's */
    uint8_t to_bank;        /* 1: who fails here fails to the bank, whoever the creditor is */
    int32_t amount;         /* owed */
    uint32_t pad;           /* 0 */
    uint64_t pad2;          /* 0 */
};

/* A bankruptcy. */
struct sv_frame_bankrupt {
    uint8_t op, step, seat; /* as in struct sv_frame_any */
    uint8_t creditor;       /* a seat or SV_BANK */
    uint8_t pad[4];         /* 0 */
    uint64_t pad2;          /* 0 */
    uint64_t deeds;         /* still to be auctioned by the bank */
};

/* A set completed that is built on already. */
struct sv_frame_complete {
    uint8_t op, step, seat, pad[3]; /* as in struct sv_frame_any */
    uint8_t group;                  /* of the set */
    uint8_t pad2;                   /* 0 */
    int32_t levels;                 /* to lay out */
    uint32_t pad3;                  /* 0 */
    uint64_t lifts; /* streets received mortgaged, the one that is being lifted first */
};

/* One step of the game that waits for those above it. */
struct sv_frame {
    /* by its op; all begin as `any` */
    union {
        struct sv_frame_any any;           /* whatever it is */
        struct sv_frame_turn turn;         /* a turn */
        struct sv_frame_roll roll;         /* a throw */
        struct sv_frame_land land;         /* a landing */
        struct sv_frame_card card;         /* a card */
        struct sv_frame_each each;         /* payments of each */
        struct sv_frame_auction auction;   /* an auction */
        struct sv_frame_won won;           /* what was won */
        struct sv_frame_window window;     /* a window */
        struct sv_frame_trade trade;       /* an offer */
        struct sv_frame_interest interest; /* interest */
        struct sv_frame_debt debt;         /* a debt */
        struct sv_frame_bankrupt bankrupt; /* a bankruptcy */
        struct sv_frame_complete complete; /* a completed set */
    };
};

#define SV_MAX_FRAMES 32u /* steps that wait for one another at most */

/* The stack of steps, and what the turn has used of its luck. */
struct sv_course {
    uint8_t depth;  /* frames in use */
    uint8_t rolls;  /* dice thrown in this turn so far, an index of luck; likewise: */
    uint8_t throws; /* utility throws */
    uint8_t draws;  /* cards drawn */
    uint8_t pips;   /* pips that the last roll moved the token by; 0 when no roll did (RULES 3.3) */
    uint8_t pad[3]; /* 0 */
    struct sv_frame frame[SV_MAX_FRAMES]; /* those above the top are 0 */
};

#ifdef __cplusplus
}
#endif

#endif
