// The page of a table on a server: one socket, which comes back by itself.

import {advised, judged} from "./advice.js";
import {element} from "./elements.js";
import {forget, keep, keepOwn, keepPeople, own} from "./joined.js";
import {listen, offerSayings} from "./sayings.js";
import {likes, offerLikes} from "./settings.js";
import {heard} from "./sounds.js";
import {note, notices} from "./notices.js";
import {showRules} from "./rules.js";
import {draw, hush, ready, rule, tell} from "./table.js";
import {line, nameOf} from "./texts.js";
import {translated} from "./told.js";
import {speak, word} from "./words.js";

const name = location.pathname.split("/").pop() ?? "", secret = location.hash.slice(1);
const connection = document.getElementById("connection");
let sight = null, socket = null, wait = 500;
/** What was sent while something else is looked at: how long a card and a full trick are, and how long it waits at most. */
const PACE = 380, REST = 1000, LONGEST = 2600, FORCED = 500, SCORED = 6000, REFUSED = 9000, unseen = [], hurries = matchMedia("(prefers-reduced-motion: reduce)");
let timer = 0, wantsMore = false;
/** How often a hint is asked for where all bots are busy, and after how many milliseconds again. */
const HINTS = 8, AGAIN = 1000;

/** The finished deals, as far as they have been asked for. @type {object[]} */
let sheet = [];
/** Whether what was asked last is why a card may not be played. */
let wonders = false;
/** The position of a finished deal that is looked at again. @type {{view: object, points: number[] | null, move: number, moves: number} | null} */
let past = null;
/** The move of the decision that is judged now. @type {number | null} */
let judgedMove = null;
/** Whether the reader wants to look at former positions: an answer may come too late. */
let looks = false;
/** What the last deal has brought, as long as it is shown. @type {object | null} */
let scored = null;
/** How often a hint is still asked for, where all bots are busy. */
let asksHint = 0;
const at = id => document.getElementById(id);

function send(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  else {
    asksHint = 0;
    ready();
    sayConnection();
  }
}

/** Say that nothing can be decided now, or that somebody only looks on. */
function sayConnection() {
  const isOpen = socket?.readyState === WebSocket.OPEN, watching = sight?.view.seat === null;
  connection.textContent = isOpen ? word(watching ? "watching" : "connected") : word("gone");
}

function decide(action) {
  wonders = false;
  send({do: "play", number: sight.number, action});
}

/** Choose another card instead of one that nobody has seen. @param {string} action */
const putBack = action => send({do: "put_back", number: sight.number, action});

/** Try what is not legal, since its refusal says why. */
function wonder(action) {
  wonders = true;
  send({do: "play", number: sight.number, action});
}

/** Agree to what was asked when this was drawn, or not. @param {number} serial of the wish @returns {(kind: string) => void} */
const answering = serial => kind => send({do: kind, serial});

/** The secret of whoever made the table, if that was in this browser. @returns {string | undefined} */
const maker = () => own().find(table => table.id === name)?.host;

/** Let a bot play for somebody who is away. @param {number} seat */
const standIn = seat => send({do: "stand_in", seat});

/** Ask for a hint once more, a little later. @param {string} why */
function askAgain(why) {
  asksHint -= 1;
  if (asksHint && sight.view.legal.length) setTimeout(() => send({do: "hint"}), AGAIN);
  else {
    asksHint = 0;
    hush();
    refuse(why);
    show();
  }
}

function refuse(text) {
  const shown = element("p", {className: "refused"}, translated(text));
  shown.setAttribute("role", "alert");
  document.querySelector(".refused")?.remove();
  document.querySelector("main").prepend(shown);
  if (sight) setTimeout(() => shown.remove(), REFUSED);
}

function show() {
  if (!sight) return;
  const {view} = sight, watching = view.seat === null, asks = sight.undo ?? sight.claim;
  const own = asks?.seat === view.seat;
  const wish = asks && (asks.asked || own) && {text: sight.undo ? wished(asks) : claimed(asks), asked: asks.asked, own, answer: answering(asks.serial)};
  if (past) draw({...sight, clock: null, view: past.view, points: past.points, sheet: known(past.view), wish}, null);
  else draw({...sight, sheet, scored, wish, notices: notices(view, sight.seats), putBack, standIn: watching || view.over ? null : standIn}, decide, wonder);
  at("undo").hidden = watching || view.over || past !== null;
  at("hint").hidden = watching || view.over || past !== null;
  for (const kind of ["rest", "none"]) at(kind).hidden = past !== null || asks !== null || !sight.claims.includes(kind);
  at("hint").disabled = !view.legal.length;
  at("say").hidden = watching;
  at("another").hidden = !view.over;
  at("again").hidden = watching || !view.over || !at("join").hidden;
  at("look-again").hidden = !view.results.length || past !== null;
  at("steps").hidden = past === null;
  at("could").hidden = watching || past === null;
  at("present").hidden = past === null;
  if (past) Object.assign(at("step"), {max: past.moves, value: past.move});
  sayConnection();
  document.title = view.actors.includes(view.seat) ? `● ${view.name}` : view.name;
  const latest = view.results.at(-1);
  if (latest && sheet.length !== latest.number + 1) send({do: "sheet"});
}

/** The finished deals of the sheet that were finished in a view. */
const known = ({results}) => sheet.filter(deal => deal.number <= (results.at(-1)?.number ?? -1));

/** Show for a while what a deal has brought that has ended since a view. */
function tellScores(former) {
  const [before, now] = [former, sight.view].map(view => view?.results.at(-1));
  if (!former || !now || before?.number === now.number) return;
  scored = now;
  setTimeout(() => {
    scored = null;
    show();
  }, SCORED);
}

