// In this simulated visit to the site, the operator administers it on a phone; a moderator and
// a player see only what they are allowed to see.
import { expect, type Locator } from "@playwright/test";
import { test } from "../test";
import { faults } from "../axe";
import { firstStart, password, rated, type Server } from "../server";
import { fresh, type Person } from "./person";
import { page, table, type Scene } from "./scene";
import { signUp } from "./table";
import { visit } from "./visit";

let server: Server | undefined;
test.afterEach(async () => {
  await server?.end();
  server = undefined;
});

/**
 * The expected content of a part of the administration pages. The parameter `more` adds query
 * parameters to its address.
 */
const at = (part: string, more: Record<string, string> = {}, scene: Partial<Scene> = {}): Scene =>
  page(`/admin?${new URLSearchParams({ part, ...more }).toString()}`, scene);

const parts = (p: Person): Locator => p.page.getByRole("navigation", { name: p.t("admin.title") }).getByRole("link");

/** Opens a part of the operator's page through the row of links. */
const goTo = (p: Person, part: string, scene: Scene) =>
  p.follow(`goes to ${part}`, parts(p).filter({ hasText: p.t(`admin.part.${part}`) }), scene);

/**
 * Checks with axe that the page has no fault, and that nothing is cut off with the phone upright
 * and sideways.
 */
async function sound(p: Person): Promise<void> {
  await p.sees("a page without a fault", async () => expect(await faults(p.page)).toEqual([]));
  await p.turn("sideways");
  await p.fits();
  await p.turn("upright");
}

/** Assigns a role to the shown user. The first attempt uses a wrong password. */
async function giveRole(p: Person, role: string, scene: Scene): Promise<void> {
  const form = p.page.getByRole("form", { name: p.t("admin.role") });
  await p.step(`chooses ${role} and mistypes the password`, async () => {
    await p.pick("admin.role", p.t(`account.role.${role}`));
    await form.getByLabel(p.t("admin.password")).fill("không phải");
    await p.press(form.getByRole("button", { name: p.t("admin.role.set") }));
    await expect(form.getByRole("alert")).toHaveText(p.t("error.wrong-password"));
  });
  await p.step("gives the role", async () => {
    await form.getByLabel(p.t("admin.password")).fill(password);
    await p.press(form.getByRole("button", { name: p.t("admin.role.set") }));
    p.scene = scene;
  });
}

/** Checks that the server refuses these requests of a person with status 403. */
const refused = (p: Person, paths: readonly string[]) =>
  p.step("may not ask the server", async () => {
    for (const path of paths) expect((await p.context.request.get(`/api/admin${path}`)).status(), path).toBe(403);
  });

