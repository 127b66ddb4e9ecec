// A whole game as the part of a link behind the #, which browsers send to no server.

/** How many bytes a link may unpack to: a game of thousands of moves takes a tenth. */
const LONGEST = 1_000_000;

const through = (bytes, stream) => new Blob([bytes]).stream().pipeThrough(stream);

/** @param {import("./form.js").Wish} wish @returns {Promise<string>} */
export async function written(wish) {
  const packed = through(new TextEncoder().encode(JSON.stringify(wish)), new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const text = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text a text as links have it @returns {Promise<string>} what was packed into it */
export async function unpacked(text) {
  const packed = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), letter => letter.charCodeAt(0));
  const decoder = new TextDecoder();
  let whole = "", length = 0;
  for (const reader = through(packed, new DecompressionStream("deflate-raw")).getReader(); ;) {
    const {done, value} = await reader.read();
    if (done) return whole + decoder.decode();
    if ((length += value.length) > LONGEST) throw new RangeError("the link is too long");
    whole += decoder.decode(value, {stream: true});
  }
}

function text(value = "") {
  if (typeof value !== "string") throw new TypeError("no text");
  return value;
}

function list(value = []) {
  if (!Array.isArray(value)) throw new TypeError("no list");
  return value;
}

function object(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new TypeError("no object");
  return value;
}

/** The parts that an object may have, as far as it has them itself. */
const parts = (value, ...names) => names.map(name => Object.hasOwn(object(value), name) ? value[name] : undefined);

function option([name, value]) {
  if (typeof value === "object" && value !== null) throw new TypeError("no option");
  return [name, value];
}

function seat(value) {
  const [name, bot] = parts(value, "name", "bot");
  return {bot: text(bot), ...(text(name) && {name})};
}

/** @returns {[number, string]} */
function move(value) {
  const [mover, action, ...more] = list(value);
  if (!Number.isSafeInteger(mover) || action === undefined || more.length) throw new TypeError("no move");
  return [mover, text(action)];
}

/**
 * What a link has, rebuilt from the parts that one may have, since links come from anybody; all else is left out.
 * @param {string} behind what stands behind the #
 * @returns {Promise<import("./form.js").Started>} it fails where that is no game, or the link was cut off
 */
export async function read(behind) {
  const wish = JSON.parse(await unpacked(behind));
  const [game, sheet, options, seats, seed, moves] = parts(wish, "game", "sheet", "options", "seats", "seed", "moves");
  return {
    game: text(game), sheet: text(sheet), options: Object.fromEntries(Object.entries(object(options)).map(option)),
    seats: list(seats).map(seat), seed: text(seed), moves: list(moves).map(move),
  };
}
