// Questions by REST. What goes wrong is a Refused with the server's code.
import { Refused } from "../session/desk";

type Method = "GET" | "POST" | "PATCH" | "DELETE";

export async function rest<T>(method: Method, path: string, body?: unknown): Promise<T> {
  return (await ask<T>(method, path, body)).data;
}

/** One page of a list, and the cursor of the next; "" after the last. */
export async function page<T>(path: string, cursor = ""): Promise<{ items: T[]; next: string }> {
  const { data, answer } = await ask<T[]>("GET", cursor ? `${path}&cursor=${encodeURIComponent(cursor)}` : path);
  return { items: data, next: answer.headers.get("Next-Cursor") ?? "" };
}

async function ask<T>(method: Method, path: string, body?: unknown): Promise<{ data: T; answer: Response }> {
  let answer: Response;
  try {
    const headers = { "Content-Type": "application/json" };
    answer = await fetch(
      `/api${path}`,
      body === undefined ? { method } : { method, headers, body: JSON.stringify(body) },
    );
  } catch {
    throw new Refused({ code: "offline", text: "no connection" });
  }
  const text = await answer.text();
  const data = text ? (JSON.parse(text) as unknown) : {};
  if (!answer.ok) {
    const { code = "internal", text: why = "" } = data as { code?: string; text?: string };
    throw new Refused({ code, text: why });
  }
  return { data: data as T, answer };
}
