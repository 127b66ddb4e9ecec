// A seat at the table: who sits there, what counts for them, and their hand.

import {voids} from "./board.js";
import {card, order, ways} from "./cards.js";
import {element} from "./elements.js";
import {contract} from "./facts.js";
import {bubble} from "./sayings.js";
import {handOf, initial, levelOf, nameOf, tricks} from "./texts.js";
import {word} from "./words.js";

/** A small mark, and what it means for readers who point at it or do not see it. */
function badge(text, means = "", kind = "") {
  const made = element("span", {className: `badge ${kind}`, title: means}, text);
  if (!means) return made;
  made.replaceChildren(element("span", {ariaHidden: "true"}, text), element("span", {className: "sr"}, means));
  return made;
}

/** Whether what is legal are cards of a hand. */
export function playable(number, view, legal) {
  const faces = view.hands[number].flatMap(text => ways(text, view));
  return [...legal].some(text => faces.includes(text)) && ![...legal].some(text => view.faces[text] && !faces.includes(text));
}

/** The hands out of which whoever looks has played in this deal: they stay where they can be played from. */
const fromHands = view => new Set([...tricks(view), view.trick ?? {plays: []}].flatMap(({plays}) => plays.filter(({seat}) => seat === view.seat).map(({hand}) => hand)));

/** A hand with its seat: a card that may be played is a button, and one that may not be played says why. */
export function seat(number, sight, who, legal, decide, ask) {
  const {view, seats} = sight, acts = view.actors.includes(number);
  const cards = [...view.hands[number]].sort((one, other) => order(one, view) - order(other, view) || 0);
  const mine = playable(number, view, legal);
  const chosen = number === view.seat ? [...view.committed] : [];
  const shown = cards.map((text, place) => {
    const turn = place - (cards.length - 1) / 2, at = chosen.indexOf(text);
    if (at >= 0) return picked(...chosen.splice(at, 1), turn, view, sight.putBack);
    return held(text, turn, view, mine ? legal : new Set(), decide, mine ? ask : null);
  });
  const hand = element("div", {className: "cards"}, ...shown);
  hand.setAttribute("role", "group");
  hand.setAttribute("aria-label", handOf(number, view, seats));
  const made = element("section", {className: "seat"}, plate(number, sight, who, acts), hand);
  Object.assign(made.dataset, {seat: number, colour: number % 8});
  const open = cards.some(text => text !== "??");
  const near = mine || fromHands(view).has(number);
  const kinds = {own: number === view.seat, below: number === (view.seat ?? 0), acts, plays: mine, near, open, faces: open && !cards.includes("??"), empty: !cards.length};
  for (const [kind, is] of Object.entries(kinds)) made.classList.toggle(kind, is);
  return made;
}

/** A card that was chosen and that nobody has seen, so far from the middle of the hand: pressed again, it is put back. */
function picked(text, turn, view, putBack) {
  const made = card(text, view, putBack ? {tag: "button"} : {});
  made.style.setProperty("--turn", turn);
  made.classList.add("picked");
  if (putBack) Object.assign(made, {title: word("put_back"), ariaPressed: "true", onclick: () => putBack(text)});
  return made;
}

/** A card of a hand, so far from its middle. */
function held(text, turn, view, legal, decide, ask) {
  const faces = ways(text, view).filter(way => legal.has(way));
  const made = card(text, view, faces.length === 1 ? {tag: "button"} : {});
  made.style.setProperty("--turn", turn);
  made.classList.toggle("legal", faces.length > 0);
  if (faces.length === 1) {
    made.dataset.action = faces[0];
    made.onclick = () => decide(faces[0]);
  } else if (!faces.length && ask && view.faces[text]) {
    made.onclick = () => ask(text);
    made.title = word("why_not");
  }
  return made;
}

