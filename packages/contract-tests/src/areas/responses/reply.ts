import {
  type ResponseInputContentPart,
  type ResponseRequest,
  type ResponseTool,
  valueAt,
} from "@model-access/contract";
import type { Topic } from "../../area.js";
import { rulesAlike } from "../../checks/define-rule.js";
import { bodyOf } from "../../checks/reply.js";
import { replyRules } from "../../checks/reply-rules.js";
import { judgeTextThere } from "../../checks/text.js";
import type { ExchangePlan } from "../../exchange.js";
import { offers } from "../../reading/choose-model.js";
import { sentIn } from "../../reading/said.js";
import { denseCall } from "../../requests/billed-call.js";
import { fewTokens, longQuestion, systemMessage, turnsBefore } from "../../requests/long-question.js";
import { toolNames } from "../../requests/tool.js";
import { broken, pass } from "../../rule.js";

/** The specification offers the interface and shows its input; what it refuses and how it replies is known from outside. */
export const provenance = "observed";

/** One pixel. */
const picture =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=";

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

/** Short, so that its tokens don't make up for those of a prompt that is lost. */
const shortTool: ResponseTool = {
  type: "function",
  name: toolNames[1] ?? "",
  parameters: { type: "object", properties: {} },
};

/** A tool that is offered and may not be called, where the model takes any. */
export const uncalledTool = (list: unknown, model: string): Partial<ResponseRequest> =>
  offers(list, model, "tools") ? { tools: [shortTool], tool_choice: "none" } : {};

const partsOf = (text: string, hasPicture: boolean): ResponseInputContentPart[] => [
  { type: "input_text", text },
  ...(hasPicture ? [{ type: "input_image" as const, image_url: picture, detail: "auto" }] : []),
];

const about = { requirements: ["R1.5"], provenance: "upstream", after: "schema" } as const;

export const replyTopic: Topic = {
  exchanges: [replyCall],
  rules: [
    ...replyRules(replyCall, {
      requirements: ["R1.5"],
      provenance: "stated",
      mediaType: provenance,
      shape: provenance,
    }),
    ...rulesAlike(replyCall, about, {
      text: {
        sentence: "a response to a plain question has a text",
        after: ["schema", "no-tool"],
        judge: judgeTextThere,
      },
      echo: {
        sentence: "what a response repeats of its request is what was sent",
        judge: (exchange) => {
          const [sent, body] = [sentIn(exchange), bodyOf(exchange.reply)];
          const isOther = (name: string) =>
            (valueAt(body, `/${name}`) ?? valueAt(sent, `/${name}`)) !== valueAt(sent, `/${name}`);
          const name = ["instructions", "max_output_tokens"].find(isOther);
          if (name === undefined) return pass;
          const [expected = "", actual = ""] = [sent, body].map((each) => String(valueAt(each, `/${name}`)));
          return broken({ message: `${name} comes back as another value.`, expected, actual, pointer: `/${name}` });
        },
      },
    }),
  ],
};
