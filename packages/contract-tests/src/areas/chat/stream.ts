import { valueAt } from "@model-access/contract";
import { ruleOn, ruleOnExchanges } from "../../checks/define-rule.js";
import { bodyOf } from "../../checks/reply.js";
import { saidRules } from "../../checks/said-rules.js";
import { streamRules } from "../../checks/stream-rules.js";
import { judgeStreamedText } from "../../checks/text.js";
import { dialects } from "../../dialects.js";
import type { Exchange, ExchangePlan } from "../../exchange.js";
import { joinedText, plainly, plainText } from "../../reading/joined-text.js";
import { sameTextAgain, textDiffers } from "../../requests/repeat-for-comparison.js";
import { withModel } from "../../requests/short-question.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import { finishIn } from "./long-stream.js";
import { askShortly, chatOperation, payloadsOf } from "./reply.js";

export const streamCall: ExchangePlan = {
  id: "chat/stream",
  operationId: chatOperation,
  says: "a streamed chat completion with temperature 0",
  isValid: true,
  isStreamed: true,
  isBilled: true,
  write: (facts) =>
    withModel(facts, "chat", (model) => ({ json: { ...askShortly(model), temperature: 0, stream: true } })),
};

const againCall: ExchangePlan = {
  id: "chat/again",
  operationId: chatOperation,
  says: "the same plain chat completion once more",
  isValid: true,
  isBilled: true,
  needs: ["chat/reply", "chat/stream"],
  write: (facts) =>
    textDiffers(facts, { dialect: "chat", plain: "chat/reply", streamed: "chat/stream" })
      ? withModel(facts, "chat", (model) => ({ json: askShortly(model) }))
      : sameTextAgain,
};

/** The first stream, and the plain call once more where its text differs. */
export const streamCalls: ExchangePlan[] = [streamCall, againCall];

/** What a streamed chat completion says, against the plain one. */
export const chatStreamRules: Rule[] = [
  ...streamRules(streamCall, {
    requirements: ["R4.1", "R6.1"],
    provenance: "stated",
    mediaType: "upstream",
    dialect: "upstream",
    shape: "upstream",
    client: "openai",
  }),
  ...saidRules(streamCall, dialects.chat, { names: ["model", "created", "as-asked"], after: ["chat/stream/schema"] }),
  ruleOn(streamCall, {
    name: "role",
    sentence: "the role in a streamed chat completion, where there is one, is the assistant's",
    requirements: ["R4.1"],
    provenance: "upstream",
    after: "schema",
    judge: judgeRole,
  }),
  ruleOn(streamCall, {
    name: "index",
    sentence: "the only choice of a streamed chat completion has the index 0",
    requirements: ["R4.1"],
    provenance: "upstream",
    after: "schema",
    judge: (exchange) => {
      const indexes = payloadsOf(exchange).map((payload) => valueAt(payload, "/choices/0/index"));
      const at = indexes.findIndex((index) => index !== undefined && index !== 0);
      if (at === -1) return pass;
      return broken({
        message: `The only choice has the index ${indexes[at]}.`,
        expected: "0",
        actual: String(indexes[at]),
        pointer: "/choices/0/index",
        eventNumber: at + 1,
      });
    },
  }),
  ruleOnExchanges({
    id: "chat/stream/text",
    sentence: "The text of a stream is that of the plain reply.",
    requirements: ["R6.1", "R4.1"],
    provenance: "stated",
    exchanges: ["chat/stream", "chat/reply", "chat/again"],
    takesMissing: true,
    after: ["chat/reply/text", "chat/stream/nothing-after-end", "chat/stream/identity"],
    judge: (find) =>
      judgeStreamedText(
        { plain: find("chat/reply"), streamed: find("chat/stream"), again: find("chat/again") },
        "chat",
      ),
  }),
  ruleOnExchanges({
    id: "chat/stream/finish",
    sentence: "A stream of the text of a plain reply that was not cut off has not the finish reason length.",
    requirements: ["R2.5", "R6.1"],
    provenance: "upstream",
    exchanges: ["chat/stream", "chat/reply"],
    after: ["chat/stream/text", "chat/reply/finish"],
    judge: (find) => {
      const [streamed, body] = [find("chat/stream"), bodyOf(find("chat/reply")?.reply)];
      const isSame = plainly(joinedText(streamed?.stream().events ?? [], "chat")) === plainly(plainText(body, "chat"));
      const isCut = valueAt(body, "/choices/0/finish_reason") === "length";
      if (!isSame || isCut || finishIn(streamed) !== "length") return pass;
      return broken({
        message: "The stream has the finish reason length, and the same text in a plain reply has not.",
        expected: "stop",
        actual: "length",
        pointer: "/choices/0/finish_reason",
      });
    },
  }),
];

function judgeRole(exchange: Exchange): Verdict {
  const roles = payloadsOf(exchange).map((payload) => valueAt(payload, "/choices/0/delta/role"));
  const at = roles.findIndex((role) => typeof role === "string" && role !== "" && role !== "assistant");
  if (at === -1) return pass;
  return broken({
    message: `The role in event ${at + 1} is ${JSON.stringify(roles[at])}.`,
    expected: "assistant",
    actual: String(roles[at]),
    pointer: "/choices/0/delta/role",
    eventNumber: at + 1,
  });
}
