import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { serve } from "@hono/node-server";
import { ModelAccess, OptionError } from "@model-access/sdk";
import { build } from "esbuild";
import { Hono } from "hono";
import { createChatRoute } from "./route.ts";

const html = readFileSync(new URL("../index.html", import.meta.url), "utf8");
const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL("page.ts", import.meta.url))],
  bundle: true,
  format: "esm",
  write: false,
});
const script = outputFiles[0]?.text ?? "";

try {
  const chat = createChatRoute(new ModelAccess());
  const app = new Hono()
    .get("/", (context) => context.html(html))
    .get("/page.js", (context) => context.body(script, 200, { "content-type": "text/javascript" }))
    .post("/api/models/v1/chat/completions", (context) => chat(context.req.raw));
  const port = Number(process.env.PORT ?? 3000);
  serve({ fetch: app.fetch, hostname: "127.0.0.1", port }, ({ port }) => {
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
