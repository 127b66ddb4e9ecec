// A board in the middle of a table: its spaces, the markers on them, and those that may be taken now.

import {spoken} from "./cards.js";
import {element} from "./elements.js";
import {pip} from "./faces.js";
import {word} from "./words.js";

/** Whether a card is decided on by pressing a free space of the board: one that is a face of a card of several. */
export const isOnBoard = (text, view) =>
  !!view.board?.rows.some(row => row.includes(text)) && Object.values(view.several).some(faces => faces.includes(text));

/** The board, or nothing in a game without one. @param {(action: string) => void} decide */
export function board(view, legal, who, decide) {
  if (!view.board) return "";
  const made = element("table", {className: "board"}, element("tbody", {}, ...view.board.rows.map(row => element(
    "tr", {}, ...row.map(text => element("td", {}, ...text ? [space(text, view, legal, who, decide)] : [])),
  ))));
  made.setAttribute("aria-label", word("board"));
  return made;
}

function space(text, view, legal, who, decide) {
  const hand = view.board.markers[text], free = legal.has(text) && isOnBoard(text, view);
  const made = element(free ? "button" : "span", {className: "space", title: hand === undefined ? "" : who(hand)}, text);
  made.ariaLabel = hand === undefined ? spoken(text, view) : `${spoken(text, view)}: ${who(hand)}`;
  if (hand !== undefined) made.dataset.colour = hand % 8;
  if (!free) {
    made.setAttribute("role", "img");
    return made;
  }
  made.type = "button";
  made.dataset.action = text;
  made.onclick = () => decide(text);
  return made;
}

/** The suits that a hand may not play again, as they are printed on its cards. */
export const voids = (number, view) => (view.board?.voids[number] ?? []).map(letter => pip(view.suits[letter]));
