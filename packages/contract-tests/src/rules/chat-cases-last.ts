import { chatSubject } from "../exchanges/chat-cases.js";
import { lastChatCases, lastRefusedExchanges, streamedCases, streamedSubject } from "../exchanges/chat-cases-last.js";
import type { Rule } from "../rule.js";
import { type CaseRuleOptions, caseRules } from "./case-rules.js";

const options: Omit<CaseRuleOptions, "cases" | "requirements"> = {
  plans: lastRefusedExchanges,
  form: "service",
  provenance: "stated",
  canonical: {
    key: ["media-type", "type", "code"].map((name) => `chat/refused/wrong-key/${name}`),
    request: ["media-type", "type", "code"].map((name) => `chat/refused/missing-messages/${name}`),
  },
};

/** What is refused has the same form in a request for a stream, and whatever of it is wrong. */
export const lastRefusedRules: Rule[] = [
  ...caseRules(streamedSubject, { ...options, cases: streamedCases, requirements: ["R2.5", "R6.3"] }),
  ...caseRules(chatSubject, { ...options, cases: lastChatCases, requirements: ["R2.5"] }),
];
