// What a bot would do, or would have done, in words.

import {calledOut} from "./calls.js";
import {word} from "./words.js";

/** Points between two actions that make no difference. */
const EVEN = 0.15;

/** What a bot would do, and why. @param {{action: string, second: string | null, behind: number, playouts: number}} hint */
export function advised({action, second, behind, playouts}) {
  if (second === null) return word("hint_only", {best: calledOut(action)});
  if (!playouts) return word("hint_rule", {best: calledOut(action)});
  return word(behind < EVEN ? "hint_even" : "hint_tried", {best: calledOut(action), second: calledOut(second), ahead: behind});
}

/** What a bot thinks of a decision that was made. @param {{action: string, made: string, behind: number, playouts: number}} judged */
export function judged({action, made, behind, playouts}) {
  if (action === made) return word("could_best", {made: calledOut(made)});
  if (!playouts) return word("could_rule", {made: calledOut(made), best: calledOut(action)});
  return word(behind < EVEN ? "could_even" : "could_tried", {made: calledOut(made), best: calledOut(action), behind});
}
