import type { Call } from "../call/call.js";
import { ModelStream } from "../stream/model-stream.js";
import type { PartialResponse } from "../types.js";
import { type BotReply, createBotAccumulator } from "./bot-accumulator.js";
import { createBotEventReader, hasBotContent } from "./bot-events.js";

/**
 * The answer of a bot, piece by piece; it ends at `done`. An error event throws a `BotError`. A piece with
 * `is_replace_response` replaces all text before it. An event that this version does not know arrives as a piece
 * without text, with the event in `raw_response`.
 *
 * @example
 * for await (const { text, is_replace_response } of stream) answer = is_replace_response ? text : answer + text;
 */
export class BotStream extends ModelStream<PartialResponse, BotReply> {
  /** @internal Made by `client.bots.respond`. */
  constructor(call: Call, opening?: Promise<unknown>) {
    super(
      call,
      {
        read: createBotEventReader(),
        ...createBotAccumulator(),
        textOf: ({ text }) => text,
        hasContent: hasBotContent,
      },
      opening,
    );
  }
}
