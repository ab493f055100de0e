// Stores the user's settings on this device.
import { effect, signal } from "@preact/signals";
import { boot } from "./boot";
import type { Lang } from "./i18n";

export interface Settings {
  lang: Lang | "";
  theme: "auto" | "light" | "dark";
  sound: boolean;
  music: boolean;
  /** Moves are read aloud. */
  aloud: boolean;
  confirm: boolean;
  /** By game. */
  notation: Record<string, string>;
  set: Record<string, string>;
  board: Record<string, string>;
  coordinates: Record<string, string>;
  /** The game played last, and the level chosen last; 0 means the opponent that fits. */
  kind: string;
  level: number;
  /** The level of the opponent that fits, by game: see rate/fit.ts. */
  fit: Record<string, number>;
  zen: boolean;
  /** Machines answer at once, and not after the time that a person would take: see session/opponent.ts. */
  instant?: boolean;
  /** Machines say nothing beside their names. */
  silent?: boolean;
  /** Stronger colours of text, lines and borders: as the system wishes, or always. */
  contrast: "auto" | "more";
  /** A sign on the pieces of the second side, for players who cannot tell the colours apart. */
  marks: boolean;
  /** Whether this device has played through the server, or belongs to an account, so that a match may wait for a move. */
  played: boolean;
}

const KEY = "kydai.settings";
const usual: Settings = {
  played: false,
  lang: "",
  theme: "auto",
  sound: true,
  music: false,
  aloud: false,
  confirm: false,
  notation: {},
  set: {},
  board: {},
  coordinates: {},
  kind: "",
  level: 0,
  fit: {},
  zen: false,
  contrast: "auto",
  marks: false,
};

function load(): Settings {
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return { ...usual };
  }
}

export const settings = signal<Settings>(load());

/** Whether this visitor has a bell in the header: its place is kept from the start, and it is loaded soon. */
export const hasBell = (): boolean => boot.online && settings.value.played;

/** Changes some settings and stores them. */
export function change(part: Partial<Settings>): void {
  settings.value = { ...settings.value, ...part };
  try {
    localStorage.setItem(KEY, JSON.stringify(settings.value));
  } catch {
    // If the storage is full or forbidden, the settings last for this visit only.
  }
}

/** Whether the system asks for more contrast. */
const strong = signal(false);
if (typeof matchMedia === "function") {
  const wish = matchMedia("(prefers-contrast: more)");
  strong.value = wish.matches;
  wish.addEventListener?.("change", () => (strong.value = wish.matches));
}

effect(() => {
  const { contrast, marks } = settings.value;
  const { dataset } = document.documentElement;
  if (contrast === "more" || strong.value) dataset.contrast = "more";
  else delete dataset.contrast;
  if (marks) dataset.marks = "";
  else delete dataset.marks;
});

effect(() => {
  const { theme } = settings.value;
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
});
