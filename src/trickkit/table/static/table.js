// A table, drawn from the JSON of a view: the same for every game, whoever sends it.

import {card, element, order} from "./cards.js";
import {question, reason, suit, word} from "./words.js";

/** Whether what was said is to be seen, once the reader has chosen; before that, until the tricks begin. @type {boolean | null} */
let unfolded = null;

/** Draw what a seat sees; `decide` is called with the text of an action, and is null for whoever looks on. */
export function draw({view, seats}, decide) {
  const table = document.getElementById("table");
  // A decision is made once, however often a button is pressed before the answer has come.
  const once = action => {
    if (table.ariaBusy === "true") return;
    table.ariaBusy = "true";
    decide(action);
  };
  const who = number => {
    if (number === view.seat) return word("you");
    const {name, bot} = seats[number];
    return bot ? `${word("seat", {seat: number})} (${name})` : name || word("seat", {seat: number});
  };
  const legal = new Set(decide ? view.legal : []);
  const focused = document.activeElement?.dataset?.action;
  const others = [...Array(view.players).keys()]
    .map(step => ((view.seat ?? 0) + step) % view.players)
    .filter(number => number !== view.seat);
  const around = element("div", {className: "others"}, ...others.map(number => seat(number, view, seats, who, legal, once)));
  const asked = element("p", {className: "question"}, asks(view, who));
  asked.setAttribute("role", "status");
  const parts = [around, said(view, who), trick(view, who), asked];
  if (view.seat !== null) parts.push(seat(view.seat, view, seats, who, legal, once));
  parts.push(actions(view, legal, once));
  table.replaceChildren(...parts);
  ready();
  if (focused) table.querySelector(`[data-action="${CSS.escape(focused)}"]:not(:disabled)`)?.focus();
  scores(view, who);
  log(view);
  document.getElementById("name").textContent = view.name;
  document.getElementById("facts").textContent = [
    word("deal", {number: view.deal.number + 1}),
    // Without a trump suit there may be trumps still, as in Doppelkopf.
    view.deal.trump && word("trump", {suit: suit(view.suits[view.deal.trump] ?? view.deal.trump)}),
    view.contract.length && word("contract", {contract: view.contract.map(text => suit(view.suits[text] ?? text)).join(", ")}),
    view.deal.declarer !== null && word("declarer", {who: who(view.deal.declarer)}),
    ...view.tally.map(({name, count, mark}) => `${suit(name)}: ${count}/${mark}`),
    word("stock", {count: view.stock.length}),
  ].filter(Boolean).join(" · ");
}

/** Let the reader decide again, when what they decided was refused. */
export const ready = () => { document.getElementById("table").ariaBusy = null; };

function asks(view, who) {
  if (view.over) return `${winners(view.outcome, who)} ${view.outcome.reason}`;
  if (view.question) return question(view.question);
  if (view.committed.length) return word("decided", {what: view.committed.join(", ")});
  return word("waiting", {who: view.actors.map(who).join(", ")});
}

function winners({winners: won}, who) {
  if (!won.length) return word("no_winner");
  return word(won.length > 1 ? "winners" : "winner", {who: won.map(who).join(", ")});
}

/** A hand with its seat: a card that may be played is a button. */
function seat(number, view, seats, who, legal, decide) {
  const cards = [...view.hands[number]].sort((one, other) => order(one, view) - order(other, view) || 0);
  const mine = playable(number, view, legal);
  const shown = cards.map(text => {
    const faces = mine ? (view.several[text] ?? [text]).filter(face => legal.has(face)) : [];
    if (faces.length !== 1) return card(text, view, {said: text === "??" ? word("down") : text});
    const button = card(text, view, {tag: "button", said: faces[0] === text ? text : `${text}: ${faces[0]}`});
    button.dataset.action = faces[0];
    button.onclick = () => decide(faces[0]);
    return button;
  });
  const notes = [numbers(number, view), word("points", {points: view.scores[number]}), seats[number]?.here === false ? word("away") : "", seats[number]?.hurried ? word("hurried") : ""];
  const name = element("p", {className: "who"}, who(number));
  if (view.actors.includes(number)) name.append(element("span", {className: "quiet"}, ` · ${word("to_act")}`));
  const held = element("div", {className: "cards"}, ...shown);
  held.setAttribute("role", "group");
  held.setAttribute("aria-label", word("hand_of", {who: who(number)}));
  const made = element(
    "section", {className: "seat"}, name, element("p", {className: "numbers"}, notes.filter(Boolean).join(" · ")), held,
  );
  made.classList.toggle("own", number === view.seat);
  made.classList.toggle("acts", view.actors.includes(number));
  made.classList.toggle("plays", mine);
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
  if (BidTable) told.push(word("bids", {bids: BidTable.bids.map(row => row[number] ?? "–").join(" ")}));
  if (Estimated?.bids?.[number] !== undefined && Estimated.bids[number] !== null) {
    told.push(word("estimates", {estimate: Estimated.bids[number]}));
  }
  if (TrickTable) told.push(word("tricks", {tricks: TrickTable.taken[number]}));
  if (Evaluated) told.push(word("pile", {count: Evaluated.piles[number]}));
  return told.join(" · ");
}

