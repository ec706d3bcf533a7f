import type { Message, MessageRequest } from "@model-access/contract";
import type { Handler } from "../handler.js";
import { blocksOf, writeBlocks } from "./blocks.js";
import { writeEvents } from "./events.js";
import { writeMessage } from "./message.js";
import { readConversation } from "./read-conversation.js";
import { showsThoughts } from "./thinking.js";

/** Answers a message, plain or as a stream; the stream's pieces joined are the plain reply. */
export const createMessage: Handler = async ({ fields, model: catalogued }, { session, seed, compose, stream }) => {
  const request = fields as unknown as MessageRequest; // the contract's validator accepted it
  const { model } = request;
  const { makeId } = session;
  const reply = await compose(readConversation(request, catalogued));
  const id = makeId("msg_", 24);
  const body = reply.body as Message | undefined; // the contract accepted it when it was given
  const blocks =
    body === undefined
      ? writeBlocks(reply, { makeId, seed, showsThoughts: showsThoughts(request) })
      : blocksOf(body.content);
  const message = body ?? writeMessage(reply, { id, model, blocks });
  const { inputTokens, outputTokens } = reply.usage;
  const usage = { model, inputTokens, outputTokens };

  if (request.stream !== true) {
    return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(message), usage };
  }
  const events = writeEvents(message, blocks).map(
    (event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
  );
  const headers = { "content-type": "text/event-stream" };
  return { status: 200, headers, body: stream(events), usage };
};
