// Checks that all languages have all texts, and that no source file contains a text for users.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import enClasses from "../i18n/classes/en.json";
import viClasses from "../i18n/classes/vi.json";
import enCharacter from "../i18n/character/en.json";
import viCharacter from "../i18n/character/vi.json";
import enAloud from "../i18n/aloud/en.json";
import viAloud from "../i18n/aloud/vi.json";
import enEvents from "../i18n/events/en.json";
import viEvents from "../i18n/events/vi.json";
import enPeople from "../i18n/people/en.json";
import viPeople from "../i18n/people/vi.json";
import enAccount from "../i18n/account/en.json";
import viAccount from "../i18n/account/vi.json";
import enBegin from "../i18n/begin/en.json";
import viBegin from "../i18n/begin/vi.json";
import enBoard from "../i18n/en.json";
import enDeals from "../i18n/fair/en.json";
import viDeals from "../i18n/fair/vi.json";
import enShare from "../i18n/share/en.json";
import viShare from "../i18n/share/vi.json";
import enStudy from "../i18n/study/en.json";
import viStudy from "../i18n/study/vi.json";
import enTable from "../i18n/table/en.json";
import viTable from "../i18n/table/vi.json";
import viBoard from "../i18n/vi.json";
import { filesOf, wordsOf } from "../scripts/games.mjs";
import { count, files, languages, missing, textsOf } from "../scripts/texts.mjs";
import { fill, speakThese } from "../src/app/i18n";
import { otherRoutes } from "../src/app/otherroutes";
import { langs, punctuated } from "../src/app/languages";
import { routes } from "../src/app/routes";
import { clockName } from "../src/play/clockname";
import { faults, positionFault } from "../src/play/fault";
import { endText, playerName, errorText } from "../src/play/words";

const vi = {
  ...viBoard,
  ...viTable,
  ...viStudy,
  ...viDeals,
  ...viShare,
  ...viAccount,
  ...viPeople,
  ...viBegin,
  ...viEvents,
  ...viClasses,
  ...viAloud,
  ...viCharacter,
};
const en = {
  ...enBoard,
  ...enTable,
  ...enStudy,
  ...enDeals,
  ...enShare,
  ...enAccount,
  ...enPeople,
  ...enBegin,
  ...enEvents,
  ...enClasses,
  ...enCharacter,
  ...enAloud,
};
const root = path.resolve(import.meta.dirname, "..");
const texts: Record<string, Record<string, string>> = { vi, en };

function* sources(dir: string): Generator<string> {
  for (const e of readdirSync(dir, { withFileTypes: true })) {
    const full = path.join(dir, e.name);
    if (e.isDirectory()) yield* sources(full);
    else if (/\.tsx?$/.test(e.name) && !e.name.includes(".test.") && e.name !== "api.ts") yield full;
  }
}

const places = (s: string) => [...s.matchAll(/\{\w+\}/g)].map((m) => m[0]).sort();

