// Fills a server through its API with events, a club and a class in every state, so that tests can
// open every page as every kind of user. Names contain no Vietnamese letters: if an English page
// shows such a letter, a text was not translated.
import {
  type APIRequestContext,
  type Browser,
  type BrowserContextOptions,
  expect,
  type Page,
  request,
} from "@playwright/test";
import { password, type Server } from "./server";

/** A user for tests: a session with the API, whose pages open in any language and window size. */
export class Guest {
  private constructor(
    readonly api: APIRequestContext,
    readonly id: string,
    readonly origin: string,
  ) {}

  static async at(server: Server, name = ""): Promise<Guest> {
    const api = await request.newContext({ baseURL: server.origin });
    const { player } = (await (await api.get("/api/me")).json()) as { player: string };
    const guest = new Guest(api, player, server.origin);
    if (name) await guest.ask("PATCH", "/me", { name });
    return guest;
  }

  /** Creates a user with an account. */
  static async known(server: Server, name: string): Promise<Guest> {
    const guest = await Guest.at(server);
    await guest.ask("POST", "/account", { name, password });
    return guest;
  }

  /** Creates the user of a child, who signs in with a login card. */
  static async child(server: Server, card: Card): Promise<Guest> {
    const { api } = await Guest.at(server);
    const child = new Guest(api, card.player, server.origin);
    await child.ask("POST", "/session/card", { card: new URL(card.link).hash.slice(1) });
    return child;
  }

  /** Sends a request and returns the parsed response. */
  async ask<T = unknown>(method: string, path: string, data?: object): Promise<T> {
    const got = await this.api.fetch(`/api${path}`, { method, ...(data ? { data } : {}) });
    const text = await got.text();
    expect(got.ok(), `${method} ${path}: ${text}`).toBe(true);
    return JSON.parse(text || "null") as T;
  }

  /** Opens a browser page that is signed in as this user. */
  async page(browser: Browser, options: BrowserContextOptions): Promise<Page> {
    const storageState = await this.api.storageState();
    return (await browser.newContext({ ...options, storageState, baseURL: this.origin })).newPage();
  }
}

interface Board {
  board: number;
  first: number;
  second: number;
  match?: string;
  version: number;
}

/**
 * A tournament on the test server. The methods send the API requests of its organiser and its
 * players.
 */
export class Gathering {
  constructor(
    readonly boss: Guest,
    readonly id: string,
  ) {}

  get path(): string {
    return `/event/${this.id}`;
  }

  static async of(boss: Guest, settings: object, club = ""): Promise<Gathering> {
    const usual = { game: "xiangqi", clock: "10+5", scoring: "1-0.5-0", boards: "wood", format: "swiss", name: "Cup" };
    const all = { ...usual, ...settings } as Record<string, unknown>;
    if (all.boards !== "wood") all.firstMove = 600_000;
    const made = club
      ? await boss.ask<{ id: string }>("POST", `/clubs/${club}/events`, { starts: Date.now(), settings: all })
      : await boss.ask<{ id: string }>("POST", "/events", all);
    return new Gathering(boss, made.id);
  }

  phase(phase: "open" | "running" | "over"): Promise<unknown> {
    return this.boss.ask("POST", `/events/${this.id}/phase`, { phase });
  }

  async names(...names: readonly (string | object)[]): Promise<void> {
    for (const x of names)
      await this.boss.ask("POST", `/events/${this.id}/entrants`, typeof x === "string" ? { name: x } : x);
  }

  async enter(who: Guest): Promise<number> {
    return (await who.ask<{ entrant: number }>("POST", `/events/${this.id}/entrants`, {})).entrant;
  }

  checkIn(who: Guest, entrant: number, round: number): Promise<unknown> {
    return who.ask("PUT", `/events/${this.id}/entrants/${entrant}/checkin`, { round, in: true });
  }

  async pair(round: number): Promise<Board[]> {
    await this.boss.ask("POST", `/events/${this.id}/rounds/${round}`, {});
    return (await this.boss.ask<{ boards: Board[] }>("GET", `/events/${this.id}/rounds/${round}`)).boards;
  }

  decide(round: number, board: number, result: string, reason = "Slip", version = 0): Promise<unknown> {
    return this.boss.ask("PUT", `/events/${this.id}/rounds/${round}/boards/${board}`, { result, reason, version });
  }

  claim(who: Guest, round: number, board: number, result: string): Promise<unknown> {
    return who.ask("POST", `/events/${this.id}/rounds/${round}/boards/${board}/claim`, { result });
  }

  /**
   * Pairs a round and enters a win for the first player of every board except the boards in
   * `except`.
   */
  async play(round: number, ...except: number[]): Promise<Board[]> {
    const boards = await this.pair(round);
    for (const b of boards) if (!except.includes(b.board)) await this.decide(round, b.board, "first");
    return boards;
  }
}

/** The login card of a child. */
export interface Card {
  player: string;
  nick: string;
  name: string;
  code: string;
  link: string;
}

/** Creates a class for a teacher, and signs in its children with their login cards. */
export async function classOf(
  server: Server,
  teacher: Guest,
  names: string[],
): Promise<{ id: string; code: string; cards: Card[]; children: Guest[] }> {
  const { id, code } = await teacher.ask<{ id: string; code: string }>("POST", "/classes", { name: "Class 3A" });
  const cards = await teacher.ask<Card[]>("POST", `/classes/${id}/pupils`, { names: names.join("\n"), lang: "en" });
  const children = await Promise.all(cards.map((card) => Guest.child(server, card)));
  return { id, code, cards, children };
}

/** Makes a user the administrator, with the link that the server prints at its first start. */
export async function rule(server: Server, who: Guest): Promise<void> {
  await who.ask("POST", "/account/admin", { link: new URL(server.link).hash.replace("#admin=", "") });
}

/**
 * Creates the users: an organiser who is also the administrator, an arbiter, two players and a
 * stranger.
 */
export async function people(server: Server) {
  const boss = await Guest.known(server, "Minh Chau");
  await rule(server, boss);
  const judge = await Guest.known(server, "Tran Tai");
  const [lan, nam] = [await Guest.at(server, "Lan Chi"), await Guest.at(server, "Hai Nam")];
  return { boss, judge, lan, nam, stranger: await Guest.at(server) };
}
