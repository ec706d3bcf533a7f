import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { eventStreamReply, jsonReply } from "@model-access/sdk/testing";
import { chatCompletion, providerOf, question } from "./stub-provider.js";

/** A tool that every interface takes, and one that none does. */
export const tools: NonNullable<LanguageModelV4CallOptions["tools"]> = [
  { type: "function", name: "weather", description: "The weather", inputSchema: { type: "object" } },
  { type: "provider", id: "other.search", name: "search", args: {} },
];

const call = { toolCallId: "call_1", toolName: "weather" };
const marks = { itemId: "rs_1", encryptedContent: "enc", extra_content: { mark: 1 } };
const providerOptions = { modelAccess: marks };

/** A conversation with files, reasoning and a tool. */
export const conversation: LanguageModelV4CallOptions["prompt"] = [
  { role: "system", content: "Be brief." },
  {
    role: "user",
    content: [
      { type: "text", text: "See:" },
      { type: "file", mediaType: "image/*", data: { type: "url", url: new URL("https://a.example/a.png") } },
      { type: "file", mediaType: "application/pdf", filename: "a.pdf", data: { type: "data", data: "JVBERi0=" } },
      { type: "file", mediaType: "text/plain", data: { type: "text", text: "Inline." } },
    ],
  },
  {
    role: "assistant",
    content: [
      { type: "reasoning", text: "Hm.", providerOptions },
      { type: "text", text: "A moment." },
      { type: "tool-call", ...call, input: { city: "Oslo" }, providerOptions },
    ],
  },
  { role: "tool", content: [{ type: "tool-result", ...call, output: { type: "json", value: { t: 3 } } }] },
];

/** Returns the requests and the warnings of a call. */
export async function sentBy(kind: keyof typeof replies, options: Partial<LanguageModelV4CallOptions>) {
  const { modelAccess, calls } = providerOf([replies[kind]]);
  const { warnings } = await modelAccess[kind]("Test-Model").doGenerate({ ...question, ...options });
  // It is an object of the interface that was asked.
  return { body: calls[0]?.body as Record<string, unknown>, headers: calls[0]?.headers, warnings };
}

const replies = {
  chat: jsonReply(chatCompletion({ content: "Seven." })),
  messages: jsonReply({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "Test-Model",
    content: [{ type: "text", text: "Seven." }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 4, output_tokens: 2 },
  }),
  responses: jsonReply({
    id: "resp_1",
    object: "response",
    created_at: 1_760_000_000,
    status: "completed",
    model: "Test-Model",
    output: [],
    incomplete_details: null,
    usage: null,
  }),
  bot: eventStreamReply([
    { event: "text", data: { text: "Seven." } },
    { event: "done", data: {} },
  ]),
};

/** The features that are warned of. */
export function featuresOf(warnings: readonly object[]): string[] {
  return warnings.map((warning) => ("feature" in warning ? String(warning.feature) : ""));
}
