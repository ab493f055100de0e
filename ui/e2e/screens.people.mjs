// The people of the screenshots: an administrator with an account, rated games and notices.

const password = "con mã nhảy ngựa";
const moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"];

/**
 * Creates two accounts that have played rated games. Returns the cookies and storage of the first
 * player's browser, and the id of the second player.
 */
export async function makePeople(browser, origin, link) {
  const people = await Promise.all(
    ["Lê Thu An", "Trần Quốc Bình"].map(async (name) => {
      const context = await browser.newContext({ baseURL: origin });
      const post = async (path, data = {}) => {
        const r = await context.request.post(`/api${path}`, { data });
        if (!r.ok()) throw new Error(`${path}: ${await r.text()}`);
        return r.json().catch(() => ({}));
      };
      const { player } = await (await context.request.get("/api/me")).json();
      await post("/account", { name, password });
      return { context, post, player };
    }),
  );
  const [an, binh] = people;
  await an.post("/account/admin", { link });
  const play = async (first, second, loser) => {
    const terms = { game: "chess", clock: "10+5", rated: true, side: "first", to: second.player };
    const offer = await first.post("/offers", terms);
    const { id } = await second.post(`/offers/${offer.id}/accept`);
    for (const [ply, code] of moves.entries())
      await (ply % 2 ? second : first).post(`/matches/${id}/moves`, { ply, code });
    if (loser) await loser.post(`/matches/${id}/acts`, { kind: "resign" });
  };
  for (const loser of [binh, binh, an, binh, an]) await play(an, binh, loser);
  await play(binh, an, null);
  await binh.post("/offers", { game: "xiangqi", clock: "3d/move", to: an.player });
  const state = await an.context.storageState();
  await Promise.all(people.map((p) => p.context.close()));
  return { state, player: binh.player };
}
