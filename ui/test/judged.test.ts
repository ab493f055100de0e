// Tests the translations of the sentences in which a game's judge explains a ruling, for languages
// that the judge does not contain.
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { judged } from "../src/play/judged";

const root = path.resolve(import.meta.dirname, "../..");
const words = (lang: string) =>
  JSON.parse(readFileSync(path.join(root, `games/xiangqi/text/judge.${lang}.json`), "utf8")) as Record<string, string>;

const sentences: [english: string, simplified: string][] = [
  ["Red: perpetual check by Rook 4; Black: free moves → Red loses", "红方：4路车长将；黑方：闲着 → 红方判负"],
  [
    "Red: perpetual chase of Horse 8 (unprotected, worth more than its attacker) by front Cannon 2 and no. 3 Soldier 5; Black: check, then free move → Red must vary",
    "红方：2路前炮和5路第3个兵长捉8路马（无根、价值高于捉它的子）；黑方：将，再闲着 → 红方必须变着",
  ],
  [
    "Red: perpetual threat of mate; Black: perpetual chase of several men in turn → once more and it is a draw",
    "红方：长杀；黑方：轮流长捉几个子 → 再重复一次即作和",
  ],
  [
    "Red: perpetual offer to exchange; Black: chase, then block, then threat of mate → draw",
    "红方：长兑；黑方：捉，再拦，再杀 → 作和",
  ],
  ["Red: perpetual sacrifice; Black: perpetual block → draw", "红方：长献；黑方：长拦 → 作和"],
  ["check by rear Rook 4 and General", "4路后车和将将军"],
  [
    "Rook 1 chases Cannon 8 (falsely protected); Horse 2 chases Rook 3 (unable to take first)",
    "1路车捉8路炮（假根）；2路马捉3路车（不能先吃）",
  ],
  [
    "Rook 1 offers to exchange itself for Rook 9; threatens mate; offers itself; blocks",
    "1路车邀兑9路车；要杀；献子；拦挡",
  ],
  ["free move", "闲着"],
];

describe("sentences of judges", () => {
  it("become Chinese ones", () => {
    for (const [english, chinese] of sentences) expect(judged(english, words("zh-Hans"))).toBe(chinese);
    expect(judged(sentences[0]![0], words("zh-Hant"))).toBe("紅方：4路車長將；黑方：閒著 → 紅方判負");
  });

  // The patterns must match all English phrases of the judge in games/xiangqi/words.go. A new
  // phrase there needs a new pattern here.
  it("are understood whatever the judge says", () => {
    const code = readFileSync(path.join(root, "games/xiangqi/words.go"), "utf8");
    const english = /var english = [\s\S]*?\n\}\n/.exec(code)?.[0] ?? "";
    const block = (name: string) =>
      Array.from(
        (new RegExp(`${name}: *[^{"]*\\{([^}]*)\\}`).exec(english)?.[1] ?? "").matchAll(/"([^"]+)"/g),
        (m) => m[1] ?? "",
      );
    const [acts, brief, every, why] = ["acts", "brief", "every", "why"].map(block);
    const others = Array.from(
      english.matchAll(/(?:several|free|loses|vary|draw|drawAgain): *"([^"]+)"/g),
      (m) => m[1] ?? "",
    );
    const fill = (s: string) => s.replace("%", /loses|vary/.test(s) ? "Red" : "Rook 1").replace("&", "Horse 2");
    const said = [
      ...(acts ?? []).map(fill),
      ...[...(brief ?? []), ...(every ?? [])].map((s) => `Red: ${fill(s)}; Black: free moves → draw`),
      ...(why ?? []).map((s) => `Rook 1 chases Horse 2 (${s})`),
      ...others.map((s) => (/loses|vary|draw/.test(s) ? `Red: free moves; Black: free moves → ${fill(s)}` : s)),
    ];
    expect(said.length).toBeGreaterThanOrEqual(29);
    for (const sentence of said) expect(judged(sentence, words("zh-Hans")), sentence).not.toMatch(/[A-Za-z{}]/);
  });

  it("have the same words in both scripts", () => {
    expect(Object.keys(words("zh-Hant"))).toEqual(Object.keys(words("zh-Hans")));
  });
});
