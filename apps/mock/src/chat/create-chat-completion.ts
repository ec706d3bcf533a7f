import type { ChatCompletion, ChatCompletionRequest } from "@model-access/contract";
import { answerJson } from "../call.js";
import { answerStream, cutOf } from "../conversation/write-answer.js";
import type { Handler } from "../handler.js";
import { eachChunk } from "./chunks.js";
import { writeCompletion } from "./completion.js";
import { makeEnvelope } from "./envelope.js";
import { makeMedia, mediaReply, mediaText } from "./media.js";
import { readConversation } from "./read-conversation.js";

export const createChatCompletion: Handler = async ({ fields, model: catalogued }, context) => {
  const request = fields as unknown as ChatCompletionRequest; // the contract's validator accepted it
  const { seed } = context;
  const conversation = readConversation(request);
  const media = makeMedia(conversation, { seed, origin: context.call.origin, model: catalogued });
  const reply = await context.compose(conversation, media && mediaReply(mediaText(media)));
  const { model } = request;
  const envelope = makeEnvelope(reply, model, context);
  // The contract accepted a body when it was given.
  const completion = (reply.body as ChatCompletion | undefined) ?? writeCompletion(reply, envelope);
  const { inputTokens, outputTokens } = reply.usage;
  const usage = { model, inputTokens, outputTokens };
  if (request.stream !== true) return { ...answerJson(completion), usage };
  const options = { cut: cutOf(reply), includeUsage: request.stream_options?.include_usage === true };
  const events = {
    *[Symbol.iterator]() {
      for (const chunk of eachChunk(completion, options)) yield `data: ${JSON.stringify(chunk)}\n\n`;
      yield "data: [DONE]\n\n";
    },
  };
  return { ...answerStream(context.stream(events)), usage };
};
