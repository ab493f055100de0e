// Writes and reads a study as one line of text that fits into a URL: tags and start position as
// JSON, then the moves in notation, with variations in brackets. After compression a move takes
// about three characters (docs/adr/0029). The input is untrusted, so every size has a limit.
import type { RecordDoc, Tag } from "./records";
import type { RecordMove, RecordTree } from "./saved";
import type { Path } from "./tree";

/** The error for a text that is not a valid study. */
export class BadStudy extends Error {}

/** The limits of a study that is read from a link. */
export const LIMITS = {
  /** The largest length of the text before compression, in characters. */
  text: 1_000_000,
  moves: 20_000,
  /** The largest number of moves in one line. */
  line: 5000,
  /** The largest depth of nested variations. */
  depth: 200,
  tags: 100,
  /** The largest length of a move's code, in characters. */
  code: 16,
};

const CODE = /^[A-Za-z0-9@=+*-]+$/;

/**
 * Writes a record and the path of the shown move. The game's name is not included, because the
 * address contains it.
 */
export function pack(doc: RecordDoc, at: Path = []): string {
  const head: Record<string, unknown> = {};
  if (at.length > 0) head.p = at.map((i) => i || "").join(".");
  if (doc.start) head.s = doc.start;
  if (doc.options && Object.keys(doc.options).length > 0) head.o = doc.options;
  if (doc.deal) head.d = doc.deal;
  if (doc.tags && doc.tags.length > 0) head.t = doc.tags.map((t) => [t.name, t.value]);
  if (doc.result && doc.result !== "*") head.r = doc.result;
  const out = [...said(doc.comments)];
  write(out, doc.moves);
  return `${JSON.stringify(head)}\n${out.join(" ")}`;
}

const said = (texts: readonly string[] = [], mark = ""): string[] => texts.map((t) => mark + JSON.stringify(t));

function write(out: string[], line: readonly RecordMove[]): void {
  for (const m of line) {
    out.push(...said(m.before, "~"), m.code, ...(m.nags ?? []).map((n) => `$${n}`), ...said(m.comments));
    for (const v of m.variations ?? []) {
      out.push("(");
      write(out, v);
      out.push(")");
    }
  }
}

/** A shared study: its record, and the path of the shown move. */
export interface Unpacked {
  record: RecordDoc;
  at: Path;
}

/** Reads the output of pack as a record of the given game. Throws BadStudy. */
export function unpack(text: string, game: string): Unpacked {
  if (text.length > LIMITS.text) throw new BadStudy("too long");
  const end = text.indexOf("\n");
  if (end < 0) throw new BadStudy("no head");
  const [head, at] = readHead(text.slice(0, end));
  return { record: { format: "kydai", version: 1, game, ...head, ...readMoves(text.slice(end + 1)) }, at };
}

const isText = (v: unknown): v is string => typeof v === "string";

function readHead(text: string): [Partial<RecordDoc>, Path] {
  let head: unknown;
  try {
    head = JSON.parse(text);
  } catch {
    throw new BadStudy("the head is not JSON");
  }
  if (typeof head !== "object" || head === null || Array.isArray(head)) throw new BadStudy("the head is no object");
  const { s, o, d, t, r, p } = head as Record<string, unknown>;
  const out: Partial<RecordDoc> = {};
  if (isText(s)) out.start = s;
  if (isText(d)) out.deal = d;
  if (isText(r)) out.result = r;
  if (typeof o === "object" && o !== null)
    out.options = Object.fromEntries(
      Object.entries(o)
        .filter((e): e is [string, string] => isText(e[1]) && e[0] !== "__proto__")
        .slice(0, LIMITS.tags),
    );
  if (Array.isArray(t))
    out.tags = (t as unknown[]).slice(0, LIMITS.tags).flatMap((pair): Tag[] => {
      const [name, value] = Array.isArray(pair) ? (pair as unknown[]) : [];
      return isText(name) && isText(value) ? [{ name, value }] : [];
    });
  // An empty number in the path means 0: zeros are the most frequent numbers, so `pack` leaves them
  // out.
  const at = isText(p) ? p.split(".", LIMITS.line).map((i) => Number(i)) : [];
  return [out, at.every((i) => Number.isSafeInteger(i) && i >= 0) ? at : []];
}

/** A line that is being parsed, and the comments before its next move. */
interface Open {
  line: RecordMove[];
  before: string[];
  /** The number of plies before the first move of the line. */
  ply: number;
}

const TOKEN = /\s*(?:(\()|(\))|\$(\d{1,3})(?=[\s()]|$)|(~?)("(?:[^"\\]|\\.)*")|([^\s()"~$]+))/y;

/**
 * Parses moves without recursion, because the sender of the link chooses the depth of the
 * variations.
 */
function readMoves(text: string): RecordTree {
  const tree: Open = { line: [], before: [], ply: 0 };
  const stack: Open[] = [tree];
  const comments: string[] = [];
  let count = 0;
  const body = text.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < body.length) {
    const m = TOKEN.exec(body);
    const at = stack.at(-1);
    if (!m || !at) throw new BadStudy("a token cannot be read");
    const [, open, close, sign, early, quoted, code] = m;
    const last = at.line.at(-1);
    if (open) {
      if (!last || stack.length > LIMITS.depth) throw new BadStudy("a variation of nothing, or too deep");
      const line: RecordMove[] = [];
      (last.variations ??= []).push(line);
      stack.push({ line, before: [], ply: at.ply + at.line.length - 1 });
    } else if (close) {
      if (stack.length === 1 || at.line.length === 0) throw new BadStudy("an empty variation, or none");
      stack.pop();
    } else if (sign) {
      if (!last) throw new BadStudy("a sign without a move");
      (last.nags ??= []).push(Number(sign));
    } else if (quoted) {
      const words = unquoted(quoted);
      if (early) at.before.push(words);
      else if (last) (last.comments ??= []).push(words);
      else if (stack.length === 1) comments.push(words);
      else throw new BadStudy("a comment without a move");
    } else if (code) {
      if (!CODE.test(code) || code.length > LIMITS.code) throw new BadStudy("a code cannot be one");
      if (++count > LIMITS.moves || at.ply + at.line.length >= LIMITS.line) throw new BadStudy("too many moves");
      at.line.push({ code, ...(at.before.length > 0 ? { before: at.before } : {}) });
      at.before = [];
    }
  }
  if (stack.length > 1) throw new BadStudy("a variation is not closed");
  return { ...(comments.length > 0 ? { comments } : {}), moves: tree.line };
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    throw new BadStudy("a comment cannot be read");
  }
}
