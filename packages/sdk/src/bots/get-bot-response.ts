import { createClient } from "../client.js";
import type { ClientOptions } from "../options/client-options.js";
import type { ApiKey } from "../transport/keyring.js";
import type { BotStream } from "./bot-stream.js";
import { type BotQuery, createBots } from "./bots.js";

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
