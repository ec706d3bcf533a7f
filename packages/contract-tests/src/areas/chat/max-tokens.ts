import type { Topic } from "../../area.js";
import { saidIn } from "../../reading/said.js";
import { billedCall } from "../../requests/billed-call.js";
import { askMuch, converse, fewTokens } from "../../requests/questions.js";
import { story } from "../../story.js";
import { mediaTypeOf } from "../../wire/wire.js";

const told = story("chat", { requirements: ["R2.5", "R8.2"], provenance: "stated" });
const { ask, rule } = told;

export const maxTokensTopic: Topic = told;

export const limitedCall = ask(
  billedCall("chat", {
    id: "chat/limited",
    says: "a chat completion with a system message, max_tokens 16, temperature 2 and stream false",
    needs: ["account/balance-before"],
    json: (model) => ({ ...converse(model), temperature: 2, stream: false }),
  }),
);

rule(
  "limited/not-streamed",
  "a chat completion with stream false is no stream",
  { requirements: ["R2.5", "R4.1"] },
  ({ reply }) =>
    reply !== undefined &&
    mediaTypeOf(reply) === "text/event-stream" && {
      message: "A call with stream false is answered with an event stream.",
      expected: "application/json",
      actual: "text/event-stream",
    },
);

rule(
  "limited/counted",
  "a chat completion that max_tokens ended counts about as many tokens",
  { requirements: ["R8.3", "R2.5"], provenance: "upstream", after: "max-tokens" },
  (exchange) => {
    const { isCut, completion: actual } = saidIn(exchange);
    const message = `max_tokens ${fewTokens} ended the reply, and its usage counts ${actual} tokens.`;
    const isFew = isCut && Number(actual) < fewTokens / 2;
    return isFew && { message, expected: fewTokens, actual, pointer: "/usage/completion_tokens" };
  },
);

ask(
  billedCall("chat", {
    priority: 30,
    id: "chat/one-token",
    says: "a chat completion with max_tokens 1",
    json: (model) => ({ ...askMuch(model), max_tokens: 1 }),
  }),
  // An upstream may have a least of its own.
  { requirements: ["R2.5"], provenance: "observed", after: "chat/limited/status", as: { "max-tokens": "one" } },
);
