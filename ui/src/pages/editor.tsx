// Edits a position: pieces by click or drag, text, clear, mirror. The rules module reports errors.
import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { pieceMarkup, type Side, type Target } from "../board";
import { infoOf, kinds } from "../app/boot";
import { t, tx } from "../app/i18n";
import { addSheet } from "../app/sheets";
import sheet from "../style/tools.css?url";
import { go, query, type PageProps } from "../app/router";
import { settings } from "../app/settings";
import { share } from "../app/share";
import { useTitle } from "../app/titled";
import { positionFault } from "../play/fault";
import { BoardBox, loadView, lookOf, views } from "../play/board";
import { editorFor, taskWith } from "../classes/draft";
import { Kinds } from "../play/kinds";
import { sharedPosition } from "../play/shared";
import { tellUnseen } from "../play/unseen";
import { Waiting } from "../play/waiting";
import { gameName, isTall, sideName } from "../play/words";
import { rules } from "../session/rules";
import { Refused } from "../session/desk";
import type { State } from "../session/messages";
import { dragTargets, parts, shorter, tokensOf, withoutRights, withTurn, write } from "../session/position";
import NotFound from "./notfound";
import { Pick } from "../play/pick";
import { WhyButton } from "../play/act";
import { dragFromTray, dragOff } from "../play/tray";
import { useLater } from "../play/hooks";
import { loadPanel } from "../solve/later";
import { loadListing } from "../games/listing";
import type { PlayOut } from "../solve/playout";

const asked = (kind?: string): string => kind ?? (settings.value.kind || kinds()[0] || "");

/** Loads the game's view before the page is shown, so that the board has its size at once. */
export const prepare = (p: PageProps): Promise<unknown> => Promise.all([loadView(asked(p.kind)), addSheet(sheet)]);

export default function Editor({ kind }: { kind?: string }) {
  const k = asked(kind);
  return infoOf(k) ? <Edit key={k} kind={k} /> : <NotFound />;
}

