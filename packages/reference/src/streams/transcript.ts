/** A block of a transcript: an event, or a comment, which has no data. */
export interface Block {
  /** The lines, as sent. */
  text: string;
  event: string | undefined;
  data: string | undefined;
}

export type TranscriptEvent = Block & { data: string };

/** Reads the blocks of a transcript. */
export function readBlocks(transcript: string): Block[] {
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

/** Reads the events of a transcript, without comments. */
export const readEvents = (transcript: string): TranscriptEvent[] =>
  readBlocks(transcript).filter((block): block is TranscriptEvent => block.data !== undefined);

/** Parses the payload of an event; undefined for the end marker, which is not JSON. */
export function parsePayload({ data }: { data: string }): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
