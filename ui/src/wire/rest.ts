// Sends REST requests. If a request fails, a Refused with the server's code is
// thrown.
import { Refused } from "../session/desk";
import { again } from "./again";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export async function rest<T>(method: Method, path: string, body?: unknown): Promise<T> {
  return (await ask<T>(method, path, body)).data;
}

/** One page of a list, and the cursor of the next; "" after the last. */
export async function page<T>(path: string, cursor = ""): Promise<{ items: T[]; next: string }> {
  const { data, answer } = await ask<T[]>("GET", cursor ? `${path}&cursor=${encodeURIComponent(cursor)}` : path);
  return { items: data, next: answer.headers.get("Next-Cursor") ?? "" };
}

/** Throws the answer of a server that has no time. */
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
    // Only a request that changes nothing can safely be repeated.
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
