// A table, drawn from the JSON of a view: the same for every game, whoever sends it.

import {calledOut} from "./calls.js";
import {choices, said} from "./choices.js";
import {element, settle} from "./elements.js";
import {facts} from "./facts.js";
import {moved} from "./motion.js";
import {end, log, scores, summary} from "./scores.js";
import {seat} from "./seats.js";
import {fullName, nameOf, rich, tricks} from "./texts.js";
import {isWhole, translated} from "./told.js";
import {laidOut} from "./trick.js";
import {question, word} from "./words.js";

/** Whether the last trick is looked at. */
let looksBack = false;
/** What is told beside the question: a hint, or why a card may not be played. @type {(Node | string)[]} */
let told = [];
/** The action that a bot would take, as long as that is told. */
let advised = "";
/** What was drawn last, to be drawn again. @type {Parameters<typeof draw> | null} */
let last = null;
/** The view that is shown: drawn again, its decision may be under way. @type {object | null} */
let shown = null;
/** Seats beside the table, by how many others there are: as many left as right, the rest across. */
const beside = others => others < 2 ? 0 : others < 6 ? 1 : 2;

/** What stands beside the table where there is room, and folds where there is none, also when a device is turned. */
const room = matchMedia("(min-width: 64rem)");
const fold = () => document.querySelectorAll("details.folded").forEach(folded => { folded.open = room.matches; });
room.onchange = fold;
fold();

/**
 * Draw what a seat sees.
 * @param {((action: string) => void) | null} decide is called with the text of an action; null for whoever looks on
 * @param {((action: string) => void) | null} ask is called with an action that is not legal, to say why
 */
export function draw(sight, decide, ask = null) {
  if (last?.[0].view !== sight.view) looksBack = false;
  // Others may decide meanwhile: the question stays the same.
  if (String(last?.[0].view.legal) !== String(sight.view.legal)) hush();
  last = [sight, decide, ask];
  moved(document.getElementById("table"), () => redraw(sight, decide, ask));
}

/** Say something beside the question, until something else happens. @param {string} text as the library says it @param {string} action that stands out */
export function tell(text, action = "") {
  if (!last) return;
  const [{view, seats}] = last;
  told = rich(text, view, seats);
  advised = action;
  redraw(...last);
}

/** Say no more what was told. */
export function hush() {
  told = [];
  advised = "";
}

/** Say what a mark means that is pressed. */
function explain({target}) {
  const mark = target.closest(".badge[title]");
  if (mark?.title) tell(mark.title);
}

/** The rule that a refusal names, without the cards that somebody sees anyway. @param {string} text */
export const rule = text => `${translated(isWhole(text) ? text : text.split("; ")[0])}.`;

function redraw(sight, decide, ask) {
  const {view, seats} = sight, table = document.getElementById("table");
  // A decision is made once, however often a button is pressed before the answer has come.
  const atOnce = act => action => {
    if (table.ariaBusy === "true") return;
    table.ariaBusy = "true";
    hush();
    act(action);
  };
  const once = atOnce(decide), putBack = sight.putBack && atOnce(sight.putBack);
  const who = number => number === view.seat ? word("you") : fullName(number, seats);
  const legal = new Set(decide ? view.legal : []);
  const focused = document.activeElement?.dataset?.card ?? document.activeElement?.dataset?.action;
  const sits = number => seat(number, {...sight, putBack}, who, legal, once, ask);
  const first = view.seat ?? 0, others = [...Array(view.players - 1).keys()].map(step => (first + step + 1) % view.players);
  const side = beside(others.length), across = others.length - side;
  const group = (name, ...seats) => element("div", {className: name}, ...seats.map(sits));
  settle(table, [
    element(
      "div", {className: "others"}, group("left", ...others.slice(0, side)), group("across", ...others.slice(side, across)),
      group("right", ...others.slice(across)),
    ),
    middle(sight, who), bar(sight, who), choices(sight, legal, once, who), sits(first),
  ]);
  table.dataset.deal = `${view.game} ${view.deal.number}`;
  table.classList.toggle("looks-back", looksBack);
  table.onclick = explain;
  table.querySelector(`[data-action="${CSS.escape(advised)}"]`)?.classList.add("advised");
  // What was bid last is seen, also where there is no room for all.
  for (const calls of table.querySelectorAll(".said[open]")) calls.scrollTop = calls.scrollHeight;
  if (shown !== view) ready();
  shown = view;
  if (focused) table.querySelector(`button:is([data-action="${CSS.escape(focused)}"], [data-card="${CSS.escape(focused)}"])`)?.focus();
  facts(sight, who);
  scores(sight);
  // It asks how high it is: whatever changes after it would be laid out once more.
  log(sight);
}

function middle(sight, who) {
  const made = element("div", {className: "middle-of-table"}), {view, seats, scored} = sight;
  if (scored && !view.over) made.append(summary(sight));
  if (view.over && !looksBack) made.append(end(sight));
  else made.append(said(view, seats, who), laidOut(view, before(view), looksBack, who));
  return made;
}

/** The last trick that no longer lies on the table. */
const before = view => tricks(view).at(view.trick?.complete ? -2 : -1);

/** The question, what is told beside it, and the last trick at a press. */
function bar({view, seats, wish, notices = []}, who) {
  const asked = element("p", {className: "question"}, ...asks(view, seats, who));
  asked.setAttribute("role", "status");
  const made = element("div", {className: "asks"}, asked);
  if (before(view) && view.trick) {
    const back = element("button", {type: "button", className: "look", ariaPressed: `${looksBack}`}, word("last_trick"));
    back.onclick = () => {
      looksBack = !looksBack;
      if (last) redraw(...last);
      document.querySelector(".look")?.focus();
    };
    made.append(back);
  }
  const tells = element("div", {className: "tells"});
  for (const parts of [...notices, ...told.length ? [told] : []]) {
    const shown = element("p", {className: "told"}, ...parts);
    shown.setAttribute("role", "status");
    tells.append(shown);
  }
  if (wish) tells.append(wished(wish));
  made.append(tells);
  return made;
}

/** Who wants to take a move back, and what one may answer. @param {{text: string, asked: boolean, own: boolean, answer: (kind: string) => void}} wish */
function wished({text, asked, own, answer}) {
  const press = (kind, name) => element("button", {type: "button", id: kind, onclick: () => answer(kind)}, word(name));
  const shown = element("p", {className: "told", id: "wish"}, element("span", {id: "wished"}, text));
  if (asked) shown.append(" ", press("agree", "agree"));
  if (asked || own) shown.append(" ", press("decline", own ? "withdraw" : "decline"));
  shown.setAttribute("role", "status");
  return shown;
}

/** Let the reader decide again, when what they decided was refused. */
export const ready = () => { document.getElementById("table").ariaBusy = null; };

function asks(view, seats, who) {
  if (view.over) return [winners(view, seats)];
  if (view.question) return rich(question(view.question, view.seat), view, seats);
  if (view.committed.length) return rich(word("decided", {what: view.committed.map(calledOut).join(", ")}), view, seats);
  return [word("waiting", {who: view.actors.map(number => nameOf(number, seats)).join(", ")})];
}

function winners({outcome: {winners: won}, seat}, seats) {
  if (!won.length) return word("no_winner");
  if (won.length === 1 && won[0] === seat) return word("winner_self");
  return word(won.length > 1 ? "winners" : "winner", {who: won.map(number => number === seat ? word("you") : nameOf(number, seats)).join(", ")});
}
