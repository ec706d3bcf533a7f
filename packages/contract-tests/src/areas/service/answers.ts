import { isLeftOpen } from "../../checks/stream.js";
import type { Exchange } from "../../exchange.js";
import { broken, pass, type Rule } from "../../rule.js";
import { mediaTypeOf, textOf } from "../../wire/wire.js";
import { rulesOnAllCalls } from "./all-calls.js";

const mostNamed = 5;

/** So many refusals of requests to the same operation are no chance. */
const leastTimes = 3;

const isEventStream = ({ reply }: Exchange) => reply !== undefined && mediaTypeOf(reply) === "text/event-stream";

const about = { requirements: ["R6.1"], provenance: "inferred" } as const;

/** Rules on calls that are never answered, or only by a refusal for the moment. */
export const answerRules: Rule[] = rulesOnAllCalls(about, {
  // A call that is never answered, however often it is made, is no disturbance where others are answered (decision 0012).
  answers: {
    topic: "errors",
    sentence: "every request gets an answer in time, and a stream its end, at the second try if not at the first",
    requirements: ["R7.1"],
    level: "should",
    judge: (all) => {
      const silent = all.filter(({ failure, timeOuts }) => failure?.kind === "time-out" && timeOuts > 1);
      const [first] = silent;
      if (first === undefined || all.every(({ reply }) => reply === undefined)) return pass;
      const named = silent.slice(0, mostNamed).map(({ plan }) => plan.says);
      const rest = silent.length > named.length ? [`and ${silent.length - named.length} more`] : [];
      const what = first.reply === undefined ? "No answer came" : "The answer came to no end";
      const message = `${what}, and none when asked again, to ${[...named, ...rest].join("; ")}. ${first.failure?.message ?? ""}`;
      return broken({ message, expected: "an answer", exchange: first });
    },
  },
  // A client that reads to the end of the body waits as long as the server leaves it open.
  "streams-closed": {
    topic: "streams",
    sentence: "the body of an event stream ends after its last event",
    provenance: "upstream",
    find: (exchange) => {
      if (!isEventStream(exchange) || !isLeftOpen(exchange)) return undefined;
      const message = `The event stream that answers ${exchange.plan.says} was left open after its last event. ${exchange.failure?.message ?? ""}`;
      return { message, expected: "the end of the body" };
    },
  },
  // Clients pass over a line of an unknown field: it does no harm, and nobody meant to send it.
  "stream-fields": {
    topic: "streams",
    sentence: "event streams have no lines but comments and the fields event, data, id and retry",
    find: (exchange) => {
      if (exchange.reply === undefined || !isEventStream(exchange)) return undefined;
      const lines = textOf(exchange.reply).split(/\r\n|\n|\r/);
      const odd = lines.find((line) => line !== "" && !/^(event|data|id|retry)?(:|$)/.test(line))?.slice(0, 80);
      if (odd === undefined) return undefined;
      const message = `The event stream that answers ${exchange.plan.says} has a line that is no field of an event: ${JSON.stringify(odd)}.`;
      return { message, actual: odd };
    },
  },
  // A 503 asks to try again (R7.10), and is judged nowhere else.
  "refused-for-good": {
    topic: "errors",
    sentence: "an invalid request is not answered with 503 each time while valid ones are answered",
    requirements: ["R7.1", "R7.10"],
    provenance: "stated",
    level: "should",
    judge: (all) => {
      const is503 = (reply: { status: number } | undefined) => reply?.status === 503;
      const isBusy = all.some(({ plan, reply, earlier }) => plan.isValid && [...earlier, reply].some(is503));
      const refused = all.filter(
        ({ plan, attempts = [], reply, earlier }) => !plan.isValid && [...attempts, ...earlier, reply].every(is503),
      );
      const alike = ({ plan }: Exchange) => refused.filter((each) => each.plan.operationId === plan.operationId);
      const countOf = (exchange: Exchange) =>
        alike(exchange).reduce((sum, { attempts, earlier }) => sum + (attempts?.length ?? 1 + earlier.length), 0);
      const first = refused.find((each) => alike(each).length > 1 && countOf(each) >= leastTimes);
      if (first === undefined || isBusy) return pass;
      const message = `${first.plan.says} and all like it were answered with 503, ${countOf(first)} times, and no valid call was.`;
      return broken({ message, expected: 400, actual: 503, exchange: first });
    },
  },
});
