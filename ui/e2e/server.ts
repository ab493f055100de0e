// Starts a server of its own for a test. Most tests share one server, but tests of what only an operator
// can do need a server with other settings.
import { expect, type APIRequestContext } from "@playwright/test";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

/** The password of all test accounts. */
export const password = "con mã nhảy ngựa";
const binary = process.env.KYDAI_TEST_PROGRAM ?? "../bin/kydai";

export interface Server {
  origin: string;
  /** The link that the server prints at its first start. */
  link: string;
  /** The CPU time of the server so far, in seconds. Linux only. */
  cpu(): number;
  /** Kills the server as a power cut does. */
  kill(): Promise<void>;
  /** Starts the server again with the same data. */
  again(): Promise<void>;
  end(): Promise<void>;
}

/** Returns a port on which no program listens. */
function freePort(): Promise<number> {
  return new Promise((found) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => found(port));
    });
  });
}

/**
 * Starts a separate server with a free port and an empty data folder, and waits for its first
 * start.
 */
export async function firstStart(limits: readonly string[] = ["--unlimited"]): Promise<Server> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const data = mkdtempSync(path.join(tmpdir(), "kydai-admin-"));
  let out = "";
  const start = (): ChildProcess => {
    const args = ["serve", ...limits, "--listen", `127.0.0.1:${port}`, "--data", data];
    const server = spawn(path.resolve(binary), args, { stdio: ["ignore", "pipe", "inherit"] });
    server.stdout?.on("data", (text: Buffer) => (out += text.toString()));
    return server;
  };
  let server = start();
  const stop = async (signal: "SIGTERM" | "SIGKILL") => {
    const over = new Promise((done) => server.once("exit", done));
    server.kill(signal);
    await over;
  };
  await expect.poll(() => out, { timeout: 60_000 }).toMatch(/#admin=\S+/);
  return {
    origin,
    link: /http\S+#admin=\S+/.exec(out)?.[0] ?? "",
    cpu: () => {
      // In /proc/<pid>/stat, the name of the program may contain spaces. After the name, the file
      // contains user and system time in ticks of 10 ms.
      const fields = readFileSync(`/proc/${server.pid}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ");
      return (Number(fields[11]) + Number(fields[12])) / 100;
    },
    kill: () => stop("SIGKILL"),
    again: async () => {
      server = start();
      const ready = () =>
        fetch(`${origin}/readyz`).then(
          (a) => a.ok,
          () => false,
        );
      await expect.poll(ready, { timeout: 60_000 }).toBe(true);
    },
    end: async () => {
      if (server.exitCode === null && server.signalCode === null) await stop("SIGTERM");
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/**
 * Two accounts play a short rated game through the API, and the second account wins. Returns the id
 * of the match.
 */
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
