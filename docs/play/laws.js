// The laws, run on what the form says.

import {element} from "./elements.js";
import {word} from "./words.js";

const at = id => document.getElementById(id);
let run = 0;

/**
 * Run all laws, one after the other; a new run ends the former one.
 * @param {import("./python.js").Python} python
 * @param {import("./form.js").Wish} wished
 */
export async function verdicts(python, wished, say, refuse) {
  const mine = ++run;
  at("law-list").replaceChildren();
  try {
    await python.load("laws");
  } catch (error) {
    refuse(word("failed", {why: error.message}));
    return;
  }
  for (let number = 0, of = 1; number < of && mine === run; number++) {
    if (number) say("law_of", {number: number + 1, of});
    const answer = await python.ask("law", {...wished, law: number});
    if (mine !== run) return;
    refuse(answer.kind === "refused" ? answer.text : "");
    if (answer.kind === "refused") break;
    ({of} = answer);
    at("verdicts").hidden = false;
    at("law-list").append(verdict(answer));
  }
  say();
}

function verdict({law, holds, games, wrong}) {
  const told = holds ? (games ? word("holds", {games}) : word("nothing")) : word("broken");
  const line = element("li", {}, `${holds ? "✓" : "✗"} ${law}: `, element("span", {className: holds ? "quiet" : "refused"}, told));
  if (wrong) line.append(element("pre", {}, wrong));
  return line;
}
