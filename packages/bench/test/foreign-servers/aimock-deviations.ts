import type { Deviation } from "./deviation.ts";

/** What aimock does otherwise than the contract says; each was looked at by a person. */
export const aimockDeviations: Deviation[] = [
  { because: "It has no account.", fail: ["account/alive"] },
  { because: "Its models have no prices.", fail: ["models/list/pricing"] },
  { because: "The times of its models are in seconds.", note: ["models/list/created"] },
  {
    because: "It calls a wrong key an authentication_error in every interface; R7.2 says invalid_request_error.",
    fail: ["models/refused/wrong-key/type", "chat/refused/wrong-key/type", "responses/refused/wrong-key/type"],
    warn: ["videos/refused/wrong-key/type"],
    note: ["files/refused/wrong-key/type"],
  },
  {
    because: "It refuses a wrong key on messages without the type of upstream's errors.",
    warn: ["messages/refused/wrong-key/schema"],
  },
  {
    because: "Its errors have no code, or null.",
    fail: ["chat/refused/missing-messages/members"],
    warn: [
      "videos/refused/missing-prompt/members",
      "videos/refused/unknown-video/members",
      "videos/refused/unknown-content/members",
    ],
    note: ["files/refused/missing-file/members"],
  },
  {
    because: "It answers for any model, and for none.",
    fail: [
      "chat/refused/unknown-model",
      "chat/refused/missing-model",
      "chat/refused/wrong-type-model",
      "chat/refused/streamed",
      "messages/refused/unknown-model",
      "messages/refused/missing-model",
      "messages/refused/streamed",
      "responses/refused/unknown-model",
    ],
    warn: ["responses/refused/missing-model", "responses/refused/wrong-type-model", "responses/refused/streamed"],
  },
  {
    because: "It takes any temperature.",
    fail: [
      "chat/refused/temperature-over-2",
      "chat/refused/temperature-just-over-2",
      "chat/refused/temperature-under-0",
      "chat/refused/wrong-type-temperature",
      "messages/refused/temperature-over-1",
      "messages/refused/temperature-just-over-1",
      "messages/refused/temperature-under-0",
      "messages/refused/wrong-type-temperature",
    ],
    warn: ["responses/refused/temperature-over-2"],
    note: ["chat/refused/quoted-temperature"],
  },
  {
    because: "It looks for a fixture that fits messages that are no messages, and answers 404.",
    fail: [
      "chat/refused/missing-role",
      "chat/refused/missing-content",
      "chat/refused/wrong-type-content",
      "chat/refused/text-message",
      "messages/refused/missing-messages",
      "messages/refused/wrong-type-messages",
      "messages/refused/role",
      "messages/refused/missing-role",
      "messages/refused/wrong-type-content",
    ],
    note: ["chat/refused/empty-messages"],
  },
  { because: "It takes messages without max_tokens.", fail: ["messages/refused/missing-max-tokens"] },
  { because: "It takes messages without a version.", fail: ["messages/refused/no-version"] },
  {
    because: "It takes other fields of a wrong type, or out of range.",
    fail: [
      "chat/refused/wrong-type-max-tokens",
      "chat/refused/wrong-type-stream",
      "messages/refused/wrong-type-max-tokens",
      "messages/refused/wrong-type-top-p",
      "messages/refused/wrong-type-top-k",
      "messages/refused/wrong-type-stop-sequences",
      "messages/refused/wrong-type-tools",
      "messages/refused/wrong-type-metadata",
      "messages/refused/wrong-type-system",
      "messages/refused/wrong-type-stream",
    ],
    note: ["chat/refused/fraction-max-tokens", "chat/refused/negative-max-tokens"],
  },
  {
    because: "It answers 500 for an input that is none.",
    warn: ["responses/refused/missing-input", "responses/refused/wrong-type-input"],
  },
  {
    because: "It gives its fixture's text whatever max_tokens and stop say.",
    warn: ["chat/limited/max-tokens", "chat/stream-usage/usage", "chat/stop/stop", "messages/stream/cut-off"],
  },
  { because: "It counts no tokens on messages.", warn: ["messages/reply/usage-counted"] },
  {
    because: "It leaves fields out that every response has to have.",
    warn: ["responses/reply/schema", "responses/stream/schema"],
  },
];
