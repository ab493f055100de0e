// Learns the weights of an evaluator by TD(λ) on this device, and draws the learning curve while it
// grows.
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { number, t } from "../app/i18n";
import { tell } from "../app/shell";
import { NumberField } from "../play/number";
import { Form, RunButton } from "./form";
import { useJob } from "./job";
import { curve, curveCsv, learn, type Point } from "./learning";
import { cleanName, dropLearnt, freeName, keepLearnt, learnt, type Learnt } from "./learnt";
import { Plot } from "./plot";
import { saveChart, saveFile } from "./save";

const MOST_GAMES = 100_000;
const MOST_DEPTH = 4;
/**
 * The first point of the curve, in percent. Before the first game all weights of both players are
 * 0, so the players are equally strong.
 */
const EVEN = { x: 0, at: 50, low: 50, high: 50 };

export function Learn({ kind, onLearnt }: { kind: string; onLearnt(): void }) {
  const lambda = useSignal(0.7);
  const rate = useSignal(0.1);
  const explore = useSignal(0.1);
  const depth = useSignal(1);
  const games = useSignal(100);
  const from = useSignal("");
  const points = useSignal<Point[]>([]);
  const fromZero = useSignal(true);
  const file = useSignal("");
  const figure = useRef<HTMLElement>(null);

  const kept = learnt(localStorage).filter((e) => e.kind === kind);
  const job = useJob(async (desk, going) => {
    points.value = [];
    file.value = "";
    const settings = {
      lambda: lambda.value,
      rate: rate.value,
      explore: explore.value,
      depth: depth.value,
      games: games.value,
    };
    const start = kept.find((e) => e.name === from.value)?.text ?? "";
    fromZero.value = !start;
    const show = (p: Point, written: string) => {
      if (!going()) return;
      points.value = [...points.value, p];
      file.value = written;
    };
    await learn(desk, kind, settings, start, show, going);
  });
  return (
    <section class="setup">
      <h2>{t("lab.learn")}</h2>
      <p class="fine">{t("lab.learn.about")}</p>
      <Form onRun={job.run}>
        <div class="row">
          {(
            [
              ["lab.lambda", lambda],
              ["lab.learn.rate", rate],
              ["lab.learn.explore", explore],
            ] as const
          ).map(([key, share]) => (
            <NumberField
              key={key}
              label={t(key)}
              value={share.value}
              most={1}
              step={0.01}
              onChange={(n) => (share.value = n)}
            />
          ))}
          <NumberField
            least={1}
            label={t("lab.depth")}
            value={depth.value}
            most={MOST_DEPTH}
            onChange={(n) => (depth.value = n)}
          />
          <NumberField
            least={1}
            label={t("lab.games")}
            value={games.value}
            most={MOST_GAMES}
            onChange={(n) => (games.value = n)}
          />
          {kept.length > 0 && (
            <label class="field">
              <span>{t("lab.learn.from")}</span>
              <select value={from.value} onChange={(e) => (from.value = e.currentTarget.value)}>
                <option value="">{t("lab.learn.zero")}</option>
                {kept.map((e) => (
                  <option key={e.name} value={e.name}>
                    {e.name}
                  </option>
                ))}
              </select>
            </label>
          )}
        </div>
        <RunButton of={t("lab.learn")} job={job} />
      </Form>
      {job.fault.value && <p role="alert">{job.fault}</p>}
      {points.value.length > 0 && (
        <figure ref={figure}>
          <Plot
            marks={[...(fromZero.value ? [EVEN] : []), ...curve(points.value)]}
            across={t("lab.learn.across")}
            up={t("lab.learn.up")}
            label={summary(points.value)}
          />
          <figcaption>
            <p>{summary(points.value)}</p>
            <p class="fine">{t("lab.learn.error")}</p>
            <div class="row">
              <button
                type="button"
                class="button"
                aria-label={`${t("lab.csv")}: ${t("lab.learn")}`}
                onClick={() => saveFile(`kydai-td-${kind}.csv`, "text/csv", curveCsv(points.value))}
              >
                {t("lab.csv")}
              </button>
              <button
                type="button"
                class="button"
                aria-label={`${t("lab.svg")}: ${t("lab.learn")}`}
                onClick={() => saveChart(`kydai-td-${kind}.svg`, figure.current)}
              >
                {t("lab.svg")}
              </button>
            </div>
          </figcaption>
        </figure>
      )}
      {file.value && !job.running.value && <Keep key={file.value} kind={kind} file={file.value} onKeep={onLearnt} />}
      {kept.length > 0 && <Kept list={kept} onChange={onLearnt} />}
    </section>
  );
}

/** Describes the curve as text, for screen readers. */
function summary(points: readonly Point[]): string {
  const now = curve(points).at(-1);
  const last = points.at(-1);
  if (!now || !last) return "";
  return t("lab.learn.curve", {
    n: last.games,
    rate: number(now.at),
    low: number(now.low),
    high: number(now.high),
    error: number(last.error, 3),
  });
}

/** The actions for learnt weights: store them under a name, or download them as a file. */
function Keep(p: { kind: string; file: string; onKeep(): void }) {
  const name = useSignal(freeName(localStorage, p.kind));
  const done = useSignal("");
  const keep = () => {
    const clean = cleanName(name.value) || freeName(localStorage, p.kind);
    if (!keepLearnt(localStorage, p.kind, clean, p.file)) return tell(t("lab.unkept"));
    done.value = clean;
    p.onKeep();
  };
  return (
    <>
      <div class="row">
        <label class="field">
          <span>{t("lab.learn.name")}</span>
          <input value={name.value} maxLength={24} onInput={(e) => (name.value = e.currentTarget.value)} />
        </label>
        <button type="button" class="button" onClick={keep}>
          {t("lab.learn.keep")}
        </button>
        <button
          type="button"
          class="button"
          onClick={() => saveFile(`kydai-td-${p.kind}.json`, "application/json", p.file)}
        >
          {t("lab.learn.json")}
        </button>
      </div>
      <p role="status">{done.value && t("lab.learn.kept", { name: done.value })}</p>
    </>
  );
}

function Kept({ list, onChange }: { list: readonly Learnt[]; onChange(): void }) {
  return (
    <ul class="plain">
      {list.map((e) => (
        <li key={e.name} class="row">
          <b>{e.name}</b>
          <span class="fine">{t("lab.learn.games", { n: (JSON.parse(e.text) as { games: number }).games })}</span>
          <button
            type="button"
            class="link"
            aria-label={`${t("lab.learn.json")}: ${e.name}`}
            onClick={() => saveFile(`kydai-td-${e.kind}-${e.name}.json`, "application/json", e.text)}
          >
            {t("lab.learn.json")}
          </button>
          <button
            type="button"
            class="link"
            aria-label={`${t("lab.learn.drop")}: ${e.name}`}
            onClick={() => {
              dropLearnt(localStorage, e.kind, e.name);
              onChange();
            }}
          >
            {t("lab.learn.drop")}
          </button>
        </li>
      ))}
    </ul>
  );
}
