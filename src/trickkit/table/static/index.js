// The page on which tables are made.

import {element} from "./cards.js";
import {offer, rewrite, wish} from "./form.js";
import {speak, word} from "./words.js";

const at = id => document.getElementById(id);

async function make(event) {
  event.preventDefault();
  const wished = wish(), body = JSON.stringify(wished);
  const answer = await fetch("/api/tables", {method: "POST", headers: {"Content-Type": "application/json"}, body});
  const made = await answer.json();
  at("refused").textContent = made.refused ?? "";
  if (made.refused) return;
  const link = secret => `${location.origin}/table/${made.id}#${secret}`;
  const rows = made.seats.map((secret, seat) => secret && [wished.seats[seat].name ?? word("seat", {seat}), link(secret)]);
  rows.push([word("watch"), link(made.watch)]);
  at("links").replaceChildren(...rows.filter(Boolean).map(([name, href]) =>
    element("li", {}, `${name}: `, element("a", {href}, href))));
  at("made").hidden = false;
  at("made").scrollIntoView();
  await list();
}

async function list() {
  const tables = await (await fetch("/api/tables")).json();
  at("all").replaceChildren(...tables.map(table => element(
    "tr", {}, element("td", {}, table.game || word("house_rules")), element("td", {}, table.seats.join(", ")),
    element("td", {className: "quiet"}, table.made),
  )));
}

speak(rewrite);
at("make").onsubmit = make;
offer(await (await fetch("/api/games")).json());
await list();
