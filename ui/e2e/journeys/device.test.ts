// These simulated visits to the site use one device: offline, by keyboard only, with other
// settings, and with saved games.
import { expect } from "@playwright/test";
import { choose } from "./choose";
import { tabTo } from "./moves";
import { fresh, type Person } from "./person";
import { stateAt } from "./rules";
import { page, type Scene } from "./scene";
import { desktopFirst, visit } from "./visit";
import { machineName } from "./words";

const live = (p: Person, kind: string, mine: "first" | "second" = "first"): Scene => ({
  ...p.against(`/play/${kind}`, fresh(kind), mine),
  idle: "play.first.move",
});

visit("a flight: offline from the start, a game and its record", "en", async (v) => {
  const p = await v.person("Lan");
  await p.open("/play/chess", live(p, "chess"));
  await p.step("has the site kept", async () => {
    await p.page.evaluate(() => navigator.serviceWorker.ready);
    await expect
      .poll(() => p.page.evaluate(async () => (await caches.open("kydai-pages-1")).match("/").then(Boolean)))
      .toBe(true);
    // The site caches the WebAssembly module for game records later, in the background.
    await expect
      .poll(() =>
        p.page.evaluate(async () =>
          (await (await caches.open("kydai-files-1")).keys()).some((r) => /archive-.*\.wasm$/.test(r.url)),
        ),
      )
      .toBe(true);
  });
  await p.step("loses the network", async () => {
    await p.context.setOffline(true);
    p.offline = true;
  });
  for (const kind of ["chess", "xiangqi"]) {
    await p.open(`/play/${kind}`, live(p, kind));
    for (let n = 0; n < 4; n++) await p.move(choose(p.game, p.wish), n % 2 ? "drag" : "tap");
    await p.look(3);
    await p.look(5);
    await p.look(p.game.codes.length, "buttons");
    await p.undo();
    await p.move(choose(p.game, p.wish), "type");
    await p.turn("sideways");
    await p.flip();
    await p.turn("upright");
    await p.reload();
    await p.move(choose(p.game, p.wish));
    await p.resign();
    await p.again(live(p, kind, "second"));
    await p.move(choose(p.game, p.wish));
  }
  await p.menu();
  await p.step("downloads the record", async () => {
    const waiting = p.page.waitForEvent("download");
    await p.press(p.button("play.download"));
    let text = "";
    for await (const part of await (await waiting).createReadStream()) text += String(part);
    // The record contains the current game, as codes or in a notation.
    const first = stateAt({ ...p.game, codes: p.game.codes.slice(0, 1) }, { ...p.wish, notation: "wxf" });
    expect(text).toMatch(new RegExp(`${p.game.codes[0]}|${first.texts?.[0]?.replace(/[+.=]/g, "\\$&")}`, "i"));
  });
});

