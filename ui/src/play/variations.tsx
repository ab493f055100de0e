// Shows the moves of a study: the main line in rows; comments, and variations in brackets, are
// between the rows.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../app/i18n";
import { glyphOf, markAt, marks } from "../review/marks";
import type { Study } from "../session/study";
import { nodeAt, nodesOn, partAt, sizeOf, spoken, type Node, type Part, type Path } from "../session/tree";
import { sized } from "./hooks";
import { moveText } from "./words";

/** Symbols of move annotations (NAGs). Other annotations are shown as numbers. */
const GLYPHS: Record<number, string> = {
  1: "!",
  2: "?",
  3: "!!",
  4: "??",
  5: "!?",
  6: "?!",
  7: "□",
  10: "=",
  13: "∞",
  14: "⩲",
  15: "⩱",
  16: "±",
  17: "∓",
  18: "+−",
  19: "−+",
};

export const glyph = (sign: number): string => GLYPHS[sign] ?? `$${sign}`;

/** Data for all parts of the list. */
interface Sheet {
  game: Study;
  /** The ids of the moves on the open line. */
  open: Set<number>;
  /** The id of the shown move. */
  here: number;
  /** The text of a move; undefined until it is known. */
  text(n: Node): string | undefined;
  /** The displayed part of a large tree. */
  part: Part;
  /** 1 if the second side moved first, otherwise 0. */
  offset: number;
}

export function Variations({ game }: { game: Study }) {
  const list = useRef<HTMLOListElement>(null);
  const root = game.tree.value;
  const { ply, texts = [] } = game.state.value;
  const open = nodesOn(root, game.line.value.slice(0, ply));
  // The state contains the move texts of the current line; the texts of the other lines are loaded
  // later.
  const first = new Map(open.slice(1).map((n, i) => [n.id, texts[i]]));
  const known = game.texts.value;
  const part = partAt(root, game.at);
  const sheet: Sheet = {
    game,
    open: new Set(open.map((n) => n.id)),
    here: game.node.id,
    text: (n) => first.get(n.id) ?? known.get(n.id),
    part,
    offset: game.begins === "second" ? 1 : 0,
  };
  useEffect(() => {
    const box = list.current;
    if (box) return sized(box, () => bring(box, true));
  }, [sheet.here, root]);
  // Symbols that a review adds later to the moves make the list longer, so scroll the shown move
  // into view again.
  useEffect(() => {
    if (list.current) bring(list.current, false);
  }, [marks.value]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable
    <ol ref={list} tabIndex={0} aria-label={t("play.moves")}>
      {root.next.length === 0 && <li class="none">{t("play.moves.none")}</li>}
      {rows(sheet, nodeAt(root, part.from), part.from)}
    </ol>
  );
}

/**
 * Scrolls the list (never the page) to the shown move, with a whole row at the top. If `always` is
 * false, it scrolls only if the move is out of view.
 */
function bring(box: HTMLElement, always: boolean): void {
  const now = box.querySelector<HTMLElement>("[aria-current]");
  if (!now) return;
  const seen = now.offsetLeft >= box.scrollLeft && now.offsetLeft + now.offsetWidth <= box.scrollLeft + box.clientWidth;
  if (seen && !always) return;
  const top = now.offsetTop - box.clientHeight / 2;
  const row = Array.from(box.children, (li) => (li as HTMLElement).offsetTop).findLast((y) => y <= top) ?? 0;
  const near = now.offsetTop + now.offsetHeight - row <= box.clientHeight;
  box.scrollTo({ left: now.offsetLeft - box.clientWidth / 2, top: near ? row : top });
}

/**
 * The main line as list items: each row has two moves. A comment or a variation ends the current
 * row and gets a list item of its own.
 */
