import { serveStatic } from "@hono/node-server/serve-static";
import { createModelAccess } from "@model-access/ai-sdk-provider";
import type { ModelAccess } from "@model-access/sdk";
import { relay } from "@model-access/sdk/relay";
import {
  convertToModelMessages,
  createUIMessageStreamResponse,
  stepCountIs,
  streamText,
  toUIMessageStream,
  type UIMessage,
} from "ai";
import { type Context, Hono } from "hono";
import { describeProblem } from "./problem.ts";
import { tools } from "./tools.ts";

/** Not chosen by the page. */
const { MODEL = "Claude-Haiku-4.5", VIDEO_MODEL = "Sora-2" } = process.env;
const instructions = "You are a helpful assistant. Write Markdown.";

/** Creates the app: the page and its routes. The client's key never leaves the server. */
export function createApp(client: ModelAccess, { maxRetries = 2 }: { maxRetries?: number } = {}): Hono {
  const modelAccess = createModelAccess({ client });
  const app = new Hono();
  // Authenticate users here: whoever can call these routes spends your points.

  app.post("/api/chat", async (context) => {
    const { messages } = await context.req.json<{ messages: UIMessage[] }>();
    const { stream } = streamText({
      model: modelAccess(MODEL),
      instructions,
      messages: await convertToModelMessages(messages, { ignoreIncompleteToolCalls: true }),
      tools,
      stopWhen: stepCountIs(5),
      maxRetries,
      abortSignal: context.req.raw.signal,
      onError: ({ error }) => log(error),
    });
    const onError = (error: unknown) => JSON.stringify(describeProblem(error));
    return createUIMessageStreamResponse({ stream: toUIMessageStream({ stream, onError }) });
  });

  app.get("/api/points", async (context) => {
    const { current_point_balance: points } = await client.usage.balance();
    return context.json({ points });
  });

  app.post("/api/videos", async (context) => {
    const { prompt } = await context.req.json<{ prompt: string }>();
    return context.json(await client.videos.create({ model: VIDEO_MODEL, prompt, seconds: 4 }));
  });
  app.get("/api/videos/:id", async (context) => context.json(await client.videos.retrieve(context.req.param("id"))));
  app.get("/api/videos/:id/content", async (context) => relay(await client.videos.content(context.req.param("id"))));

  app.onError((error: Error, context: Context) => {
    log(error);
    return context.json(describeProblem(error), 502);
  });
  return app.use("*", serveStatic({ root: "dist" }));
}

/** Logs an error; its message has no key and no prompt. */
function log(error: unknown): void {
  console.error(error instanceof Error ? error.message : String(error));
}
