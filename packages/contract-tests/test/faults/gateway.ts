import { type Answer, type Fault, inAnswer, type Memory, named } from "./fault.ts";

/** Faults of a gateway that refuses some requests on its own, and passes them when they are repeated. */
export const gatewayFaults: Fault[] = [
  inAnswer(
    named("gateway/429-page", "stands behind a gateway that answers 429 with a page now and then", [
      "service/unasked-json",
      "service/unasked-retry-after",
    ]),
    (answer, _asked, memory) => nowAndThen(memory, () => refuse(answer, 429)),
  ),
  inAnswer(
    named(
      "gateway/503-page",
      "stands behind a gateway that answers 503 with a page now and then",
      "service/unasked-json",
    ),
    (answer, _asked, memory) => nowAndThen(memory, () => refuse(answer, 503)),
  ),
  inAnswer(
    named("gateway/503-often", "answers every sixth request with 503", "service/unasked-refusals"),
    (answer, _asked, memory) =>
      nowAndThen(memory, () => {
        const error = { message: "Try again later.", type: "api_error", code: "internal_error" };
        refuse(answer, 503);
        answer.headers["content-type"] = "application/json";
        answer.body = JSON.stringify({ error });
      }),
  ),
].map((fault): Fault => ({ ...fault, from: "small" }));

function nowAndThen(memory: Memory, refuseIt: () => void): void {
  memory.requests = (memory.requests ?? 0) + 1;
  if (memory.requests % 6 === 5) refuseIt();
}

function refuse(answer: Answer, status: number): void {
  delete answer.headers["retry-after"];
  answer.headers["content-type"] = "text/html";
  Object.assign(answer, { status, body: "<h1>Busy</h1>" });
}
