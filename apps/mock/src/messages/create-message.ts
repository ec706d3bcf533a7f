import type { Message, MessageRequest } from "@model-access/contract";
import { answerJson } from "../call.js";
import { answerStream, cutOf, eventText } from "../conversation/write-answer.js";
import type { Handler } from "../handler.js";
import { writeContent } from "./content.js";
import { writeEvents } from "./events.js";
import { writeMessage } from "./message.js";
import { readConversation } from "./read-conversation.js";

export const createMessage: Handler = async ({ fields, model: catalogued }, { session, seed, compose, stream }) => {
  const request = fields as unknown as MessageRequest; // the contract's validator accepted it
  const { model, thinking } = request;
  const { makeId } = session;
  const reply = await compose(readConversation(request, catalogued));
  const id = makeId("msg_", 24);
  const showsThoughts = !(thinking !== undefined && "display" in thinking && thinking.display === "omitted");
  const write = () => writeMessage(reply, { id, model, content: writeContent(reply, { makeId, seed, showsThoughts }) });
  const body = reply.body as Message | undefined; // the contract accepted it when it was given
  const message = body ?? write();
  const { inputTokens, outputTokens } = reply.usage;
  const usage = { model, inputTokens, outputTokens };
  if (request.stream !== true) return { ...answerJson(message), usage };
  const events = writeEvents(message, { cut: cutOf(reply), toolCalls: body === undefined ? reply.toolCalls : [] });
  return { ...answerStream(stream(events.map((event) => eventText(event.type, event)))), usage };
};
