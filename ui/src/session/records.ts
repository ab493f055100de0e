// Records of games: written for saving and sharing, read from paste and files.
import { Refused, WorkerDesk } from "./desk";
import type { Request } from "./messages";
import type { Recorded } from "./proof";
import type { Saved } from "./saved";
import { settings } from "../app/settings";

export interface Tag {
  name: string;
  value: string;
}

/** A game that was read, as far as it could be. */
export interface Imported {
  game: string;
  options?: Record<string, string>;
  start?: string;
  moves: string[];
  result: string;
  tags?: Tag[];
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

/** Reads all games of a text or a file. An empty format is guessed; so is the game, unless the text fits several. */
export async function readRecord(record: string | Uint8Array, format: string, kind: string): Promise<Imported[]> {
  const given = typeof record === "string" ? { text: record } : { data: base64(record) };
  const r = await ask({ op: "import", ...given, format, game: kind });
  return r.games ?? [];
}

/** A transcript of a deal and, where a record says them, the match and its moves. */
export interface Dealt {
  transcript: unknown;
  match?: string;
  played?: Recorded;
}

/** Finds the deal in a record of any format, or in a transcript alone. */
export async function dealOf(record: string | Uint8Array): Promise<Dealt> {
  const text = typeof record === "string" ? record : new TextDecoder().decode(record);
  const plain = json(text);
  if (typeof plain === "object" && plain !== null && "version" in plain && "server" in plain)
    return { transcript: plain };
  for (const g of await readRecord(record, "", "")) {
    const tag = (name: string) => g.tags?.find((x) => x.name === name)?.value;
    const fair = tag("Fair");
    if (fair)
      return {
        transcript: json(fair),
        match: tag("Match"),
        played: { game: g.game, options: g.options, moves: g.moves },
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

const results = { first: "1-0", second: "0-1", none: "1/2-1/2" };

/** Writes a game. While it is played, it is written as its viewer knows it. */
export async function recordOf(s: Saved, format: string): Promise<string> {
  const { first, second } = s.seats;
  const r = await ask({
    op: "export",
    game: s.kind,
    options: s.options,
    start: s.start,
    moves: s.moves,
    seed: s.seed,
    format,
    over: s.ended !== null,
    view:
      first.kind === "human" && second.kind !== "human"
        ? "first"
        : second.kind === "human" && first.kind !== "human"
          ? "second"
          : "",
    result: s.ended ? results[s.ended.winner] : "*",
    // Other programs know the usual notation best; another one is the viewer's own wish.
    notation: format === "pgn" ? (settings.value.notation[s.kind] ?? "") : "",
    tags: [
      { name: "Date", value: new Date(s.created).toISOString().slice(0, 10).replaceAll("-", ".") },
      { name: "White", value: seatTag(first) },
      { name: "Black", value: seatTag(second) },
    ],
  });
  if (!r.text) throw new Refused({ code: "internal", text: "nothing was written" });
  return r.text;
}

const seatTag = (s: Saved["seats"]["first"]): string =>
  s.kind === "machine" ? `kydai ${s.algorithm?.name ?? s.level}` : "?";

/** Hands a text to the viewer as a file. */
export function download(s: Saved, format: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const a = document.createElement("a");
  a.href = url;
  a.download = `kydai-${s.kind}-${new Date(s.created).toISOString().slice(0, 10)}.${format === "text" ? "txt" : format}`;
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
