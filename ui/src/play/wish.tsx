// Describes the opponent of a level, and lets the player choose an opening for the opponent. This
// file is loaded with the form for a new game.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Side } from "../board";
import { lang, type Messages, punctuated, speakOf, t, tx } from "../app/i18n";
import { at, charactersOf, type Characters, openingTexts } from "../session/characters";
import { characterTexts } from "./charactertexts";
import { sideName } from "./words";

export interface WishProps {
  kind: string;
  level: number;
  /** The side of the engine opponent; null if the sides are random. */
  side: Side | null;
  /**
   * Whether the game begins at the default start position: openings exist only for this position.
   */
  plain: boolean;
  opening: string;
  onOpening?(name: string): void;
}

interface Loaded {
  kind: string;
  all: Characters | null;
  names: Messages;
}

/**
 * Shows the character of a level and, if the opponent can play an opening on request, the choice of
 * the opening.
 */
export function Wish(p: WishProps) {
  const loaded = useSignal<Loaded | null>(null);
  const { kind } = p;
  const l = lang.value;
  useEffect(() => {
    let gone = false;
    Promise.all([charactersOf(kind), openingTexts(kind, l), speakOf("character", l, characterTexts)]).then(
      ([all, names]) => {
        if (!gone) loaded.value = { kind, all, names };
      },
      () => undefined, // without this file the opponent is not described
    );
    return () => {
      gone = true;
    };
  }, [kind, l]);
  if (loaded.value?.kind !== kind || !loaded.value.all) return null;
  const { all, names } = loaded.value;
  const who = at(all, p.level);
  const nameOf = (name: string) => names[`opening.${name}`] ?? name;
  const mine = all.openings.filter((o) => !p.side || o.side === p.side);
  const liked = [...new Set(mine.filter((o) => who?.likes?.includes(o.name)).map((o) => nameOf(o.name)))];
  return (
    <>
      {who && (
        <p class="wish">
          <b>{punctuated(`${tx(`char.name.${who.name}`)}.`)}</b> {tx(`char.about.${who.name}`)}{" "}
          {who.weakness && t("char.weak", { what: tx(`char.weak.${who.weakness.name}`) })}{" "}
          {liked.length > 0 && t("char.likes", { openings: liked.join(t("list.comma")) })}
        </p>
      )}
      {p.onOpening && p.plain && mine.length > 0 && (
        <label class="field">
          <span>{t("char.opening")}</span>
          <select value={p.opening} onChange={(e) => p.onOpening?.(e.currentTarget.value)}>
            <option value="">{t("char.opening.any")}</option>
            {mine.map((o) => (
              <option key={o.name} value={o.name}>
                {nameOf(o.name)}
                {p.side ? "" : ` (${sideName(kind, o.side)})`}
              </option>
            ))}
          </select>
          {p.opening && <small>{t("char.opening.about")}</small>}
        </label>
      )}
    </>
  );
}

/**
 * The side that plays an opening. If the sides are random and the player wants this opening, the
 * engine opponent gets this side.
 */
export const sideOf = async (kind: string, opening: string): Promise<Side | undefined> =>
  (await charactersOf(kind))?.openings.find((o) => o.name === opening)?.side;
