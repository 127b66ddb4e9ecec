// The page on which tables are made.

import {element} from "./cards.js";
import {speak, word} from "./words.js";

const at = id => document.getElementById(id);
const BOTS = ["best:1", "best:2", "best:3", "greedy", "random"];
let games = [];

const chosen = () => games.find(each => each.key === at("game").value);

function players() {
  const picked = document.querySelector('[data-option="players"]');
  return picked ? +picked.value : chosen().players;
}

function showSeats() {
  const kept = [...at("seats").querySelectorAll("input")].map(input => input.value);
  at("seats").replaceChildren(...[...Array(players()).keys()].map(number => {
    const who = element("select", {name: "who"}, new Option(word("person"), ""), ...BOTS.map(bot => new Option(bot, bot)));
    who.value = number ? "best:2" : "";
    who.setAttribute("aria-label", word("seat", {seat: number}));
    const name = element("input", {name: "name", maxLength: 40, value: kept[number] ?? "", placeholder: word("name")});
    name.setAttribute("aria-label", `${word("seat", {seat: number})}, ${word("name")}`);
    return element("p", {}, `${word("seat", {seat: number})} `, who, " ", name);
  }));
}

function showGame() {
  const game = chosen();
  if (!game) return;
  at("summary").textContent = game.summary;
  at("options").replaceChildren(...Object.entries(game.options).map(([name, option]) => {
    let input;
    if (option.values) {
      input = element("select", {}, ...option.values.map(value => new Option(`${value}`, JSON.stringify(value))));
      input.value = JSON.stringify(option.default);
    } else {
      input = element("input", {value: JSON.stringify(option.default)});
    }
    input.dataset.option = name;
    input.dataset.given = input.value;
    if (name === "players") input.onchange = showSeats;
    return element("label", {}, element("span", {}, `${name} `, element("span", {className: "quiet"}, option.meaning)), input);
  }));
  showSeats();
}

function options() {
  const given = {};
  for (const input of document.querySelectorAll("[data-option]")) {
    if (input.value === input.dataset.given) continue;
    try {
      given[input.dataset.option] = JSON.parse(input.value);
    } catch {
      given[input.dataset.option] = input.value;
    }
  }
  return given;
}

async function make(event) {
  event.preventDefault();
  const sheet = at("sheet").value.trim();
  const seats = [...at("seats").children].map(row => {
    const bot = row.querySelector("select").value, name = row.querySelector("input").value.trim();
    return {bot, ...(name && {name})};
  });
  const body = JSON.stringify({game: sheet ? "" : at("game").value, sheet, options: options(), seats});
  const answer = await fetch("/api/tables", {method: "POST", headers: {"Content-Type": "application/json"}, body});
  const made = await answer.json();
  at("refused").textContent = made.refused ?? "";
  if (made.refused) return;
  const link = secret => `${location.origin}/table/${made.id}#${secret}`;
  const rows = made.seats.map((secret, seat) => secret && [seats[seat].name ?? word("seat", {seat}), link(secret)]);
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

speak(() => games.length && showGame());
at("make").onsubmit = make;
at("game").onchange = showGame;
games = await (await fetch("/api/games")).json();
at("game").replaceChildren(...games.map(game => new Option(game.name, game.key)));
showGame();
await list();
