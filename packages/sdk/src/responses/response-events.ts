import type { RequiredMembers } from "../stream/required-members.js";
import type { TypedEvents } from "../stream/typed-event.js";
import type { ResponseStreamEvent } from "../types.js";

/** The events of a responses stream. Marked, so that a bundle without responses leaves them out. */
export const responseEvents: TypedEvents = /* @__PURE__ */ knownEvents();

function knownEvents(): TypedEvents {
  const item: RequiredMembers = [["output_index", "number"]];
  const part: RequiredMembers = [...item, ["content_index", "number"]];
  const summary: RequiredMembers = [...item, ["summary_index", "number"]];
  const delta: RequiredMembers = [["delta", "string"]];
  const text: RequiredMembers = [["text", "string"]];

  // The required members, and the events that need them.
  const kinds: [RequiredMembers, ...string[]][] = [
    [[["response", "object"]], "created", "queued", "in_progress", "completed", "incomplete", "failed"],
    [[...item, ["item", "object"]], "output_item.added", "output_item.done"],
    [[...part, ["part", "object"]], "content_part.added", "content_part.done"],
    [[...part, ...delta], "output_text.delta", "refusal.delta", "reasoning_text.delta", "reasoning.delta"],
    [[...part, ...text], "output_text.done", "reasoning_text.done", "reasoning.done"],
    [[...part, ["refusal", "string"]], "refusal.done"],
    [part, "output_text.annotation.added"],
    [[...summary, ["part", "object"]], "reasoning_summary_part.added", "reasoning_summary_part.done"],
    [[...summary, ...delta], "reasoning_summary_text.delta"],
    [[...summary, ...text], "reasoning_summary_text.done"],
    [[...item, ["delta", "json"]], "function_call_arguments.delta"],
    [[...item, ["arguments", "json"]], "function_call_arguments.done"],
    [item, "web_search_call.in_progress", "web_search_call.searching", "web_search_call.completed"],
  ];
  return {
    requiredMembers: new Map(
      kinds.flatMap(([required, ...names]) => names.map((name) => [`response.${name}`, required] as const)),
    ),
    last: new Set(["response.completed", "response.incomplete", "response.failed"]),
  };
}

// They say that work goes on, and bring nothing of the reply.
const withoutContent = new Set([
  "response.created",
  "response.queued",
  "response.in_progress",
  "response.output_item.added",
  "response.content_part.added",
  "response.reasoning_summary_part.added",
]);

/** True for the types of the events that end a response. */
export const isLastResponseEvent = (type: string): boolean => responseEvents.last.has(type);

/** True if an event adds to the reply. */
export function hasResponseContent(event: ResponseStreamEvent): boolean {
  return "delta" in event ? event.delta !== "" : !withoutContent.has(event.type);
}
