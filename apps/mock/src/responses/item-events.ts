import type {
  ResponseErrorEvent,
  ResponseFunctionCall,
  ResponseOutputMessage,
  ResponseReasoningItem,
  ResponseStreamEvent,
  ResponseWebSearchCall,
} from "@model-access/contract";
import { tokensOf } from "../conversation/tokens.js";
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

/** The events of an item: it is added, grows piece by piece, and is done. One of another type is only added and done. */
export function itemEvents({ item, pieces }: OutputItem, output_index: number): BareEvent[] {
  const place = { item_id: item.id, output_index };
  const cut = (text: string) => pieces ?? tokensOf(text);
  switch (item.type) {
    case "reasoning":
      return around(output_index, { item, opening: { ...item, summary: [] } }, summaryEvents(item, cut, place));
    case "web_search_call":
      return around(output_index, { item, opening: searchOpening(item) }, searchEvents(place));
    case "message":
      return around(
        output_index,
        { item, opening: { ...item, status: "in_progress", content: [] } },
        item.content.flatMap((part, content_index) => partEvents(part, cut, { ...place, content_index })),
      );
    case "function_call":
      return around(
        output_index,
        { item, opening: { ...item, status: "in_progress", arguments: "" } },
        argumentEvents(item, cut, place),
      );
    default:
      return around(output_index, { item, opening: item }, []);
  }
}

/** Cuts a text into the pieces in which it is streamed. */
type Cut = (text: string) => string[];

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

function summaryEvents({ summary }: ResponseReasoningItem, cut: Cut, around: Place): BareEvent[] {
  return summary.flatMap((part, summary_index): BareEvent[] => {
    const place = { ...around, summary_index };
    if (part.type !== "summary_text") {
      return [
        { type: "response.reasoning_summary_part.added", ...place, part },
        { type: "response.reasoning_summary_part.done", ...place, part },
      ];
    }
    return [
      { type: "response.reasoning_summary_part.added", ...place, part: { ...part, text: "" } },
      ...cut(part.text).map((delta) => ({ type: "response.reasoning_summary_text.delta" as const, ...place, delta })),
      { type: "response.reasoning_summary_text.done", ...place, text: part.text },
      { type: "response.reasoning_summary_part.done", ...place, part },
    ];
  });
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

function partEvents(
  part: ResponseOutputMessage["content"][number],
  cut: Cut,
  place: Place & { content_index: number },
): BareEvent[] {
  if (part.type === "refusal") {
    return [
      { type: "response.content_part.added", ...place, part: { ...part, refusal: "" } },
      ...cut(part.refusal).map((delta) => ({ type: "response.refusal.delta" as const, ...place, delta })),
      { type: "response.refusal.done", ...place, refusal: part.refusal },
      { type: "response.content_part.done", ...place, part },
    ];
  }
  if (part.type !== "output_text") {
    return [
      { type: "response.content_part.added", ...place, part },
      { type: "response.content_part.done", ...place, part },
    ];
  }
  const logprobs = part.logprobs ?? [];
  return [
    { type: "response.content_part.added", ...place, part: { ...part, text: "", annotations: [] } },
    ...cut(part.text).map((delta) => ({ type: "response.output_text.delta" as const, ...place, delta, logprobs })),
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

function argumentEvents(item: ResponseFunctionCall, cut: Cut, place: Place): BareEvent[] {
  return [
    ...cut(item.arguments).map((delta) => ({
      type: "response.function_call_arguments.delta" as const,
      ...place,
      delta,
    })),
    { type: "response.function_call_arguments.done", ...place, name: item.name, arguments: item.arguments },
  ];
}
