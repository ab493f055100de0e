// The service worker. Files with a hash in their name are cached permanently. For pages and all
// other files it asks the server first, and uses the cached copy without a connection. It downloads
// the files that games need in advance.
const KEEP = "kydai-files-1";
const PAGES = "kydai-pages-1";

self.addEventListener("install", (e) => {
  e.waitUntil(ahead().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (e) => {
  e.waitUntil(tidy().then(() => self.clients.claim()));
});

// Modules and the nets of their engines are large, so they are not downloaded during the installation. A page requests them later
// by the message {rest: language}, so that they do not slow down the first game.
self.addEventListener("message", (e) => {
  if (e.data?.rest) e.waitUntil(rest(e.data.rest).catch(() => undefined));
  // The page sends the files that it loaded before the service worker was active.
  if (e.data?.keep) e.waitUntil(keep(e.data.keep).catch(() => undefined));
});

const large = (name) => /\.(wasm|net)$/.test(name);
/** The name of a module without the hash of its build. The net of a game has the name of its module. */
const moduleOf = (name) => /\/assets\/([^/]+)-[^/]*\.(?:wasm|net)$/.exec(name)?.[1];
/**
 * Whether a file is a study module. Such a module is downloaded when it is first used, and cached
 * from then on.
 */
const forStudy = (name) => moduleOf(name)?.startsWith("study-");

// The list of the files for offline use. The build creates it: every file of the client except the
// lab's module.
async function list() {
  const answer = await fetch("/offline.json", { cache: "no-cache" });
  return answer.ok ? answer.json() : [];
}

async function ahead() {
  const names = await list();
  // If an earlier version had cached a module, download the same module of this version too.
  const files = await caches.open(KEEP);
  const before = new Set((await files.keys()).map((r) => moduleOf(r.url)));
  await keep(names.filter((name) => !large(name) || before.has(moduleOf(name))));
  const pages = await caches.open(PAGES);
  const front = await fetch("/", { cache: "no-cache" });
  if (!front.ok) throw new Error(`the front page: ${front.status}`);
  await store(pages, "/", front);
}

async function rest(lang) {
  // If the user has asked the browser to save data, download only the modules of the games that are
  // open.
  const thrifty = navigator.connection?.saveData;
  const open = (await clients.matchAll({ includeUncontrolled: true })).map((c) => new URL(c.url).pathname);
  const records = (name) => moduleOf(name) === "archive";
  const wanted = (name) =>
    large(name) && !forStudy(name) && (!thrifty || open.some((p) => p.split("/").includes(moduleOf(name))));
  const all = await list();
  const names = all.filter(wanted).sort((a, b) => records(a) - records(b));
  for (const name of names) await keep([name]);
  if (!thrifty) await pictures(lang, all);
}

// Downloads the pictures in the rules of all games in a language. Their addresses are in the texts.
async function pictures(lang, names) {
  const files = await caches.open(KEEP);
  for (const name of names.filter((name) => name.includes(`/rules.${lang}-`))) {
    const text = await (await files.match(name))?.text();
    await keep(text?.match(/\/picture\/\w+\.svg[^\s"\\)]*/g) ?? []);
  }
}

async function keep(names) {
  const files = await caches.open(KEEP);
  await Promise.all(
    names.map(async (name) => {
      if (!(await files.match(name))) await files.add(name);
    }),
  );
}

// Deletes the files that this version does not use, and all pages except the front page, because
// these pages may refer to deleted files. Without a connection, the front page, which has just been
// fetched, replaces them.
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
  if (/^\/(api|oauth|ws|embed)\//.test(url.pathname)) return;
  // Of the pictures that the server draws, only those of the rules are cached; the path of any other
  // picture in a page names a match.
  if (/^\/picture\/(?!\w+\.svg$)/.test(url.pathname)) return;
  if (e.request.mode === "navigate") e.respondWith(page(e.request));
  else e.respondWith(file(e.request, url));
});

// Pages are sent with a Vary header: they depend on the language, the encoding and the cookies.
// Without a connection any copy of a page is better than none. So the cache ignores the header and
// the query, and has only the newest copy of each path.
const ANY = { ignoreSearch: true, ignoreVary: true };

async function store(pages, path, answer) {
  await pages.delete(path, ANY);
  await pages.put(path, answer);
}

// Returns a page from the server. Without a connection it returns the cached copy of the page, or
// the front page, whose script then shows the page of the address.
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

// Shows a push notification, also while no page is open. The server has written its text in the
// language of this device.
self.addEventListener("push", (e) => {
  let told = {};
  try {
    told = e.data.json();
  } catch {
    // If the message cannot be parsed, the notification shows only the name of the site.
  }
  const { title = "kydai", body, tag, lang, open } = told;
  const how = { body, tag, lang, renotify: !!tag, icon: "/icon-192.png", data: { open } };
  e.waitUntil(self.registration.showNotification(title, how));
});

self.addEventListener("notificationclick", (e) => {
  e.notification.close();
  e.waitUntil(show(e.notification.data?.open));
});

// Shows the page of a game: brings an open page of this game to the front, or opens a new one. For
// any other path it shows the front page.
async function show(path) {
  let url = new URL("/", location.origin);
  if (/^\/[gc]\/\w+$/.test(path)) url = new URL(path, location.origin);
  const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = open.find((c) => new URL(c.url).pathname === url.pathname);
  return there ? there.focus() : clients.openWindow(url.href);
}
