// Finds the address by which other devices reach an event on this site, before a page is shown.
import type { Reach } from "../play/reach";
import { ownHost } from "../wire/own";

let found: Reach | undefined;

/** Finds the address if this page was opened by one that only this device has. */
export async function findReach(): Promise<void> {
  if (found || !ownHost()) return;
  found = await import("../play/reach").then((m) => m.reach());
}

/** Whether no other device can open the links. */
export const isOwn = (): boolean => found?.none ?? false;

/** The host of links, as people type it. */
export const siteHost = (): string => (found ? new URL(found.origin).host : location.host);

/** The QR code of a path. */
export const qrOf = (path: string): string => found?.qr(path) ?? `/picture/qr.svg?path=${encodeURIComponent(path)}`;
