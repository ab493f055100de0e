// Compresses texts for URLs: deflate without a header, then base64 with the characters allowed in URLs.
import { BadStudy, LIMITS } from "./packed";

/** Reads a whole stream. Throws BadStudy if the stream has more than `most` bytes. */
async function all(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      // Stop reading, because a few compressed bytes can expand to gigabytes.
      void reader.cancel().catch(() => undefined);
      throw new BadStudy("too long");
    }
    parts.push(value);
  }
  const out = new Uint8Array(size);
  let at = 0;
  for (const p of parts) {
    out.set(p, at);
    at += p.length;
  }
  return out;
}

const through = (bytes: Uint8Array<ArrayBuffer>, by: CompressionStream | DecompressionStream) =>
  new Blob([bytes]).stream().pipeThrough(by as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>);

export async function compress(text: string): Promise<string> {
  const bytes = await all(
    through(new TextEncoder().encode(text), new CompressionStream("deflate-raw")),
    Number.MAX_SAFE_INTEGER,
  );
  let binary = "";
  for (const b of bytes) binary += String.fromCodePoint(b);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * Decompresses a text that `compress` has produced. Throws BadStudy if the text is damaged or too
 * long.
 */
export async function decompress(packed: string): Promise<string> {
  try {
    const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (c) => c.codePointAt(0) ?? 0);
    // LIMITS.text counts characters, and a character has at most four bytes in UTF-8.
    const plain = await all(through(bytes, new DecompressionStream("deflate-raw")), 4 * LIMITS.text);
    return new TextDecoder("utf-8", { fatal: true }).decode(plain);
  } catch (e) {
    throw e instanceof BadStudy ? e : new BadStudy("cannot be decompressed");
  }
}
