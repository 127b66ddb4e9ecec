// What moves between two pictures of a table: cards slide where they are played, swept to whoever takes them, and dealt.

const QUICK = 260, SWEEP = 420, BETWEEN = 26, EASE = "cubic-bezier(.2, .8, .3, 1)";
const still = matchMedia("(prefers-reduced-motion: reduce)");
const middle = shown => {
  const {left, top, width, height} = shown.getBoundingClientRect();
  return {x: left + width / 2, y: top + height / 2, width};
};
const plate = (table, seat) => table.querySelector(`.seat[data-seat="${seat}"] .plate`);

/** Where cards are now: those of hands by seat and text, equal ones in order, and those of the trick. */
function places(table) {
  const hands = new Map(), trick = table.querySelector(".trick");
  for (const hand of table.querySelectorAll(".seat")) {
    const seen = {};
    for (const shown of hand.querySelectorAll(".card")) {
      const {card} = shown.dataset;
      seen[card] = (seen[card] ?? -1) + 1;
      hands.set(`${hand.dataset.seat} ${card} ${seen[card]}`, shown);
    }
  }
  const laid = [...trick?.querySelectorAll("figure:not(.swept)") ?? []];
  return {hands, laid, trick: trick?.dataset.trick, taker: trick?.dataset.taker, of: table.dataset.deal};
}

/** What is to move, once all places are known: a place that is read between two movements is laid out anew. @type {(() => void)[]} */
const starts = [];

/** Let something come from elsewhere. */
function come(shown, from, {delay = 0, turn = 0, duration = QUICK} = {}) {
  const to = middle(shown), scale = from.width ? Math.min(1.4, Math.max(0.3, from.width / to.width)) : 1;
  if (Math.hypot(from.x - to.x, from.y - to.y) < 2 && !turn) return;
  starts.push(() => shown.animate(
    [{translate: `${from.x - to.x}px ${from.y - to.y}px`, scale, rotate: `${turn}deg`}, {translate: "0 0", scale: 1, rotate: "0deg"}],
    {duration, delay, easing: EASE, fill: "backwards", composite: "replace"},
  ));
}

/** Draw anew, and move from what was drawn before to what is drawn now. @param {HTMLElement} table @param {() => void} draw */
export function moved(table, draw) {
  if (still.matches || document.hidden || !table.childElementCount) return draw();
  follow(table, draw);
  for (const start of starts.splice(0)) start();
}

function follow(table, draw) {
  const before = places(table);
  const was = new Map([...before.hands].map(([key, shown]) => [key, middle(shown)]));
  const lay = before.laid.map(shown => ({copy: shown.cloneNode(true), key: `${shown.dataset.seat}`, at: middle(shown)}));
  draw();
  const now = places(table);
  if (now.of !== before.of) return dealt(table);
  const isSame = before.trick === now.trick, known = new Set(isSame ? lay.map(each => each.key) : []);
  if (!isSame && before.trick && before.taker) sweep(table, lay, before.taker);
  for (const shown of now.laid) {
    if (known.has(shown.dataset.seat)) continue;
    const card = shown.querySelector(".card")?.dataset.card, {seat} = shown.dataset;
    const from = was.get(`${seat} ${card} 0`) ?? was.get(`${seat} ?? 0`) ?? (plate(table, seat) && middle(plate(table, seat)));
    if (from) come(shown.querySelector(".card, .cards"), from, {turn: shown.classList.contains("laid") ? 0 : 12});
  }
  for (const [key, shown] of now.hands) if (was.has(key)) come(shown.querySelector(".front"), front(was.get(key), shown), {duration: 180});
}

/** Where a card of a hand was, seen from its own front, which is what moves. */
function front(from, shown) {
  const outer = middle(shown), inner = middle(shown.querySelector(".front"));
  return {x: from.x + inner.x - outer.x, y: from.y + inner.y - outer.y, width: 0};
}

function sweep(table, lay, taker) {
  const to = plate(table, taker);
  if (!to) return;
  const end = middle(to);
  for (const {copy, at} of lay) starts.push(() => {
    copy.className = "swept";
    copy.dataset.leaves = "";
    copy.ariaHidden = "true";
    table.querySelector(".trick")?.append(copy);
    const x = end.x - at.x, y = end.y - at.y;
    copy.animate(
      [{translate: "-50% -50%", opacity: 1}, {translate: `calc(-50% + ${x}px) calc(-50% + ${y}px)`, scale: 0.4, opacity: 0.2}],
      {duration: SWEEP, easing: "ease-in", fill: "forwards"},
    ).finished.then(() => copy.remove(), () => {});
  });
}

/** A new deal: cards fly from the middle to the hands, one to each in turn; hands of others that nobody sees fly as one. */
function dealt(table) {
  const from = middle(table.querySelector(".middle-of-table"));
  for (const hand of table.querySelectorAll(".seat")) {
    [...hand.querySelectorAll(hand.matches(".others .seat:not(.open)") ? ".cards" : ".front")].forEach((shown, place) => {
      come(shown, {...from, width: 0}, {delay: place * BETWEEN, turn: 90});
    });
  }
}
