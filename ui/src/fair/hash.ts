// Computes the hashes of the protocol with the browser's cryptography API.

import type { Hash, Match, Role } from "./types";

export const VERSION = 2;
export const SIZE = 32;

const DOMAIN = "kydai/fair/1/";
const TWINS = "kydai/fair/2/match";
const text = new TextEncoder();

type Bytes = Uint8Array<ArrayBuffer>;

export function bytesOf(hex: string): Bytes {
  const out = new Uint8Array(hex.length / 2);
  for (let i = 0; i < out.length; i++) out[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  return out;
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}

/** SHA-256 of the domain and the parts, each prefixed with its length in four bytes. */
export async function digest(domain: string, ...parts: Uint8Array[]): Promise<Hash> {
  const all = [text.encode(domain === TWINS ? domain : DOMAIN + domain), ...parts];
  const buf = new Uint8Array(all.reduce((n, p) => n + 4 + p.length, 0));
  const view = new DataView(buf.buffer);
  let at = 0;
  for (const p of all) {
    view.setUint32(at, p.length);
    buf.set(p, at + 4);
    at += 4 + p.length;
  }
  return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", buf)));
}

export async function matchHash(m: Match): Promise<Hash> {
  const parts = [m.id, ...(m.other ? [m.other] : []), m.game].map((s) => text.encode(s));
  for (const p of m.packs) {
    const squares = new Uint8Array(2 * p.squares.length);
    const view = new DataView(squares.buffer);
    p.squares.forEach((sq, i) => view.setUint16(2 * i, sq));
    parts.push(squares, text.encode(p.pieces));
  }
  return digest(m.other ? TWINS : "match", ...parts);
}

export function commitment(match: Hash, by: Role, number: Hash): Promise<Hash> {
  return digest("commit", bytesOf(match), text.encode(by), bytesOf(number));
}

export async function seedOf(match: Hash, server: Hash, opened: readonly Hash[]): Promise<Hash> {
  const message = await digest("openings", ...[match, ...opened].map(bytesOf));
  const mac = await macOf(server);
  return hexOf(await mac(bytesOf(message)));
}

/** HMAC-SHA256 under one key. */
export async function macOf(key: Hash): Promise<(message: Bytes) => Promise<Bytes>> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", bytesOf(key), algorithm, false, ["sign"]);
  return async (message) => new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
}

/** The message of a domain and an eight-byte counter. */
export function counted(domain: string, n: number): Bytes {
  const name = text.encode(DOMAIN + domain);
  const out = new Uint8Array(name.length + 8);
  out.set(name);
  new DataView(out.buffer).setBigUint64(name.length, BigInt(n));
  return out;
}

export function leafOf(match: Hash, square: number, piece: string, salt: Hash): Promise<Hash> {
  const sq = new Uint8Array([square >> 8, square & 255]);
  return digest("leaf", bytesOf(match), sq, text.encode(piece), bytesOf(salt));
}

export function nodeOf(left: Hash, right: Hash): Promise<Hash> {
  return digest("node", bytesOf(left), bytesOf(right));
}

export function emptyLeaf(): Promise<Hash> {
  return digest("empty");
}

/** The hash of the statement that the server signs after the deal. */
export function statementOf(match: Hash, commits: Hash[], opened: readonly Hash[], root: Hash): Promise<Hash> {
  return digest("start", ...[match, ...commits, ...opened, root].map(bytesOf));
}

/** Whether an Ed25519 signature is valid; undefined if the browser does not support Ed25519. */
export async function signed(key: Hash, statement: Hash, signature: string): Promise<boolean | undefined> {
  try {
    const imported = await crypto.subtle.importKey("raw", bytesOf(key), { name: "Ed25519" }, false, ["verify"]);
    return await crypto.subtle.verify({ name: "Ed25519" }, imported, bytesOf(signature), bytesOf(statement));
  } catch (e) {
    if (e instanceof DOMException && e.name === "NotSupportedError") return undefined;
    return false;
  }
}
