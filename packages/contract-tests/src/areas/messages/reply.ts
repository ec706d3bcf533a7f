import { type MessageRequest, valueAt } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { rulesAlike } from "../../checks/define-rule.js";
import { memberIs } from "../../checks/member.js";
import { bodyOf } from "../../checks/reply.js";
import { replyRules } from "../../checks/reply-rules.js";
import { judgeTextThere } from "../../checks/text.js";
import type { ExchangePlan } from "../../exchange.js";
import { listAt } from "../../reading/joined-text.js";
import { denseCall } from "../../requests/billed-call.js";
import { converseWithoutSystem, systemMessage } from "../../requests/long-question.js";
import { broken, pass } from "../../rule.js";

/** The answer is long, and max_tokens cuts it off. */
export const askMessage = (model: string): MessageRequest => ({
  ...converseWithoutSystem(model),
  system: systemMessage,
});

/** Types of blocks that need to be asked for, and other interfaces' names for a text. */
const unaskedBlocks = [
  "thinking",
  "redacted_thinking",
  "tool_use",
  "output_text",
  "input_text",
  "reasoning",
  "message",
];

export const replyCall: ExchangePlan = denseCall("messages", {
  id: "messages/reply",
  says: "a message with a system prompt and max_tokens 16",
  json: askMessage,
});

const about = { requirements: ["R2.12"], provenance: "upstream", after: "schema" } as const;

/** Rules on plain messages. */
export const replyTopic: Topic = {
  exchanges: [replyCall],
  rules: [
    ...replyRules(replyCall, {
      requirements: ["R4.6", "R1.4", "R2.9", "R2.11", "R2.12", "R2.13", "R9.2", "R9.3"],
      provenance: "stated",
      mediaType: "stated",
      shape: "stated",
      adjusted: { except: { "no-tool": "the rule blocks says it" } },
      // R2.12 lists all fields of a message as optional: that one may not be missing is the upstream provider's rule.
      weight: ({ keyword }) => (keyword === "required" ? "upstream" : undefined),
    }),
    ...rulesAlike(replyCall, about, {
      text: { sentence: "a message in reply to a plain question has a text", judge: judgeTextThere },
      blocks: {
        sentence: "a message that was given no tools and asked for no thinking has blocks of text only",
        provenance: "observed",
        judge: ({ reply }) => {
          const types = listAt(bodyOf(reply), "/content").map((block) => valueAt(block, "/type"));
          const at = types.findIndex((type) => unaskedBlocks.includes(String(type)));
          if (at === -1) return pass;
          const message = `Block ${at} of the content is of the type ${JSON.stringify(types[at])}.`;
          return broken({ message, expected: "text", actual: String(types[at]), pointer: `/content/${at}/type` });
        },
      },
      "no-stop-sequence": {
        sentence: "a message that no stop sequence ended names none",
        requirements: ["R2.13"],
        takesPlainer: true,
        after: "stop-reason",
        judge: memberIs("/stop_sequence", {
          expected: "null",
          isRight: (named, body) => named == null || valueAt(body, "/stop_reason") === "stop_sequence",
        }),
      },
    }),
  ],
};
