// Lets the user choose an algorithm with all its settings, and shows how much time and memory a
// move will need.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { number, t } from "../app/i18n";
import { NumberField } from "../play/number";
import { algorithms, names, type Names } from "./desk";
import { estimate, type Cost } from "./estimate";
import { algOption, evalOption } from "./names";
import { hasDepth, isOwn, readSpec, writeSpec, type Chosen, type Spec } from "./spec";

export const MOST_DEPTH = 64;
export const MOST_SIMS = 10_000_000;
/** Above these limits a search may take long, so the form shows an estimate of the time. */
const LONG_DEPTH = 4;
const LONG_SIMS = 20_000;

/**
 * The evaluators and players that the lab has for a game; empty until the lab's module is loaded.
 */
export function useNames(kind: string): Names {
  const list = useSignal<Names>({ evals: [], players: [] });
  useEffect(() => {
    let gone = false;
    names(kind).then(
      (found) => void (gone || (list.value = found)),
      () => undefined,
    );
    return () => void (gone = true);
  }, [kind]);
  return list.value;
}

/** The field for the evaluator; hidden if the game has only one. */
export function EvalField(p: {
  kind: string;
  value: string;
  label: string;
  /** Names of evaluators with weights learnt on this device. */
  learnt?: readonly string[];
  onChange(name: string): void;
}) {
  const evals = [...useNames(p.kind).evals, ...(p.learnt ?? [])];
  if (evals.length < 2) return null;
  return (
    <label class="field">
      <span>{p.label}</span>
      <select value={p.value || evals[0]} onChange={(e) => p.onChange(e.currentTarget.value)}>
        {evals.map((name) => (
          <option key={name} value={name}>
            {evalOption(name)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The fields for an algorithm. `mark` ("A", "B") distinguishes two algorithms on a page. */
export function AlgorithmFields(p: {
  kind: string;
  value: Chosen;
  label: string;
  mark?: string;
  /**
   * The default and the largest number of workers for tree search; without this field, tree search
   * uses one worker.
   */
  workers?: { usual: number; most: number };
  learnt?: readonly string[];
  onChange(c: Chosen): void;
}) {
  const { players } = useNames(p.kind);
  const spec = readSpec(p.value.text);
  const named = (key: Parameters<typeof t>[0]) => (p.mark ? `${t(key)} ${p.mark}` : t(key));
  const set = (part: Partial<Spec>) => p.onChange({ ...p.value, text: writeSpec({ ...spec, ...part }) });
  const { depth, sims } = p.value;
  const { workers } = p;
  const choose = (name: string) =>
    set(name === "mcts" && workers && workers.usual > 1 ? { name, threads: String(workers.usual) } : { name });
  return (
    <div class="row">
      <label class="field">
        <span>{p.label}</span>
        <select value={spec.name} onChange={(e) => choose(e.currentTarget.value)}>
          {[...algorithms, ...players].map((a) => (
            <option key={a} value={a}>
              {algOption(a)}
            </option>
          ))}
        </select>
      </label>
      {!isOwn(spec.name) && spec.name !== "random" && (
        <EvalField
          kind={p.kind}
          value={spec.eval}
          label={named("lab.eval")}
          learnt={p.learnt}
          onChange={(name) => set({ eval: name })}
        />
      )}
      {hasDepth(spec.name) && (
        <NumberField
          least={1}
          label={named("lab.depth")}
          value={depth}
          most={MOST_DEPTH}
          onChange={(n) => p.onChange({ ...p.value, depth: n })}
        />
      )}
      {spec.name === "deepening" && (
        <NumberField
          least={1}
          label={named("lab.millis")}
          value={Number.parseInt(spec.time, 10) * (spec.time.endsWith("ms") ? 1 : 1000) || 1000}
          most={600_000}
          onChange={(n) => set({ time: `${n}ms` })}
        />
      )}
      {spec.name === "mcts" && (
        <>
          <NumberField
            least={1}
            label={named("lab.sims")}
            value={sims}
            most={MOST_SIMS}
            onChange={(n) => p.onChange({ ...p.value, sims: n })}
          />
          <label class="field">
            <span>{named("lab.c")}</span>
            <input
              type="number"
              min={0}
              step="any"
              placeholder={t("lab.c.usual")}
              value={spec.c}
              onInput={(e) => set({ c: Number(e.currentTarget.value) > 0 ? e.currentTarget.value : "" })}
            />
          </label>
          {workers && (
            <>
              <NumberField
                least={1}
                label={named("lab.threads")}
                value={Number(spec.threads) || 1}
                most={workers.most}
                onChange={(n) => set({ threads: n > 1 ? String(n) : "" })}
              />
              <label class="check">
                <input
                  type="checkbox"
                  checked={spec.keep === "yes"}
                  onChange={(e) => set({ keep: e.currentTarget.checked ? "yes" : "" })}
                />
                {named("lab.keep")}
              </label>
            </>
          )}
        </>
      )}
      <Estimate kind={p.kind} chosen={p.value} />
    </div>
  );
}

/** Shows the estimated cost of a move, if the search may take long. */
function Estimate({ kind, chosen }: { kind: string; chosen: Chosen }) {
  const cost = useSignal<Cost | null>(null);
  const { text, depth, sims } = chosen;
  const { name } = readSpec(text);
  const long = (hasDepth(name) && depth > LONG_DEPTH) || (name === "mcts" && sims > LONG_SIMS);
  useEffect(() => {
    cost.value = null;
    if (!long) return;
    let gone = false;
    const timer = setTimeout(() => {
      estimate(kind, chosen).then(
        (found) => void (gone || (cost.value = found)),
        () => undefined,
      );
    }, 300);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [kind, text, depth, sims]);
  if (!long || !cost.value) return null;
  const { seconds, bytes } = cost.value;
  const time =
    seconds < 1e4
      ? t("lab.cost.seconds", { n: number(Math.max(1, Math.round(seconds))) })
      : t("lab.cost.hours", { n: number(Math.round(seconds / 3600)) });
  return <p role="status">{t("lab.cost", { time, n: number(Math.max(1, Math.round(bytes / 1e6))) })}</p>;
}
