import { type Asked, editJson, type Fault, isJson, paths, refusal } from "./fault.ts";

const others = ["/v1/messages", "/v1/responses", "/v1/videos", "/bot/", "/v1/files"];

/**
 * The mock with a fault and with chat, models and account only, so that a run has calls left for what comes last; without
 * tools, for what comes after those.
 */
export function chatOnly(fault: Fault, { hasTools = true } = {}): Fault {
  return {
    ...fault,
    from: "mock",
    ask: (asked, memory) =>
      others.some((beginning) => asked.path.startsWith(beginning))
        ? refusal(404, "invalid_request_error", "not_found")
        : fault.ask?.(asked, memory),
    answer: (answer, asked: Asked, memory) => {
      if (asked.path === paths.models && answer.status === 200 && isJson(answer))
        editJson(answer, ({ data }) => {
          for (const model of data) {
            delete model.supported_endpoints;
            if (!hasTools) delete model.supported_features;
          }
        });
      fault.answer?.(answer, asked, memory);
    },
  };
}
