import { gone } from "./edit.ts";
import { type Asked, type Fault, isStream } from "./fault.ts";
import { inReplies, refused } from "./rows.ts";

const others = ["/v1/messages", "/v1/responses", "/v1/videos", "/bot/", "/v1/files"];

/**
 * The mock with a fault and with chat, models and account only, so that a run has calls left for what comes last; without
 * tools, for what comes after those.
 */
export function chatOnly(fault: Fault, { hasTools = true } = {}): Fault {
  const list = inReplies({ ids: "", in: "models" })("", "", "", {
    "data.*.supported_endpoints": gone,
    ...(!hasTools && { "data.*.supported_features": gone }),
  });
  return {
    ...fault,
    from: "mock",
    ask: (asked, memory) =>
      others.some((beginning) => asked.path.startsWith(beginning)) ? refused.notFound : fault.ask?.(asked, memory),
    answer: (answer, asked, memory) => {
      list.answer?.(answer, asked, memory);
      fault.answer?.(answer, asked, memory);
    },
  };
}

/** A fault that shows where a second call of some kind is made before the first is answered. */
export function atOnce(
  id: string,
  says: string,
  by: string,
  isCounted: (asked: Asked) => boolean,
  { ask, answer }: Pick<Fault, "ask" | "answer">,
): Fault {
  return {
    ...{ id: `last/${id}`, says, by: [by] },
    ask: (asked, memory) => {
      memory.inFlight = (memory.inFlight ?? 0) + (isCounted(asked) ? 1 : 0);
      memory.areTwo = memory.inFlight > 1;
      return isCounted(asked) && memory.areTwo ? ask?.(asked, memory) : undefined;
    },
    answer: (made, asked, memory) => {
      memory.inFlight -= isCounted(asked) ? 1 : 0;
      if (isStream(made) && memory.areTwo) answer?.(made, asked, memory);
    },
  };
}
