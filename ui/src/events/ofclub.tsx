// Shows the link from an event to its club.
import type { Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../app/i18n";
import type { ClubHead } from "../wire/messages";
import { page } from "../wire/rest";

/** Requests the club whose calendar contains an event. */
export async function clubOf(id: string, club: Signal<ClubHead | undefined>): Promise<void> {
  club.value = (await page<ClubHead>(`/clubs?event=${encodeURIComponent(id)}`)).items[0];
}

export function OfClub({ id, club }: { id: string; club: Signal<ClubHead | undefined> }) {
  useEffect(() => {
    clubOf(id, club).catch(() => undefined);
  }, []);
  if (!club.value) return null;
  return (
    <p>
      <a href={`/club/${club.value.id}`}>{t("event.club", { name: club.value.name })}</a>
    </p>
  );
}
