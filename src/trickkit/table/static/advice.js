// A hint in words.

import {word} from "./words.js";

/** Points between two actions that make no difference. */
const EVEN = 0.15;

/** What a bot would do, and why. @param {{action: string, second: string | null, behind: number, playouts: number}} hint */
export function advised({action, second, behind, playouts}) {
  if (second === null) return word("hint_only", {best: action});
  if (!playouts) return word("hint_rule", {best: action});
  return word(behind < EVEN ? "hint_even" : "hint_tried", {best: action, second, ahead: behind, playouts});
}
