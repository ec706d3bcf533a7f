import type {
  ResponseErrorEvent,
  ResponseOutputItem,
  ResponseResource,
  ResponseStreamEvent,
} from "@model-access/contract";
import type { Cut } from "../conversation/write-answer.js";

/** An event of a stream that nothing goes wrong in. */
export type NumberedEvent = Exclude<ResponseStreamEvent, ResponseErrorEvent>;

/** An event that has not got its number yet. */
type BareEvent = Unnumbered<NumberedEvent>;

type Unnumbered<Event> = Event extends unknown ? Omit<Event, "sequence_number"> : never;

const ends: Record<string, "response.incomplete" | "response.failed"> = {
  incomplete: "response.incomplete",
  failed: "response.failed",
};

/** A response as the events of a stream, from begun to ended; `cut` cuts its texts into the pieces that come one by one. */
export function writeEvents(begun: ResponseResource, ended: ResponseResource, cut: Cut): NumberedEvent[] {
  const bare: BareEvent[] = [
    { type: "response.created", response: begun },
    { type: "response.in_progress", response: begun },
    ...ended.output.flatMap((item, output_index): BareEvent[] => [
      { type: "response.output_item.added", output_index, item: openingOf(item) },
      ...growthOf(item, { item_id: item.id, output_index }, cut),
      { type: "response.output_item.done", output_index, item },
    ]),
    { type: ends[ended.status] ?? "response.completed", response: ended },
  ];
  return bare.map((event, sequence_number) => ({ ...event, sequence_number }));
}

/** An item that has only started; one of a type that has no pieces is whole. */
function openingOf(item: ResponseOutputItem): ResponseOutputItem {
  if (item.type === "reasoning") return { ...item, summary: [] };
  if (item.type === "message") return { ...item, status: "in_progress", content: [] };
  if (item.type === "function_call") return { ...item, status: "in_progress", arguments: "" };
  // The action of a search isn't known yet.
  return item.type === "web_search_call" ? { type: item.type, id: item.id, status: "in_progress" } : item;
}

/** The members that the events of one item share. */
interface Place {
  item_id: string;
  output_index: number;
}

function growthOf(item: ResponseOutputItem, place: Place, cut: Cut): BareEvent[] {
  switch (item.type) {
    case "reasoning":
      return item.summary.flatMap((part, summary_index) => summaryEvents(part, { ...place, summary_index }, cut));
    case "message":
      return item.content.flatMap((part, content_index) => partEvents(part, { ...place, content_index }, cut));
    case "web_search_call":
      return (["in_progress", "searching", "completed"] as const).map((status) => ({
        type: `response.web_search_call.${status}` as const,
        ...place,
      }));
    case "function_call": {
      const { name, arguments: text } = item;
      const deltas = cut(text).map((delta) => ({
        type: "response.function_call_arguments.delta" as const,
        ...place,
        delta,
      }));
      return [...deltas, { type: "response.function_call_arguments.done", ...place, name, arguments: text }];
    }
    default:
      return [];
  }
}

type Part<Type, List extends string> =
  Extract<ResponseOutputItem, { type: Type }> extends Record<List, (infer One)[]> ? One : never;

function summaryEvents(
  part: Part<"reasoning", "summary">,
  place: Place & { summary_index: number },
  cut: Cut,
): BareEvent[] {
  const isText = part.type === "summary_text";
  const deltas = isText ? cut(part.text) : [];
  return [
    { type: "response.reasoning_summary_part.added", ...place, part: isText ? { ...part, text: "" } : part },
    ...deltas.map((delta) => ({ type: "response.reasoning_summary_text.delta" as const, ...place, delta })),
    ...(isText ? [{ type: "response.reasoning_summary_text.done" as const, ...place, text: part.text }] : []),
    { type: "response.reasoning_summary_part.done", ...place, part },
  ];
}

function partEvents(part: Part<"message", "content">, place: Place & { content_index: number }, cut: Cut): BareEvent[] {
  const around = (opening: typeof part, events: BareEvent[]): BareEvent[] => [
    { type: "response.content_part.added", ...place, part: opening },
    ...events,
    { type: "response.content_part.done", ...place, part },
  ];
  if (part.type === "refusal") {
    const { refusal } = part;
    return around({ ...part, refusal: "" }, [
      ...cut(refusal).map((delta) => ({ type: "response.refusal.delta" as const, ...place, delta })),
      { type: "response.refusal.done", ...place, refusal },
    ]);
  }
  if (part.type !== "output_text") return around(part, []);
  const { text, annotations, logprobs = [] } = part;
  return around({ ...part, text: "", annotations: [] }, [
    ...cut(text).map((delta) => ({ type: "response.output_text.delta" as const, ...place, delta, logprobs })),
    ...annotations.map((annotation, annotation_index) => ({
      type: "response.output_text.annotation.added" as const,
      ...place,
      annotation_index,
      annotation,
    })),
    { type: "response.output_text.done", ...place, text, logprobs },
  ]);
}
