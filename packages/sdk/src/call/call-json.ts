import type { Client } from "../client.js";
import { connectionFailure } from "../errors/connection-failure.js";
import { bodyFormatError, responseFormatError } from "../errors/response-format-error.js";
import type { CallOptions } from "../options/call-options.js";
import { type Fields, parseFields } from "../stream/json-fields.js";
import { Call, type CallInit } from "./call.js";
import { usageOf } from "./call-end.js";
import { tooLarge } from "./ending-response.js";
import { type PendingCall, pendingCall } from "./pending-call.js";
import { readBody } from "./response-body.js";

interface JSONCallArguments<Result> extends JSONReply<Result> {
  client: Client;
  options: CallOptions | undefined;
  /** The model that is asked. */
  model?: unknown;
  /** Makes the request by a method of openapi-fetch. */
  request(init: CallInit): Promise<{ response: Response }>;
}

interface JSONReply<Result> {
  /** The member that every answer of this kind has. */
  member: string;
  /** Checks this member, and the others of the answer; without it, the member must be a list. */
  isMember?: ((value: unknown, answer: Fields) => boolean) | undefined;
  /** Makes the result of the parsed answer; by default the answer is the result. */
  finish?: ((reply: object) => Result) | undefined;
}

/** Makes one call whose answer is a JSON object. */
export function callJSON<Result>({
  client,
  options = {},
  model,
  request,
  ...reply
}: JSONCallArguments<Result>): PendingCall<Result> {
  const call = new Call({ client, options, accept: "application/json", model });
  return pendingCall(call.open(request), (opened) => readJSON(opened, reply));
}

/** Reads the answer of a call. The text is parsed here, so that a broken one gets its type. Ends the call. */
export async function readJSON<Result>(call: Call, reply: JSONReply<Result>): Promise<Result> {
  try {
    const fields = await readFields(call, reply);
    call.end({ usage: () => usageOf(fields) });
    // The contract says what a success of this operation is, and its mark was found.
    return reply.finish === undefined ? (fields as Result) : reply.finish(fields);
  } catch (error) {
    call.fail(error);
    throw error;
  }
}

async function readFields(call: Call, { member, isMember = Array.isArray }: JSONReply<unknown>): Promise<Fields> {
  const { maxResponseBytes: maxBytes } = call.client;
  const { text, end, cause } = await readBody(call, { maxBytes });
  if (end === "failed" || call.signal.aborted) {
    throw connectionFailure(call, { what: "lost its connection while the answer came", cause });
  }
  if (end === "tooLarge") {
    throw responseFormatError(call, { what: tooLarge(maxBytes) });
  }
  if (text === "") throw responseFormatError(call, { what: "with an empty body" });
  const value = parseFields(text);
  if (typeof value === "string") throw responseFormatError(call, { what: `with ${value}`, text });
  if (isMember(value[member], value)) return value;
  throw bodyFormatError(call, { what: `with JSON that has no ${member}`, text, partial: value });
}
