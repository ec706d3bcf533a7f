import type { Problem } from "../server/problem.ts";

export type { Problem };

/** Reads the server's problem from an error; any other error is a connection failure. */
export function readProblem(error: unknown): Problem {
  try {
    const { title, advice, mayRetry } = JSON.parse(error instanceof Error ? error.message : String(error)) as Problem;
    if (typeof title === "string") return { title, advice, mayRetry };
  } catch {
    // Not JSON, so not from the server.
  }
  return { title: "The connection broke off.", advice: "Ask again.", mayRetry: true };
}

/** Calls a route of the server. Throws an error that `readProblem` reads. */
export async function askServer<Value>(path: string, body?: object): Promise<Value> {
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(path, body && init);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Value; // the server's own answer
}
