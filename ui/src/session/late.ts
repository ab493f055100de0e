// Follows a match that spectators see with a delay: a rated game with hidden pieces. Spectators get
// such a match only through the socket.
import { effect } from "@preact/signals";
import { place } from "../app/router";
import type { MatchView } from "../wire/messages";
import type { Socket } from "../wire/socket";

/**
 * Returns the first view of a match after the delay. The promise stays pending if the visitor
 * leaves the page before.
 */
export function lateView(id: string, socket: Socket): Promise<MatchView> {
  return new Promise((resolve) => {
    const stop = () => stops.forEach((s) => s());
    const stops = [
      socket.stand(`watch ${id}`, () => ({ t: "watch", id, seq: 0, premoves: true })),
      socket.listen((m) => {
        if (m.t !== "match" || m.id !== id) return;
        stop();
        resolve(m);
      }),
    ];
    const here = place.peek();
    stops.push(effect(() => void (place.value === here || stop())));
  });
}
