import { type ChatMessage, type ChatToolCall, ModelAccess, ModelAccessError, OptionError } from "@model-access/sdk";
import { parameters, tools } from "./tools.ts";

const [question = "What is the weather in Paris, and what time is it there?"] = process.argv.slice(2);
const model = process.env.MODEL ?? "Claude-Sonnet-4.5";
const maxTurns = 5;

try {
  const isAnswered = await answer(question);
  if (!isAnswered) console.error(`The model had no answer after ${maxTurns} turns; ask a smaller question.`);
  process.exitCode = isAnswered ? 0 : 1;
} catch (error) {
  // Anything else is a mistake in this program and keeps its stack trace.
  if (!(error instanceof ModelAccessError)) throw error;
  console.error(`\n${error.message}`);
  process.exitCode = error instanceof OptionError ? 2 : 1;
}

async function answer(content: string): Promise<boolean> {
  const client = new ModelAccess();
  const messages: ChatMessage[] = [{ role: "user", content }];
  for (let turn = 1; turn <= maxTurns; turn += 1) {
    const stream = client.chat.completions.stream({
      model,
      messages,
      tools: tools.map(({ name, description }) => ({ type: "function", function: { name, description, parameters } })),
    });
    for await (const { choices } of stream) process.stdout.write(choices[0]?.delta.content ?? "");
    const [choice] = (await stream.final()).choices;
    if (choice?.message.content) process.stdout.write("\n");
    const calls = choice?.message.tool_calls ?? [];
    if (choice === undefined || calls.length === 0) return choice !== undefined;
    // The model may call several tools at once, and gets all their results at once.
    messages.push(choice.message, ...(await Promise.all(calls.map(resultOf))));
  }
  return false;
}

/** Runs a tool. What goes wrong in it is for the model to read, which may call again. */
async function resultOf(call: ChatToolCall): Promise<ChatMessage> {
  const { name, arguments: json } = call.function;
  let content: string;
  try {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(`There is no tool ${name}.`);
    content = await tool.run(JSON.parse(json).city);
  } catch (error) {
    content = `Error: ${(error as Error).message}`;
  }
  console.error(`${name}(${json}): ${content}`);
  return { role: "tool", tool_call_id: call.id, content };
}
