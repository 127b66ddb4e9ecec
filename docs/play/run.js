// "Run" on the code of a page: one Python for all of it, started by the first click; and "Play it" on house-rule sheets.

import {element} from "./elements.js";
import {Python} from "./python.js";

const FOLDER = /** @type {HTMLScriptElement} */ (document.currentScript).src.replace(/[^/]*$/, "");
const PROMPT = /^(>>>|\.\.\.)( |$)/;
const python = new Python(undefined, {runs: true});

/** What a block of code is for Python. @typedef {{code: string, file?: string, shown: HTMLElement, done: boolean}} Block */

/** @param {HTMLElement} highlight @returns {Block | null} */
function block(highlight) {
  const text = highlight.querySelector("code").textContent, file = highlight.querySelector(".filename")?.textContent;
  const prompted = highlight.matches(".language-pycon");
  if (!prompted && !(file && /\.(py|toml)$/.test(file)) && !highlight.matches(".language-python")) return null;
  const lines = text.split("\n").filter(line => !prompted || PROMPT.test(line));
  const shown = element("div", {className: "ran", hidden: true});
  shown.setAttribute("role", "status");
  return {code: lines.map(line => prompted ? line.replace(PROMPT, "") : line).join("\n"), file, shown, done: false};
}

/** Run a block, after those before it that it may need. @param {Block[]} blocks @param {number} place */
async function run(blocks, place) {
  const {shown} = blocks[place];
  shown.hidden = false;
  shown.textContent = "Python is starting …";
  try {
    if (blocks.some(each => each.code.includes("testing"))) await python.load("laws");
    for (const [at, each] of blocks.slice(0, place + 1).entries()) {
      if (each.done && at < place) continue;
      const {text} = await python.ask("run", {code: each.code, file: each.file});
      each.done = true;
      if (at === place) shown.textContent = text || "Done; it prints nothing.";
    }
  } catch (error) {
    shown.textContent = `${error.message}`;
  }
}

function button(text, label, click) {
  const made = element("button", {type: "button", className: "run", onclick: click}, text);
  made.setAttribute("aria-label", label);
  return made;
}

function offer() {
  /** @type {Block[]} */
  const blocks = [];
  for (const highlight of document.querySelectorAll("article .highlight:not(.tabbed-set *, .doc-signature)")) {
    const text = highlight.querySelector("code")?.textContent ?? "";
    if (highlight.matches(".language-toml") && /^base = "\w+"$/m.test(text)) {
      const href = `${FOLDER}index.html?sheet=${encodeURIComponent(text.trim())}`;
      highlight.append(element("a", {href, className: "run"}, "Play it"));
    }
    const found = block(highlight);
    if (!found) continue;
    const place = blocks.push(found) - 1;
    if (found.file?.endsWith(".toml")) continue;
    highlight.append(button("Run", `Run block ${place + 1}`, () => run(blocks, place)), found.shown);
  }
}

// Where pages are files, the theme has put something else in the place of workers.
if (location.protocol !== "file:") offer();
