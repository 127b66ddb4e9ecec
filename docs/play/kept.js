// What is played in this tab, by entries of its history: reload, back and forward find it again.

const name = () => history.state?.game && `trickkit ${history.state.game}`;

/**
 * A game of somebody, or a record that is stepped through.
 * @typedef {{wish?: import("./form.js").Wish, record?: string, move?: number, seat: number | null}} Kept
 */

/** A game begins: in an entry of its own, or as the one of the link by which this entry was entered. */
export function enter(anew) {
  const state = {game: `${Date.now()}-${Math.random()}`};
  if (anew) history.pushState(state, "", location.pathname + location.search);
  else history.replaceState(state, "");
}

/** Keep the game of this entry as it is now. @param {Kept} game */
export function keep(game) {
  if (!name()) return;
  try {
    sessionStorage.setItem(name(), JSON.stringify(game));
  } catch {
    // There is no room left; the game goes on.
  }
}

/** The game of this entry. @returns {Kept | null} */
export function kept() {
  try {
    return name() ? JSON.parse(sessionStorage.getItem(name()) ?? "null") : null;
  } catch {
    return null;
  }
}

/**
 * Call a function whenever another entry is entered, also by a link that is pasted.
 * @param {() => void} arrive
 * @returns {() => void} to be called when a page enters one itself
 */
export function onArrival(arrive) {
  const key = () => `${name() ?? ""}#${location.hash}`;
  let last = null;
  const changed = () => {
    if (key() !== last) arrive();
    last = key();
  };
  // Browsers differ in which of the two they tell of a link that is pasted.
  addEventListener("popstate", changed);
  addEventListener("hashchange", changed);
  return () => { last = key(); };
}
