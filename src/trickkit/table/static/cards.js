// Cards as elements of a page, drawn from the texts, faces and suits of a view.

const SYMBOLS = {
  clubs: "M5 0A2.3 2.3 0 0 1 6.9 3.6A2.3 2.3 0 1 1 5.6 7L6.6 10H3.4L4.4 7A2.3 2.3 0 1 1 3.1 3.6A2.3 2.3 0 0 1 5 0Z",
  diamonds: "M5 0L9 5L5 10L1 5Z",
  hearts: "M5 9.6C1.2 6.4 0 4.6 0 2.9A2.5 2.5 0 0 1 5 2A2.5 2.5 0 0 1 10 2.9C10 4.6 8.8 6.4 5 9.6Z",
  spades: "M5 0C1 3 0 5 0 6.3A2.3 2.3 0 0 0 4.4 7.2L3.5 10H6.5L5.6 7.2A2.3 2.3 0 0 0 10 6.3C10 5 9 3 5 0Z",
};
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

/** A card; `tag` is "button" where it can be played, and `said` what a screen reader says. */
export function card(text, view, {tag = "span", said = text, face = null} = {}) {
  const made = element(tag, {className: "card"});
  if (tag === "button") made.type = "button";
  if (text === "??") {
    made.classList.add("back");
    made.setAttribute("role", "img");
    made.setAttribute("aria-label", said);
    return made;
  }
  const faces = face ? [face] : view.several[text] ?? [text];
  const suit = view.suits[view.faces[faces[0]]?.[0]];
  made.setAttribute("aria-label", said);
  if (tag === "span") made.setAttribute("role", "img");
  if (faces.length === 1 && SYMBOLS[suit]) {
    made.classList.add("french");
    if (suit === "diamonds" || suit === "hearts") made.classList.add("red");
    made.append(
      element("span", {className: "index"}, rankOf(faces[0], view), element("br"), symbol(suit)),
      element("span", {className: "middle"}, symbol(suit)),
    );
    return made;
  }
  const strips = element("span", {className: "strips"});
  for (const each of faces) {
    const letter = view.faces[each][0], colour = colourOf(letter, view);
    const strip = element("span", {}, rankOf(each, view), element("br"), letter);
    strip.style.background = colour;
    strip.style.color = lettersOn(colour);
    strips.append(strip);
  }
  made.append(strips, element("span", {className: "middle"}, faces.length > 1 ? text : rankOf(faces[0], view)));
  return made;
}
