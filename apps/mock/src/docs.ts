import type { Answer, Call } from "./call.js";
import { answerPageFile } from "./page-file.js";

/** The copy of the reference that the build makes. The same from src and from dist. */
const pages = new URL("../dist/reference/", import.meta.url);

/** The key that the reference's forms have filled in. */
const filledInKey = "sk-mock-full";

/** The page says itself what it may load; who may frame it can be said by a header alone. */
const policy = "frame-ancestors 'none'";

/** Serves the contract's reference under `/docs/`, and at `/` the way there and to the console; they need no key. */
export async function answerDocs(call: Call): Promise<Answer | undefined> {
  const { method, path } = call;
  if (method !== "GET" && method !== "HEAD") return undefined;
  if (path === "/") return answerFrontPage(call);
  if (path === "/docs") return { status: 302, headers: { location: "docs/" }, body: "" };
  const file = /^\/docs\/((?:[a-z]+\/)?(?:[A-Za-z-]+\.(?:html|css|js))?)$/.exec(path)?.[1];
  return file === undefined ? undefined : answerPage(file.replace(/(^|\/)$/, "$1index.html"), call);
}

/**
 * A page learns by the key in its root element that a mock serves it, and shows the form that sends requests. Its samples
 * have the mock's address and key in the place of variables.
 */
async function answerPage(file: string, { origin }: Call): Promise<Answer | undefined> {
  const change = (page: string) =>
    withValues(page, { origin: escaped(origin), key: filledInKey }).replace(
      /^<!doctype html>\n<html /,
      (start) => `${start}data-mock-key="${filledInKey}" `,
    );
  return answerPageFile(new URL(file, pages), { policy, ...(file.endsWith(".html") && { change }) });
}

/** Puts values in the place of variables as shells, JavaScript and Python have them, and as the document writes the key. */
function withValues(page: string, { origin, key }: { origin: string; key: string }): string {
  const values: Record<string, string> = { MODEL_ACCESS_BASE_URL: origin, MODEL_ACCESS_API_KEY: key };
  const quoted = (name: string) => `<span class="string">&quot;${values[name]}&quot;</span>`;
  return page
    .replaceAll(/os\.environ\[<span class="string">&quot;(MODEL_ACCESS_\w+)&quot;<\/span>\]/g, (_, name) =>
      quoted(name),
    )
    .replaceAll(
      /\$\{process\.env\.(MODEL_ACCESS_\w+)\}|\$(MODEL_ACCESS_\w+)/g,
      (_, js, shell) => values[js ?? shell] ?? "",
    )
    .replaceAll(/process\.env\.(MODEL_ACCESS_\w+)/g, (_, name) => quoted(name))
    .replaceAll("&lt;API_KEY&gt;", key);
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

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
