const message = "The model stopped answering.";
const error = { message, type: "api_error", code: "internal_error" };

/** The payload of an error in the middle of a stream, by the dialect of the stream. */
export function errorPayload(dialect: string, sent: string[]): unknown {
  if (dialect === "messages") return { type: "error", error: { type: error.type, message } };
  if (dialect === "native") return { allow_retry: true, text: message };
  if (dialect === "responses") {
    return { type: "error", sequence_number: nextNumber(sent), error: { ...error, param: null } };
  }
  return { error };
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
