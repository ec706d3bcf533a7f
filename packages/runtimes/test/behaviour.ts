// What has to work on every runtime: run by each of them against the mock, from the same source.
import type { ModelAccess as Client, PlainChatCompletionRequest } from "@model-access/sdk";

/** What came of it, as plain data: the same everywhere but for ids and times. */
export type Outcome = Record<string, string | number | boolean | null | undefined>;

/** Uses the SDK in the ways that depend on the platform below it. */
export async function behave({
  ModelAccess,
  baseURL,
}: {
  ModelAccess: typeof Client;
  baseURL: string;
}): Promise<Outcome> {
  const client = new ModelAccess({ apiKey: "sk-mock-full", baseURL, dangerouslyAllowBrowser: true, maxRetries: 0 });
  const question: PlainChatCompletionRequest = {
    model: "GPT-5.2",
    messages: [{ role: "user", content: "Name three rivers, with an ü." }],
  };

  const reply = await client.chat.completions.create(question);
  const stream = await client.chat.completions.create({ ...question, stream: true });
  let streamed = "";
  for await (const chunk of stream) streamed += chunk.choices[0]?.delta.content ?? "";
  const cut = await failureOf(async () => {
    const broken = await client.chat.completions.create({ ...question, model: "GPT-5.2!clean-cut;at=3", stream: true });
    return broken.text();
  });
  const left = await client.chat.completions.create({ ...question, stream: true });
  for await (const _ of left) break;
  const refused = await failureOf(() => client.chat.completions.create({ ...question, temperature: 3 }));
  const wrongKey = await failureOf(() => client.models.list({ apiKey: "sk-mock-revoked" }));
  const stopped = new AbortController();
  stopped.abort();
  const aborted = await failureOf(() => client.models.list({ signal: stopped.signal }));
  const { data: models } = await client.models.list();

  return {
    text: reply.choices[0]?.message.content,
    isStreamTheSame: streamed === reply.choices[0]?.message.content,
    cut,
    refused,
    wrongKey,
    aborted,
    models: models.length,
    showsKey: `${JSON.stringify(client)}${String(client)}`.includes("sk-mock"),
  };
}

async function failureOf(run: () => Promise<unknown>): Promise<string> {
  try {
    await run();
    return "no failure";
  } catch (error) {
    const { name, status = "", code = "" } = error as Error & { status?: number; code?: string }; // whatever the SDK throws
    return `${name} ${status} ${code}`;
  }
}
