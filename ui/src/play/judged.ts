// Translates the sentences with which a game's judge (its rules for repetition) explains a ruling,
// for languages other than Vietnamese and English. The English sentences have few forms; their
// translations are in games/<game>/text/judge.<language>.json. The judges themselves do not contain
// these languages, because every module for the browser would then contain the texts.
// cmd/kydai/keyed.go does the same for commands.
import { lang, type Messages } from "../app/i18n";
import { again } from "../wire/again";

const files = import.meta.glob<{ default: Messages }>("../../../games/*/text/judge.*.json");

/**
 * Loads the translated words of all judges in the reader's language; empty for Vietnamese and
 * English.
 */
export async function judgeWords(): Promise<Messages> {
  const mine = Object.keys(files).filter((name) => name.endsWith(`/judge.${lang.value}.json`));
  const all = await Promise.all(mine.map((name) => again(files[name]!)));
  return Object.assign({}, ...all.map((f) => f.default)) as Messages;
}

/**
 * The patterns of the phrases in the judges' English sentences, each with the key that replaces the
 * phrase.
 */
const forms: readonly (readonly [RegExp, string])[] = [
  [/no\. (\d) (Adviser|Elephant|Horse|Rook|Cannon|Soldier) (\d)/g, "{man:{nth:$1}:{$2}:$3}"],
  [/(?:(front|rear) )?(Adviser|Elephant|Horse|Rook|Cannon|Soldier) (\d)/g, "{man:{$1}:{$2}:$3}"],
  [/\bGeneral\b/g, "{General}"],
  [/\} and \{/g, "}{and}{"],
  [/ \(([^)]+)\)/g, "{why:$1}"],
  [/unprotected|falsely protected|worth more than its attacker|unable to take first/g, "{$&}"],
  [/perpetual chase of (\{[^;]*?\}) by (\{[^;]*?\})(; | →|$)/g, "{perpetual chase:$2:$1}$3"],
  [/(perpetual check|check) by (\{.*?\})(; | →|$)/g, "{$1 by:$2}$3"],
  [/(\{man:[^;]*?\}) (chases|offers to exchange itself for) (\{[^;]*?\})(; |$)/g, "{$2:$1:$3}$4"],
  [
    /perpetual (?:threat of mate|offer to exchange|sacrifice|block|chase of several men in turn)|threatens mate|offers itself|blocks|free moves?/g,
    "{$&}",
  ],
  [/\b(threat of mate|offer to exchange|sacrifice|block|check|chase)(, then | →|; |$)/g, "{$1}$2"],
  [/, then /g, "{then}"],
  [/→ (Red|Black) (loses|must vary)$/g, "→ {$2:{$1}}"],
  [/→ (draw|once more and it is a draw)$/g, "→ {$1}"],
  [/(^|; )(Red|Black): /g, "$1{$2}: "],
];

/** The separators that judges write between keys. A language may translate these separators. */
const separators = [": ", "; ", ", "];

/** Translates an English sentence of a judge with the words of another language. */
export function judged(text: string, words: Messages): string {
  const keys = forms.reduce((s, [form, to]) => s.replace(form, to), text);
  return expand(
    separators.reduce((s, sep) => s.replaceAll(sep, words[sep] ?? sep), keys),
    words,
  );
}

/**
 * Replaces keys such as {check by:{Rook}} by their texts. The parts after colons replace {1}, {2}
 * and {3} in the text.
 */
function expand(text: string, words: Messages): string {
  const start = text.indexOf("{");
  if (start < 0) return text;
  const parts = [""];
  let depth = 0;
  let i = start + 1;
  for (; i < text.length; i++) {
    const c = text.charAt(i);
    if (c === "}" && depth === 0) break;
    if (c === "{") depth++;
    if (c === "}") depth--;
    if (c === ":" && depth === 0) parts.push("");
    else parts[parts.length - 1] += c;
  }
  const [key = "", ...args] = parts;
  const said = (words[key] ?? "").replace(/\{(\d)\}/g, (_, n: string) => expand(args[Number(n) - 1] ?? "", words));
  return text.slice(0, start) + said + expand(text.slice(i + 1), words);
}
