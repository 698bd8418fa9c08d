// The game in words, and answers read from JSON (<solvent/text.h>).
import {c, put, result, textAt, useEdition, useQuestion, useTable} from "./rules.mjs";
import {answersOf} from "./solvent.mjs";

/** A reply that is no legal answer; its message is one sentence with the fault and the expected form. */
export class NotRead extends Error {}

/** The rules of an edition in about two pages: how a game goes, board, cards, switches. */
export function rules(edition) {
    return textAt(c.words_say_rules(useEdition(edition)));
}

/** The table as our seat sees it; without `names` players are called "seat 2". */
export function table(match, {names = true} = {}) {
    useTable(match, {names});
    return textAt(c.words_say_table());
}

/** A question to us: its figures, a menu of the legal answers where they are few, and the form of an answer. */
export function question(match, q, {menu = true, names = true} = {}) {
    useQuestion(match, q, {menu, names});
    return textAt(c.words_say_question());
}

/** The answer in the last JSON object of a reply, which is legal. Throws NotRead for any other reply. */
export function read(match, q, reply, {menu = true, names = true} = {}) {
    useQuestion(match, q, {menu, names});
    const bytes = Buffer.from(reply);
    const why = c.words_read(put(bytes), bytes.length);
    if (why !== 0) throw new NotRead(textAt(why));
    return answersOf(q, result())[0];
}
