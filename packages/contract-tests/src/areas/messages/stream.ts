import type { MessageRequest } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { rulesAlike } from "../../checks/define-rule.js";
import { memberIs } from "../../checks/member.js";
import { streamRules } from "../../checks/stream-rules.js";
import type { ExchangePlan, Facts } from "../../exchange.js";
import { billedCall, denseCall } from "../../requests/billed-call.js";
import { longQuestion } from "../../requests/long-question.js";
import { messagePicture, takesPictures } from "../../requests/picture.js";
import { repeatForComparison } from "../../requests/repeat-for-comparison.js";
import { askMessage, replyCall } from "./reply.js";

const askWithPicture = (model: string, { modelList }: Facts): MessageRequest => {
  const asked = askMessage(model);
  if (!takesPictures(modelList, model)) return asked;
  const content = [messagePicture, { type: "text" as const, text: longQuestion }];
  return { ...asked, messages: [...asked.messages.slice(0, -1), { role: "user", content }] };
};

export const streamCall: ExchangePlan = denseCall("messages", {
  id: "messages/stream",
  says: "a streamed message with a picture, and the key in x-api-key",
  isStreamed: true,
  call: { keyPlace: "own-header" },
  json: (model, facts) => ({ ...askWithPicture(model, facts), stream: true }),
});

const againCall = repeatForComparison(
  { plain: replyCall, streamed: streamCall },
  {
    id: "messages/again",
    says: "the same plain message once more, with the picture",
    write: billedCall("messages", { id: "", says: "", json: askWithPicture }).write,
  },
);

const about = { requirements: ["R6.1"], provenance: "upstream", after: "schema" } as const;

export const streamTopic: Topic = {
  exchanges: [streamCall, againCall],
  rules: [
    ...streamRules(streamCall, {
      requirements: ["R4.6", "R5.2", "R6.1"],
      mediaType: "stated",
      client: "@anthropic-ai/sdk",
    }),
    ...rulesAlike(streamCall, about, {
      "starts-empty": {
        sentence: "the message that a stream starts with has no content yet",
        judge: memberIs("/message/content", {
          expected: "[], to which a client adds the blocks that follow",
          isRight: (content) => !Array.isArray(content) || content.length === 0,
        }),
      },
    }),
  ],
};
