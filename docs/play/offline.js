// Keeps the playground for when there is no network: what was loaded once is found again.

const SHELF = "trickkit pages";
/** What a game needs; Python is kept when it comes. */
const COURTS = ["clubs", "diamonds", "hearts", "spades"].flatMap(suit => [..."JQK"].map(rank => `courts/${rank}${suit[0].toUpperCase()}.svg`));
const FILES = ["./", "index.html", "style.css", "play.css", "play.js", "icon.svg", "app.webmanifest", ...COURTS];

/** The newest answer, or the one that was kept; files whose names change with what is in them are not asked for again. */
async function answered(request) {
  const shelf = await caches.open(SHELF), former = await shelf.match(request, {ignoreSearch: request.mode === "navigate"});
  if (former && /-[0-9a-f]{12}\.bin$/.test(request.url)) return former;
  try {
    const answer = await fetch(request);
    if (answer.ok) await kept(shelf, request, answer.clone());
    return answer;
  } catch (error) {
    if (former) return former;
    throw error;
  }
}

/** Keep an answer, and forget what had the same name with other contents. */
async function kept(shelf, request, answer) {
  const pack = /([a-z]+)-[0-9a-f]{12}\.bin$/.exec(request.url)?.[1];
  for (const other of pack ? await shelf.keys() : []) {
    if (other.url.includes(`/${pack}-`) && other.url !== request.url) await shelf.delete(other);
  }
  await shelf.put(request, answer);
}

self.addEventListener("install", event => {
  event.waitUntil(caches.open(SHELF).then(shelf => shelf.addAll(FILES)));
  self.skipWaiting();
});
self.addEventListener("activate", event => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", event => {
  const {request} = event;
  if (request.method === "GET" && request.url.startsWith(self.registration.scope)) event.respondWith(answered(request));
});
