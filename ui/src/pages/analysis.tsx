// Analyses a game: shows the engine's value and lines, and reviews a whole game.
import { useSignal, type Signal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { infoOf, kinds } from "../app/boot";
import { number, t } from "../app/i18n";
import { go, query, type PageProps } from "../app/router";
import { settings } from "../app/settings";
import { share } from "../app/share";
import { useTitle } from "../app/titled";
import type { Arrow } from "../board";
import { loadView } from "../play/board";
import { drawnArrows } from "../play/drawing";
import { Kinds } from "../play/kinds";
import { awaited, linkOf, readLink, takeLinked } from "../play/linked";
import { LocalTable, seatName } from "../play/local";
import { Notes } from "../play/notes";
import { useLocalGame } from "../play/opened";
import { Variations } from "../play/variations";
import { Waiting } from "../play/waiting";
import { accuracy, learning, pointed } from "../review/marks";
import { ReviewPanel } from "../review/panel";
import { chance, endText, errorText, gameName, moveText, valueText, valueWords } from "../play/words";
import { begin, deps, library } from "../session/here";
import { Refused } from "../session/desk";
import type { LocalGame } from "../session/local";
import type { State, Thought } from "../session/messages";
import { byRecord, recorded, resultText, told } from "../session/result";
import { treeOf, type Ended, type RecordTree, type Saved } from "../session/saved";
import { Study as StudyGame } from "../session/study";
import { ports } from "../session/tabs";
import { bestOf } from "../session/thought";
import { pathOf, read } from "../session/tree";
import NotFound from "./notfound";

/**
 * Successive search times in milliseconds. They start short, and none is so long that the search of
 * the next position is delayed.
 */
const LOOKS_MS = [400, 800, 1600, 2000, 2000, 2000, 2000, 2000];
const LINES = 3;

const asks = (kind?: string): string => kind ?? (settings.value.kind || kinds()[0] || "");

/** The demo board of a class loads this file to use listenDraw. */
export { listenDraw } from "../play/pen";

/** Loads the game's view before the page is shown, so that the board has its size at once. */
export const prepare = ({ kind }: PageProps): Promise<unknown> =>
  Promise.all([loadView(asks(kind)), readLink(asks(kind))]);

export default function Analysis({ kind }: { kind?: string }) {
  const k = asks(kind);
  if (!infoOf(k)) return <NotFound />;
  if (awaited.value) return <Waiting kind={k} info={<Head kind={k} />} failure={awaited.value} />;
  return <Study key={k} kind={k} />;
}

/** The title of the page, and the links to the games. */
function Head({ kind }: { kind: string }) {
  useTitle(`${t("analysis.title")} · ${gameName(kind)}`);
  return (
    <>
      <h1 class="lead">{t("analysis.title")}</h1>
      <Kinds at={kind} href={(k) => `/analysis/${k}`} />
    </>
  );
}

const human = { kind: "human" } as const;
const seats = { first: human, second: human };

/**
 * The game that the address identifies: a study, a copy of a played game, a position, or the start
 * position.
 */
function asked(kind: string): Saved {
  const linked = takeLinked(kind);
  if (linked) return linked;
  const q = query();
  const old = library.get(q.get("game") ?? "");
  const from = old?.kind === kind ? old : undefined;
  if (from?.study) return from;
  const before = from && studied(from);
  if (before) return before;
  const end = from ? endOf(from) : told(q.get("result"), q.get("why"));
  const copy = begin({
    kind,
    seats,
    study: true,
    options: from?.options ?? optionsOf(q),
    start: from?.start ?? q.get("start") ?? "",
    moves: from?.moves ?? (q.get("moves")?.split(" ").filter(Boolean) || []),
    ...(from
      ? {
          deal: from.deal,
          names: from.names,
          tags: from.tags,
          result: end.result,
          played: from.seats,
          tree: timed(from),
        }
      : { deal: q.get("deal") ?? "", names: namesOf(q), result: end.result }),
  });
  // The copy uses the same deal as the original game.
  return { ...copy, why: end.why, ...(from ? { of: from.id, seed: from.seed } : {}) };
}

/** Whether the address has the id of a game that this device does not have. */
function isElsewhere(): boolean {
  const id = query().get("game");
  return Boolean(id) && !library.get(id ?? "");
}

/**
 * The stored study of a played game, at the position in which the game ended; null if there is
 * none. It is opened again, so that each game has only one study.
 */
function studied(game: Saved): Saved | null {
  const { id, moves } = game;
  const old = library.all().find((s) => s.of === id && pathOf(read(treeOf(s)), moves).length === moves.length);
  return old ? { ...old, moves, undone: [], result: undefined, why: undefined, ...endOf(game) } : null;
}

/**
 * The moves of a played game with their times, as records write them; undefined if a time is
 * missing.
 */
function timed({ moves, times = [] }: Saved): RecordTree | undefined {
  if (times.length < moves.length || moves.length === 0) return undefined;
  return { moves: moves.map((code, i) => ({ code, comments: [`[%emt ${clockTime(times[i] ?? 0)}]`] })) };
}

/** Formats milliseconds as h:mm:ss.s. */
function clockTime(ms: number): string {
  const tenths = Math.round(ms / 100);
  const two = (n: number) => String(Math.floor(n)).padStart(2, "0");
  return `${Math.floor(tenths / 36000)}:${two((tenths / 600) % 60)}:${two((tenths / 10) % 60)}.${tenths % 10}`;
}

/**
 * The result of a game that did not end on the board, for example by resignation. If the moves end
 * the game, the rules give the result.
 */
const endOf = ({ ended, result }: Saved): Pick<Saved, "result" | "why"> =>
  ended ? told(recorded(ended), ended.why) : result ? { result } : {};

/**
 * The options of a game in the query of an address. `view` is the side whose view the address
 * contains, if a viewer has seen only a part of the game.
 */
function optionsOf(q: URLSearchParams): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of q) if (name.startsWith("option.")) out[name.slice("option.".length)] = value;
  const view = q.get("view");
  return view ? { ...out, view } : out;
}

