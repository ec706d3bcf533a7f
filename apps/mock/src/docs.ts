import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Answer, Call } from "./call.js";

const page = createRequire(import.meta.url).resolve("@model-access/contract/bundles/docs/index.html");

/** Serves the contract's reference at `/docs`, and at `/` the way there and to the console; they need no key. */
export async function answerDocs(call: Call): Promise<Answer | undefined> {
  const { method, path } = call;
  if (method !== "GET" && method !== "HEAD") return undefined;
  if (path === "/") return answerFrontPage(call);
  if (path !== "/docs" && path !== "/docs/") return undefined;
  return { status: 200, headers: { "content-type": "text/html; charset=utf-8" }, body: await readFile(page) };
}

/** Leads browsers to the console; others ask for no page, and are told where it is. */
function answerFrontPage({ headers, origin }: Call): Answer {
  if (headers.accept?.includes("text/html")) {
    return { status: 302, headers: { location: "/_mock", vary: "accept" }, body: "" };
  }
  return {
    status: 200,
    headers: { "content-type": "text/plain; charset=utf-8", vary: "accept" },
    body: `Model Access mock\nConsole: ${origin}/_mock\nReference: ${origin}/docs\n`,
  };
}