function Edit({ kind }: { kind: string }) {
  useTitle(`${t("editor.title")} · ${gameName(kind)}`);
  const start = useSignal<State | null>(null);
  const size = useSignal({ width: 0, height: 0 });
  const cells = useSignal<string[]>([]);
  const text = useSignal("");
  // The text of the fields after the board (side to move and so on) that the user
  // has typed. It is used if the rules accept it.
  const wish = useSignal("");
  const verdict = useSignal<{ ok: boolean; why: string } | null>(null);
  const brush = useSignal("");
  // For undo: before each change, the board, its size and the text of the fields after the board.
  const earlier = useSignal<{ cells: string[]; wish: string; size: { width: number; height: number } }[]>([]);
  const view = views.value[kind];
  // The class for whose new task the position is set up; "" otherwise.
  const task = useSignal(query().get("task") ?? "").value;
  const solve = useLater(true, loadPanel);
  const listing = useLater(true, () => loadListing(kind));
  // The solution that is being played on the board.
  const playing = useSignal<PlayOut | null>(null);

  useEffect(() => {
    void rules.ask({ op: "new", game: kind }).then((r) => {
      if (r.session) void rules.ask({ op: "drop", session: r.session });
      if (!r.state) return;
      start.value = r.state;
      restart(r.state);
      const given = query().get("start");
      if (given) void read(given);
      const list = query().get("list");
      if (list)
        void loadListing(kind).then((l) => {
          const next = l?.read(list);
          if (next) edit(next, withoutRights(wish.value));
        });
    });
  }, [kind]);

  // On a phone the verdict is far below the board, so a notification appears when the position
  // becomes invalid and when it becomes valid again.
  const said = useRef<HTMLParagraphElement>(null);
  const bad = useRef(false);
  useEffect(() => {
    if (!verdict.value) return;
    if (!verdict.value.ok || bad.current) tellUnseen(said.current);
    bad.current = !verdict.value.ok;
  }, [verdict.value]);

  // The URL contains the position, so that a reload and the browser's history keep it.
  useEffect(() => {
    if (!start.value) return;
    const changed = text.value !== start.value.position && `start=${encodeURIComponent(text.value)}`;
    const q = [task && `task=${encodeURIComponent(task)}`, changed].filter(Boolean).join("&");
    try {
      history.replaceState(history.state, "", location.pathname + (q && `?${q}`));
    } catch {
      // Some browsers refuse many changes of the URL in a short time. Then this change is skipped,
      // and the next change writes the URL again.
    }
  }, [text.value, start.value]);

  /**
   * Tries position texts in their order, and returns the state of the first text that the rules
   * accept. The result is undefined if the rules accept none, or if the user has changed the
   * position meanwhile.
   */
  const check = async (shown: string, texts: string[]) => {
    let why = "";
    for (const [i, position] of texts.entries()) {
      try {
        const r = await rules.ask({ op: "new", game: kind, start: position });
        if (r.session) void rules.ask({ op: "drop", session: r.session });
        if (text.value !== shown) return undefined;
        verdict.value = { ok: true, why: "" };
        return r.state;
      } catch (e) {
        if (i === 0) why = positionFault(kind, e instanceof Refused ? e : {});
      }
    }
    if (text.value === shown) verdict.value = { ok: false, why };
    return undefined;
  };
  /**
   * Shows a board. In the position text, fields such as the side to move follow the board. If these
   * fields do not match the new board, the rules fill them in.
   */
  const put = async (next: string[], from = wish.value) => {
    const { width, height } = size.value;
    wish.value = from;
    cells.value = next;
    const whole = write(from, next, width, height);
    text.value = whole;
    const state = await check(whole, shorter(whole));
    if (state) text.value = state.position;
  };
  /** Shows a typed position. */
  const read = async (position: string) => {
    text.value = position;
    wish.value = position;
    const drawn = parts(position, size.value.width, size.value.height);
    if (drawn) cells.value = drawn.cells;
    const state = await check(position, [position]);
    if (!state) return;
    size.value = { width: state.width, height: state.height };
    cells.value = state.cells;
  };
  const restart = (s: State) => {
    size.value = { width: s.width, height: s.height };
    void put(s.cells, s.position);
  };
  /** Changes the board and stores the state before it for undo. */
  const edit = (next: string[], from?: string) => {
    remember();
    void put(next, from);
  };
  const remember = () => {
    earlier.value = [...earlier.value, { cells: cells.value, wish: wish.value, size: size.value }];
  };
  const undo = () => {
    const last = earlier.value.at(-1);
    if (!last) return;
    earlier.value = earlier.value.slice(0, -1);
    size.value = last.size;
    void put(last.cells, last.wish);
  };
  const paint = (sq: number, token = brush.value) =>
    edit(cells.value.map((c, i) => (i === sq ? (token === "erase" ? "" : token) : c)));
  const onMove = (code: string) => {
    if (playing.value) return void playing.value.move(code);
    const [from, to] = code.split(">").map(Number);
    if (from === undefined || to === undefined) return;
    if (from === to || brush.value) paint(to);
    else edit(cells.value.map((c, i) => (i === to ? (cells.value[from] ?? "") : i === from ? "" : c)));
  };
  const shown = useComputed<State | null>(() => {
    const s = start.value;
    if (!s) return null;
    if (playing.value?.state.value) return playing.value.state.value;
    const legal: Target[] = dragTargets(cells.value, brush.value);
    return { ...s, ...size.value, cells: cells.value, legal, marks: [], last: undefined, ply: 0 };
  });
  const s = start.value;
  const { width, height } = size.value;
  const turn: Side = parts(text.value, width, height)?.turn ?? "first";
  const info = (
    <>
      <h1 class="lead">{t("editor.title")}</h1>
      <Kinds at={kind} href={(k) => (task ? editorFor(task, k, "") : `/editor/${k}`)} />
      <p class="about">{t("editor.how")}</p>
    </>
  );
  // Pieces that normally start face down can also be placed face up.
  const faces = s ? (["first", "second"] as const).flatMap((side) => view?.could?.(s.position, side) ?? []) : [];
  if (!s) return <Waiting kind={kind} info={info} bare />;
  const at = { sq: 0, width, height, orientation: "first" as const, look: lookOf(kind) };
  const tokens = tokensOf([...s.cells, ...faces.map((f) => f.token)], s.position);
  const tool = (token: string) => {
    const piece = token && token !== "erase" ? view?.piece(token, at) : null;
    const word = token === "" ? t("editor.move") : token === "erase" ? t("editor.erase") : "";
    const name = word || (piece ? tx(piece.name) : token);
    return (
      <label
        key={token}
        title={name}
        class={word && "tool"}
        onPointerDown={(e) => dragFromTray(e, size.value, (sq) => paint(sq, token))}
      >
        <input
          type="radio"
          name="brush"
          aria-label={name}
          checked={brush.value === token}
          onChange={() => (brush.value = token)}
        />
        {piece ? (
          <span class="piece" dangerouslySetInnerHTML={{ __html: pieceMarkup(piece) }} />
        ) : (
          <span aria-hidden="true">
            {token === "" ? "✥" : "✕"} {word}
          </span>
        )}
      </label>
    );
  };
  return (
    <div class="table bare editing" data-kind={kind} data-tall={isTall(kind)}>
      <div class="side info">{info}</div>
      <div
        class="middle"
        onPointerDown={(e) =>
          !playing.value && !brush.value && dragOff(e, size.value, (sq) => cells.value[sq] && paint(sq, "erase"))
        }
      >
        <BoardBox
          kind={kind}
          state={() => shown.value}
          orientation={() => "first"}
          interactive={() => (!playing.value ? "both" : playing.value.yours ? playing.value.question.side : "none")}
          onMove={onMove}
        />
      </div>
      <div class="side act">
        {!playing.value && (
          <>
            <div class="palette" role="radiogroup" aria-label={t("editor.pieces")}>
              <div>{["", "erase"].map(tool)}</div>
              <div style={{ "--half": Math.max(2, Math.ceil(tokens.length / 2)) }}>{tokens.map(tool)}</div>
            </div>
            <Pick
              label={t("editor.turn")}
              name="turn"
              value={turn}
              values={["first", "second"] as const}
              text={(v) => sideName(kind, v)}
              onPick={(v) => edit(cells.value, withTurn(wish.value, v))}
            />
            <div class="more">
              <button
                type="button"
                class="button"
                onClick={() =>
                  edit(
                    cells.value.map(() => ""),
                    withoutRights(wish.value),
                  )
                }
              >
                {t("editor.clear")}
              </button>
              <button type="button" class="button" onClick={() => (remember(), restart(s))}>
                {t("editor.start")}
              </button>
              <button
                type="button"
                class="button"
                onClick={() =>
                  edit(cells.value.map((_, i) => cells.value[i - (i % width) + (width - 1 - (i % width))] ?? ""))
                }
              >
                {t("editor.mirror")}
              </button>
              <WhyButton class="button" why={earlier.value.length === 0 ? t("editor.undo.none") : ""} onClick={undo}>
                {t("editor.undo")}
              </WhyButton>
            </div>
            <div class="row positions">
              <label class="field">
                <span>{t("editor.text")}</span>
                <input value={text} onInput={(e) => void read(e.currentTarget.value.trim())} spellcheck={false} />
              </label>
              {listing && (
                <label class="field">
                  <span>{t("editor.list")}</span>
                  <input
                    value={listing.write(cells.value)}
                    spellcheck={false}
                    onChange={(e) => {
                      const next = listing.read(e.currentTarget.value);
                      if (next) edit(next, withoutRights(wish.value));
                      else verdict.value = { ok: false, why: t("editor.list.form") };
                    }}
                  />
                </label>
              )}
            </div>
            <p ref={said} class="verdict" role="status" data-bad={verdict.value?.ok === false || undefined}>
              {verdict.value && (verdict.value.ok ? t("editor.ok") : t("editor.bad", { why: verdict.value.why }))}
            </p>
            <div class="more">
              {task && (
                <button
                  type="button"
                  class="button main"
                  disabled={!verdict.value?.ok}
                  onClick={() => go(taskWith(task, kind, text.value))}
                >
                  {t("editor.task")}
                </button>
              )}
              <button
                type="button"
                class={task ? "button" : "button main"}
                disabled={!verdict.value?.ok}
                onClick={() => go(`/play?kind=${kind}&start=${encodeURIComponent(text.value)}`)}
              >
                {t("editor.play")}
              </button>
              <button
                type="button"
                class="button"
                disabled={!verdict.value?.ok}
                onClick={() => go(`/analysis/${kind}?start=${encodeURIComponent(text.value)}`)}
              >
                {t("editor.analyse")}
              </button>
              <button
                type="button"
                class="button"
                disabled={!verdict.value?.ok}
                onClick={() =>
                  void share(sharedPosition(kind, text.value, { cells: cells.value, width, height, turn }))
                }
              >
                {t("play.share")}
              </button>
              <a class="button" href={`/import?kind=${kind}`}>
                {t("editor.import")}
              </a>
            </div>
          </>
        )}
        {solve && (
          <solve.Panel
            kind={kind}
            start={text.value}
            turn={turn}
            ok={verdict.value?.ok === true}
            playing={playing}
            onSaid={tellUnseen}
          />
        )}
      </div>
    </div>
  );
}
