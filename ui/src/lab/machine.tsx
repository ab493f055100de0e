// Lets the user choose the strength of an engine: a level, or an algorithm with
// its parameters.
import { t } from "../app/i18n";
import type { Algorithm, Machine } from "../session/saved";
import { LevelPicker } from "../play/level";
import { Pick } from "../play/pick";
import { machineName } from "../play/words";
import { AlgorithmFields } from "./fields";

const usual: Algorithm = { name: "ordered", depth: 2, sims: 1000 };

export interface MachineProps {
  kind: string;
  machine: Machine;
  /** The name of the radio group, unique on the page. */
  name: string;
  label?: string;
  onChange(m: Machine): void;
}

/** A field for the level of an engine, or for the name of its algorithm. */
export function MachineLevel(p: MachineProps) {
  if (p.machine.algorithm)
    return (
      <p>
        {p.label && <b>{p.label}: </b>}
        {machineName(p.machine)}
      </p>
    );
  return (
    <LevelPicker
      kind={p.kind}
      level={p.machine.level}
      label={p.label}
      name={p.name}
      onPick={(level) => p.onChange({ kind: "machine", level })}
    />
  );
}

/**
 * The fields that switch an engine between a level and an algorithm, with the algorithm's
 * parameters.
 */
export function MachineBy(p: MachineProps) {
  const { level, algorithm } = p.machine;
  const set = (part: Partial<Algorithm>) =>
    p.onChange({ kind: "machine", level, algorithm: { ...usual, ...algorithm, ...part } });
  return (
    <>
      <Pick
        label={p.label ?? t("machine.by")}
        name={`by-${p.name}`}
        value={algorithm ? "algorithm" : "level"}
        values={["level", "algorithm"] as const}
        text={(v) => t(`machine.by.${v}`)}
        onPick={(v) => (v === "level" ? p.onChange({ kind: "machine", level }) : set({}))}
      />
      {algorithm && (
        <AlgorithmFields
          kind={p.kind}
          label={t("lab.algorithm")}
          value={{ text: algorithm.name, depth: algorithm.depth, sims: algorithm.sims }}
          onChange={({ text, depth, sims }) => set({ name: text, depth, sims })}
        />
      )}
    </>
  );
}
