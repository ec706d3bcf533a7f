import type { ServerSentEvent } from "@model-access/contract";

/** An event of a transcript, with the lines it was written in. */
export interface TranscriptEvent extends ServerSentEvent {
  text: string;
}

/** Reads the events of a transcript. Comments, which keep a connection open, are none. */
export function eventsOf(transcript: string): ServerSentEvent[] {
  return blocksOf(transcript)
    .filter((block): block is TranscriptEvent => block.data !== undefined)
    .map(({ event, data }) => (event === undefined ? { data } : { event, data }));
}

/** Reads the blocks of a transcript: events, and comments, which have no data. */
export function blocksOf(transcript: string): { text: string; event?: string; data?: string }[] {
  return transcript
    .split(/\r?\n\r?\n/)
    .filter((text) => text.trim() !== "")
    .map((text) => {
      const fields = text.split(/\r?\n/).map((line) => /^(\w*):? ?(.*)$/s.exec(line) ?? ["", "", ""]);
      const data = fields.filter(([, name]) => name === "data").map(([, , value]) => value);
      const event = fields.find(([, name]) => name === "event")?.[2];
      return {
        text,
        ...(event === undefined ? {} : { event }),
        ...(data.length === 0 ? {} : { data: data.join("\n") }),
      };
    });
}
