// The page on which tables are made.

import {asked, element} from "./elements.js";
import {fill, offer, offerHouse, rewrite, wish} from "./form.js";
import {joined, keepOwn, own, people} from "./joined.js";
import {qrcode} from "./qrcode.js";
import "./settings.js";
import {fullName} from "./texts.js";
import {translated} from "./told.js";
import {speak, word} from "./words.js";

const at = id => document.getElementById(id);

/** How those at a table are called. @param {string[]} names */
const called = names => names.map((_, seat) => fullName(seat, names.map(name => ({name}))));

async function ask(path, wish) {
  const told = await asked(path, wish);
  at("refused").textContent = translated(told.refused ?? "");
  return told.refused ? null : told;
}

/** Sheets to begin with. */
const SAMPLES = [
  'base = "pikoko"\nname = "One deal for three"\nending.deals = 1\n\n[options]\nplayers = 3\n',
  'base = "pikoko"\nname = "Pikoko with overtrumping"\n\n[phases.Tricks]\nfollow = "MustOvertrump"\n',
  'base = "hearts"\nname = "Quick Hearts"\n\n[options]\npassing = "none"\ntarget = 50\njack_of_diamonds = true\n',
];
/** How long the form waits for whoever types, in milliseconds. */
const TYPED = 300;
/** The sheet that the form shows, and what waits for the end of typing. */
let read = "", typing = 0;

/** Show the seats and options of the sheet; whether it can be played. */
async function readSheet() {
  clearTimeout(typing);
  const sheet = at("sheet").value.trim();
  if (sheet === read) return !at("says").classList.contains("refused");
  read = sheet;
  const game = sheet ? await asked("/api/sheets", {sheet}) : {};
  if (read !== sheet) return false;
  at("says").className = game.refused ? "refused" : "quiet";
  at("says").textContent = game.refused ? translated(game.refused) : sheet && word("fits", game);
  if (!game.refused) offerHouse(sheet ? game : null);
  return !game.refused;
}

function offerSamples() {
  const names = SAMPLES.map(text => /name = "(.*)"/.exec(text)?.[1] ?? "");
  at("sample").replaceChildren(new Option("–", ""), ...names.map((name, number) => new Option(name, SAMPLES[number])));
}

async function make(event) {
  event.preventDefault();
  if (!await readSheet()) return;
  event.submitter.disabled = true;
  const former = own().find(({id}) => id === people()?.id), after = former && {after: {id: former.id, host: former.host}};
  const made = await ask("/api/tables", {...wish(), clock: +at("clock").value, ...after});
  event.submitter.disabled = false;
  if (!made) return;
  const {id, host, names, game, bots, seats} = made;
  keepOwn({id, host, names, game});
  // A reload, or a bookmark, shows the links again.
  history.replaceState(null, "", `/#${id}.${host}`);
  show(made);
  list();
  // Whoever plays alone sits down at once.
  if (bots.filter(isBot => !isBot).length === 1) location.assign(`/table/${id}#${seats[bots.indexOf(false)]}`);
}

/** Show the links of a table again that the address names. */
async function find() {
  const [id, host] = location.hash.slice(1).split(".");
  const made = host && await ask(`/api/tables/${encodeURIComponent(id)}/links`, {host});
  if (made) show(made);
}

function show(made) {
  const link = secret => `${location.origin}/table/${made.id}#${secret}`;
  const shown = (href, name) => [element("a", {href}, href), " ", copier(href), square(name, href)];
  const row = (name, secret, seat = null) => element(
    "li", {}, `${name}: `, ...secret ? shown(link(secret), name) : [], ...seat !== null && made.taken[seat] ? [" ", free(made, seat)] : [],
  );
  const names = called(made.names), people = made.seats.map((secret, seat) => !made.bots[seat] && row(names[seat], secret, seat));
  const invitation = `${location.origin}/join/${made.id}#${made.join}`, sat = joined().find(each => each.id === made.id)?.secret;
  const left = made.seats.filter((secret, seat) => secret && !made.taken[seat]), mine = sat ?? left[0] ?? "";
  Object.assign(at("own-seat"), {hidden: !mine, href: link(mine), textContent: word(sat ? "your_seat" : "sit_down")});
  // Whoever plays alone invites nobody: the seat would be their own.
  const invites = made.join !== "" && left.length > (sat ? 0 : 1);
  at("invite").hidden = !invites;
  at("invitation").replaceChildren(...invites ? [element("li", {}, `${word("invitation")}: `, ...shown(invitation, word("invitation")))] : []);
  at("links").replaceChildren(...people.filter(Boolean), row(word("watch"), made.watch));
  const isNew = at("made").hidden;
  at("made").hidden = false;
  if (isNew) at("made").scrollIntoView();
}

/** Makes a seat free again that was taken, for somebody else or for whoever has lost their link. */
function free({id, host, names}, seat) {
  const press = element("button", {type: "button"}, word("make_free"));
  press.onclick = async () => {
    if (!confirm(`${word("make_free")}: ${names[seat]}?`)) return;
    const now = await ask(`/api/tables/${encodeURIComponent(id)}/free`, {host, seat});
    if (now) show(now);
  };
  return press;
}

function copier(href) {
  const press = element("button", {type: "button"}, word("copy"));
  press.onclick = async () => {
    await navigator.clipboard.writeText(href);
    press.textContent = word("copied");
  };
  return press;
}

/** A link as a QR code, for whoever has a phone at hand. */
function square(name, href) {
  const code = qrcode(0, "M");
  code.addData(href);
  code.make();
  return element("details", {className: "qr"}, element("summary", {}, "QR"), element("img", {src: code.createDataURL(5, 10), alt: `QR: ${name}`}));
}

/** The tables of this browser. */
function list() {
  const seat = ({id, secret}, text) => element("a", {href: `/table/${id}#${secret}`}, text);
  const links = own().map(({id, host, names, game}) => {
    const seated = joined().find(each => each.id === id);
    return [element("a", {href: `#${id}.${host}`}, `${game}: ${called(names).join(", ")}`), ...seated ? [" · ", seat(seated, word("your_seat"))] : []];
  });
  const came = joined().filter(({id}) => !own().some(table => table.id === id)).map(each => [seat(each, `${each.game}: ${each.called}`)]);
  at("own").replaceChildren(...[...links, ...came].map(parts => element("li", {}, ...parts)));
  at("mine").hidden = !(links.length || came.length);
}

/** How many seconds a decision may take. */
const CLOCKS = [0, 15, 30, 60, 180];

function offerClocks() {
  const {value} = at("clock");
  at("clock").replaceChildren(...CLOCKS.map(seconds => new Option(seconds ? word("seconds", {seconds}) : word("any_time"), `${seconds}`)));
  at("clock").value = value || "0";
}

speak(() => {
  offerClocks();
  rewrite();
  read = "";
  readSheet();
  list();
  find();
});
// Meanwhile somebody may have sat down.
window.addEventListener("focus", () => find());
offerClocks();
offerSamples();
at("make").onsubmit = make;
at("sheet").oninput = () => {
  clearTimeout(typing);
  typing = setTimeout(readSheet, TYPED);
};
at("sample").onchange = () => {
  at("sheet").value = at("sample").value;
  readSheet();
};
window.onhashchange = find;
offer(await (await fetch("/api/games")).json());
if (people()) fill({...wish(), seats: people()?.seats});
list();
await find();
