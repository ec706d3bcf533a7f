import { valueAt } from "@model-access/contract";
import { dialectOfCall, type Places } from "../dialects.js";
import type { Exchange } from "../exchange.js";
import { readOnce } from "../wire/read-once.js";
import { jsonOf, mediaTypeOf, type WireRequest } from "../wire/wire.js";
import { joinedText, plainText } from "./joined-text.js";
import { parseJson } from "./parse-json.js";

export interface Said {
  text: string;
  id: unknown;
  model: unknown;
  created: unknown;
  finish: unknown;
  isCut: boolean;
  /** The limit that cut the text, where the interface tells it. */
  cutReason: unknown;
  /** Tokens; undefined where they are not told. */
  prompt: number | undefined;
  completion: number | undefined;
  usage: unknown;
  /** The places of these, as JSON pointers. */
  at: Places;
}

export const saidIn = readOnce((exchange: Exchange): Said => {
  const dialect = dialectOfCall(exchange.plan);
  const isStream = isStreamed(exchange);
  const places = isStream ? dialect.streamed : dialect.plain;
  const payloads = payloadsIn(exchange);
  const last = (pointer: string) => lastAt(payloads, pointer);
  const finish = last(places.finish);
  const counted = (usage: string, names: string[]) => {
    const told = names.map((name) => last(`${usage}/${name}`)).filter((count) => typeof count === "number");
    return told.length > 0 ? told.reduce((sum, count) => sum + count, 0) : undefined;
  };
  const { prompt, completion } = dialect.counts;
  return {
    text: isStream ? joinedText(payloads, dialect.name) : plainText(payloads[0], dialect.name),
    id: last(places.id),
    model: last(places.model),
    created: places.created && last(places.created),
    finish,
    isCut: dialect.cutWords.includes(String(finish)),
    cutReason: dialect.cutReason && (last(dialect.cutReason.at) ?? last(`/response${dialect.cutReason.at}`)),
    prompt: counted(places.promptUsage ?? places.usage, prompt),
    completion: counted(places.usage, [completion]),
    usage: last(places.usage),
    at: places,
  };
});

/** True for an event stream, by its name, or, under another one, by what was asked for. */
export function isStreamed({ plan, reply }: Exchange): boolean {
  if (reply === undefined) return false;
  return mediaTypeOf(reply) === "text/event-stream" || (plan.isStreamed === true && jsonOf(reply) === undefined);
}

/** The JSON of a reply: of each event of a stream, and else of the body. */
export function payloadsIn(exchange: Exchange): unknown[] {
  return isStreamed(exchange) ? exchange.stream().payloads : [exchange.reply && jsonOf(exchange.reply)?.value];
}

/** Finds the last value at a place that is none of null; undefined where there is none. */
export const lastAt = (payloads: unknown[], pointer: string): unknown =>
  payloads.map((payload) => valueAt(payload, pointer)).findLast((value) => value !== undefined && value !== null);

export const sentIn = ({ request }: Exchange): unknown => jsonIn(request);

const jsonIn = readOnce(({ body = "" }: WireRequest) => parseJson(body));

const textMembers = ["content", "text", "system", "instructions", "input", "output", "description"];

/** Counts the words that a request has for the model to read, those on its tools included; none of them is less than a token. */
export function wordsSent(value: unknown, isText = false): number {
  if (typeof value === "string") return isText ? value.split(/\s+/).filter(Boolean).length : 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + wordsSent(each, isText), 0);
  if (typeof value !== "object" || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [name, each]) => sum + wordsSent(each, textMembers.includes(name) || (isText && name === "messages")),
    0,
  );
}

export function questionIn(sent: unknown): string {
  const turn = [valueAt(sent, "/messages") ?? valueAt(sent, "/input")].flat().at(-1);
  const content = valueAt(turn, "/content") ?? turn;
  const texts = [content].flat().map((part) => (typeof part === "string" ? part : valueAt(part, "/text")));
  return String(texts.findLast((text) => typeof text === "string") ?? "");
}

/** The texts that questions ask to be given back, in the order of the questions. */
export function textsAskedFor(sent: unknown): string[] {
  const texts = JSON.stringify(sent ?? null).matchAll(/Reply with exactly this: ((?:[^"\\]|\\.)*)/g);
  return [...texts].map(([, text]) => JSON.parse(`"${text}"`) as string); // a part of a JSON string is one
}

export function picturesIn(sent: unknown): number {
  return JSON.stringify(sent ?? null).split(/"type":"(?:image|image_url|input_image)"/).length - 1;
}
