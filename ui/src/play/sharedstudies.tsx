// Lists the studies that the player has shared by a short link: their links, how long the server
// keeps them, and a button that deletes them from the server.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../app/i18n";
import { moment } from "../app/moment";
import { tell } from "../app/shell";
import type { components } from "../wire/api";
import { rest } from "../wire/rest";
import { faultText } from "./hooks";
import { gameName } from "./words";

type Study = components["schemas"]["SharedStudy"];

export function SharedStudies() {
  const all = useSignal<Study[]>([]);
  // The id of the study whose deletion the user has yet to confirm. A confirmation is needed
  // because a deleted link cannot be created again.
  const asked = useSignal("");
  useEffect(() => {
    rest<Study[]>("GET", "/me/studies").then(
      (list) => (all.value = list),
      () => undefined, // The list stays hidden if the device is offline or the server stores no studies.
    );
  }, []);
  const drop = async (id: string) => {
    asked.value = "";
    try {
      all.value = await rest<Study[]>("DELETE", `/studies/${encodeURIComponent(id)}`);
      tell(t("games.shared.deleted"));
    } catch (e) {
      tell(faultText(e));
    }
  };
  if (all.value.length === 0) return null;
  return (
    <section aria-label={t("games.shared")}>
      <h2>{t("games.shared")}</h2>
      <ul class="list">
        {all.value.map((s) =>
          asked.value === s.id ? (
            <li key={s.id}>
              <p class="ask" role="alert">
                <span>{t("games.shared.sure")}</span>
                <button type="button" class="link" onClick={() => void drop(s.id)}>
                  {t("games.shared.yes")}
                </button>
                <button type="button" class="link" onClick={() => (asked.value = "")}>
                  {t("games.shared.no")}
                </button>
              </p>
            </li>
          ) : (
            <li key={s.id}>
              <One study={s} onDrop={() => (asked.value = s.id)} />
            </li>
          ),
        )}
      </ul>
    </section>
  );
}

function One({ study: s, onDrop }: { study: Study; onDrop(): void }) {
  const made = moment(s.made ?? 0);
  const label = t("games.shared.delete", { game: gameName(s.game), when: made });
  const kept = s.until ? t("games.shared.until", { when: moment(s.until) }) : t("games.shared.always");
  return (
    <>
      <a href={`/analysis/${s.game}?study=${s.id}`}>
        <b>{gameName(s.game)}</b> <span>{t("games.shared.made", { when: made })}</span>
        <small>{kept}</small>
      </a>
      <button type="button" class="icon" aria-label={label} title={label} onClick={onDrop}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13" />
        </svg>
      </button>
    </>
  );
}
