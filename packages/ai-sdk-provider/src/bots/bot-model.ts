import type { JSONObject, LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { injectJsonInstructionIntoMessages, isCustomReasoning, mediaTypeToExtension } from "@ai-sdk/provider-utils";
import type { Attachment, ProtocolMessage, ProtocolToolCall, ProtocolToolResult } from "@model-access/sdk";
import type { BotQuery, Bots } from "@model-access/sdk/bots";
import type { Files } from "@model-access/sdk/files";
import { type BodyContext, createLanguageModel } from "../model/language-model.js";
import type { ModelSettings } from "../model/model-call.js";
import { readFile, readInputObject, readOwnOptions, readResultText } from "../model/prompt-parts.js";
import { readObject, readObjects } from "../model/read-json.js";
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
      lacks: ["maxOutputTokens", "topP", "topK", "presencePenalty", "frequencyPenalty", "seed"],
      createBody: (options, context) => createBotQuery(options, context, { bot: name, files: settings.files }),
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

type Message = LanguageModelV4Prompt[number];
type FilePart = Parameters<typeof readFile>[0];

/** Builds the query of a call. Uploads its files first, in separate requests. */
async function createBotQuery(
  callOptions: LanguageModelV4CallOptions,
  { parameters, tools, warnings, warn, options }: BodyContext,
  { bot, files }: { bot: string; files: Files },
) {
  const { toolChoice, responseFormat, reasoning } = callOptions;
  if (toolChoice !== undefined && toolChoice.type !== "auto") warn("toolChoice", "A bot decides for itself.");
  let { prompt } = callOptions;
  if (responseFormat?.type === "json") {
    warnings.push({
      type: "compatibility",
      feature: "responseFormat",
      details: "A bot has no structured output; the prompt asks it for JSON.",
    });
    prompt = injectJsonInstructionIntoMessages({
      messages: prompt,
      ...(responseFormat.schema && { schema: responseFormat.schema }),
    });
  }
  const { signal, headers, maxRetries } = options;
  const upload = (part: FilePart) => uploadFile(files, part, { signal, headers, maxRetries });
  const messages = await createMessages(prompt, upload);
  const custom = {
    ...(isCustomReasoning(reasoning) ? { reasoning_effort: reasoning } : {}),
    ...(parameters as JSONObject | undefined),
  };
  // The message that is answered carries them (R2.3).
  const last = messages.findLast(({ role }) => role === "user");
  if (last !== undefined && Object.keys(custom).length > 0) last.parameters = custom;

  const offered = toolChoice?.type === "none" ? undefined : tools;
  return {
    bot,
    messages,
    tools: offered?.map(({ name, description = null, inputSchema }) => ({
      type: "function",
      function: { name, description, parameters: inputSchema },
    })),
    ...collectToolRounds(prompt),
  };
}

async function createMessages(
  prompt: LanguageModelV4Prompt,
  upload: (part: FilePart) => Promise<Attachment>,
): Promise<ProtocolMessage[]> {
  const messages: ProtocolMessage[] = [];
  for (const message of prompt) {
    if (message.role === "tool") continue;
    if (message.role === "system") {
      messages.push({ role: "system", content: message.content });
      continue;
    }
    const texts = [...message.content].filter((part) => part.type === "text");
    const content = texts.map(({ text }) => text).join(message.role === "user" ? "\n\n" : "");
    if (message.role === "user") {
      const attachments = await Promise.all(message.content.filter((part) => part.type === "file").map(upload));
      messages.push({ role: "user", content, ...(attachments.length === 0 ? {} : { attachments }) });
    } else if (content !== "") {
      const data = texts.map((part) => readOwnOptions(part).data).find((value) => typeof value === "string");
      messages.push({ role: "bot", content, ...(data === undefined ? {} : { metadata: data }) });
    }
  }
  return messages;
}

/** Returns the calls since the user's last message, with their results; the protocol has them outside the conversation. */
function collectToolRounds(prompt: LanguageModelV4Prompt): Pick<BotQuery, "tool_calls" | "tool_results"> {
  const rounds = prompt.slice(prompt.findLastIndex(({ role }) => role === "user") + 1);
  const parts = rounds.flatMap(({ content }: Message) => (typeof content === "string" ? [] : [...content]));
  const calls = parts
    .filter((part) => part.type === "tool-call")
    .map(({ toolCallId: id, toolName: name, input }): ProtocolToolCall => {
      return { id, type: "function", function: { name, arguments: JSON.stringify(readInputObject(input)) } };
    });
  const results = parts
    .filter((part) => part.type === "tool-result")
    .map((part): ProtocolToolResult => {
      return { role: "tool", name: part.toolName, tool_call_id: part.toolCallId, content: readResultText(part) };
    });
  return results.length === 0 ? {} : { tool_calls: calls, tool_results: results };
}

function uploadFile(files: Files, part: FilePart, options: Parameters<Files["upload"]>[1]): Promise<Attachment> {
  const file = readFile(part);
  if (file.url !== undefined) {
    return files.upload({ url: file.url, ...(file.filename === undefined ? {} : { name: file.filename }) }, options);
  }
  const type = file.text === undefined ? file.mediaType : "text/plain";
  const bytes = file.text ?? Uint8Array.from(atob(file.base64), (char) => char.charCodeAt(0));
  const name = file.filename ?? `file.${type === "text/plain" ? "txt" : mediaTypeToExtension(type)}`;
  return files.upload({ file: new Blob([bytes], { type }), name }, options);
}
