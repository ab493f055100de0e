// Shows switches for settings, on the settings page and beside the board.
import { t } from "../app/i18n";
import { change, settings } from "../app/settings";
import { startMusic } from "./sounds";

export function Switch(p: {
  what: "sound" | "music" | "aloud" | "confirm" | "marks" | "instant" | "silent";
  text: string;
  on?: boolean;
}) {
  const on = p.on ?? Boolean(settings.value[p.what]);
  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        aria-checked={on}
        checked={on}
        onChange={(e) => {
          change({ [p.what]: e.currentTarget.checked });
          startMusic();
        }}
      />
      <span>{p.text}</span>
    </label>
  );
}

/** The switches for sounds and music. */
export function Heard() {
  return (
    <>
      <Switch what="sound" text={t("settings.sound")} />
      <Switch what="music" text={t("settings.music")} />
    </>
  );
}
