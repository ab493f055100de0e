// Sends REST requests. If a request fails, an exception of the class Refused with the server's
// error code is thrown.
import { Refused } from "../session/desk";
import { again } from "./again";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export async function rest<T>(method: Method, path: string, body?: unknown): Promise<T> {
  return (await ask<T>(method, path, body)).data;
}

/**
 * Requests one page of a list. `next` is the cursor of the next page, or "" after the last page.
 */
export async function page<T>(path: string, cursor = ""): Promise<{ items: T[]; next: string }> {
  const { data, answer } = await ask<T[]>("GET", cursor ? `${path}&cursor=${encodeURIComponent(cursor)}` : path);
  return { items: data, next: answer.headers.get("Next-Cursor") ?? "" };
}

/** Throws the response if the server is too busy (429 or 503). */
function unlessBusy(answer: Response): Response {
  if (answer.status === 429 || answer.status === 503) throw answer;
  return answer;
}

async function ask<T>(method: Method, path: string, body?: unknown): Promise<{ data: T; answer: Response }> {
  const headers = { "Content-Type": "application/json" };
  const send = () =>
    fetch(`/api${path}`, body === undefined ? { method } : { method, headers, body: JSON.stringify(body) });
  let answer: Response;
  try {
    // Only GET requests are repeated, because they change nothing.
    answer = await (method === "GET" ? again(() => send().then(unlessBusy)) : send());
  } catch (e) {
    if (!(e instanceof Response)) throw new Refused({ code: "offline", text: "no connection" });
    answer = e;
  }
  const text = await answer.text();
  const data = text ? (JSON.parse(text) as unknown) : {};
  if (!answer.ok) {
    const { code = "internal", text: why = "" } = data as { code?: string; text?: string };
    throw new Refused({ code, text: why });
  }
  return { data: data as T, answer };
}
