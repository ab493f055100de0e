// Converts a report to a list of readable steps, each with its findings.

import type { Finding, Report, Transcript } from "./types";

export const names = [
  "match",
  "commitments",
  "openings",
  "secret",
  "seed",
  "deal",
  "tree",
  "signature",
  "reveals",
  "moves",
] as const;
export type StepName = (typeof names)[number];

export interface Step {
  name: StepName;
  /** "gap" means that the step could not be checked. */
  state: "right" | "gap" | "wrong";
  findings: Finding[];
}

/**
 * The step to which each finding code belongs. Codes that are not listed belong to the match as a
 * whole.
 */
const homes: Record<string, StepName> = {
  "not-committed": "commitments",
  "wrong-opening": "openings",
  "not-opened": "openings",
  "not-public": "openings",
  "public-part": "openings",
  "shared-number": "openings",
  "wrong-secret": "secret",
  "not-closed": "secret",
  "wrong-deal": "deal",
  "wrong-root": "tree",
  "wrong-signature": "signature",
  "wrong-key": "signature",
  "own-key": "signature",
  "signature-unchecked": "signature",
  "not-dealt": "signature",
  "wrong-reveal": "reveals",
  "second-reveal": "reveals",
  "missing-reveal": "reveals",
  "no-reveals": "reveals",
  "wrong-move": "moves",
};

/** Groups the findings of a report by step. */
export function stepsOf(t: Transcript, r: Report): Step[] {
  const of = (name: StepName) => r.findings.filter((f) => homeOf(f, r) === name);
  // If a value was not computed, its step was not reached.
  const missing: Partial<Record<StepName, boolean>> = {
    seed: r.seed === undefined,
    deal: r.deal === undefined,
    tree: r.root === undefined,
    reveals: t.root === undefined,
  };
  return names.map((name) => {
    const findings = of(name);
    const wrong = findings.some((f) => f.grade === "fault");
    const gap = missing[name] || findings.some((f) => f.grade === "gap");
    return { name, findings, state: wrong ? "wrong" : gap ? "gap" : "right" };
  });
}

/**
 * Without the rules of the game, a report has the finding "no-record" twice: first for the match,
 * then for its moves.
 */
function homeOf(f: Finding, r: Report): StepName {
  if (f.code !== "no-record") return homes[f.code] ?? "match";
  return r.findings.findLast((g) => g.code === "no-record") === f ? "moves" : "match";
}
