// Formats the solver's answer as text.
import { number, t, tOr, tx } from "../app/i18n";
import { errorText, gameName, sideName } from "../play/words";
import { Refused } from "../session/desk";
import { attacked, type Answered } from "./solver";

const thousands = (n: number): string => number(n / 1000, n < 10_000 ? 1 : 0);

export const nodesText = (n: number): string => t("solve.nodes", { n: thousands(n) });

/** Describes the result of the solver, one sentence after the other. */
export function sentences(kind: string, a: Answered): string[] {
  const { question: q, solution: s } = a;
  const other = q.side === "first" ? "second" : "first";
  const words = { side: sideName(kind, q.side), other: sideName(kind, other), n: s.moves };
  const out: string[] = [];
  if (s.result === "undecided") {
    out.push(s.limit ? t("solve.limit") : t("solve.undecided", { nodes: nodesText(s.nodes) }));
    if (s.moves > 0) out.push(t("solve.least", words));
    return out;
  }
  if (s.result === "proved")
    out.push(tx(`solve.proved.${q.goal}`, q.goal === "survive" ? { ...words, n: q.moves } : words));
  else if (s.ever && q.goal !== "survive") out.push(tx(`solve.never.${q.goal}`, words));
  else out.push(tx(`solve.refuted.${q.goal}`, words));
  if (!attacked(a)) return out;
  out.push(t(s.shortest ? "solve.shortest" : "solve.shortest.open"));
  if (q.turn !== s.attacker) return out;
  const seconds = s.seconds ?? [];
  if (seconds.length > 0)
    out.push(t("solve.seconds", { moves: seconds.map((m) => m.text || m.code).join(t("list.comma")) }));
  else out.push(t(s.unique ? "solve.unique" : "solve.unique.open"));
  return out;
}

/** The reason why a position could not be searched. */
export function refusal(kind: string, e: unknown): string {
  if (!(e instanceof Refused)) return errorText("internal");
  if (e.code === "no-proof") return tOr(`solve.no.${e.why}`, t("solve.no.game"), { game: gameName(kind) });
  return errorText(e.code);
}
