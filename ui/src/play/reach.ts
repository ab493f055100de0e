// Finds the address of this site for other devices. If the page was opened at localhost, it
// requests from the server the address in the local network, which /room shows too.
import { ownHost } from "../wire/own";

export interface Reach {
  /** The origin of links that other devices can open. */
  origin: string;
  /** Whether no such origin is known, so that other devices cannot open the links. */
  none: boolean;
  /** Returns the URL of the QR code for a path. */
  qr(path: string): string;
}

/**
 * Finds the origin of links for other devices. If it is not known, links have the origin of this
 * page.
 */
export async function reach(): Promise<Reach> {
  try {
    const answer = await fetch("/room/site.txt");
    // A server that is not meant for a local network has no local address and answers 204.
    const site = answer.status === 200 ? new URL(await answer.text()) : null;
    if (site && !ownHost(site.hostname))
      return { origin: site.origin, none: false, qr: (path) => `/room/site.svg?path=${encodeURIComponent(path)}` };
  } catch {
    // The server is unreachable, or it is an older server that does not have the file
    // /room/site.txt.
  }
  return {
    origin: location.origin,
    none: true,
    qr: (path) => `/picture/qr.svg?path=${encodeURIComponent(path)}`,
  };
}
