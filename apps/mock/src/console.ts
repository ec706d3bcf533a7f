import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import type { Answer, Call } from "./call.js";

/** The copy of the console that the build makes. The same from src and from dist. */
const page = new URL("../dist/console/", import.meta.url);

const mediaTypes: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
};

const headers = {
  "content-security-policy": [
    "default-src 'none'",
    ...["script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src 'self' data:"],
    ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
  ].join("; "),
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

/** Answers for the console at `/_mock`: its page, style and scripts. Undefined for what is none of them. */
export async function answerConsole({ method, path }: Pick<Call, "method" | "path">): Promise<Answer | undefined> {
  const file = /^\/_mock\/?$/.test(path) ? "console.html" : /^\/_mock\/([a-z-]+\.(?:js|css))$/.exec(path)?.[1];
  if (file === undefined || (method !== "GET" && method !== "HEAD")) return undefined;
  const body = await readFile(new URL(file, page)).catch(absent);
  return body && { status: 200, headers: { "content-type": mediaTypes[extname(file)] ?? "", ...headers }, body };
}

function absent(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error; // what readFile rejects with
}
