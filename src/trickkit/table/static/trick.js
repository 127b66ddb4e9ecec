// The middle of a table: the trick, or the cards that are laid in front of the seats.

import {card, element, spoken} from "./cards.js";
import {word} from "./words.js";

/** How many cards of which trick were drawn before, so that those which came since slide in. */
let drawn = {deal: -1, number: -1, count: 0};

/** Put something before a seat: clockwise around the middle, the viewer's own below. */
function put(made, seat, view, x = "--x", y = "--y") {
  const angle = 2 * Math.PI * (seat - (view.seat ?? 0)) / view.players;
  made.style.setProperty(x, -Math.sin(angle));
  made.style.setProperty(y, Math.cos(angle));
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
  if (!trick) return shown;
  const isSame = drawn.deal === view.deal.number && drawn.number === trick.number;
  const before = looksBack ? Infinity : isSame ? drawn.count : 0;
  if (!looksBack && last && drawn.deal === view.deal.number && drawn.number === last.number) shown.append(...swept(last, view));
  trick.plays.forEach((play, place) => {
    const said = play.card === play.face ? spoken(play.face, view) : `${play.card}: ${spoken(play.face, view)}`;
    const notes = [who(play.hand), place === 0 ? word("leads") : "", trick.taker === play.hand ? word("wins") : ""];
    const made = put(element(
      "figure", {}, card(play.card, view, {said, face: play.face}),
      element("figcaption", {className: "sr"}, notes.filter(Boolean).join(" · ")),
    ), play.hand, view);
    made.classList.toggle("wins", trick.taker === play.hand);
    made.classList.toggle("new", place >= before);
    shown.append(made);
  });
  if (!looksBack) drawn = {deal: view.deal.number, number: trick.number, count: trick.plays.length};
  return shown;
}

/** The cards of a trick on their way to whoever took it. */
const swept = ({plays, taker}, view) => plays.map(({card: text, face, hand}) => {
  const made = element("div", {className: "swept", ariaHidden: "true"}, card(text, view, {face}));
  return put(put(made, hand, view), taker, view, "--to-x", "--to-y");
});
