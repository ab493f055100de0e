// Checks that the field for typed moves shows an example move in every language.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { filesOf } from "../scripts/games.mjs";
import { exampleIn } from "../src/play/command";

it.each(["vi", "en", "zh-Hans", "zh-Hant"])("every notation has an example move in its name in %s", (lang) => {
  for (const [game, file] of filesOf(`text/${lang}.json`)) {
    const texts = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
    const names = Object.entries(texts).filter(([key]) => key.startsWith("notation."));
    expect(names.length, game).toBeGreaterThan(0);
    for (const [key, name] of names) expect(exampleIn(name), `${game}: ${key}`).toMatch(/^[^()（）]+$/u);
  }
});
