// The checker compares the page with the state that the rules compute from the test's own log of
// the visit. It returns every difference as text.
import type { State } from "../../src/session/messages";
import type { Sight } from "./read";
import { stateAt, type Side } from "./rules";
import { bottomOf, cellOf, facingOf, notationOf, other, type Scene, type Taste } from "./scene";
import { endText, markText, pieceName, sideName, squareName, text } from "./words";

/** The server's data of a match for one viewer. */
export interface Told {
  codes: string[];
  start: string;
  options: Record<string, string>;
  clock?: { left: number[]; running?: string; since?: number };
  at: number;
}

/**
 * Tolerance of a clock in milliseconds: the clock shows whole seconds, and the page may be slow.
 */
const SLACK = 2500;
const DAY = 86_400_000;

const same = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((x, i) => x === b[i]);
const show = (x: unknown) => JSON.stringify(x);

/** Lists the differences between a page and its expected content. */
export function differences(saw: Sight, scene: Scene, taste: Taste, told: Told | null): string[] {
  const out: string[] = [];
  const expect = (what: string, got: unknown, want: unknown) => {
    if (show(got) !== show(want)) out.push(`${what}: ${show(got)}, expected ${show(want)}`);
  };
  const { address } = scene;
  if (typeof address === "string" ? saw.address !== address : !address.test(saw.address))
    out.push(`address: ${saw.address}, expected ${String(address)}`);
  expect("language", saw.lang, taste.lang);
  if (scene.list) {
    if (saw.list.length !== scene.list.length) out.push(`list: ${show(saw.list)}, expected ${scene.list.length} rows`);
    scene.list.forEach((want, i) => {
      const got = saw.list[i] ?? "";
      if (typeof want === "string" ? !got.includes(want) : !want.test(got))
        out.push(`row ${i + 1}: ${show(got)}, expected ${String(want)}`);
    });
  }
  for (const want of scene.says) if (!saw.text.includes(want)) out.push(`the page lacks ${show(want)}`);
  for (const not of scene.lacks) if (saw.text.includes(not)) out.push(`the page says ${show(not)}`);
  const { game } = scene;
  expect("game on the table", saw.kind, game?.kind ?? "");
  if (!game || saw.kind !== game.kind) return out;
  const log = told ? { ...game, codes: told.codes, start: told.start, options: told.options, seed: 0 } : game;
  const wish = { view: scene.view, notation: notationOf(taste, game.kind), lang: taste.lang };
  const now = stateAt(log, wish);
  const shown = scene.look === null ? now : stateAt(log, wish, scene.look);
  // A move that the server has not confirmed yet is already on the board, but it is not yet counted
  // among the moves of the list.
  const sent = scene.waiting ? stateAt({ ...log, codes: [...log.codes, scene.waiting] }, wish) : null;
  out.push(...board(saw, scene, taste, sent ? { ...shown, cells: sent.cells } : shown));
  if (scene.bare) return out;
  const end = now.why ? { why: now.why, winner: now.winner ?? ("none" as const) } : scene.over;
  const texts = (now.texts ?? now.codes).map((t) => choiceText(taste, t));
  if (!same(saw.moves, texts)) out.push(`move list: ${saw.moves.join(" ")}, expected ${texts.join(" ")}`);
  const second = log.start !== "" && stateAt(log, wish, 0).turn === "second" ? 1 : 0;
  const written = texts.length + (sent ? 1 : 0);
  const rows = Math.ceil((written + (written ? second : 0)) / 2);
  // Compare the move numbers only if the study has no variations: otherwise the list contains all
  // lines, and `tree` describes its whole text.
  if (scene.tree === null)
    expect(
      "numbers of moves",
      saw.numbers,
      Array.from({ length: rows }, (_, i) => `${i + 1}.`),
    );
  if (scene.tree instanceof RegExp ? !scene.tree.test(saw.tree) : saw.tree !== (scene.tree ?? ""))
    out.push(`variations and comments: ${show(saw.tree)}, expected ${String(scene.tree)}`);
  expect("marked move", saw.current, shown.ply);
  expect("move on its way", saw.waiting, sent ? `${sent.texts?.at(-1) ?? ""}…` : "");
  out.push(...takingBack(saw, scene, taste, now));
  const want = status(scene, taste, now, shown, end);
  if (!want.includes(saw.status)) out.push(`status: ${show(saw.status)}, expected ${want.map(show).join(" or ")}`);
  out.push(...seats(saw, scene, taste, now, shown, end !== null));
  // Do not check the clocks at a past position of a finished game: there the page shows the clocks
  // of that position, or none.
  if (!end || shown.ply === now.ply) out.push(...clocks(saw, scene, taste, told, now, end !== null));
  if (scene.hint && !scene.hint.test(saw.hint)) out.push(`hint: ${show(saw.hint)}, expected ${String(scene.hint)}`);
  if (!scene.hint && saw.hint) out.push(`hint: ${show(saw.hint)}, expected none`);
  return out;
}

