import type { Answer } from "../call.js";
import { type ErrorForm, Refusal, type RefusalCode, refusalAnswer } from "../refusal.js";
import type { AskedFault } from "./fault-header.js";

const codes: Record<string, RefusalCode> = {
  400: "invalid_parameter",
  401: "invalid_api_key",
  402: "insufficient_points",
  403: "permission_denied",
  404: "not_found",
  429: "rate_limit_exceeded",
  500: "internal_error",
  503: "internal_error",
};

/** The error answer that a request asked for; undefined where it asked for none. Nothing is done and nothing charged for it. */
export function statusFaultAnswer(asked: AskedFault[], form: ErrorForm): Answer | undefined {
  for (const { name, options } of asked) {
    const status = /^status-(\d+)$/.exec(name)?.[1] ?? "";
    const code = codes[status];
    if (code === undefined) continue;
    const headers: Record<string, string> = status === "429" ? { "retry-after": String(options.after) } : {};
    const refusal = new Refusal(code, `The mock was asked for this error: ${name}.`, headers);
    return { ...refusalAnswer(refusal, form), status: Number(status) };
  }
  return undefined;
}
