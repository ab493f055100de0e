// Formats dates for fields of forms.

/** A moment as a field of a form has it. */
export function field(ms: number, type: "date" | "datetime-local"): string {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString();
  return local.slice(0, type === "date" ? 10 : 16);
}

/** The moment of a field; NaN if it is empty. */
export const moment = (value: string): number => new Date(value.length === 10 ? `${value}T00:00` : value).getTime();

/** The next full hour. */
export const soon = (): number => Math.ceil(Date.now() / 3600_000) * 3600_000;
