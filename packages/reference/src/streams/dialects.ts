import { type Grammar, grammars } from "@model-access/contract";

/** The dialects of event streams, in the order in which the reference shows them. */
export const dialects: Grammar[] = ["chat", "messages", "responses", "native"].flatMap((name) => grammars[name] ?? []);

/** The name of a dialect's interface. */
export const dialectNames: Record<string, string> = {
  chat: "Chat completions",
  messages: "Messages",
  responses: "Responses",
  native: "Bots",
};

/** The dialect that an operation streams in. */
export const dialectOf = (operationId: string): string | undefined =>
  dialects.find(({ operation }) => operation === operationId)?.dialect;

/** Descriptions of the kinds of chunks in chat completions, which have no names in the stream itself. */
export const chatEvents: Record<string, string> = {
  first: "Names the role of the reply.",
  delta: "Adds a piece of the text or of a tool call.",
  finish: "Gives the reason for the end, in `finish_reason`.",
  usage: "Counts the tokens; it has no choices.",
  error: "Describes the failure. The reply is incomplete.",
};
