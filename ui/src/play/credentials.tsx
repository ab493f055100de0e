// Contains parts of the account page: a form that sends one request at a time and shows the error
// of a refused request, and the list of recovery codes.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { t } from "../app/i18n";
import { tell } from "../app/shell";
import { Refused } from "../session/desk";
import { faultText } from "./hooks";

export function Field(p: { name: string; text: string; complete: string; hint?: string; value?: string }) {
  const secret = p.name === "password" || p.name === "old";
  const open = useSignal(false);
  return (
    <>
      <label class="field">
        <span>{p.text}</span>
        <input
          name={p.name}
          type={secret && !open.value ? "password" : "text"}
          autocomplete={p.complete}
          autocapitalize="off"
          spellcheck={false}
          required
          defaultValue={p.value}
          placeholder={p.hint}
          onInput={(e) => e.currentTarget.removeAttribute("aria-invalid")}
        />
      </label>
      {secret && (
        <button type="button" class="link" onClick={() => (open.value = !open.value)}>
          {t(open.value ? "account.password.hide" : "account.password.show")}
        </button>
      )}
    </>
  );
}

/** Marks the fields to which an error belongs, and focuses the first of them. */
function mark(form: HTMLFormElement, code: string): void {
  const fields = [...form.querySelectorAll<HTMLInputElement>("input[name]")];
  // After a wrong password the name may be wrong instead, because the server does not report which
  // one is wrong. So all fields are marked.
  const wrong = fields.filter((f) => code.startsWith("wrong-") || code.includes(f.name));
  for (const f of wrong) f.setAttribute("aria-invalid", "true");
  wrong[0]?.focus();
}

export function Form(p: {
  title: string;
  button: string;
  /**
   * Whether the button looks plain and not like the main button of a page, because the page has
   * several forms.
   */
  quiet?: boolean;
  onSend(values: Record<string, string>): Promise<unknown>;
  children?: ComponentChildren;
}) {
  const fault = useSignal("");
  const busy = useSignal(false);
  const send = async (e: SubmitEvent) => {
    e.preventDefault();
    if (busy.value) return;
    const form = e.currentTarget as HTMLFormElement;
    const values: Record<string, string> = {};
    new FormData(form).forEach((v, k) => (values[k] = String(v)));
    busy.value = true;
    fault.value = "";
    try {
      await p.onSend(values);
    } catch (err) {
      fault.value = faultText(err);
      mark(form, err instanceof Refused ? err.code : "");
    }
    busy.value = false;
  };
  return (
    <form class="pick" aria-label={p.title} onSubmit={(e) => void send(e)}>
      <h2>{p.title}</h2>
      {p.children}
      {fault.value && (
        <p class="verdict" data-bad role="alert">
          {fault.value}
        </p>
      )}
      <button class={p.quiet ? "button" : "button main"} disabled={busy.value}>
        {p.button}
      </button>
    </form>
  );
}

/** Recovery codes, which are shown only once. */
export function Codes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const copy = () =>
    navigator.clipboard?.writeText(codes.join("\n")).then(
      () => tell(t("app.copied")),
      () => undefined,
    );
  return (
    <section aria-label={t("account.codes")}>
      <h2>{t("account.codes")}</h2>
      <p>{t("account.codes.keep")}</p>
      <ol class="codes">
        {codes.map((c) => (
          <li key={c}>
            <code>{c}</code>
          </li>
        ))}
      </ol>
      <p class="row">
        <button type="button" class="button" onClick={() => void copy()}>
          {t("account.copy")}
        </button>
        <a
          class="button"
          download="kydai-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(codes.join("\r\n"))}`}
        >
          {t("account.codes.save")}
        </a>
        <button type="button" class="button main" onClick={onDone}>
          {t("account.codes.done")}
        </button>
      </p>
    </section>
  );
}
