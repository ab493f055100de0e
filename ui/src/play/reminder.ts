// Forms the text that reminds a player of a turn whose time is running out. This file is loaded
// only if there is such a turn.
import { punctuated, t } from "../app/i18n";
import type { Turn } from "../wire/messages";
import { clockText, gameName } from "./words";

export const reminderText = (x: Turn, now: number): string =>
  punctuated(`${t("play.yourturn")}: ${gameName(x.game)} · ${clockText((x.deadline ?? 0) - now)}`);
