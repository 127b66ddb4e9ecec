// The rules of the game that is played, in short, in a sheet over the table.

import {inline} from "./cards.js";
import {element} from "./elements.js";
import {pip, rankOf} from "./faces.js";
import {translated} from "./told.js";
import {word} from "./words.js";

/** What is told of a part, and in brackets what its arguments are: "Play tricks. (until: 7)". */
const TOLD = /^(.*?\.)(?: \((.*)\))?$/s;

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
    "dialog", {id: "rules-sheet"}, close, element("h2", {}, view.name), element("p", {}, translated(said.summary)),
    ...part("options", list([...said.options.map(option), ...said.house])),
    ...part("card_order", list(said.order.map(group => ranked(group, view)))),
    ...part("card_worth", worth(said.points ?? {}, view)),
    ...part("course", steps([...said.schedule, ...said.phases])), ...part("scores", steps(said.scoring)), ...part("ending", steps(said.ending)),
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

const option = ({name, value, meaning}) => [element("b", {}, `${translated(name).replaceAll("_", " ")}: ${translated(`${value}`)}`), element("span", {className: "quiet"}, ` · ${translated(meaning)}`)];

/** What is told of phases and policies, those inside of others further right. @param {[number, string][]} lines */
function steps(lines) {
  return element("ul", {className: "steps"}, ...lines.map(([depth, text]) => {
    const [, sentence, rest = ""] = TOLD.exec(text) ?? [text, text];
    const made = element("li", {}, translated(sentence), rest && element("span", {className: "quiet"}, ` ${rest.split("; ").map(translated).join("; ")}`));
    made.style.setProperty("--depth", depth);
    return made;
  }));
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
  const faces = Object.keys(view.faces), shown = [];
  for (const many of [...new Set(Object.values(points))].sort((one, other) => Math.abs(other) - Math.abs(one))) {
    const counts = text => points[text] === many, ranks = new Set();
    const cards = faces.filter(counts).flatMap(text => {
      const rank = rankOf(text, view), alike = faces.filter(other => rankOf(other, view) === rank);
      if (!alike.every(counts)) return [inline(text, view)];
      return ranks.has(rank) ? [] : [ranks.add(rank) && rank];
    });
    shown.push([...spaced(cards), ": ", element("b", {}, word("number", {number: many}))]);
  }
  const made = list(shown);
  made.className = "worth";
  return made;
}
