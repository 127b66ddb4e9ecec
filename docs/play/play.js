// The playground: a table in one page, with Python behind it instead of a server.

import {element} from "./cards.js";
import {fill, offer, offerHouse, rewrite, wish} from "./form.js";
import {verdicts} from "./laws.js";
import {read, written} from "./link.js";
import {Python} from "./python.js";
import {learned} from "./said.js";
import {draw, ready} from "./table.js";
import {speak, word} from "./words.js";

const at = id => document.getElementById(id);
const {games, records} = JSON.parse(at("offered").textContent);
/** How long a bot's move is looked at before the next one, in milliseconds. */
const PACE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 450;
const TYPED = 150;
let sight = null, linked = null, round = 0, typing = 0;

learned();
const python = new Python(share => say(share < 1 ? "loading" : "starting", {percent: Math.round(100 * share)}));

function say(name = "", fields = {}) {
  at("progress").textContent = name && word(name, fields);
}

function refuse(text = "") {
  document.querySelector("main > .refused")?.remove();
  if (!text) return;
  ready();
  const shown = element("p", {className: "refused"}, text);
  shown.setAttribute("role", "alert");
  at("progress").before(shown);
}

/** Ask Python; what it refuses is shown, and null is given. */
async function ask(deed, given) {
  try {
    const answer = await python.ask(deed, given);
    say();
    refuse(answer.kind === "refused" ? answer.text : "");
    return answer.kind === "refused" ? null : answer;
  } catch (error) {
    return failed(error);
  }
}

function failed(error) {
  say();
  refuse(word("failed", {why: error.message}));
  return null;
}

const decide = action => change("play", {number: sight.number, action});

async function change(deed, given) {
  const answer = await ask(deed, given);
  if (answer) await show(answer);
}

/** Show what the seat sees, and let bots go on, one after the other. */
async function show(answer) {
  sight = answer;
  redraw();
  const mine = ++round;
  if (!sight.thinking.length) return;
  await new Promise(done => setTimeout(done, PACE));
  if (mine === round) await change("bots");
}

function redraw() {
  if (!sight) return;
  const {view, seats, mine, move, moves} = sight, stepping = move !== undefined;
  draw(sight, mine ? decide : null);
  at("game-on").hidden = false;
  at("look").replaceChildren(
    ...seats.map((seat, number) => new Option(word("seat", {seat: number}) + (seat.name && `: ${seat.name}`), number)),
    new Option(word("watch"), ""),
  );
  at("look").value = view.seat ?? "";
  at("undo").hidden = !mine || view.over;
  at("steps").hidden = !stepping;
  at("share").hidden = stepping;
  if (stepping) {
    Object.assign(at("step"), {max: moves, value: move});
    at("step-number").textContent = word("step_of", {move, moves});
  }
  document.title = view.name;
}

async function play(event) {
  event.preventDefault();
  const former = linked;
  linked = null;
  say("starting");
  // Who can sit where depends on the sheet.
  if (!former && !await readSheet()) return;
  const answer = await ask("start", former ?? wish());
  if (!answer) return;
  at("setup").open = false;
  at("shared").hidden = true;
  await show(answer);
}

async function open(record) {
  const answer = await ask("open", {record});
  if (!answer) return;
  at("setup").open = false;
  await show(answer);
}

const step = move => change("step", {move});

async function look() {
  const seat = at("look").value === "" ? null : +at("look").value, {move} = sight;
  const answer = await ask("look", {seat});
  if (move !== undefined) await step(move);
  else if (answer) await show(answer);
}

async function share() {
  const answer = await ask("link");
  if (!answer) return;
  history.replaceState(null, "", `#${await written(answer.wish)}`);
  at("address").value = location.href;
  at("shared").hidden = false;
  await navigator.clipboard?.writeText(location.href).catch(() => at("address").select());
}

async function save() {
  const answer = await ask("record");
  if (!answer) return;
  const link = element("a", {download: `${sight.view.game}.jsonl`});
  link.href = URL.createObjectURL(new Blob([answer.text], {type: "application/jsonl"}));
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Read the sheet, also while it is typed; whether it can be played. */
async function readSheet() {
  const sheet = at("sheet").value.trim(), says = at("says");
  if (!sheet) {
    says.textContent = "";
    offerHouse(null);
    return true;
  }
  const answer = await python.ask("describe", {sheet}).catch(failed);
  say();
  if (!answer || at("sheet").value.trim() !== sheet) return false;
  const wrong = answer.kind === "refused";
  says.className = wrong ? "refused" : "quiet";
  says.textContent = wrong ? answer.text : word("fits", answer);
  if (wrong) at("house").open = true;
  else offerHouse(answer);
  return !wrong;
}

function beginSheet() {
  const {game, options} = wish();
  if (!game) return;
  const {name} = games.find(each => each.key === game);
  const chosen = Object.entries(options).map(([option, value]) => `${option} = ${JSON.stringify(value)}\n`);
  at("sheet").value = `base = "${game}"\nkey = "my_${game}"\nname = "My ${name}"\n\n[options]\n${chosen.join("")}`;
  at("sheet").focus();
  readSheet();
}

async function begin() {
  offer(games);
  at("worked").replaceChildren(new Option(word("choose"), ""), ...games.filter(game => game.key in records)
    .map(game => new Option(game.name, game.key)));
  const asked = new URLSearchParams(location.search), game = asked.get("game"), sheet = asked.get("sheet");
  if (sheet || games.some(each => each.key === game)) fill({game, sheet, options: {}});
  at("house").open = Boolean(sheet);
  await arrive();
}

/** Read the link by which somebody comes, also one that is pasted while a game goes on. */
async function arrive() {
  const text = location.hash.slice(1);
  if (!text) return;
  refuse();
  try {
    linked = await read(text);
    fill(linked);
    at("setup").open = true;
  } catch {
    refuse(word("no_link"));
  }
}

speak(() => {
  rewrite();
  redraw();
});
at("make").onsubmit = play;
// Whoever touches the form is about to play: Python comes meanwhile.
for (const touched of ["pointerdown", "input"]) {
  at("make").addEventListener(touched, () => python.load("python").then(() => say(), failed), {once: true});
}
at("make").oninput = () => { linked = null; };
at("sheet").oninput = () => {
  clearTimeout(typing);
  typing = setTimeout(readSheet, TYPED);
};
at("template").onclick = beginSheet;
at("laws").onclick = () => verdicts(python, wish(), say, refuse);
at("worked").onchange = () => at("worked").value && open(records[at("worked").value]);
at("own").onchange = async () => at("own").files[0] && open(await at("own").files[0].text());
at("look").onchange = look;
at("step").oninput = () => step(+at("step").value);
at("back").onclick = () => step(sight.move - 1);
at("forth").onclick = () => step(sight.move + 1);
at("undo").onclick = () => change("undo");
at("record").onclick = save;
at("share").onclick = share;
addEventListener("hashchange", arrive);
begin();
