// Requests files of the client again if a busy server refuses them or the connection fails.

/** How long is waited before each further attempt, and at most, in milliseconds. */
const WAITS = [500, 1500];
const LONGEST = 10_000;

/** Gets something; what fails is tried again, unless there is no network. A response that is thrown may say when. */
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
