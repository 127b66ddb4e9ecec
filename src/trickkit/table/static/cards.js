// Cards as elements of a page, drawn from the texts, faces and suits of a view.

import {suit, word} from "./words.js";

const SYMBOLS = {
  clubs: "M5 0A2.3 2.3 0 0 1 6.9 3.6A2.3 2.3 0 1 1 5.6 7L6.6 10H3.4L4.4 7A2.3 2.3 0 1 1 3.1 3.6A2.3 2.3 0 0 1 5 0Z",
  diamonds: "M5 0L9 5L5 10L1 5Z",
  hearts: "M5 9.6C1.2 6.4 0 4.6 0 2.9A2.5 2.5 0 0 1 5 2A2.5 2.5 0 0 1 10 2.9C10 4.6 8.8 6.4 5 9.6Z",
  spades: "M5 0C1 3 0 5 0 6.3A2.3 2.3 0 0 0 4.4 7.2L3.5 10H6.5L5.6 7.2A2.3 2.3 0 0 0 10 6.3C10 5 9 3 5 0Z",
};
/** The suits as signs of a text, not as pictures. */
const PIPS = {clubs: "♣\uFE0E", diamonds: "♦\uFE0E", hearts: "♥\uFE0E", spades: "♠\uFE0E"};
const NAMED = {
  red: "#d03a3a", yellow: "#f2c230", blue: "#2f6fd0", white: "#f7f7f2", pink: "#f191c0", green: "#2e8b57",
  orange: "#ee8a2a", purple: "#7b4bb3", violet: "#7b4bb3", black: "#20242a", brown: "#7a4f2a", grey: "#8a9099",
};
const OTHERS = ["#d9a441", "#5b8fd6", "#c65d57", "#5aa46a", "#9a72c4", "#3f9fa8", "#b5838d", "#8d8741"];

/** An element with properties and children. */
export function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

function luminance(colour) {
  const part = place => {
    const share = parseInt(colour.slice(place, place + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
}

/** Black or white, whichever is the easier to read on a colour. */
const lettersOn = colour => luminance(colour) > 0.179 ? "#000000" : "#ffffff";

const colourOf = (letter, view) =>
  NAMED[view.suits[letter]] ?? OTHERS[Object.keys(view.suits).indexOf(letter) % OTHERS.length];

const isRed = name => name === "diamonds" || name === "hearts";

/** The rank of a face: its text without the letter of its suit, where that is a number or of a French suit. */
export function rankOf(face, view) {
  const letter = view.faces[face][0];
  const rank = face.endsWith(letter) ? face.slice(0, -letter.length) : face.replace(letter, "");
  if (SYMBOLS[view.suits[letter]]) return rank === "T" ? "10" : rank;
  return /^\d+$/.test(rank) ? rank : face;
}

function symbol(suit) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 10 10");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(svg.namespaceURI, "path");
  path.setAttribute("d", SYMBOLS[suit]);
  svg.append(path);
  return svg;
}

/** Where a card is sorted in a hand: those of several faces after the others, and those not known last. */
export function order(card, view) {
  const place = view.order.indexOf(view.several[card]?.[0] ?? card);
  return place < 0 ? Infinity : place + (view.several[card] ? view.order.length : 0);
}

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
  if (PIPS[name]) return pip(name, rankOf(text, view));
  const made = element("span", {className: "chip"}, text);
  if (letter) paint(made, colourOf(letter, view));
  return made;
}

/** The sign of a suit, and a rank or the like beside it; the name of a suit that has no sign. */
export function pip(name, rank = "", before = "") {
  const made = element("span", {className: "pip"}, before + (PIPS[name] ?? suit(name)) + rank);
  made.classList.toggle("red", isRed(name));
  if (!PIPS[name] && NAMED[name]) {
    made.classList.add("chip");
    paint(made, NAMED[name]);
  }
  return made;
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
  if (faces.length > 1) front.append(...faces.map(each => band(each, view)));
  else front.append(...printed(faces[0], view, front));
  made.classList.toggle("several", faces.length > 1);
  return made;
}

/** What is printed on a card of one face: indices in two corners, and a large sign, letter or number between them. */
function printed(face, view, front) {
  const letter = view.faces[face]?.[0], name = view.suits[letter], rank = rankOf(face, view), french = SYMBOLS[name];
  const sign = () => french ? symbol(name) : element("small", {}, rank === face ? "" : letter ?? "");
  const corner = () => element("span", {className: "corner"}, rank, sign());
  const middle = element("span", {className: "middle"});
  if (!french) {
    paint(front, colourOf(letter, view));
    middle.classList.add("disc");
    middle.append(rank);
  } else if (/^[\dA]/.test(rank)) {
    middle.append(symbol(name));
  } else {
    middle.classList.add("court");
    middle.append(element("b", {}, rank), symbol(name));
  }
  front.classList.toggle("red", isRed(name));
  return [corner(), middle, corner()];
}

/** One of the faces of a card that has several. */
function band(face, view) {
  const letter = view.faces[face][0], made = element("span", {className: "band"});
  for (const _ of "lr") made.append(element("span", {}, rankOf(face, view), element("small", {}, letter)));
  paint(made, colourOf(letter, view));
  return made;
}

function paint(shown, colour) {
  shown.style.background = colour;
  shown.style.color = lettersOn(colour);
}
