/* The course: how far a game has got in its rules. A game is a stack of steps, each of which waits
 * for those above it to finish, so the game can stop at any question. The course is public so that
 * a bot can play on from a position (sv_determinise()): the arbiter sends it to bots that want it
 * (sv_bot.model). It is plain values. The contents of a frame are private to the game and may
 * change with the rules version. */
#ifndef SOLVENT_COURSE_H
#define SOLVENT_COURSE_H

#include <solvent/manifest.h>

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Members that all frames share. The other bytes belong to the op; unused bytes are 0. */
struct sv_frame_any {
    uint8_t op;       /* which step of the rules (sdk/game/op.h) */
    uint8_t step;     /* how far the step has got */
    uint8_t seat;     /* the seat whose step it is */
    uint8_t pad[5];   /* the op's own */
    uint32_t word[2]; /* the op's own */
    uint64_t set;     /* the op's own */
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

/* Acts on the space where a token stands. */
struct sv_frame_land {
    uint8_t op, step, seat; /* as in struct sv_frame_any */
    /* The owner who may claim the rent. */
    uint8_t owner;
    uint8_t space;   /* where the token stands */
    uint8_t pad[2];  /* 0 */
    uint8_t by_card; /* 1: brought there by a nearest-deed card */
    int32_t rent;    /* the rent that may be claimed */
    /* by_card: factor of a railroad's rent, or multiplier of the throw for a utility. */
    int32_t factor;
    uint64_t pad2; /* 0 */
};

/* A drawn card. */
struct sv_frame_card {
    uint8_t op, step, seat, pad[3]; /* as in struct sv_frame_any */
    /* enum sv_deck, and number in the deck */
    uint8_t deck, card;
    uint64_t pad2[2]; /* 0 */
};

/* Paying or collecting from each player. */
struct sv_frame_each {
    uint8_t op, step, seat, pad[3]; /* as in struct sv_frame_any */
    uint8_t done;                   /* players, clockwise from the drawer */
    uint8_t collects;               /* 1: from each, 0: to each */
    int32_t amount;                 /* paid or received for each player */
    uint32_t pad2;                  /* 0 */
    uint64_t pad3;                  /* 0 */
};

/* An auction. The position has the public part. */
struct sv_frame_auction {
    uint8_t op, step; /* as in struct sv_frame_any */
    uint8_t seat;     /* seat that bids next */
    uint8_t after;    /* the seat before the first in bidding order */
    uint8_t space;    /* the deed; SV_NONE: a building */
    uint8_t why;      /* enum sv_why: reason of the auction */
    uint8_t unit;     /* the building; SV_NONE: a deed */
    uint8_t pad;      /* 0 */
    int32_t lowest;   /* first bid */
    uint32_t pad2;    /* 0 */
    uint64_t in;      /* seats that take part */
};

/* The payment and transfer after an auction. */
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

/* A window: the seats build, mortgage and trade. */
struct sv_frame_window {
    uint8_t op, step, seat; /* as in struct sv_frame_any */
    /* Kind of building that is being given out; after that, the number of seats whose offers are
     * made. */
    uint8_t at;
    /* Offers already made for the current seat. */
    uint8_t offer;
    uint8_t pad;     /* 0 */
    uint8_t passes;  /* passes finished */
    uint8_t all;     /* 1: all players are asked, 0: the roller alone */
    uint64_t pad2;   /* 0 */
    uint64_t unsold; /* kinds of building without a bidder */
};

/* An offer and its counter-offers. The position has the offer itself. */
struct sv_frame_trade {
    uint8_t op, step; /* as in struct sv_frame_any */
    uint8_t seat;     /* seat that answers */
    uint8_t proposer; /* seat that offers */
    uint8_t pad[2];   /* 0 */
    uint8_t counters; /* counter-offers so far */
    uint8_t pad2;     /* 0 */
    uint64_t pad3[2]; /* 0 */
};

/* Payment of interest on mortgaged deeds that a seat has received. */
struct sv_frame_interest {
    uint8_t op, step, seat, pad[5]; /* as in struct sv_frame_any */
    uint64_t pad2;                  /* 0 */
    /* Deeds received whose mortgage was not lifted at once. */
    uint64_t deeds;
};

/* A debt. */
struct sv_frame_debt {
    uint8_t op, step, seat; /* as in struct sv_frame_any */
    uint8_t creditor;       /* a seat or SV_BANK */
    uint8_t space;          /* space where it arose, or SV_NONE */
    uint8_t why;            /* enum sv_why: reason of the debt */
    /* Offers of the answer that have been made. */
    uint8_t offers;
    /* 1: the debtor goes bankrupt to the bank, even if the creditor is a seat. */
    uint8_t to_bank;
    int32_t amount; /* owed */
    uint32_t pad;   /* 0 */
    uint64_t pad2;  /* 0 */
};

/* A bankruptcy. */
struct sv_frame_bankrupt {
    uint8_t op, step, seat; /* as in struct sv_frame_any */
    uint8_t creditor;       /* a seat or SV_BANK */
    uint8_t pad[4];         /* 0 */
    uint64_t pad2;          /* 0 */
    uint64_t deeds;         /* still to be auctioned by the bank */
};

/* A completed set that already has buildings. */
struct sv_frame_complete {
    uint8_t op, step, seat, pad[3]; /* as in struct sv_frame_any */
    uint8_t group;                  /* group of the set */
    uint8_t pad2;                   /* 0 */
    int32_t levels;                 /* to lay out */
    uint32_t pad3;                  /* 0 */
    /* Streets received mortgaged; the first of them is being lifted. */
    uint64_t lifts;
};

/* One step of the game, which waits for the steps above it. */
struct sv_frame {
    /* The op says which member is valid; all begin as `any`. */
    union {
        struct sv_frame_any any;           /* members of all */
        struct sv_frame_turn turn;         /* a turn */
        struct sv_frame_roll roll;         /* a throw */
        struct sv_frame_land land;         /* a landing */
        struct sv_frame_card card;         /* a card */
        struct sv_frame_each each;         /* payments of each */
        struct sv_frame_auction auction;   /* an auction */
        struct sv_frame_won won;           /* the end of an auction */
        struct sv_frame_window window;     /* a window */
        struct sv_frame_trade trade;       /* an offer */
        struct sv_frame_interest interest; /* interest */
        struct sv_frame_debt debt;         /* a debt */
        struct sv_frame_bankrupt bankrupt; /* a bankruptcy */
        struct sv_frame_complete complete; /* a completed set */
    };
};

/* Most steps on the stack. */
#define SV_MAX_FRAMES 32u

/* The stack of steps, and how much luck the turn has used. */
struct sv_course {
    uint8_t depth; /* frames in use */
    /* Dice thrown in this turn so far, which is an index of luck, as are the next two. */
    uint8_t rolls;
    uint8_t throws; /* utility throws */
    uint8_t draws;  /* cards drawn */
    uint8_t pips;   /* pips that the last roll moved the token by; 0 when no roll did (RULES 3.3) */
    uint8_t pad[3]; /* 0 */
    struct sv_frame frame[SV_MAX_FRAMES]; /* frames above the top are 0 */
};

#ifdef __cplusplus
}
#endif

#endif
