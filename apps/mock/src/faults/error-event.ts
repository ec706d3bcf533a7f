import { Refusal, refusalBody } from "../refusal.js";
import { type Frame, textOfFrame } from "./stream-script.js";

/** The event that ends a stream with an error, in the form of its dialect; without a `name` it has no event line. */
export function errorFrame(
  refusal: Refusal,
  { dialect, sent, name }: { dialect: string; sent: Frame[]; name?: string },
): Frame {
  const payload = errorPayload(refusal, { dialect, sent: sent.map(textOfFrame) });
  return [`${name === undefined ? "" : `event: ${name}\n`}data: ${JSON.stringify(payload)}\n\n`];
}

export function revocationFrame({ dialect, sent }: { dialect: string; sent: Frame[] }): Frame {
  return errorFrame(new Refusal("invalid_api_key", "The API key is revoked."), { dialect, sent, name: "error" });
}

function errorPayload(refusal: Refusal, { dialect, sent }: { dialect: string; sent: string[] }): unknown {
  if (dialect === "messages") return refusalBody(refusal, "messages");
  if (dialect === "native") return { allow_retry: refusal.code === "internal_error", text: refusal.message };
  const { error } = refusalBody(refusal, "plain");
  return dialect === "responses"
    ? { type: "error", sequence_number: nextNumber(sent), error: { ...error, param: null } }
    : { error };
}

/** The `sequence_number` after those of the events sent. */
export function nextNumber(sent: string[]): number {
  return sent.filter((event) => sequenceNumber.test(event)).length;
}

/** The event with its `sequence_number` raised by one, so that another fits in before it. */
export function renumbered(event: string): string {
  return event.replace(sequenceNumber, (_, before: string, number: string) => `${before}${Number(number) + 1}`);
}

const sequenceNumber = /("sequence_number":)(\d+)/;
