// The reference shows the first paragraph of each name, and on long pages that of each section, and the rest at a press.
// Whoever follows a link, comes from the search, or wants all of them, has them open; without scripts sections are open.

/** From how many pixels on a page is long: five screens. */
const LONG = 4000;

/** The headings of sections; within a module those are of names, which are folded already. */
const SECTIONS = ".md-content__inner :is(h2, h3:not(.doc-heading))";

/** Fold what stands below a heading, but for the paragraph that begins it. */
function fold(heading) {
  const inner = heading.nextElementSibling?.matches(".doc-contents") ? heading.nextElementSibling : null;
  const first = inner ? inner.firstElementChild : heading.nextElementSibling, rest = [];
  const ends = part => !inner && (part.matches("h2, h3") || part.querySelector("h2"));
  for (let part = first?.matches("p") ? first.nextElementSibling : first; part && !ends(part); part = part.nextElementSibling) rest.push(part);
  if (!rest.length) return;
  const title = heading.querySelector(".doc-object-name") ?? heading.firstChild, folded = document.createElement("details");
  folded.className = "folded";
  folded.append(document.createElement("summary"));
  folded.firstChild.textContent = `${title.textContent.trim()} in full`;
  rest[0].before(folded);
  folded.append(...rest);
}

document$.subscribe(() => {
  const isLong = location.pathname.includes("/reference/") && document.documentElement.scrollHeight > LONG;
  if (isLong) document.querySelectorAll(SECTIONS).forEach(fold);
  const folded = [...document.querySelectorAll("details.folded")];
  if (!folded.length) return;

  const open = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    for (let at = target; at; at = at.parentElement) if (at.matches("details")) at.open = true;
    for (const one of target.parentElement.querySelectorAll(":scope > details.folded, :scope > .doc-contents > details.folded")) {
      if (target.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) { one.open = true; break; }
    }
    target.scrollIntoView();
  };
  addEventListener("hashchange", open);
  open();

  const all = document.createElement("button");
  all.className = "md-button folded-all";
  const name = () => { all.textContent = folded.every(one => one.open) ? "Fold all" : "Unfold all"; };
  const turn = opened => { for (const one of folded) one.open = opened; };
  all.addEventListener("click", () => turn(!folded.every(one => one.open)));
  for (const one of folded) one.addEventListener("toggle", name);
  // What was searched for may stand anywhere.
  if (new URLSearchParams(location.search).has("h")) turn(true);
  name();
  document.querySelector(".md-content__inner > h1")?.after(all);
});
