#!/usr/bin/env node
// @NAME@. Each method gets the match and a question, and returns an answer, or nothing for the default. It may be async: while it waits,
// other matches go on. A decision that has no method here is never asked: its default is taken. `solvent manifest` lists all there are, manifest.json too.
import {isMain, main} from "./solvent.mjs";

const RESERVE = 150; // cash kept for the rent of the next few turns

export const bot = {
    name: "@NAME@",
    version: "1",
    when: {manage: ["can_build"]}, // in other windows it would do nothing

    // An unowned deed: what leaves the reserve is bought. The rest is auctioned among all players.
    buy(match, q) {
        const left = match.cash - q.amount;
        if (match.explaining) match.log(`cash ${left} would be left, ${RESERVE} is kept for rents`); // by --explain: beside the answer in the record
        return {choice: left >= RESERVE ? "buy" : "decline"};
    },

    // An auction: `limit` is how far the arbiter may raise the bid without asking again.
    bid(match, q) {
        const price = q.space === 255 ? q.limit : match.edition.spaces[q.space].price;
        const most = Math.min(price, q.limit, match.cash - RESERVE);
        return most >= q.amount ? {bid: q.amount, limit: most} : {bid: 0};
    },

    // A window, before every turn: build house by house while the reserve stays, evenly, on whole sets without a mortgage.
    manage(match) {
        const {edition, position, seat} = match;
        const {level, stock, mortgaged, owner} = position;
        const stands = [...level], houses = stock;
        let cash = match.cash - RESERVE;
        for (const group of edition.sets) {
            if (!group.every((i) => owner[i] === seat && !(mortgaged >> BigInt(i) & 1n))) continue;
            for (let low = Math.min(...group.map((i) => stands[i])); low < 4; low++) {
                for (const i of group.filter((j) => stands[j] === low)) {
                    if (edition.spaces[i].house_cost <= cash && houses[0] > 0) {
                        stands[i]++;
                        houses[0]--;
                        cash -= edition.spaces[i].house_cost;
                    }
                }
            }
        }
        return {levels: Object.fromEntries(stands.entries())};
    },
};

if (isMain(import.meta.url)) main(bot);
