import type { Answer } from "./call.js";
import type { Conversation } from "./conversation/conversation.js";
import type { Reply } from "./conversation/reply.js";
import type { ApiRequest } from "./request/api-request.js";
import type { RequestContext } from "./request/request-context.js";

/** The context of a request, with what writes its reply. */
export interface HandlerContext extends RequestContext {
  /**
   * Returns the model's words: the reply that is scripted for the conversation, else the one given, else one that obeys
   * it.
   */
  compose(conversation: Conversation, made?: Reply): Promise<Reply>;
  /** Turns the texts of a stream's events into a stream in time. They are asked for when they are due, perhaps twice. */
  stream(events: Iterable<string>): Answer["body"];
}

/** Answers one operation as the service would; without a handler the operation is answered from its examples. */
export type Handler = (request: ApiRequest, context: HandlerContext) => Answer | Promise<Answer>;
