// Shows the win rates of all lab games on this device: by opponent and depth, with and without
// draws.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { number, t, tx } from "../app/i18n";
import { tell } from "../app/shell";
import { gameName } from "../play/words";
import { searches } from "./desk";
import { Plot } from "./plot";
import { saveChart, saveFile } from "./save";
import { csv, forget, kept, nameOf, rate, restore, sum, type Line, type Player, type Row } from "./kept";
import { playerWords } from "./words";

/** The head of a table of wins, draws and losses; `last` is the title of the last column. */
export const ResultHead = ({ last }: { last: string }) => (
  <thead>
    <tr>
      <th>{t("lab.algorithm")}</th>
      <th class="num">{t("lab.wins")}</th>
      <th class="num">{t("lab.draws")}</th>
      <th class="num">{t("lab.losses")}</th>
      <th class="num">{last}</th>
    </tr>
  </thead>
);

/**
 * Shows the table of results. `games` changes after every game, so that the table is drawn again.
 */
export function Stats({ kind, games }: { kind: string; games: number }) {
  const opponent = useSignal("");
  const decided = useSignal(false);
  const charts = useRef<HTMLDivElement>(null);
  // Deleted results can be restored as long as the page is open.
  const forgotten = useSignal<readonly Row[]>([]);
  const rows = games + forgotten.value.length >= 0 ? kept(localStorage).filter((r) => r.kind === kind) : [];
  const undone = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // Deleting and restoring removes the button that was pressed. The focus moves to what replaces it.
  const moved = useRef(false);
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    (forgotten.value.length > 0 ? undone : heading).current?.focus();
  });
  const undo = forgotten.value.length > 0 && (
    <p class="ask" role="status">
      <span>{t("lab.forgotten", { n: forgotten.value.length })}</span>
      <button
        ref={undone}
        type="button"
        class="link"
        onClick={() => {
          moved.current = true;
          if (restore(localStorage, forgotten.value)) forgotten.value = [];
          else tell(t("lab.unkept"));
        }}
      >
        {t("games.restore")}
      </button>
    </p>
  );
  if (rows.length === 0) return undo ? <section class="setup">{undo}</section> : null;
  const apart = sum(rows, true);
  const opponents = new Map(apart.map((l) => [nameOf(l.player), l.player]));
  const chosen = opponents.has(opponent.value) ? opponent.value : "";
  const lines = chosen ? apart.filter((l) => l.opponent && nameOf(l.opponent) === chosen) : sum(rows, false);
  const clear = () => {
    moved.current = true;
    forgotten.value = forget(localStorage, kind);
  };
  return (
    <section class="setup">
      <h2 ref={heading} tabIndex={-1}>
        {t("lab.stats")}
      </h2>
      {undo}
      <p class="about">{t("lab.stats.about", { n: rows.length })}</p>
      <div class="row">
        <label class="field">
          <span>{t("lab.opponent")}</span>
          <select value={chosen} onChange={(e) => (opponent.value = e.currentTarget.value)}>
            <option value="">{t("lab.opponents")}</option>
            {[...opponents].map(([name, p]) => (
              <option key={name} value={name}>
                {playerWords(p)}
              </option>
            ))}
          </select>
        </label>
        <label class="check">
          <input type="checkbox" checked={decided.value} onChange={(e) => (decided.value = e.currentTarget.checked)} />
          {t("lab.decided")}
        </label>
      </div>
      <div class="scroll">
        <table>
          <ResultHead last={t("lab.rates")} />
          <tbody>
            {lines.map((l) => (
              <tr key={nameOf(l.player)}>
                <th scope="row">{playerWords(l.player)}</th>
                <td class="num">{l.wins}</td>
                <td class="num">{l.draws}</td>
                <td class="num">{l.losses}</td>
                <td class="num">{rateWords(l, !decided.value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {opponents.size > 2 && <Cross lines={apart} players={[...opponents.values()]} />}
      <div ref={charts}>
        <Depths lines={lines} draws={!decided.value} />
      </div>
      <div class="row">
        <button
          type="button"
          class="button"
          onClick={() => saveFile(`kydai-lab-${kind}.csv`, "text/csv", csv(kind, apart))}
        >
          {t("lab.csv")}
        </button>
        {lines.filter((l) => l.player.depth).length > 1 && (
          <button type="button" class="button" onClick={() => saveChart(`kydai-lab-${kind}.svg`, charts.current)}>
            {t("lab.svg")}
          </button>
        )}
        <button type="button" class="button" aria-label={`${t("lab.forget")}: ${gameName(kind)}`} onClick={clear}>
          {t("lab.forget")}
        </button>
      </div>
    </section>
  );
}

/** A cross table: for each pair of players the points and the number of games. */
function Cross({ lines, players }: { lines: readonly Line[]; players: readonly Player[] }) {
  const cell = (a: Player, b: Player) => {
    const l = lines.find((x) => nameOf(x.player) === nameOf(a) && x.opponent && nameOf(x.opponent) === nameOf(b));
    return l ? `${number(l.wins + l.draws / 2, 1)} / ${number(l.wins + l.draws + l.losses)}` : "–";
  };
  return (
    <div class="scroll">
      <table>
        <caption>{t("lab.cross")}</caption>
        <thead>
          <tr>
            <th>{t("lab.algorithm")}</th>
            {players.map((p, i) => (
              <th key={nameOf(p)} class="num" aria-label={playerWords(p)}>
                {i + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {players.map((p, i) => (
            <tr key={nameOf(p)}>
              <th scope="row">
                {i + 1}. {playerWords(p)}
              </th>
              {players.map((o) => (
                <td key={nameOf(o)} class="num">
                  {cell(p, o)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function rateWords(l: Line, draws: boolean): string {
  const r = rate(l, draws);
  if (!r) return "–";
  const [all, low, high] = [r.rate, r.low, r.high].map((v) => number(100 * v));
  return `${all} % (${low}–${high})`;
}

/** A chart of the win rate by depth, for each algorithm that played at two or more depths. */
function Depths({ lines, draws }: { lines: readonly Line[]; draws: boolean }) {
  const deep = lines.filter((l) => l.player.depth && rate(l, draws));
  return (
    <>
      {searches
        .map((algorithm) => ({ algorithm, list: deep.filter((l) => l.player.algorithm === algorithm) }))
        .filter(({ list }) => list.length > 1)
        .map(({ algorithm, list }) => {
          const sorted = list.toSorted((x, y) => (x.player.depth ?? 0) - (y.player.depth ?? 0));
          const values = sorted.map((l) => {
            const r = rate(l, draws) ?? { rate: 0, low: 0, high: 0 };
            return { x: l.player.depth ?? 0, at: 100 * r.rate, low: 100 * r.low, high: 100 * r.high };
          });
          const words = sorted.map((l) => `${l.player.depth}: ${rateWords(l, draws)}`).join(", ");
          return (
            <figure key={algorithm}>
              <Plot
                marks={values}
                across={t("lab.depth")}
                up={t("lab.learn.up")}
                label={`${tx(`lab.alg.${algorithm}`)}. ${words}`}
              />
              <figcaption>
                {t("lab.depths", {
                  name: tx(`lab.alg.${algorithm}`),
                  depths: sorted.map((l) => l.player.depth).join(", "),
                })}
              </figcaption>
            </figure>
          );
        })}
    </>
  );
}
