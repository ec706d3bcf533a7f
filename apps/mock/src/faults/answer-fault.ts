import type { Answer } from "../call.js";
import { type ErrorForm, Refusal, type RefusalCode, refusalAnswer } from "../refusal.js";
import { ConnectionFault } from "./connection-fault.js";
import { type AskedFault, checkFault } from "./fault-header.js";

const page = "<!doctype html>\n<title>Sign in</title>\n<p>Sign in to use this network.</p>\n";

/** An answer with the faults that its request asked for, as far as they are not those of its stream's events. */
export function faultyAnswer(answer: Answer, asked: AskedFault[]): Answer {
  for (const fault of asked) checkFault(fault, typeof answer.body === "function");
  let faulty = answer;
  for (const { name } of asked) {
    if (name === "html-200") {
      faulty = { ...faulty, status: 200, headers: { ...faulty.headers, "content-type": "text/html" }, body: page };
    }
    if (name === "empty-body" && typeof faulty.body !== "function") faulty = { ...faulty, body: "" };
    if (name === "cut-json") faulty = cut(faulty);
  }
  return faulty;
}

/** By how much the headers are later than they would have been. */
export function slowHeadersMs(asked: AskedFault[]): number {
  return asked.find(({ name }) => name === "slow-headers")?.options.ms ?? 0;
}

/** Breaks the connection in place of the headers, where that was asked for. */
export function breakBefore({ body }: Answer, asked: AskedFault[]): void {
  const reset = asked.find(({ name }) => name === "reset");
  if (reset !== undefined && (reset.options.at === 0 || typeof body !== "function")) resetConnection();
}

/** Half of the body under the length of the whole. */
function cut(answer: Answer): Answer {
  if (typeof answer.body === "function") return answer;
  const bytes = Buffer.from(answer.body);
  return {
    ...answer,
    headers: { ...answer.headers, "content-length": String(bytes.length) },
    body: async (_signal, send) => {
      await send(bytes.subarray(0, Math.floor(bytes.length / 2)));
      resetConnection();
    },
  };
}

function resetConnection(): never {
  throw new ConnectionFault("reset");
}

const codes: Record<string, RefusalCode> = {
  400: "invalid_parameter",
  401: "invalid_api_key",
  402: "insufficient_points",
  403: "permission_denied",
  404: "not_found",
  429: "rate_limit_exceeded",
  500: "internal_error",
  503: "internal_error",
};

/** The error answer that a request asked for; undefined where it asked for none. Nothing is done and nothing charged for it. */
export function statusFaultAnswer(asked: AskedFault[], form: ErrorForm): Answer | undefined {
  for (const { name, options } of asked) {
    const status = /^status-(\d+)$/.exec(name)?.[1] ?? "";
    const code = codes[status];
    if (code === undefined) continue;
    const headers: Record<string, string> = status === "429" ? { "retry-after": String(options.after) } : {};
    const refusal = new Refusal(code, `The mock was asked for this error: ${name}.`, headers);
    return { ...refusalAnswer(refusal, form), status: Number(status) };
  }
  return undefined;
}
