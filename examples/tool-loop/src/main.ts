import { modelAccess } from "@model-access/ai-sdk-provider";
import { ModelAccessError, OptionError } from "@model-access/sdk";
import { isStepCount, streamText } from "ai";
import { tools } from "./tools.ts";

const [question = "What is the weather in Paris, and what time is it there?"] = process.argv.slice(2);
const model = process.env.MODEL ?? "Claude-Sonnet-4.5";
const maxTurns = 5;

try {
  const isAnswered = await answer(question);
  if (!isAnswered) console.error(`The model had no answer after ${maxTurns} turns; ask a smaller question.`);
  process.exitCode = isAnswered ? 0 : 1;
} catch (error) {
  const cause = error instanceof Error && error.cause instanceof ModelAccessError ? error.cause : error;
  // Anything else is a mistake in this program and keeps its stack trace.
  if (!(cause instanceof ModelAccessError)) throw error;
  console.error(`\n${cause.message}`);
  process.exitCode = cause instanceof OptionError ? 2 : 1;
}

async function answer(prompt: string): Promise<boolean> {
  const { stream, finishReason } = streamText({
    model: modelAccess(model),
    prompt,
    tools,
    stopWhen: isStepCount(maxTurns),
    onError: () => {}, // it is thrown below
  });
  for await (const part of stream) {
    if (part.type === "error") throw part.error;
    if (part.type === "text-delta") process.stdout.write(part.text);
    if (part.type === "text-end") process.stdout.write("\n");
    // The model reads a tool's error, and may call again.
    if (part.type === "tool-error") show(part, part.error);
    if (part.type === "tool-result") show(part, part.output);
  }
  return (await finishReason) !== "tool-calls";
}

function show({ toolName, input }: { toolName: string; input: unknown }, output: unknown): void {
  console.error(`${toolName}(${JSON.stringify(input)}): ${output}`);
}
