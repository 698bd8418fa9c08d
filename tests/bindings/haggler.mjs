#!/usr/bin/env node
// As haggler.py in JavaScript, in a folder of `solvent new-bot --lang node`.
import {Adviser, Rivals, Value, answers, deals} from "./policy.mjs";
import {main, members} from "./solvent.mjs";

const whole = (...figures) => figures.map((figure) => Math.round(figure * 1000000));
const sum = (numbers) => [...numbers].reduce((a, b) => a + b, 0);
const seats = (match) => Array.from({length: match.seats}, (_, seat) => seat);

function log(match, q, figures) {
    const counts = seats(match).map((seat) => Object.values(match.rivals.count(seat)));
    match.log(JSON.stringify([whole(...match.value.points(match)), counts, answers(match, q, 50).length, figures]));
}

main({
    name: "haggler",
    version: "1",

    match_start(match) {
        match.rivals = new Rivals(match);
        match.value = new Value(match);
        match.advisers = ["learner", "random"].map((name) => new Adviser(name, match));
    },

    event(match, event) {
        match.rivals.event(event);
        for (const adviser of match.advisers) adviser.event(event);
    },

    manage(match, q) {
        match.rivals.see(match);
        const best = match.rivals.propose(2), found = deals(match, 3);
        const figures = best.map(({offer, accept, gain}) => whole(accept, gain, ...Object.values(match.rivals.accepts(offer))));
        log(match, q, [figures, found.map(({gain}) => gain)]);
        return best.length && q.offers > 0 ? {offers: [best[0].offer]} : undefined;
    },

    trade(match, q) {
        match.rivals.see(match);
        const {give_cash, get_cash, give_deeds, get_deeds} = q.offer;
        const mine = {to: q.other, give_cash: get_cash, get_cash: give_cash, give_deeds: get_deeds, get_deeds: give_deeds};
        const price = match.rivals.price(mine);
        log(match, q, price ? [...whole(price.accept, price.gain), sum(members(price.offer.get_deeds)), price.offer.get_cash] : []);
        return price && q.choices >> 2 & 1 ? {choice: "counter", offers: [price.offer]} : match.advisers[0].answer(q);
    },

    bid(match, q) {
        match.rivals.see(match);
        log(match, q, q.space === 255 ? [] : seats(match).map((seat) => Object.values(match.rivals.bids(seat, q.space))));
        const most = Math.floor(q.limit / 3);
        return q.amount <= most ? {bid: q.amount, limit: most} : match.advisers[1].answer(q);
    },

    debt: (match, q) => match.advisers[0].answer(q),
    buy: (match, q) => answers(match, q, 20).at(-1),
});
