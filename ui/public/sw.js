// The service worker. Files with a hash in their name are kept for good;
// pages and the rest are fetched first and remembered for when there is no
// connection. What games need is fetched ahead once the worker is there.
const KEEP = "kydai-files-1";
const PAGES = "kydai-pages-1";

self.addEventListener("install", (e) => {
  e.waitUntil(ahead().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (e) => {
  e.waitUntil(tidy().then(() => self.clients.claim()));
});

// Modules are large: they come when a page asks for the rest, after the worker
// is there, and hinder nobody's first game.
self.addEventListener("message", (e) => {
  if (e.data === "rest") e.waitUntil(rest().catch(() => undefined));
  // What a page fetched before the worker was there.
  if (e.data?.keep) e.waitUntil(keep(e.data.keep).catch(() => undefined));
});

const large = (name) => name.endsWith(".wasm");
/** The name of a module without the hash of its build. */
const moduleOf = (name) => /\/assets\/([^/]+)-[^/]*\.wasm$/.exec(name)?.[1];
/** A study module comes when it is first used, and is kept from then on. */
const forStudy = (name) => moduleOf(name)?.startsWith("study-");

// The list is made by the build: every file of the client but those of the lab.
async function list() {
  const answer = await fetch("/offline.json", { cache: "no-cache" });
  return answer.ok ? answer.json() : [];
}

async function ahead() {
  const names = await list();
  // What an earlier version kept is kept in this one: also modules.
  const files = await caches.open(KEEP);
  const before = new Set((await files.keys()).map((r) => moduleOf(r.url)));
  await keep(names.filter((name) => !large(name) || before.has(moduleOf(name))));
  const pages = await caches.open(PAGES);
  const front = await fetch("/", { cache: "no-cache" });
  if (!front.ok) throw new Error(`the front page: ${front.status}`);
  await store(pages, "/", front);
}

async function rest() {
  // Whoever pays for bytes and asked for fewer gets the game that is open.
  const thrifty = navigator.connection?.saveData;
  const open = (await clients.matchAll({ includeUncontrolled: true })).map((c) => new URL(c.url).pathname);
  const records = (name) => moduleOf(name) === "archive";
  const wanted = (name) =>
    large(name) && !forStudy(name) && (!thrifty || open.some((p) => p.split("/").includes(moduleOf(name))));
  const names = (await list()).filter(wanted).sort((a, b) => records(a) - records(b));
  for (const name of names) await keep([name]);
}

async function keep(names) {
  const files = await caches.open(KEEP);
  await Promise.all(
    names.map(async (name) => {
      if (!(await files.match(name))) await files.add(name);
    }),
  );
}

// Forgets files that no version asks for any more, and pages that ask for them;
// the front page was just fetched and stands in for the others.
async function tidy() {
  const files = await caches.open(KEEP);
  const names = new Set((await list().catch(() => [])).map((n) => new URL(n, location.origin).href));
  if (names.size === 0) return;
  for (const request of await files.keys()) {
    if (!names.has(request.url)) await files.delete(request);
  }
  const pages = await caches.open(PAGES);
  for (const request of await pages.keys()) {
    if (new URL(request.url).pathname !== "/") await pages.delete(request);
  }
}

self.addEventListener("fetch", (e) => {
  const url = new URL(e.request.url);
  if (e.request.method !== "GET" || url.origin !== location.origin) return;
  if (/^\/(api|oauth|ws|picture|embed)\//.test(url.pathname)) return;
  if (e.request.mode === "navigate") e.respondWith(page(e.request));
  else e.respondWith(file(e.request, url));
});

// Pages are sent with Vary: the language, the encoding and the cookies are part of the key. Without a connection
// any copy of a page is better than none, so they are ignored, and each path has one copy, the newest.
const ANY = { ignoreSearch: true, ignoreVary: true };

async function store(pages, path, answer) {
  await pages.delete(path, ANY);
  await pages.put(path, answer);
}

// A page from the server; without it the same page as it was, or the front page,
// which finds its way by the address.
async function page(request) {
  const pages = await caches.open(PAGES);
  try {
    const answer = await fetch(request);
    if (answer.ok) await store(pages, new URL(request.url).pathname, answer.clone());
    return answer;
  } catch {
    return (await pages.match(request, ANY)) ?? (await pages.match("/", ANY)) ?? Response.error();
  }
}

async function file(request, url) {
  const files = await caches.open(KEEP);
  const kept = await files.match(request, { ignoreVary: true });
  const forGood = url.pathname.startsWith("/assets/");
  if (kept && forGood) return kept;
  try {
    const answer = await fetch(request);
    if (answer.ok && answer.status === 200) await files.put(request, answer.clone());
    return answer;
  } catch {
    return kept ?? Response.error();
  }
}

// A notice while no page is open. The server wrote the words, in the language of this device.
self.addEventListener("push", (e) => {
  let told = {};
  try {
    told = e.data.json();
  } catch {
    // Without words the name of the site has to do.
  }
  const { title = "kydai", body, tag, lang, open } = told;
  const how = { body, tag, lang, renotify: !!tag, icon: "/icon-192.png", data: { open } };
  e.waitUntil(self.registration.showNotification(title, how));
});

self.addEventListener("notificationclick", (e) => {
  e.notification.close();
  e.waitUntil(show(e.notification.data?.open));
});

// Shows the page of a game: the one that is open, or a new one.
async function show(path) {
  let url = new URL("/", location.origin);
  if (/^\/[gc]\/\w+$/.test(path)) url = new URL(path, location.origin);
  const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = open.find((c) => new URL(c.url).pathname === url.pathname);
  return there ? there.focus() : clients.openWindow(url.href);
}
