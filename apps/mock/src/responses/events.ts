import type { ResponseResource } from "@model-access/contract";
import { type BareEvent, itemEvents, type NumberedEvent } from "./item-events.js";
import type { OutputItem } from "./output.js";

const ends: Record<string, "response.incomplete" | "response.failed"> = {
  incomplete: "response.incomplete",
  failed: "response.failed",
};

/** A response as the events of a stream, from begun to ended. */
export function writeEvents({
  begun,
  ended,
  output,
}: {
  begun: ResponseResource;
  ended: ResponseResource;
  output: OutputItem[];
}): NumberedEvent[] {
  const bare: BareEvent[] = [
    { type: "response.created", response: begun },
    { type: "response.in_progress", response: begun },
    ...output.flatMap(itemEvents),
    { type: ends[ended.status] ?? "response.completed", response: ended },
  ];
  return bare.map((event, sequence_number) => ({ ...event, sequence_number }));
}
