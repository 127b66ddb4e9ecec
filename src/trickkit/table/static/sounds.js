// Sounds and reminders, for whoever wants them.

import {likes} from "./settings.js";
import {word} from "./words.js";

/** @type {AudioContext | null} */
let speaker = null;

/** A short tone. @param {number} pitch in Hertz @param {number} after in seconds @param {number} long in seconds */
function tone(pitch, after, long, loud = 0.08) {
  speaker ??= new AudioContext();
  const source = speaker.createOscillator(), volume = speaker.createGain(), begin = speaker.currentTime + after;
  source.frequency.value = pitch;
  source.type = "triangle";
  volume.gain.setValueAtTime(loud, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + long);
  source.connect(volume).connect(speaker.destination);
  source.start(begin);
  source.stop(begin + long);
}

const acts = view => view.seat !== null && view.actors.includes(view.seat);

/** Let what has changed between two views be heard, and remind whoever looks elsewhere that it is their turn. */
export function heard(before, view) {
  if (!before || before.game !== view.game) return;
  const turns = acts(view) && !acts(before), played = view.trick && JSON.stringify(view.trick.plays) !== JSON.stringify(before.trick?.plays);
  if (likes("sounds")) {
    if (played) tone(190, 0, 0.07, 0.14);
    if (view.trick?.complete && !before.trick?.complete) tone(330, 0.1, 0.12);
    if (view.over && !before.over) [523, 659, 784].forEach((pitch, place) => tone(pitch, place * 0.14, 0.35));
    else if (turns) tone(660, 0.12, 0.2);
  }
  if (turns && document.hidden && likes("reminders")) remind(view);
}

function remind(view) {
  navigator.vibrate?.(80);
  if (globalThis.Notification?.permission === "granted") new Notification(view.name, {body: word("your_turn"), tag: "trickkit"});
}
