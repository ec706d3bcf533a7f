import type { Provenance } from "@model-access/contract";
import type { ExchangePlan, ModelUse } from "./exchange.js";
import { versionHeader } from "./reading/choose-model.js";

/** The interfaces whose replies can be told from one table. */
export type DialectName = "chat" | "messages" | "responses";

/** The elements of requests and replies that all interfaces have, and that checks are about. */
export type Element = "text" | "finish" | "usage" | "limit" | "options" | "request" | "model" | "key" | "version";

/** The places where an interface says what all of them say: pointers into the body of a plain reply and into the payloads of a stream. */
export interface Dialect {
  name: DialectName;
  use: ModelUse;
  operationId: string;
  /** A reply of it, with its article. */
  what: string;
  headers?: Record<string, string>;
  /** The row of the interface, and of the shape of its replies. */
  requirements: string[];
  /** The rows on elements of a request or a reply, where another one states them. */
  rows: Partial<Record<Element, string>>;
  plain: Places;
  /** Of several payloads with a member, the last one counts. */
  streamed: Places;
  cutWords: string[];
  /** The place where a plain reply says which limit that was, and its word there. */
  cutReason?: { at: string; is: string };
  prompt: "messages" | "input";
  maxTokens: "max_tokens" | "max_output_tokens";
  /** The counts of tokens: a prompt's may be told in parts. */
  counts: { prompt: string[]; completion: string };
  /** The place where it counts the tokens that were thought, if it does. */
  reasoningAt?: string;
  tools: ToolPlaces;
}

/** The places of tool calls in a plain reply, and where the contract has them from. */
interface ToolPlaces {
  requirements: string[];
  provenance: Provenance;
  list: string;
  /** The type of those in the list that are calls, where others are among them. */
  type?: string;
  id: string;
  name: string;
  input: string;
  inputType: "string" | "object";
  /** The reason to have ended that a reply with a tool call gives, if it gives one. */
  finish?: string;
}

/** Pointers to what a reply says, and says of itself. */
export interface Places {
  text: string;
  id: string;
  model: string;
  created?: string;
  finish: string;
  usage: string;
  /** The place of the prompt's count, if it is not beside that of the answer. */
  promptUsage?: string;
}

/** A chat completion and its chunks have the same members. */
const placesOfChat = {
  id: "/id",
  model: "/model",
  created: "/created",
  finish: "/choices/0/finish_reason",
  usage: "/usage",
};

export const dialects: Record<DialectName, Dialect> = {
  chat: {
    name: "chat",
    use: "chat",
    operationId: "createChatCompletion",
    what: "a chat completion",
    requirements: ["R4.1", "R2.5"],
    rows: { request: "R2.5", model: "R2.7", key: "R5.2", text: "R2.6", limit: "R2.5" },
    plain: { ...placesOfChat, text: "/choices/0/message/content" },
    streamed: { ...placesOfChat, text: "/choices/0/delta/content" },
    cutWords: ["length"],
    prompt: "messages",
    maxTokens: "max_tokens",
    counts: { prompt: ["prompt_tokens"], completion: "completion_tokens" },
    reasoningAt: "/usage/completion_tokens_details/reasoning_tokens",
    tools: {
      requirements: ["R1.3", "R4.1"],
      provenance: "observed",
      list: "/choices/0/message/tool_calls",
      id: "/id",
      name: "/function/name",
      input: "/function/arguments",
      inputType: "string",
      finish: "tool_calls",
    },
  },
  messages: {
    name: "messages",
    use: "messages",
    operationId: "createMessage",
    what: "a message",
    headers: { [versionHeader]: "2023-06-01" },
    requirements: ["R2.12", "R4.6"],
    rows: {
      ...{ request: "R2.9", model: "R2.11", limit: "R2.9", options: "R2.10", version: "R9.2", key: "R5.2" },
      ...{ finish: "R2.13", usage: "R2.13" },
    },
    plain: { text: "/content", id: "/id", model: "/model", finish: "/stop_reason", usage: "/usage" },
    streamed: {
      text: "/delta/text",
      id: "/message/id",
      model: "/message/model",
      finish: "/delta/stop_reason",
      usage: "/usage",
      promptUsage: "/message/usage",
    },
    cutWords: ["max_tokens"],
    prompt: "messages",
    maxTokens: "max_tokens",
    // The upstream provider counts what it has kept from an earlier prompt, or keeps for a later one, apart.
    counts: {
      prompt: ["input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"],
      completion: "output_tokens",
    },
    tools: {
      requirements: ["R2.12", "R2.13", "R1.4"],
      provenance: "upstream",
      list: "/content",
      type: "tool_use",
      id: "/id",
      name: "/name",
      input: "/input",
      inputType: "object",
      finish: "tool_use",
    },
  },
  responses: {
    name: "responses",
    use: "responses",
    operationId: "createResponse",
    what: "a response",
    requirements: ["R1.5"],
    rows: { request: "R4.9", text: "R4.9" },
    plain: { text: "/output", id: "/id", model: "/model", created: "/created_at", finish: "/status", usage: "/usage" },
    streamed: {
      text: "/delta",
      id: "/response/id",
      model: "/response/model",
      created: "/response/created_at",
      finish: "/response/status",
      usage: "/response/usage",
    },
    cutWords: ["incomplete"],
    cutReason: { at: "/incomplete_details/reason", is: "max_output_tokens" },
    prompt: "input",
    maxTokens: "max_output_tokens",
    counts: { prompt: ["input_tokens"], completion: "output_tokens" },
    reasoningAt: "/usage/output_tokens_details/reasoning_tokens",
    tools: {
      requirements: ["R1.5"],
      provenance: "observed",
      list: "/output",
      type: "function_call",
      id: "/call_id",
      name: "/name",
      input: "/arguments",
      inputType: "string",
    },
  },
};

export const dialectOf = (operationId: string): Dialect | undefined =>
  Object.values(dialects).find((dialect) => dialect.operationId === operationId);

export function dialectOfCall({ operationId }: Pick<ExchangePlan, "operationId">): Dialect {
  const dialect = dialectOf(operationId);
  if (dialect === undefined) throw new Error(`No interface of models has the operation ${operationId}.`);
  return dialect;
}
