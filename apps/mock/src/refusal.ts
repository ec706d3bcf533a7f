import type { Answer } from "./call.js";

interface Condition {
  status: number;
  type: string;
  /** The code of the error body, where it is not the key. */
  code?: string;
  /** The status and type of the messages interface, where they differ. */
  messages?: { status?: number; type: string };
}

/**
 * The reasons that the service refuses a request, and each one's form on the wire. The keys are the codes of the error
 * body.
 */
const conditions = {
  invalid_http: { status: 400, type: "invalid_request_error" },
  invalid_json: { status: 400, type: "invalid_request_error" },
  missing_parameter: { status: 400, type: "invalid_request_error" },
  invalid_parameter: { status: 400, type: "invalid_request_error" },
  model_not_found: { status: 400, type: "invalid_request_error", messages: { status: 404, type: "not_found_error" } },
  model_not_supported: {
    status: 400,
    type: "invalid_request_error",
    messages: { status: 404, type: "not_found_error" },
  },
  invalid_api_key: { status: 401, type: "invalid_request_error", messages: { type: "authentication_error" } },
  insufficient_points: { status: 402, type: "insufficient_quota", messages: { type: "billing_error" } },
  permission_denied: { status: 403, type: "permission_error" },
  not_found: { status: 404, type: "invalid_request_error", messages: { type: "not_found_error" } },
  method_not_allowed: { status: 405, type: "invalid_request_error" },
  conflict: { status: 409, type: "invalid_request_error" },
  request_too_large: { status: 413, type: "invalid_request_error", messages: { type: "request_too_large" } },
  unsupported_media_type: { status: 415, type: "invalid_request_error" },
  recording_not_found: { status: 400, type: "invalid_request_error" },
  reply_not_found: { status: 400, type: "invalid_request_error" },
  rate_limit_exceeded: { status: 429, type: "rate_limit_error" },
  internal_error: { status: 500, type: "api_error" },
  store_unavailable: { status: 503, type: "api_error", code: "internal_error" },
} satisfies Record<string, Condition>;

/** The code of an error body. */
export type RefusalCode = keyof typeof conditions;

/** The two forms of an error body: the messages interface has its upstream provider's. */
export type ErrorForm = "messages" | "plain";

/** Thrown by any step of the pipeline to end it with an error body. The message is for the caller. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly headers: Record<string, string>;

  constructor(code: RefusalCode, message: string, headers: Record<string, string> = {}) {
    // Nobody reads where it was made, and collecting that costs more than the rest of a refused request's way.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.headers = headers;
  }

  override get name(): string {
    return "Refusal";
  }
}

/** The form in which errors of a path are written; it depends on the path alone, so that unknown paths have one too. */
export function errorFormOf(path: string): ErrorForm {
  return /^\/v1\/messages(\/|$)/.test(path) ? "messages" : "plain";
}

/** A refusal in the form of its interface. */
export function refusalAnswer(refusal: Refusal, form: ErrorForm): Answer {
  const { status, messages }: Condition = conditions[refusal.code];
  return {
    status: (form === "messages" ? messages?.status : undefined) ?? status,
    headers: { ...refusal.headers, "content-type": "application/json" },
    body: JSON.stringify(refusalBody(refusal, form)),
  };
}

/** The error body of a refusal. */
export function refusalBody(
  { code, message }: Refusal,
  form: ErrorForm,
): { type?: "error"; error: Record<string, string> } {
  const { type, messages, code: written = code }: Condition = conditions[code];
  return form === "messages"
    ? { type: "error", error: { type: messages?.type ?? type, message } }
    : { error: { message, type, code: written } };
}
