// The score sheet, the log, and the end of a game.

import {element} from "./elements.js";
import {line, nameOf, rich, signed} from "./texts.js";
import {place, reason, word} from "./words.js";

/** Which deals are open to their reasons. @type {Set<number>} */
const opened = new Set();

/** The sheet: a row for each deal, which opens to its reasons, and the totals. */
export function scores({view, seats, sheet = []}, who) {
  const numbers = [...view.scores.keys()], head = ["", ...numbers.map(number => number === view.seat ? who(number) : nameOf(number, seats))];
  const results = sheet.length ? sheet : view.results;
  const rows = results.flatMap(result => deal(result, view, seats, who));
  const now = view.lines.length && !view.over ? deal({number: view.deal.number, scores: null, lines: view.lines}, view, seats, who) : [];
  const totals = element("tr", {className: "totals"}, element("th", {scope: "row"}, word("in_all")), ...view.scores.map(
    points => element("td", {className: "number"}, word("number", {number: points})),
  ));
  document.getElementById("scores").replaceChildren(
    element("thead", {}, element("tr", {}, ...head.map((text, place) => element(place ? "th" : "td", {className: place ? "number" : ""}, text)))),
    element("tbody", {}, ...rows, ...now, totals),
  );
}

function deal({number, scores: points, lines}, view, seats, who) {
  const press = element("button", {type: "button", className: "reasons", ariaExpanded: `${opened.has(number)}`}, word("deal", {number: number + 1}));
  const worth = points ?? [...view.scores.keys()].map(seat => lines.filter(each => each.seat === seat).reduce((sum, each) => sum + each.points, 0));
  const why = element("tr", {hidden: !opened.has(number)}, element("td", {colSpan: view.players + 1}, element("ul", {className: "lines"}, ...lines.map(
    each => element("li", {}, `${who(each.seat)} ${signed(each.points)}: `, ...rich(reason(each, view.suits), view, seats)),
  ))));
  press.onclick = () => {
    why.hidden = !why.hidden;
    press.ariaExpanded = `${!why.hidden}`;
    if (why.hidden) opened.delete(number);
    else opened.add(number);
  };
  const cells = worth.map(each => element("td", {className: "number"}, signed(each)));
  return [element("tr", {}, element("th", {scope: "row"}, press), ...cells), why];
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
export function summary({number, scores: points}, view, seats, who) {
  const rows = points.map((each, seat) => element("tr", {}, element("td", {}, seat === view.seat ? who(seat) : nameOf(seat, seats)), element("td", {className: "number"}, signed(each))));
  const why = stuck(view.events), told = why ? [element("p", {className: "why"}, ...line(why, view, seats))] : [];
  return element("div", {className: "end scored"}, element("p", {}, word("deal", {number: number + 1})), ...told, element("table", {}, element("tbody", {}, ...rows)));
}

/** Who came where when the game is over. */
export function end(view, who) {
  const places = view.outcome.ranking.map((group, place) => group.map(number => element(
    "tr", {className: place ? "" : "first"},
    element("td", {}, `${1 + view.outcome.ranking.slice(0, place).flat().length}.`), element("td", {}, who(number)),
    element("td", {className: "number"}, word("number", {number: view.scores[number]})),
  )));
  return element("div", {className: "end"}, element("p", {className: "crown", ariaHidden: "true"}, "♛"), element("table", {}, element("tbody", {}, ...places.flat())));
}
