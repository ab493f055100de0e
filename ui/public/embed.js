// A board in a frame of another site. It shows the picture of a match that spectators see, until the match is over, and
// steps through the moves.
const img = document.querySelector("img");
const [first, back, forward, end] = document.querySelectorAll("nav button");
const start = img.src;
/** The moves of a position; those of a match are known to the server only. */
const moves = new URL(start).searchParams.get("moves")?.trim().split(/\s+/);
/** How many moves the picture shows, and how many there are. */
let at = moves ? moves.length : -1;
let all = at;
let follows = "live" in img.dataset;
let over = !follows;
let asked = 0;
let tag = "";

/** Shows the board after so many moves; -1 is now. */
async function show(ply) {
  const mine = ++asked;
  const url = new URL(start);
  if (moves) url.searchParams.set("moves", moves.slice(0, ply).join(" "));
  else if (ply >= 0) url.searchParams.set("ply", ply);
  else url.searchParams.delete("ply");
  const answer = await fetch(url, { cache: over ? "default" : "no-cache", credentials: "omit" }).catch(() => null);
  if (!answer?.ok || mine !== asked) return;
  const said = Number(answer.headers.get("kydai-ply") ?? ply);
  // The server shows the last position if there are fewer moves.
  if (ply < 0 || said < ply) all = said;
  at = said;
  if (ply < 0) over = answer.headers.get("cache-control")?.includes("immutable") ?? false;
  if (answer.headers.get("etag") !== tag) {
    tag = answer.headers.get("etag");
    const old = img.src;
    img.src = URL.createObjectURL(await answer.blob());
    if (old.startsWith("blob:")) URL.revokeObjectURL(old);
  }
  img.dataset.ply = at;
  first.disabled = back.disabled = at === 0;
  forward.disabled = end.disabled = at === all;
}

function step(to) {
  follows = to < 0 || to >= all;
  at = follows ? all : to;
  void show(follows && !moves ? -1 : at);
}

first.onclick = () => step(0);
back.onclick = () => step(Math.max(0, at - 1));
forward.onclick = () => step(at + 1);
end.onclick = () => step(all);
document.querySelector("nav").hidden = false;

const look = () => {
  if (follows && !over && !document.hidden) void show(-1);
};
setInterval(look, 5000);
document.addEventListener("visibilitychange", look);
if (moves) void show(at);
else {
  // A page that shows a certain move learns first how many there are.
  const wanted = new URL(start).searchParams.get("ply");
  void show(-1).then(() => wanted && show(Number(wanted)));
}
