import { serve } from "@hono/node-server";
import { ModelAccess, OptionError } from "@model-access/sdk";
import { createApp } from "./app.ts";

try {
  const { fetch } = createApp(new ModelAccess());
  const port = Number(process.env.PORT ?? 3000);
  serve({ fetch, hostname: "127.0.0.1", port }, ({ port }) => {
    console.log(`Open http://127.0.0.1:${port}`);
  }).on("error", ({ message }) => fail(message));
} catch (error) {
  // Anything else is a mistake in this program and keeps its stack trace.
  if (!(error instanceof OptionError)) throw error;
  fail(error.message);
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