/**
 * Checks the takeback button: it must be disabled if no move was played, or if the takeback would
 * hide a revealed piece again.
 */
function takingBack(saw: Sight, scene: Scene, taste: Taste, now: State): string[] {
  const both = scene.mine !== "both" && scene.mine === now.turn;
  const firm = now.firm !== undefined && (both ? 2 : 1) >= now.firm;
  const off = now.ply === 0 || firm;
  return saw.actions.flatMap((b) => {
    const undo = b.text === text(taste.lang, "play.undo");
    // In an online game, this button is also disabled while the player's own offer is open. So it
    // is checked only if it must be disabled.
    const offer = b.text === text(taste.lang, "online.takeback") && off;
    return (undo || offer) && b.off !== off ? [`the button ${b.text} is ${b.off ? "off" : "on"}`] : [];
  });
}

/** The text of a move without a square. */
function choiceText(taste: Taste, t: string): string {
  return /^[a-z]+$/.test(t) ? text(taste.lang, `chosen.${t}`) : t;
}

/** Compares the cells, pictures and labels of the board. */
function board(saw: Sight, scene: Scene, taste: Taste, s: State): string[] {
  const out: string[] = [];
  const { width, height } = s;
  const kind = scene.game?.kind ?? "";
  const bottom = facingOf(scene);
  const { lang } = taste;
  if (saw.cells.length !== width * height) return [`board of ${saw.cells.length} cells, expected ${width * height}`];
  const goal = `, ${text(lang, "board.target")}`;
  for (let sq = 0; sq < width * height; sq++) {
    const token = s.cells[sq] ?? "";
    const at = cellOf(sq, width, height, bottom);
    const words = [
      squareName(kind, sq, width),
      ...(token ? pieceName(lang, kind, token, sq) : [text(lang, "board.empty")]),
    ];
    words.splice(2, 0, ...fileWords(kind, taste, token, sq, width, bottom));
    if (s.last?.to === sq) words.push(text(lang, "board.last"));
    const want = words.join(", ");
    const got = (saw.cells[at] ?? "").replace(saw.selected >= 0 ? goal : "", "");
    if (got !== want) out.push(`cell ${squareName(kind, sq, width)}: ${show(got)}, expected ${show(want)}`);
    const picture = saw.drawn[at] ?? "";
    if (!pictures(token, picture))
      out.push(`picture on ${squareName(kind, sq, width)}: ${show(picture)}, expected one of ${show(token)}`);
  }
  out.push(...labels(saw, kind, taste, width, height, bottom));
  return out.length > 6 ? [...out.slice(0, 6), `and ${out.length - 6} more on the board`] : out;
}

/**
 * The number of a square's file as text, if files have numbers: each side counts from its own
 * right.
 */
function fileWords(kind: string, taste: Taste, token: string, sq: number, width: number, bottom: Side): string[] {
  if ((kind !== "xiangqi" && kind !== "jieqi") || taste.coordinates[kind] === "letters") return [];
  const side = token ? (token === token.toUpperCase() ? "first" : "second") : bottom;
  return [
    text(taste.lang, "board.file", {
      n: side === "first" ? width - (sq % width) : (sq % width) + 1,
    }),
  ];
}

/**
 * Whether the symbol `picture` of the sprite shows the piece that `token` stands for. An empty cell
 * has neither.
 */
