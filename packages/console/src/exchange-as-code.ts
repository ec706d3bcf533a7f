import type { Exchange } from "./admin.ts";
import { isStream } from "./read-exchange.ts";

/** The address to send an exchange to again, and the key; undefined where the key is no longer known. */
export interface SendAgain {
  baseURL: string;
  apiKey: string | undefined;
}

/** Clients write these themselves, or they were of one connection only. */
const ofTheClient =
  /^(host|connection|keep-alive|content-length|transfer-encoding|expect|user-agent|accept-encoding|accept-language|origin|referer|dnt|priority|sec-.*|x-stainless-.*|cookie)$/;

/** Explains why an exchange can't be sent again as it was; undefined where it can. */
export function whyNotAgain({ request: { body } }: Exchange): string | undefined {
  if (body === undefined) return undefined;
  if (body.omittedBytes !== undefined) return "The journal keeps only the beginning of this request.";
  // In a shell, a control character would be typed and not sent.
  if (!("text" in body) || /(?![\t\n])\p{Cc}/u.test(body.text)) return "The body of this request isn't plain text.";
  return undefined;
}

/** The headers with which an exchange is sent again, the key put back where the journal has masked it. */
export function headersAgain({ request }: Exchange, { apiKey = "YOUR_KEY" }: SendAgain): [string, string][] {
  return request.headers
    .filter(([name]) => !ofTheClient.test(name))
    .map(([name, value]) => {
      if (value !== "[key]") return [name, value];
      return [name, name === "authorization" ? `Bearer ${apiKey}` : apiKey];
    });
}

export function asCurl(exchange: Exchange, to: SendAgain): string {
  const { method, target } = exchange.request;
  const text = bodyOf(exchange);
  const isUsual = method === (text === undefined ? "GET" : "POST");
  return [
    `curl ${isStream(exchange) ? "-N " : ""}${isUsual ? "" : method === "HEAD" ? "-I " : `-X ${method} `}${quoted(to.baseURL + target)}`,
    ...headersAgain(exchange, to).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(text === undefined ? [] : [`--data-raw ${quoted(text)}`]),
  ].join(" \\\n  ");
}

export function asFetch(exchange: Exchange, to: SendAgain): string {
  const { method, target } = exchange.request;
  const text = bodyOf(exchange);
  const options = [
    `method: ${JSON.stringify(method)}`,
    `headers: ${JSON.stringify(Object.fromEntries(headersAgain(exchange, to)), null, 2)}`,
    ...(text === undefined ? [] : [`body: ${asExpression(text)}`]),
  ];
  const read = isStream(exchange)
    ? "for await (const piece of response.body.pipeThrough(new TextDecoderStream())) console.log(piece);"
    : "console.log(await response.text());";
  return `const response = await fetch(${JSON.stringify(to.baseURL + target)}, {
${indented(options.join(",\n"))},
});
console.log(response.status);
${read}
`;
}

export function bodyOf({ request: { body } }: Exchange): string | undefined {
  return body !== undefined && "text" in body ? body.text : undefined;
}

/** JSON that loses nothing by being read and written is easier to edit as an object. */
function asExpression(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (JSON.stringify(value) === text) return `JSON.stringify(${JSON.stringify(value, null, 2)})`;
  } catch {}
  return JSON.stringify(text);
}

const indented = (text: string) => text.replace(/^/gm, "  ");

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
