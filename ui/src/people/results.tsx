// Shows how many games a player has won, drawn and lost: in groups, by opponent, and as series.
import { useSignal } from "@preact/signals";
import { punctuated, t, tOr, tx } from "../app/i18n";
import { Pick } from "../play/pick";
import { gameName, playerName } from "../play/words";
import type { components } from "../wire/api";
import type { PlayerView, ResultView } from "../wire/messages";

const views = ["game", "side", "speed", "against", "opponent"] as const;
type View = (typeof views)[number];

interface Count {
  won: number;
  drawn: number;
  lost: number;
}

interface Row extends Count {
  name: string;
  href?: string;
}

/** The name of a kind of opponent: people, a level of the engine, or an algorithm. */
export function againstName(against: string): string {
  const [kind = "", which = ""] = against.split(" ");
  if (kind === "level") return t("rank.against.level", { n: Number(which) });
  if (kind === "algorithm" && which) return tOr(`machine.name.${which}`, which);
  return tx(`rank.against.${["human", "bot", "algorithm"].includes(kind) ? kind : "machine"}`);
}

/** The name of an account, or the numbered name of a guest. */
export const opponentName = (o: { name?: string; guest?: string }): string =>
  o.name || playerName(o.guest ?? "") || t("rank.guest");

function nameOf(by: View, r: ResultView): string {
  if (by === "game") return gameName(r.game);
  if (by === "side") return tx(`side.${r.side}`);
  return by === "speed" ? tx(`speed.${r.speed || "none"}`) : againstName(r.against);
}

const plus = (a: Count, b: Count): Count => ({ won: a.won + b.won, drawn: a.drawn + b.drawn, lost: a.lost + b.lost });

function rowsOf(by: View, p: PlayerView): Row[] {
  if (by === "opponent") return p.opponents.map((o) => ({ ...o, name: opponentName(o), href: `/player/${o.player}` }));
  const sums = new Map<string, Row>();
  for (const r of p.results) {
    const name = nameOf(by, r);
    sums.set(name, { name, ...plus(sums.get(name) ?? { won: 0, drawn: 0, lost: 0 }, r) });
  }
  return [...sums.values()];
}

const percent = (n: number, of: number): string => (of ? punctuated(`${Math.round((100 * n) / of)} %`) : "–");

export function Results({ of: p }: { of: PlayerView }) {
  const by = useSignal<View>("game");
  const rows = rowsOf(by.value, p);
  const all = p.results.reduce<Count>(plus, { won: 0, drawn: 0, lost: 0 });
  return (
    <section>
      <h2>{t("rank.results")}</h2>
      <Streaks list={p.streaks} />
      <Pick
        label={t("rank.results")}
        name="by"
        class="bare"
        value={by.value}
        values={views.filter((v) => v !== "opponent" || p.opponents.length > 0)}
        text={(v) => tx(`rank.by.${v}`)}
        onPick={(v) => (by.value = v)}
      />
      <table class="results">
        <thead>
          <tr>
            <th scope="col">{tx(`rank.by.${by.value}`)}</th>
            <th scope="col">{t("rank.won")}</th>
            <th scope="col">{t("rank.drawn")}</th>
            <th scope="col">{t("rank.lost")}</th>
            <th scope="col">{t("rank.score")}</th>
            <th scope="col">{t("rank.nodraws")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((r) => (
            <Line key={r.href ?? r.name} row={r} />
          ))}
        </tbody>
        {by.value !== "opponent" && rows.length > 1 && (
          <tfoot>
            <Line row={{ name: t("rank.all"), ...all }} />
          </tfoot>
        )}
      </table>
    </section>
  );
}

function Line({ row: r }: { row: Row }) {
  return (
    <tr>
      <th scope="row">
        {r.href ? (
          <a href={r.href}>
            <bdi>{r.name}</bdi>
          </a>
        ) : (
          r.name
        )}
      </th>
      <td>{r.won}</td>
      <td>{r.drawn}</td>
      <td>{r.lost}</td>
      <td>{percent(r.won + r.drawn / 2, r.won + r.drawn + r.lost)}</td>
      <td>{percent(r.won, r.won + r.lost)}</td>
    </tr>
  );
}

/** Shows series of wins and of unbeaten games against people: over all games, and for each game. */
function Streaks({ list }: { list: readonly components["schemas"]["StreakView"][] }) {
  const told = list.filter((s) => (s.bestWins > 1 || s.bestUnbeaten > 1) && (!s.game || list.length > 2));
  if (told.length === 0) return null;
  return (
    <ul class="streaks">
      {told.map((s) => (
        <li key={s.game ?? ""}>
          {s.game && <b>{gameName(s.game)}: </b>}
          {t("rank.streak.wins", { n: s.bestWins, now: s.wins })} ·{" "}
          {t("rank.streak.unbeaten", { n: s.bestUnbeaten, now: s.unbeaten })}
        </li>
      ))}
    </ul>
  );
}