/** What was bid, called and announced in this deal: as in a table of an auction, a row for each time round. */
function said(view, who) {
  const open = unfolded ?? view.trick === null;
  const shown = element("details", {className: "said", hidden: !view.said.length, open});
  const seats = [...Array(view.players).keys()], rows = [];
  for (const {seat: number, text} of view.said) {
    // Seats are heard from left to right; whoever comes before the one that was heard last begins another row.
    if (!rows.length || number <= rows.at(-1).last) rows.push({cells: seats.map(() => "")});
    Object.assign(rows.at(-1), {last: number}).cells[number] = text;
  }
  const head = element("tr", {}, ...seats.map(number => element("th", {scope: "col"}, who(number))));
  const cells = rows.map(row => element("tr", {}, ...row.cells.map(text => element("td", {}, text))));
  const summary = element("summary", {onclick: () => { unfolded = !shown.open; }}, word("said"));
  shown.append(summary, element("table", {}, element("thead", {}, head), element("tbody", {}, ...cells)));
  return shown;
}

/** The trick on the table, or the cards that are laid in front of the seats. */
function trick(view, who) {
  const shown = element("div", {className: "trick"});
  const laid = view.records.Laid?.cards ?? [];
  laid.forEach((cards, number) => {
    if (!cards.length) return;
    shown.append(element("figure", {}, ...cards.map(text => card(text, view)), element("figcaption", {}, who(number))));
  });
  view.trick?.plays.forEach((play, place) => {
    const said = play.card === play.face ? play.card : `${play.card}: ${play.face}`;
    const notes = [who(play.hand), place === 0 ? word("leads") : "", view.trick.taker === play.hand ? word("wins") : ""];
    const made = element(
      "figure", {}, card(play.card, view, {said, face: play.face}),
      element("figcaption", {}, notes.filter(Boolean).join(" · ")),
    );
    made.classList.toggle("wins", view.trick.taker === play.hand);
    shown.append(made);
  });
  return shown;
}

/** What may be decided and is no card of a hand that is seen: bids, calls, faces of a card of several, unseen cards. */
function actions(view, legal, decide) {
  const seen = new Set();
  view.hands.forEach((hand, number) => {
    if (!playable(number, view, legal)) return;
    for (const text of hand) {
      const faces = (view.several[text] ?? [text]).filter(face => legal.has(face));
      if (faces.length === 1) seen.add(faces[0]);
    }
  });
  const shown = element("div", {className: "actions"});
  for (const text of legal) {
    if (seen.has(text)) continue;
    const button = element("button", {type: "button"}, text);
    button.dataset.action = text;
    button.onclick = () => decide(text);
    shown.append(button);
  }
  return shown;
}

function scores(view, who) {
  const rows = [...view.scores.keys()].map(number => element(
    "tr", {}, element("th", {scope: "row"}, who(number)), element("td", {className: "number"}, `${view.scores[number]}`),
  ));
  document.getElementById("scores").replaceChildren(...rows);
  const lines = view.lines.length ? view.lines : view.results[0]?.lines ?? [];
  document.getElementById("lines").replaceChildren(element("table", {}, ...lines.map(line => element(
    "tr", {}, element("td", {}, who(line.seat)), element("td", {className: "number"}, `${line.points > 0 ? "+" : ""}${line.points}`),
    element("td", {}, reason(line, view.suits)),
  ))));
}

function log(view) {
  const list = document.getElementById("log");
  list.start = view.events.first + 1;
  list.replaceChildren(...view.events.told.map(event => element("li", {}, event.text)));
  list.scrollTop = list.scrollHeight;
}
