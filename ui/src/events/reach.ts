// Finds the address by which other devices reach an event on this site, before a page is shown.
import type { Reach } from "../play/reach";
import { ownHost } from "../wire/own";

let found: Reach | undefined;

/**
 * Finds the address for other devices, if the address of this page works only on this device
 * (localhost).
 */
export async function findReach(): Promise<void> {
  if (found || !ownHost()) return;
  found = await import("../play/reach").then((m) => m.reach());
}

/** Whether no address was found that other devices can open. */
export const isOwn = (): boolean => found?.none ?? false;

/** The host name (and port) of this site, as people type it on other devices. */
export const siteHost = (): string => (found ? new URL(found.origin).host : location.host);

/** The URL of the QR code for a path of this site. */
export const qrOf = (path: string): string => found?.qr(path) ?? `/picture/qr.svg?path=${encodeURIComponent(path)}`;
