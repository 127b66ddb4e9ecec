// The theme gives each block of code its buttons in a landmark without a name; whoever hears the page hears which block.

document$.subscribe(() => {
  const name = () => document.querySelectorAll("nav.md-code__nav").forEach((nav, place) => {
    if (!nav.ariaLabel) nav.ariaLabel = `Code ${place + 1}`;
  });
  new MutationObserver(name).observe(document.body, {childList: true, subtree: true});
  name();
});
