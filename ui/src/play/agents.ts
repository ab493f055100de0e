// Converts user agents to readable names of browsers and systems.

/** The names of the browser and the system of a session. */
export function agentName(agent: string): string {
  const of = (list: readonly (readonly [RegExp, string])[]) => list.find(([r]) => r.test(agent))?.[1] ?? "";
  const browser = of([
    [/Edg\//, "Edge"],
    [/Firefox\//, "Firefox"],
    [/OPR\//, "Opera"],
    [/Chrom/, "Chrome"],
    [/Safari\//, "Safari"],
  ]);
  const system = of([
    [/Android/, "Android"],
    [/iPhone|iPad/, "iOS"],
    [/Windows/, "Windows"],
    [/Mac OS/, "macOS"],
    [/Linux/, "Linux"],
  ]);
  return [browser, system].filter(Boolean).join(", ") || agent.slice(0, 40) || "?";
}
