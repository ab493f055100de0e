// Explains why a judged move is bad: the replies that the move allows and the chances that it
// misses, as verified by the study module of the game. This file is loaded when the first judged
// move is shown.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Side } from "../board";
import { lang } from "../app/i18n";
import { explain, sentence, textsOf } from "../play/reasons";
import { notationOf } from "../session/rules";
import type { Subject } from "./run";

/** The largest number of sentences that are shown. */
const MOST = 2;

/** A move of the reviewed game. */
export interface WhyProps {
  kind: string;
  subject: Subject;
  ply: number;
  side: Side;
  width: number;
}

export function Why(p: WhyProps) {
  const said = useSignal<string[]>([]);
  useEffect(() => {
    let gone = false;
    said.value = [];
    reasonsOf(p).then(
      (list) => {
        if (!gone) said.value = list;
      },
      () => undefined, // without the study module the page shows the judgement without an explanation
    );
    return () => void (gone = true);
  }, [p.subject, p.ply, lang.value]);
  return said.value.map((text) => <p key={text}>{text}</p>);
}

async function reasonsOf({ kind, subject, ply, side, width }: WhyProps): Promise<string[]> {
  const { game, codes } = subject;
  const [why, texts] = await Promise.all([
    explain({ ...game, game: kind, moves: codes.slice(0, ply), code: codes[ply] ?? "", notation: notationOf(kind) }),
    textsOf(kind),
  ]);
  const bad = why?.reasons?.filter((r) => r.role !== "does") ?? [];
  return bad
    .map((r) => sentence(r, texts, { kind, width, turn: side }))
    .filter(Boolean)
    .slice(0, MOST);
}
