// The reference shows the first paragraph of each name, and the rest at a press. Whoever follows a link to a name, or
// wants all of them, has them open.

document$.subscribe(() => {
  const folded = [...document.querySelectorAll("details.folded")];
  if (!folded.length) return;

  const open = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    for (let at = target; at; at = at.parentElement) if (at.matches("details")) at.open = true;
    target.parentElement.querySelector(":scope > .doc-contents > details.folded")?.setAttribute("open", "");
    target.scrollIntoView();
  };
  addEventListener("hashchange", open);
  open();

  const all = document.createElement("button");
  all.className = "md-button folded-all";
  const name = () => { all.textContent = folded.every(one => one.open) ? "Fold all" : "Unfold all"; };
  all.addEventListener("click", () => {
    const opened = !folded.every(one => one.open);
    for (const one of folded) one.open = opened;
  });
  for (const one of folded) one.addEventListener("toggle", name);
  name();
  document.querySelector(".md-content__inner > h1")?.after(all);
});
