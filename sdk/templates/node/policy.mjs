// Models of the other players, values of positions, deals, candidate answers and reference bots that answer for yours, as
// <solvent/rival.h>, <solvent/value.h>, <solvent/policy.h> and <solvent/answers.h> have them.
//
//     match_start(match) { match.rivals = new Rivals(match); },
//     event(match, event) { match.rivals.event(event); },
//     manage(match, q) {
//         match.rivals.see(match);
//         const [best] = q.offers > 0 ? match.rivals.propose(1) : [];
//         return best && {offers: [best.offer]};
//     },
import {decode} from "@msgpack/msgpack";
import {c, put, result, useEdition, useQuestion, useTable} from "./rules.mjs";
import {answersOf, eventFrame, offerFrame, offerOf} from "./solvent.mjs";

const ONE = 1000000; // SV_CHANCE_ONE, SV_MAX_VALUE
const unused = new FinalizationRegistry(([destroy, made]) => c[destroy](made));

function create(owner, name, match) {
    const made = c[`sv_${name}_create`](useEdition(match.edition));
    if (!made) throw new Error("no memory");
    unused.register(owner, [`sv_${name}_destroy`, made]);
    return made;
}

/** What a function answers: numbers, offers. */
function call(name, ...values) {
    c[name](...values);
    return decode(result(), {useBigInt64: true});
}

const estimate = ([mean, low, high], one) => ({mean: mean / one, low: low / one, high: high / one});
const bytes = (frame) => [put(frame), frame.length];

/** The models of all seats in one match. Call see() at each question before anything else. Estimates have their 95% limits. */
export class Rivals {
    #made;
    #seat;

    constructor(match) {
        this.#made = create(this, "rivals", match);
        this.#seat = match.seat;
    }

    /** Takes the table as it is now. */
    see(match) {
        c.sv_rivals_see(this.#made, put(match.block));
    }

    /** Takes in an event (a bot's method `event`). */
    event(event) {
        c.rivals_event(this.#made, ...bytes(eventFrame(event)));
    }

    /** The chance that the other side accepts an offer of ours, or of another seat: {mean, low, high}. */
    accepts(offer, seat = this.#seat) {
        return estimate(call("rivals_accepts", this.#made, seat, ...bytes(offerFrame(offer))), ONE);
    }

    /** The highest bid of a seat for an unowned deed: {mean, low, high}. */
    bids(seat, space) {
        return estimate(call("rivals_bids", this.#made, seat, space), 1);
    }

    /** Counts of a seat's acts so far; `auctions` of deeds that it dropped out of or won. */
    count(seat) {
        const [proposed, accepted, refused, auctions] = call("rivals_count", this.#made, seat);
        return {proposed, accepted, refused, auctions};
    }

    /** Our best offers, the best first, each at its best cash: at most two deeds for two, or all of a group. `accept` is the chance
     * that one is accepted, `gain` what it then brings us, in points. */
    propose(most = 16) {
        return this.#proposals("rivals_propose", most);
    }

    /** An offer of ours at the best cash, its other things as they stand; undefined if no cash gains. */
    price(offer) {
        return this.#proposals("rivals_price", ...bytes(offerFrame(offer)))[0];
    }

    #proposals(name, ...values) {
        return call(name, this.#made, this.#seat, ...values)
            .map(([offer, accept, gain]) => ({offer: offerOf(offer), accept: accept / ONE, gain: gain / ONE}));
    }
}

/** A reference bot that answers for yours in one match: "learner", "trader", "careful" or "random". Create it in match_start, and pass
 * it every event. */
export class Adviser {
    #made;
    #match;

    constructor(name, match) {
        useTable(match);
        this.#match = match;
        this.#made = c.adviser_create(...bytes(Buffer.from(name)), BigInt(match.id));
        if (!this.#made) throw new Error(`found bot '${name}', expected 'learner', 'trader', 'careful' or 'random'`);
        unused.register(this, ["adviser_destroy", this.#made]);
    }

    /** Passes an event on (a bot's method `event`). */
    event(event) {
        useTable(this.#match);
        c.adviser_event(this.#made, ...bytes(eventFrame(event)));
    }

    /** The bot's answer to a question of the match: always a legal one. */
    answer(q) {
        useQuestion(this.#match, q);
        c.adviser_answer(this.#made);
        return answersOf(q, result())[0];
    }
}

/** The value function of a match's edition. */
export class Value {
    #made;

    constructor(match) {
        this.#made = create(this, "value", match);
    }

    /** Expected points of each seat at the match's table: 0 for the first that is out, 1 for the last one left. */
    points(match) {
        useTable(match);
        return call("value_points", this.#made).map((points) => points / ONE);
    }
}

/** Up to 64 deals that others would accept if they value things as the trader does, the best first; none with two players. `gain` is
 * ours, in money. */
export function deals(match, most = 16) {
    useTable(match);
    return call("deals", most).map(([offer, gain]) => ({offer: offerOf(offer), gain: Number(gain)}));
}

/** Legal answers to a question, the first `most`; plans, bids and offers within the bounds of <solvent/answers.h>, small ones first. */
export function answers(match, q, most = 1000) {
    useQuestion(match, q);
    c.answers(most);
    return answersOf(q, result());
}
