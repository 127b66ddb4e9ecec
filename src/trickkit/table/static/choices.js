// What was said in a deal, and what may be decided that is no card of a hand.

import {board, isOnBoard} from "./board.js";
import {calledOut} from "./calls.js";
import {ways} from "./cards.js";
import {element} from "./elements.js";
import {playable} from "./seats.js";
import {call, nameOf, rich} from "./texts.js";
import {word} from "./words.js";

/** Whether what was said is to be seen, once the reader has chosen; before that, until the tricks begin. @type {boolean | null} */
let unfolded = null;

/** So many buttons are too many; then so many are shown at first. */
const MANY = 16, FEW = 10;
/** Whether the others are shown as well. */
let unfoldedMore = false;

/** What was bid, called and announced in this deal: as in a table of an auction, a row for each time round. */
export function said(view, names, who) {
  const open = unfolded ?? view.trick === null;
  const shown = element("details", {className: "said", hidden: !view.said.length, open});
  const seats = [...Array(view.players).keys()], rows = [];
  for (const {seat: number, text} of view.said) {
    // Seats are heard from left to right; whoever comes before the one that was heard last begins another row.
    let row = rows.at(-1);
    if (!row || number <= row.last) rows.push(row = {last: number, cells: seats.map(() => "")});
    row.last = number;
    row.cells[number] = text;
  }
  const head = element("tr", {}, ...seats.map(number => element("th", {scope: "col"}, number === view.seat ? who(number) : nameOf(number, names))));
  const cells = rows.map(row => element("tr", {}, ...row.cells.map(text => element("td", {}, ...call(text, view, names)))));
  const summary = element("summary", {onclick: ({currentTarget}) => { unfolded = !currentTarget.parentElement.open; }}, word("said"));
  shown.append(summary, element("table", {}, element("thead", {}, head), element("tbody", {}, ...cells)));
  return shown;
}

/** What may be decided and is no card of a hand or space of a board that is seen: bids, calls, faces, unseen cards. */
export function choices({view, seats}, legal, decide, who) {
  const seen = new Set();
  view.hands.forEach((hand, number) => {
    if (!playable(number, view, legal)) return;
    for (const text of hand) {
      const faces = ways(text, view).filter(way => legal.has(way));
      if (faces.length === 1) seen.add(faces[0]);
    }
  });
  const shown = element("div", {className: "actions"}, board(view, legal, who, decide)), verbs = [...legal].map(text => text.split(" ")[0]);
  // What all bids have in common goes without saying.
  const often = new Set(verbs.filter(verb => verbs.filter(other => other === verb).length > 4));
  const left = [...legal].filter(text => !seen.has(text) && !isOnBoard(text, view)), folds = left.length > MANY;
  // To pass comes first. Of many bids the next ones are offered, after words without a number, such as double.
  const rank = text => text === "pass" ? 0 : folds && /\d/.test(text) ? 2 : 1;
  left.sort((one, other) => rank(one) - rank(other));
  const more = element("div", {className: "actions", hidden: !unfoldedMore});
  left.forEach((text, place) => {
    const button = element("button", {type: "button"}, ...rich(calledOut(text), view, seats)), whole = button.textContent ?? "", [verb] = text.split(" ");
    button.replaceChildren(...call(text, view, seats).map(part => often.has(verb) && typeof part === "string" ? part.replace(`${calledOut(verb)} `, "") : part));
    if (button.textContent !== whole) button.ariaLabel = whole;
    button.dataset.action = text;
    button.onclick = () => decide(text);
    (folds && place >= FEW ? more : shown).append(button);
  });
  if (folds) {
    const press = element("button", {type: "button", className: "more", ariaExpanded: `${unfoldedMore}`}, word("more"));
    press.onclick = ({currentTarget: pressed}) => {
      unfoldedMore = !unfoldedMore;
      Object.assign(pressed, {ariaExpanded: `${unfoldedMore}`}).nextElementSibling.hidden = !unfoldedMore;
    };
    shown.append(press, more);
  } else unfoldedMore = false;
  return shown;
}
