import type { Plugin } from "vite";
export function filesOf(name: string): Map<string, string>;
export function games(): Plugin;
