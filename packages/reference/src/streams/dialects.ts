import { type Grammar, grammars } from "@model-access/contract";

/** The dialects of event streams, in the reference's order. */
export const dialects: Grammar[] = ["chat", "messages", "responses", "native"].flatMap((name) => grammars[name] ?? []);

/** Returns the name of a dialect's interface. */
export const dialectNames: Record<string, string> = {
  chat: "Chat completions",
  messages: "Messages",
  responses: "Responses",
  native: "Bots",
};

/** Returns the dialect of an operation's stream. */
export const findDialect = (operationId: string): string | undefined =>
  dialects.find(({ operation }) => operation === operationId)?.dialect;

/** Descriptions of the chunks of chat completions, which have no names in the stream. */
export const chatEvents: Record<string, string> = {
  first: "Names the role of the reply.",
  delta: "Adds a piece of the text or of a tool call.",
  finish: "Gives the reason for the end, in `finish_reason`.",
  usage: "Counts the tokens; it has no choices.",
  error: "Describes the failure. The reply is incomplete.",
};
