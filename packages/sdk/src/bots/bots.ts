import { Call } from "../call/call.js";
import { type Client, createClient } from "../client.js";
import type { BotQueryRequest } from "../generated/openapi.js";
import type { CallOptions } from "../options/call-options.js";
import { requireBody, requireClient } from "../options/check-options.js";
import type { ClientOptions } from "../options/client-options.js";
import { serializePath } from "../raw/path-serializer.js";
import type { ApiKey } from "../transport/keyring.js";
import type { ProtocolMessage, ProtocolToolCall, ProtocolToolDefinition, ProtocolToolResult } from "../types.js";
import { BotStream } from "./bot-stream.js";

type Settings = Omit<
  BotQueryRequest,
  "access_key" | "api_key" | "query" | "tool_calls" | "tool_results" | "tools" | "type"
>;

/** A question to a bot. The members beside `bot` and `messages` are those of the native protocol. */
export interface BotQuery extends Partial<Settings> {
  /** The name of the bot. */
  bot: string;
  /**
   * The conversation, oldest first. The role of the bot's own messages is `bot`; custom parameters go into a message
   * (R2.3).
   */
  messages: ProtocolMessage[];
  /** Functions that the bot may call. */
  tools?: ProtocolToolDefinition[] | null;
  /** The calls of the reply before, where this query brings their results. */
  tool_calls?: ProtocolToolCall[] | null;
  /** The results of your functions. */
  tool_results?: ProtocolToolResult[] | null;
}

/** `client.bots`. */
export interface Bots {
  /**
   * Asks a bot by the native protocol, which alone takes custom parameters and attachments (R1.2). What the service
   * refuses is thrown by the first read.
   *
   * @example
   * const stream = client.bots.respond({ bot: "Claude-Sonnet-4.5", messages: [{ role: "user", content: "Hello" }] });
   * for await (const { text } of stream) process.stdout.write(text);
   */
  respond(query: BotQuery, options?: CallOptions): BotStream;
}

const protocolVersion = "1.2";

/** The bots of a client. */
export function createBots(client: Client): Bots {
  requireClient(client);
  return {
    respond(given, options = {}) {
      const { bot, messages, ...settings } = given ?? {};
      const body = {
        version: protocolVersion,
        type: "query" as const,
        query: messages,
        // The service knows who asks by the key.
        user_id: "",
        conversation_id: "",
        message_id: "",
        ...settings,
      };
      const path = { params: { path: { bot_name: bot } }, pathSerializer: serializePath };
      const call = new Call({ client, options, accept: "text/event-stream", model: bot });
      const opening = call.open((init) => {
        requireBody(given);
        return client.requests.POST("/bot/{bot_name}", { ...init, ...path, body });
      });
      return new BotStream(call, opening);
    },
  };
}

/** A question to a bot, and the key that pays for it. */
export interface BotResponseInput extends BotQuery {
  /** The API key. Without it `MODEL_ACCESS_API_KEY` is read. */
  apiKey?: ApiKey | undefined;
}

/**
 * Asks a bot without a client (R2.4): an async iterator of partial responses.
 *
 * @example
 * for await (const { text } of getBotResponse({ bot: "Claude-Sonnet-4.5", messages, apiKey: "sk-…" }))
 *   process.stdout.write(text);
 */
export function getBotResponse(given: BotResponseInput, options: Omit<ClientOptions, "apiKey"> = {}): BotStream {
  const { apiKey, ...query } = Object(given) as BotResponseInput;
  return createBots(createClient({ ...options, apiKey })).respond(query);
}
