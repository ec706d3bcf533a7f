import { parseJson } from "../conversation/json.js";
import type { components } from "../generated/admin-api.js";
import { type Attempt, endOf } from "./attempts.js";
import { type JournalEntry, keptRequestBytes } from "./journal.js";

/** The verdict on whether a client did as it was told, in one sentence. */
export type Verdict = components["schemas"]["Verdict"];

const transient = [408, 409, 429, 500, 502, 503, 504];
const shortestWaitMs = 100;
const shortestPollMs = 500;
const pollsAllowed = 3;

/** The facts that an exchange is judged by. */
interface JudgedBy {
  attempt: Attempt;
  before: readonly JournalEntry[];
  cutTexts: CutTexts;
  /** The media that the model or bot gives, such as `image`; undefined where they are not known. */
  outputs: readonly string[] | undefined;
}

/** The number of earlier exchanges that an exchange is judged by. */
export const judgedEntries = 50;

export function verdictsOf(entry: JournalEntry, { attempt, before, cutTexts, outputs }: JudgedBy): Verdict[] {
  return [
    ...judgeRetry(entry, attempt),
    ...judgeConversation(entry, { before, cutTexts }),
    ...judgeAddress(entry),
    ...judgePolling(entry, before),
    ...judgeMedia(entry, outputs),
  ];
}

function judgeRetry(entry: JournalEntry, { number, previous }: Attempt): Verdict[] {
  const response = previous?.response;
  if (previous === undefined || response === undefined) return [];
  const waitedMs = entry.atMs - endOf(previous);
  if (response.status >= 400 && !transient.includes(response.status)) {
    // With another answer something had changed meanwhile: points, the key, or a fault that was used up.
    if (entry.response?.status !== response.status) return [];
    return [bad("retried-a-refusal", `Sent the same request again after ${response.status}, which it can't change.`)];
  }
  const toldSeconds = Number(response.headers["retry-after"]);
  if (toldSeconds > 0) {
    const waited = inSeconds(waitedMs);
    return waitedMs < toldSeconds * 1000
      ? [bad("retried-too-soon", `Retried after ${waited} s, told to wait ${toldSeconds} s.`)]
      : [{ code: "waited-as-told", isGood: true, says: `Waited ${waited} s, told to wait ${toldSeconds} s.` }];
  }
  if (number > 2 && waitedMs < shortestWaitMs) {
    return [bad("retried-without-backoff", `Attempt ${number} came ${inSeconds(waitedMs)} s after the one before it.`)];
  }
  return [];
}

/** A text that was cut off and stands in a later conversation as what the assistant said was taken for whole. */
function judgeConversation(
  { call, operationId }: JournalEntry,
  { before, cutTexts }: { before: readonly JournalEntry[]; cutTexts: CutTexts },
): Verdict[] {
  if (operationId === undefined || call.method !== "POST" || call.body === undefined) return [];
  const cut = before.filter(wasCut);
  if (cut.length === 0) return [];
  const body = new TextDecoder().decode(call.body);
  const trusted = cut.find((entry) => {
    const text = cutTexts(entry);
    return text.trim() !== "" && body.includes(`${JSON.stringify(text).slice(0, -1)}"`);
  });
  if (trusted === undefined) return [];
  return [bad("trusted-a-cut-stream", `Goes on from the stream of ${trusted.id} as if it had come whole.`)];
}

/** The text of a stream that was cut off; empty where it is longer than any request that the journal keeps. */
type CutTexts = (entry: JournalEntry) => string;

/** Reads each text once. */
export function createCutTexts(): CutTexts {
  const known = new Map<JournalEntry, string>();

  return (entry) => {
    const text = known.get(entry) ?? streamedText(entry.response?.chunks ?? []);
    const kept = text.length > keptRequestBytes ? "" : text;
    known.set(entry, kept);
    return kept;
  };
}

/** The text that a client has got from the pieces of a stream, in any of the four dialects. */
function streamedText(chunks: readonly { chunk: string | Uint8Array }[]): string {
  const wire = chunks.map(({ chunk }) => (typeof chunk === "string" ? chunk : Buffer.from(chunk).toString())).join("");
  return wire
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => textOf(line.slice("data:".length)))
    .join("");
}

interface Payload {
  choices?: { delta?: { content?: unknown } }[];
  delta?: unknown;
  text?: unknown;
  type?: unknown;
}

function textOf(data: string): string {
  const { choices, delta, text, type } = (parseJson(data) ?? {}) as Payload;
  if (Array.isArray(choices)) return asText(choices[0]?.delta?.content);
  if (type === "response.output_text.delta") return asText(delta);
  if (type === "content_block_delta") return asText((delta as { text?: unknown } | undefined)?.text);
  return type === undefined ? asText(text) : "";
}

const asText = (value: unknown) => (typeof value === "string" ? value : "");

const cuttingFaults = ["clean-cut", "half-frame", "reset", "error-event", "error-unnamed", "broken-json"];

function wasCut({ response, faults }: JournalEntry): boolean {
  if (response === undefined || response.chunks.length === 0) return false;
  return (
    response.ending === "cut" || response.ending === "reset" || faults.some((name) => cuttingFaults.includes(name))
  );
}

function judgeAddress({ call: { target }, key }: JournalEntry): Verdict[] {
  const isThere = key !== undefined && target.includes(encodeURIComponent(key));
  return isThere ? [bad("key-in-address", "The key stands in the address, where logs and proxies keep it.")] : [];
}

function judgePolling(entry: JournalEntry, before: readonly JournalEntry[]): Verdict[] {
  if (entry.operationId !== "retrieveVideo") return [];
  const same = [...before.filter(({ call }) => call.target === entry.call.target), entry].slice(-pollsAllowed - 1);
  const first = same[0]?.atMs ?? entry.atMs;
  const meanMs = (entry.atMs - first) / (same.length - 1);
  if (same.length <= pollsAllowed || meanMs >= shortestPollMs) return [];
  return [bad("polls-too-fast", `Asks for the video every ${inSeconds(meanMs)} s; once in a few seconds is enough.`)];
}

/** Media bots should be called with `stream` false (R1.13); the native protocol has nothing but streams. */
function judgeMedia({ operationId, response }: JournalEntry, outputs: JudgedBy["outputs"] = []): Verdict[] {
  const isStream = response?.headers["content-type"]?.startsWith("text/event-stream") === true;
  if (operationId === "queryBot" || !isStream || outputs.length === 0 || outputs.includes("text")) return [];
  const kinds = outputs.join(" and ");
  return [
    bad("streamed-a-media-bot", `Streams a bot that gives ${kinds}; media bots should be called with stream false.`),
  ];
}

const bad = (code: Verdict["code"], says: string): Verdict => ({ code, isGood: false, says });

const inSeconds = (ms: number) => (ms / 1000).toFixed(ms < 10_000 ? 1 : 0);