function rows(s: Sheet, root: Node, from: Path): ComponentChildren[] {
  const out: ComponentChildren[] = [];
  let row: ComponentChildren[] = [];
  const close = () => {
    if (row.length > 0) out.push(<li key={`row ${out.length}`}>{row}</li>);
    row = [];
  };
  const aside = (content: ComponentChildren[]) => {
    if (content.length === 0) return;
    close();
    out.push(
      <li key={`aside ${out.length}`} class="aside">
        {content}
      </li>,
    );
  };
  const path = [...from];
  if (path.length > 0) aside([<Rest key="before" sheet={s} path={path} n={path.length} />]);
  else aside(said(root.comments));
  for (let at = root; at.next[0]; at = at.next[0]) {
    const [main] = at.next as [Node];
    if (!s.part.has(main)) {
      aside(branches(s, at, path, 0));
      break;
    }
    aside(said(main.before));
    const second = (path.length + s.offset) % 2 === 1;
    if (!second) close();
    if (row.length === 0) {
      row.push(
        <span key="n" class={second && path.length > 0 ? "n again" : "n"}>
          {Math.floor((path.length + s.offset) / 2) + 1}.
        </span>,
      );
      if (second) row.push(<span key="gap">…</span>);
    }
    row.push(<Move key={main.id} sheet={s} node={main} path={[...path, 0]} />);
    aside([...said(main.comments), ...branches(s, at, path, 1)]);
    path.push(0);
  }
  close();
  return out;
}

/**
 * The variations of the moves after the node `n`, beginning with the continuation at index `from`.
 * All variations outside the displayed part share one button.
 */
function branches(s: Sheet, n: Node, path: Path, from: number): ComponentChildren[] {
  const out: ComponentChildren[] = [];
  let far: Path | null = null;
  let count = 0;
  for (let i = from; i < n.next.length; i++) {
    const v = n.next[i] as Node;
    if (s.part.has(v)) out.push(<Branch key={v.id} sheet={s} node={v} path={[...path, i]} />);
    else {
      far ??= [...path, i];
      count += 1 + sizeOf(v);
    }
  }
  if (far) out.push(<Rest key="far" sheet={s} path={far} n={count} />);
  return out;
}

/** A button in place of moves that are not displayed. It goes to the first of these moves. */
function Rest({ sheet, path, n }: { sheet: Sheet; path: Path; n: number }) {
  return (
    <button type="button" class="rest" data-off onClick={() => void sheet.game.goTo(path)}>
      {t("notes.rest", { n })}
    </button>
  );
}

function said(texts: readonly string[]): ComponentChildren[] {
  const text = spoken(texts);
  return text ? [<q key={text}>{text}</q>] : [];
}

/** Adds spaces, so that lines can break between the parts of a variation. */
const spaced = (parts: ComponentChildren[]): ComponentChildren[] => parts.flatMap((p) => [p, " "]);

/** Shows a variation with all its continuations. */
function Branch({ sheet, node, path }: { sheet: Sheet; node: Node; path: Path }) {
  const out: ComponentChildren[] = [];
  let numbered = false;
  /**
   * The previous move. The other moves that could be played after it (its variations) are shown
   * after the move `n`.
   */
  let parent: Node | null = null;
  const at = [...path];
  for (let n: Node | undefined = node; n; n = n.next[0]) {
    if (!sheet.part.has(n)) {
      if (parent) out.push(" ", ...spaced(branches(sheet, parent, at.slice(0, -1), 0)));
      break;
    }
    const ply = at.length - 1 + sheet.offset;
    const before = said(n.before);
    out.push(...spaced(before));
    if (ply % 2 === 0 || !numbered || before.length > 0)
      out.push(
        <span key={`n ${n.id}`} class="n">
          {Math.floor(ply / 2) + 1}
          {ply % 2 === 0 ? "." : "…"}
        </span>,
      );
    out.push(" ", <Move key={n.id} sheet={sheet} node={n} path={[...at]} />, " ");
    const after = [...said(n.comments), ...(parent ? branches(sheet, parent, at.slice(0, -1), 1) : [])];
    out.push(...spaced(after));
    numbered = after.length === 0;
    parent = n;
    at.push(0);
  }
  return <span class="branch">{out}</span>;
}

function Move({ sheet: s, node, path }: { sheet: Sheet; node: Node; path: Path }) {
  const mark = markAt(path);
  // The judgement of the review is shown as a symbol only if the author of the study has given the
  // move no symbol.
  const own = node.signs.map(glyph).join(" ");
  return (
    <button
      type="button"
      data-judged={mark || undefined}
      data-mark={(!own && glyphOf(mark)) || undefined}
      data-off={s.open.has(node.id) ? undefined : true}
      aria-current={s.here === node.id ? "step" : undefined}
      onClick={() => void s.game.goTo(path)}
    >
      {moveText(s.text(node) ?? "…")}
      {own || glyphOf(mark)}
    </button>
  );
}
