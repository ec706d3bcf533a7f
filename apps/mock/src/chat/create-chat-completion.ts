import type { ChatCompletion, ChatCompletionRequest } from "@model-access/contract";
import type { Handler } from "../handler.js";
import { eachChunk, eachChunkOf } from "./chunks.js";
import { completionText } from "./completion.js";
import { makeEnvelope } from "./envelope.js";
import { makeMedia, mediaReply, mediaText } from "./media.js";
import { readConversation } from "./read-conversation.js";

/** Answers a chat completion, plain or as a stream; the stream's pieces joined are the plain reply. */
export const createChatCompletion: Handler = async ({ fields, model: catalogued }, context) => {
  const request = fields as unknown as ChatCompletionRequest; // the contract's validator accepted it
  const { seed } = context;
  const conversation = readConversation(request);
  const media = makeMedia(conversation, { seed, origin: context.call.origin, model: catalogued });
  const reply = await context.compose(conversation, media && mediaReply(mediaText(media)));
  const { model } = request;
  const envelope = makeEnvelope(reply, model, context);
  const body = reply.body as ChatCompletion | undefined; // the contract accepted it when it was given
  const { inputTokens, outputTokens } = reply.usage;
  const usage = { model, inputTokens, outputTokens };

  if (request.stream !== true) {
    const headers = { "content-type": "application/json" };
    return {
      status: 200,
      headers,
      body: body === undefined ? completionText(reply, envelope) : JSON.stringify(body),
      usage,
    };
  }
  const options = { includeUsage: request.stream_options?.include_usage === true };
  const events = {
    *[Symbol.iterator]() {
      const chunks = body === undefined ? eachChunk(reply, envelope, options) : eachChunkOf(body, options);
      for (const chunk of chunks) yield `data: ${JSON.stringify(chunk)}\n\n`;
      yield "data: [DONE]\n\n";
    },
  };
  return { status: 200, headers: { "content-type": "text/event-stream" }, body: context.stream(events), usage };
};
