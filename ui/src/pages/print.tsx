// Shows worksheets: six diagrams on a sheet of paper, with lines for the answers. /print has the
// positions that the user has collected, /print/<game> the lessons of a game.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { infoOf, kinds } from "../app/boot";
import { lang, punctuated, t } from "../app/i18n";
import { addSheet } from "../app/sheets";
import sheet from "../style/print.css?url";
import { Titled } from "../app/titled";
import type { Look } from "../board";
import { loadView, lookOf, views } from "../play/board";
import { Diagram, type Drawn } from "../play/diagram";
import { faultText } from "../play/hooks";
import { Kinds } from "../play/kinds";
import { Rich } from "../play/rich";
import { gameName, sideName } from "../play/words";
import { rules } from "../session/rules";
import { collected, discard, discardAll } from "../session/worksheet";
import { coordinatesOf, lessonsOf, type Step } from "../play/lessons";
import NotFound from "./notfound";

/** A diagram with its exercise. Without a text, the exercise is to find the best move. */
interface Exercise {
  drawn: Drawn;
  text?: string;
}

const PER_PAGE = 6;

export const prepare = (): Promise<unknown> => addSheet(sheet);

export default function Print({ kind }: { kind?: string }) {
  if (kind === undefined) return <Own />;
  return infoOf(kind) ? <Lessons key={kind} kind={kind} /> : <NotFound />;
}

/** The worksheet of positions that the user has collected. */
function Own() {
  const list = useSignal(collected());
  const change = (f: () => void) => () => {
    f();
    list.value = collected();
  };
  return (
    <Titled title={t("print.title")} class="worksheet">
      <div class="screen">
        <p>{t(list.value.length > 0 ? "print.about" : "print.none")}</p>
        <p class="more">
          {list.value.length > 0 && (
            <>
              <PrintButton />
              <button type="button" class="button" onClick={change(discardAll)}>
                {t("print.clear")}
              </button>
            </>
          )}
          <a class="button" href="/analysis">
            {t("analysis.title")}
          </a>
        </p>
        <h2>{t("print.lessons")}</h2>
        <Kinds at="" href={(k) => `/print/${k}`} />
      </div>
      <Pages list={list.value.map((drawn) => ({ drawn }))} onDrop={(i) => change(() => discard(i))()} />
    </Titled>
  );
}

function Lessons({ kind }: { kind: string }) {
  const list = useSignal<Exercise[]>([]);
  const fault = useSignal("");
  useEffect(() => {
    let gone = false;
    const load = async () => {
      const steps = await lessonsOf(kind, lang.value);
      const out: Exercise[] = [];
      for (const [i, step] of steps.entries()) {
        const r = await rules.ask({
          op: "new",
          game: kind,
          start: step.start,
          moves: step.moves,
          seed: i + 1,
          view: "first",
        });
        if (r.session) void rules.ask({ op: "drop", session: r.session });
        if (r.state) out.push({ drawn: { kind, ...r.state }, text: step.text });
      }
      if (!gone) list.value = out;
    };
    load().catch((e: unknown) => (fault.value = faultText(e)));
    return () => void (gone = true);
  }, [kind]);
  return (
    <Titled title={punctuated(`${t("print.title")}: ${gameName(kind)}`)} class="worksheet">
      <div class="screen">
        <Kinds at={kind} href={(k) => `/print/${k}`} />
        {fault.value && <p role="alert">{fault}</p>}
        <p class="more">
          <PrintButton />
          <a class="button" href="/print">
            {t("print.own")}
          </a>
        </p>
      </div>
      <Pages list={list.value} />
    </Titled>
  );
}

const PrintButton = () => (
  <button type="button" class="button main" onClick={() => print()}>
    {t("print.print")}
  </button>
);

/**
 * The display settings of boards on paper: those of the user. The boards of lessons have the
 * coordinates that the texts use.
 */
const lookFor = (kind: string, taught: Pick<Step, "text">[]): Look => ({
  ...lookOf(kind),
  ...(taught.length ? { coordinates: coordinatesOf(taught, views.value[kind]?.coordinates) } : {}),
});

function Pages({ list, onDrop }: { list: Exercise[]; onDrop?(at: number): void }) {
  const wanted = [...new Set(list.map((e) => e.drawn.kind))].filter((k) => kinds().includes(k));
  useEffect(() => {
    for (const k of wanted) loadView(k).catch(() => undefined);
  }, [wanted.join(" ")]);
  const taught = list.flatMap(({ text }) => (text === undefined ? [] : [{ text }]));
  const pages: Exercise[][] = [];
  for (let i = 0; i < list.length; i += PER_PAGE) pages.push(list.slice(i, i + PER_PAGE));
  return (
    <>
      <p class="pupil">{t("print.pupil")}</p>
      {pages.map((page, n) => (
        <ol key={n} class="paper" start={n * PER_PAGE + 1}>
          {page.map(({ drawn, text }, i) => {
            const view = views.value[drawn.kind];
            const at = n * PER_PAGE + i;
            const turn = t("play.turn", { side: sideName(drawn.kind, drawn.turn) });
            return (
              <li key={at}>
                {view && (
                  <Diagram
                    view={view}
                    drawn={drawn}
                    look={lookFor(drawn.kind, taught)}
                    label={t("print.diagram", { n: at + 1 })}
                  />
                )}
                <div class="task">
                  <b>{at + 1}.</b> {text ? <Rich text={text} /> : <p>{`${gameName(drawn.kind)} · ${turn}`}</p>}
                </div>
                <p class="answer" />
                {!text && <p class="answer" />}
                {onDrop && (
                  <button type="button" class="link screen" onClick={() => onDrop(at)}>
                    {t("print.drop")}
                  </button>
                )}
              </li>
            );
          })}
        </ol>
      ))}
    </>
  );
}
