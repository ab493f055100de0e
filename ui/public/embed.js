// The script of the pages /embed/…, which show a board in a frame of another site. It steps through
// the moves. The picture of a match is the one that spectators see, and is updated until the match
// is over.
const img = document.querySelector("img");
const [first, back, forward, end] = document.querySelectorAll("nav button");
const start = img.src;
/**
 * The moves in the address of the picture; undefined for a match, whose moves only the server
 * knows.
 */
const moves = new URL(start).searchParams.get("moves")?.trim().split(/\s+/);
/**
 * `at` is the number of moves in the shown picture, `all` is the number of moves of the game; -1:
 * not known yet.
 */
let at = moves ? moves.length : -1;
let all = at;
let follows = "live" in img.dataset;
let over = !follows;
let asked = 0;
let tag = "";

/** Shows the position after `ply` moves; -1 stands for the current position. */
async function show(ply) {
  const mine = ++asked;
  const url = new URL(start);
  if (moves) url.searchParams.set("moves", moves.slice(0, ply).join(" "));
  else if (ply >= 0) url.searchParams.set("ply", ply);
  else url.searchParams.delete("ply");
  const answer = await fetch(url, { cache: over ? "default" : "no-cache", credentials: "omit" }).catch(() => null);
  if (!answer?.ok || mine !== asked) return;
  const said = Number(answer.headers.get("kydai-ply") ?? ply);
  // If the game has fewer than `ply` moves, the server shows its last position.
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
  // If the address names a move, request the current position first, to learn how many moves there
  // are.
  const wanted = new URL(start).searchParams.get("ply");
  void show(-1).then(() => wanted && show(Number(wanted)));
}
