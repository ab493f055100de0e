// After a game, shows how the game has changed the player's rating on this device or, for a rated
// game on the server, the ratings of both players.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { lang, number, speakOf, t } from "../app/i18n";
import { addSheet } from "../app/sheets";
import type { LocalGame } from "../session/local";
import type { Ended } from "../session/saved";
import type { components } from "../wire/api";
import type { MatchView } from "../wire/messages";
import { rest } from "../wire/rest";
import { Chart } from "../play/chart";
import sheet from "../style/after.css?url";
import { count, LEAST, resultOf, uncount, type Device, type Result } from "./device";
import { forget, remember } from "./fitted";
import { levelsHere } from "./here";

const dressed = (): Promise<unknown> => Promise.all([speakOf("people", lang.value), addSheet(sheet)]);
const signed = (n: number): string => (n < 0 ? `−${number(-n)}` : `+${number(n)}`);
/**
 * Formats a rating change: "1500 → 1196 (−304)". The change is the difference of the rounded
 * ratings.
 */
function moved(before: number, after: number): string {
  const [from, to] = [Math.round(before), Math.round(after)];
  return `${from} → ${to} (${signed(to - from)})`;
}

/** Shows the rating after a game against a level of the engine on this device. */
export function After({ game }: { game: LocalGame }) {
  const end = game.ended.value;
  const said = game.saved.value;
  // If the end of the game is taken back, its result is removed from the rating, because the game
  // continues.
  useEffect(
    () => () => {
      if (game.ended.peek()) return;
      uncount(localStorage, game.kind, game.key);
      forget(localStorage, game.kind, game.key);
    },
    [game],
  );
  const fits = Object.values(said.seats).some((s) => s.kind === "machine" && s.fit);
  return (
    end && (
      <>
        <Rated result={resultOf(said, end.why, end.winner)} helped={said.helped === true} />
        <Next result={resultOf(said, end.why, end.winner, true)} shown={fits} />
      </>
    )
  );
}

/**
 * Stores a result from which the level of an opponent of equal strength is computed, and shows the
 * level for the next game.
 */
function Next({ result, shown }: { result: Result | null; shown: boolean }) {
  const level = useSignal(0);
  const id = result?.id;
  useEffect(() => {
    let gone = false;
    void dressed().then(() => {
      if (result && !gone) level.value = remember(localStorage, result, Date.now());
    });
    return () => void (gone = true);
  }, [id]);
  if (!shown || !result || !level.value) return null;
  const tenths = (n: number) => number(n, n % 1 ? 1 : 0);
  const n = tenths(level.value);
  const was = tenths(result.level);
  return (
    <p class="fit" role="status">
      {t(n === was ? "fit.same" : "fit.next", { was, n })}
    </p>
  );
}

function Rated({ result, helped }: { result: Result | null; helped: boolean }) {
  const device = useSignal<Device | null>(null);
  const there = useSignal(false);
  const id = result?.id;
  useEffect(() => {
    let gone = false;
    const known = result ? levelsHere(result.kind) : Promise.resolve([]);
    void Promise.all([known, dressed()]).then(([list]) => {
      if (gone) return;
      const here = new Map(list.map((l) => [l.level, l.rating]));
      device.value = result && count(localStorage, result, Date.now(), here);
      there.value = true;
    });
    return () => void (gone = true);
  }, [id]);
  const d = device.value;
  const last = d?.points.find((p) => p.id === id);
  if (!there.value) return null;
  if (!result || !d || !last) return helped ? <p class="fine">{t("rank.device.helped")}</p> : null;
  return (
    <figure class="after">
      <figcaption>
        {t("rank.device")} <b class="change">{moved(last.before, last.rating)}</b>{" "}
        <small>
          ± {number(Math.round(last.deviation))} · {t("rank.games", { n: d.games })}
        </small>
      </figcaption>
      <Chart game={result.kind} points={d.points} />
      <p class="fine">{t("rank.device.about")}</p>
    </figure>
  );
}

/**
 * Pauses between the requests for new ratings, in milliseconds: the server computes the ratings
 * shortly after the end of a match. After the last pause the page makes no more requests.
 */
const pauses = [300, 500, 800, 1500, 3000, 5000, 10_000, 20_000];
type Changes = components["schemas"]["MatchRatings"];

/**
 * Shows the ratings that a rated match on the server has changed or, after a match against an
 * engine level, the rating on this device. `seen` is whether this page was open when the match
 * ended; if it is false, the match does not change the rating on this device.
 */
export function AfterMatch({ view: v, end, seen }: { view: MatchView; end: Ended; seen: boolean }) {
  const other = (v.seats ?? [])[v.viewer === "first" ? 1 : 0];
  if (v.rated) return <Changed id={v.id} name={(s) => (v.seats ?? [])[s === "first" ? 0 : 1]?.name ?? ""} />;
  if (other?.kind !== "level" || !other.level || v.start || v.extra || v.ply < LEAST || end.why === "abort")
    return null;
  const score = end.winner === "none" ? 0.5 : end.winner === v.viewer ? 1 : 0;
  const at = seen ? Date.now() : 0;
  const result = { id: v.id, kind: v.game, level: other.level, score, at };
  return (
    <>
      <Rated result={result} helped={false} />
      <Next result={result} shown={false} />
    </>
  );
}

function Changed({ id, name }: { id: string; name(side: string): string }) {
  const found = useSignal<Changes | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const ask = async (n: number): Promise<void> => {
      const v = await rest<Changes>("GET", `/matches/${encodeURIComponent(id)}/ratings`).catch(() => null);
      if (gone) return;
      if (v && !v.pending) found.value = v;
      else if (n < pauses.length) timer = setTimeout(() => void ask(n + 1), pauses[n]);
    };
    void dressed().then(() => ask(0));
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [id]);
  const v = found.value;
  if (!v) return null;
  const lines: ComponentChildren[] = v.changes.map((c) => (
    <li key={c.side} data-side={c.side}>
      <span>{name(c.side)}</span> <b class="change">{moved(c.before, c.rating)}</b>{" "}
      {c.provisional && <small>{t("rank.unsure")}</small>}
    </li>
  ));
  return lines.length > 0 ? (
    <ul class="changes" role="status" aria-label={t("rank.changed")}>
      {lines}
    </ul>
  ) : (
    <p class="fine" role="status">
      {t("rank.uncounted")}
    </p>
  );
}