function pictures(token: string, picture: string): boolean {
  if (!token || !picture) return token === picture;
  if (picture.startsWith("caro-")) return picture.endsWith(`-${token.toLowerCase()}`);
  if (picture.startsWith("jieqi-down")) return picture.includes(token === "X" ? "-first-" : "-second-");
  return /-([A-Za-z])(-(up|down)(-over)?)?$/.exec(picture)?.[1] === token;
}

function labels(saw: Sight, kind: string, taste: Taste, width: number, height: number, bottom: Side): string[] {
  const river = kind === "xiangqi" || kind === "jieqi";
  const chosen = taste.coordinates[kind] ?? (river ? "files" : "letters");
  const turned = bottom === "second";
  const order = <T>(list: T[], back: boolean) => (back ? list.toReversed() : list);
  const letters = Array.from({ length: width }, (_, i) => String.fromCharCode(97 + i));
  const numbers = (n: number, from: number) => Array.from({ length: n }, (_, i) => String(i + from));
  let files: string[] = [];
  let ranks: string[] = [];
  // Each side counts files from its own right, so the numbers decrease from left to right for both
  // sides.
  if (chosen === "files") files = numbers(width, 1).toReversed();
  if (chosen === "letters") {
    files = order(letters, turned);
    ranks = order(numbers(height, river ? 0 : 1), !turned);
  }
  const out: string[] = [];
  if (!same(saw.files, files)) out.push(`labels of files: ${saw.files.join(" ")}, expected ${files.join(" ")}`);
  if (!same(saw.ranks, ranks)) out.push(`labels of ranks: ${saw.ranks.join(" ")}, expected ${ranks.join(" ")}`);
  return out;
}

/**
 * The text that the status line shows for a past position: the number of the last move and the side
 * that played it.
 */
function pastText(lang: Taste["lang"], { game }: Scene, now: State, shown: State): string {
  if (shown.ply === 0) return text(lang, "play.past.start");
  const kind = game?.kind ?? "";
  const offset = game?.start && (now.ply % 2 === 1) === (now.turn === "first") ? 1 : 0;
  const mover = (shown.ply + offset) % 2 === 1 ? "first" : "second";
  return text(lang, "play.past", {
    n: Math.ceil((shown.ply + offset) / 2),
    side: colourName(lang, kind, now, mover),
  });
}

/** The allowed texts of the status line. */
function status(scene: Scene, taste: Taste, now: State, shown: State, end: Scene["over"]): string[] {
  const { lang } = taste;
  const kind = scene.game?.kind ?? "";
  if (scene.look !== null && scene.look < now.ply)
    return [`${pastText(lang, scene, now, shown)} ${text(lang, "play.return")}`];
  if (end && scene.end) return [text(lang, scene.end)];
  if (end) return [endText(lang, kind, end, scene.mine, (side) => colourName(lang, kind, now, side))];
  if (scene.waiting) return [text(lang, "play.sending")];
  if (scene.idle && now.ply === 0) return [text(lang, scene.idle)];
  const mark = markText(lang, kind, now);
  const task = scene.mine === now.turn || scene.mine === "both" ? taskText(lang, now) : "";
  if (task) return [mark ? `${mark} ${task}` : task];
  const colour = colourOf(now, now.turn) ? colourName(lang, kind, now, now.turn) : scene.names[now.turn];
  const side = colour || colourName(lang, kind, now, now.turn);
  const who = scene.mine === now.turn ? text(lang, "play.yourturn") : text(lang, "play.turn", { side });
  return [mark ? `${mark} ${who}` : who];
}

/** The instruction of an opening in which the players choose their colours. */
function taskText(lang: Taste["lang"], s: State): string {
  const [board = "", next = "", , , opening, stage] = s.position.split(" ");
  if (!opening?.startsWith("swap")) return "";
  const mark = next.toUpperCase();
  const n = board.replace(/[^xo]/gi, "").length + 1;
  if (stage === "place" || stage === "more")
    return text(lang, "task.place", { n, of: stage === "place" ? 3 : 5, mark });
  return stage === "offer" || stage === "pick" ? text(lang, `task.${stage}`, { mark }) : "";
}

