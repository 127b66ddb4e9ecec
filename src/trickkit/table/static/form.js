// The form on which one chooses a game, its options, and who sits where.

import {element} from "./elements.js";
import {levelOf, nameOf} from "./texts.js";
import {spoken, translated} from "./told.js";
import {word} from "./words.js";

/**
 * @typedef {{values: unknown[] | null, default: unknown, meaning: string}} Option
 * @typedef {{key?: string, name: string, summary: string, players: number, options: Object<string, Option>}} Game
 * @typedef {{name?: string, bot?: string}} Seat
 * @typedef {{game: string, sheet: string, options: {[name: string]: unknown}}} Chosen
 * @typedef {Chosen & {seats: Seat[]}} Wish
 * @typedef {Wish & {seed: string, moves: [number, string][]}} Started
 */

const BOTS = ["beginner", "best:1", "best:2", "best:3", "greedy", "random"];
const at = id => document.getElementById(id);
/** @type {Game[]} */
let games = [];
/** The game of the sheet, where there is one. @type {Game | null} */
let house = null;

/** The game that is chosen. @returns {Game | undefined} */
export const picked = () => house ?? games.find(each => each.key === at("game").value);
const given = () => [...document.querySelectorAll("[data-option]")];

function players() {
  const option = document.querySelector('[data-option="players"]');
  return option ? +option.value : picked()?.players ?? 0;
}

/** @returns {Seat[]} */
const seats = () => [...at("seats").children].map(row => {
  const bot = row.querySelector("select").value, name = row.querySelector("input").value.trim();
  return {bot, ...(name && {name})};
});

/** @param {Seat[]} kept who sat where before @param {number} count how many seats there are */
function showSeats(kept = seats(), count = players()) {
  const typed = document.activeElement, row = [...at("seats").children].findIndex(each => each.contains(typed));
  const all = [...Array(count).keys()].map(number => ({bot: number ? "best:2" : "", ...kept[number]}));
  at("seats").replaceChildren(...all.map(({bot, name: called = ""}, number) => {
    const known = !bot || BOTS.includes(bot) ? BOTS : [...BOTS, bot];
    const who = element("select", {}, new Option(word("person"), ""), ...known.map(each => new Option(levelOf(each), each)));
    who.value = bot;
    who.onchange = () => showSeats();
    who.setAttribute("aria-label", word("seat", {seat: number + 1}));
    const name = element("input", {maxLength: 40, value: called, placeholder: nameOf(number, all)});
    name.setAttribute("aria-label", `${word("seat", {seat: number + 1})}, ${word("name")}`);
    return element("p", {className: "sits"}, element("span", {}, word("seat", {seat: number + 1})), who, name);
  }));
  // Whoever types a name meanwhile types on.
  at("seats").children[row]?.querySelector(typed.tagName)?.focus();
}

/** Show the options of the game; `values` are those that are not its own. */
/** @param {Chosen["options"]} values @param {Seat[]} [kept] */
function showGame(values = {}, kept) {
  const game = picked();
  if (!game) return;
  at("summary").textContent = translated(game.summary);
  at("options").replaceChildren(...Object.entries(game.options).map(([name, option]) => {
    const own = JSON.stringify(option.default), value = Object.hasOwn(values, name) ? JSON.stringify(values[name]) : own;
    let input = element("input", {value});
    if (option.values) {
      input = element("select", {}, ...option.values.map(each => new Option(spoken(each), JSON.stringify(each))));
      input.value = value;
    }
    input.dataset.option = name;
    input.dataset.own = own;
    if (name === "players") input.onchange = () => showSeats();
    return element("label", {}, element("span", {}, `${spoken(name)} `, element("span", {className: "quiet"}, translated(option.meaning))), input);
  }));
  showSeats(kept);
}

function options() {
  /** @type {Chosen["options"]} */
  const chosen = {};
  for (const input of given()) {
    if (input.value === input.dataset.own) continue;
    try {
      chosen[input.dataset.option] = JSON.parse(input.value);
    } catch {
      chosen[input.dataset.option] = input.value;
    }
  }
  return chosen;
}

/** What the form says. @returns {Wish} */
export function wish() {
  const sheet = at("sheet").value.trim();
  return {game: sheet ? "" : at("game").value, sheet, options: options(), seats: seats()};
}

/** Offer games. @param {Game[]} offered */
export function offer(offered) {
  games = offered;
  at("game").replaceChildren(...games.map(game => new Option(game.name, game.key)));
  at("game").onchange = chooseGame;
  showGame();
}

/** A sheet goes with the game that it was written for. */
function chooseGame() {
  house = null;
  at("sheet").value = "";
  at("sheet").dispatchEvent(new Event("input", {bubbles: true}));
  showGame();
}

/**
 * Show the options and seats of a sheet's game instead.
 * @param {Game | null} game null for those of the game that is chosen
 * @param {Chosen["options"]} values of options
 */
export function offerHouse(game, values = options()) {
  house = game;
  showGame(values);
}

/** Fill in what somebody wished before. @param {Chosen & {seats?: Seat[]}} former */
export function fill(former) {
  if (games.some(each => each.key === former.game)) at("game").value = former.game;
  at("sheet").value = former.sheet ?? "";
  house = null;
  showGame(former.options, former.seats);
  // How many seats a sheet has is not known before it is read.
  if (former.sheet && former.seats) showSeats(former.seats, former.seats.length);
}

/** Write the form again, in another language. */
export const rewrite = () => showGame(options());
