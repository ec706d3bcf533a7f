import { ModelAccessError } from "../errors/model-access-error.js";
import type { Call } from "./call.js";
import { endingResponse } from "./ending-response.js";

/** A result together with the answer that it came in. */
export interface WithResponse<Result> {
  /** The result. */
  data: Result;
  /** Its headers and status; its body was read for `data`. */
  response: Response;
  /** The `x-request-id` of the answer. */
  requestId: string | undefined;
}

/** The promise of a call that has been made: await it for the result, or ask it for the answer. */
export interface PendingCall<Result> extends Promise<Result> {
  /** The result, and the answer with its headers. */
  withResponse(): Promise<WithResponse<Result>>;
  /**
   * The answer as it came, its body unread and yours: from here on no deadline watches it, and signals still end it. Where
   * the result was awaited first, its body was read for that. Refusals are thrown all the same.
   */
  asResponse(): Promise<Response>;
}

/** Makes the promise of a call. The result is read as soon as the answer is there, unless the answer itself was asked for. */
export function pendingCall<Result>(
  opening: Promise<Call>,
  read: (call: Call) => Result | Promise<Result>,
): PendingCall<Result> {
  let foreign: Promise<Response> | undefined;
  let hasBegun = false;
  const result = opening.then((call) => {
    if (foreign) throw new ModelAccessError("asResponse() took the answer; await the call before");
    hasBegun = true;
    return read(call);
  });

  return Object.assign(result, {
    async withResponse() {
      const data = await result;
      const { response, requestId } = await opening;
      return { data, response, requestId };
    },
    async asResponse() {
      if (hasBegun) return (await opening).response;
      foreign ??= opening.then((call) => endingResponse(call));
      // Whoever asks for the answer gets its failure from here.
      result.catch(() => {});
      return foreign;
    },
  });
}
