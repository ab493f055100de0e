// The link from an event to its club.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../app/i18n";
import type { ClubHead } from "../wire/messages";
import { page } from "../wire/rest";

export function OfClub({ id }: { id: string }) {
  const club = useSignal<ClubHead | undefined>(undefined);
  useEffect(() => {
    page<ClubHead>(`/clubs?event=${encodeURIComponent(id)}`).then(
      (p) => (club.value = p.items[0]),
      () => undefined,
    );
  }, []);
  if (!club.value) return null;
  return (
    <p>
      <a href={`/club/${club.value.id}`}>{t("event.club", { name: club.value.name })}</a>
    </p>
  );
}
