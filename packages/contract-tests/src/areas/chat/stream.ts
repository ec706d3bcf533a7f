import { valueAt } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { rule, rulesAlike } from "../../checks/define-rule.js";
import { memberIs } from "../../checks/member.js";
import { streamRules } from "../../checks/stream-rules.js";
import type { ExchangePlan } from "../../exchange.js";
import { plainly } from "../../reading/joined-text.js";
import { saidIn } from "../../reading/said.js";
import { denseCall } from "../../requests/billed-call.js";
import { repeatForComparison } from "../../requests/repeat-for-comparison.js";
import { broken, pass } from "../../rule.js";
import { askAtLength, replyCall } from "./reply.js";

export const streamCall: ExchangePlan = denseCall("chat", {
  id: "chat/stream",
  says: "a streamed chat completion with temperature 0",
  isStreamed: true,
  json: (model) => ({ ...askAtLength(model), temperature: 0, stream: true }),
});

const againCall = repeatForComparison(
  { plain: replyCall, streamed: streamCall },
  { id: "chat/again", says: "the same plain chat completion once more" },
);

const about = { requirements: ["R4.1"], provenance: "upstream", after: "schema" } as const;

export const streamTopic: Topic = {
  exchanges: [streamCall, againCall],
  rules: [
    ...streamRules(streamCall, {
      requirements: ["R4.1", "R6.1"],
      client: "openai",
    }),
    ...rulesAlike(streamCall, about, {
      role: {
        everywhere: true,
        sentence: "the role in a streamed chat completion, where there is one, is the assistant's",
        judge: memberIs("/choices/0/delta/role", {
          expected: "assistant",
          isRight: (role) => typeof role !== "string" || role === "" || role === "assistant",
        }),
      },
      "role-there": {
        sentence: "a chunk of a streamed chat completion names the role, which the official client wants to be told",
        requirements: ["R4.1", "R6.1"],
        client: "openai",
        takesPlainer: true,
        judge: (exchange) => {
          const pointer = "/choices/0/delta/role";
          const isThere = (payload: unknown) => (valueAt(payload, pointer) ?? "") !== "";
          if (exchange.stream().payloads.some(isThere)) return pass;
          return broken({ message: "No chunk of the stream names the role.", expected: "assistant", pointer });
        },
      },
      choices: {
        sentence: "a stream that is not asked for its usage has a choice in each chunk",
        requirements: ["R4.1", "R6.1"],
        judge: memberIs("/choices", {
          expected: "a choice, which clients read without a look",
          isRight: (choices) => !Array.isArray(choices) || choices.length > 0,
        }),
      },
    }),
    rule(streamCall, "finish", {
      sentence: "a stream of the text of a plain reply that was not cut off has not the finish reason length",
      requirements: ["R2.5", "R6.1"],
      provenance: "upstream",
      reads: { streamCall, replyCall },
      after: ["text", "chat/reply/finish"],
      judge: (read) => {
        const [streamed, plain] = [saidIn(read.streamCall), saidIn(read.replyCall)];
        if (plainly(streamed.text) !== plainly(plain.text) || plain.isCut || !streamed.isCut) return pass;
        return broken({
          message: "The stream has the finish reason length, and the same text in a plain reply has not.",
          expected: "stop",
          actual: "length",
          pointer: streamed.at.finish,
        });
      },
    }),
  ],
};
