// The page of an invitation: whoever opens it chooses a free seat, types a name, and comes to the table.

import {asked, element} from "./elements.js";
import {joined} from "./joined.js";
import "./settings.js";
import {fullName} from "./texts.js";
import {translated} from "./told.js";
import {speak, word} from "./words.js";

const at = id => document.getElementById(id);
const table = location.pathname.split("/").pop() ?? "", join = location.hash.slice(1), own = `seat/${table}`;
/** The seats of the table. @type {{name: string, bot: string, free: boolean}[]} */
let seats = [];

/** Ask the server, and say why it refuses. */
async function ask(what, wish) {
  const told = await asked(`/api/tables/${encodeURIComponent(table)}/${what}`, {join, ...wish});
  at("refused").textContent = translated(told.refused ?? "");
  return told.refused ? null : told;
}

function show() {
  const free = seats.findIndex(seat => seat.free);
  at("seats").replaceChildren(...seats.map((seat, number) => {
    const choice = element("input", {type: "radio", name: "seat", value: number, disabled: !seat.free, checked: number === free});
    const state = seat.free ? "" : ` · ${word(seat.bot ? "is_bot" : "taken")}`;
    return element("label", {className: "sits"}, choice, element("span", {}, `${number + 1}. ${fullName(number, seats)}${state}`));
  }));
  at("sit").disabled = free < 0;
  if (seats.length && free < 0) at("refused").textContent = word("no_free");
}

async function look() {
  const told = await ask("seats", {});
  if (!told) return;
  seats = told.seats;
  document.title = at("name").textContent = told.name;
  show();
}

/** Go to the table with a link of one's own; who comes back has it still. */
const go = secret => location.replace(`/table/${encodeURIComponent(table)}#${secret}`);

at("make").onsubmit = async event => {
  event.preventDefault();
  event.submitter.disabled = true;
  const chosen = document.querySelector("[name=seat]:checked");
  const told = chosen && await ask("sit", {seat: +chosen.value, name: at("called").value});
  if (told) {
    localStorage.setItem(own, told.secret);
    localStorage.setItem("called", at("called").value);
    go(told.secret);
    return;
  }
  event.submitter.disabled = false;
  const why = at("refused").textContent, now = await ask("seats", {});
  if (now) ({seats} = now);
  show();
  at("refused").textContent = why;
};
at("called").value = localStorage.getItem("called") ?? "";
speak(show);
const sat = localStorage.getItem(own) ?? joined().find(each => each.id === table)?.secret;
if (sat) go(sat);
else await look();
