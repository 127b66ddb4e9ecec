// What the library says, for readers of a table: names instead of seats, signs of suits instead of letters.

import {calledOut, withoutVerb} from "./calls.js";
import {inline} from "./cards.js";
import {pip} from "./faces.js";
import {translated} from "./told.js";
import {word} from "./words.js";

const PARTS = new RegExp([
  /\?\?(?: \?\?)*/, // cards that are not known
  /\b(?<kind>seat|hand|deal|trick|evaluation) (?<number>\d+)\b(?<open> is laid)?/,
  /\b(?<about>trust|bids (?<bid>\d+) on) (?<seat>\d+)\b/,
  /\b(?<before>bid |bied |annonce |biete |contract is )(?<level>\d)(?<suit>[A-Z])\b/,
  /\b[A-Za-z0-9]+\b/,
].map(part => part.source).join("|"), "gi");
const PLAYED = /^Seat (\d+) plays (\S+?)(?: as (\S+?))?(?: from hand (\d+))?\.$/;
const TAKEN = /^Trick \d+ goes to hand (\d+)\.$/;
/** What somebody answered or called. */
const CALLED = /^Seat (\d+) ?: (.+)\.$/;
const BEGINS = /^Deal (\d+) begins; seat (\d+) starts\.$/;
const SCORED = /^(?<head>Scored: |Nothing is scored\.)(?<lines>.*?)\.? ?Totals: \((?<totals>[^)]*)\)\.$/;
const LINE = /seat (\d+): ([+-]\d+)/g;

const capital = text => text[0].toUpperCase() + text.slice(1);

/** How bots are called that nobody has named, by seat. */
const BOTS = ["Ivy", "Mia", "Leo", "Ida", "Max", "Zoe", "Sam", "Eva"];
const LEVELS = {beginner: "beginner", "best:1": "easy", "best:2": "medium", "best:3": "strong", "best:4": "expert", "best:5": "master", greedy: "quick", random: "at_random"};

/** The kind of a bot; "" for a person. Where only names are known, they are those of kinds. */
const botOf = ({name = "", bot = Object.hasOwn(LEVELS, name) ? name : ""} = {}) => bot;

/** How somebody at a table is called; the name of a bot's kind is none. @param {{name?: string, bot?: string}[]} seats */
export function nameOf(number, seats) {
  const seat = seats[number] ?? {}, bot = botOf(seat), from = bot ? BOTS : word("guests").split(" ");
  // A server names those whom nobody has named by their seats.
  if (seat.name && seat.name !== bot && seat.name !== `seat ${number}`) return seat.name;
  const taken = seats.map(each => each.name), free = [+number, +number + seats.length].map(place => from[place % from.length]);
  return free.find((each, step) => !taken.includes(each) && step * from.length + from.length > +number) ?? `${free[0]} ${+number + 1}`;
}

/** As many letters of a name as tell it from the others. */
export function initial(number, seats) {
  const own = [...nameOf(number, seats)], isShared = seats.some((_, other) => other !== number && nameOf(other, seats).startsWith(own[0]));
  return own.slice(0, isShared ? 2 : 1).join("");
}

/** How well a bot plays, in words. @param {string} bot */
export const levelOf = bot => Object.hasOwn(LEVELS, bot) ? word(LEVELS[bot]) : bot;

/** A name, and how well a bot plays. */
export function fullName(number, seats) {
  const bot = botOf(seats[number]);
  return bot ? `${nameOf(number, seats)} (${levelOf(bot)})` : nameOf(number, seats);
}

/** How readers see a seat: as themselves, or by its name. */
const called = (number, view, seats) => +number === view.seat ? word("you") : nameOf(number, seats);

/** The same in a sentence about them. */
const named = (number, view, seats) => nameOf(number, seats) + (+number === view.seat ? ` (${word("you")})` : "");

/** Whose hand it is. */
export const handOf = (number, view, seats) => +number === view.seat ? word("your_hand") : word("hand_of", {who: nameOf(number, seats)});

/**
 * A text of the library as parts of a page.
 * @param {(number: string, view: object, seats: object[]) => string} who says how a seat is called
 * @returns {(Node | string)[]}
 */
export function rich(text, view, seats, who = called) {
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(PARTS)) {
    const made = part(found, text, view, seats, who);
    if (made === null) continue;
    parts.push(text.slice(end, found.index), ...[made].flat());
    end = found.index + found[0].length;
  }
  return [...parts, text.slice(end)].filter(Boolean);
}

