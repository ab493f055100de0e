// Verifies on this device whether a deal was fair: the deal of a match by its id, or the deal in
// any record or transcript. The verdict does not depend on a server.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { boot, infoOf } from "../app/boot";
import { speakOf, t, tOr } from "../app/i18n";
import { settings } from "../app/settings";
import { Titled } from "../app/titled";
import { players, type Finding, type Report, type Step, type Transcript } from "../fair";
import { BoardBox, loadView, lookOf, views } from "../play/board";
import { faultOf } from "../play/dealfault";
import { faultText } from "../play/hooks";
import { gameName, moveNumber, sideName } from "../play/words";
import { rules } from "../session/rules";
import type { State } from "../session/messages";
import { examine, isSound, stepsOf } from "../session/deals";
import { dealOf, type Dealt } from "../session/records";
import { rest } from "../wire/rest";

/** A finished verification: its report, and the start state with the dealt board. */
interface Finished {
  t: Transcript;
  report: Report;
  start?: State;
  moves: number;
}

/** Loads the texts about deals before the page is shown. */
export const prepare = (): Promise<void> => speakOf("deals", settings.value.lang || boot.lang);

export default function Fair({ id = "" }: { id?: string }) {
  const found = useSignal<Finished | null>(null);
  const fault = useSignal("");
  const busy = useSignal(false);
  const text = useSignal("");

  const check = async (get: () => Promise<Dealt>, match?: string, keys?: string[]) => {
    busy.value = true;
    fault.value = "";
    found.value = null;
    try {
      found.value = await look(await get(), match, keys);
    } catch (e) {
      fault.value = faultText(e);
    } finally {
      busy.value = false;
    }
  };
  useEffect(() => {
    if (!id) return;
    void check(() => fromServer(id), id, undefined);
  }, [id]);
  const read = (record: string | Uint8Array) => void check(() => dealOf(record));
  const drop = async (f: File | undefined) => {
    if (f) read(new Uint8Array(await f.arrayBuffer()));
  };
  // On the page of a match, the result is shown above the form.
  const result = (
    <>
      {busy.value && <p role="status">{t("fair.checking")}</p>}
      {fault.value && <p role="alert">{fault}</p>}
      {found.value && <Findings f={found.value} />}
    </>
  );
  return (
    <Titled title={t("fair.title")} class="prose">
      {id && result}
      <p>{t("fair.proves")}</p>
      <p>{t("fair.provesnot")}</p>
      <section
        class="setup"
        onDragOver={(e) => e.preventDefault()}
        onDrop={(e) => {
          e.preventDefault();
          void drop(e.dataTransfer?.files[0]);
        }}
      >
        <label class="field">
          <span>{t("fair.paste")}</span>
          <textarea value={text} onInput={(e) => (text.value = e.currentTarget.value)} spellcheck={false} />
        </label>
        <div class="row">
          <button type="button" class="button main" disabled={!text.value.trim()} onClick={() => read(text.value)}>
            {t("fair.check")}
          </button>
          <label class="button file">
            {t("import.file")}
            <input
              type="file"
              class="unseen"
              onChange={(e) => void drop((e.currentTarget as HTMLInputElement).files?.[0])}
            />
          </label>
        </div>
      </section>
      {!id && result}
    </Titled>
  );
}

/** Loads the deal of a match, with its moves if the match is over. */
async function fromServer(id: string): Promise<Dealt> {
  const path = `/matches/${encodeURIComponent(id)}`;
  const transcript = await rest<Transcript>("GET", `${path}/fair`);
  if (!transcript.secret) return { transcript };
  const record = await fetch(`/api${path}/record?format=json`);
  return record.ok ? dealOf(await record.text()) : { transcript };
}

async function look(d: Dealt, match?: string, keys?: string[]): Promise<Finished> {
  const trusted = keys ?? (await siteKeys());
  const known = d.played && infoOf(d.played.game) ? d.played : undefined;
  const evidence = { match: match ?? d.match, over: known !== undefined, ...(match ? { keys: trusted } : {}) };
  const report = await examine(rules, d.transcript, evidence, known);
  const dealt: Finished = { t: d.transcript as Transcript, report, moves: d.played?.moves.length ?? 0 };
  if (report.deal && infoOf(dealt.t.game)) {
    await loadView(dealt.t.game);
    const r = await rules.ask({ op: "new", game: dealt.t.game, deal: report.deal, view: "all" });
    rules.ask({ op: "drop", session: r.session }).catch(() => undefined);
    dealt.start = r.state;
  }
  return dealt;
}

/**
 * The public key of this server, if there is a server. Records of other servers are signed with
 * other keys.
 */
const siteKeys = (): Promise<string[]> =>
  rest<{ key: string }>("GET", "/fair/key").then(
    (k) => [k.key],
    () => [],
  );

