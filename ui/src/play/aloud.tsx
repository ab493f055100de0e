// Reads moves aloud with the voices of the device: "Pháo hai bình năm", "knight takes f3, check",
// "炮二平五". This file is loaded if reading aloud is turned on in the settings.
import { effect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Side } from "../board";
import { infoOf } from "../app/boot";
import { lang, speakOf, tx } from "../app/i18n";
import type { TableGame } from "./tablegame";

const texts = {
  vi: () => import("../../i18n/aloud/vi.json"),
  en: () => import("../../i18n/aloud/en.json"),
};

/**
 * The notations that can be read aloud. A game without one of these notations is not read aloud.
 */
const sayable = ["wxf", "san", "square"];

/** The language tag of the voice for each language. */
const voices: Record<string, string> = { vi: "vi-VN", en: "en-US", "zh-Hans": "zh-CN", "zh-Hant": "zh-TW" };

const say = (key: string, params?: Record<string, string>): string => tx(`aloud.${key}`, params);
const ways: Record<string, string> = { "+": "forward", "-": "back", "=": "aside" };

/**
 * WXF notation: C2=5; the front C+=5 and rear C-=5; the first soldier 15=6 or cannon 1C5=6 of a
 * file. Revealed pieces follow in parentheses: C2=5(R*N).
 */
const WXF = /^(?:([KAEHRCP])([1-9+-])|([1-9])([KAEHRC]?)([1-9]))([+\-=])([1-9])(?:\(([A-Z]?)(?:\*([A-Z]))?\))?$/;
const SAN = /^([KQRBN]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(?:=?([QRBN]))?([+#]?)$/;

/** Converts the letter of a revealed piece from position texts (N, B) to WXF notation (H, E). */
const known = (letter: string): string => ({ N: "H", B: "E" })[letter] ?? letter;

/**
 * A move in spoken words, from its text in WXF, SAN or as a square; "" if the text cannot be read
 * aloud.
 */
export function spoken(text: string, side: Side, check = false): string {
  const wxf = WXF.exec(text);
  if (wxf) return fromWXF(wxf, side, check);
  if (/^O-O(-O)?[+#]?$/.test(text)) return ended(say(text.startsWith("O-O-O") ? "long" : "short"), text.at(-1) ?? "");
  const stone = /^([a-t])(\d+)$/.exec(text);
  const san = SAN.exec(text);
  if (san) return fromSAN(san);
  return stone ? say("stone", { file: stone[1] ?? "", rank: stone[2] ?? "" }) : "";
}

function fromWXF(m: RegExpExecArray, side: Side, check: boolean): string {
  const [, letter, at = "", n, named, on = "", way = "", goal = "", up, took] = m;
  const [piece, to] = [say(`${side}.${letter ?? (named || "P")}`), say(goal)];
  const words = { piece, to, way: say(ways[way] ?? ""), file: say(letter ? at : on), n: n ? say(n) : "" };
  let move = say(n ? "nth" : at === "+" ? "front" : at === "-" ? "rear" : "plain", words);
  if (up) move = say("turns", { move, piece: say(`${side}.${known(up)}`) });
  if (took) move = say("takes", { move, piece: say(`${side === "first" ? "second" : "first"}.${known(took)}`) });
  return check ? say("check", { move }) : move;
}

function fromSAN(m: RegExpExecArray): string {
  const [, letter, from, takes, square = "", becomes, end = ""] = m;
  let piece = say(`figure.${letter || "P"}`);
  if (from) piece = say("of", { piece, from });
  let move = say(takes ? "capture" : "go", { piece, square });
  if (becomes) move = say("promotes", { move, piece: say(`figure.${becomes}`) });
  return ended(move, end);
}

const ended = (move: string, sign: string): string =>
  sign === "+" ? say("check", { move }) : sign === "#" ? say("mate", { move }) : move;

/** Reads the moves of a game aloud as they are played. The component shows nothing. */
export function Aloud({ game }: { game: TableGame }) {
  useEffect(() => {
    const notation = sayable.find((n) => infoOf(game.kind)?.notations?.includes(n));
    if (!notation || !game.ask || !("speechSynthesis" in globalThis)) return;
    let ply = game.state.value.ply;
    const tell = async (codes: string[], check: boolean, side: Side) => {
      await speakOf("aloud", lang.value, texts);
      const reply = await game.ask?.({ op: "texts", moves: codes, notation });
      const words = spoken(reply?.texts?.at(-1) ?? "", side, check);
      if (!words) return;
      const speech = new SpeechSynthesisUtterance(words);
      speech.lang = voices[lang.value] ?? lang.value;
      // Only the last move is read; earlier moves in the speech queue are dropped.
      speechSynthesis.cancel();
      speechSynthesis.speak(speech);
    };
    const stop = effect(() => {
      const s = game.state.value;
      if (s.ply > ply && !game.past.value) {
        const check = s.marks?.some((m) => m.kind === "check") ?? false;
        tell(s.codes, check, s.turn === "first" ? "second" : "first").catch(() => undefined);
      }
      ply = s.ply;
    });
    return () => {
      stop();
      speechSynthesis.cancel();
    };
  }, [game]);
  return null;
}
