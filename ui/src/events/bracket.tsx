// Draws the plan of a knock-out or double elimination. Each column is a round; lines lead from each
// pairing to the winner's next pairing.
import { useSignal } from "@preact/signals";
import type { ComponentChildren, ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "../app/i18n";
import type { EventBracket, EventTie } from "../wire/messages";
import { rest } from "../wire/rest";
import type { EventDesk, Shown } from "./data";
import { namesOf, points, type Names } from "./words";

/**
 * A part of the plan that is drawn separately, for example the losers' bracket, with its columns.
 */
interface Part {
  key: string;
  title: string;
  columns: EventTie[][];
}

/** Groups ties (pairings of an elimination) by round. */
function columns(ties: EventTie[]): EventTie[][] {
  const rounds = [...new Set(ties.map((x) => x.round))].sort((a, b) => a - b);
  return rounds.map((n) => ties.filter((x) => x.round === n));
}

/** Divides the plan into parts. A single elimination is one tree that ends with the final. */
export function parts(ties: EventTie[]): Part[] {
  const of = (...sides: string[]) => ties.filter((x) => sides.includes(x.side));
  const double = of("lower").length > 0;
  const finals = [...of("final"), ...of("again").filter((x) => !x.free)];
  const all: Part[] = [];
  if (double) {
    all.push({ key: "upper", title: t("event.bracket.upper"), columns: columns(of("upper")) });
    all.push({ key: "lower", title: t("event.bracket.lower"), columns: columns(of("lower")) });
    all.push({ key: "final", title: t("event.bracket.final"), columns: finals.map((x) => [x]) });
  } else all.push({ key: "upper", title: "", columns: columns([...of("upper"), ...of("final")]) });
  if (of("third").length) all.push({ key: "third", title: t("event.bracket.third"), columns: [of("third")] });
  return all.filter((p) => p.columns.length > 0);
}

/**
 * The title of a column: "final", "semi-final" and "quarter-final" in a single elimination,
 * otherwise the number of the round.
 */
function columnTitle(part: Part, at: number, double: boolean): string {
  if (part.key !== "upper" && part.key !== "lower") return "";
  const left = part.columns.length - at;
  if (!double && left === 1) return t("event.bracket.final");
  if (!double && left === 2) return t("event.bracket.semi");
  if (!double && left === 3) return t("event.bracket.quarter");
  return t("event.round", { n: at + 1 });
}

export function Bracket(p: {
  desk: EventDesk;
  shown: Shown;
  rolling?: ComponentType<{ label: string; children: ComponentChildren }>;
}) {
  const { event, entrants } = p.shown;
  const plan = useSignal<EventBracket | null>(null);
  useEffect(() => {
    let gone = false;
    rest<EventBracket>("GET", `${p.desk.path}/bracket`).then(
      (b) => {
        if (!gone) plan.value = b;
      },
      () => (p.desk.stale.value = true),
    );
    return () => (gone = true);
  }, [event.version]);
  const b = plan.value;
  if (!b || b.ties.length === 0) return null;
  const name = namesOf(entrants);
  const list = parts(b.ties);
  const double = list.some((x) => x.key === "lower");
  const drawn = list.map((part) => (
    <div key={part.key} class="tree">
      {part.title && <h3>{part.title}</h3>}
      <div class="rounds">
        {part.columns.map((ties, i) => (
          <div
            key={i}
            class={
              i + 1 < part.columns.length
                ? part.columns[i + 1]!.length < ties.length
                  ? "column joins"
                  : "column leads"
                : "column"
            }
          >
            {columnTitle(part, i, double) && <h4>{columnTitle(part, i, double)}</h4>}
            <ol>
              {ties.map((x) => (
                <TieBox key={x.tie} tie={x} unit={b.unit} name={name} own={event.entrant ?? 0} />
              ))}
            </ol>
          </div>
        ))}
      </div>
    </div>
  ));
  const Rolling = p.rolling;
  return (
    <section class="bracket">
      <h2>{t("event.bracket")}</h2>
      {Rolling ? (
        <Rolling label={t("event.bracket")}>{drawn}</Rolling>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a drawing that scrolls must be reachable
        <div class="scrolls" tabIndex={0} role="region" aria-label={t("event.bracket")}>
          {drawn}
        </div>
      )}
    </section>
  );
}

/**
 * A tie (one pairing of the plan): both names with their points. A screen reader reads each tie as
 * a list item.
 */
function TieBox({ tie: x, unit, name, own }: { tie: EventTie; unit: number; name: Names; own: number }) {
  const who = (entrant: number) => (entrant ? name(entrant) : t(x.free ? "event.bracket.bye" : "event.bracket.open"));
  const mine = own > 0 && x.players.includes(own);
  return (
    <li class={x.free ? "free" : undefined}>
      <p class={`tie${mine ? " own" : ""}`}>
        {x.players.map((entrant, i) => (
          <span key={i} class={`seat${x.winner && entrant === x.winner ? " won" : ""}${entrant ? "" : " open"}`}>
            <span class="name">{who(entrant)}</span>
            {x.games ? <b>{points(x.score[i] ?? 0, unit)}</b> : null}
          </span>
        ))}
        {x.winner && !x.free ? (
          <span class="unseen"> {t("event.bracket.through", { name: name(x.winner) })}</span>
        ) : null}
      </p>
    </li>
  );
}
