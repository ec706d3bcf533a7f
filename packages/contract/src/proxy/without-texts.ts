import { type ExchangeRecord, type RecordedBytes, recordedBytes } from "../index.js";

/**
 * Returns the exchange with all texts of people and models blanked: each character becomes an `x`, so that lengths,
 * shapes and sums stay the same. Names, ids, counts and errors are kept. A body that is neither JSON nor an event
 * stream is omitted.
 */
export function withoutTexts(record: ExchangeRecord): ExchangeRecord {
  const { request, response } = record;
  const body = request.body && blankBody(request.body);
  const whole = response && Buffer.concat(response.chunks.map(recordedBytes)).toString();
  return {
    ...record,
    request: { ...request, ...(body && { body }) },
    ...(response && { response: { ...response, chunks: blankChunks(response, whole ?? "") } }),
    notes: { ...record.notes, texts: "dropped" },
  };
}

function blankBody(body: RecordedBytes): RecordedBytes {
  const text = "text" in body ? blankJson(body.text) : undefined;
  return text === undefined
    ? { text: "", omittedBytes: recordedBytes(body).length + (body.omittedBytes ?? 0) }
    : { ...body, text };
}

/** Keeps the times of an event stream's chunks if each ends with a line; else the stream becomes one chunk. */
function blankChunks({ chunks, headers, endMs }: NonNullable<ExchangeRecord["response"]>, whole: string) {
  if (chunks.length === 0) return chunks;
  const type = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  if (!/^text\/event-stream/i.test(type)) {
    const blanked = blankJson(whole);
    const omitted = chunks.reduce((sum, chunk) => sum + (chunk.omittedBytes ?? 0), 0);
    const atMs = chunks.at(-1)?.atMs ?? endMs;
    if (blanked !== undefined && omitted === 0) return [{ atMs, text: blanked }];
    return [{ atMs, text: "", omittedBytes: Math.max(1, Buffer.byteLength(whole) + omitted) }];
  }
  const areWhole = chunks.every((chunk) => "text" in chunk && /\n$/.test(chunk.text));
  if (!areWhole) return [{ atMs: chunks.at(-1)?.atMs ?? endMs, text: blankEvents(whole) }];
  return chunks.map((chunk) => ("text" in chunk ? { ...chunk, text: blankEvents(chunk.text) } : chunk));
}

const blankEvents = (text: string) =>
  text.replaceAll(/^(data:)([^\r\n]*)/gm, (line, field: string, data: string) => {
    const blanked = blankJson(data);
    return blanked === undefined
      ? data.trim() === "[DONE]"
        ? line
        : `${field} ${"x".repeat(data.length)}`
      : field + blanked;
  });

function blankJson(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const space = /^\s*/.exec(text)?.[0] ?? "";
    return space + JSON.stringify(blanked(value, ""));
  } catch {
    return undefined;
  }
}

/** Members that contain texts of people or models, or for tools. */
const textMembers = new Set(
  "content text input system prompt query instructions description arguments partial_json delta refusal thinking reasoning reasoning_content summary stop stop_sequence stop_sequences url data file_data image_url name_hint b64_json output_text".split(
    " ",
  ),
);

function blanked(value: unknown, name: string): unknown {
  if (name === "error" || name === "pricing") return value;
  if (typeof value === "string") return textMembers.has(name) ? "x".repeat(value.length) : value;
  // Tools' inputs and parameters have member names of their own.
  if (name === "parameters" || name === "metadata") return blankEveryText(value);
  if (name === "input" && typeof value === "object") return blankEveryText(value);
  return mapMembers(value, (each, key) => blanked(each, key ?? name));
}

/** Blanks every string, except `type` and `role`. */
function blankEveryText(value: unknown, name = ""): unknown {
  if (typeof value === "string") return name === "type" || name === "role" ? value : "x".repeat(value.length);
  return mapMembers(value, (each, key) => blankEveryText(each, key ?? name));
}

/** Maps the members of an object, with their names, or the items of an array. */
function mapMembers(value: unknown, change: (each: unknown, key?: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => change(each));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, change(each, key)]));
}
