// Questions by REST. What goes wrong is a Refused with the server's code.
import { Refused } from "../session/desk";

export async function rest<T>(method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: unknown): Promise<T> {
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
  return data as T;
}
