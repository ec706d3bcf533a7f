import type { Answer, Call } from "./call.js";
import { answerPageFile } from "./page-file.js";

/** The copy of the console that the build makes. The same from src and from dist. */
const pages = new URL("../dist/console/", import.meta.url);

const policy = [
  "default-src 'none'",
  ...["script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src 'self' data:"],
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join("; ");

/** Answers for the console at `/_mock`: its page, style and scripts. Undefined for what is none of them. */
export async function answerConsole({ method, path }: Pick<Call, "method" | "path">): Promise<Answer | undefined> {
  const file = /^\/_mock\/?$/.test(path) ? "console.html" : /^\/_mock\/([a-z-]+\.(?:js|css))$/.exec(path)?.[1];
  if (file === undefined || (method !== "GET" && method !== "HEAD")) return undefined;
  return answerPageFile(new URL(file, pages), { policy });
}
