// Formats dates for fields of forms.

/** Formats a time in milliseconds as the value of a date field, in local time. */
export function field(ms: number, type: "date" | "datetime-local"): string {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString();
  return local.slice(0, type === "date" ? 10 : 16);
}

/** The time of a date field in milliseconds; NaN if the field is empty. */
export const moment = (value: string): number => new Date(value.length === 10 ? `${value}T00:00` : value).getTime();

/** The next full hour, in milliseconds. */
export const soon = (): number => Math.ceil(Date.now() / 3600_000) * 3600_000;
