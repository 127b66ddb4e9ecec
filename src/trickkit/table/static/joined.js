// The tables that were made, and the seats that were taken in this browser, so that their links are found again.

const NAME = "joined", MADE = "tables", MOST = 50;

/** The tables that were made here, with secrets by which their links are told again. @returns {{id: string, host: string, names: string[], game: string}[]} */
export const own = () => JSON.parse(localStorage.getItem(MADE) ?? "[]");

/** Keep a table that was made here. @param {{id: string, host: string, names: string[], game: string}} table */
export const keepOwn = table => localStorage.setItem(MADE, JSON.stringify([table, ...own().filter(each => each.id !== table.id)].slice(0, MOST)));

/** The tables at which a seat was taken, the latest first. @returns {{id: string, secret: string, game: string, called: string}[]} */
export const joined = () => JSON.parse(localStorage.getItem(NAME) ?? "[]");

const PEOPLE = "people";

/** Keep who sat at a table, for another game with the same people. @param {{id: string, seats: {name?: string, bot?: string}[]}} table */
export const keepPeople = table => localStorage.setItem(PEOPLE, JSON.stringify(table));

/** Who sat at the table from which the reader came for another game; null for none. @returns {{id: string, seats: {name?: string, bot?: string}[]} | null} */
export const people = () => location.search === "?again" ? JSON.parse(localStorage.getItem(PEOPLE) ?? "null") : null;

/** Keep the link of a table no longer. @param {string} id */
export function forget(id) {
  localStorage.removeItem(`seat/${id}`);
  localStorage.setItem(NAME, JSON.stringify(joined().filter(each => each.id !== id)));
}

/** Keep the link of a table. @param {{id: string, secret: string, game: string, called: string}} table */
export function keep(table) {
  const others = joined().filter(each => each.id !== table.id);
  localStorage.setItem(NAME, JSON.stringify([table, ...others].slice(0, MOST)));
}
