"""The frame of the page: its style, its order, and the code that steps through deals."""

from __future__ import annotations

from string import Template

PAGE = Template(
    """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 25%, transparent); }
body { margin: 1rem auto; max-width: 72rem; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1.2rem; margin-top: 2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { padding: 0.25rem 0.7rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th:first-child { text-align: left; vertical-align: top; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 1rem; }
figure { margin: 0; }
figcaption { text-align: center; font-style: italic; }
svg { max-width: 100%; height: auto; }
dt { font-weight: bold; }
dd { margin: 0 0 0.5rem 1.5rem; }
summary { cursor: pointer; padding: 0.4rem 0; }
.games { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 1.5rem; }
h3 { font-size: 1rem; margin: 0.3rem 0; }
.steps { padding: 0; margin: 0; }
.steps > li { display: none; list-style: none; }
.steps > li.shown { display: block; }
.steps p { min-height: 3rem; margin: 0.3rem 0; white-space: pre-line; }
nav { display: flex; gap: 0.5rem; align-items: center; flex-wrap: wrap; }
nav input { flex: 1; min-width: 6rem; }
button { font: inherit; padding: 0.2rem 0.8rem; }
.headline { font-size: 1.3rem; font-weight: 600; }
.warning { border-left: 0.3rem solid #d9730d; padding-left: 0.7rem; }
@media print {
  :root { color-scheme: light; }
  body { max-width: none; margin: 0; padding: 0; font-size: 8.5pt; line-height: 1.25; }
  h2 { margin: 0.6rem 0 0.2rem; }
  .screen { display: none; }
  .wide { overflow: visible; }
  .plots { grid-template-columns: 1fr 1fr; }
  figure, tr { break-inside: avoid; }
  th, td { padding: 0.05rem 0.4rem; }
}
</style>
</head>
<body>
<main>
<h1>$title</h1>
$verdict
<div class="plots">
$plots
</div>
<h2>The rules</h2>
$question
<h2>All numbers</h2>
$table
<p>In brackets, the interval in which the true number lies; differences in bold are not chance alone.</p>
<div class="screen">
$deals
</div>
<h2>How it was found</h2>
$method
<details class="screen"><summary>What the numbers are</summary><dl>$measured</dl></details>
</main>
<noscript><style>.steps > li:last-child { display: block; }</style></noscript>
$shapes
<script>
for (const game of document.querySelectorAll(".game")) {
  const steps = [...game.querySelector(".steps").children];
  const [back, on] = game.querySelectorAll("button");
  const at = game.querySelector("input"), number = game.querySelector("output");
  let shown = null;
  function show(step) {
    const now = Math.max(0, Math.min(steps.length - 1, step));
    if (shown) shown.classList.remove("shown");
    shown = steps[now];
    shown.classList.add("shown");
    at.value = now;
    number.textContent = now + " of " + (steps.length - 1);
  }
  back.onclick = () => show(+at.value - 1);
  on.onclick = () => show(+at.value + 1);
  at.oninput = () => show(+at.value);
  show(+at.value);
}
</script>
</body>
</html>
"""
)
"""The frame, with names for its parts."""
