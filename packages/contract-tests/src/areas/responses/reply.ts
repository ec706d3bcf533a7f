import {
  type ResponseInputContentPart,
  type ResponseRequest,
  type ResponseTool,
  valueAt,
} from "@model-access/contract";
import type { Topic } from "../../area.js";
import { bodyOf } from "../../checks/reply.js";
import { judgeTextThere } from "../../checks/text.js";
import type { ExchangePlan } from "../../exchange.js";
import { offers } from "../../reading/choose-model.js";
import { sentIn } from "../../reading/said.js";
import { denseCall } from "../../requests/billed-call.js";
import { fewTokens, longQuestion, systemMessage, turnsBefore } from "../../requests/questions.js";
import { toolNames } from "../../requests/tool.js";
import { story } from "../../story.js";

const told = story("responses", { requirements: ["R1.5"], provenance: "upstream" });
const { add, reply, stream, rule } = told;

/** A plain response, and a stream of the same conversation. */
export const replyTopic: Topic = told;

/** The specification offers the interface and shows its input; what it refuses and how it replies is known from outside. */
export const provenance = "observed";

/** One pixel. */
const picture =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=";

/** Short, so that its tokens don't make up for those of a prompt that is lost. */
const shortTool: ResponseTool = {
  type: "function",
  name: toolNames[1] ?? "",
  parameters: { type: "object", properties: {} },
};

/** A tool that is offered and may not be called, where the model takes any. */
const uncalledTool = (list: unknown, model: string): Partial<ResponseRequest> =>
  offers(list, model, "tools") ? { tools: [shortTool], tool_choice: "none" } : {};

const partsOf = (text: string, hasPicture: boolean): ResponseInputContentPart[] => [
  { type: "input_text", text },
  ...(hasPicture ? [{ type: "input_image" as const, image_url: picture, detail: "auto" }] : []),
];

export const replyCall: ExchangePlan = denseCall("responses", {
  id: "responses/reply",
  says: "a response with max_output_tokens 16 and a tool that it may not call, whose input comes in parts, with a picture where the model takes one",
  json: (model, { modelList }) => ({
    model,
    ...uncalledTool(modelList, model),
    instructions: systemMessage,
    input: turnsBefore(longQuestion).map(({ role, content }, index) =>
      role === "user"
        ? { role, content: partsOf(content, index === 0 && offers(modelList, model, "image")) }
        : { role, content },
    ),
    max_output_tokens: fewTokens,
  }),
});

/** The plain response's conversation in strings, with a limit that cuts its answer. */
const streamCall: ExchangePlan = denseCall("responses", {
  id: "responses/stream",
  says: "a streamed response with instructions, max_output_tokens and a tool that it may not call",
  isStreamed: true,
  json: (model, { modelList }) => ({
    model,
    ...uncalledTool(modelList, model),
    instructions: systemMessage,
    input: turnsBefore(longQuestion),
    max_output_tokens: 2 * fewTokens,
    stream: true,
  }),
});

add(replyCall, streamCall);

reply(replyCall, { provenance: "stated" });

rule(
  "reply/text",
  "a response to a plain question has a text",
  { requirements: ["R4.9", "R1.5"], after: ["schema", "no-tool"] },
  judgeTextThere,
);

rule("reply/echo", "what a response repeats of its request is what was sent", {}, (exchange) => {
  const [sent, body] = [sentIn(exchange), bodyOf(exchange.reply)];
  for (const pointer of ["/instructions", "/max_output_tokens"]) {
    const [expected, actual] = [sent, body].map((each) => valueAt(each, pointer));
    if ((actual ?? expected) === expected) continue;
    const message = `${pointer.slice(1)} comes back as another value.`;
    return { message, expected: String(expected), actual: String(actual), pointer };
  }
  return undefined;
});

stream(streamCall, { requirements: ["R1.5", "R6.1"], client: "openai" });
