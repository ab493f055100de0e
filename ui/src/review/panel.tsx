// Shows the review of a game on its page: graph, judgements, accuracy, turning points, time, and
// learning from mistakes.
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Side } from "../board";
import { number, punctuated, t, tx } from "../app/i18n";
import { addSheet } from "../app/sheets";
import { useLater } from "../play/hooks";
import { clockText, moveText, sideName, valueText } from "../play/words";
import { byRecord } from "../session/result";
import type { Study } from "../session/study";
import sheet from "../style/review.css?url";
import { EyesChoice, Fortune } from "./fortune";
import { Graph } from "./graph";
import type { Judgement, Player } from "./judge";
import { Learn } from "./learn";
import { accuracy, glyphOf, learning, marks } from "./marks";
import { Reviewing } from "./reviewing";
import { mainOf } from "./subject";

export interface ReviewPanelProps {
  game: Study;
  name(s: Side): string;
  /** The id of the match on the server; "" if the game is not a match of the server. */
  match: string;
}

const SIDES: readonly Side[] = ["first", "second"];
const JUDGEMENTS: readonly Judgement[] = ["inaccuracy", "mistake", "blunder", "missed-win"];

/**
 * Whether the study is a finished game. A finished game is reviewed at once, another study only on
 * request.
 */
function isGame(g: Study): boolean {
  const { names, ended, played } = g.saved.value;
  return (
    played !== undefined ||
    ended !== null ||
    g.ended.value !== null ||
    byRecord(g.saved.value) !== null ||
    Boolean(names?.first || names?.second)
  );
}

export function ReviewPanel(p: ReviewPanelProps) {
  const { game } = p;
  const asked = useSignal(isGame(game));
  const now = useSignal<Reviewing | null>(null);
  const codes = mainOf(game);
  const key = codes.join(" ");
  const stale = now.value !== null && now.value.codes.join(" ") !== key;
  useEffect(() => {
    if (!asked.value || codes.length < 2) return;
    asked.value = false;
    now.value?.close();
    now.value = new Reviewing(game, p.match);
  }, [game, asked.value, codes.length < 2]);
  useEffect(() => () => now.value?.close(), [game]);
  const r = now.value;
  useEffect(() => void (r && addSheet(sheet)), [r]);
  const report = r?.report.value ?? null;
  useEffect(() => {
    marks.value = stale ? [] : (report?.judgements ?? []);
    // While the player looks for better moves, the results of the review are hidden.
    const told = stale || learning.value ? [] : (report?.players ?? []);
    const word = (n?: Player) => (n && n.moves > 0 ? t("review.accurate", { n: number(n.accuracy) }) : undefined);
    accuracy.value = { first: word(told[0]), second: word(told[1]) };
    return () => {
      marks.value = [];
      accuracy.value = {};
    };
  }, [report, stale, learning.value]);
  if (codes.length < 2) return null;
  const drawn = r && !stale && (r.chances.value.some((v) => v !== null) || r.eyes.value !== "both");
  return (
    <section class="graph review" aria-label={t("review.title")}>
      {drawn && <Shown game={game} reviewing={r} name={p.name} />}
      {r?.failed.value && <p role="alert">{t("review.failed")}</p>}
      {(!r || stale || r.failed.value) && (
        <button type="button" class="button wide" onClick={() => (asked.value = true)}>
          {t("analysis.graph.make")}
        </button>
      )}
    </section>
  );
}

