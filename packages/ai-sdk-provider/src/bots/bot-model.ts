import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { BotQuery, Bots } from "@model-access/sdk/bots";
import type { Files } from "@model-access/sdk/files";
import { createLanguageModel } from "../model/language-model.js";
import type { ModelSettings } from "../model/model-call.js";
import { readObject, readObjects } from "../model/read-json.js";
import { createBotQuery } from "./bot-query.js";
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
      createBody: (options, context) => createBotQuery(options, { ...context, files: settings.files }),
      createReader: createBotReader,
      listEvents,
      async request({ stream, ...query }, options) {
        const reply = settings.bots.respond(query, options);
        if (!stream) return { data: await reply.final() };
        const events = reply[Symbol.asyncIterator]();
        // What the service refuses is thrown by the first read.
        const first = [await events.next()];
        const next = async () => first.pop() ?? events.next();
        return { data: { [Symbol.asyncIterator]: () => ({ next, return: () => events.return?.() }) } };
      },
    },
    settings,
  );
}

/** Returns the pieces of a whole answer, without replaced text. */
function listEvents(reply: unknown): object[] {
  const { attachments, suggested_replies, tool_calls, metadata, ...answer } = readObject(reply);
  return [
    // Calls that are whole have an index each.
    { ...answer, tool_calls: readObjects(tool_calls).map((call, index) => ({ index, ...call })) },
    ...readObjects(attachments).map((attachment) => ({ attachment })),
    ...(Array.isArray(suggested_replies) ? suggested_replies : []).map((text) => ({ text, is_suggested_reply: true })),
    { data: { metadata } },
  ];
}
