import { readOnce } from "./read-once.js";

export interface WireRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
}

export interface WireReply {
  status: number;
  /** Names as sent, in order, repeated ones included. */
  rawHeaders: [name: string, value: string][];
  headAtMs: number;
  /** The bytes that were read, undecoded. */
  body: Uint8Array;
  /** The times of the body's pieces: the length that the body had at each. */
  pieces: { atMs: number; end: number }[];
}

/** The reason why a call did not come to its end. */
export interface WireFailure {
  kind: "unreachable" | "time-out" | "left-open" | "broken" | "too-long" | "not-http" | "stopped";
  message: string;
}

/** The result of one call. Both members are there when a reply began and failed. */
export interface WireResult {
  reply?: WireReply;
  failure?: WireFailure;
  tookMs: number;
}

/** The statuses of what a deployment does not have. */
export const notOffered = [404, 405, 501];

/** The value of a header, those of a repeated one joined by commas; undefined where it is absent. */
export const headerOf = ({ rawHeaders }: WireReply, name: string): string | undefined => namedIn(rawHeaders).get(name);

export const headersOf = ({ rawHeaders }: WireReply): Record<string, string> => Object.fromEntries(namedIn(rawHeaders));

const namedIn = readOnce((rawHeaders: WireReply["rawHeaders"]) => {
  const named = new Map<string, string>();
  for (const [sent, value] of rawHeaders) {
    const name = sent.toLowerCase();
    named.set(name, named.has(name) ? `${named.get(name)}, ${value}` : value);
  }
  return named;
});

/** The media type in lower case, without its parameters; empty where none is said. */
export function mediaTypeOf(reply: WireReply): string {
  return (headerOf(reply, "content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** The body as text; bytes that are not UTF-8 become replacement characters. */
export const textOf = ({ body }: WireReply): string => textIn(body);

const textIn = readOnce((body: Uint8Array) => new TextDecoder().decode(body));

/** The body as JSON, or undefined where it is not JSON in UTF-8. JSON's own `null` is a value like another. */
export const jsonOf = ({ body }: WireReply): { value: unknown } | undefined => jsonIn(body);

const jsonIn = readOnce((body: Uint8Array) => {
  try {
    return { value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)) as unknown };
  } catch {
    return undefined;
  }
});