function Shown({ game, reviewing: r, name }: { game: Study; reviewing: Reviewing; name(s: Side): string }) {
  const report = r.report.value;
  const onMain = game.at.every((n) => n === 0);
  const ply = game.at.length;
  const texts = useMemo(() => textsOf(game), [game.texts.value, game.tree.value]);
  const look = (n: number) => void game.goTo(Array.from({ length: n }, () => 0));
  const sums = r.sums.value;
  const timed = report?.players.some((p) => p.spent > 0);
  if (learning.value) return <Learn game={game} reviewing={r} texts={texts} />;
  return (
    <>
      <Graph
        kind={game.kind}
        values={r.chances.value}
        judgements={report?.judgements ?? []}
        luck={sums?.luck}
        skill={sums?.skill}
        texts={texts}
        at={onMain ? ply : 0}
        offset={offset(game)}
        onLook={look}
      >
        {sums && <Fortune sums={sums} name={name} />}
      </Graph>
      {!r.done && !r.failed.value && (
        <p class="fine" role="status">
          {t("review.busy", { n: r.pass.value, of: r.passes })}
        </p>
      )}
      {r.server.value && r.server.value.done < r.server.value.of && (
        <p class="fine" role="status">
          {t("review.deep", { n: r.server.value.done, of: r.server.value.of })}
        </p>
      )}
      {sums && <EyesChoice kind={game.kind} reviewing={r} />}
      {onMain && ply > 0 && <Verdict game={game} reviewing={r} ply={ply - 1} text={texts[ply - 1] ?? ""} />}
      {report && (
        <div class="scroll">
          <table class="players">
            <thead>
              <tr>
                <th scope="col">{t("review.side")}</th>
                <th class="num">{t("review.accuracy")}</th>
                {JUDGEMENTS.map((j) => (
                  <th key={j} class="num" title={tx(`review.all.${j}`)} aria-label={tx(`review.all.${j}`)}>
                    {glyphOf(j)}
                  </th>
                ))}
                {timed && <th class="num">{t("review.time")}</th>}
              </tr>
            </thead>
            <tbody>
              {SIDES.map((s, i) => (
                <Row key={s} name={name(s)} player={report.players[i as 0 | 1]} timed={timed} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {report && (
        <p class="fine" data-legend>
          {JUDGEMENTS.map((j) => `${glyphOf(j)} ${tx(`review.${j}`)}`).join(" · ")}
        </p>
      )}
      {report && report.turning.length > 0 && (
        <div class="turning" role="group" aria-label={t("review.turning")}>
          <span>{t("review.turning")}</span>
          {report.turning.map((n) => (
            <button key={n} type="button" class="button" onClick={() => look(n + 1)}>
              {`${Math.floor((n + offset(game)) / 2) + 1}${(n + offset(game)) % 2 === 0 ? "." : "…"} ${texts[n] ?? ""}`}
            </button>
          ))}
        </div>
      )}
      {/* Exercises are offered only after the last pass, because later passes withdraw some
          mistakes that earlier passes have found. */}
      {report && (r.done || r.failed.value) && report.judgements.some((j) => j && j !== "inaccuracy") && (
        <button type="button" class="button wide" onClick={() => (learning.value = true)}>
          {t("review.learn")}
        </button>
      )}
    </>
  );
}

/** A time in minutes and seconds, without tenths of a second. */
export function spentText(ms: number): string {
  const s = Math.round(ms / 1000);
  return s < 10 ? `0:0${s}` : clockText(s * 1000);
}

const offset = (g: Study): number => (g.begins === "second" ? 1 : 0);

function Row({ name, player: p, timed }: { name: string; player: Player; timed?: boolean }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td class="num accuracy">{p.moves > 0 ? punctuated(`${number(p.accuracy)} %`) : "–"}</td>
      {JUDGEMENTS.map((j) => (
        <td key={j} class="num">
          {number(p.counts[j] ?? 0)}
        </td>
      ))}
      {timed && <td class="num">{spentText(p.spent)}</td>}
    </tr>
  );
}

/** The texts of the moves of the main line. */
function textsOf(g: Study): string[] {
  const out: string[] = [];
  for (let n = g.tree.value.next[0]; n; n = n.next[0]) out.push(moveText(g.texts.value.get(n.id) ?? n.code));
  return out;
}

/** Shows the judgement of a move, with the better line. */
function Verdict(p: { game: Study; reviewing: Reviewing; ply: number; text: string }) {
  const { game, reviewing: r, ply } = p;
  const report = r.report.value;
  const found = r.at(ply);
  const how = report?.judgements[ply] ?? "";
  const luck = r.review.value?.luck[ply];
  const line = useSignal<string[]>([]);
  const codes = found?.line.join(" ") ?? "";
  useEffect(() => {
    let gone = false;
    line.value = [];
    const list = codes.split(" ").filter(Boolean).slice(0, 8);
    if (list.length > 0)
      game.write(ply, [list]).then(
        ([texts = []]) => {
          if (!gone) line.value = texts;
        },
        () => undefined,
      );
    return () => void (gone = true);
  }, [game, ply, codes]);
  const why = useLater(how !== "", () => import("./why"));
  const subject = r.review.value?.subject;
  if (!found || !report) return null;
  const per = (v: number) => number(Math.round(Math.abs(v) * 100));
  const side = subject?.sides[ply] ?? "first";
  const gain = luck ? luck.came - luck.mean : 0;
  return (
    <div class="verdicts" role="status">
      <p data-judged={how || "fine"}>
        <b>{p.text}</b>{" "}
        {how
          ? t("review.verdict", { how: tx(`review.${how}`), n: per(report.losses[ply] ?? 0) })
          : t("review.fine", { side: sideName(game.kind, side) })}
      </p>
      {luck && Math.abs(gain) >= 0.005 && (
        <p class="fine">{tx(`review.${gain > 0 ? "lucky" : "unlucky"}.${luck.of}`, { n: per(gain) })}</p>
      )}
      {how && why && subject && (
        <why.Why kind={game.kind} subject={subject} ply={ply} side={side} width={game.state.value.width} />
      )}
      {line.value.length > 0 && how && (
        <p>
          {t("review.best")} <b>{valueText(found.points, found.mate, side)}</b>{" "}
          <span class="line">{line.value.map(moveText).join(" ")}</span>
        </p>
      )}
    </div>
  );
}
