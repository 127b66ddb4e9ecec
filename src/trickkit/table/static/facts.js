// What the whole table plays for, beside the name of the game.

import {inline} from "./cards.js";
import {element} from "./elements.js";
import {isFrench, pip} from "./faces.js";
import {call, nameOf} from "./texts.js";
import {suit, word} from "./words.js";

export function facts({view, seats}, who) {
  const shown = (...parts) => element("span", {className: "badge"}, ...parts);
  const named = text => view.suits[text] ?? text;
  document.getElementById("name").textContent = view.name;
  document.getElementById("facts").replaceChildren(...[
    shown(word("deal", {number: view.deal.number + 1})),
    // Without a trump suit there may be trumps still, as in Doppelkopf.
    view.deal.trump && !isSaid(view) && shown(word("trump", {suit: ""}), signed(named(view.deal.trump))),
    view.contract.length && shown(word(isBidding(view) ? "bid_so_far" : "contract", {contract: ""}), ...contract(view, seats)),
    view.deal.declarer !== null && shown(word("declarer", {who: view.deal.declarer === view.seat ? who(view.seat) : nameOf(view.deal.declarer, seats)})),
    ...view.tally.map(each => tallied(each, view)),
    view.stock.length && shown(word("stock", {count: view.stock.length}), ...faceUp(view)),
  ].filter(Boolean));
}

/** Whether what is played for may still change: nobody has won the bidding. */
const isBidding = view => view.deal.declarer === null && view.trick === null;

/** Whether the contract says what is trump. */
const isSaid = view => view.contract.some(text => (view.suits[text] ?? text) === (view.suits[view.deal.trump] ?? view.deal.trump));

/** How far something has come that is counted, in short: the letter of a suit, and its colour. */
function tallied({name, count, mark}, view) {
  const letter = Object.keys(view.suits).find(each => view.suits[each] === name), long = `${suit(name)}: ${count}/${mark}`;
  if (!letter) return element("span", {className: "badge"}, long);
  const chip = pip(name, ` ${count}/${mark}`);
  if (!isFrench(name)) chip.textContent = `${letter} ${count}/${mark}`;
  chip.role = "img";
  chip.ariaLabel = chip.title = long;
  return chip;
}

/** The cards of the stock that all see, if they are few. */
function faceUp(view) {
  const seen = view.stock.filter(text => view.faces[text] || view.several[text]);
  return seen.length && seen.length < 4 ? [" ", ...seen.map(text => inline(text, view))] : [];
}

/** A suit by its sign and its name. */
const signed = name => element("span", {}, pip(name), ...pip(name).textContent === suit(name) ? [] : [` ${suit(name)}`]);

export const contract = (view, seats) => view.contract.flatMap((text, place) => [
  place ? ", " : "", ...view.suits[text] ? [signed(view.suits[text])] : call(`bid ${text}`, view, seats),
]);
