// Runs an experiment of the lab in a worker of its own. Stopping an experiment then stops nothing
// else, and no experiment waits for another one.
import { useSignal, type Signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { faultText } from "../play/hooks";
import { WorkerDesk, type Desk } from "../session/desk";

/** The experiment of a form; at most one run at a time. */
export interface Job {
  running: Signal<boolean>;
  /** Why the last run failed, in the page's language; "" if it did not fail. */
  fault: Signal<string>;
  /** Starts a run, unless one is running. */
  run(): void;
  stop(): void;
}

/**
 * Creates a job that does `work` with its own worker. `going` returns false once the run was
 * stopped. A form that leaves the page, for example because the user chose another game, stops its
 * job. `onStop` stops what the run has started besides its worker.
 */
export function useJob(work: (desk: Desk, going: () => boolean) => Promise<void>, onStop?: () => void): Job {
  const running = useSignal(false);
  const fault = useSignal("");
  const own = useMemo(() => ({ desk: new WorkerDesk("lab"), run: 0 }), []);
  const run = async () => {
    if (running.value) return;
    const mine = ++own.run;
    const going = () => own.run === mine;
    running.value = true;
    fault.value = "";
    try {
      await work(own.desk, going);
    } catch (e) {
      if (going()) fault.value = faultText(e);
    }
    if (going()) running.value = false;
  };
  const stop = () => {
    own.run++;
    own.desk.stop();
    onStop?.();
    running.value = false;
  };
  useEffect(() => stop, []);
  return { running, fault, run: () => void run(), stop };
}
