// A whole game as the part of a link behind the #, which browsers send to no server.

const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** @param {object} wish @returns {Promise<string>} */
export async function written(wish) {
  const packed = await through(new TextEncoder().encode(JSON.stringify(wish)), new CompressionStream("deflate-raw"));
  const text = btoa(Array.from(packed, byte => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text @returns {Promise<object>} what a link has; it fails where the link was cut off */
export async function read(text) {
  const packed = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), letter => letter.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(await through(packed, new DecompressionStream("deflate-raw"))));
}
