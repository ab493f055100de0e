// Explains in sentences why a move is good or bad. The motifs come from the study module of the
// game, which is loaded with the first question.
import type { Side } from "../board";
import { fill, lang, type Messages, punctuated } from "../app/i18n";
import type { Explained, Piece, Reason, Request } from "../session/messages";
import { StudyDesk } from "../session/studies";
import { again } from "../wire/again";
import { placeName } from "./piecename";

const files = import.meta.glob<{ default: Messages }>("../../../games/*/text/reason.*.json");
const fileOf = (kind: string) => files[`../../../games/${kind}/text/reason.${lang.value}.json`];

/** The number of positions that are searched for each line. */
const NODES = 30_000;

/**
 * At most this many possible kinds are named for a hidden piece, because the line below a board is
 * short.
 */
const LIKELY = 3;

const desks = new Map<string, StudyDesk>();

/**
 * The context of a sentence: the game, the width of the board, and the side from which the files of
 * empty squares are counted.
 */
export interface Reader {
  kind: string;
  width: number;
  turn: Side;
  /**
   * The move of a hint. The sentence must not reveal the move, so it does not name the destination
   * square.
   */
  unsaid?: { from: number; to: number };
}

/** Explains a move in the position of the request; null if the game has no explanations. */
export async function explain(q: Omit<Request, "op"> & { game: string }): Promise<Explained | null> {
  if (!fileOf(q.game)) return null;
  let desk = desks.get(q.game);
  if (!desk) desks.set(q.game, (desk = new StudyDesk(q.game)));
  const reply = await desk.ask({ limits: { nodes: NODES }, ...q, op: "explain" });
  return reply.explained ?? null;
}

/** Loads the sentences of a game in the reader's language. */
export async function textsOf(kind: string): Promise<Messages> {
  const file = fileOf(kind);
  return file ? (await again(file)).default : {};
}

/** A reason as a sentence; "" if the game has no sentence for it. */
export function sentence(r: Reason, texts: Messages, reader: Reader): string {
  const { unsaid } = reader;
  const idea = unsaid && texts[`idea.${r.code}`];
  const text = idea ?? texts[`${r.code}.${r.kind ?? ""}`] ?? texts[r.code];
  if (!text) return "";
  // Some languages name equal pieces of the two sides differently; capital letters are the first side's.
  const kind = (letter: string) => texts[`piece.${letter}`] ?? texts[`piece.${letter.toLowerCase()}`] ?? "";
  const name = (p: Piece, moved: boolean) => {
    const hidden = unsaid?.to === p.square;
    const at = hidden && moved && unsaid.from >= 0 ? unsaid.from : p.square;
    const letter = p.letter?.toLowerCase();
    // Players count the files of a piece from the piece's own side; capital letters are pieces of
    // the first side.
    const owner = p.letter === letter ? "second" : "first";
    const square = placeName(reader.kind, at, reader.width, letter ? owner : reader.turn);
    if (!letter) return square;
    const whole = texts[hidden && !moved ? "piece.alone" : "piece"] ?? "";
    return fill(whole, { name: kind(p.letter ?? ""), square });
  };
  const comma = texts["comma"] ?? ", ";
  const all = (list: Piece[] | undefined, moved = false) => {
    const words = (list ?? []).map((p) => name(p, moved));
    const last = words.pop() ?? "";
    return words.length > 0 ? words.join(comma) + (texts["and"] ?? "") + last : last;
  };
  const likely = (r.odds ?? []).map((o) => punctuated(`${kind(o.letter)} ${o.percent} %`));
  const odds = likely.slice(0, LIKELY).join(comma) + (likely.length > LIKELY ? "…" : "");
  const what = fill(text, {
    by: all(r.by, true),
    of: all(r.of),
    with: all(r.with),
    to: all(r.to),
    n: r.number ?? 0,
    odds,
  }).replace(/…[.。]/, "…");
  const whole = fill(texts[`role.${r.role}`] ?? "{what}", { move: r.text ?? r.move, what });
  // Chinese has no capital letters. In other languages a sentence may begin with a square, so the
  // first letter is capitalised.
  if (/\p{Script=Han}/u.test(whole)) return whole;
  return whole.slice(0, 1).toLocaleUpperCase(lang.value) + whole.slice(1);
}
