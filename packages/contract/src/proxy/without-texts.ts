import type { ExchangeRecord, RecordedBytes } from "../index.js";

/**
 * Returns the exchange without what people wrote and models answered: every character of such a text becomes an `x`, so that
 * lengths, shapes and sums stay what they were. Names, ids, counts and errors are kept. A body that is neither JSON nor an
 * event stream is left out.
 */
export function withoutTexts(record: ExchangeRecord): ExchangeRecord {
  const { request, response } = record;
  const body = request.body && blankedBody(request.body);
  const whole = response && Buffer.concat(response.chunks.map(bytesOf)).toString();
  return {
    ...record,
    request: { ...request, ...(body && { body }) },
    ...(response && { response: { ...response, chunks: blankedChunks(response, whole ?? "") } }),
    notes: { ...record.notes, texts: "dropped" },
  };
}

const bytesOf = (bytes: RecordedBytes) =>
  Buffer.from("text" in bytes ? bytes.text : bytes.base64, "text" in bytes ? "utf8" : "base64");

function blankedBody(body: RecordedBytes): RecordedBytes {
  const text = "text" in body ? blankedJson(body.text) : undefined;
  return text === undefined
    ? { text: "", omittedBytes: bytesOf(body).length + (body.omittedBytes ?? 0) }
    : { ...body, text };
}

/** Lines of an event stream keep their times where no line lies across two pieces; else the stream becomes one piece. */
function blankedChunks({ chunks, headers, endMs }: NonNullable<ExchangeRecord["response"]>, whole: string) {
  if (chunks.length === 0) return chunks;
  const type = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  if (!/^text\/event-stream/i.test(type)) {
    const blanked = blankedJson(whole);
    const omitted = chunks.reduce((sum, chunk) => sum + (chunk.omittedBytes ?? 0), 0);
    const atMs = chunks.at(-1)?.atMs ?? endMs;
    if (blanked !== undefined && omitted === 0) return [{ atMs, text: blanked }];
    return [{ atMs, text: "", omittedBytes: Math.max(1, Buffer.byteLength(whole) + omitted) }];
  }
  const areWhole = chunks.every((chunk) => "text" in chunk && /\n$/.test(chunk.text));
  if (!areWhole) return [{ atMs: chunks.at(-1)?.atMs ?? endMs, text: blankedEvents(whole) }];
  return chunks.map((chunk) => ("text" in chunk ? { ...chunk, text: blankedEvents(chunk.text) } : chunk));
}

const blankedEvents = (text: string) =>
  text.replaceAll(/^(data:)([^\r\n]*)/gm, (line, field: string, data: string) => {
    const blanked = blankedJson(data);
    return blanked === undefined
      ? data.trim() === "[DONE]"
        ? line
        : `${field} ${"x".repeat(data.length)}`
      : field + blanked;
  });

function blankedJson(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const space = /^\s*/.exec(text)?.[0] ?? "";
    return space + JSON.stringify(blanked(value, ""));
  } catch {
    return undefined;
  }
}

/** Members with texts of people, of models or for tools. */
const ofTexts = new Set(
  "content text input system prompt query instructions description arguments partial_json delta refusal thinking reasoning reasoning_content summary stop stop_sequence stop_sequences url data file_data image_url name_hint b64_json output_text".split(
    " ",
  ),
);

function blanked(value: unknown, name: string): unknown {
  if (name === "error" || name === "pricing") return value;
  if (typeof value === "string") return ofTexts.has(name) ? "x".repeat(value.length) : value;
  // What tools are given, and what they take, has names of its own.
  if (name === "parameters" || name === "metadata") return blankedWhole(value);
  if (name === "input" && typeof value === "object") return blankedWhole(value);
  return mapped(value, (each, key) => blanked(each, key ?? name));
}

/** Every text of any name, except those that name a kind. */
function blankedWhole(value: unknown, name = ""): unknown {
  if (typeof value === "string") return name === "type" || name === "role" ? value : "x".repeat(value.length);
  return mapped(value, (each, key) => blankedWhole(each, key ?? name));
}

/** Returns a value with its members changed; `change` is given the name of each, which the items of a list don't have. */
function mapped(value: unknown, change: (each: unknown, key?: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => change(each));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, change(each, key)]));
}
