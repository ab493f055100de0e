// Forms the addresses for the share panel: the page, its QR code, pictures and the frame for other
// sites.
import type { Played, Subject } from "../app/share";
import type { Look } from "../board";

/** The longest path that still fits in a readable QR code. */
const QR_LONGEST = 900;
/** The longest list of moves that the server draws. */
const MOVES_LONGEST = 4096;

/** The prefix of option names in URLs. */
const OPTION = "option.";

export interface Links {
  /** The path of the subject's page. */
  page: string;
  qr?: string;
  png?: string;
  gif?: string;
  embed?: string;
}

export interface Sharer {
  look: Look;
  /** Whether the game has hidden pieces. An analysis then starts in the spectators' view. */
  hidden: boolean;
}

type Pairs = Record<string, string>;

/** A path with a query. Empty values are left out. */
function withQuery(path: string, values: Pairs): string {
  const q = new URLSearchParams(Object.entries(values).filter(([, v]) => v !== ""));
  return q.size > 0 ? `${path}?${q.toString()}` : path;
}

/** The path of the image with the QR code for a page; undefined if the page's path is too long. */
export const qrOf = (path: string): string | undefined =>
  path.length <= QR_LONGEST ? withQuery("/picture/qr.svg", { path }) : undefined;

/**
 * The options of a game in the form of URLs. The option "view" is left out, because it belongs to
 * one viewer.
 */
const optionsOf = (p: Played): Pairs =>
  Object.fromEntries(
    Object.entries(p.options)
      .filter(([name]) => name !== "view")
      .map(([name, value]) => [OPTION + name, value]),
  );

/** Returns the addresses of a subject. */
export function linksOf(s: Subject, { look, hidden }: Sharer): Links {
  const { played } = s;
  // After a star, a code names a captured piece that only its captor saw. This part is removed from
  // the link.
  const codes = (played?.codes ?? []).map((code) => (hidden ? code.replace(/\*.*/, "") : code));
  const moves = codes.join(" ");
  const options = played ? optionsOf(played) : {};
  const start = played?.start ?? "";
  const page =
    s.path ??
    withQuery(`/analysis/${s.kind}`, {
      start,
      moves,
      ...options,
      ...s.told,
      view: hidden && moves && !start ? "none" : "",
      ply: s.ply === undefined ? "" : String(s.ply),
      // A pupil who opens the link of a position must not see its solution at once, so the link
      // turns the engine off.
      engine: start ? "off" : "",
    });
  const qr = qrOf(page);
  const { language, ...rest } = look;
  const looks: Pairs = { lang: language ?? "", flip: s.flip ? "true" : "" };
  for (const [name, value] of Object.entries(rest)) looks[name] = String(value ?? "");
  if (s.match) {
    const path = `/g/${encodeURIComponent(s.match)}`;
    return {
      page,
      qr,
      png: withQuery(`/picture${path}.png`, { ...looks, size: "960", ply: s.ply === undefined ? "" : String(s.ply) }),
      ...(s.over ? { gif: withQuery(`/picture${path}.gif`, looks) } : {}),
      embed: withQuery(`/embed${path}`, looks),
    };
  }
  if (!played || moves.length > MOVES_LONGEST) return { page, qr };
  const shown = codes.slice(0, s.ply).join(" ");
  return {
    page,
    qr,
    png: withQuery(`/picture/${s.kind}.png`, { position: start, moves: shown, ...options, ...looks, size: "960" }),
    ...(s.over && moves
      ? { gif: withQuery(`/picture/${s.kind}.gif`, { position: start, moves, ...options, ...looks }) }
      : {}),
    embed: withQuery(`/embed/${s.kind}`, { start, moves: shown, ...options, ...looks }),
  };
}

/** The HTML code that embeds a board in another site. */
export const embedCode = (origin: string, path: string, title: string): string =>
  `<iframe src="${origin}${path.replaceAll("&", "&amp;")}" title="${title.replaceAll(/[&"<>]/g, "")}" width="480" height="540" loading="lazy"></iframe>`;
