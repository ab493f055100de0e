// Shows the form of an experiment of the lab, with its button.
import type { ComponentChildren } from "preact";
import { t } from "../app/i18n";
import type { Job } from "./job";

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
export function RunButton({ of, job }: { of: string; job: Job }) {
  const running = job.running.value;
  const word = t(running ? "lab.stop" : "lab.run");
  return (
    <button
      type={running ? "button" : "submit"}
      class="button main"
      aria-label={`${word}: ${of}`}
      aria-busy={running || undefined}
      onClick={(e) => {
        if (!running) return;
        // The button may be of the type "submit" again before the browser handles this click.
        e.preventDefault();
        job.stop();
      }}
    >
      {word}
    </button>
  );
}
