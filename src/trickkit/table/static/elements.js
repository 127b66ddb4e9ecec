// Elements of a page, and what it asks of the server.

/** An element with properties and children. */
export function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** Elements that show the same thing in two drawings have the same key. */
const key = node => [node.nodeName, ...["card", "seat", "since"].map(name => node.dataset?.[name])].join(" ");

/** Give an element other children: those with the same key change into them, and keep their layout and focus. @param {Iterable<Node>} children */
export function settle(shown, children) {
  /** @type {Map<string, ChildNode[]>} */
  const former = new Map();
  for (const each of shown.childNodes) if (!each.dataset?.leaves) former.set(key(each), [...former.get(key(each)) ?? [], each]);
  const pairs = [...children].map(made => ({made, kept: former.get(key(made))?.shift()}));
  for (const left of [...former.values()].flat()) left.remove();
  let place = shown.firstChild;
  for (const {made, kept} of pairs) {
    if (kept) become(kept, made);
    const node = kept ?? made;
    if (node === place) place = node.nextSibling;
    else shown.insertBefore(node, place);
  }
}

/** What may be pressed. */
const PRESSED = "button, summary, .card";

/** Change a node into another one with the same key. */
function become(shown, made) {
  if (shown.nodeType === Node.TEXT_NODE) {
    if (shown.data !== made.data) shown.data = made.data;
    return;
  }
  if (!made.matches(PRESSED) && !made.querySelector(PRESSED) && shown.isEqualNode(made)) return;
  for (const {name} of [...shown.attributes]) if (!made.hasAttribute(name)) shown.removeAttribute(name);
  for (const {name, value} of made.attributes) {
    if (shown.getAttribute(name) === value) continue;
    // Policies of pages forbid styles as attributes.
    if (name === "style") shown.style.cssText = value;
    else shown.setAttribute(name, value);
  }
  shown.onclick = made.onclick;
  settle(shown, [...made.childNodes]);
}

/** The answer of the server to a wish, as JSON. @param {string} path @param {object} wish */
export async function asked(path, wish) {
  const answer = await fetch(path, {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(wish)});
  return answer.json();
}
