import type { Deviation } from "./deviation.ts";

/** The gateway's deviations with any upstream. */
const always: Deviation[] = [
  { because: "It moves a temperature that is out of range into it.", breaks: /^chat\/refused\/.*temperature-/ },
  { because: "It answers 500 for JSON that is cut off.", breaks: /\/refused\/(streamed-)?broken-json/ },
  { because: "It adds a version where there is none.", breaks: /^messages\/refused\/no-version$/ },
  {
    because: "It takes the type out of the body of upstream's errors.",
    breaks: /^messages\/refused\/.*\/schema$/,
  },
];

/** Its deviations when it forwards chat completions, each reviewed by a person. */
export const passingDeviations: Deviation[] = [
  ...always,
  {
    because: "It adds a model where there is none, which the upstream refuses.",
    breaks: /^chat\/refused\/missing-model/,
  },
  {
    because: "It fails on every stream, because it changes headers that can't be changed.",
    breaks: /^(chat|messages|responses)\/(.*stream.*|structured)\/status$/,
  },
];

/** Its deviations when it translates chat completions to messages, with mutable headers. */
export const translatingDeviations: Deviation[] = [
  ...always,
  { because: "It makes upstream's errors into chat's without a code.", breaks: /^chat\/refused\/.*\/members$/ },
  {
    because: "It keeps the 404 by which upstream refuses a model, and adds a model where there is none.",
    breaks: /^chat\/refused\/(unknown-model|streamed|missing-model)/,
  },
  { because: "It answers 500 for messages that are no array.", breaks: /^chat\/refused\/wrong-type-messages/ },
  {
    because: "It asks for messages where chat has no max_tokens, and of models that upstream has for chat only.",
    breaks: /^(chat\/(reply|stream|letters|other-model)\/status|models\/list\/known)$/,
  },
  {
    because: "It passes a single stop text on as a text, where messages take a list.",
    breaks: /^chat\/tools-result\/status$/,
  },
];
