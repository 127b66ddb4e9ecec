// The rules of the game that is played, in short, in a sheet over the table.

import {inline} from "./cards.js";
import {element} from "./elements.js";
import {pip, rankOf} from "./faces.js";
import {rich} from "./texts.js";
import {forPlayers, spoken, translated} from "./told.js";
import {word} from "./words.js";

/** The contract to which a part belongs, what is told of it, and in brackets what it is given: "7H: Play tricks. (until: 7)". */
const TOLD = /^(?:([^.:]+): (?=[A-Z]))?(.*?\.)(?: \(([^()]*)\))?$/s;

/**
 * Show the rules until they are closed.
 * @param {object} said what the library says of them
 * @param {object} view whose cards they are about
 * @param {string | null} page the address of the game's page, where there is one
 */
export function showRules(said, view, page = null) {
  document.getElementById("rules-sheet")?.remove();
  const close = element("button", {type: "button", className: "close", ariaLabel: word("close")}, "✕");
  const sheet = element(
    "dialog", {id: "rules-sheet"}, close, element("h2", {}, view.name), element("h3", {}, word("goal")),
    element("p", {}, translated(said.summary)), steps(said.ending, view), ...part("options", list([...said.options.map(option), ...said.house])),
    ...part("card_order", list(said.order.map(group => ranked(group, view)))),
    ...part("card_worth", worth(said.points ?? {}, view)),
    ...part("course", steps(ordered(said), view, "ol")), ...part("scores", steps(said.scoring, view, "ul", true)),
    ...said.source ? [element("p", {className: "quiet"}, said.source)] : [],
    ...page ? [element("p", {}, element("a", {href: page}, word("whole_rules")))] : [],
  );
  sheet.setAttribute("aria-label", word("rules"));
  close.onclick = () => sheet.close();
  // A press beside the sheet closes it as well.
  sheet.onclick = event => { if (event.target === sheet) sheet.close(); };
  sheet.onclose = () => sheet.remove();
  document.body.append(sheet);
  sheet.showModal();
}

/** A part of the sheet with its heading, if there is anything in it. */
const part = (name, shown) => shown.childElementCount ? [element("h3", {}, word(name)), shown] : [];

const list = lines => element("ul", {}, ...lines.map(line => element("li", {}, ...[line].flat())));

const option = ({name, value, meaning}) => [element("b", {}, `${spoken(name)}: ${spoken(value)}`), element("span", {className: "quiet"}, ` · ${translated(meaning)}`)];

/** The steps of a deal: first how many cards there are, last who begins the next one. @returns {[number, string][]} */
const ordered = ({schedule: [sizes, ...next], phases}) => [sizes, ...phases, ...next];

/** What is told of phases or policies; what is no matter of course unfolds below a step. @param {[number, string][]} lines */
function steps(lines, view, tag = "ul", byContract = false) {
  const made = element(tag, {className: "steps"});
  for (const [depth, text] of lines) {
    const [, contract = "", sentence, given = ""] = TOLD.exec(text) ?? ["", "", text];
    const [told, rest, isKnown] = forPlayers(sentence, given), shown = [contract && element("b", {}, `${contract}: `), ...rich(told, view, [])].filter(Boolean);
    const more = rest ? [element("span", {className: "quiet"}, ` ${rest.split("; ").map(translated).join("; ")}`)] : [];
    const isStep = !depth || (contract ? byContract : isKnown);
    if (isStep) made.append(element("li", {className: depth ? "inside" : ""}, ...shown, ...contract ? more : []));
    if (isStep && (contract || !rest)) continue;
    const step = made.lastElementChild ?? made.appendChild(element("li"));
    if (!step.querySelector("ul")) step.append(element("details", {}, element("summary", {}, word("more")), element("ul")));
    step.querySelector("ul")?.append(element("li", {}, ...isStep ? [] : shown, ...more));
  }
  return made;
}

/** Suits that are ranked alike, and their cards from the highest down. */
function ranked({suits, trump, faces}, view) {
  const cards = faces.map(text => suits.includes(view.faces[text][0]) ? rankOf(text, view) : inline(text, view));
  const named = suits.map(letter => pip(view.suits[letter] ?? letter));
  return [...trump ? [`${word("trump", {suit: ""})} `] : [], ...spaced(named), ...named.length ? [": "] : [], ...spaced(cards)];
}

const spaced = parts => parts.flatMap((each, place) => place ? [" ", each] : [each]);

/** The ranks and cards that count, and their points. @param {Object<string, number>} points by the text of a card */
function worth(points, view) {
  const faces = Object.keys(view.faces), shown = [], suitOf = text => view.faces[text][0];
  for (const many of [...new Set(Object.values(points))].sort((one, other) => Math.abs(other) - Math.abs(one))) {
    const counts = text => points[text] === many, ranks = new Set(), suits = new Set();
    const cards = faces.filter(counts).flatMap(text => {
      const rank = rankOf(text, view), alike = faces.filter(other => rankOf(other, view) === rank);
      if (faces.every(other => suitOf(other) !== suitOf(text) || counts(other))) return suits.has(suitOf(text)) ? [] : [suits.add(suitOf(text)) && pip(view.suits[suitOf(text)])];
      if (!alike.every(counts)) return [inline(text, view)];
      return ranks.has(rank) ? [] : [ranks.add(rank) && rank];
    });
    shown.push([...spaced(cards), ": ", element("b", {}, word("number", {number: many}))]);
  }
  const made = list(shown);
  made.className = "worth";
  return made;
}
