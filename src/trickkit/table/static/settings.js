// What readers like, kept in their browser.

const at = id => document.getElementById(id);

/** Whether something is liked. @param {"four-colours" | "sounds" | "forced"} name */
export const likes = name => localStorage.getItem(name) === "yes";

/** Let readers choose, and call a function when they do. @param {() => void} changed */
export function offerLikes(changed = () => {}) {
  for (const name of ["four-colours", "sounds", "forced"]) {
    const box = at(name);
    if (!box) continue;
    box.checked = likes(name);
    box.onchange = () => {
      localStorage.setItem(name, box.checked ? "yes" : "no");
      apply();
      changed();
    };
  }
  apply();
}

function apply() {
  document.documentElement.dataset.colours = likes("four-colours") ? "four" : "two";
}