function namesOf(q: URLSearchParams): Saved["names"] {
  const [first, second] = [q.get("first"), q.get("second")];
  return first || second ? { first: first ?? "", second: second ?? "" } : undefined;
}

function Study({ kind }: { kind: string }) {
  const elsewhere = useMemo(isElsewhere, []);
  const { game, show, failure } = useLocalGame(() => asked(kind), undefined, openStudy);
  const best = useSignal("");
  // When the study is stored, its URL loses the id of the match, so the id is read only once, at
  // the start.
  const match = useMemo(() => query().get("match") ?? "", []);
  useAddress(game.value);
  const g = game.value;
  const info = (
    <>
      <Head kind={kind} />
      <p class="more">
        <a class="button" href={`/editor/${kind}`}>
          {t("nav.editor")}
        </a>
        <a class="button" href="/import">
          {t("nav.import")}
        </a>
        <a class="button" href="/games">
          {t("nav.games")}
        </a>
        {g && (
          <button type="button" class="button" onClick={() => void share(g)}>
            {t("play.share")}
          </button>
        )}
      </p>
    </>
  );
  if (!g) return <Waiting kind={kind} info={info} failure={failure} />;
  return (
    <LocalTable
      key={g.key}
      game={g}
      info={
        <>
          {info}
          <Occasion saved={g.saved.value} />
          <ReviewPanel key={g.key} game={g} name={(s) => seatName(g, s)} match={match} />
        </>
      }
      arrows={() => [...arrowOf(g.shown.value, learning.value ? pointed.value : best.value), ...drawnArrows(g)]}
      mark={(s) => accuracy.value[s]}
      onNew={() => void show(begin({ kind, seats, study: true }))}
      list={<Variations game={g} />}
    >
      {elsewhere && g.saved.value.moves.length === 0 && (
        <p class="ask" role="alert">
          {t("analysis.elsewhere")}
        </p>
      )}
      <ByRecord game={g} />
      <KeptLink saved={g.saved.value} />
      <Notes game={g} />
      {!learning.value && <EnginePanel game={g} best={best} />}
    </LocalTable>
  );
}

/** Shows where and when a recorded game was played, according to its tags. */
function Occasion({ saved: { tags = [] } }: { saved: Saved }) {
  const of = (name: string) => tags.find((x) => x.name === name)?.value.replace(/[?.\s]+$/, "") ?? "";
  const all = ["Event", "Round", "Site", "Date"].map(of).filter(Boolean);
  return all.length > 0 ? <p class="about">{all.join(" · ")}</p> : null;
}

/**
 * Shows that the changed study of a link is stored on this device. The user can delete this copy;
 * then the link is opened again.
 */
function KeptLink({ saved: { id } }: { saved: Saved }) {
  const from = linkOf(id);
  const left = useSignal(false);
  // The first change of the study stores it and gives the signal a new value, so this component is
  // drawn again.
  if (!from || left.value || !library.get(id)) return null;
  const drop = () => {
    left.value = true;
    library.remove(id);
    // Remove the study again while the page unloads, because leaving the page stores it once more.
    addEventListener("pagehide", () => library.remove(id));
    location.assign(from);
  };
  return (
    <p class="ask" role="status">
      <span>{t("linked.kept")}</span>{" "}
      <a class="link" href="/games">
        {t("nav.games")}
      </a>{" "}
      <button type="button" class="link" onClick={drop}>
        {t("linked.drop")}
      </button>
    </p>
  );
}

/** Shows the result in the record at the end of the main line, if the rules give no result. */
function ByRecord({ game }: { game: StudyGame }) {
  const winner = game.ended.value || !game.atEnd ? null : byRecord(game.saved.value);
  if (!winner) return null;
  const { why } = game.saved.value;
  const text = why
    ? endText(game.kind, { why, winner }, "none", game.state.value.position)
    : t("analysis.record", { result: resultText(winner) });
  return <p class="status end">{text}</p>;
}

