// Shows how many nodes algorithms search at each depth, and draws one small
// search tree.
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { number, t, tx } from "../app/i18n";
import type { Branch, Counted } from "../session/messages";
import { ask, searches, type Algorithm } from "./desk";
import { useArrival } from "./arrive";
import { EvalField, MOST_DEPTH, useNames } from "./fields";
import { Form, RunButton } from "./form";
import { useJob } from "./job";
import { layout } from "./layout";
import { nodesCsv } from "./nodescsv";
import { saveChart, saveFile } from "./save";
import { NumberField } from "../play/number";
import { writeSpec } from "./spec";
import { usualDepths } from "./usual";
import { unitText, worth } from "./worth";

/** The default limit of a count, in millions of nodes. */
const USUAL_MILLIONS = 3;
/** The result of a count; null if a smaller depth already reached a limit. */
type Cell = Counted | null;

export function Counts({ kind }: { kind: string }) {
  const rows = useSignal<Cell[][]>([]);
  // 0 stands for the default depth of the game, until the user chooses one.
  const chosen = useSignal(0);
  const most = chosen.value || usualDepths(kind).nodes;
  const millions = useSignal(USUAL_MILLIONS);
  const evaluator = useSignal("");
  const job = useJob(async (desk) => {
    rows.value = [];
    const [deepest, nodes, by] = [most, millions.value * 1e6, evaluator.value];
    const given = new Set<Algorithm>();
    const count = async (name: Algorithm, depth: number): Promise<Cell> => {
      if (given.has(name)) return null;
      const algorithm = writeSpec({ name, eval: by, c: "", time: "" });
      const { counted } = await ask(kind, [], 1, { op: "count", algorithm, limits: { depth, nodes } }, desk);
      if (counted?.stopped) given.add(name);
      return counted ?? null;
    };
    for (let depth = 1; depth <= deepest; depth++) {
      const row: Cell[] = [];
      for (const name of searches) row.push(await count(name, depth));
      rows.value = [...rows.value, row];
    }
  });
  return (
    <section class="setup">
      <h2>{t("lab.nodes")}</h2>
      <Form onRun={job.run}>
        <div class="row">
          <EvalField
            kind={kind}
            value={evaluator.value}
            label={t("lab.eval")}
            onChange={(n) => (evaluator.value = n)}
          />
          <NumberField
            least={1}
            label={t("lab.depth.most")}
            value={most}
            most={MOST_DEPTH}
            onChange={(n) => (chosen.value = n)}
          />
          <NumberField
            least={1}
            label={t("lab.millions")}
            value={millions.value}
            most={1_000_000}
            onChange={(n) => (millions.value = n)}
          />
        </div>
        <RunButton of={t("lab.nodes")} job={job} />
      </Form>
      {job.fault.value && <p role="alert">{job.fault}</p>}
      {rows.value.length > 0 && (
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <th>{t("lab.depth")}</th>
                {searches.map((a) => (
                  <th key={a} class="num">
                    {tx(`lab.alg.${a}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.value.map((row, i) => (
                <tr key={i}>
                  <th>{i + 1}</th>
                  {row.map((c, j) => (
                    <td key={j} class="num">
                      {c ? `${c.stopped ? "≥ " : ""}${number(c.nodes)}` : "–"}
                      {c && c.cuts > 0 && <small> ({t("lab.cut", { n: number(c.cuts) })})</small>}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows.value.length > 0 && (
        <button
          type="button"
          class="button"
          aria-label={`${t("lab.csv")}: ${t("lab.nodes")}`}
          onClick={() => saveFile(`kydai-nodes-${kind}.csv`, "text/csv", nodesCsv(searches, rows.value))}
        >
          {t("lab.csv")}
        </button>
      )}
    </section>
  );
}

export function Tree({ kind }: { kind: string }) {
  const algorithm = useSignal<Algorithm>("alphabeta");
  const chosen = useSignal(0);
  const depth = chosen.value || usualDepths(kind).tree;
  const width = useSignal(3);
  const tree = useSignal<Branch | null>(null);
  const counted = useSignal<Counted | null>(null);
  const usual = useNames(kind).evals[0] ?? "";
  const job = useJob(async (desk) => {
    tree.value = null;
    const request = { op: "tree", algorithm: algorithm.value, limits: { depth } } as const;
    const r = await ask(kind, [], 1, { ...request, width: width.value }, desk);
    tree.value = r.tree ?? null;
    counted.value = r.counted ?? null;
  });
  return (
    <section class="setup">
      <h2>{t("lab.tree")}</h2>
      <Form onRun={job.run}>
        <div class="row">
          <label class="field">
            <span>{t("lab.algorithm")}</span>
            <select value={algorithm} onChange={(e) => (algorithm.value = e.currentTarget.value as Algorithm)}>
              {searches.map((a) => (
                <option key={a} value={a}>
                  {tx(`lab.alg.${a}`)}
                </option>
              ))}
            </select>
          </label>
          <NumberField least={1} label={t("lab.depth")} value={depth} most={4} onChange={(n) => (chosen.value = n)} />
          <NumberField
            least={1}
            label={t("lab.width")}
            value={width.value}
            most={6}
            onChange={(n) => (width.value = n)}
          />
          <RunButton of={t("lab.tree")} job={job} />
        </div>
      </Form>
      {job.fault.value && <p role="alert">{job.fault}</p>}
      <p class="unseen" role="status">
        {tree.value && counted.value && `${t("lab.tree")}. ${countText(counted.value)}`}
      </p>
      {tree.value && counted.value && (
        <Drawing kind={kind} root={tree.value} counted={counted.value} evaluator={usual} />
      )}
    </section>
  );
}

/** The counts of a search in words. */
const countText = (c: Counted): string =>
  (
    [
      ["lab.nodes", c.nodes],
      ["lab.leaves", c.leaves],
      ["lab.cuts", c.cuts],
    ] as const
  )
    .map(([key, n]) => t("lab.setting", { label: t(key), value: number(n) }))
    .join(" · ");

/** A tree is scaled down to fit, but not below this factor, so that its text stays readable. */
const LEAST = 0.8;

function Drawing(p: { kind: string; root: Branch; counted: Counted; evaluator: string }) {
  const { root, counted } = p;
  const { nodes, edges, width, height } = layout(root);
  const frame = useRef<HTMLDivElement>(null);
  const figure = useRef<HTMLElement>(null);
  useArrival(figure, root);
  // A tree that is too wide is scrolled so that its root is visible at first.
  useLayoutEffect(() => {
    const box = frame.current;
    if (box) box.scrollLeft = ((nodes.at(-1)?.x ?? 0) / width) * box.scrollWidth - box.clientWidth / 2;
  }, [root]);
  return (
    <figure ref={figure}>
      <figcaption>
        {countText(counted)}. {t("lab.tree.about")} {unitText(p.evaluator)}
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a picture that scrolls must be reachable */}
      <div ref={frame} class="scroll" tabIndex={0} role="group" aria-label={t("lab.tree")}>
        <svg
          class="tree"
          style={{ inlineSize: `clamp(${LEAST * width}px, 100%, ${width}px)` }}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={`${t("lab.tree")}: ${number(counted.nodes)}`}
        >
          {edges.map((e, i) => (
            <path
              key={i}
              class={e.cut ? "cut" : e.best ? "best" : ""}
              d={`M${e.x1} ${e.y1}C${e.x1} ${(e.y1 + e.y2) / 2} ${e.x2} ${(e.y1 + e.y2) / 2} ${e.x2} ${e.y2}`}
            />
          ))}
          {nodes.map((n, i) => (
            <text key={i} x={n.x} y={n.y + 4} text-anchor="middle">
              {n.cut ? `✂ ${n.cut}` : `${n.move} ${worth(n.value)}`}
            </text>
          ))}
        </svg>
      </div>
      <button
        type="button"
        class="button"
        aria-label={`${t("lab.svg")}: ${t("lab.tree")}`}
        onClick={() => saveChart(`kydai-tree-${p.kind}.svg`, frame.current)}
      >
        {t("lab.svg")}
      </button>
    </figure>
  );
}