visit(
  "an administrator, a moderator and two players of a site",
  "vi",
  async (v) => {
    server = await firstStart();
    v.origin = server.origin;
    const boss = await v.person("Chủ quán");
    const user = await v.person("Lê Văn Tám");
    const rival = await v.person("Trần Bình", "en");
    const mod = await v.person("Vũ Thị Mai", "en");
    await signUp(boss);
    const id = await signUp(user);
    await signUp(rival);
    const helper = await signUp(mod);
    for (const p of [user, rival]) await p.leave();
    let match = "";
    await user.step("plays a rated game", async () => {
      match = await rated(rival.context.request, user.context.request);
      await expect
        .poll(async () => {
          const p = (await (await user.context.request.get(`/api/players/${id}`)).json()) as { ratings: unknown[] };
          return p.ratings.length;
        })
        .toBe(1);
    });
    const names = { first: rival.who, second: user.who };
    const game = fresh("chess", { codes: ["f2f3", "e7e5", "g2g4", "d8h4"] });
    await rival.open(`/g/${match}`, table(`/g/${match}`, game, { mine: "first", view: "first", names, match }));
    await rival.menu();
    await rival.step("reports the opponent", async () => {
      await rival.press(rival.sheet.getByRole("button", { name: rival.t("ties.report"), exact: true }));
      await rival.page.getByLabel(rival.t("ties.reason")).selectOption("stalling");
      await rival.page.getByLabel(rival.t("ties.report.text")).fill("Câu giờ.");
      await rival.press(rival.sheet.getByRole("button", { name: rival.t("ties.report.send"), exact: true }));
      await expect(rival.page.locator(".note:not(.summons)")).toHaveText(rival.t("ties.report.sent"));
    });

    // The link printed at the first start makes the user an administrator.
    await boss.open(server.link, page("/account", { says: [boss.t("account.admin.ask")] }));
    await boss.step("becomes the administrator", async () => {
      await boss.press(boss.button("account.admin.yes"));
      boss.scene = page("/account", { says: [boss.t("account.role.admin")] });
    });
    const all = page("/admin", { says: [boss, user, rival, mod].map((p) => p.who) });
    await boss.follow("goes to the page", boss.page.getByRole("link", { name: boss.t("admin.title") }), all);
    await boss.sees("all parts", () =>
      expect(parts(boss)).toHaveText(["users", "reports", "tasks", "audit"].map((x) => boss.t(`admin.part.${x}`))),
    );

    // A user is found by the beginning of the name; one of the user's two sessions is ended.
    await user.open("/account", page("/account", { says: [user.who] }));
    const second = await v.browser.newContext({ baseURL: v.origin, userAgent: "Firefox/150 (Android)" });
    await user.step("signs in on another device", async () => {
      const made = await second.request.post("/api/session", { data: { name: user.who, password } });
      expect(made.ok(), await made.text()).toBe(true);
    });
    const find = (p: Person, key: string, name: string, scene: Scene) =>
      p.step(`looks for ${name}`, async () => {
        await p.page.getByLabel(p.t(key)).fill(name);
        await p.press(p.button("admin.find.go"));
        p.scene = scene;
      });
    const found = at("users", { name: "lê v" }, { list: [user.who] });
    await find(boss, "admin.find", "lê v", found);
    await sound(boss);
    const shown = at("user", { id }, { says: [user.who], list: [/Firefox, Android/, /Chrome/] });
    const row = boss.page.locator(".list a", { hasText: user.who });
    await boss.follow("opens the user", row, shown);
    await boss.history("back", found);
    await boss.history("forward", shown);
    await boss.reload();
    await sound(boss);
    await boss.step("ends the session of the phone", async () => {
      await boss.press(boss.page.getByRole("button", { name: /Chrome/ }));
      boss.scene = { ...shown, list: [/Firefox, Android/] };
    });
    await user.step("is signed out, the other device is not", async () => {
      await user.page.reload();
      user.scene = page("/account", { says: [user.t("account.in")], lacks: [user.t("account.out")] });
      const me = (await (await second.request.get("/api/me")).json()) as { account: boolean };
      expect(me.account).toBe(true);
      await second.close();
    });
    await user.step("signs in again", async () => {
      const form = user.page.getByRole("form", { name: user.t("account.in"), exact: true });
      await form.getByLabel(user.t("account.name")).fill(user.who);
      await form.getByLabel(user.t("account.password"), { exact: true }).fill(password);
      await user.press(form.getByRole("button", { name: user.t("account.in"), exact: true }));
      user.scene = page("/account", { says: [user.who, user.t("account.out")] });
    });

    // The administrator opens the data sheet of a rated player, the game, and the tasks.
    const told = /Câu giờ\..*Trần Bình/;
    const sheet = at(
      "sheet",
      { id },
      { list: [told, /Trần Bình · 1500 → 1\d\d\d.*2 nước/], says: [boss.t("admin.sheet.how")] },
    );
    await boss.follow(
      "opens the sheet",
      boss.page.getByRole("link", { name: boss.t("admin.sheet"), exact: true }),
      sheet,
    );
    await sound(boss);
    const played = boss.page.locator(`.list a[href="/g/${match}"]`, { hasText: rival.who });
    const seen = table(`/g/${match}`, game, { mine: "none", names, match });
    await boss.follow("opens the game", played, seen);
    await boss.history("back", sheet);
    const done = boss.t("admin.tasks.done", { done: 1, lag: 0 });
    const tasks = at(
      "tasks",
      {},
      { says: ["statistics", "ratings", "played", "notices"].map((c) => `${boss.t(`admin.consumer.${c}`)} · ${done}`) },
    );
    await goTo(boss, "tasks", tasks);
    await sound(boss);

    // A report is read and closed, reopened and closed again.
    const open = at("reports", {}, { list: [told] });
    const none = at("reports", {}, { list: [], says: [boss.t("admin.reports.none")] });
    await goTo(boss, "reports", open);
    await sound(boss);
    await boss.follow("goes to the game of the report", boss.page.locator(`.list a[href="/g/${match}"]`), seen);
    await boss.history("back", open);
    const settle = (note: string, key: string, scene: Scene) =>
      boss.step(note, async () => {
        const form = boss.page.getByRole("form", { name: boss.t("admin.reports.of", { name: user.who }) });
        await form.getByLabel(boss.t("admin.reports.note")).fill(note);
        await boss.press(form.getByRole("button", { name: boss.t(key) }));
        boss.scene = scene;
      });
    await settle("Đã nhắc", "admin.reports.close", none);
    const closed = at("reports", { state: "closed" }, { list: [/Câu giờ\..*Đã nhắc/] });
    const pick = (state: string, scene: Scene) =>
      boss.step(`looks at ${state} reports`, async () => {
        await boss.pick("admin.part.reports", boss.t(`admin.reports.${state}`));
        boss.scene = scene;
      });
    await pick("closed", closed);
    await boss.reload();
    await boss.follow("goes to the reported player", boss.page.locator(".list a", { hasText: user.who }), {
      ...shown,
      list: [/./, /./],
    });
    await boss.history("back", closed);
    await settle("Xem lại", "admin.reports.again", at("reports", { state: "closed" }, { list: [] }));
    await pick("open", at("reports", { state: "open" }, { list: [told] }));
    await settle("Xong", "admin.reports.close", at("reports", { state: "open" }, { list: [] }));

    // Another user becomes a moderator.
    await goTo(boss, "users", at("users", {}, { says: [mod.who] }));
    const other = at("user", { id: helper }, { says: [boss.t("account.role.player")] });
    await boss.follow("opens another user", boss.page.locator(".list a", { hasText: mod.who }), other);
    const made = { ...other, says: [`${boss.t("account.role.moderator")} · `] };
    await giveRole(boss, "moderator", made);
    await mod.open("/account", page("/account", { says: [mod.t("account.role.moderator")] }));
    const empty = { list: [], says: [mod.t("admin.reports.none")] };
    await mod.follow(
      "goes to the page",
      mod.page.getByRole("link", { name: mod.t("admin.title") }),
      page("/admin", empty),
    );
    await mod.sees("two parts", () =>
      expect(parts(mod)).toHaveText([mod.t("admin.part.reports"), mod.t("admin.part.users")]),
    );
    for (const part of ["audit", "tasks"]) await mod.open(`/admin?part=${part}`, at(part, {}, empty));
    await refused(mod, ["/audit", "/tasks", "/users"]);
    await goTo(mod, "users", at("users", {}, { list: [], lacks: [user.who] }));
    await find(mod, "admin.find.exact", user.who, {
      ...at("user", { id: `@${user.who}` }),
      says: [user.who, mod.t("admin.name.take")],
      lacks: [mod.t("admin.role.set"), mod.t("admin.audit.about")],
      list: [/./, /./],
    });
    await mod.follow(
      "opens the sheet",
      mod.page.getByRole("link", { name: mod.t("admin.sheet"), exact: true }),
      at("sheet", { id }, { says: [mod.t("admin.sheet.how")] }),
    );

    // A player sees nothing on the administration pages.
    const nothing = { says: [rival.t("admin.none")], lacks: [user.who, rival.t("admin.part.users")] };
    await rival.open("/admin", page("/admin", nothing));
    await rival.open(`/admin?part=user&id=${id}`, at("user", { id }, nothing));
    await refused(rival, ["/audit", "/tasks", "/users", "/reports", `/users/${id}`, `/players/${id}/sheet`]);

    // The moderator loses the role; the audit log contains all these events.
    await giveRole(boss, "player", { ...other, says: [`${boss.t("account.role.player")} · `] });
    await mod.step("is no moderator any more", async () => {
      await mod.page.reload();
      mod.scene = { ...mod.scene, says: [mod.t("admin.none")], lacks: [user.who] };
    });
    const roles = (from: string, to: string) =>
      new RegExp(
        `^${boss.t("admin.action.set-role")}: ${mod.who}.*${boss.who}.*${boss.t(`account.role.${from}`)}.*${boss.t(`account.role.${to}`)}`,
      );
    const log = [
      roles("moderator", "player"),
      roles("player", "moderator"),
      boss.t("admin.action.close-report"),
      boss.t("admin.action.open-report"),
      boss.t("admin.action.close-report"),
      `${boss.t("admin.action.end-session")}: ${user.who}`,
      boss.t("admin.action.become-admin"),
      boss.t("admin.action.admin-link"),
    ];
    const audit = at("audit", {}, { list: log });
    await goTo(boss, "audit", audit);
    await sound(boss);
    await boss.follow("goes to a user of the log", boss.page.locator(".list a", { hasText: user.who }).first(), {
      ...shown,
      list: [/./, /./],
    });
    const about = boss.page.getByRole("link", { name: boss.t("admin.audit.about") });
    await boss.follow(
      "reads the log about the user",
      about,
      at("audit", { about: id }, { says: [user.who], lacks: [mod.who] }),
    );
    await boss.follow("reads the whole log", boss.page.getByRole("link", { name: boss.t("admin.audit.all") }), audit);
    await boss.history("back", at("audit", { about: id }, { lacks: [mod.who] }));
    await boss.history("back", { ...shown, list: [/./, /./] });
    await boss.history("back", audit);
  },
  ["phone"],
);
