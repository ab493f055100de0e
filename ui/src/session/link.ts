// Creates and reads links to whole studies. The study is in the URL itself, or stored on the
// server.
import { begin } from "./here";
import { compress, decompress } from "./deflate";
import { pack, unpack } from "./packed";
import { docOf, recordOf, studyOf, type RecordDoc } from "./records";
import type { Saved } from "./saved";
import type { Path } from "./tree";
import { hides } from "../play/hidden";
import { rest } from "../wire/rest";

/**
 * The start of an address's fragment that contains a study; the number is the version of the
 * format.
 */
export const MARK = "#s1=";

/** The longest study that fits into an address, in characters. */
export const LONGEST = 2048;

/**
 * The record of a study. In games with hidden pieces, only the rules module knows which pieces the
 * moves have revealed.
 */
async function recordIn(s: Saved): Promise<RecordDoc> {
  return hides(s.kind) ? (JSON.parse(await recordOf(s, "json")) as RecordDoc) : docOf(s);
}

/** Compresses a study with the path of its shown move. */
export const packed = async (s: Saved, at?: Path): Promise<string> => compress(pack(await recordIn(s), at));

/** A study from a link, and the path of the move to show. */
export interface Opened {
  study: Saved;
  at: Path;
}

/** Reads a study from compressed text; throws BadStudy. */
export async function opened(text: string, kind: string): Promise<Opened> {
  const { record, at } = unpack(await decompress(text), kind);
  return { study: begin(studyOf({ record, plies: record.moves.length })), at };
}

/** Stores a compressed study on the server and returns the path of its link. */
export async function shorten(text: string, kind: string): Promise<string> {
  const { id } = await rest<{ id: string }>("POST", "/studies", { game: kind, study: text });
  return `/analysis/${kind}?study=${id}`;
}

/** Loads the study with this id from the server. */
export async function shared(id: string, kind: string): Promise<Opened> {
  const { study } = await rest<{ study: string }>("GET", `/studies/${encodeURIComponent(id)}`);
  return opened(study, kind);
}
