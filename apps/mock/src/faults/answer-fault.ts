import type { Answer } from "../call.js";
import type { Clock } from "../clock.js";
import type { Scheduler } from "../latency/scheduler.js";
import { ConnectionFault } from "./connection-fault.js";
import { type AskedFault, checkFault } from "./fault-header.js";

const page = "<!doctype html>\n<title>Sign in</title>\n<p>Sign in to use this network.</p>\n";

/** An answer with the faults that its request asked for, as far as they are not those of its stream's events. */
export function faultyAnswer(
  answer: Answer,
  { asked, scheduler, clock }: { asked: AskedFault[]; scheduler: Scheduler; clock: Clock },
): Answer {
  for (const fault of asked) checkFault(fault, typeof answer.body === "function");
  let faulty = answer;
  for (const { name, options } of asked) {
    if (name === "html-200") {
      faulty = { ...faulty, status: 200, headers: { ...faulty.headers, "content-type": "text/html" }, body: page };
    }
    if (name === "empty-body" && typeof faulty.body !== "function") faulty = { ...faulty, body: "" };
    if (name === "cut-json") faulty = cut(faulty);
    if (name === "reset" && (options.at === 0 || typeof faulty.body !== "function")) {
      faulty = preceded(faulty, async () => resetConnection());
    }
    if (name === "slow-headers") {
      faulty = preceded(faulty, (signal) => scheduler.openWait(signal).until(clock.now() + (options.ms ?? 0)));
    }
  }
  return faulty;
}

/** The answer after one step more, which may wait or break the connection. */
function preceded(answer: Answer, step: (signal: AbortSignal) => Promise<void>): Answer {
  return {
    ...answer,
    async before(signal) {
      await answer.before?.(signal);
      await step(signal);
    },
  };
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
