import { valueAt } from "@model-access/contract";
import type { DialectName } from "../dialects.js";
import { listAt, plainly, plainText, textPieces } from "../reading/joined-text.js";
import { isStreamed, lastAt, payloadsIn, textsAskedFor } from "../reading/said.js";
import { broken, pass, passIf } from "../rule.js";
import type { Asked, Check, Seen } from "./asked.js";
import { judgeNotHeldBack } from "./buffering.js";
import { memberIs } from "./member.js";
import { judgeMessageWords } from "./message-words.js";
import { judgeOutputIndexes, judgeOutputText, lastItems, responseIn, responsePlace } from "./response-output.js";
import { judgeHeedsSchema, judgeNothingAround, judgeStopped } from "./text.js";

export type DialectCheckName =
  | ("index" | "json" | "stop" | "stop-reason" | "ended" | "not-held-back" | "whole-letters")
  | ("finished" | "output-text" | "effort" | "summary" | "last-is-whole" | "last-has-items" | "output-index");

const of = (name: DialectName) => (asked: Asked) => asked.dialect.name === name;

const [isChat, isMessages, isResponses] = [of("chat"), of("messages"), of("responses")];

const isReasoning = (asked: Asked) => isResponses(asked) && asked.asks("reasoning");

/** A call that must call a tool has items of several kinds. */
const isOfItems = (asked: Asked) => isResponses(asked) && asked.isStreamed && asked.isForTool;

const notReasoning = {
  outcome: "skip",
  reason: "The model list has no model with tools and a reasoning effort.",
} as const;

/** So many tokens are a thought that has something to sum up; of a shorter one, upstream may give no summary. */
const leastToSumUp = 64;

const finished = ["completed", "incomplete", "failed"];

