// Loads a list from the server page by page, and the entries of the list that belong to the current
// player.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { boot } from "../app/boot";
import type { Me } from "./messages";
import { page, rest } from "./rest";

/**
 * Loads the current player, the first part of the list at `path` and, if the player has an account,
 * the player's own entries at `own`. Both paths must contain a query (?…). `more` loads the next
 * part of the list; `next` is its cursor, or "" after the last part.
 */
export function useList<T>(path: string, own: string, say: (e: unknown) => string) {
  const me = useSignal<Me | null>(null);
  const list = useSignal<T[] | null>(null);
  const mine = useSignal<T[]>([]);
  const next = useSignal("");
  const fault = useSignal("");
  const load = async (cursor: string) => {
    try {
      // Request the current player first: if a new visitor sends several requests at once, the
      // server creates several guests.
      me.value ??= await rest<Me>("GET", "/me");
      const p = await page<T>(path, cursor);
      if (!cursor && me.value.account) mine.value = (await page<T>(own)).items;
      list.value = cursor ? [...(list.value ?? []), ...p.items] : p.items;
      next.value = p.next;
      fault.value = "";
    } catch (e) {
      fault.value = say(e);
    }
  };
  useEffect(() => {
    if (boot.online) void load("");
  }, []);
  return { me, list, mine, next, fault, more: () => void load(next.value) };
}
