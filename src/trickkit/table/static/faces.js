// What is printed on cards: pips, courts and numbers, in the colours of their suits.

import {element} from "./elements.js";
import {suit} from "./words.js";

const SYMBOLS = {
  clubs: "M50 2A23 23 0 0 1 69 38A23 23 0 1 1 55 70C57 84 62 92 69 98H31C38 92 43 84 45 70A23 23 0 1 1 31 38A23 23 0 0 1 50 2Z",
  diamonds: "M50 0C60 20 73 37 88 50C73 63 60 80 50 100C40 80 27 63 12 50C27 37 40 20 50 0Z",
  hearts: "M50 97C12 64 2 47 2 28A26 26 0 0 1 50 19A26 26 0 0 1 98 28C98 47 88 64 50 97Z",
  spades: "M50 2C15 30 3 44 3 62A22 22 0 0 0 45 70C43 84 38 92 31 98H69C62 92 57 84 55 70A22 22 0 0 0 97 62C97 44 85 30 50 2Z",
};
/** The suits as signs of a text, not as pictures. */
const PIPS = {clubs: "♣\uFE0E", diamonds: "♦\uFE0E", hearts: "♥\uFE0E", spades: "♠\uFE0E"};
const NAMED = {
  red: "#cf3434", yellow: "#f4c22b", blue: "#2b66c8", white: "#fbfaf4", pink: "#f08fbf", green: "#24874f",
  orange: "#ee8427", purple: "#7440ae", violet: "#7440ae", black: "#20242a", brown: "#7a4f2a", grey: "#8a9099",
};
const OTHERS = ["#d9a441", "#5b8fd6", "#c65d57", "#5aa46a", "#9a72c4", "#3f9fa8", "#b5838d", "#8d8741"];
/** Where pips are, by the number of a card: in the middle column, and in both outer ones. */
const MIDDLE = {A: [50], 2: [0, 100], 3: [0, 50, 100], 5: [50], 7: [25], 8: [25, 75], 9: [50], 10: [16.7, 83.3]};
const OUTER = {4: [0, 100], 5: [0, 100], 6: [0, 50, 100], 7: [0, 50, 100], 8: [0, 50, 100], 9: [0, 33.3, 66.7, 100], 10: [0, 33.3, 66.7, 100]};
const SVG = "http://www.w3.org/2000/svg";

/** An element of a picture, hidden from screen readers. @param {Object<string, unknown>} attributes */
function shape(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, `${value}`);
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

/** Whether a suit has a sign of its own. @param {string} name */
export const isFrench = name => name in SYMBOLS;

/** The colour of a suit that is not French. @param {string} letter */
export const colourOf = (letter, view) =>
  NAMED[view.suits[letter]] ?? OTHERS[Object.keys(view.suits).indexOf(letter) % OTHERS.length];

/** Colour an element, and write on it so that it can be read. */
export function paint(shown, colour) {
  shown.style.setProperty("--colour", colour);
  shown.style.color = lettersOn(colour);
  shown.classList.add("painted");
}

/** The rank of a face: its text without the letter of its suit, where that is a number or of a French suit. */
export function rankOf(face, view) {
  const letter = view.faces[face][0];
  const rank = face.endsWith(letter) ? face.slice(0, -letter.length) : face.replace(letter, "");
  if (SYMBOLS[view.suits[letter]]) return rank === "T" ? "10" : rank;
  return /^\d+$/.test(rank) ? rank : face;
}

/** The sign of a suit, and a rank or the like beside it; the name of a suit that has no sign. */
export function pip(name, rank = "", before = "") {
  const made = element("span", {className: "pip"}, before + (PIPS[name] ?? suit(name)) + rank);
  if (PIPS[name]) made.classList.add(name);
  else if (NAMED[name]) {
    made.classList.add("chip");
    paint(made, NAMED[name]);
  }
  return made;
}

const symbol = name => shape("svg", {viewBox: "0 0 100 100", "aria-hidden": "true"}, shape("path", {d: SYMBOLS[name]}));

/** The pips of a card, as they are printed on paper: those of the lower half upside down. */
function pips(name, rank) {
  const size = rank === "A" ? 36 : 19;
  const at = (x, share) => {
    const y = 12 + share * 0.96, turned = share > 50 ? "rotate(180)" : "";
    return shape("path", {d: SYMBOLS[name], transform: `translate(${x} ${y}) ${turned} scale(${size / 100}) translate(-50 -50)`});
  };
  const middle = (MIDDLE[rank] ?? []).map(share => at(30, share));
  const outer = (OUTER[rank] ?? []).flatMap(share => [at(12, share), at(48, share)]);
  return shape("svg", {viewBox: "0 0 60 120", "aria-hidden": "true", class: "pips"}, ...middle, ...outer);
}

/** What is printed on a card of one face: indices in two corners, and what the card shows between them. */
export function printed(face, view, front) {
  const letter = view.faces[face]?.[0], name = view.suits[letter], rank = rankOf(face, view), french = SYMBOLS[name];
  const sign = () => french ? symbol(name) : element("small", {}, rank === face ? "" : letter ?? "");
  const corner = () => element("span", {className: "corner"}, rank.length > 1 && french ? element("span", {className: "narrow"}, rank) : rank, sign());
  if (french) front.classList.add(name);
  else paint(front, colourOf(letter, view));
  return [corner(), between(rank, name, french), corner()];
}

function between(rank, name, french) {
  if (!french) return element("span", {className: "disc middle"}, rank);
  if (MIDDLE[rank] || OUTER[rank]) return pips(name, rank);
  const made = element("span", {className: "court middle"});
  if (/^[JQK]$/.test(rank)) made.dataset.court = rank + name;
  else made.append(element("b", {}, rank), symbol(name));
  return made;
}

/** The faces of a card that has several: a band for each, and the number that they have in common between them. */
export function bands(faces, view) {
  const ranks = new Set(faces.map(face => rankOf(face, view)));
  const made = faces.map(face => {
    const shown = element("span", {className: "band"});
    for (const _ of "lr") shown.append(element("span", {}, rankOf(face, view), element("small", {}, view.faces[face][0])));
    paint(shown, colourOf(view.faces[face][0], view));
    return shown;
  });
  return ranks.size > 1 ? made : [...made, element("span", {className: "disc middle"}, [...ranks][0])];
}
