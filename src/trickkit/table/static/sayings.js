// What people say to one another at the table.

import {element} from "./elements.js";
import {word} from "./words.js";

const SAYINGS = ["hello", "good_luck", "well_played", "thanks", "oops", "thinking"];
/** For how long a saying is shown, in milliseconds. */
const SHOWN = 5000;
/** By seat, the number of the last saying that came. @type {Object<string, number>} */
const heard = {};
/** By seat, what is shown now, and until when. @type {Object<string, {text: string, until: number}>} */
const shown = {};

/** Take note of what was said. @param {Object<string, [number, string]>} said by seat @param {() => void} changed is called when it is over */
export function listen(said, changed) {
  for (const [seat, [number, name]] of Object.entries(said)) {
    if (heard[seat] === number) continue;
    heard[seat] = number;
    shown[seat] = {text: word(name), until: Date.now() + SHOWN};
    setTimeout(changed, SHOWN);
  }
}

/** What a seat is saying, in a bubble; null for nothing. @param {number} seat */
export function bubble(seat) {
  const now = shown[seat];
  if (!now || now.until <= Date.now()) return null;
  const made = element("span", {className: "bubble"}, now.text);
  made.setAttribute("role", "status");
  return made;
}

/** Offer what may be said. @param {HTMLDetailsElement} menu @param {(name: string) => void} say */
export function offerSayings(menu, say) {
  menu.querySelector("div").prepend(...SAYINGS.map(name => {
    const press = element("button", {type: "button"}, word(name));
    press.dataset.word = name;
    press.onclick = () => {
      menu.open = false;
      say(name);
    };
    return press;
  }));
}