/** Play the only legal action, for whoever wants that. */
function playForced() {
  const {view, number} = sight;
  if (!likes("forced") || view.legal.length !== 1) return;
  setTimeout(() => { if (sight.number === number && sight.view.legal.length === 1) decide(sight.view.legal[0]); }, FORCED);
}

/** What would be undone, as far as the reader has been told of it. */
function wished({seat, since}) {
  const {seats, view} = sight, {first, told} = view.events;
  const undone = told.slice(Math.max(0, since - first)).map(event => line(event, view, seats).map(part => part instanceof Node ? part.textContent : part).join("")).join(" · ");
  const asks = seat === view.seat ? word("wished_self") : word("wished", {who: nameOf(seat, seats)});
  return undone ? `${asks} ${word("undone", {what: undone})}` : asks;
}

/** What somebody claims. */
const claimed = ({seat, kind}) => seat === sight.view.seat ? word("claimed_self") : word(`claimed_${kind}`, {who: nameOf(seat, sight.seats)});

/** Show one view after the other; whoever may decide sees all that is new at once. */
function next() {
  timer = 0;
  while (unseen.length && !timer) {
    const former = sight?.view;
    sight = unseen.shift().message;
    tellScores(former);
    if (sight.view.seat !== null) keep({id: name, secret, game: sight.view.name, called: sight.seats[sight.view.seat].name});
    document.querySelector(".refused")?.remove();
    listen(sight.said, show);
    note(sight.ran_out, show);
    show();
    heard(former, sight.view);
    playForced();
    const pace = sight.view.trick?.complete ? REST : PACE;
    const left = unseen.length ? (unseen[0].came + LONGEST - Date.now()) / unseen.length : pace;
    if (!sight.view.legal.length && !hurries.matches) timer = setTimeout(next, Math.max(0, Math.min(pace, left)));
  }
}

function hear(message) {
  if (message.kind === "sight") {
    if (message.clock) message.clock.at = Date.now();
    unseen.push({message, came: Date.now()});
    if (!timer) next();
  } else if (message.kind === "refused") {
    if (asksHint) askAgain(message.text);
    else if (wonders) tell(rule(message.text));
    else refuse(message.text);
    wonders = false;
    ready();
  } else if (message.kind === "hint") {
    asksHint = 0;
    tell(advised(message), message.action);
  } else if (message.kind === "rules") {
    showRules(message, sight.view);
  } else if (message.kind === "sheet") {
    sheet = message.results;
    show();
  } else if ((message.kind === "past" || message.kind === "could") && looks) {
    past = message;
    judgedMove = message.kind === "could" ? message.move : null;
    hush();
    show();
    if (message.kind === "could") tell(judged(message));
  } else if (message.kind === "freed") {
    socket.onclose = null;
    socket.close();
    forget(name);
    draw({...sight, sheet}, null);
    refuse(word("freed"));
  } else if (message.kind === "again") {
    const {id, host} = message, href = `/table/${id}#${message.secret}`;
    if (host) keepOwn({id, host, names: sight.seats.map(seat => seat.name), game: sight.view.name});
    else if (maker() && !own().some(table => table.id === id)) send({do: "again", host: maker()});
    Object.assign(at("join"), {href, hidden: false});
    if (wantsMore && (host || !maker())) location.assign(href);
    else show();
  } else if (message.kind === "record") {
    const link = element("a", {download: `${name}.jsonl`});
    link.href = URL.createObjectURL(new Blob([message.text], {type: "application/jsonl"}));
    link.click();
    URL.revokeObjectURL(link.href);
  }
}

function connect() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}/api/tables/${name}`);
  socket.onopen = () => {
    wait = 500;
    asksHint = 0;
    hush();
    socket.send(JSON.stringify({secret}));
  };
  socket.onmessage = event => hear(JSON.parse(event.data));
  socket.onclose = event => {
    if (event.code >= 4000) {
      // With the invitation another seat can be chosen.
      if (event.code === 4000) forget(name);
      if (!document.querySelector(".refused")) refuse(event.reason);
      return;
    }
    sayConnection();
    setTimeout(connect, wait);
    wait = Math.min(2 * wait, 8000);
  };
}

offerSayings(at("say"), name => send({do: "say", word: name}));
speak(show);
offerLikes(show);
for (const wish of ["undo", "record", "rules"]) at(wish).onclick = () => send({do: wish});
for (const kind of ["rest", "none"]) {
  at(kind).onclick = () => {
    at("say").open = false;
    send({do: "claim", number: sight.number, kind});
  };
}
at("hint").onclick = () => {
  asksHint = HINTS;
  tell("…");
  send({do: "hint"});
};
const look = move => {
  looks = true;
  send({do: "past", move});
};
at("look-again").onclick = () => look(null);
at("present").onclick = () => {
  looks = false;
  past = null;
  hush();
  show();
};
at("could").onclick = () => past && send({do: "could", move: past.move === judgedMove ? past.move + 1 : past.move});
at("step").oninput = () => look(+at("step").value);
at("back").onclick = () => past && look(past.move - 1);
at("forth").onclick = () => past && look(past.move + 1);
at("again").onclick = () => {
  wantsMore = true;
  send({do: "again", ...maker() && {host: maker()}});
};
at("another").onclick = () => keepPeople({id: name, seats: sight.seats.map(({name, bot}, seat) => ({bot, ...!bot && name !== `seat ${seat}` && {name}}))});
if (secret) connect();
else refuse(word("no_secret"));
