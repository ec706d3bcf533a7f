import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Answer, Call } from "./call.js";

const page = createRequire(import.meta.url).resolve("@model-access/contract/bundles/docs/index.html");

/** Serves the contract's reference at `/docs`; it needs no key. */
export async function answerDocs({ method, path }: Call): Promise<Answer | undefined> {
  const isRead = method === "GET" || method === "HEAD";
  if (!isRead || (path !== "/docs" && path !== "/docs/")) return undefined;
  return { status: 200, headers: { "content-type": "text/html; charset=utf-8" }, body: await readFile(page) };
}
