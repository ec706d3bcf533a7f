// The SDK's behaviour: run on every runtime against the mock, from the same source.
import type { PlainChatCompletionRequest } from "@model-access/sdk";

/** The result as plain data: the same everywhere, except ids and times. */
export type Outcome = Record<string, string | number | boolean | null | undefined>;

type Sdk = typeof import("@model-access/sdk");

/** Uses the SDK in the ways that depend on the platform below it. */
export async function behave(sdk: Sdk, baseURL: string): Promise<Outcome> {
  const client = new sdk.ModelAccess({ apiKey: "sk-mock-full", baseURL, dangerouslyAllowBrowser: true, maxRetries: 0 });
  const question: PlainChatCompletionRequest = {
    model: "GPT-5.2",
    messages: [{ role: "user", content: "Name three rivers, with an ü." }],
  };

  const reply = await client.chat.completions.create(question);
  const stream = await client.chat.completions.create({ ...question, stream: true });
  let streamed = "";
  for await (const chunk of stream) streamed += chunk.choices[0]?.delta.content ?? "";
  const cut = await describeFailure(sdk, async () => {
    const broken = await client.chat.completions.create({ ...question, model: "GPT-5.2!clean-cut;at=3", stream: true });
    return broken.text();
  });
  const left = await client.chat.completions.create({ ...question, stream: true });
  for await (const _ of left) break;
  const refused = await describeFailure(sdk, () => client.chat.completions.create({ ...question, temperature: 3 }));
  const wrongKey = await describeFailure(sdk, () => client.models.list({}, { apiKey: "sk-mock-revoked" }));
  const stopped = new AbortController();
  stopped.abort();
  const aborted = await describeFailure(sdk, () => client.models.list({}, { signal: stopped.signal }));
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

/** {@link behave}, and a refused connection, which only a server can observe. */
export async function behaveOnServer(sdk: Sdk, baseURL: string): Promise<Outcome> {
  const nobody = new sdk.ModelAccess({ apiKey: "sk-mock-full", baseURL: "http://127.0.0.1:2", maxRetries: 0 });
  return { ...(await behave(sdk, baseURL)), unreachable: await describeFailure(sdk, () => nobody.models.list()) };
}

/** Returns the classes of a failure, with parents, and its other properties. */
async function describeFailure(sdk: Sdk, run: () => Promise<unknown>): Promise<string> {
  try {
    await run();
    return "no failure";
  } catch (error) {
    const classes = Object.entries(sdk).filter(([, value]) => typeof value === "function" && isInstance(error, value));
    const { status = "", code = "", reason = "", mayHaveBeenProcessed } = error as Record<string, unknown>; // what the SDK throws
    return `${classes
      .map(([name]) => name)
      .sort()
      .join(" ")} ${status} ${code} ${reason} ${mayHaveBeenProcessed}`;
  }
}

/** True for an instance; `instanceof` throws for functions that are not classes. */
function isInstance(error: unknown, value: object): boolean {
  return "prototype" in value && error instanceof (value as new () => object);
}
