// Keeps the form of a new task of a class, so that it is still filled in when the teacher comes back
// from the editor of positions.

/** What a teacher has entered in the form of a new task. */
export interface TaskDraft {
  what: "lesson" | "play" | "event";
  kind: string;
  title: string;
  due: "none" | "today" | "tomorrow" | "week";
  from: number;
  to: number;
  start: string;
  side: "first" | "second";
  level: number;
  goal: "win" | "draw";
}

const keyOf = (id: string): string => `kydai.task.${id}`;

/** Stores the form of a class until the tab is closed; null forgets it. */
export function keepDraft(id: string, draft: TaskDraft | null): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(id), JSON.stringify(draft));
    else sessionStorage.removeItem(keyOf(id));
  } catch {
    // If the storage is not available, the form is not kept.
  }
}

/**
 * The stored form of a class. If the address has a position from the editor, the form is set to a
 * task in which the child plays on from this position.
 */
export function readDraft(id: string, address: URLSearchParams): Partial<TaskDraft> {
  let kept: Partial<TaskDraft> = {};
  try {
    kept = (JSON.parse(sessionStorage.getItem(keyOf(id)) ?? "{}") ?? {}) as Partial<TaskDraft>;
  } catch {
    // Without storage the form is empty.
  }
  const [kind, start] = [address.get("kind"), address.get("start")];
  return kind && start ? { ...kept, what: "play", kind, start } : kept;
}

/** The address of the editor for the position of a task. */
export const editorFor = (id: string, kind: string, start: string): string =>
  `/editor/${kind}?task=${encodeURIComponent(id)}${start && `&start=${encodeURIComponent(start)}`}`;

/** The address of the form of a class with a position from the editor. */
export const taskWith = (id: string, kind: string, start: string): string =>
  `/class/${encodeURIComponent(id)}/tasks?kind=${kind}&start=${encodeURIComponent(start)}`;
