import type { BotQueryRequest } from "@model-access/contract";
import { makeEnvelope } from "../chat/envelope.js";
import { makeMedia, makeMediaOf, mediaReply, mediaText } from "../chat/media.js";
import type { Reply } from "../conversation/reply.js";
import { answerStream, eventText } from "../conversation/write-answer.js";
import type { Handler } from "../handler.js";
import type { RequestContext } from "../request/request-context.js";
import { type BotEvent, chunkEvents, doneEvent, fileEvents, metaEvent, textEvent } from "./events.js";
import { applyMarks } from "./marks.js";
import { readQuery } from "./read-query.js";

/** Suggestions for the user's next message. */
const suggestedReplies = ["Tell me more.", "Give me an example."];

/** Answers a query of the native protocol, which always streams. Marks in its last message change what is sent. */
export const queryBot: Handler = async ({ path, fields, model: catalogued }, context) => {
  const request = fields as unknown as BotQueryRequest; // the contract's validator accepted it
  const { bot_name: model = "" } = path;
  const { seed, call } = context;
  const { origin } = call;
  const conversation = readQuery(model, request);
  const media = makeMedia(conversation, { model: catalogued, seed, origin });
  const made = media && mediaReply(mediaText(media));
  const reply = await context.compose(conversation, made);
  const answer = media && reply === made ? fileEvents(media) : replyEvents(reply, { model, request, context });
  const picture = () => fileEvents(makeMediaOf("image", conversation, { seed, origin }));
  const events = applyMarks([metaEvent, ...answer, doneEvent], request.query.at(-1)?.content ?? "", picture);
  const { inputTokens, outputTokens } = reply.usage;
  const texts = events.map(({ event, data }) => eventText(event, data));
  return { ...answerStream(context.stream(texts)), usage: { model, inputTokens, outputTokens } };
};

function replyEvents(
  reply: Reply,
  { model, request, context }: { model: string; request: BotQueryRequest; context: RequestContext },
): BotEvent[] {
  if (isInChunks(request, reply)) return chunkEvents(reply, makeEnvelope(reply, model, context));
  return [...reply.text.map(textEvent), ...suggestions(request)];
}

/** A query with tools gets chunks, until the results are there: then the native library reads text again. */
function isInChunks({ tools, tool_results: results }: BotQueryRequest, { toolCalls }: Reply): boolean {
  const isOffered = tools != null && tools.length > 0;
  const isAnswered = results != null && results.length > 0;
  return toolCalls.length > 0 || (isOffered && !isAnswered);
}

/** Two, unless the last message's parameters say `suggested_replies: false`. */
function suggestions({ query }: BotQueryRequest): BotEvent[] {
  if (query.at(-1)?.parameters?.suggested_replies === false) return [];
  return suggestedReplies.map((text) => ({ event: "suggested_reply", data: { text } }));
}
