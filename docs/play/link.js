// A whole game as the part of a link behind the #, which browsers send to no server.

const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** @param {object} wish @returns {Promise<string>} */
export async function written(wish) {
  const packed = await through(new TextEncoder().encode(JSON.stringify(wish)), new CompressionStream("deflate-raw"));
  const text = btoa(Array.from(packed, byte => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const isObject = value => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = value => value === undefined || typeof value === "string";

/** @param {string} text @returns {Promise<object>} what a link has; it fails where that is no game, or the link was cut off */
export async function read(text) {
  const packed = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), letter => letter.charCodeAt(0));
  const wish = JSON.parse(new TextDecoder().decode(await through(packed, new DecompressionStream("deflate-raw"))));
  const {game, sheet, options, seats} = wish;
  const whole = isText(game) && isText(sheet) && isObject(options) && Array.isArray(seats)
    && seats.every(seat => isObject(seat) && isText(seat.name) && isText(seat.bot));
  if (!whole) throw new TypeError("a link has a game, its options and its seats");
  return wish;
}
