import { type MessageRequest, type MessageTextBlockParam, type Provenance, valueAt } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { memberIs } from "../../checks/member.js";
import { bodyOf } from "../../checks/reply.js";
import { judgeTextThere } from "../../checks/text.js";
import type { ExchangePlan, Facts } from "../../exchange.js";
import { listAt } from "../../reading/joined-text.js";
import { billedCall, denseCall } from "../../requests/billed-call.js";
import { messagePicture, takesPictures } from "../../requests/picture.js";
import {
  converseWithoutSystem,
  longQuestion,
  saying,
  shortAnswer,
  systemMessage,
  turnsBefore,
} from "../../requests/questions.js";
import { repeatForComparison } from "../../requests/repeat-for-comparison.js";
import { story } from "../../story.js";

const told = story("messages", { requirements: ["R2.12"], provenance: "upstream" });
const { add, ask, reply, stream, rule } = told;

/** A plain message, those that a stop sequence ends, and a stream of the same question as the plain one. */
export const replyTopic: Topic = told;

/** The answer is long, and max_tokens cuts it off. */
export const askMessage = (model: string): MessageRequest => ({
  ...converseWithoutSystem(model),
  system: systemMessage,
});

/** Types of blocks that need to be asked for, and other interfaces' names for a text. */
const unaskedBlocks = [
  ...["thinking", "redacted_thinking", "tool_use"],
  ...["output_text", "input_text", "reasoning", "message"],
];

/**
 * Sources of the rule that a field may not be missing, which is the upstream provider's for most: R2.12 lists all of them as
 * optional. Without its content there is no message, and the stop sequence is told "if any" (R2.13).
 */
const missing: Record<string, Provenance> = { "/content": "stated", "/stop_sequence": "inferred" };

export const replyCall: ExchangePlan = denseCall("messages", {
  id: "messages/reply",
  says: "a message with a system prompt and max_tokens 16",
  json: askMessage,
});

add(replyCall);

reply(replyCall, {
  requirements: ["R4.6", "R1.4", "R2.9", "R2.11", "R2.12", "R2.13", "R9.2", "R9.3"],
  provenance: "stated",
  mediaType: "stated",
  shape: "stated",
  adjusted: { except: { "no-tool": "the rule blocks says it" } },
  weight: ({ keyword, pointer }) => (keyword === "required" ? (missing[pointer] ?? "upstream") : undefined),
});

rule("reply/text", "a message in reply to a plain question has a text", {}, judgeTextThere);

rule(
  "reply/blocks",
  "a message that was given no tools and asked for no thinking has blocks of text only",
  { provenance: "observed" },
  ({ reply }) => {
    const types = listAt(bodyOf(reply), "/content").map((block) => valueAt(block, "/type"));
    const at = types.findIndex((type) => unaskedBlocks.includes(String(type)));
    const message = `Block ${at} of the content is of the type ${JSON.stringify(types[at])}.`;
    return at !== -1 && { message, expected: "text", actual: types[at], pointer: `/content/${at}/type` };
  },
);

rule(
  "reply/no-stop-sequence",
  "a message that no stop sequence ended names none",
  { requirements: ["R2.13"], takesPlainer: true, after: "stop-reason" },
  memberIs("/stop_sequence", {
    expected: "null",
    isRight: (named, body) => named == null || valueAt(body, "/stop_reason") === "stop_sequence",
  }),
);

/** It ends the answer before its last word. */
const stopSequence = " ends";

const askToStop = (model: string): MessageRequest => ({
  model,
  max_tokens: shortAnswer,
  system: systemMessage,
  messages: [{ role: "user", content: saying(`ready, every engine${stopSequence} here`) }],
  stop_sequences: ["no such text", stopSequence],
  top_p: 0.9,
  top_k: 40,
  metadata: { user_id: "contract-tests" },
});

export const shortCall = ask(
  billedCall("messages", {
    provider: 1,
    id: "messages/short",
    says: "a message with top_p, top_k and metadata that a stop sequence ends",
    needs: ["messages/reply"],
    json: askToStop,
  }),
  {
    requirements: ["R2.10", "R2.9", "R2.13"],
    after: ["messages/reply/status", "messages/reply/stop-reason"],
    whole: { requirements: ["R2.12", "R2.13"] },
  },
);

ask(
  billedCall("messages", {
    provider: 1,
    priority: 10,
    id: "messages/stop-stream",
    says: "a streamed message that a stop sequence ends",
    isStreamed: true,
    needs: ["messages/short"],
    json: (model) => ({ ...askToStop(model), stream: true }),
  }),
  {
    requirements: ["R2.10", "R2.13"],
    after: "messages/short/stop-reason",
    whole: { requirements: ["R1.4", "R6.1"] },
  },
);

/** In blocks, some of them long enough for their tokens to be missed where only the last one is read. */
const askInBlocks = (model: string, { modelList }: Facts): MessageRequest => {
  const pictures = takesPictures(modelList, model) ? [messagePicture] : [];
  const messages = turnsBefore(longQuestion).map(({ role, content }, at, { length }) => ({
    role,
    content: [...(at === length - 1 ? pictures : []), ...inBlocks(content.split(/(?<= and )/))],
  }));
  return { ...askMessage(model), system: inBlocks(systemMessage.split(/(?<=\. )/)), messages };
};

const inBlocks = (texts: string[]) => texts.map((text): MessageTextBlockParam => ({ type: "text", text }));

export const streamCall: ExchangePlan = denseCall("messages", {
  id: "messages/stream",
  says: "a streamed message in blocks with a picture, and the key in x-api-key",
  isStreamed: true,
  call: { keyPlace: "own-header" },
  json: (model, facts) => ({ ...askInBlocks(model, facts), stream: true }),
});

add(
  streamCall,
  repeatForComparison(
    { plain: replyCall, streamed: streamCall },
    {
      id: "messages/again",
      says: "the same plain message once more, in blocks with the picture",
      write: billedCall("messages", { id: "", says: "", json: askInBlocks }).write,
    },
  ),
);

stream(streamCall, { requirements: ["R4.6", "R5.2", "R6.1"], mediaType: "stated", client: "@anthropic-ai/sdk" });

rule(
  "stream/starts-empty",
  "the message that a stream starts with has no content yet",
  { requirements: ["R6.1"] },
  memberIs("/message/content", {
    expected: "[], to which a client adds the blocks that follow",
    isRight: (content) => !Array.isArray(content) || content.length === 0,
  }),
);
