// A table, drawn from the JSON of a view: the same for every game, whoever sends it.

import {card, element, order, pip} from "./cards.js";
import {line, nameOf, rich, tricks} from "./texts.js";
import {laidOut} from "./trick.js";
import {question, reason, suit, word} from "./words.js";

/** Whether what was said is to be seen, once the reader has chosen; before that, until the tricks begin. @type {boolean | null} */
let unfolded = null;
/** Whether the last trick is looked at. */
let looksBack = false;
/** Seats beside the table, by how many others there are: as many left as right, the rest across. */
const beside = others => others < 2 ? 0 : others < 6 ? 1 : 2;

for (const folded of document.querySelectorAll("details.folded")) folded.open = matchMedia("(min-width: 64rem)").matches;

/** Draw what a seat sees; `decide` is called with the text of an action, and is null for whoever looks on. */
export function draw(sight, decide) {
  looksBack = false;
  redraw(sight, decide);
}

function redraw(sight, decide) {
  const {view, seats} = sight, table = document.getElementById("table");
  // A decision is made once, however often a button is pressed before the answer has come.
  const once = action => {
    if (table.ariaBusy === "true") return;
    table.ariaBusy = "true";
    decide(action);
  };
  const who = number => number === view.seat ? word("you") : nameOf(number, seats);
  const legal = new Set(decide ? view.legal : []);
  const focused = document.activeElement?.dataset?.action;
  const sits = number => seat(number, sight, who, legal, once);
  const first = view.seat ?? 0, others = [...Array(view.players - 1).keys()].map(step => (first + step + 1) % view.players);
  const side = beside(others.length), across = others.length - side;
  const asked = element("p", {className: "question"}, ...asks(view, seats, who));
  asked.setAttribute("role", "status");
  const bar = element("div", {className: "asks"}, asked);
  const before = tricks(view).at(view.trick?.complete ? -2 : -1);
  if (before && view.trick) {
    const back = element("button", {type: "button", className: "look", ariaPressed: `${looksBack}`}, word("last_trick"));
    back.onclick = () => {
      looksBack = !looksBack;
      redraw(sight, decide);
      document.querySelector(".look")?.focus();
    };
    bar.append(back);
  }
  table.replaceChildren(
    element(
      "div", {className: "others"},
      element("div", {className: "left"}, ...others.slice(0, side).map(sits)),
      element("div", {className: "across"}, ...others.slice(side, across).map(sits)),
      element("div", {className: "right"}, ...others.slice(across).map(sits)),
    ),
    element("div", {className: "middle-of-table"}, said(view, seats, who), laidOut(view, before, looksBack, who)),
    bar, actions(sight, legal, once), sits(first),
  );
  table.classList.toggle("looks-back", looksBack);
  ready();
  if (focused) table.querySelector(`[data-action="${CSS.escape(focused)}"]:not(:disabled)`)?.focus();
  scores(sight, who);
  log(sight);
  facts(sight, who);
}

/** What the whole table plays for, beside the name of the game. */
function facts({view, seats}, who) {
  const shown = (...parts) => element("span", {className: "badge"}, ...parts);
  const named = text => view.suits[text] ?? text;
  document.getElementById("name").textContent = view.name;
  document.getElementById("facts").replaceChildren(...[
    shown(word("deal", {number: view.deal.number + 1})),
    // Without a trump suit there may be trumps still, as in Doppelkopf.
    view.deal.trump && shown(word("trump", {suit: ""}), signed(named(view.deal.trump))),
    view.contract.length && shown(word("contract", {contract: ""}), ...contract(view, seats)),
    view.deal.declarer !== null && shown(word("declarer", {who: who(view.deal.declarer)})),
    ...view.tally.map(({name, count, mark}) => shown(signed(name), `: ${count}/${mark}`)),
    view.stock.length && shown(word("stock", {count: view.stock.length})),
  ].filter(Boolean));
}

