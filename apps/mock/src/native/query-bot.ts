import type { BotQueryRequest } from "@model-access/contract";
import type { Behaviour } from "../behaviour.js";
import { makeEnvelope } from "../chat/envelope.js";
import { makeMedia } from "../chat/media.js";
import { compose } from "../conversation/compose.js";
import type { Reply } from "../conversation/reply.js";
import { chunkEvents, doneEvent, eventText, fileEvents, metaEvent, textEvents } from "./events.js";
import { readQuery } from "./read-query.js";

/** What the user might want to send next. */
const suggestedReplies = ["Tell me more.", "Give me an example."];

/** Answers a query of the native protocol, which always streams. */
export const queryBot: Behaviour = async ({ path, fields }, context) => {
  const request = fields as unknown as BotQueryRequest; // the contract's validator accepted it
  const { bot_name: model = "" } = path;
  const { seed } = context;
  const conversation = readQuery(model, request);
  const media = makeMedia(conversation, { seed });
  const headers = { "content-type": "text/event-stream", "cache-control": "no-cache" };
  if (media !== undefined) {
    const events = [metaEvent, ...fileEvents(media), doneEvent];
    return { status: 200, headers, body: context.stream(events), usage: { model, inputTokens: 0, outputTokens: 0 } };
  }

  const reply = await compose(conversation, { seed });
  const body = isInChunks(request, reply)
    ? chunkEvents(reply, makeEnvelope(reply, model, context))
    : [...textEvents(reply), ...suggestions(request)];
  const { inputTokens, outputTokens } = reply.usage;
  return {
    status: 200,
    headers,
    body: context.stream([metaEvent, ...body, doneEvent]),
    usage: { model, inputTokens, outputTokens },
  };
};

/** A query with tools gets chunks, until the results are there: then the native library reads text again. */
function isInChunks({ tools, tool_results: results }: BotQueryRequest, { toolCalls }: Reply): boolean {
  const isOffered = tools != null && tools.length > 0;
  const isAnswered = results != null && results.length > 0;
  return toolCalls.length > 0 || (isOffered && !isAnswered);
}

/** Two, unless the last message's parameters say `suggested_replies: false`. */
function suggestions({ query }: BotQueryRequest): string[] {
  if (query.at(-1)?.parameters?.suggested_replies === false) return [];
  return suggestedReplies.map((text) => eventText("suggested_reply", { text }));
}
