import type { BotQueryRequest, ChatCompletionRequest, MessageRequest, ResponseRequest } from "@model-access/contract";
import { readConversation as readChat } from "../chat/read-conversation.js";
import type { Conversation } from "../conversation/conversation.js";
import { readConversation as readMessages } from "../messages/read-conversation.js";
import { readQuery } from "../native/read-query.js";
import type { ApiRequest } from "../request/api-request.js";
import type { RequestContext } from "../request/request-context.js";
import { readConversation as readResponses } from "../responses/read-conversation.js";
import { resolveInput } from "../responses/resolve-input.js";

type ReadConversation = (request: ApiRequest, context: RequestContext) => Conversation | Promise<Conversation>;

/** The contract's validator has accepted the fields. */
const readers: Record<string, ReadConversation> = {
  createChatCompletion: ({ fields }) => readChat(fields as unknown as ChatCompletionRequest),
  createMessage: ({ fields, model }) => readMessages(fields as unknown as MessageRequest, model),
  async createResponse({ fields }, { session, account }) {
    const request = fields as unknown as ResponseRequest;
    return readResponses(request, await resolveInput(request, { store: session.state.responses, account }));
  },
  queryBot: ({ path, fields }) => readQuery(path.bot_name ?? "", fields as unknown as BotQueryRequest),
};

/** Reads the conversation that a request continues; undefined where no model speaks. Refuses what its handler refuses. */
export async function conversationOf(request: ApiRequest, context: RequestContext): Promise<Conversation | undefined> {
  return readers[request.operation.operationId]?.(request, context);
}
