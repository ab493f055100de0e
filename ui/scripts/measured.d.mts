export function scores(markdown: string): Record<string, (number | null)[]>;
export function write(all: Record<string, (number | null)[]>): string;
export function wanted(): string;
