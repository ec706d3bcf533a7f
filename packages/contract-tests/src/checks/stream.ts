import { type StreamRule, valueAt } from "@model-access/contract";
import type { Exchange } from "../exchange.js";
import { broken, pass, type Verdict } from "../rule.js";
import { mediaTypeOf } from "../wire/wire.js";
import { findingOf, heaviestOf, judgeStatus } from "./reply.js";

/** True for a stream that came to its end, and whose body did not. */
export const isLeftOpen = ({ failure, stream }: Exchange) =>
  failure?.kind === "left-open" || (failure?.kind === "time-out" && stream().hasEnded);

/** Judges that a stream came whole; that it is closed then is for a rule on all streams. A body that is no event stream at all is for the rule on its media type. */
export function judgeWhole(exchange: Exchange): Verdict {
  const { reply, failure } = exchange;
  if (reply !== undefined && mediaTypeOf(reply) !== "text/event-stream" && exchange.stream().events.length === 0) {
    return { outcome: "blocked", reason: "The answer is no event stream." };
  }
  if (failure === undefined || isLeftOpen(exchange)) {
    return exchange.stream().events.length > 0
      ? pass
      : broken({ message: "The stream has no event.", expected: "an event" });
  }
  if (failure.kind !== "time-out")
    return broken({ message: `The stream came to no proper end. ${failure.message}`, requirement: "R6.1" });
  return { outcome: "inconclusive", reason: `The stream came to no end in time. ${failure.message}` };
}

export function judgeBytes(exchange: Exchange): Verdict {
  const { byteFaults } = exchange.stream();
  const [message] = byteFaults;
  return message === undefined ? pass : broken({ message: `${message}${andMore(byteFaults.length, "faults")}` });
}

export function judgeFaults(exchange: Exchange, rules: StreamRule[], { isEnding }: { isEnding: boolean }): Verdict {
  const { faults, errorData } = exchange.stream();
  if (isEnding && errorData !== undefined) {
    return {
      outcome: "inconclusive",
      reason: `The service reported an error in the middle of the stream: ${errorIn(errorData)}`,
    };
  }
  const found = faults.filter(({ rule }) => rules.includes(rule));
  const [first] = found;
  if (first === undefined) return pass;
  const more = found.length > 1 ? ` There are ${found.length - 1} more such faults.` : "";
  return broken({
    message: `${first.message}${more}`,
    ...(first.eventNumber > 0 && { eventNumber: first.eventNumber }),
    ...(delivery.includes(first.rule) && { requirement: "R6.1" }),
  });
}

/** Rules on what arrives; the others are on the form that the interface gives it. */
const delivery: StreamRule[] = ["end", "join"];

export function judgeEvents(exchange: Exchange): Verdict {
  const { violations } = exchange.stream();
  const findings = violations.map(({ violation, eventNumber }) => ({ ...findingOf(violation), eventNumber }));
  const finding = heaviestOf(findings);
  if (finding === undefined) return pass;
  const count = new Set(findings.map(({ eventNumber }) => eventNumber)).size;
  return broken({ ...finding, message: `${finding.message}${andMore(count, "events")}` });
}

/** Judges the whole of a stream by one verdict, where rules of their own have judged another in parts. */
export function judgeEveryEvent(exchange: Exchange): Verdict {
  const status = judgeStatus(exchange, 200);
  if (status.outcome !== "pass") return status;
  const { errorData, byteFaults, faults } = exchange.stream();
  if (errorData !== undefined) return { outcome: "inconclusive", reason: "The stream ended with an error." };
  if (byteFaults.length > 0) return judgeBytes(exchange);
  const kinds = [...new Set(faults.map(({ rule }) => rule))];
  return kinds.length > 0 ? judgeFaults(exchange, kinds, { isEnding: false }) : judgeEvents(exchange);
}

const andMore = (count: number, what: string) => (count > 1 ? ` There are ${count - 1} more such ${what}.` : "");

function errorIn(data: string): string {
  const payload: unknown = JSON.parse(data);
  const message = ["/error/message", "/message", "/text", "/response/error/message"]
    .map((pointer) => valueAt(payload, pointer))
    .find((value) => typeof value === "string");
  return typeof message === "string" ? message : data.slice(0, 120);
}
