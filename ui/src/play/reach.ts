// Finds the address of this site for other devices. If the page was opened at localhost, it asks
// the server for its address in the local network, which /room shows too.
import { ownHost } from "../wire/own";

export interface Reach {
  /** The origin for links. */
  origin: string;
  /** Whether no other device can open it. */
  none: boolean;
  /** The QR code of a path. */
  qr(path: string): string;
}

/** Finds the address. Without one, links lead to this page's own. */
export async function reach(): Promise<Reach> {
  try {
    const answer = await fetch("/room/site.txt");
    const site = answer.ok ? new URL(await answer.text()) : null;
    if (site && !ownHost(site.hostname))
      return { origin: site.origin, none: false, qr: (path) => `/room/site.svg?path=${encodeURIComponent(path)}` };
  } catch {
    // The server is unreachable, or it has no pages under /room.
  }
  return {
    origin: location.origin,
    none: true,
    qr: (path) => `/picture/qr.svg?path=${encodeURIComponent(path)}`,
  };
}
