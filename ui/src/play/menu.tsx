// What else one can do with a game: the sheet of its menu.
import { useSignal } from "@preact/signals";
import { infoOf } from "../app/boot";
import { t } from "../app/i18n";
import { share } from "../app/share";
import { tell } from "../app/shell";
import { FormatField } from "./format";
import { download, recordOf } from "../session/records";
import type { LocalGame } from "../session/local";
import { Looks } from "./looks";
import { errorText } from "./words";
import { Refused } from "../session/desk";
import { AskResign } from "./resign";

export interface MenuProps {
  game: LocalGame;
  onClose(): void;
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
    p.onClose();
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
    <>
      <div class="grid">
        <button type="button" class="button main" onClick={then(p.onNew)}>
          {t("play.new")}
        </button>
        {game.mine === "first" && game.state.value.ply === 0 && game.saved.value.undone.length === 0 ? (
          <button type="button" class="button" onClick={then(() => void game.giveFirst())}>
            {t("play.giveturn")}
          </button>
        ) : (
          <button
            type="button"
            class="button"
            disabled={game.saved.value.undone.length === 0}
            onClick={then(() => void game.redo())}
          >
            {t("play.redo")}
          </button>
        )}
        <button type="button" class="button" disabled={over || game.mine === "none"} onClick={then(() => void draw())}>
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
        <FormatField value={format} formats={formats} />
        <button
          type="button"
          class="button"
          onClick={() => void record((text) => download(game.saved.value, format.value, text))}
        >
          {t("play.download")}
        </button>
        <button type="button" class="button" onClick={() => void record((text) => share({ text }))}>
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
    </>
  );
}