visit(
  "a game by the keyboard alone",
  "vi",
  async (v) => {
    const p = await v.person("Minh");
    const keyed = async (what: string, selector: string, scene?: Scene) =>
      p.step(what, async () => {
        await tabTo(p.page, selector, 120);
        await p.page.keyboard.press("Enter");
        if (scene) p.scene = scene;
      });
    await p.open("/hotseat/chess", p.both("/hotseat/chess", fresh("chess")));
    for (const code of ["f2f3", "e7e5", "g2g4"]) await p.move(code, "keys");
    await p.step("leaves the board", async () => {
      await p.page.keyboard.press("Tab");
    });
    await p.look(2, "keysonly");
    await p.look(1, "keysonly");
    await p.look(3, "keysonly");
    await p.step("flips by key", async () => {
      await p.page.keyboard.press("f");
      p.scene = { ...p.scene, flipped: true };
    });
    await p.step("takes back by key", async () => {
      await p.page.keyboard.press("u");
      p.game.codes.pop();
    });
    await p.step("plays again by key", async () => {
      await p.page.keyboard.press("r");
      p.game.codes.push("g2g4");
    });
    await p.step("flips back", async () => {
      await p.page.keyboard.press("f");
      p.scene = { ...p.scene, flipped: false };
    });
    await p.move("d8h4", "type");
    await p.step("reads the list of keys", async () => {
      // Press Escape only in a text field, to leave it. Outside a text field, Escape would open the
      // menu.
      if (await p.page.evaluate(() => document.activeElement?.tagName === "INPUT"))
        await p.page.keyboard.press("Escape");
      await p.page.keyboard.press("?");
      await expect(p.page.getByRole("dialog", { name: p.t("help.title") })).toBeVisible();
    });
    await p.step("closes it", async () => {
      await p.page.keyboard.press("Escape");
      await expect(p.page.getByRole("dialog", { name: p.t("help.title") })).toBeHidden();
    });
    await p.step("opens the menu", async () => {
      const menu = p.button("app.menu");
      for (let i = 0; i < 120 && !(await menu.evaluate((el) => el === document.activeElement)); i++)
        await p.page.keyboard.press("Tab");
      await p.page.keyboard.press("Enter");
      await expect(p.sheet).toBeVisible();
    });
    await keyed("begins anew", "dialog.menu button.main", p.both("/hotseat/chess", fresh("chess")));
    for (const code of ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5a5", "d2d4", "c8f5"]) await p.move(code, "keys");
    await p.step("leaves the board", async () => {
      await p.page.keyboard.press("Tab");
    });
    for (const ply of [7, 6, 5, 4, 3, 4, 5]) await p.look(ply, "keysonly");
    await p.look(0, "keysonly");
    await p.look(8, "keysonly");
    await p.step("types a move that is none", async () => {
      await p.page.keyboard.press("/");
      await p.page.keyboard.type("Ke5");
      await p.page.keyboard.press("Enter");
    });
    await p.move("g1f3", "type");
    await p.move("g8f6", "type");
    await p.move("c1d2", "keys");
    await p.step("leaves the board", async () => {
      await p.page.keyboard.press("Tab");
    });
    await p.step("takes back by key", async () => {
      await p.page.keyboard.press("u");
      p.game.codes.pop();
    });
    await p.move("f1c4", "keys");
    await p.reload();
    await p.move("c7c6", "keys");
    await p.move("e1g1", "type");
  },
  desktopFirst,
);

visit(
  "settings are changed in the middle of a game and back",
  "vi",
  async (v) => {
    const p = await v.person("Hoa");
    await p.open("/play/xiangqi", live(p, "xiangqi"));
    for (const code of ["h2e2", "h0g2"]) await p.move(choose(p.game, p.wish, [code]));
    const game = p.game;
    const back = () => ({ ...p.against("/play/xiangqi", game), idle: "play.first.move" });
    const settings = () => p.open("/settings", page("/settings"));
    const toGame = () => p.open("/play/xiangqi", back());
    const speak = async (lang: "vi" | "en") => {
      await settings();
      await p.step(`chooses ${lang}`, async () => {
        // The whole page changes its language immediately, including the label of this choice.
        const choice = p.page.getByRole("radio", { name: p.t(`settings.lang.${lang}`), exact: true });
        await choice.click({ force: true });
        p.taste.lang = lang;
      });
      await toGame();
    };
    const first = p.taste.lang;
    await speak(first === "vi" ? "en" : "vi");
    await p.move(choose(p.game, p.wish));
    await p.look(3);
    await p.look(p.game.codes.length);
    for (const theme of ["dark", "light", "auto"]) {
      await settings();
      await p.step(`chooses the theme ${theme}`, () => p.pick("settings.theme", p.t(`settings.theme.${theme}`)));
      await toGame();
    }
    const field = (key: string) =>
      p.page
        .locator("dialog.menu:popover-open label.field")
        .filter({ has: p.page.getByText(p.t(key), { exact: true }) })
        .locator("select");
    const looks = async (what: "notation" | "coordinates", value: string) => {
      await p.menu();
      await p.step(`chooses ${what} ${value}`, async () => {
        await field(`settings.${what}`).selectOption(value);
        p.taste[what].xiangqi = value;
      });
      await p.closeMenu();
    };
    await looks("notation", "iccs");
    await p.move(choose(p.game, p.wish), "drag");
    await looks("coordinates", "letters");
    await p.flip();
    await p.look(2);
    await p.flip();
    await p.look(p.game.codes.length);
    await looks("notation", "chinese");
    await p.move(choose(p.game, p.wish));
    await looks("coordinates", "none");
    await p.turn("sideways");
    await p.move(choose(p.game, p.wish));
    await p.turn("upright");
    await looks("coordinates", "files");
    await p.reload();
    await speak(first);
    await looks("notation", "wxf");
    await p.undo();
    await p.move(choose(p.game, p.wish), "type");
    await p.look(4);
  },
  undefined,
  true,
);

visit(
  "games that are kept: opened, continued, deleted",
  "en",
  async (v) => {
    const p = await v.person("An");
    const games = async (list: (string | RegExp)[]) => p.open("/games", { ...page("/games"), list });
    const n = (plies: number) => p.t("games.moves", { n: Math.ceil(plies / 2) });
    const row = (kind: string, plies: number) => new RegExp(`${p.t(`game.${kind}`)}.*\\b${n(plies)}`);
    await games([]);
    await p.open("/hotseat/xiangqi", p.both("/hotseat/xiangqi", fresh("xiangqi")));
    for (const code of ["h2e2", "h9g7", "e2e6"]) await p.move(code);
    await games([row("xiangqi", 3)]);
    await p.open("/hotseat/caro", p.both("/hotseat/caro", fresh("caro")));
    for (const code of ["h8", "i9", "h9", "h10"]) await p.move(code);
    await p.undo();
    await p.move("g9", "type");
    await p.open("/play/chess", live(p, "chess"));
    await p.move("e2e4");
    await p.move(choose(p.game, p.wish), "drag");
    const chess = [...p.game.codes];
    await games([row("chess", 4), row("caro", 4), row("xiangqi", 3)]);
    const link = (kind: string) => p.page.locator("ul.list a", { hasText: p.t(`game.${kind}`) });
    await p.follow(
      "opens the oldest",
      link("xiangqi"),
      p.both(/^\/game\//, fresh("xiangqi", { codes: ["h2e2", "h9g7", "e2e6"] })),
    );
    await p.look(2);
    await p.look(3);
    await p.move("b9c7", "drag");
    await p.move("e6e5");
    await p.look(3);
    await p.turn("sideways");
    await p.look(4);
    await p.turn("upright");
    await p.look(5);
    await games([row("xiangqi", 5), row("chess", 4), row("caro", 4)]);
    await p.follow(
      "opens the game against the machine",
      link("chess"),
      p.against(/^\/game\//, fresh("chess", { codes: chess })),
    );
    await p.move(choose(p.game, p.wish));
    await p.look(2);
    await p.undo();
    await p.move(choose(p.game, p.wish), "type");
    const more = p.game.codes.length;
    await p.resign();
    const lost = new RegExp(`${p.t("game.chess")}.*${machineName(p.taste.lang, 1)}.*\\b${n(more)}`);
    await games([lost, row("xiangqi", 5), row("caro", 4)]);
    await p.step("deletes caro", async () => {
      await p.press(p.page.locator("ul.list li", { hasText: p.t("game.caro") }).getByRole("button"));
      const gone = p.t("games.deleted", { game: p.t("game.caro"), n: 2 });
      p.scene = { ...p.scene, list: [lost, row("xiangqi", 5), gone] };
    });
    await p.step("wants it back", async () => {
      await p.press(p.button("games.restore"));
      p.scene = { ...p.scene, list: [lost, row("xiangqi", 5), row("caro", 4)] };
    });
    await p.step("deletes xiangqi", async () => {
      await p.press(p.page.locator("ul.list li", { hasText: p.t("game.xiangqi") }).getByRole("button"));
      const gone = p.t("games.deleted", { game: p.t("game.xiangqi"), n: 3 });
      p.scene = { ...p.scene, list: [lost, gone, row("caro", 4)] };
    });
    await p.step("reloads", async () => {
      await p.page.reload();
      p.scene = { ...p.scene, list: [row("caro", 4), lost] };
    });
    await p.follow(
      "goes on with caro",
      link("caro"),
      p.both(/^\/game\//, fresh("caro", { codes: ["h8", "i9", "h9", "g9"] })),
    );
    await p.move("h7");
    await p.move("g7", "type");
    await p.look(3);
    await games([row("caro", 6), lost]);
  },
  desktopFirst,
  true,
);
