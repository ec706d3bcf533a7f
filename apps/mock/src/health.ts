import type { Answer, Call } from "./call.js";
import { Refusal } from "./refusal.js";

/**
 * Answers the probes of whatever runs the mock: `/healthz` while the process lives, `/readyz` once it can answer. They
 * need no key, may be asked by any name and are not logged.
 */
export async function answerHealth({ method, path }: Call, ready: () => Promise<void>): Promise<Answer> {
  if (method !== "GET" && method !== "HEAD") {
    throw new Refusal("method_not_allowed", "This path answers GET only.", { allow: "GET, HEAD" });
  }
  if (path === "/healthz") return answer("alive");
  await ready();
  return answer("ready");
}

/** True where a path is one that probes ask repeatedly. */
export function isHealthPath(path: string): boolean {
  return path === "/healthz" || path === "/readyz";
}

function answer(status: string): Answer {
  return {
    status: 200,
    headers: { "content-type": "application/json", "cache-control": "no-store" },
    body: JSON.stringify({ status }),
  };
}
