import type {
  ResponseErrorEvent,
  ResponseFunctionCall,
  ResponseOutputMessage,
  ResponseReasoningItem,
  ResponseStreamEvent,
  ResponseWebSearchCall,
} from "@model-access/contract";
import type { OutputItem } from "./output.js";

/** An event of a stream that nothing goes wrong in. */
export type NumberedEvent = Exclude<ResponseStreamEvent, ResponseErrorEvent>;

/** An event that has not got its number yet. */
export type BareEvent = Unnumbered<NumberedEvent>;

type Unnumbered<Event> = Event extends unknown ? Omit<Event, "sequence_number"> : never;

/** The members that the events of one item share. */
interface Place {
  item_id: string;
  output_index: number;
}

/** The events of an item: it is added, grows piece by piece, and is done. */
export function itemEvents({ item, pieces }: OutputItem, output_index: number): BareEvent[] {
  const place = { item_id: item.id, output_index };
  switch (item.type) {
    case "reasoning":
      return around(output_index, { item, opening: { ...item, summary: [] } }, summaryEvents(item, pieces, place));
    case "web_search_call":
      return around(output_index, { item, opening: searchOpening(item) }, searchEvents(place));
    case "message":
      return around(
        output_index,
        { item, opening: { ...item, status: "in_progress", content: [] } },
        textEvents(item, pieces, place),
      );
    case "function_call":
      return around(
        output_index,
        { item, opening: { ...item, status: "in_progress", arguments: "" } },
        argumentEvents(item, pieces, place),
      );
  }
}

function around(
  output_index: number,
  { item, opening }: { item: OutputItem["item"]; opening: OutputItem["item"] },
  events: BareEvent[],
): BareEvent[] {
  return [
    { type: "response.output_item.added", output_index, item: opening },
    ...events,
    { type: "response.output_item.done", output_index, item },
  ];
}

function summaryEvents(
  { summary }: ResponseReasoningItem,
  pieces: string[],
  { item_id, output_index }: Place,
): BareEvent[] {
  const [part] = summary;
  if (part === undefined) return [];
  const place = { item_id, output_index, summary_index: 0 };
  return [
    { type: "response.reasoning_summary_part.added", ...place, part: { ...part, text: "" } },
    ...pieces.map((delta) => ({ type: "response.reasoning_summary_text.delta" as const, ...place, delta })),
    { type: "response.reasoning_summary_text.done", ...place, text: part.text },
    { type: "response.reasoning_summary_part.done", ...place, part },
  ];
}

/** Returns the item of a search that has only started, without its action, which isn't known yet. */
function searchOpening({ type, id }: ResponseWebSearchCall): ResponseWebSearchCall {
  return { type, id, status: "in_progress" };
}

function searchEvents(place: Place): BareEvent[] {
  return [
    { type: "response.web_search_call.in_progress", ...place },
    { type: "response.web_search_call.searching", ...place },
    { type: "response.web_search_call.completed", ...place },
  ];
}

function textEvents(
  { content }: ResponseOutputMessage,
  pieces: string[],
  { item_id, output_index }: Place,
): BareEvent[] {
  const [part] = content;
  if (part?.type !== "output_text") return [];
  const place = { item_id, output_index, content_index: 0 };
  const logprobs = part.logprobs ?? [];
  return [
    { type: "response.content_part.added", ...place, part: { ...part, text: "", annotations: [] } },
    ...pieces.map((delta) => ({ type: "response.output_text.delta" as const, ...place, delta, logprobs })),
    ...part.annotations.map((annotation, annotation_index) => ({
      type: "response.output_text.annotation.added" as const,
      ...place,
      annotation_index,
      annotation,
    })),
    { type: "response.output_text.done", ...place, text: part.text, logprobs },
    { type: "response.content_part.done", ...place, part },
  ];
}

function argumentEvents(item: ResponseFunctionCall, pieces: string[], place: Place): BareEvent[] {
  return [
    ...pieces.map((delta) => ({ type: "response.function_call_arguments.delta" as const, ...place, delta })),
    { type: "response.function_call_arguments.done", ...place, name: item.name, arguments: item.arguments },
  ];
}
