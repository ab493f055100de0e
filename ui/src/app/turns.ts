// Holds the list of matches in which it is the viewer's turn. Every page shows links to these
// matches.
import { computed, signal } from "@preact/signals";
import type { Turn } from "../wire/messages";
import { place } from "./router";

export const turns = signal<Turn[]>([]);

/** The matches that wait for the viewer's move, except the match that this page shows. */
export const waiting = computed(() => turns.value.filter((x) => place.value !== `/g/${x.match}`));
