// The playground: a table in one page, with Python behind it instead of a server.

import {advised} from "./advice.js";
import {element} from "./elements.js";
import {fill, offer, offerHouse, picked, rewrite, wish} from "./form.js";
import {verdicts} from "./laws.js";
import {enter, keep, kept, onArrival} from "./kept.js";
import {read, unpacked, written} from "./link.js";
import {Python} from "./python.js";
import {learned} from "./said.js";
import {showRules} from "./rules.js";
import {likes, offerLikes} from "./settings.js";
import {heard} from "./sounds.js";
import {draw, ready, rule, tell} from "./table.js";
import {fullName} from "./texts.js";
import {translated} from "./told.js";
import {speak, word} from "./words.js";

const at = id => document.getElementById(id);
const {games, records} = JSON.parse(at("offered").textContent);
/** How long a bot's move is looked at before the next one, in milliseconds. */
const PACE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 450;
const REST = 1000, TYPED = 150;
/** The finished deals of the game. @type {object[]} */
let results = [];
/** What a link holds, with what the form said when it was filled in. @type {{wish: object, chosen: string} | null} */
let linked = null;
/** What is seen, and the record that is stepped through. */
let sight = null, record = null;
let round = 0, typing = 0, arrival = 0, touched = false;
/** What a link holds is being filled in. */
let opening = null;

learned();
const python = new Python(share => say(share < 1 ? "loading" : "starting", {percent: Math.round(100 * share)}));

function say(name = "", fields = {}) {
  at("progress").textContent = name && word(name, fields);
}

