/** One block of a transcript: an event, or a comment, which has no data. */
export interface Block {
  /** The lines as they are on the wire. */
  text: string;
  event: string | undefined;
  data: string | undefined;
}

export type TranscriptEvent = Block & { data: string };

/** Reads the blocks of a transcript. */
export function blocksOf(transcript: string): Block[] {
  return transcript
    .split(/\r?\n\r?\n/)
    .filter((text) => text.trim() !== "")
    .map((text) => {
      const fields = text.split(/\r?\n/).map((line) => /^(\w*):? ?(.*)$/s.exec(line) ?? ["", "", ""]);
      const data = fields.filter(([, name]) => name === "data").map(([, , value]) => value);
      const event = fields.find(([, name]) => name === "event")?.[2];
      return { text, event, data: data.length === 0 ? undefined : data.join("\n") };
    });
}

/** Reads the events of a transcript, without the comments that keep a connection open. */
export const eventsOf = (transcript: string): TranscriptEvent[] =>
  blocksOf(transcript).filter((block): block is TranscriptEvent => block.data !== undefined);

/** The payload of an event; undefined for the mark at a stream's end, which is no JSON. */
export function payloadOf({ data }: { data: string }): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
