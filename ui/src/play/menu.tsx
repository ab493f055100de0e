// What else one can do with a game: a dialog of its own on every screen.
import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { infoOf } from "../app/boot";
import { lang, t, tOr, tx } from "../app/i18n";
import { change, settings } from "../app/settings";
import { tell } from "../app/shell";
import { download, recordOf, share } from "../session/records";
import type { LocalGame } from "../session/local";
import { notationOf } from "../session/here";
import { views } from "./board";
import { errorText } from "./words";
import { Refused } from "../session/desk";
import { Pick } from "./pick";
import { AskResign } from "./resign";

export interface MenuProps {
  dialog: RefObject<HTMLDialogElement>;
  game: LocalGame;
  onNew(): void;
  onAnalyse(): void;
}

export function Menu(p: MenuProps) {
  const { game } = p;
  const asking = useSignal(false);
  const info = infoOf(game.kind);
  const formats = info?.formats ?? [];
  const format = useSignal(formats[0] ?? "json");
  const close = () => {
    asking.value = false;
    p.dialog.current?.close();
  };
  const then = (f: () => unknown) => () => {
    close();
    f();
  };
  const me = game.mine === "second" ? "second" : game.mine === "first" ? "first" : game.state.value.turn;
  const draw = async () => {
    if (!(await game.offerDraw())) tell(t("play.draw.no"));
  };
  const record = async (use: (text: string) => unknown) => {
    close();
    try {
      await use(await recordOf(game.saved.value, format.value));
    } catch (e) {
      tell(errorText(e instanceof Refused ? e.code : "internal"));
    }
  };
  const over = game.ended.value !== null;
  return (
    // A click beside the sheet closes it, as Escape does.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={p.dialog}
      class="menu"
      aria-label={t("app.menu")}
      onClick={(e) => e.target === p.dialog.current && close()}
    >
      <div class="sheet">
        <div class="grid">
          <button type="button" class="button main" onClick={then(p.onNew)}>
            {t("play.new")}
          </button>
          <button
            type="button"
            class="button"
            disabled={game.saved.value.undone.length === 0}
            onClick={then(() => void game.redo())}
          >
            {t("play.redo")}
          </button>
          <button
            type="button"
            class="button"
            disabled={over || game.mine === "none"}
            onClick={then(() => void draw())}
          >
            {game.state.value.claim ? t("play.draw.claim") : t("play.draw")}
          </button>
          <button
            type="button"
            class="button"
            disabled={over || game.mine === "none"}
            onClick={() => (asking.value = true)}
          >
            {t("play.resign")}
          </button>
          <button type="button" class="button" onClick={then(p.onAnalyse)}>
            {t("play.analyse")}
          </button>
          <a class="button" href="/games" onClick={close}>
            {t("play.load")}
          </a>
        </div>
        {asking.value && <AskResign onYes={then(() => game.resign(me))} onNo={() => (asking.value = false)} />}
        <div class="row">
          <label class="field">
            <span>{t("import.format")}</span>
            <select value={format} onChange={(e) => (format.value = e.currentTarget.value)}>
              {formats.map((f) => (
                <option key={f} value={f}>
                  {f.toUpperCase()}
                </option>
              ))}
            </select>
          </label>
          <button
            type="button"
            class="button"
            onClick={() => void record((text) => download(game.saved.value, format.value, text))}
          >
            {t("play.download")}
          </button>
          <button type="button" class="button" onClick={() => void record(share)}>
            {t("play.share")}
          </button>
        </div>
        <p class="fine">{t("play.kept")}</p>
        <Looks kind={game.kind} onNotation={() => void game.refresh()} />
        <details>
          <summary>{t("help.title")}</summary>
          <p>{t("help.arrows")}</p>
          <p>{t("help.flip")}</p>
          <p>{t("help.command")}</p>
          <p>{t("help.board")}</p>
        </details>
        <button type="button" class="button" onClick={close}>
          {t("app.close")}
        </button>
      </div>
    </dialog>
  );
}

/** The piece sets of a game side by side, for who cannot read one of them. */
export function Sets({ kind }: { kind: string }) {
  const view = views.value[kind];
  const s = settings.value;
  if (!view || view.sets.length < 2) return null;
  return (
    <Pick
      label={t("settings.pieces")}
      name="set"
      value={s.set[kind] ?? view.setFor(lang.value)}
      values={view.sets}
      text={(v) => tx(`set.${v}`)}
      onPick={(v) => change({ set: { ...s.set, [kind]: v } })}
    />
  );
}

/** Notation, piece set and coordinates of one game. */
export function Looks(p: { kind: string; onNotation?(): void }) {
  const info = infoOf(p.kind);
  const view = views.value[p.kind];
  const s = settings.value;
  const pick = (what: "notation" | "set" | "coordinates", value: string) => {
    change({ [what]: { ...s[what], [p.kind]: value } });
    if (what === "notation") p.onNotation?.();
  };
  const field = (
    what: "notation" | "set" | "coordinates",
    label: string,
    value: string,
    values: readonly string[],
    name: (v: string) => string,
  ) =>
    values.length > 1 && (
      <label class="field">
        <span>{label}</span>
        <select value={value} onChange={(e) => pick(what, e.currentTarget.value)}>
          {values.map((v) => (
            <option key={v} value={v}>
              {name(v)}
            </option>
          ))}
        </select>
      </label>
    );
  return (
    <div class="row">
      {field("notation", t("settings.notation"), notationOf(p.kind), info?.notations ?? [], (v) =>
        tOr(`notation.${v}`, v),
      )}
      {view &&
        field("set", t("settings.pieces"), s.set[p.kind] ?? view.setFor(lang.value), view.sets, (v) => tx(`set.${v}`))}
      {view &&
        field(
          "coordinates",
          t("settings.coordinates"),
          s.coordinates[p.kind] ?? view.coordinates[0] ?? "",
          [...view.coordinates, "none"],
          (v) => (v === "none" ? t("settings.coordinates.none") : tOr(`coordinates.${v}`, v)),
        )}
    </div>
  );
}
