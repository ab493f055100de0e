import type { Plugin } from "vite";
export function filesOf(name: string): Map<string, string>;
export function partOf(key: string): "table" | "board";
export function wordsOf(lang: string, part?: string): Record<string, string>;
export function games(): Plugin;
