// What the clock has decided for somebody, said to all for a while.

import {nameOf, line} from "./texts.js";
import {word} from "./words.js";

/** For how long it is shown, in milliseconds. */
const SHOWN = 6000;
/** By seat, the number of the last one that came. @type {Object<string, number>} */
const known = {};
/** What is shown now, and until when. @type {{seat: string, text: string, until: number}[]} */
let shown = [];

/** Take note of what has been decided. @param {Object<string, [number, string]>} ranOut by seat @param {() => void} changed is called when it has been shown */
export function note(ranOut, changed) {
  for (const [seat, [number, text]] of Object.entries(ranOut)) {
    if (known[seat] === number) continue;
    known[seat] = number;
    shown = [...shown.filter(each => each.seat !== seat), {seat, text, until: Date.now() + SHOWN}];
    setTimeout(changed, SHOWN);
  }
}

/** What is said now, as parts of a page for each seat; what others may not see is not told. @returns {(Node | string)[][]} */
export const notices = (view, seats) => shown.filter(each => each.until > Date.now()).map(({seat, text}) => [
  word(+seat === view.seat ? "ran_out_self" : "ran_out", {who: nameOf(seat, seats)}), " ", ...text ? line({text}, view, seats) : [],
]);