/** Finds words between tags, or in attributes such as title, that do not come from t(). */
export function plainText(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
  const found: string[] = [];
  for (const m of code.matchAll(/<[a-zA-Z][^<>{}]*>\s*([^<>{}]*\p{L}{2,}[^<>{}]*)<\//gu)) found.push(m[1] ?? "");
  for (const m of code.matchAll(/\b(?:title|alt|placeholder|aria-label)="([^"]*\p{L}[^"]*)"/gu)) found.push(m[1] ?? "");
  for (const m of code.matchAll(/["'`][^"'`\n]*[ăâđêôơưĂÂĐÊÔƠƯ\u1ea0-\u1ef9][^"'`\n]*["'`]/gu)) found.push(m[0]);
  return found;
}

/** The sources that the named files import statically, including the named files. */
function loadedWith(...names: string[]): string[] {
  const all = [...names];
  for (const name of all) {
    const code = readFileSync(path.join(root, name), "utf8");
    for (const m of code.matchAll(/^(?:import|export)(?! type)[^;]*? from "(\.[^"]+)";/gm)) {
      const to = path.join(path.dirname(name), m[1] ?? "");
      const file = [".ts", ".tsx", "/index.ts"].map((end) => to + end).find((f) => existsSync(path.join(root, f)));
      if (file && !all.includes(file)) all.push(file);
    }
  }
  return all;
}

/**
 * Returns the text keys that a source contains. If the source composes a key from a fixed beginning
 * and a variable, all keys with this beginning are returned.
 */
function* keysIn(code: string): Generator<string> {
  for (const m of code.matchAll(/"([a-z][\w-]*(?:\.[\w-]+)+)"/g)) if ((m[1] ?? "") in vi) yield m[1] ?? "";
  for (const m of code.matchAll(/`([a-z][\w-]*(?:\.[\w-]+)*\.)\$\{/g))
    yield* Object.keys(vi).filter((k) => k.startsWith(m[1] ?? ""));
}

const gamesDir = path.resolve(root, "../games");

/** The texts in the folder of a game; example games have texts too. */
const ofGame = (game: string, lang: string) =>
  JSON.parse(readFileSync(path.join(gamesDir, game, "text", `${lang}.json`), "utf8")) as Record<string, string>;
const allGames = readdirSync(gamesDir).filter((g) => existsSync(path.join(gamesDir, g, "text")));

describe("words of games", () => {
  const own = (part: string, lang: string) =>
    JSON.parse(readFileSync(path.join(root, "i18n", part, `${lang}.json`), "utf8")) as Record<string, string>;

  it.each(allGames)("of %s are whole in both languages, with the same places to fill", (game) => {
    const [inVi, inEn] = [ofGame(game, "vi"), ofGame(game, "en")];
    expect(Object.keys(inEn).sort()).toEqual(Object.keys(inVi).sort());
    for (const [key, text] of Object.entries(inVi)) {
      expect(text && inEn[key], key).toBeTruthy();
      expect(places(inEn[key] ?? ""), key).toEqual(places(text));
    }
    expect(inVi).toHaveProperty([`game.${game}`]);
  });

  it.each(["vi", "en"])("are in no other file, or the same in each: %s", (lang) => {
    expect(allGames.length).toBeGreaterThan(4);
    const client = Object.assign(
      {},
      ...[
        "",
        "table",
        "begin",
        "study",
        "fair",
        "share",
        "account",
        "people",
        "events",
        "classes",
        "aloud",
        "character",
      ].map((part) => own(part, lang)),
    ) as object;
    const said = new Map<string, string>();
    for (const game of allGames) {
      for (const [key, text] of Object.entries(ofGame(game, lang))) {
        expect(client, `${key} of ${game}`).not.toHaveProperty([key]);
        expect(said.get(key) ?? text, `${key} of ${game}`).toBe(text);
        said.set(key, text);
      }
    }
  });

  it("are those of the pages: the build merges them", () => {
    for (const game of filesOf("text").keys()) {
      expect(vi).toMatchObject(ofGame(game, "vi"));
      expect(en).toMatchObject(ofGame(game, "en"));
    }
    for (const key of Object.keys(viBoard)) expect(key).not.toMatch(/^option\.|^odds\./);
    for (const name of allGames) expect(Object.keys(own("", "vi")).join(" ")).not.toContain(`.${name}`);
  });
});

describe("languages", () => {
  it.each(languages)("%s has all texts, with the same places to fill", (l) => {
    expect(missing(l)).toEqual([]);
  });

  it("are those of the settings, each with its own name", () => {
    expect([...langs].sort()).toEqual([...languages].sort());
    for (const l of langs)
      for (const t of langs) expect(textsOf("ui/i18n/study/LANG.json", t)).toHaveProperty([`settings.lang.${l}`]);
  });

  it("are counted by every file that has texts", () => {
    expect(count()).toBeGreaterThan(2000);
    for (const part of readdirSync(path.join(root, "i18n"), { withFileTypes: true }))
      if (part.isDirectory()) expect(files()).toContain(`ui/i18n/${part.name}/LANG.json`);
    for (const game of allGames) expect(files()).toContain(`games/${game}/text/rules.LANG.md`);
    for (const game of allGames) expect(files()).toContain(`games/${game}/text/history.LANG.md`);
  });

  it("write Chinese in the characters of their script", () => {
    // Characters that exist in only one of the two scripts.
    const [simple, traditional] = [/[这请门车马对开关]/u, /[這請門車馬對開關]/u];
    const only = { "zh-Hans": simple, "zh-Hant": traditional };
    const strange = { "zh-Hans": traditional, "zh-Hant": simple };
    for (const l of ["zh-Hans", "zh-Hant"] as const) {
      let hits = 0;
      for (const name of files().filter((n) => n.startsWith("ui/i18n")))
        for (const [key, text] of Object.entries(textsOf(name, l))) {
          if (key.startsWith("settings.lang.")) continue;
          expect(strange[l].test(text), `${key}: ${text}`).toBe(false);
          if (only[l].test(text)) hits++;
        }
      expect(hits).toBeGreaterThan(300);
    }
  });

  it("show English where a text is missing", () => {
    expect(wordsOf("tlh", "board")).toEqual(wordsOf("en", "board"));
    expect(wordsOf("zh-Hans", "board")["game.xiangqi"]).toBe("象棋");
  });
});

describe("texts", () => {
  it("are whole in both languages, with the same places to fill", () => {
    expect(Object.keys(en).sort()).toEqual(Object.keys(vi).sort());
    for (const key of Object.keys(vi)) {
      expect(texts.vi?.[key], key).toBeTruthy();
      expect(texts.en?.[key], key).toBeTruthy();
      expect(places(texts.en?.[key] ?? ""), key).toEqual(places(texts.vi?.[key] ?? ""));
    }
  });

  it("are nowhere else", () => {
    for (const file of sources(path.join(root, "src"))) {
      if (!file.endsWith(".tsx")) continue;
      expect(plainText(readFileSync(file, "utf8")), file).toEqual([]);
    }
    expect(plainText("<b>Hello there</b>")).toHaveLength(1);
    expect(plainText('<img alt="A board" />')).toHaveLength(1);
    expect(plainText('const x = "Xin chào bạn";')).toHaveLength(1);
  });

  it("exist for every key that the source names", () => {
    for (const file of sources(path.join(root, "src"))) {
      const code = readFileSync(file, "utf8");
      for (const m of code.matchAll(/\bt(?:x|Or)?\(\s*["']([a-z][\w-]*(?:\.[\w-]+)+)["']/g)) {
        expect(texts.vi?.[m[1] ?? ""], `${m[1]} in ${path.relative(root, file)}`).toBeTruthy();
      }
    }
  });

  it("stand once, where the pages that say them load them", () => {
    const parts: Record<string, Record<string, string>[]> = {
      board: [viBoard, enBoard],
      table: [viTable, enTable],
      begin: [viBegin, enBegin],
      study: [viStudy, enStudy],
      deals: [viDeals, enDeals],
      share: [viShare, enShare],
      account: [viAccount, enAccount],
      people: [viPeople, enPeople],
      events: [viEvents, enEvents],
      classes: [viClasses, enClasses],
      aloud: [viAloud, enAloud],
      character: [viCharacter, enCharacter],
    };
    const server = [
      "bad-terms",
      "bad-name",
      "not-for-you",
      "not-a-player",
      "already-offered",
      "no-offer",
      "need-account",
    ];
    const match = [
      "out-of-time",
      "stale",
      "too-early",
      "too-late",
      "too-often",
      "no-takebacks",
      "bad-line",
      "no-text",
      "declined",
      "delayed",
      "sealed",
      "not-your-turn",
      "not-allowed",
      "too-many",
    ];
    // The texts of these errors are needed on a few pages only. The pattern matches the names of
    // the pages that must load the text.
    const refusals = new Map<string, RegExp>([
      ...[...server, ...match].map((code) => [`error.${code}`, /online|match|challenge/] as const),
      ...Object.keys(viAccount)
        .filter((key) => key.startsWith("error."))
        .map((key) => [key, /account/] as const),
      ["error.tree-too-large", /lab/] as const,
      ["error.no-lab", /lab/] as const,
      ["error.bad-weights", /lab/] as const,
      // These texts are needed only in games through a server, which have to wait for the network.
      ["play.sending", /match/] as const,
      ["seat.away", /match/] as const,
      ["error.no-deal", /fair/] as const,
      ["error.bad-record", /import|analysis|games/] as const,
      ["error.no-format", /menu/] as const,
      ["error.no-claim", /menu|match/] as const,
      ["error.not-left", /left/] as const,
      ...["bad-endpoint", "bad-keys", "no-device"].map((code) => [`error.${code}`, /push/] as const),
      ...["no-plans", "your-turn", "bad-plan", "two-plans"].map((code) => [`error.${code}`, /plans/] as const),
    ]);
    const part = new Map<string, string>();
    for (const [name, [inVi = {}, inEn = {}]] of Object.entries(parts)) {
      expect(Object.keys(inEn).sort(), name).toEqual(Object.keys(inVi).sort());
      for (const key of Object.keys(inVi)) {
        expect(part.get(key), key).toBeUndefined();
        part.set(key, name);
      }
    }
    const pages = [...routes, ...otherRoutes].map((r) => ({
      page: /pages\/(\w+)/.exec(String(r.load))?.[1] ?? "",
      texts: r.texts ?? [],
    }));
    // These parts of a page load their texts themselves, for example the menu and the share panel.
    const later = [
      ...["menu", "keys", "viewas", "possible", "hint"].map((part) => ({ page: `../play/${part}`, texts: ["table"] })),
      { page: "../play/sharesheet", texts: ["share"] },
      { page: "../play/left", texts: ["table", "people"] },
      { page: "../play/lag", texts: ["people"] },
      { page: "../play/series", texts: ["people"] },
      { page: "../play/ties", texts: ["people"] },
      { page: "../play/plans", texts: ["people", "table"] },
      { page: "../app/push", texts: ["people"] },
      { page: "../play/aloud", texts: ["aloud"] },
      ...["voice", "wish", "answers"].map((part) => ({ page: `../play/${part}`, texts: ["character", "table"] })),
    ];
    for (const { page, texts } of [...pages, ...later]) {
      const loaded = new Set([
        "board",
        ...texts,
        ...(/fair|match|class/.test(page) ? ["deals"] : []),
        ...(/event|club/.test(page) ? ["events"] : []),
        ...(/class/.test(page) ? ["classes"] : []),
      ]);
      const sources = loadedWith("src/main.tsx", `src/pages/${page}.tsx`);
      expect(sources).toContain("src/app/i18n.ts");
      // Components that import charactertexts.ts load the texts "character" themselves.
      if (sources.includes("src/play/charactertexts.ts")) loaded.add("character");
      for (const file of sources) {
        for (const key of keysIn(readFileSync(path.join(root, file), "utf8"))) {
          if (refusals.get(key)?.test(page) === false) continue;
          expect(loaded, `${key} of ${page} in ${file}`).toContain(part.get(key));
        }
      }
    }
  });

  it("are filled", () => {
    expect(fill("{a} and {b}", { a: 1 })).toBe("1 and {b}");
    const moves = (n: number) => fill("{n} {n|move|moves}", { n });
    speakThese("en", en);
    expect([0, 1, 2].map(moves)).toEqual(["0 moves", "1 move", "2 moves"]);
    // The language decides which plural form a number needs: Vietnamese and Chinese have one form.
    for (const l of ["vi", "zh-Hans", "zh-Hant"] as const) {
      speakThese(l, {});
      expect([0, 1, 2].map(moves)).toEqual(["0 moves", "1 moves", "2 moves"]);
    }
  });

  // Every error code that the server may send to a user must have its own text, and not the general
  // text for an internal error.
  it("exist for what is refused and for how games end", () => {
    speakThese("vi", vi);
    const ours = new Set(["bad-argument", "bad-event", "no-such-act", "not-due", "not-over", "not-paused", "paused"]);
    const codes = (file: string, line: RegExp) =>
      [...readFileSync(path.join(root, "..", file), "utf8").matchAll(line)].map((m) => m[1] ?? "");
    const refused = [...codes("match/errors.go", /= "([a-z-]+)"/g), "must-vary", "too-fast", "bad-name", "unavailable"];
    expect(refused).toContain("too-often");
    for (const code of refused.filter((c) => c !== "repeated" && !ours.has(c)))
      expect(errorText(code), code).not.toBe(vi["error.internal"]);
    const ends = [
      ...codes("game/outcome.go", /Reason = "([a-z-]+)"/g),
      ...codes("match/end.go", /Reason = "([a-z-]+)"/g),
      ...codes("match/left.go", /Reason = "([a-z-]+)"/g),
      ...codes("internal/play/machine.go", /Reason = "([a-z-]+)"/g),
    ];
    expect(ends).toContain("abandoned");
    for (const why of ends) expect(texts.vi?.[`why.${why}`], why).toBeTruthy();
  });

  it("name every fault of a position and its values", () => {
    const go = readFileSync(path.join(root, "..", "game/outcome.go"), "utf8");
    const named = [...go.matchAll(/Fault\w+ += "([a-z]+)" +\/\/ (?:([^:\n]+):)?/g)].map((m) => m[1] ?? "");
    expect(named.sort()).toEqual(Object.keys(faults).sort());
    for (const language of ["vi", "en"]) {
      for (const [why, names] of Object.entries(faults)) {
        const text = texts[language]?.[`fault.${why}`] ?? "";
        expect(text, why).toBeTruthy();
        for (const [, name] of text.matchAll(/\{(\w+)/g)) expect(names, `${why} in ${language}`).toContain(name);
      }
    }
    speakThese("vi", vi);
    expect(positionFault("chess", { why: "check", values: ["white"] })).toBe(
      "Trắng đang bị chiếu mà lại đến lượt bên kia đi",
    );
    expect(positionFault("chess", { why: "ranks", values: ["1", "8"] })).toBe("bàn cờ có 1 hàng, phải là 8");
    // Without a code for the fault, a general text in the user's language must be shown, and not
    // the English sentence.
    expect(positionFault("chess", {})).toBe("mã thế cờ viết chưa đúng");
  });

  it("say time controls in words", () => {
    speakThese("vi", vi);
    expect(["3d/move", "30s/move", "10+5", "none", ""].map(clockName)).toEqual([
      "3 ngày mỗi nước",
      "30 giây mỗi nước",
      "10+5",
      "Không tính giờ",
      "Không tính giờ",
    ]);
  });

  it("name the consumers of finished games", () => {
    const store = path.join(root, "../internal/store");
    const files = readdirSync(store).filter((f) => f.endsWith(".go") && !f.endsWith("_test.go"));
    const code = files.map((f) => readFileSync(path.join(store, f), "utf8")).join("\n");
    const names = Array.from(code.matchAll(/Consumer\{Name: "(\w+)"/g), (m) => m[1] ?? "");
    expect(names).toContain("statistics");
    for (const name of names) expect(texts.vi?.[`admin.consumer.${name}`], name).toBeTruthy();
  });

  it("tell whose end it was", () => {
    speakThese("vi", vi);
    const resigned = { why: "resignation", winner: "second" } as const;
    expect(endText("", resigned, "first")).toBe("Bạn đã xin thua.");
    expect(playerName("Guest 5924")).toBe("Khách 5924");
    expect(playerName("Khách 5924")).toBe("Khách 5924");
    expect(playerName("Guest 5924 of honour")).toBe("Guest 5924 of honour");
    expect(endText("", resigned, "second")).toBe("Bạn thắng! Đối thủ xin thua.");
    expect(endText("", { why: "left", winner: "first" }, "first")).toBe("Bạn thắng! Đối thủ đã rời ván.");
    expect(endText("", { why: "left", winner: "none" }, "first")).toBe("Hòa: một người đã rời ván");
    expect(endText("", { why: "abort", winner: "none" }, "first")).toBe("Ván bị hủy: không tính kết quả");
    expect(endText("", { why: "abort", winner: "none", by: "first" }, "first")).toBe("Ván bị hủy: bạn không chơi tiếp");
    expect(endText("", { why: "abort", winner: "none", by: "second" }, "first")).toBe(
      "Ván bị hủy: đối thủ không chơi tiếp",
    );
    expect(endText("", { why: "time", winner: "first" }, "none")).toBe("Đi trước thắng: Đi sau hết giờ");
    // The stored game has no winner, but the text must not call it a draw.
    expect(endText("", { why: "abort", winner: "none" }, "first")).toBe("Ván bị hủy: không tính kết quả");
  });
});

describe("levels", () => {
  it("what is said of a level does not repeat its name", () => {
    const plain = (s: string) => s.toLowerCase().replace(/^(a|an) /, "");
    for (const all of [vi, en] as Record<string, string>[])
      for (let n = 1; all[`level.name.${n}`]; n++) {
        const name = plain(all[`level.name.${n}`] ?? "");
        expect(plain(all[`level.about.${n}`] ?? "")).not.toContain(name);
      }
  });
});

describe("Chinese sentences", () => {
  it("get Chinese punctuation where code joins texts, other languages keep theirs", () => {
    speakThese("zh-Hans", {});
    expect(punctuated("红方胜: 将死")).toBe("红方胜：将死");
    expect(punctuated("1. 新手.")).toBe("1. 新手。");
    expect(punctuated("你赢了！ 将死.")).toBe("你赢了！将死。");
    expect(punctuated("98 %")).toBe("98%");
    speakThese("vi", {});
    expect(punctuated("Đỏ thắng: chiếu hết. 98 %")).toBe("Đỏ thắng: chiếu hết. 98 %");
  });

  it("have a stamp for each result", () => {
    const css = readFileSync(path.join(root, "src/style/seals.css"), "utf8");
    for (const l of langs) {
      expect(css).toContain(`:root:lang(${l}) {\n    --seal: url("./seals/${l}.svg")`);
      const svg = readFileSync(path.join(root, `src/style/seals/${l}.svg`), "utf8");
      expect(svg.match(/<mask /g)).toHaveLength(3);
    }
  });

  it("have no ASCII punctuation beside a Chinese character, and address the reader in one way", () => {
    const faulty = /\p{Script=Han}[,:;?!]|[\d}] %|\p{Script=Han}\. |您/u;
    const found = ["zh-Hans", "zh-Hant"].flatMap((l) =>
      files()
        .filter((name) => name.endsWith(".json"))
        .flatMap((name) =>
          Object.entries(textsOf(name, l))
            .filter(([key, text]) => key !== "event.list.example" && faulty.test(text))
            .map(([key, text]) => `${name} ${l} ${key}: ${text}`),
        ),
    );
    expect(found).toEqual([]);
  });
});
