// Parses names that a teacher pastes: one per line, or a school's table that has other columns too.

const FAMILY = /^(họ|họ đệm|họ lót|họ và (tên )?(đệm|lót)|surname|last ?name|family ?name|姓)$/i;
const GIVEN = /^(tên|first ?name|given ?name|名)$/i;
const WHOLE = /^(họ (và|&|,)? ?tên.*|tên học sinh|tên đầy đủ|full ?name|name|student( name)?|姓名)$/i;

/**
 * Reports whether a cell can be the name of a person: letters, no digits, no e-mail or web address.
 */
const likely = (cell: string): boolean => /\p{L}/u.test(cell) && !/[\d@/]/.test(cell);

const clean = (text: string): string =>
  text
    .replace(/^[\s\d.)\-–•*]+/, "")
    .replace(/\s+/g, " ")
    .trim();

/**
 * Returns the column separator of the lines, or "" if there is none. A separator must be in at
 * least half of the lines.
 */
function separator(lines: string[]): string {
  for (const s of ["\t", ";", ","]) if (lines.filter((l) => l.includes(s)).length * 2 >= lines.length) return s;
  return "";
}

/**
 * Reads pasted names. In a table the titles of the columns select the columns with the names;
 * without titles the column with the longest names is used.
 */
export function pastedNames(text: string): string[] {
  const lines = text.split(/\r?\n/).filter((l) => l.trim());
  const mark = separator(lines);
  if (!mark) return lines.map(clean).filter((n) => n && !WHOLE.test(n));
  const rows = lines.map((l) => l.split(mark).map((c) => c.replace(/^"|"$/g, "").trim()));
  const head = rows[0] ?? [];
  const at = (what: RegExp) => head.findIndex((c) => what.test(c));
  const [family, given, whole] = [at(FAMILY), at(GIVEN), at(WHOLE)];
  const titled = whole >= 0 || given >= 0;
  const body = titled ? rows.slice(1) : rows;
  if (whole < 0 && family >= 0 && given >= 0)
    return body.map((r) => clean(`${r[family] ?? ""} ${r[given] ?? ""}`)).filter(Boolean);
  const column = whole >= 0 ? whole : given >= 0 ? given : longest(body);
  return body.map((r) => clean(r[column] ?? "")).filter(Boolean);
}

/** The index of the column with the most words that can be names. */
function longest(rows: string[][]): number {
  const sums: number[] = [];
  for (const r of rows) r.forEach((c, i) => (sums[i] = (sums[i] ?? 0) + (likely(c) ? c.split(/\s+/).length : 0)));
  return sums.indexOf(Math.max(...sums));
}
