// What readers like, kept in their browser.

/** Whether something is liked. @param {string} name of a box */
export const likes = name => localStorage.getItem(name) === "yes";

/** Let readers choose, by the boxes that have a name to be liked, and whether it is light or dark. @param {() => void} changed */
export function offerLikes(changed = () => {}) {
  const theme = document.getElementById("theme");
  theme.value = localStorage.getItem("theme") ?? "";
  theme.onchange = () => {
    localStorage.setItem("theme", theme.value);
    apply();
  };
  for (const box of document.querySelectorAll("[data-like]")) {
    const {like} = box.dataset;
    box.checked = likes(like);
    box.onchange = () => {
      localStorage.setItem(like, box.checked ? "yes" : "no");
      if (like === "reminders" && box.checked) globalThis.Notification?.requestPermission();
      apply();
      changed();
    };
  }
  // A menu closes at a press elsewhere, and by its key.
  const close = but => document.querySelectorAll(".menu[open]").forEach(menu => { if (!menu.contains(but)) menu.open = false; });
  document.addEventListener("pointerdown", event => close(event.target));
  document.addEventListener("keydown", event => { if (event.key === "Escape") close(null); });
}

function apply() {
  Object.assign(document.documentElement.dataset, {colours: likes("four-colours") ? "four" : "two", theme: localStorage.getItem("theme") ?? ""});
}

apply();
