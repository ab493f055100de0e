// Verifies a transcript by recomputing all its values. It runs entirely in the browser and needs no
// server.

import { type Layout, lay, leadsTo } from "./deal";
import { isMatch, isTranscript, matchOf, players, versionOf } from "./form";
import { commitment, matchHash, seedOf, signed, statementOf } from "./hash";
import type { Evidence, Finding, Grade, Hash, Match, Report, Role, Shown, Transcript } from "./types";

const PUBLIC = "0".repeat(64);

export async function verify(transcript: unknown, evidence: Evidence = {}): Promise<Report> {
  const report: Report = { checked: [], findings: [] };
  const refuse = (code: string): Report => ({ ...report, findings: [{ grade: "fault", code }] });
  if (typeof transcript === "object" && transcript !== null && "version" in transcript) {
    if (transcript.version !== versionOf(transcript as Transcript)) return refuse("bad-version");
  }
  if (!isTranscript(transcript)) return refuse("bad-form");
  const t = { ...transcript, packs: transcript.packs ?? [] };
  const match = matchOf(t);
  if (!isMatch(match)) return refuse("bad-form");
  const v = new Verifier(t, evidence, match, await matchHash(match), report);
  await v.run();
  return report;
}

/** Whether all checks were possible and passed. */
export function isSound(r: Report): boolean {
  return r.findings.every((f) => f.grade === "note");
}

class Verifier {
  private commits: Hash[] = [];
  private opened: Hash[] = [];
  private agreed = true;
  private layout: Layout | undefined;

  constructor(
    private t: Transcript,
    private e: Evidence,
    private match: Match,
    private hash: Hash,
    private report: Report,
  ) {}

  async run(): Promise<void> {
    await this.step("match", () => this.checkMatch());
    await this.step("openings", () => this.checkOpenings());
    await this.step("signature", () => this.checkSignature());
    await this.step("reveals", () => this.checkReveals());
    await this.step("deal", () => this.checkDeal());
    await this.step("moves", () => this.checkMoves());
    if (this.layout) this.report.deal = this.layout.dealt;
  }

  private async step(name: string, check: () => void | Promise<void>): Promise<void> {
    const before = this.report.findings.length;
    await check();
    if (this.report.findings.slice(before).every((f) => f.grade === "note")) this.report.checked.push(name);
  }

  private add(grade: Grade, code: string, about: Omit<Finding, "grade" | "code"> = {}): void {
    this.report.findings.push({ grade, code, ...about });
  }

  private has(...codes: string[]): boolean {
    return this.report.findings.some((f) => codes.includes(f.code));
  }

  private checkMatch(): void {
    if (this.e.match && this.e.match !== this.t.match) this.add("fault", "wrong-match");
    if (!this.e.packs) this.add("gap", "no-record");
    else if (this.e.game !== undefined && this.e.game !== this.t.game) this.add("fault", "wrong-game");
    else if (!samePacks(this.e.packs, this.t.packs)) this.add("fault", "wrong-packs");
  }

  private async checkOpenings(): Promise<void> {
    this.commits = [this.t.server];
    for (const [i, p] of this.t.players.entries()) {
      const role = players[i]!;
      this.opened[i] = PUBLIC;
      if (p.commit === undefined || p.open === undefined) {
        this.agreed = false;
        this.add("gap", p.commit === undefined ? "not-committed" : "not-opened", { role });
        continue;
      }
      this.commits[i + 1] = p.commit;
      this.opened[i] = p.open;
      if ((await commitment(this.hash, role, p.open)) !== p.commit) this.add("fault", "wrong-opening", { role });
      if (Boolean(p.public) !== (p.open === PUBLIC)) this.add("fault", "not-public", { role });
      else if (p.public) this.add("note", "public-part", { role });
    }
    const used = (n: Hash, i: number) => !this.t.players[i]!.public && this.opened.indexOf(n) < i;
    if (this.agreed) for (const _ of this.opened.filter(used)) this.add("fault", "shared-number");
  }

  private async checkSignature(): Promise<void> {
    const { root, signature, key } = this.t;
    if (root === undefined || signature === undefined || !this.agreed) return this.add("gap", "not-dealt");
    const right = await signed(key, await statementOf(this.hash, this.commits, this.opened, root), signature);
    if (right === undefined) this.add("gap", "signature-unchecked");
    else if (!right) this.add("fault", "wrong-signature");
    if (this.t.aborted?.length) this.add("fault", "bad-form");
    if (!this.e.keys?.length) this.add("note", "own-key");
    else if (!this.e.keys.includes(key)) this.add("fault", "wrong-key");
  }

  private async checkReveals(): Promise<void> {
    const reveals = this.t.reveals ?? [];
    if (this.t.root === undefined) {
      if (reveals.length > 0) this.add("fault", "wrong-reveal");
      return;
    }
    const squares = this.match.packs.flatMap((p) => p.squares);
    const seen = new Set<number>();
    for (const r of reveals) {
      const about = { square: r.square, ply: r.ply };
      if (!(await leadsTo(this.t.root, this.hash, squares, r))) this.add("fault", "wrong-reveal", about);
      if (seen.has(r.square)) this.add("fault", "second-reveal", about);
      seen.add(r.square);
    }
  }

  private async checkDeal(): Promise<void> {
    const { secret, root, server } = this.t;
    if (secret === undefined) return this.add(this.e.over ? "fault" : "gap", "not-closed");
    if ((await commitment(this.hash, "server", secret)) !== server) this.add("fault", "wrong-secret");
    if (this.opened.includes(secret)) this.add("fault", "shared-number");
    if (root === undefined || !this.agreed) return this.add("gap", "not-dealt");
    this.report.seed = await seedOf(this.hash, secret, this.opened);
    this.layout = await lay(this.match, this.report.seed);
    this.report.root = this.layout.root;
    if (this.layout.root !== root) this.add("fault", "wrong-root");
  }

  private checkMoves(): void {
    const { layout } = this;
    const { shown, deal } = this.e;
    if (!layout || !this.e.packs || !shown || this.has("wrong-game", "wrong-packs")) {
      return this.add("gap", "no-record");
    }
    if (deal && deal !== layout.dealt) this.add("fault", "wrong-deal");
    for (const s of shown) {
      if (layout.dealt[layout.squares.indexOf(s.square)] !== s.piece) {
        return this.add("fault", "wrong-move", { square: s.square, ply: s.ply });
      }
    }
    const reveals = this.t.reveals ?? [];
    if (reveals.length === 0 && shown.length > 0) return this.add("note", "no-reveals");
    this.report.findings.push(...unmatched(reveals, shown));
  }
}

/** Checks that there is exactly one reveal for each piece that the moves revealed. */
export function unmatched(reveals: Shown[], shown: Shown[]): Finding[] {
  const out: Finding[] = [];
  const left = new Map(shown.map((s) => [nameOf(s), s]));
  for (const r of reveals) {
    if (!left.delete(nameOf(r))) out.push({ grade: "fault", code: "wrong-reveal", square: r.square, ply: r.ply });
  }
  for (const s of left.values()) out.push({ grade: "fault", code: "missing-reveal", square: s.square, ply: s.ply });
  return out;
}

function nameOf(s: Shown): string {
  const to: Role | "" = s.to ?? "";
  return `${s.ply} ${s.square} ${s.piece} ${to}`;
}

function packsText(packs: Transcript["packs"]): string {
  return packs.map((p) => `${p.squares.join(",")}:${p.pieces}`).join(" ");
}

export function samePacks(a: Transcript["packs"], b: Transcript["packs"]): boolean {
  return a.length === b.length && packsText(a) === packsText(b);
}