function Findings({ f }: { f: Finished }) {
  const { t: deal, report } = f;
  const faults = report.findings.filter((x) => x.grade === "fault");
  const verdict = faults.length > 0 ? "wrong" : isSound(report) ? "right" : "gap";
  const unread = faults.some((x) => x.code.startsWith("bad-") && !report.checked.length);
  return (
    <section aria-label={t("fair.verdict")}>
      <p class="verdict" role={verdict === "wrong" ? "alert" : "status"} data-bad={verdict === "wrong" || undefined}>
        <strong data-verdict={verdict}>{t(`fair.verdict.${verdict}`)}</strong>
      </p>
      {unread ? (
        <p>{faults.map((x) => faultOf(x.code)).join(" ")}</p>
      ) : (
        <ol class="steps-of-deal">
          {stepsOf(deal, report).map((s) => (
            <li key={s.name} data-step={s.name} data-state={s.state}>
              <strong>
                <span aria-hidden="true">{signs[s.state]}</span> {t(`fair.step.${s.name}`)}
              </strong>{" "}
              <small>{t(`fair.state.${s.state}`)}</small>
              <p>{t(`fair.step.${s.name}.about`)}</p>
              {s.findings.map((x, i) => (
                <p key={i} data-found={x.code}>
                  {findingText(x, f)}
                </p>
              ))}
              <Detail s={s} f={f} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

const signs = { right: "✓", gap: "–", wrong: "✗" };

/** Shows the computed or compared values of a step. */
function Detail({ s, f }: { s: Step; f: Finished }) {
  const { t: deal, report } = f;
  const line = (label: string, value: string | undefined) =>
    value && (
      <p key={label} class="fine">
        {label}: <code>{value}</code>
      </p>
    );
  const parts = deal.players.map((p, i) => ({ ...p, name: partName(deal, i) }));
  switch (s.name) {
    case "match":
      return (
        <p class="fine">
          {gameName(deal.game)} · <code>{deal.match}</code>
          {deal.other && ` ${t("fair.two")} `}
          {deal.other && <code>{deal.other}</code>}
        </p>
      );
    case "commitments":
      return [line(t("fair.server"), deal.server), ...parts.map((p) => line(p.name, p.commit))];
    case "openings":
      return parts.map((p) => line(p.name, p.open));
    case "secret":
      return line(t("fair.server"), deal.secret);
    case "seed":
      return line(t("fair.seed"), report.seed);
    case "tree":
      return [line(t("fair.root.computed"), report.root), line(t("fair.root.signed"), deal.root)];
    case "signature":
      return [line(t("fair.key"), deal.key), line(t("fair.signature"), deal.signature)];
    case "deal":
      return f.start ? <Start kind={deal.game} state={f.start} /> : line(t("fair.deal"), report.deal);
    case "reveals":
      return <Reveals f={f} />;
    case "moves":
      return f.moves > 0 ? <p class="fine">{t("games.moves", { n: moveNumber(f.moves) })}</p> : null;
  }
}

function Start({ kind, state }: { kind: string; state: State }) {
  return (
    <BoardBox
      kind={kind}
      subject={state}
      state={() => state}
      orientation={() => "first"}
      interactive={() => "none"}
      onMove={() => undefined}
    />
  );
}

/** Lists each revealed piece with its verdict. */
function Reveals({ f }: { f: Finished }) {
  const reveals = f.t.reveals ?? [];
  const bad = (ply: number, square: number) =>
    f.report.findings.some((x) => x.grade === "fault" && x.ply === ply && x.square === square);
  if (reveals.length === 0) return null;
  return (
    <details>
      <summary>{t("fair.reveals.n", { n: reveals.length })}</summary>
      <ul>
        {reveals.map((r, i) => (
          <li key={i} data-reveal={bad(r.ply, r.square) ? "wrong" : "right"}>
            <span aria-hidden="true">{bad(r.ply, r.square) ? signs.wrong : signs.right}</span>{" "}
            {t("fair.reveal", { ply: r.ply + 1, square: squareText(f, r.square), piece: pieceText(f, r) })}
            {r.to && ` ${t("fair.reveal.to", { side: playerName(f.t.game, r.to) })}`}
          </li>
        ))}
      </ul>
    </details>
  );
}

/**
 * The name of a player by the index in a transcript. If the deal has two tables, the name contains
 * the table.
 */
function partName(deal: Transcript, i: number): string {
  const side = sideName(deal.game, i % 2 === 0 ? "first" : "second");
  return deal.other ? t("fair.table", { n: i < 2 ? 1 : 2, side }) : side;
}

function playerName(kind: string, role: string): string {
  if (role !== "first" && role !== "second") return t("fair.server");
  return sideName(kind, role);
}

function squareText(f: Finished, sq: number): string {
  const width = f.start?.width ?? infoOf(f.t.game)?.width ?? 0;
  return views.value[f.t.game]?.squareName(sq, width) ?? String(sq);
}

/** The name of a piece. The piece belongs to the side on whose square it was dealt. */
function pieceText(f: Finished, r: { square: number; piece: string }): string {
  const cell = f.start?.cells[r.square] ?? "";
  const token = cell === cell.toUpperCase() ? r.piece.toUpperCase() : r.piece;
  const { width = 1, height = 1 } = f.start ?? {};
  const at = { sq: r.square, width, height, orientation: "first" as const, look: lookOf(f.t.game) };
  const name = f.start && views.value[f.t.game]?.piece(token, at)?.name;
  return name ? tOr(name, r.piece) : r.piece;
}

function findingText(x: Finding, f: Finished): string {
  const where = [
    x.role && (x.role === "server" ? t("fair.server") : partName(f.t, players.indexOf(x.role))),
    x.ply !== undefined && t("fair.at.ply", { n: x.ply + 1 }),
    x.square !== undefined && t("fair.at.square", { square: squareText(f, x.square) }),
  ].filter(Boolean);
  return where.length > 0 ? `${faultOf(x.code)} (${where.join(", ")})` : faultOf(x.code);
}
