// Tests the words of the lab: the names of evaluators, algorithms and players in every language.
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { filesOf, wordsOf } from "../scripts/games.mjs";
import { languages, textsOf } from "../scripts/texts.mjs";
import { speakThese, type Lang } from "../src/app/i18n";
import { playerOf } from "../src/lab/kept";
import { algOption, evalName, evalOption } from "../src/lab/names";
import { playerWords } from "../src/lab/words";

const read = new Map<string, Record<string, string>>();

/** The texts of the lab's page in a language. */
function all(l: string): Record<string, string> {
  const texts = read.get(l) ?? {
    ...textsOf("ui/i18n/LANG.json", l),
    ...textsOf("ui/i18n/table/LANG.json", l),
    ...textsOf("ui/i18n/study/LANG.json", l),
    ...wordsOf(l),
  };
  read.set(l, texts);
  return texts;
}

afterEach(() => speakThese("vi", {}));

/** The evaluators and players that the engine of a game names in its source. */
function namesIn(file: string): { evals: string[]; players: string[] } {
  const source = readFileSync(file, "utf8");
  const found = (line: RegExp) => [...source.matchAll(line)].map((m) => m[1] ?? "");
  return {
    evals: [...found(/^\s+Name: +"([^"]+)",$/gm), ...found(/historicEvaluator\("([^"]+)"/g)],
    players: found(/\{Name: "([^"]+)", Spec:/g),
  };
}

describe("evaluators and players of the games", () => {
  const sources = [...filesOf("engine/historic.go")];

  it("are found in the sources", () => {
    expect(sources.length).toBeGreaterThan(3);
    expect(sources.flatMap(([, file]) => namesIn(file).evals).length).toBeGreaterThan(6);
    expect(sources.flatMap(([, file]) => namesIn(file).players).length).toBeGreaterThan(9);
  });

  it.each(sources)("of %s have a name in every language, and the evaluators a unit", (_, file) => {
    const { evals, players } = namesIn(file);
    for (const l of languages) {
      for (const name of [...evals, "pieces"]) {
        expect(all(l)[`lab.eval.${name}`], `${name} in ${l}`).toBeTruthy();
        expect(all(l)[`lab.unit.${name}`], `${name} in ${l}`).toBeTruthy();
      }
      for (const name of players) expect(all(l)[`lab.alg.${name}`], `${name} in ${l}`).toBeTruthy();
    }
  });
});

describe("the lists of a form", () => {
  it("show the name, and the id that the command line needs", () => {
    speakThese("en", {
      "lab.eval.pieces": "Number of pieces",
      "lab.alg.mcts": "MCTS",
      "lab.alg.own-1": "The report's",
    });
    expect(evalName("pieces")).toBe("Number of pieces");
    expect(evalOption("pieces")).toBe("Number of pieces · pieces");
    expect(evalOption("td-1")).toBe("td-1");
    expect([algOption("mcts"), algOption("own-1")]).toEqual(["MCTS", "The report's · own-1"]);
  });
});

describe("players in a table", () => {
  const spoken = (l: Lang, text: string) => {
    speakThese(l, all(l));
    return playerWords(playerOf(text, 3, 1));
  };
  it("have their settings in the words of the fields", () => {
    expect(spoken("en", "mcts,eval=pieces,c=2,keep=yes,threads=2")).toBe(
      "MCTS: simulations, Evaluation: Number of pieces, Constant c: 2, Keep the tree from move to move, Workers: 2, 1 simulation",
    );
    expect(spoken("en", "deepening,time=2s")).toBe("Deepening until the time is up, Milliseconds a move: 2000");
    expect(spoken("zh-Hans", "alphabeta,eval=pieces")).toBe("Alpha-beta：跳过无关的分支，评估函数：子数，深度 3");
  });
  it.each(languages)("show no setting as it is written on the command line: %s", (l) => {
    for (const text of ["mcts,eval=pieces,c=2,keep=yes,threads=2", "deepening,eval=pieces,time=50ms"])
      expect(spoken(l as Lang, text)).not.toMatch(/=|eval|keep|threads/);
  });
});
