// A Worker whose requests share module state. The path selects the caller and the model.
import { createModelAccess } from "@model-access/ai-sdk-provider";
import { ModelAccess, type ModelAccessError } from "@model-access/sdk";
import { createPacer, createSpendGuard } from "@model-access/sdk/points";
import { streamText } from "ai";

declare const BASE_URL: string;

const client = new ModelAccess({
  apiKey: "sk-test",
  baseURL: BASE_URL,
  maxRetries: 0,
  timeouts: { betweenContents: 500 },
});
const provider = createModelAccess(client);
const prices = new Map(["held", "stalled", "quick"].map((model) => [model, { prompt: 1, completion: 1 }]));
const guard = createSpendGuard({ prices, maxPoints: 1000 });
const clients: Record<string, ModelAccess> = {
  client,
  guard: client.withOptions({ middleware: [guard.middleware] }),
  pacer: client.withOptions({ middleware: [createPacer()] }),
  narrow: client.withOptions({
    middleware: [createPacer({ concurrency: 1 })],
    timeouts: { betweenContents: Infinity },
  }),
};

export default {
  async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const [, by = "", model = "", total = "20000"] = pathname.split("/");
    if (by === "provider") return Response.json(await askProvider(model));
    const caller = clients[by]?.withOptions({ timeouts: { total: Number(total) } });
    const answer = ask(caller ?? client, model);
    // Work that is pending when a request is answered never continues.
    if (searchParams.has("left"))
      return new Promise((resolve) => setTimeout(() => resolve(Response.json("left")), 500));
    return Response.json(await answer);
  },
};

async function ask(caller: ModelAccess, model: string): Promise<string> {
  try {
    const messages = [{ role: "user" as const, content: "Hi" }];
    return await caller.chat.completions.stream({ model, max_tokens: 100, messages }).text();
  } catch (error) {
    return describeError(error as ModelAccessError);
  }
}

async function askProvider(model: string): Promise<string> {
  let failure: unknown;
  const { textStream } = streamText({
    model: provider(model),
    prompt: "Hi",
    maxRetries: 0,
    onError: ({ error }) => {
      failure = error;
    },
  });
  let text = "";
  for await (const piece of textStream) text += piece;
  return failure === undefined ? text : describeError((failure as Error).cause as ModelAccessError);
}

function describeError(error: ModelAccessError & { phase?: string }): string {
  return `${error.name} ${error.phase ?? ""}`.trim();
}
