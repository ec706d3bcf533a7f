import { appendFileSync, existsSync, readFileSync, truncateSync } from "node:fs";
import { ModelAccess, ModelAccessError, OptionError } from "@model-access/sdk";
import { createPacer, createPriceTable, createSpendGuard, SpendLimitError } from "@model-access/sdk/points";

const [input = "prompts.jsonl", output = "results.jsonl"] = process.argv.slice(2);
const model = process.env.MODEL ?? "Claude-Haiku-4.5";
const maxPoints = Number(process.env.MAX_POINTS ?? 20_000);

if (!existsSync(input)) fail(`There is no file ${input}; name one: npm start -- PROMPTS RESULTS`);
const prompts = linesOf(input).map((line, index) => {
  return entryOf(line) ?? fail(`${input}:${index + 1} is not like {"id": "1", "prompt": "Name one prime."}`);
});
// A killed run may have left half a line at the end.
if (existsSync(output)) truncateSync(output, readFileSync(output).lastIndexOf("\n") + 1);
const answered = new Set(linesOf(output).map((line) => entryOf(line)?.id));
const isOpen = ({ id }: { id: string }) => !answered.has(id);

try {
  await ask(prompts.filter(isOpen));
} catch (error) {
  // Anything else is a mistake in this program and keeps its stack trace.
  if (!(error instanceof ModelAccessError)) throw error;
  if (error instanceof OptionError) fail(error.message);
  console.error(error.message);
}
const open = prompts.filter(isOpen).length;
console.error(`${prompts.length - open} of ${prompts.length} answered.${open ? " Run this again for the rest." : ""}`);
process.exitCode = open > 0 ? 1 : 0;

async function ask(entries: typeof prompts): Promise<void> {
  const client = new ModelAccess();
  const guard = createSpendGuard({ prices: createPriceTable(await client.models.list()), maxPoints });
  // The guard is inside, so that it reserves points only for requests that are sent.
  const paced = client.withOptions({ middleware: [createPacer(), guard.middleware] });
  // All eight workers share one iterator, so that each prompt is sent once.
  const queue = entries.values();
  let end: ModelAccessError | undefined;

  async function work(): Promise<void> {
    for (const { id, prompt } of queue) {
      if (end !== undefined) return;
      try {
        const messages = [{ role: "user" as const, content: prompt }];
        const [choice] = (await paced.chat.completions.create({ model, messages, max_tokens: 200 })).choices;
        const result = { id, text: choice?.message.content, finish_reason: choice?.finish_reason };
        appendFileSync(output, `${JSON.stringify(result)}\n`);
        answered.add(id);
      } catch (error) {
        if (!(error instanceof ModelAccessError)) throw error;
        // Key, points, permission or budget: all further calls would fail too.
        if (error instanceof SpendLimitError || [401, 402, 403].includes(error.status ?? 0)) end ??= error;
        else console.error(`${id}: ${error.message}`);
      }
    }
  }

  await Promise.all(Array.from({ length: 8 }, work));
  const unsure = guard.reservedPoints > 0 ? `, and up to ${guard.reservedPoints} by calls that failed` : "";
  console.error(`${Math.ceil(guard.spentPoints)} points spent${unsure}.`);
  if (end !== undefined) throw end;
}

function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
}

function entryOf(line: string): { id: string; prompt: string } | undefined {
  try {
    const entry = JSON.parse(line);
    return typeof entry.id === "string" ? entry : undefined;
  } catch {
    return undefined;
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
