import type { BotQuery } from "../bots/bots.js";
import type { PartialResponse } from "../types.js";
import { openWorker } from "./open-worker.js";
import type { SyncOptions } from "./wire.js";

/**
 * Asks a bot and blocks the thread between the pieces of its answer (R2.4). Node only. Leaving the loop ends the
 * request. Throws what `getBotResponse` throws.
 *
 * @example
 * for (const { text } of getBotResponseSync({ bot: "Claude-Sonnet-4.5", messages, apiKey: "sk-…" }))
 *   process.stdout.write(text);
 */
export function getBotResponseSync(
  { apiKey, ...query }: BotQuery & Pick<SyncOptions, "apiKey">,
  options: Omit<SyncOptions, "apiKey"> = {},
): IterableIterator<PartialResponse> {
  const worker = openWorker({ kind: "respond", query, options: { ...options, apiKey } }, "getBotResponse");
  return {
    // The worker gives what the stream of this query gives.
    next: () => worker.next() as IteratorResult<PartialResponse>,
    return() {
      worker.close();
      return { done: true, value: undefined };
    },
    [Symbol.iterator]() {
      return this;
    },
  };
}
