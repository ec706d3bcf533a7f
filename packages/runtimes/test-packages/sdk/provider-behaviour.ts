// The behaviour of the AI SDK provider: run on every runtime against the mock, from the same source.
import { createModelAccess, type ModelAccessProviderOptions } from "@model-access/ai-sdk-provider";
import { APICallError, generateImage, generateText, isStepCount, streamText, tool } from "ai";
import { z } from "zod";

/** The result as plain data: the same everywhere. */
export type ProviderOutcome = Record<string, unknown>;

const prompt = "Name three rivers, with an ü.";

/** Uses every kind of model but video, whole and streamed, with tools, a fault, an abort and a picture. */
export async function behave(options: ModelAccessProviderOptions): Promise<ProviderOutcome> {
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const modelAccess = createModelAccess(options);
  const kinds = {
    chat: modelAccess("GPT-5.2"),
    messages: modelAccess.messages("Claude-Sonnet-4.5"),
    responses: modelAccess.responses("GPT-5.2"),
    bot: modelAccess.bot("GPT-5.2"),
  };
  const outcome: ProviderOutcome = {};

  for (const [kind, model] of Object.entries(kinds)) {
    const { text, finishReason } = await generateText({ model, prompt });
    const streamed = streamText({ model, prompt });
    const pieces: string[] = [];
    for await (const piece of streamed.textStream) pieces.push(piece);
    outcome[kind] = { text, finishReason, isStreamTheSame: pieces.length > 1 && pieces.join("") === text };
  }

  const city = z.object({ city: z.string() });
  const { steps } = await generateText({
    model: kinds.chat,
    prompt: "What is the weather of Lisbon?",
    stopWhen: isStepCount(3),
    tools: { weather: tool({ description: "The weather of a city", inputSchema: city, execute: () => "17 °C" }) },
  });
  outcome.tools = steps.map((step) => step.toolResults.map(({ output }) => output));

  const attachment = { type: "file", data: new TextEncoder().encode("a,b"), mediaType: "text/csv", filename: "a.csv" };
  const { providerMetadata } = await generateText({
    model: kinds.bot,
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: prompt },
          { ...attachment, type: "file" },
        ],
      },
    ],
  });
  outcome.suggestedReplies = providerMetadata?.modelAccess?.suggestedReplies;

  const errors: unknown[] = [];
  await streamText({
    model: kinds.chat,
    prompt,
    headers: { "x-mock-fault": "clean-cut;at=3" },
    onError: ({ error }) => void errors.push(error),
  }).consumeStream();
  outcome.cut = errors.map((error) => APICallError.isInstance(error) && [error.isRetryable, nameOf(error.cause)]);

  const controller = new AbortController();
  controller.abort(new Error("Enough."));
  outcome.aborted = await generateText({ model: kinds.chat, prompt, abortSignal: controller.signal }).catch(String);

  const { image } = await generateImage({ model: modelAccess.image("GPT-Image-1"), prompt: "A boat." });
  outcome.image = [image.mediaType, image.uint8Array.length > 100];
  return outcome;
}

function nameOf(cause: unknown): string {
  return cause instanceof Error ? cause.name : String(cause);
}