/** Opens a study. The query of a link may contain the ply to show. */
async function openStudy(s: Saved): Promise<StudyGame> {
  const g = await StudyGame.open(s, { ...deps(s.kind), tabs: ports, stored: (id) => library.get(id) });
  addEventListener("pagehide", () => g.leave());
  // Leave the game when the page is hidden, because a phone may end a page in the background
  // without another event.
  document.addEventListener("visibilitychange", () => document.hidden && g.leave());
  const ply = query().get("ply");
  if (ply && !query().has("game")) await g.look(Number(ply));
  return g;
}

/** Whether the query of a shared link turns the engine off. */
const engineOff = (): boolean => query().get("engine") === "off";

/** Keeps the id of the stored study in the address. */
function useAddress(g: LocalGame | null): void {
  const id = g?.saved.value.id;
  useEffect(() => {
    // Do not change the address if the user has already gone to another page.
    if (!g || !id || !["/analysis", `/analysis/${g.kind}`].includes(location.pathname)) return;
    if (query().get("game") !== id && library.get(id))
      go(`/analysis/${g.kind}?game=${id}${engineOff() ? "&engine=off" : ""}`, true);
  }, [g, id, g?.saved.value]);
}

/** An arrow for a legal move of a position; empty if the move is not legal. */
function arrowOf(s: State, code: string): Arrow[] {
  const m = code ? s.legal.find((l) => l.code === code) : undefined;
  return m && m.to >= 0 ? [{ from: m.from >= 0 ? m.from : m.to, to: m.to, brush: "engine" }] : [];
}

interface Seen {
  thought: Thought;
  texts: string[][];
}

/**
 * Shows the engine's analysis of the shown position, and writes the engine's best move to `best`.
 */
function EnginePanel({ game, best: pointed }: { game: StudyGame; best: Signal<string> }) {
  const on = useSignal(!engineOff());
  const toggle = () => {
    on.value = !on.value;
    const q = query();
    q.delete("engine");
    go(q.size > 0 ? `${location.pathname}?${q.toString()}` : location.pathname, true);
  };
  const seen = useSignal<Seen | null>(null);
  /** The reason why the engine shows no analysis. */
  const fault = useSignal("");
  // The shown position, which may be earlier than the current position.
  const { turn, position, ply } = game.shown.value;
  const over = game.ended.value !== null && game.past.value === null;

  useEffect(() => {
    seen.value = null;
    fault.value = pointed.value = "";
    if (!on.value || over) return;
    let gone = false;
    const moves = game.saved.value.moves.slice(0, ply);
    const show = async (thought: Thought) => {
      if (gone) return;
      const lines = thought.lines.map((l) => l.codes.slice(0, 8));
      const texts = await game.write(ply, lines).catch(() => lines);
      if (gone) return;
      seen.value = { thought, texts };
      pointed.value = bestOf(thought);
    };
    const run = async () => {
      for (const time of LOOKS_MS) {
        if (gone) return;
        await show(await game.think({ limits: { time, lines: LINES } }, undefined, moves));
      }
    };
    const failed = (e: unknown) => {
      const code = e instanceof Refused ? e.code : "internal";
      if (!gone && code !== "stopped") fault.value = errorText(code);
    };
    // Wait a moment before the search starts, so that stepping through a game
    // stays fast.
    const timer = setTimeout(() => void run().catch(failed), 150);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [game, position, ply, on.value, over]);

  const best = seen.value?.thought.lines[0];
  const scale = infoOf(game.kind)?.scale ?? 200;
  const end = over ? game.ended.value : null;
  const chances = end ? wonBy(end) : best ? chance(best.points, best.mate, turn, scale) : 0.5;
  return (
    <section class="engine" aria-label={t("analysis.engine")}>
      <div class="eval">
        <output title={best && valueWords(game.kind, best.points, best.mate, turn)}>
          {end ? resultText(end.winner) : best ? valueText(best.points, best.mate, turn) : "–"}
        </output>
        <small>
          {seen.value &&
            `${t("analysis.depth", { n: seen.value.thought.depth })} · ${t("analysis.nodes", { n: number(seen.value.thought.nodes / 1000) })}`}
        </small>
        <button type="button" class="link" aria-pressed={on.value} onClick={toggle}>
          {on.value ? t("analysis.off") : t("analysis.on")}
        </button>
      </div>
      <Bar share={chances} />
      {fault.value && <p role="status">{fault}</p>}
      {on.value && (
        <ol class="lines" aria-label={t("analysis.lines")}>
          {seen.value?.thought.lines.map((l, i) => (
            <li key={i}>
              <b>{valueText(l.points, l.mate, turn)}</b> <span>{seen.value?.texts[i]?.map(moveText).join(" ")}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** The score of the first side in a finished game. */
const wonBy = ({ winner }: Ended): number => (winner === "first" ? 1 : winner === "second" ? 0 : 0.5);

function Bar({ share }: { share: number }) {
  const el = useRef<HTMLElement>(null);
  useEffect(() => {
    el.current?.style.setProperty("inline-size", `${Math.round(share * 100)}%`);
  }, [share]);
  return (
    <div class="bar" aria-hidden="true">
      <i ref={el} />
    </div>
  );
}
