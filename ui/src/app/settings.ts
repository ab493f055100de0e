// Stores the user's settings on this device.
import { effect, signal } from "@preact/signals";
import { boot } from "./boot";
import type { Lang } from "./i18n";

export interface Settings {
  lang: Lang | "";
  theme: "auto" | "light" | "dark";
  sound: boolean;
  music: boolean;
  /** Whether moves are read aloud. */
  aloud: boolean;
  confirm: boolean;
  /** The chosen notation, piece set, board and coordinates, by game. */
  notation: Record<string, string>;
  set: Record<string, string>;
  board: Record<string, string>;
  coordinates: Record<string, string>;
  /**
   * The game that was played last, and the level that was chosen last; level 0 is the opponent that
   * matches the player's strength.
   */
  kind: string;
  level: number;
  /** The level that matches the player's strength, by game: see rate/fit.ts. */
  fit: Record<string, number>;
  zen: boolean;
  /**
   * Whether engine opponents answer at once and not after the time that a person would take: see
   * session/opponent.ts.
   */
  instant?: boolean;
  /** Whether engine opponents show no remarks beside their names. */
  silent?: boolean;
  /** Stronger colours of text, lines and borders: "auto" follows the system, "more" is always. */
  contrast: "auto" | "more";
  /**
   * Whether the pieces of the second side have a mark, for players who cannot distinguish the
   * colours.
   */
  marks: boolean;
  /**
   * Whether this device has played through the server or belongs to an account. Only then can a
   * match wait for a move of the player.
   */
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

/**
 * Whether the header shows the bell (notices) to this visitor. The header reserves the bell's space
 * from the start and loads the bell soon after.
 */
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
