// Regularly requests from the server the matches in which it is the viewer's turn. It also reminds
// the viewer of a turn in a correspondence game whose time is running out. This file is loaded only
// for players who have played through the server.
import { effect } from "@preact/signals";
import type { Turn } from "../wire/messages";
import { again } from "../wire/again";
import { rest } from "../wire/rest";
import { place } from "./router";
import { seldom } from "./seldom";
import { summons } from "./shell";
import { turns, waiting } from "./turns";

const EVERY = 60_000;
const ask = seldom(async () => {
  try {
    turns.value = await rest<Turn[]>("GET", "/me/turns");
  } catch {
    // If the request fails, for example without a connection, the last list of turns stays.
  }
});

setInterval(ask, EVERY);
addEventListener("visibilitychange", () => ask());
addEventListener("notice", () => ask(true));
effect(() => {
  void place.value;
  ask();
});

void again(() => import("./bell")).then(
  (bell) => bell.hang(seldom),
  () => undefined,
);

let reminded = "";

/**
 * Shows a link to the match on every page until the viewer has moved. Other summons (links to a
 * page where the user is expected) have priority.
 */
async function remind(x: Turn | undefined): Promise<void> {
  const text = x && (await again(() => import("../play/reminder"))).reminderText(x, Date.now());
  const other = summons.peek();
  if (other && other.href !== reminded) return;
  reminded = x ? `/g/${x.match}` : "";
  summons.value = text ? { text, href: reminded } : null;
}

effect(() => {
  remind(waiting.value.find((x) => x.soon)).catch(() => undefined);
});

/** Loads the code that calls a player of a tournament to the board, when it is first needed. */
effect(() => {
  const path = place.value;
  if (localStorage.getItem("kydai.event"))
    again(() => import("../events/called")).then(
      (m) => m.arrived(path),
      () => undefined,
    );
});
