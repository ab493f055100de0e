// Imports game records from pasted text or from a file.
import { useSignal } from "@preact/signals";
import { infoOf, kinds } from "../app/boot";
import { t } from "../app/i18n";
import { go, query } from "../app/router";
import { settings } from "../app/settings";
import { Titled } from "../app/titled";
import { FormatField } from "../play/format";
import { faultText } from "../play/hooks";
import { gameName, moveNumber } from "../play/words";
import { begin, library } from "../session/here";
import { playerOf, readRecord, studyOf, type Imported } from "../session/records";
import { PickKind } from "../play/pickkind";
import { loadListing } from "../games/listing";

export default function Import() {
  const kind = useSignal(
    infoOf(query().get("kind") ?? "") ? (query().get("kind") ?? "") : settings.value.kind || kinds()[0] || "",
  );
  const format = useSignal("");
  const text = useSignal("");
  const found = useSignal<Imported[]>([]);
  const fault = useSignal("");
  const busy = useSignal(false);
  const formats = [...new Set(kinds().flatMap((k) => infoOf(k)?.formats ?? []))];

  const read = async (record: string | Uint8Array) => {
    busy.value = true;
    fault.value = "";
    found.value = [];
    try {
      // If the text is a list of pieces, it is a position without moves, so it opens in the editor.
      const cells = typeof record === "string" ? (await loadListing(kind.value))?.read(record) : null;
      if (cells) return go(`/editor/${kind.value}?list=${encodeURIComponent(record as string)}`);
      const games = await readRecord(record, format.value, kind.value);
      const [empty] = games;
      if (empty && games.every(isEmpty)) fault.value = t("import.none", { why: whyOf(empty) });
      else found.value = games;
      const only = found.value.length === 1 ? found.value[0] : undefined;
      if (only && !only.problem) open(only);
    } catch (err) {
      fault.value = faultText(err);
    }
    busy.value = false;
  };
  const open = (g: Imported) => {
    const saved = begin(studyOf(g));
    library.put(saved);
    go(`/analysis/${saved.kind}?game=${saved.id}`);
  };
  const file = async (f: File | undefined) => {
    if (!f) return;
    const bytes = new Uint8Array(await f.arrayBuffer());
    text.value = shownText(bytes);
    await read(bytes);
  };
  return (
    <Titled title={t("import.title")} class="narrow">
      <form class="setup" onSubmit={(e) => (e.preventDefault(), void read(text.value))}>
        <PickKind value={kind.value} onPick={(k) => (kind.value = k)} />
        <label class="field">
          <span>{t("import.paste")}</span>
          <textarea value={text} onInput={(e) => (text.value = e.currentTarget.value)} spellcheck={false} />
        </label>
        <label class="button file">
          {t("import.file")}
          <input type="file" class="unseen" onChange={(e) => void file(e.currentTarget.files?.[0])} />
        </label>
        <FormatField value={format} formats={formats} auto />
        <button type="submit" class="button main" disabled={busy.value || !text.value.trim()}>
          {busy.value ? t("app.loading") : t("import.go")}
        </button>
      </form>
      {fault.value && (
        <p class="verdict" data-bad role="alert">
          {fault}
        </p>
      )}
      {found.value.length > 0 && (
        <>
          <p role="status">{t("import.found", { n: found.value.length })}</p>
          <ul class="list">
            {found.value.map((g, i) => (
              <li key={i} class="more">
                {!isEmpty(g) && (
                  <button type="button" class="button" onClick={() => open(g)}>
                    {t("import.open")}
                  </button>
                )}
                <span>
                  <b>{gameName(g.record.game)}</b> {playerOf(g.record, 0)} – {playerOf(g.record, 1)} {g.record.result}{" "}
                  <small>
                    {t("games.moves", { n: moveNumber(g.record.moves.length) })}
                    {g.problem && ` · ${t("import.upto", { ply: moveNumber(g.problem.ply ?? 0), why: whyOf(g) })}`}
                  </small>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Titled>
  );
}

/** Whether neither a position nor a move of a game could be read. */
const isEmpty = (g: Imported): boolean => Boolean(g.problem) && g.plies === 0 && !g.record.start;

/** The reason why a game could not be read to its end. */
function whyOf({ problem }: Imported): string {
  const token = problem?.token ?? "";
  return problem?.code === "illegal-move" ? t("import.illegal", { token }) : t("import.unread", { token });
}

/** The preview of a file; empty if it is not Unicode text. The import reads the original bytes. */
function shownText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return "";
  }
}
