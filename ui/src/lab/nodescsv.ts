// Formats node counts as CSV, with the same columns as `kydai lab nodes --csv`.
import type { Counted } from "../session/messages";

/** Writes a row for each depth and algorithm that was counted. */
export function nodesCsv(names: readonly string[], rows: readonly (readonly (Counted | null)[])[]): string {
  const body = rows.flatMap((row, i) =>
    row.flatMap((c, j) => {
      if (!c) return [];
      const before = rows[i - 1]?.[j]?.nodes;
      const branching = before ? (c.nodes / before).toFixed(2) : "";
      return [[i + 1, names[j], c.nodes, c.leaves, c.cuts, branching, c.value / 100, !c.stopped].join(",")];
    }),
  );
  return ["depth,algorithm,nodes,leaves,cuts,branching,value,complete", ...body, ""].join("\n");
}
