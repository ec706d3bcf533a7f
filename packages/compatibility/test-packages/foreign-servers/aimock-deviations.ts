import type { Deviation } from "./deviation.ts";

/** The deviations of aimock from the contract, each reviewed by a person. */
export const aimockDeviations: Deviation[] = [
  { because: "It has no account.", breaks: /^account\/alive$/ },
  { because: "Its models have no prices.", breaks: /^models\/list\/pricing/ },
  {
    because: "It calls a wrong key an authentication_error in every interface; R7.2 says invalid_request_error.",
    breaks: /(wrong-key|no-key).*\/(type|error|schema)$/,
  },
  { because: "Its errors have no code, or null.", breaks: /\/refused\/.*\/members$/ },
  {
    because:
      "It answers for any model, takes any value, and looks for a fixture that fits messages that are no messages.",
    breaks: /^(chat|messages|responses)\/refused\/(?!wrong-key|no-key)/,
  },
  {
    because: "It gives its fixture's text whatever limits, stop texts and tools say.",
    breaks:
      /^(chat\/(limited|one-token|stop|stream-usage|stop-stream|again)|messages\/(stream|short|stop|limited)|responses\/(cut-off|limited)|\w+\/tools[\w-]*)\//,
  },
  { because: "It counts no tokens on messages.", breaks: /^messages\/.*counted$/ },
  {
    because: "It leaves fields out that every response has to have.",
    breaks: /^responses\/.*\/schema$/,
  },
  { because: "It makes videos, and can't extend them (R1.6).", breaks: /^videos\/refused\/missing-video$/ },
  { because: "It asks for a purpose of a file.", breaks: /^files\/upload\/status$/ },
];
