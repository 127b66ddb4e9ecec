// The page of a table on a server: one socket, which comes back by itself.

import {element} from "./elements.js";
import {offerLikes} from "./settings.js";
import {draw, ready} from "./table.js";
import {line} from "./texts.js";
import {speak, word} from "./words.js";

const name = location.pathname.split("/").pop(), secret = location.hash.slice(1);
const connection = document.getElementById("connection");
let sight = null, socket = null, wait = 500;
/** What was sent while something else is looked at: how long that is for, and how long it waits at most. */
const PACE = 350, LONGEST = 800, unseen = [], hurries = matchMedia("(prefers-reduced-motion: reduce)");
let timer = 0;

function send(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

const decide = action => send({do: "play", number: sight.number, action});

function refuse(text) {
  const shown = element("p", {className: "refused"}, text);
  shown.setAttribute("role", "alert");
  document.querySelector(".refused")?.remove();
  document.querySelector("main").prepend(shown);
}

function show() {
  if (!sight) return;
  draw(sight, decide);
  const {undo, view} = sight, watching = view.seat === null;
  document.getElementById("undo").hidden = watching || view.over;
  document.getElementById("another").hidden = !view.over;
  const own = undo !== null && undo.seat === view.seat;
  document.getElementById("wish").hidden = !undo?.asked && !own;
  document.getElementById("agree").hidden = own;
  if (undo) document.getElementById("wished").textContent = wished(undo);
  connection.textContent = watching ? word("watching") : "";
  document.title = view.actors.includes(view.seat) ? `● ${view.name}` : view.name;
}

/** What would be undone, as far as the reader has been told of it. */
function wished({seat, since}) {
  const {seats, view} = sight, {first, told} = view.events;
  const undone = told.slice(Math.max(0, since - first)).map(event => line(event, view, seats).map(part => part.textContent ?? part).join("")).join(" · ");
  const asks = seat === view.seat ? word("wished_self") : word("wished", {who: seats[seat].name});
  return undone ? `${asks} ${word("undone", {what: undone})}` : asks;
}

/** Show one view after the other; whoever may decide sees all that is new at once. */
function next() {
  timer = 0;
  while (unseen.length && !timer) {
    sight = unseen.shift().message;
    document.querySelector(".refused")?.remove();
    show();
    const left = unseen.length ? (unseen[0].came + LONGEST - Date.now()) / unseen.length : PACE;
    if (!sight.view.legal.length && !hurries.matches) timer = setTimeout(next, Math.max(0, Math.min(PACE, left)));
  }
}

function hear(message) {
  if (message.kind === "sight") {
    unseen.push({message, came: Date.now()});
    if (!timer) next();
  } else if (message.kind === "refused") {
    refuse(message.text);
    ready();
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
    socket.send(JSON.stringify({secret}));
  };
  socket.onmessage = event => hear(JSON.parse(event.data));
  socket.onclose = event => {
    if (event.code >= 4000) {
      if (!document.querySelector(".refused")) refuse(event.reason);
      return;
    }
    connection.textContent = word("gone");
    setTimeout(connect, wait);
    wait = Math.min(2 * wait, 8000);
  };
}

speak(show);
offerLikes();
for (const wish of ["undo", "agree", "decline", "record"]) {
  document.getElementById(wish).onclick = () => send({do: wish});
}
if (secret) connect();
else refuse(word("no_secret"));
