import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { PartialResponse } from "@model-access/sdk";
import type { BotQuery, BotReply, Bots } from "@model-access/sdk/bots";
import type { Files } from "@model-access/sdk/files";
import { createLanguageModel } from "../model/language-model.js";
import type { ModelSettings } from "../model/model-call.js";
import { botQueryOf } from "./bot-query.js";
import { createBotReader } from "./read-bot.js";

/** The settings of a bot. */
export interface BotModelSettings extends ModelSettings {
  /** `client.bots`, or the result of `createBots` from `@model-access/sdk/bots`. */
  bots: Bots;
  /** `client.files`, or the result of `createFiles` from `@model-access/sdk/files`. */
  files: Files;
}

/**
 * Creates a language model for a bot over the native protocol, the only one with custom parameters and attachments.
 *
 * @example
 * const model = createBotModel("Trip-Planner", { bots: createBots(client), files: createFiles(client) });
 */
export function createBotModel(name: string, settings: BotModelSettings): LanguageModelV4 {
  return createLanguageModel<BotQuery>(
    name,
    {
      name: "bot",
      path: `/bot/${encodeURIComponent(name)}`,
      // The service fetches what is attached by its address.
      supportedUrls: { "*/*": [/^https:\/\//] },
      bodyOf: (options, context) => botQueryOf(options, { ...context, files: settings.files }),
      readerOf: createBotReader,
      async create(query, options) {
        const reply = await settings.bots.respond(query, options).final();
        return { events: listEvents(reply), reply };
      },
      async stream(query, options) {
        const events = settings.bots.respond(query, options).toReadableStream().getReader();
        // What the service refuses is thrown by the first read.
        const first = await events.read();
        return { events: { toReadableStream: () => streamOf(events, first) } };
      },
    },
    settings,
  );
}

/** Returns the pieces of a whole answer, without replaced text. */
function listEvents({
  text,
  attachments,
  suggested_replies,
  tool_calls,
  metadata,
  content_type,
}: BotReply): PartialResponse[] {
  return [
    { text, tool_calls, ...(content_type === undefined ? {} : { content_type }) },
    ...attachments.map((attachment) => ({ text: "", attachment })),
    ...suggested_replies.map((reply) => ({ text: reply, is_suggested_reply: true })),
    ...(metadata === undefined ? [] : [{ text: "", data: { metadata } }]),
  ];
}

function streamOf(
  events: ReadableStreamDefaultReader<PartialResponse>,
  first: ReadableStreamReadResult<PartialResponse>,
): ReadableStream<PartialResponse> {
  let next: typeof first | undefined = first;
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = next ?? (await events.read());
        next = undefined;
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => events.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