/** A suit by its sign and its name. */
const signed = name => element("span", {}, pip(name), ...pip(name).textContent === suit(name) ? [] : [` ${suit(name)}`]);

const contract = (view, seats) => view.contract.flatMap((text, place) => [
  place ? ", " : "", ...view.suits[text] ? [signed(view.suits[text])] : rich(`bid ${text}`, view, seats).map(trimmed),
]);

/** What is played for, without the word by which it was bid. */
const trimmed = part => typeof part === "string" ? part.replace(/^bid /, "") : part;

/** Let the reader decide again, when what they decided was refused. */
export const ready = () => { document.getElementById("table").ariaBusy = null; };

function asks(view, seats, who) {
  if (view.over) return [`${winners(view.outcome, who)} ${view.outcome.reason}`];
  if (view.question) return rich(question(view.question), view, seats);
  if (view.committed.length) return rich(word("decided", {what: view.committed.join(", ")}), view, seats);
  return [word("waiting", {who: view.actors.map(who).join(", ")})];
}

function winners({winners: won}, who) {
  if (!won.length) return word("no_winner");
  return word(won.length > 1 ? "winners" : "winner", {who: won.map(who).join(", ")});
}

/** A hand with its seat: a card that may be played is a button. */
function seat(number, {view, seats}, who, legal, decide) {
  const cards = [...view.hands[number]].sort((one, other) => order(one, view) - order(other, view) || 0);
  const mine = playable(number, view, legal);
  const shown = cards.map((text, place) => {
    const faces = mine ? (view.several[text] ?? [text]).filter(face => legal.has(face)) : [];
    const made = card(text, view, faces.length === 1 ? {tag: "button"} : {});
    made.style.setProperty("--turn", place - (cards.length - 1) / 2);
    made.classList.toggle("legal", faces.length > 0);
    if (faces.length !== 1) return made;
    made.dataset.action = faces[0];
    made.onclick = () => decide(faces[0]);
    return made;
  });
  const {bot, here, hurried} = seats[number] ?? {}, acts = view.actors.includes(number);
  const name = element("p", {className: "who"}, who(number));
  if (acts) name.append(element("span", {className: "sr"}, ` · ${word("to_act")}`));
  const marks = [
    badge(`★ ${view.scores[number]}`, word("points", {points: view.scores[number]})), ...numbers(number, view),
    number === view.deal.declarer && element("span", {className: "badge declares"}, ...contract(view, seats)),
    bot && Object.assign(badge(word("is_bot"), bot), {className: "badge is-bot"}), here === false && badge(word("away")), hurried && badge(word("hurried")),
  ];
  const held = element("div", {className: "cards"}, ...shown);
  held.setAttribute("role", "group");
  held.setAttribute("aria-label", word("hand_of", {who: nameOf(number, seats)}));
  const plate = element("div", {className: "plate"}, name, element("p", {className: "numbers"}, ...marks.filter(Boolean)));
  const made = element("section", {className: "seat"}, plate, held);
  const open = cards.some(text => text !== "??");
  for (const [kind, is] of Object.entries({own: number === view.seat, below: number === (view.seat ?? 0), acts, plays: mine, open})) {
    made.classList.toggle(kind, is);
  }
  return made;
}

/** A small mark, and what it means for readers who point at it or do not see it. */
function badge(text, means = "") {
  const made = element("span", {className: "badge", title: means}, text);
  if (!means) return made;
  made.replaceChildren(element("span", {ariaHidden: "true"}, text), element("span", {className: "sr"}, means));
  return made;
}

/** Whether what is legal are cards of a hand. */
function playable(number, view, legal) {
  const faces = view.hands[number].flatMap(text => view.several[text] ?? [text]);
  return [...legal].some(text => faces.includes(text)) && ![...legal].some(text => view.faces[text] && !faces.includes(text));
}

