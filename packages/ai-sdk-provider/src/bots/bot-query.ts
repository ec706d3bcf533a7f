import type { JSONObject, LanguageModelV4CallOptions, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { injectJsonInstructionIntoMessages, isCustomReasoning, mediaTypeToExtension } from "@ai-sdk/provider-utils";
import type { Attachment, ProtocolMessage, ProtocolToolCall, ProtocolToolResult } from "@model-access/sdk";
import type { BotQuery } from "@model-access/sdk/bots";
import type { Files } from "@model-access/sdk/files";
import type { BodyContext } from "../model/language-model.js";
import {
  readFile,
  readInputObject,
  readOwnOptions,
  readResultText,
  selectFunctions,
  warnUnsupported,
} from "../model/prompt-parts.js";

type Message = LanguageModelV4Prompt[number];
type FilePart = Parameters<typeof readFile>[0];

/** Builds the query of a call. Uploads its files first, in separate requests. */
export async function createBotQuery(
  callOptions: LanguageModelV4CallOptions,
  { modelId, warnings, options, files }: BodyContext & { files: Files },
): Promise<BotQuery> {
  const { toolChoice, responseFormat, reasoning } = callOptions;
  const { parameters, ...own } = readOwnOptions(callOptions);
  warnUnsupported(
    callOptions,
    ["maxOutputTokens", "topP", "topK", "presencePenalty", "frequencyPenalty", "seed"],
    warnings,
  );
  if (toolChoice !== undefined && toolChoice.type !== "auto") {
    warnings.push({ type: "unsupported", feature: "toolChoice", details: "A bot decides for itself." });
  }
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

  const tools = toolChoice?.type === "none" ? undefined : selectFunctions(callOptions, warnings);
  const query = {
    bot: modelId,
    messages,
    temperature: callOptions.temperature,
    stop_sequences: callOptions.stopSequences,
    tools: tools?.map(({ name, description = null, inputSchema }) => ({
      type: "function",
      function: { name, description, parameters: inputSchema },
    })),
    ...collectToolRounds(prompt),
    ...own,
  };
  // JSON leaves out what is undefined, and the caller's own members are the service's to judge.
  return query as unknown as BotQuery;
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
