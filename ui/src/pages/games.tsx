// Games kept on this device.
import { useSignal } from "@preact/signals";
import { moment, t } from "../app/i18n";
import { Titled } from "../app/titled";
import { endText, gameName, machineName } from "../play/words";
import { library } from "../session/here";
import type { Saved } from "../session/saved";

/** Who plays whom. */
function opponents({ seats: { first, second } }: Saved): string {
  if (first.kind === "human" && second.kind === "human") return t("play.opponent.hotseat");
  return [first, second].map((s) => (s.kind === "machine" ? machineName(s) : t("seat.you"))).join(" – ");
}

export default function Games() {
  const games = useSignal(library.all());
  const remove = (id: string) => {
    library.remove(id);
    games.value = library.all();
  };
  return (
    <Titled title={t("games.title")} class="narrow">
      <p class="more">
        <a class="button" href="/import">
          {t("nav.import")}
        </a>
      </p>
      {games.value.length === 0 && <p>{t("games.none")}</p>}
      <ul class="list">
        {games.value.map((s) => (
          <li key={s.id}>
            <a href={`/game/${s.id}`}>
              <b>{gameName(s.kind)}</b> <span>{opponents(s)}</span>
              <small>
                {moment(s.updated)} · {t("games.moves", { n: s.moves.length })} ·{" "}
                {s.ended ? endText(s.kind, s.ended, "none") : t("games.underway")}
              </small>
            </a>
            <button
              type="button"
              class="icon"
              aria-label={t("games.delete")}
              title={t("games.delete")}
              onClick={() => remove(s.id)}
            >
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13" />
              </svg>
            </button>
          </li>
        ))}
      </ul>
    </Titled>
  );
}
