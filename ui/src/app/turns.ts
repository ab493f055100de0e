// Holds the list of matches in which it is the viewer's turn. Every page shows
// these matches.
import { computed, signal } from "@preact/signals";
import type { Turn } from "../wire/messages";
import { place } from "./router";

export const turns = signal<Turn[]>([]);

/** Those that are not open on this page. */
export const waiting = computed(() => turns.value.filter((x) => place.value !== `/g/${x.match}`));
