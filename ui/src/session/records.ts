// Writes game records to save and share a game, and reads them from pasted text
// and files.
import { Refused, WorkerDesk } from "./desk";
import type { Request } from "./messages";
import type { Recorded } from "./proof";
import { recorded } from "./result";
import { treeOf, type NewGame, type RecordTree, type Saved } from "./saved";
import { infoOf } from "../app/boot";
import { settings } from "../app/settings";

export interface Tag {
  name: string;
  value: string;
}

/** A game in the JSON format of records: see docs/records.md. */
export interface RecordDoc extends RecordTree {
  format: "kydai";
  version: 1;
  game: string;
  start?: string;
  options?: Record<string, string>;
  deal?: string;
  tags?: Tag[];
  result?: string;
}

/** An imported game, up to its first error. */
export interface Imported {
  record: RecordDoc;
  /** The number of legal moves at the start of the main line. */
  plies: number;
  problem?: { code: string; text: string; ply?: number; token?: string };
}

interface ArchiveReply {
  text?: string;
  games?: Imported[];
  more?: boolean;
}

const archive = new WorkerDesk("archive");

async function ask(q: Record<string, unknown>): Promise<ArchiveReply> {
  return (await archive.ask(q as unknown as Request)) as unknown as ArchiveReply;
}

/**
 * Reads all games of a text or a file. An empty format means: detect it. The game is detected too;
 * `kind` decides if the text fits several games.
 */
export async function readRecord(record: string | Uint8Array, format: string, kind: string): Promise<Imported[]> {
  const given = typeof record === "string" ? { text: record } : { data: base64(record) };
  const r = await ask({ op: "import", ...given, format, game: kind });
  return r.games ?? [];
}

/**
 * The transcript of a fair deal. If it was found in a record, also the id of the match and the
 * moves.
 */
export interface Dealt {
  transcript: unknown;
  match?: string;
  played?: Recorded;
}

/** Finds the deal in a record of any format, or in a transcript. */
export async function dealOf(record: string | Uint8Array): Promise<Dealt> {
  const text = typeof record === "string" ? record : new TextDecoder().decode(record);
  const plain = json(text);
  if (typeof plain === "object" && plain !== null && "version" in plain && "server" in plain)
    return { transcript: plain };
  for (const { record: g, plies } of await readRecord(record, "", "")) {
    const tag = (name: string) => g.tags?.find((x) => x.name === name)?.value;
    const fair = tag("Fair");
    if (fair)
      return {
        transcript: json(fair),
        match: tag("Match"),
        played: { game: g.game, options: g.options, moves: mainLine(g, plies) },
      };
  }
  throw new Refused({ code: "no-deal", text: "the record says nothing about a deal" });
}

function json(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (const b of bytes) text += String.fromCodePoint(b);
  return btoa(text);
}

/** The codes of the first `plies` moves of the main line. */
const mainLine = (r: RecordTree, plies: number): string[] => r.moves.slice(0, plies).map((m) => m.code);

const human = { kind: "human" } as const;

/** Converts a record to a study. */
export function studyOf({ record: r, plies }: Imported): NewGame {
  // A record may contain the revealed pieces but not the whole deal. Such a game is opened in the
  // view of a spectator ("none"), so that it does not get a new random deal.
  const hidden = infoOf(r.game)?.options?.some((o) => o.name === "view");
  const seen: Record<string, string> = hidden && !r.deal && !r.start && !r.options?.view ? { view: "none" } : {};
  return {
    kind: r.game,
    options: { ...r.options, ...seen },
    start: r.start ?? "",
    deal: r.deal,
    moves: mainLine(r, plies),
    seats: { first: human, second: human },
    study: true,
    names: namesOf(r),
    tags: r.tags ?? [],
    result: r.result,
    tree: { comments: r.comments, moves: r.moves },
  };
}

/** Converts a game to a record. */
export function docOf(s: Saved): RecordDoc {
  const { first, second } = s.played ?? s.seats;
  const { view, ...others } = s.options;
  return {
    format: "kydai",
    version: 1,
    game: s.kind,
    start: s.start,
    // The record of a game with a known deal shows all pieces, so the option "view" (the view of
    // one side) is left out.
    options: view && !s.deal ? s.options : others,
    deal: s.deal,
    tags: s.tags ?? [
      { name: "Date", value: new Date(s.created).toISOString().slice(0, 10).replaceAll("-", ".") },
      { name: sideTag(s.kind, 0), value: seatTag(first) },
      { name: sideTag(s.kind, 1), value: seatTag(second) },
    ],
    ...treeOf(s),
    // In a study, the current line may differ from the main line, so the end of the current line is
    // not the result of the game.
    result: s.result ?? (s.ended && !s.study ? recorded(s.ended) : "*"),
  };
}

/** Writes the record of a game. A running game is written as its viewer sees it. */
export async function recordOf(s: Saved, format: string): Promise<string> {
  const { first, second } = s.seats;
  const r = await ask({
    op: "export",
    record: docOf(s),
    seed: s.seed,
    format,
    // The record of a study contains only what the user knows, so no pieces have to be hidden in
    // it.
    over: s.ended !== null || (s.study === true && Boolean(s.deal ?? s.start)),
    own: s.tags === undefined,
    view:
      first.kind === "human" && second.kind !== "human"
        ? "first"
        : second.kind === "human" && first.kind !== "human"
          ? "second"
          : "",
    // Other programs support the default notation best; another notation is used only if the user
    // chose it.
    notation: format === "pgn" ? (settings.value.notation[s.kind] ?? "") : "",
  });
  if (!r.text) throw new Refused({ code: "internal", text: "nothing was written" });
  return r.text;
}

/**
 * The name of the player of a side; "?" if unknown. Some records call the first side White in every
 * game.
 */
export function playerOf(r: RecordDoc, side: 0 | 1): string {
  const named = (tag: string) => r.tags?.find((x) => x.name === tag)?.value;
  return named(sideTag(r.game, side)) ?? named(side === 0 ? "White" : "Black") ?? "?";
}

/** The names of the players; undefined if the record has no names. */
function namesOf(r: RecordDoc): Saved["names"] {
  const [first, second] = ([0, 1] as const).map((side) => playerOf(r, side).replace(/^\?$/, ""));
  return first || second ? { first: first ?? "", second: second ?? "" } : undefined;
}

/** The tag that names a side's player in records: the game's name of the side, capitalised. */
export function sideTag(kind: string, side: 0 | 1): string {
  const name = infoOf(kind)?.sides[side] ?? ["white", "black"][side]!;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const seatTag = (s: Saved["seats"]["first"]): string =>
  s.kind === "machine" ? `kydai ${s.algorithm?.name ?? s.level}` : "?";

/** Downloads a record as a file. */
export function download(s: Saved, format: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const a = document.createElement("a");
  a.href = url;
  a.download = `kydai-${s.kind}-${new Date(s.created).toISOString().slice(0, 10)}.${format === "text" ? "txt" : format}`;
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
