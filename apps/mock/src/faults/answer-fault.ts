import type { Answer } from "../call.js";
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

/** Breaks the connection in the place of the headers, where that was asked for. */
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
    body: async function* () {
      yield bytes.subarray(0, Math.floor(bytes.length / 2));
      resetConnection();
    },
  };
}

function resetConnection(): never {
  throw new ConnectionFault("reset");
}