function plate(number, {view, seats, sides, points, clock, standIn}, who, acts) {
  const {bot, here, came, hurried, stood_in: stoodIn} = seats[number] ?? {}, name = nameOf(number, seats);
  const avatar = element("span", {className: "avatar", ariaHidden: "true"}, initial(number, seats));
  const called = element("p", {className: "who"}, number === view.seat ? word("you") : name);
  if (bot) called.append(element("span", {className: "level"}, ` (${levelOf(bot)})`));
  if (acts) called.append(element("span", {className: "sr"}, ` · ${word("to_act")}`));
  const side = sides?.find(each => each.includes(number) && each.length < view.players);
  const marks = [
    number !== view.seat && side?.includes(view.seat) && badge(word("partner")),
    badge(`★ ${word("number", {number: view.scores[number]})}`, word("points", {points: view.scores[number]})), ...numbers(number, view, seats, side ?? [number]),
    points && badge(`Σ ${word("number", {number: points[number]})}`, word("card_points", {points: points[number]})),
    number === view.deal.declarer && element("span", {className: "badge declares"}, ...contract(view, seats)),
    here === false && badge(word(stoodIn ? "stood_in" : came ? "away" : "not_yet"), "", "alert"), hurried && badge("⚡", word("hurried"), "alert"),
    here === false && !stoodIn && standIn && standsIn(number, standIn),
  ];
  const made = element(
    "div", {className: "plate"}, avatar,
    element("div", {}, called, begins(number, view.deal), element("p", {className: "numbers"}, ...marks.filter(Boolean))),
  );
  const says = bubble(number);
  if (says) made.append(says);
  if (clock?.left[number] !== undefined) made.append(running(clock, number));
  return made;
}

/** A mark for whoever deals, or in games without a dealer leads first. */
function begins(number, {dealer, opener}) {
  if (number === dealer) return badge(word("dealer")[0].toUpperCase(), word("dealer"), "starts");
  return number === opener ? badge("➊", word("starts"), "starts") : "";
}

/** How much time a seat has left, as a bar that shrinks. @param {{of: number, left: Object<string, number>, at: number}} clock */
function running({of, left, at}, number) {
  const still = Math.max(0, left[number] - (Date.now() - at) / 1000), made = element("span", {className: "clock"});
  made.setAttribute("role", "img");
  made.ariaLabel = word("time_left", {seconds: Math.round(still)});
  made.style.setProperty("--of", `${of}s`);
  made.style.setProperty("--gone", `${still - of}s`);
  // It runs from when it was drawn, and is drawn anew.
  made.dataset.since = `${Date.now()}`;
  return made;
}

/** Lets a bot play for somebody who is away. */
function standsIn(number, standIn) {
  const press = element("button", {type: "button", className: "stands-in"}, word("stand_in"));
  press.onclick = () => standIn(number);
  return press;
}

/** Bids, estimates and tricks of a seat, or of its side, as far as the game has them. */
function numbers(number, view, seats, side) {
  const {BidTable, Estimated, TrickTable, Evaluated} = view.records, told = [], estimate = Estimated?.bids?.[number] ?? null;
  // Partners take tricks together, unless each of them has said how many.
  const taken = TrickTable && (estimate === null ? side : [number]).reduce((sum, seat) => sum + TrickTable.taken[seat], 0);
  if (taken !== undefined) {
    const reached = estimate === null ? "" : taken === estimate ? "even" : taken > estimate ? "over" : "";
    told.push(badge(`▤ ${taken}${estimate === null ? "" : `/${estimate}`}`, [
      word("tricks", {tricks: taken}), estimate === null ? "" : word("estimates", {estimate}),
    ].filter(Boolean).join(", "), reached));
  } else if (estimate !== null) told.push(badge(`◎ ${estimate}`, word("estimates", {estimate})));
  const not = voids(number, view);
  if (not.length) told.push(element("span", {className: "badge", title: word("plays_no_more")}, "⊘ ", ...not));
  if (BidTable) told.push(bidsOn(number, BidTable.bids, seats));
  if (Evaluated) told.push(badge(`▤ ${Evaluated.piles[number]}`, word("pile", {count: Evaluated.piles[number]})));
  return told;
}

/** What everybody has bid on a hand, each in the colour and below the initial of whoever bid it. */
function bidsOn(number, rows, seats) {
  const means = rows.map((row, bidder) => row[number] === null || row[number] === undefined ? "" : `${nameOf(bidder, seats)} ${row[number]}`);
  const made = badge("", word("bids", {bids: means.filter(Boolean).join(", ")}), "bid");
  made.firstChild.append(...rows.map((row, bidder) => {
    const shown = element("i", {}, element("small", {}, initial(bidder, seats)), `${row[number] ?? "–"}`);
    shown.dataset.colour = `${bidder % 8}`;
    return shown;
  }));
  return made;
}
