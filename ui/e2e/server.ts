// A server of its own for tests of the operator.
import { expect, type APIRequestContext } from "@playwright/test";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

/** The password of all accounts of the tests. */
export const password = "con mã nhảy ngựa";
const binary = process.env.KYDAI_TEST_PROGRAM ?? "../bin/kydai";

export interface Server {
  origin: string;
  /** The link of the first start. */
  link: string;
  /** The CPU time of the server so far, in seconds. Linux only. */
  cpu(): number;
  end(): Promise<void>;
}

/** A port that nothing listens on. */
function freePort(): Promise<number> {
  return new Promise((found) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => found(port));
    });
  });
}

/** A server of its own: a free port, an empty folder, and its first start. */
export async function firstStart(limits: readonly string[] = ["--unlimited"]): Promise<Server> {
  const port = await freePort();
  const data = mkdtempSync(path.join(tmpdir(), "kydai-admin-"));
  const server: ChildProcess = spawn(
    path.resolve(binary),
    ["serve", ...limits, "--listen", `127.0.0.1:${port}`, "--data", data],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  let out = "";
  server.stdout?.on("data", (text: Buffer) => (out += text.toString()));
  const end = async () => {
    const over = new Promise((done) => server.once("exit", done));
    server.kill("SIGTERM");
    await over;
    rmSync(data, { recursive: true, force: true });
  };
  await expect.poll(() => out, { timeout: 60_000 }).toMatch(/#admin=\S+/);
  // Behind the name of the program, which may have spaces: user and system time in ticks of 10 ms.
  const cpu = () => {
    const fields = readFileSync(`/proc/${server.pid}/stat`, "utf8").replace(/^.*\) /s, "").split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  };
  return { origin: `http://127.0.0.1:${port}`, link: /http\S+#admin=\S+/.exec(out)?.[0] ?? "", cpu, end };
}

/** Two accounts play a short rated game by the API; the second wins. */
export async function rated(a: APIRequestContext, b: APIRequestContext): Promise<string> {
  const made = await a.post("/api/offers", {
    data: { game: "chess", clock: "5+3", rated: true, side: "first", takebacks: 0 },
  });
  const offer = (await made.json()) as { id: string };
  const { id } = (await (await b.post(`/api/offers/${offer.id}/accept`)).json()) as { id: string };
  for (const [ply, code] of ["f2f3", "e7e5", "g2g4", "d8h4"].entries()) {
    const moved = await (ply % 2 ? b : a).post(`/api/matches/${id}/moves`, { data: { ply, code } });
    expect(moved.ok(), await moved.text()).toBe(true);
  }
  return id;
}
