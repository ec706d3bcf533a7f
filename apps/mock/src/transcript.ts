/** One event of a transcript: its text, and its payload where its data is a JSON object. */
interface TranscriptEvent {
  text: string;
  payload?: Record<string, unknown>;
}

/** A whole event stream, taken apart. */
export type Transcript = TranscriptEvent[];

const dataLine = /^data: ?(\{.*\})$/m;

/** Splits the text of an event stream on its blank lines. */
export function parseTranscript(text: string): Transcript {
  const blocks = text.split("\n\n").filter((block) => block.trim() !== "");
  return blocks.map((block) => {
    const data = dataLine.exec(block)?.[1];
    const event = { text: `${block.replace(/^\n+/, "")}\n\n` };
    // The contract's tests validate every event of every transcript.
    return data === undefined ? event : { ...event, payload: JSON.parse(data) as Record<string, unknown> };
  });
}

/** The texts of a stream's events; where a payload names its model, it names this one. */
export function eventTexts(transcript: Transcript, model?: string): string[] {
  return transcript.map(({ text, payload }) => {
    if (payload === undefined || model === undefined) return text;
    const renamed = withModel(payload, model);
    return renamed === payload ? text : text.replace(dataLine, () => `data: ${JSON.stringify(renamed)}`);
  });
}

/** The model is a member of the payload, of its `message` (message_start) or of its `response`. */
function withModel(payload: Record<string, unknown>, model: string): Record<string, unknown> {
  if (typeof payload.model === "string") return { ...payload, model };
  for (const name of ["message", "response"]) {
    const inner = payload[name];
    if (typeof inner === "object" && inner !== null && "model" in inner)
      return { ...payload, [name]: { ...inner, model } };
  }
  return payload;
}