/** Bids, estimates and tricks of a seat, as far as the game has them. */
function numbers(number, view) {
  const {BidTable, Estimated, TrickTable, Evaluated} = view.records, told = [];
  if (BidTable) {
    const bids = BidTable.bids.map(row => row[number] ?? "–").join(" ");
    told.push(badge(`☝ ${bids}`, word("bids", {bids})));
  }
  const estimate = Estimated?.bids?.[number] ?? null;
  if (estimate !== null) told.push(badge(`◎ ${estimate}`, word("estimates", {estimate})));
  if (TrickTable) told.push(badge(`▤ ${TrickTable.taken[number]}`, word("tricks", {tricks: TrickTable.taken[number]})));
  if (Evaluated) told.push(badge(`▤ ${Evaluated.piles[number]}`, word("pile", {count: Evaluated.piles[number]})));
  return told;
}

/** What was bid, called and announced in this deal: as in a table of an auction, a row for each time round. */
function said(view, names, who) {
  const open = unfolded ?? view.trick === null;
  const shown = element("details", {className: "said", hidden: !view.said.length, open});
  const seats = [...Array(view.players).keys()], rows = [];
  for (const {seat: number, text} of view.said) {
    // Seats are heard from left to right; whoever comes before the one that was heard last begins another row.
    if (!rows.length || number <= rows.at(-1).last) rows.push({cells: seats.map(() => "")});
    Object.assign(rows.at(-1), {last: number}).cells[number] = text;
  }
  const head = element("tr", {}, ...seats.map(number => element("th", {scope: "col"}, who(number))));
  const cells = rows.map(row => element("tr", {}, ...row.cells.map(text => element("td", {}, ...rich(text, view, names)))));
  const summary = element("summary", {onclick: () => { unfolded = !shown.open; }}, word("said"));
  shown.append(summary, element("table", {}, element("thead", {}, head), element("tbody", {}, ...cells)));
  return shown;
}

/** What may be decided and is no card of a hand that is seen: bids, calls, faces of a card of several, unseen cards. */
function actions({view, seats}, legal, decide) {
  const seen = new Set();
  view.hands.forEach((hand, number) => {
    if (!playable(number, view, legal)) return;
    for (const text of hand) {
      const faces = (view.several[text] ?? [text]).filter(face => legal.has(face));
      if (faces.length === 1) seen.add(faces[0]);
    }
  });
  const shown = element("div", {className: "actions"}), verbs = [...legal].map(text => text.split(" ")[0]);
  // What all bids have in common goes without saying.
  const often = new Set(verbs.filter(verb => verbs.filter(other => other === verb).length > 4));
  for (const text of legal) {
    if (seen.has(text)) continue;
    const parts = rich(text, view, seats), [verb] = text.split(" "), button = element("button", {type: "button"}, ...parts);
    if (often.has(verb)) {
      button.ariaLabel = button.textContent;
      button.replaceChildren(...parts.map(part => typeof part === "string" ? part.replace(`${verb} `, "") : part));
    }
    button.dataset.action = text;
    button.onclick = () => decide(text);
    shown.append(button);
  }
  return shown;
}

function scores({view, seats}, who) {
  const rows = [...view.scores.keys()].map(number => element(
    "tr", {}, element("th", {scope: "row"}, who(number)), element("td", {className: "number"}, `${view.scores[number]}`),
  ));
  document.getElementById("scores").replaceChildren(...rows);
  const lines = view.lines.length ? view.lines : view.results[0]?.lines ?? [];
  document.getElementById("lines").replaceChildren(element("table", {}, ...lines.map(one => element(
    "tr", {}, element("td", {}, who(one.seat)), element("td", {className: "number"}, `${one.points > 0 ? "+" : ""}${one.points}`),
    element("td", {}, ...rich(reason(one, view.suits), view, seats)),
  ))));
}

function log({view, seats}) {
  const list = document.getElementById("log");
  list.start = view.events.first + 1;
  list.replaceChildren(...view.events.told.map(event => element("li", {}, ...line(event, view, seats))));
  list.scrollTop = list.scrollHeight;
}
