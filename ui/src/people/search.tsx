// Shows the form that finds a player by name.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../app/i18n";
import { go } from "../app/router";

export function SearchForm(p: { label: string; button: string; value?: string; onFind(name: string): void }) {
  const name = useSignal(p.value ?? "");
  useEffect(() => {
    name.value = p.value ?? "";
  }, [p.value]);
  return (
    <form
      class="row"
      onSubmit={(e) => {
        e.preventDefault();
        p.onFind(name.value.trim());
      }}
    >
      <label class="field">
        <span>{p.label}</span>
        <input
          type="search"
          maxLength={24}
          autocomplete="off"
          value={name.value}
          onInput={(e) => (name.value = e.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button">
        {p.button}
      </button>
    </form>
  );
}

/** Opens the profile of a player by name. */
export function FindPlayer() {
  return (
    <SearchForm
      label={t("rank.find")}
      button={t("rank.open")}
      onFind={(name) => name && go(`/player/@${encodeURIComponent(name)}`)}
    />
  );
}
