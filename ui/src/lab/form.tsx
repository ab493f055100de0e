// Shows the form of an experiment of the lab, with its button.
import type { ComponentChildren } from "preact";
import { t } from "../app/i18n";

/** The fields of an experiment. Its button of the type "submit" or the Enter key runs it. */
export const Form = (p: { children: ComponentChildren; onRun(): void }) => (
  <form
    class="trial"
    noValidate
    onSubmit={(e) => {
      e.preventDefault();
      p.onRun();
    }}
  >
    {p.children}
  </form>
);

/**
 * The button of a form that runs an experiment, or stops the one that is running. `of` names the
 * experiment.
 */
export const RunButton = (p: { of: string; running: boolean; main?: boolean; onStop(): void }) => (
  <button
    type={p.running ? "button" : "submit"}
    class={p.main ? "button main" : "button"}
    aria-label={`${p.running ? t("lab.stop") : t("lab.run")}: ${p.of}`}
    aria-busy={p.running || undefined}
    onClick={(e) => {
      if (!p.running) return;
      // The button may be of the type "submit" again before the browser handles this click.
      e.preventDefault();
      p.onStop();
    }}
  >
    {p.running ? t("lab.stop") : t("lab.run")}
  </button>
);
