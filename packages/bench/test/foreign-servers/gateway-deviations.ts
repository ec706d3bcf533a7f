import type { Deviation } from "./deviation.ts";

/** What the gateway does to every request, whatever the upstream is. */
const always: Deviation[] = [
  {
    because: "It moves a temperature that is out of range into it.",
    fail: [
      "chat/refused/temperature-over-2",
      "chat/refused/temperature-just-over-2",
      "chat/refused/temperature-under-0",
    ],
  },
  {
    because: "It answers 500 for JSON that is cut off.",
    fail: ["chat/refused/broken-json", "messages/refused/broken-json"],
    warn: ["responses/refused/broken-json"],
  },
  { because: "It adds a version where there is none.", fail: ["messages/refused/no-version"] },
  {
    because: "It takes the type out of the body of upstream's errors.",
    warn: [
      "messages/refused/wrong-key/schema",
      "messages/refused/unknown-model/schema",
      "messages/refused/missing-max-tokens/schema",
      "messages/refused/temperature-over-1/schema",
    ],
  },
];

/** What it does otherwise than the contract says where it passes chat completions on; each was looked at by a person. */
export const passingDeviations: Deviation[] = [
  ...always,
  {
    because: "It adds a model where there is none, which the upstream refuses.",
    fail: ["chat/refused/missing-model/error"],
  },
  {
    because: "It fails on every stream, because it changes headers that can't be changed.",
    fail: ["chat/stream/status", "messages/stream/status", "responses/stream/status"],
  },
];

/** The same where it makes messages of chat completions, and can change headers. */
export const translatingDeviations: Deviation[] = [
  ...always,
  {
    because: "It makes upstream's errors into chat's without a code.",
    fail: ["chat/refused/wrong-key/members", "chat/refused/missing-messages/members"],
  },
  {
    because: "It keeps the 404 by which upstream refuses a model, and adds a model where there is none.",
    fail: ["chat/refused/unknown-model", "chat/refused/streamed", "chat/refused/missing-model"],
  },
  { because: "It answers 500 for messages that are no array.", fail: ["chat/refused/wrong-type-messages"] },
  {
    because: "It asks for messages where chat has no max_tokens, and of models that upstream has for chat only.",
    warn: ["chat/letters/status", "chat/other-model/status"],
  },
];
