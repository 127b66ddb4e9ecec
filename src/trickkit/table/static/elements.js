// Elements of a page, and what it asks of the server.

/** An element with properties and children. */
export function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** The answer of the server to a wish, as JSON. @param {string} path @param {object} wish */
export async function asked(path, wish) {
  const answer = await fetch(path, {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(wish)});
  return answer.json();
}