/** What is shown for a part of a text; null where it stays. */
function part(found, text, view, seats, who) {
  const [all] = found, {kind, number, open = "", about, bid, seat, before, level, suit} = found.groups;
  if (all.startsWith("??")) {
    const count = all.split(" ").length;
    return count > 1 ? word("hidden_cards", {count}) : word("hidden_card");
  }
  if (kind) {
    if (!/^(seat|hand)$/i.test(kind)) {
      const said = word(kind.toLowerCase(), {number: +number + 1});
      return /^[A-Z]/.test(kind) ? capital(said) : said;
    }
    const owned = open || /(from|out of|uit|de|aus) $/.test(text.slice(0, found.index));
    if (kind.toLowerCase() === "hand" && owned) return open ? handOf(number, view, seats) + open : +number === view.seat ? word("from_your_hand") : word("from_hand", {who: nameOf(number, seats)});
    if (+number === view.seat && who === called && /(on|op|sur|auf|for|voor|pour|für) $/.test(text.slice(0, found.index))) return word("you_there");
    return found.index ? who(number, view, seats) : capital(who(number, view, seats));
  }
  if (bid) return word("bids_on", {bid, who: +seat === view.seat ? word("you_there") : nameOf(seat, seats)});
  if (about) return +seat === view.seat ? word("trust_self") : word("trust", {who: nameOf(seat, seats)});
  if (before && view.suits[suit]) return [before, pip(view.suits[suit], "", level)];
  if (view.faces[all] || view.several[all]) return inline(all, view);
  // The letter of a suit alone, as in "change S".
  return view.suits[all] && /[a-z] $/.test(text.slice(0, found.index)) ? pip(view.suits[all]) : null;
}

/** What somebody bids or calls, as parts of a page. @param {string} text of the library */
export const call = (text, view, seats) => withoutVerb(rich(calledOut(text), view, seats));

/** An event as a line of the log. */
export function line({text}, view, seats) {
  const played = PLAYED.exec(text), taken = TAKEN.exec(text), score = SCORED.exec(text);
  if (score?.groups) return rich(translated(scored(score.groups)), view, seats);
  const own = number => +number === view.seat ? "_self" : "";
  if (taken) return rich(word(`took${own(taken[1])}`, {who: `seat ${taken[1]}`}), view, seats);
  const begins = BEGINS.exec(text), calls = CALLED.exec(text);
  if (begins && view.deal.dealer !== null) return rich(word("deals", {deal: `Deal ${begins[1]}`, who: `seat ${begins[2]}`}), view, seats, named);
  // Where a card says who leads, or all play at once, nobody starts.
  if (begins && view.deal.opener === null) return rich(translated(`Deal ${begins[1]} begins.`), view, seats);
  if (calls) return withoutVerb(rich(word("calls", {who: `Seat ${calls[1]}`, what: calledOut(calls[2])}), view, seats, named));
  if (!played) return rich(translated(shown(text)), view, seats, named);
  const [, seat, card, face, hand] = played;
  const said = word((hand ? "played_from" : "played") + own(seat), {who: `seat ${seat}`, card: face ? `${card} (${face})` : card, hand: `hand ${hand}`});
  return rich(said, view, seats);
}

/** A line without cards that nobody sees, unless there are no others; what is secret for now is no card. @param {string} text */
function shown(text) {
  if (/^(Bids|Confidence|Estimates):/.test(text)) return text.replaceAll("??", "?");
  if (!/^(Dealt|Drawn|Passed on|Thrown away): /.test(text)) return text;
  const [, head, all] = /^(.*?: )(.*)\.$/.exec(text) ?? ["", "", text], parts = all.split("; "), seen = parts.filter(part => !/: \?\?( \?\?)*$/.test(part));
  return `${head}${(seen.length ? seen : parts).join("; ").replaceAll(/ to (?=hand|seat)/g, " → ")}.`;
}

/** What a deal has brought to each seat, and what all have now: the sheet has the reasons. */
/** @param {Object<string, string>} groups */
function scored({head, lines, totals}) {
  const all = totals.split(",").filter(Boolean).map(points => +points), gained = all.map(() => 0);
  for (const [, seat, points] of lines.matchAll(LINE)) gained[seat] += +points;
  const by = (points, write) => points.map((each, seat) => `seat ${seat} ${write(each)}`).join(", ");
  const said = points => word("number", {number: points});
  return `${head}${lines && `${by(gained, signed)}.`} Totals: ${by(all, said)}.`;
}

/** Points with their sign. @param {number} points */
export const signed = points => `${points > 0 ? "+" : ""}${word("number", {number: points})}`;

/** The tricks of the last deal that has any, from what was told: who played which card, and who took it. */
export function tricks(view) {
  let all = [], plays = [];
  for (const {text, kind} of view.events.told) {
    const played = PLAYED.exec(text), taken = TAKEN.exec(text);
    if (kind === "DealStarted") [all, plays] = [[], []];
    if (played) plays.push({seat: +played[1], hand: +(played[4] ?? played[1]), card: played[2], face: played[3] ?? played[2]});
    if (!taken) continue;
    all.push({number: all.length, plays, taker: +taken[1], complete: true});
    plays = [];
  }
  return all;
}

/**
 * Who is told of together: partners, as long as they have equal points, or else each seat for itself.
 * @param {{view: object, sides?: number[][]}} sight @param {number[][]} points by seat, of each row that is told @returns {number[][]}
 */
export function together({view, sides}, points) {
  const alone = [...view.scores.keys()].map(seat => [seat]), isShared = side => points.every(row => side.every(seat => row[seat] === row[side[0]]));
  return sides?.some(side => side.length > 1 && side.length < view.players) && sides.every(isShared) ? sides : alone;
}

/** How partners are called, or somebody alone. @param {number[]} side */
export const sideName = (side, view, seats) => side.map(seat => called(seat, view, seats)).join(" + ");