export const dialectChecks: Record<DialectCheckName, Check<DialectCheckName | "no-tool">> = {
  "not-held-back": {
    // Tools of other interfaces have too few events to tell.
    on: (asked) => asked.isStreamed && asked.hasUsage && (asked.isForText || (asked.isForTool && isResponses(asked))),
    says: "arrives while it is written",
    // That a reply to `stream` comes bit by bit is stated of every interface that takes it.
    provenance: "stated",
    element: "text",
    reads: ({ dialect, isFirst }) => (isFirst ? [] : [`${dialect.name}/stream`]),
    judge: ({ exchange, others }) => judgeNotHeldBack(exchange, others[0]),
  },
  "whole-letters": {
    on: ({ isStreamed, isFirst }) => isStreamed && isFirst,
    says: "cuts no letter between two events",
    requirements: ["R6.1"],
    judge: ({ exchange, dialect, said }) => {
      // The halves of a letter join in JavaScript; Python can't write either of them.
      const half = textPieces(exchange.stream().payloads, dialect.name).find((piece) => /\p{Cs}/u.test(piece));
      if (half === undefined) return pass;
      const message = `The piece ${JSON.stringify(half)} of the text has a half of a letter.`;
      return broken({ message, expected: "whole letters", actual: JSON.stringify(half), pointer: said.at.text });
    },
  },
  index: {
    on: (asked) => isChat(asked) && asked.isFirst,
    says: "has the index 0 at its only choice",
    judge: ({ exchange }) =>
      memberIs("/choices/0/index", {
        expected: "0",
        isRight: (index) => index === 0 || (index === undefined && isStreamed(exchange)),
      })(exchange),
  },
  json: {
    on: (asked) => isChat(asked) && asked.asks("response_format"),
    says: "is JSON and nothing around it, where the deployment heeds a schema",
    provenance: "observed",
    after: ["no-tool"],
    reads: (asked) => (asked.isStreamed ? ["chat/stop"] : []),
    judge: ({ exchange, others: [plain] }) =>
      plain === undefined ? judgeNothingAround(exchange) : judgeHeedsSchema(exchange, plain),
  },
  stop: {
    on: (asked) => isChat(asked) && asked.asks("stop"),
    says: "has none of its stop texts in its text, where the deployment heeds any",
    provenance: "observed",
    after: ["json"],
    judge: ({ exchange, sent }) => judgeStopped(exchange, ...[valueAt(sent, "/stop") ?? []].flat().map(String)),
  },
  "stop-reason": {
    on: (asked) => isMessages(asked) && asked.isFirst,
    says: "says why it ended, by a word of the specification or the upstream provider",
    provenance: "stated",
    element: "finish",
    judge: ({ said, exchange }) =>
      // R2.12 lists it as optional: that it is there is the upstream provider's rule.
      typeof said.finish === "string"
        ? judgeMessageWords(exchange)
        : broken({ message: "The message has no stop_reason.", pointer: said.at.finish, provenance: "upstream" }),
  },
  ended: {
    on: (asked) => isMessages(asked) && asked.asks("stop_sequences"),
    id: "stop-reason",
    says: "has no stop sequence in its text, and tells which one ended it",
    element: "options",
    judge: judgeEnded,
  },
  finished: {
    on: (asked) => isResponses(asked) && asked.isFirst,
    says: "is finished, and has the status that the event at the end of a stream names",
    judge: ({ exchange }) => {
      const expected = "completed or incomplete, as the event at the end of a stream";
      return memberIs(responsePlace(exchange, "/status"), {
        expected,
        isRight: (status, event) => {
          const named = String(valueAt(event, "/type")).replace("response.", "");
          return isStreamed(exchange)
            ? !finished.includes(named) || status === named
            : finished.includes(String(status));
        },
      })(exchange);
    },
  },
  "output-text": {
    on: (asked) => isResponses(asked) && asked.isFirst,
    says: "has in output_text, if it is sent, the text of its output",
    provenance: "stated",
    element: "text",
    requirements: ["R4.9"],
    after: ["last-is-whole"],
    judge: ({ exchange }) => judgeOutputText(exchange),
  },
  effort: {
    on: isReasoning,
    says: "names the requested reasoning effort",
    provenance: "observed",
    requirements: ["R4.9"],
    judge: ({ exchange, sent }) => {
      const [expected, actual] = [sent, responseIn(exchange)].map((each) => valueAt(each, "/reasoning/effort"));
      if (expected === undefined) return notReasoning;
      const message = `The effort ${expected} was asked for, and the response says ${JSON.stringify(actual)}.`;
      return passIf(actual === expected, {
        message,
        expected,
        actual,
        pointer: responsePlace(exchange, "/reasoning/effort"),
      });
    },
  },
  summary: {
    on: isReasoning,
    says: "has the requested summary of its reasoning, if it reasoned",
    provenance: "observed",
    requirements: ["R4.9"],
    after: ["last-has-items"],
    judge: ({ exchange, sent, dialect }) => {
      if (valueAt(sent, "/reasoning") === undefined) return notReasoning;
      const body = responseIn(exchange);
      const reasoned = Number(valueAt(body, dialect.reasoningAt ?? "") ?? 0);
      const items = listAt(body, "/output");
      const hasSummary = items.some((item) => valueAt(item, "/summary/0") !== undefined);
      return passIf(hasSummary || reasoned === 0 || items.length === 0, {
        message: `The model reasoned for ${reasoned} tokens, and no item of the output has a summary.`,
        expected: "a reasoning item with a summary",
        pointer: responsePlace(exchange, "/output"),
        ...(reasoned < leastToSumUp && { provenance: "inferred" }),
      });
    },
  },
  "last-is-whole": {
    on: (asked) => isResponses(asked) && asked.isStreamed && asked.isFirst,
    says: "has at its end the output that was streamed",
    requirements: ["R6.1"],
    judge: ({ exchange, said }) => {
      const whole = plainText(responseIn(exchange), "responses");
      return passIf(plainly(said.text) === plainly(whole), {
        message: "The text of the response at the end is not that of the pieces.",
        expected: said.text.slice(0, 80),
        actual: whole.slice(0, 80),
        pointer: "/response/output",
      });
    },
  },
  "last-has-items": {
    on: isOfItems,
    says: "has at its end all items that were streamed",
    requirements: ["R6.1"],
    judge: ({ exchange }) => {
      const { streamed, held } = lastItems(exchange);
      const message = `The response at the end has ${held} of the ${streamed} items that were streamed.`;
      return passIf(held >= streamed, { message, expected: streamed, actual: held, pointer: "/response/output" });
    },
  },
  "output-index": {
    on: isOfItems,
    says: "numbers each item by its place in the output",
    judge: ({ exchange }) => judgeOutputIndexes(exchange),
  },
};

/** Judges what ended a message: if the model says another thing, nothing may have stopped it. */
function judgeEnded({ exchange, said: { text, finish: reason, at }, sent }: Seen) {
  const sequences = listAt(sent, "/stop_sequences").map(String);
  const stopped = judgeStopped(exchange, ...sequences);
  if (stopped.outcome !== "pass" || reason === "max_tokens" || reason === "refusal") return stopped;
  const asked = textsAskedFor(sent).at(-1) ?? "";
  const sequence = sequences.find((each) => asked.includes(each)) ?? "";
  if (reason !== "stop_sequence") {
    const lastWords = plainly(asked.split(sequence)[0] ?? "")
      .split(" ")
      .slice(-2)
      .join(" ");
    if (!plainly(text).endsWith(lastWords)) return pass;
    const message = `A stop sequence ended the message, and stop_reason is ${reason}.`;
    return broken({ message, expected: "stop_sequence", actual: reason, pointer: at.finish, requirement: "R2.13" });
  }
  const pointer = isStreamed(exchange) ? "/delta/stop_sequence" : "/stop_sequence";
  const told = lastAt(payloadsIn(exchange), pointer);
  if (told === sequence) return pass;
  const message = `The stop sequence that ended the message is told as ${JSON.stringify(told) ?? "none"}.`;
  return broken({ message, expected: sequence, actual: told, pointer, requirement: "R2.13" });
}