function refuse(text = "") {
  document.querySelector("main > .refused")?.remove();
  if (!text) return;
  ready();
  const shown = element("p", {className: "refused"}, translated(text));
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

/** Choose another card instead of one that nobody has seen. */
const putBack = action => change("put_back", {number: sight.number, action});

/** Try what is not legal, since its refusal says why. */
async function wonder(action) {
  const answer = await python.ask("play", {number: sight.number, action}).catch(failed);
  if (answer) tell(rule(answer.text));
}

async function hint() {
  say("thinking");
  const answer = await ask("hint");
  if (answer) tell(advised(answer), answer.action);
}

async function rules() {
  const answer = await ask("rules");
  if (answer) showRules(answer, sight.view, answer.page && `../games/${answer.page}.html`);
}

/** Find out what may be claimed, which takes a while the first time. */
async function askClaims() {
  if (!at("claim").open) return;
  say("thinking");
  const mine = round, answer = await ask("claims");
  if (!answer || mine !== round) return;
  sight = answer;
  redraw();
}

/** @param {"rest" | "none"} kind */
async function claim(kind) {
  const {number} = sight;
  at("claim").open = false;
  say("thinking");
  const answer = await ask("claim", {number, kind});
  if (answer?.number === number) tell(word("claim_fails"));
  else if (answer) await show(answer);
}

async function change(deed, given) {
  const answer = await ask(deed, given);
  if (answer) await show(answer);
}

/** Show what the seat sees, and let bots go on, one after the other. */
async function show(answer) {
  const former = sight?.view, mine = ++round;
  sight = answer;
  await readResults();
  redraw();
  heard(former, sight.view);
  await remember(mine);
  if (mine === round && likes("forced") && sight.mine && sight.view.legal.length === 1) {
    await new Promise(done => setTimeout(done, PACE));
    if (mine === round) await decide(sight.view.legal[0]);
    return;
  }
  if (mine !== round || !sight.thinking.length) return;
  await new Promise(done => setTimeout(done, PACE && sight.view.trick?.complete ? REST : PACE));
  if (mine === round) await change("bots");
}

/** The reasons of all finished deals, when there is one more. */
async function readResults() {
  const {view, move} = sight, known = view.results.at(-1);
  if (move === undefined && known && results.at(-1)?.number !== known.number) ({results} = await python.ask("sheet"));
  if (move !== undefined || !known) results = view.results;
}

function redraw() {
  if (!sight) return;
  const {view, seats, mine, move, moves} = sight, stepping = move !== undefined;
  draw({...sight, sheet: results, putBack: mine ? putBack : null}, mine ? decide : null, wonder);
  at("game-on").hidden = false;
  document.body.classList.add("at-table");
  at("look").replaceChildren(
    ...seats.map((_, number) => new Option(fullName(number, seats), number)),
    new Option(word("watch"), ""),
  );
  at("look").value = view.seat ?? "";
  at("undo").hidden = !mine || view.over;
  at("hint").hidden = !mine || !view.legal.length;
  at("claim").hidden = !mine || !sight.claims.length;
  for (const kind of ["rest", "none"]) at(kind).hidden = !sight.claims?.includes(kind);
  at("steps").hidden = !stepping;
  at("share").hidden = stepping;
  at("another").hidden = stepping || !view.over;
  if (stepping) {
    Object.assign(at("step"), {max: moves, value: move});
    at("step-number").textContent = word("step_of", {move, moves});
  }
  document.title = view.name;
}

/** What the form says is played, whoever sits where. */
function chosen() {
  const {game, sheet, options} = wish();
  return JSON.stringify([game, sheet, options]);
}

/** Play what the form says: the game of the link, with whoever sits there by now, or a new one. */
async function play(event) {
  event?.preventDefault();
  touched = true;
  say("starting");
  await opening;
  // Who can sit where depends on the sheet.
  if (!await readSheet()) return;
  const link = linked?.chosen === chosen() ? linked.wish : null, {seats} = wish();
  // Where the link has other seats than its game, Python says so.
  const asked = link ? {...link, ...(seats.length === link.seats.length && {seats})} : wish();
  await start(asked, !link);
}

/** Begin a game, in an entry of the history of its own, or in that of the link by which somebody came. */
async function start(wished, anew) {
  lay();
  const answer = await ask("start", wished);
  if (!answer) {
    if (!sight) backToForm();
    return;
  }
  linked = null;
  enter(anew);
  entered();
  at("setup").open = false;
  at("shared").hidden = true;
  await show(answer);
}

async function another() {
  const answer = await ask("link");
  if (!answer) return;
  const {game, sheet, options, seats} = answer.wish;
  await start({game, sheet, options, seats}, true);
}

/** Open what somebody keeps in a file: a record to step through, or a sheet. */
async function open(text, name) {
  if (/\.toml$/i.test(name)) {
    fill({game: "", sheet: text, options: {}});
    at("house").open = true;
    await readSheet();
    return;
  }
  const answer = await ask("open", {record: text});
  if (!answer) return;
  record = text;
  await fillInRules();
  enter(true);
  entered();
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
  history.replaceState(history.state, "", `#${await written(answer.wish)}`);
  entered();
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

/** Read the sheet, also while it is typed; whether it can be played. @param {object} options that are not the form's */
async function readSheet(options = undefined) {
  const sheet = at("sheet").value.trim(), says = at("says");
  if (!sheet) {
    says.textContent = "";
    if (!options) offerHouse(null);
    return true;
  }
  const answer = await python.ask("describe", {sheet}).catch(failed);
  say();
  if (!answer || at("sheet").value.trim() !== sheet) return false;
  const wrong = answer.kind === "refused";
  says.className = wrong ? "refused" : "quiet";
  says.textContent = wrong ? translated(answer.text) : word("fits", answer);
  if (wrong) at("house").open = true;
  else offerHouse(answer, options);
  return !wrong;
}

/** Fill in what was played before, with the options of its sheet. @returns {Promise<boolean>} whether it can be played */
function fillIn(wished) {
  fill(wished);
  return readSheet(wished.options);
}

/** Fill in what is played in the record that is open; others may sit there when it is played again. */
async function fillInRules() {
  const {wish: {game, sheet, options}} = await python.ask("link");
  await fillIn({game, sheet, options});
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
  const asked = new URLSearchParams(location.search), game = asked.get("game") ?? "", sheet = asked.get("sheet") ?? "";
  const isKnown = games.some(each => each.key === game);
  if (sheet || isKnown) fill({game, sheet, options: {}});
  at("house").open = Boolean(sheet);
  entered();
  await arrive();
  // A page of a game leads straight to its table.
  if (isKnown && !sheet && !kept() && !location.hash) await play();
}

/** A table on which nothing lies yet, while Python comes. */
function lay() {
  if (sight) return;
  at("setup").open = false;
  at("game-on").hidden = false;
  document.body.classList.add("at-table");
  const pack = element("div", {className: "pack"}, ...[...Array(5)].map(() => element("span", {className: "card back"}, element("span", {className: "front"}))));
  pack.ariaHidden = "true";
  at("table").replaceChildren(element("div", {className: "middle-of-table"}, pack));
  at("name").textContent = picked()?.name ?? "";
}

/** Go on with the game of this entry of the history, or open that of the link by which somebody comes. */
async function arrive() {
  const former = kept(), text = location.hash.slice(1), mine = ++arrival;
  refuse();
  if (former) return goOn(former, mine);
  if (!text) return backToForm();
  touched = false;
  opening = fillLink(text, mine);
  const fits = await opening;
  if (!fits || mine !== arrival) return;
  await python.load("python").then(() => say(), failed);
  if (!touched && mine === arrival) await play();
}

/** @param {string} text of a link @returns {Promise<boolean>} whether it can be played */
async function fillLink(text, mine) {
  const wished = await read(text).catch(() => null);
  if (mine !== arrival) return false;
  if (!wished) {
    refuse(word("no_link"));
    return false;
  }
  backToForm();
  const fits = await fillIn(wished);
  linked = {wish: wished, chosen: chosen()};
  return fits;
}

function backToForm() {
  round++;
  sight = record = linked = null;
  at("setup").open = true;
  at("game-on").hidden = true;
  document.body.classList.remove("at-table");
}

/** @param {import("./kept.js").Kept} former */
async function goOn({wish: wished, record: text, move, seat}, mine) {
  round++;
  record = text ?? null;
  if (!await ask(text ? "open" : "start", text ? {record: text} : wished)) return;
  await (wished ? fillIn(wished) : fillInRules());
  const seen = await ask("look", {seat}), answer = text ? await ask("step", {move}) : seen;
  if (!answer || mine !== arrival) return;
  at("setup").open = false;
  await show(answer);
}

/** Keep the game for when somebody comes back to it. */
async function remember(mine) {
  const {view: {seat}, move} = sight;
  const played = move === undefined ? {wish: (await python.ask("link")).wish} : {record, move};
  if (mine === round) keep({...played, seat});
}

speak(() => {
  rewrite();
  redraw();
});
at("make").onsubmit = play;
// Whoever touches the form is about to play: Python comes meanwhile, and no link is opened before they say so.
for (const kind of ["pointerdown", "input"]) {
  at("make").addEventListener(kind, () => {
    touched = true;
    python.load("python").then(() => say(), failed);
  });
}
at("sheet").oninput = () => {
  clearTimeout(typing);
  typing = setTimeout(readSheet, TYPED);
};
at("template").onclick = beginSheet;
at("laws").onclick = () => verdicts(python, wish(), say, refuse);
at("worked").onchange = async () => at("worked").value && open(await unpacked(records[at("worked").value]), "");
at("own").onchange = async () => at("own").files[0] && open(await at("own").files[0].text(), at("own").files[0].name);
at("look").onchange = look;
at("step").oninput = () => step(+at("step").value);
at("back").onclick = () => step(sight.move - 1);
at("forth").onclick = () => step(sight.move + 1);
at("undo").onclick = () => change("undo");
at("claim").ontoggle = askClaims;
at("rest").onclick = () => claim("rest");
at("none").onclick = () => claim("none");
at("record").onclick = save;
at("hint").onclick = hint;
at("rules").onclick = rules;
at("share").onclick = share;
at("another").onclick = another;
offerLikes(redraw);
// Whoever has been here comes back without a network, too.
if (location.protocol !== "file:") navigator.serviceWorker?.register("offline.js").catch(() => {});
const entered = onArrival(arrive);
begin();
