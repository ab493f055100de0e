export const languages: string[];
export function files(): string[];
export function fileOf(name: string, lang: string): string;
export function textsOf(name: string, lang: string): Record<string, string>;
export function missing(lang: string): [file: string, key: string, english: string][];
export function draw(lang: string, n: number, seed?: number): [file: string, key: string, text: string][];
export function count(): number;
