// The user's settings, stored on this device.
import { effect, signal } from "@preact/signals";
import type { Lang } from "./i18n";

export interface Settings {
  lang: Lang | "";
  theme: "auto" | "light" | "dark";
  sound: boolean;
  music: boolean;
  confirm: boolean;
  /** By game. */
  notation: Record<string, string>;
  set: Record<string, string>;
  coordinates: Record<string, string>;
  /** The game played last, and the level chosen last. */
  kind: string;
  level: number;
  zen: boolean;
}

const KEY = "kydai.settings";
const usual: Settings = {
  lang: "",
  theme: "auto",
  sound: true,
  music: false,
  confirm: false,
  notation: {},
  set: {},
  coordinates: {},
  kind: "",
  level: 3,
  zen: false,
};

function load(): Settings {
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return { ...usual };
  }
}

export const settings = signal<Settings>(load());

/** Changes some settings and stores them. */
export function change(part: Partial<Settings>): void {
  settings.value = { ...settings.value, ...part };
  try {
    localStorage.setItem(KEY, JSON.stringify(settings.value));
  } catch {
    // If the storage is full or forbidden, the settings last for this visit only.
  }
}

effect(() => {
  const { theme } = settings.value;
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
});
