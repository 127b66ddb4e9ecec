// The middle of a table: the trick, or the cards that are laid in front of the seats.

import {card, spoken} from "./cards.js";
import {element} from "./elements.js";
import {word} from "./words.js";

/** Put something before a seat: clockwise around the middle, the viewer's own below. */
function put(made, seat, view) {
  const angle = 2 * Math.PI * (seat - (view.seat ?? 0)) / view.players;
  made.style.setProperty("--x", -Math.sin(angle));
  made.style.setProperty("--y", Math.cos(angle));
  made.style.setProperty("--lean", `${(seat * 37) % 9 - 4}deg`);
  made.dataset.seat = seat;
  return made;
}

/**
 * What lies on the table.
 * @param {object | undefined} last the last trick that is complete and no longer on the table
 * @param {boolean} looksBack whether the last one is to be seen instead
 */
export function laidOut(view, last, looksBack, who) {
  const trick = looksBack ? last : view.trick;
  const shown = element("div", {className: "trick"});
  (view.records.Laid?.cards ?? []).forEach((cards, number) => {
    if (!cards.length) return;
    const laid = element("div", {className: "cards"}, ...cards.map(text => card(text, view)));
    shown.append(put(element("figure", {className: "laid"}, laid, element("figcaption", {className: "sr"}, who(number))), number, view));
  });
  shown.append(...(trick?.plays ?? []).map((play, place) => {
    const said = play.card === play.face ? spoken(play.face, view) : `${play.card}: ${spoken(play.face, view)}`;
    const notes = [who(play.hand), place === 0 ? word("leads") : "", trick.taker === play.hand ? word("wins") : ""];
    const made = put(element(
      "figure", {}, card(play.card, view, {said, face: play.face}),
      element("figcaption", {className: "sr"}, notes.filter(Boolean).join(" · ")),
    ), play.hand, view);
    made.classList.toggle("wins", trick.taker === play.hand);
    return made;
  }));
  if (trick) Object.assign(shown.dataset, {trick: `${view.deal.number} ${trick.number}`, taker: trick.taker ?? ""});
  return shown;
}