/** The colour of a side; null before the players have chosen. */
function colourOf(s: State, side: Side): Side | null {
  const [, , , , opening, , black] = s.position.split(" ");
  if (!opening?.startsWith("swap")) return side;
  return black === "-" ? null : black === side ? "first" : "second";
}

function colourName(lang: Taste["lang"], kind: string, s: State, side: Side): string {
  const colour = colourOf(s, side);
  return colour ? sideName(lang, kind, colour) : text(lang, `side.${side}`);
}

function seats(saw: Sight, scene: Scene, taste: Taste, now: State, shown: State, over: boolean): string[] {
  const out: string[] = [];
  const { lang } = taste;
  const kind = scene.game?.kind ?? "";
  const bottom = bottomOf(scene);
  if (saw.seats.length !== 2) return [`${saw.seats.length} seats, expected 2`];
  for (const [i, side] of [other(bottom), bottom].entries()) {
    const seat = saw.seats[i];
    if (!seat) continue;
    const where = i === 0 ? "upper seat" : "lower seat";
    const colour = colourName(lang, kind, shown, side);
    const name = scene.names[side] || colourName(lang, kind, now, side);
    if (seat.name !== name) out.push(`${where}: name ${show(seat.name)}, expected ${show(name)}`);
    const label = name === colour ? "" : colour;
    if (seat.colour !== label) out.push(`${where}: colour ${show(seat.colour)}, expected ${show(label)}`);
    const active = (!over || shown.ply < now.ply) && shown.turn === side;
    if (seat.active !== active) out.push(`${where}: ${active ? "not " : ""}marked as the side to move`);
    const taken = (shown.taken ?? []).filter((t) => (t.token === t.token.toUpperCase() ? "first" : "second") !== side);
    const want = taken.map((t) => pieceName(lang, kind, t.face ?? t.token)[0] ?? "").sort();
    if (!same(seat.tray.toSorted(), want)) out.push(`${where}: captured ${show(seat.tray)}, expected ${show(want)}`);
  }
  return out;
}

/** Converts a clock text (9:05, 1:00:00, 7.3) to milliseconds. */
function ms(clock: string): number {
  return clock.split(":").reduce((sum, part) => sum * 60 + Number(part), 0) * 1000;
}

function clocks(saw: Sight, scene: Scene, taste: Taste, told: Told | null, now: State, over: boolean): string[] {
  const out: string[] = [];
  for (const seat of saw.seats) {
    const side = seat.side === "second" ? "second" : "first";
    const range = told ? byServer(told, side) : byVisit(scene, side, now, over);
    if (!range) {
      if (seat.clock) out.push(`clock of ${side}: ${seat.clock}, expected none`);
      continue;
    }
    if (range[0] >= 2 * DAY) {
      const want = text(taste.lang, "time.days", { n: Math.round(range[0] / DAY) }).replace(/\s/g, " ");
      if (seat.clock !== want) out.push(`clock of ${side}: ${show(seat.clock)}, expected ${want}`);
      continue;
    }
    const got = seat.clock ? ms(seat.clock) : NaN;
    if (!(got >= range[0] - SLACK && got <= range[1] + SLACK))
      out.push(
        `clock of ${side}: ${show(seat.clock)}, expected ${Math.round(range[0] / 1000)} to ${Math.round(range[1] / 1000)} s`,
      );
  }
  return out;
}

function byServer(told: Told, side: Side): [number, number] | null {
  const { clock } = told;
  if (!clock) return null;
  const left = clock.left[side === "first" ? 0 : 1] ?? 0;
  const gone = clock.running === side && clock.since ? Math.max(0, told.at - clock.since) : 0;
  return [left - gone, left - gone];
}

function byVisit(scene: Scene, side: Side, now: State, over: boolean): [number, number] | null {
  const c = scene.clock;
  if (!c) return null;
  const [lo, hi] = c.left[side];
  if (over || !c.since || now.turn !== side) return [lo, hi];
  return [lo - (Date.now() - c.since[0]), hi - Math.max(0, Date.now() - SLACK - c.since[1])];
}
