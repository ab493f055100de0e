// Requests files of the client again if a busy server refuses them or the connection fails.

/**
 * The pauses before the retries, and the longest pause that a Retry-After header may ask for, in
 * milliseconds.
 */
const WAITS = [500, 1500];
const LONGEST = 10_000;

/**
 * Calls get, and repeats the call if it fails, unless the device is offline. If get throws a
 * Response, its Retry-After header sets the pause before the retry.
 */
export async function again<T>(get: () => Promise<T>): Promise<T> {
  for (const ms of WAITS) {
    try {
      return await get();
    } catch (e) {
      if (!navigator.onLine) throw e;
      const after = Number((e as Partial<Response>).headers?.get("Retry-After")) * 1000 || ms;
      await new Promise((resolve) => setTimeout(resolve, Math.min(after, LONGEST)));
    }
  }
  return get();
}
