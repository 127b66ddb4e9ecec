// The score sheet, the log, and the end of a game.

import {order} from "./cards.js";
import {element} from "./elements.js";
import {pip} from "./faces.js";
import {line, nameOf, rich, sideName, signed, together} from "./texts.js";
import {translated} from "./told.js";
import {place, reason, word} from "./words.js";

/** Which deals are open to their reasons. @type {Set<number>} */
const opened = new Set();

/** The sheet: a row for each deal, which opens to its reasons, and the totals. */
export function scores(sight) {
  const {view, seats, sheet = []} = sight, results = sheet.length ? sheet : view.results;
  const now = view.lines.length && !view.over ? [{number: view.deal.number, scores: soFar(view), lines: view.lines}] : [];
  const sides = together(sight, [view.scores, ...[...results, ...now].map(result => result.scores)]);
  const head = ["", ...sides.map(side => sideName(side, view, seats))];
  const totals = element("tr", {className: "totals"}, element("th", {scope: "row"}, word("in_all")), ...sides.map(
    ([seat]) => element("td", {className: "number"}, word("number", {number: view.scores[seat]})),
  ));
  document.getElementById("scores").replaceChildren(
    element("thead", {}, element("tr", {}, ...head.map((text, place) => element(place ? "th" : "td", {className: place ? "number" : ""}, text)))),
    element("tbody", {}, ...[...results, ...now].flatMap(result => deal(result, view, seats, sides)), totals),
  );
}

/** What each seat has scored in the deal that is played. */
const soFar = ({scores, lines}) => scores.map((_, seat) => lines.filter(each => each.seat === seat).reduce((sum, each) => sum + each.points, 0));

/** A suit or a bid with which a reason begins, as in "4S made". */
const NAMED = /^(\d*)([A-Z])(?= )/;

/** Why a line was scored. Of many cards the highest come first. */
function why(line, view, seats) {
  const named = line.fields.cards, cards = typeof named === "string" && named.split(" ").sort((one, other) => order(one, view) - order(other, view)).join(" ");
  const told = reason(cards ? {...line, reason: line.reason.replace(named, cards), fields: {...line.fields, cards}} : line, view.suits);
  const text = told === line.reason ? translated(told) : told, [begins, level, suit] = NAMED.exec(text) ?? [""];
  return view.suits[suit] ? [pip(view.suits[suit], "", level), ...rich(text.slice(begins.length), view, seats)] : rich(text, view, seats);
}

function deal({number, scores: points, lines}, view, seats, sides) {
  const press = element("button", {type: "button", className: "reasons", ariaExpanded: `${opened.has(number)}`}, word("deal", {number: number + 1}));
  const reasons = element("tr", {hidden: !opened.has(number)}, element("td", {colSpan: view.players + 1}, element("ul", {className: "lines"}, ...sides.flatMap(
    side => lines.filter(each => each.seat === side[0]).map((each, place) => element(
      "li", {className: each.points ? "" : "quiet"}, element("span", {className: place ? "sr" : "who"}, sideName(side, view, seats)), " ",
      element("b", {}, signed(each.points)), " ", element("span", {}, ...why(each, view, seats)),
    )),
  ))));
  press.onclick = () => {
    reasons.hidden = !reasons.hidden;
    press.ariaExpanded = `${!reasons.hidden}`;
    if (reasons.hidden) opened.delete(number);
    else opened.add(number);
  };
  const cells = sides.map(([seat]) => element("td", {className: "number"}, signed(points[seat])));
  return [element("tr", {}, element("th", {scope: "row"}, press), ...cells), reasons];
}

/** The lines of the log, and of what they depend besides their events. @type {{by: string, texts: string[]}} */
let written = {by: "", texts: []};

/** Write what has been told since the log was written last, or all of it where more than that is new. */
export function log({view, seats}) {
  const list = document.getElementById("log"), {first, told} = view.events;
  const by = JSON.stringify([view.game, first, place(), seats.map((_, seat) => nameOf(seat, seats))]), texts = told.map(event => event.text);
  const goesOn = by === written.by && written.texts.every((text, number) => text === texts[number]) && list.childElementCount === written.texts.length;
  const lines = told.slice(goesOn ? written.texts.length : 0).map(event => element("li", {}, ...line(event, view, seats)));
  written = {by, texts};
  if (goesOn && !lines.length) return;
  list.start = first + 1;
  if (goesOn) list.append(...lines);
  else list.replaceChildren(...lines);
  const toEnd = () => { list.scrollTop = list.scrollHeight; };
  // What is folded would be laid out for it.
  Object.assign(list.parentElement ?? {}, {ontoggle: toEnd});
  if (list.closest("details[open]")) toEnd();
}

/** The hand that ended the last scored deal because it could play nothing, as it was told; undefined for none. */
function stuck({told}) {
  const kinds = told.map(({kind}) => kind), end = kinds.lastIndexOf("DealScored");
  return told.slice(Math.max(0, kinds.lastIndexOf("DealStarted", end)), Math.max(0, end)).find(({kind}) => kind === "Stuck");
}

/** What everybody scored in the deal that has just ended. */
export function summary(sight) {
  const {view, seats, scored: {number, scores: points}} = sight;
  const rows = together(sight, [points]).map(side => element("tr", {}, element("td", {}, sideName(side, view, seats)), element("td", {className: "number"}, signed(points[side[0]]))));
  const last = stuck(view.events), told = last ? [element("p", {className: "why"}, ...line(last, view, seats))] : [];
  return element("div", {className: "end scored"}, element("p", {}, word("deal", {number: number + 1})), ...told, element("table", {}, element("tbody", {}, ...rows)));
}

/** Who came where when the game is over. */
export function end(sight) {
  const {view, seats} = sight, sides = together(sight, [view.scores]);
  const groups = view.outcome.ranking.map(group => sides.filter(([first]) => group.includes(first)));
  const places = groups.map((group, place) => group.map(side => element(
    "tr", {className: place ? "" : "first"},
    element("td", {}, `${1 + groups.slice(0, place).flat().length}.`), element("td", {}, sideName(side, view, seats)),
    element("td", {className: "number"}, word("number", {number: view.scores[side[0]]})),
  )));
  return element("div", {className: "end"}, element("p", {className: "crown", ariaHidden: "true"}, "♛"), element("table", {}, element("tbody", {}, ...places.flat())), element("p", {className: "why"}, sentence(translated(view.outcome.reason))));
}

/** With a capital and a full stop. @param {string} text */
const sentence = text => text && `${text[0].toUpperCase()}${text.slice(1)}.`;
