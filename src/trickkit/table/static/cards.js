// Cards as elements of a page, drawn from the texts, faces and suits of a view.

import {element} from "./elements.js";
import {bands, colourOf, isFrench, paint, pip, printed, rankOf} from "./faces.js";
import {suit, word} from "./words.js";

/** Where a card is sorted in a hand: those of several faces after the others, and those not known last. */
export function order(card, view) {
  const place = view.order.indexOf(view.several[card]?.[0] ?? card);
  return place < 0 ? Infinity : place + (view.several[card] ? view.order.length : 0);
}

/** The texts by which one decides on a card: its own, and those of its faces if it has several. */
export const ways = (text, view) => [text, ...view.several[text] ?? []];

/** How a card is called: by the names of its suits, and by all of its faces. */
export function spoken(text, view) {
  if (text === "??") return word("down");
  const faces = view.several[text] ?? [text];
  const names = faces.map(face => {
    const rank = view.faces[face] ? rankOf(face, view) : face;
    return rank === face ? face : `${suit(view.suits[view.faces[face][0]])} ${rank}`;
  });
  return faces[0] === text ? names[0] : `${text}: ${names.join(", ")}`;
}

/** A card in a line of text. */
export function inline(text, view) {
  const letter = view.faces[text]?.[0], name = view.suits[letter];
  if (isFrench(name)) return pip(name, rankOf(text, view));
  const chip = element("span", {className: "chip"}, text);
  if (letter) paint(chip, colourOf(letter, view));
  return chip;
}

/** A card; `tag` is "button" where it can be played, and `said` what a screen reader says. */
export function card(text, view, {tag = "span", said = spoken(text, view), face = null} = {}) {
  const made = element(tag, {className: "card"});
  if (tag === "button") made.type = "button";
  else made.setAttribute("role", "img");
  made.setAttribute("aria-label", said);
  made.dataset.card = text;
  const front = element("span", {className: "front"});
  made.append(front);
  if (text === "??") {
    made.classList.add("back");
    return made;
  }
  const faces = face ? [face] : view.several[text] ?? [text];
  front.append(...faces.length > 1 ? bands(faces, view) : printed(faces[0], view, front));
  made.classList.toggle("several", faces.length > 1);
  return made;
}
