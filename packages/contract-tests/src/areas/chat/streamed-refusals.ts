import { type CaseRuleOptions, caseRules } from "../../checks/invalid-request-rules.js";
import type { ExchangePlan } from "../../exchange.js";
import { chatSubject } from "../../requests/chat-request.js";
import {
  type CaseSubject,
  inMessage,
  missing,
  outOfRange,
  type RefusedCase,
  refusedCaseExchanges,
  without,
  wrongType,
} from "../../requests/invalid-request.js";
import type { Rule } from "../../rule.js";
import { canonical } from "./refusals.js";

/** A request for a stream has to be refused before that begins (R6.3): what is not looked at there is not looked at at all, or there only. */
const streamedSubject: CaseSubject = {
  ...chatSubject,
  what: "a streamed chat completion",
  ask: (facts) => ({ ...chatSubject.ask(facts), stream: true }),
};

const streamedCases: RefusedCase[] = [
  missing("messages"),
  outOfRange("temperature-over-2", "temperature", 2.5),
  {
    name: "wrong-key",
    says: "with a key that lacks its last character",
    kind: "key" as const,
    key: "shorter" as const,
  },
  { name: "no-key", says: "without a key", kind: "key" as const, key: "none" as const, isNameStated: false as const },
  inMessage("missing-content", "with a user's message without content", "missing", (message) =>
    without(message, "content"),
  ),
  missing("model"),
  wrongType("messages", [], { name: "empty-messages", kind: "lenient-type" }),
  wrongType("max_tokens", 0, { name: "zero-max-tokens", kind: "lenient-type" }),
  wrongType("model", "", { name: "empty-model" }),
  wrongType("messages", "Hello"),
  inMessage("null-content", "with a user's message whose content is null", "type", (message) => ({
    ...message,
    content: null,
  })),
  wrongType("model", null, { name: "null-model" }),
  inMessage("wrong-type-role", "with a message whose role is a number", "type", (message) => ({ ...message, role: 7 })),
  inMessage("wrong-type-object-content", "with a message whose content is an object", "type", (message) => ({
    ...message,
    content: { text: "Hello" },
  })),
  wrongType("max_tokens", "16", { name: "quoted-max-tokens", kind: "lenient-type" }),
  inMessage("null-message", "with null where a message belongs", "type", () => null),
  wrongType("messages", { role: "user", content: "Hello" }, { name: "wrong-type-object-messages" }),
].map((each) => ({ ...each, name: `streamed-${each.name}` }));

/** Cases that are less often wrong than those that a run tries in any case. */
const lastChatCases: RefusedCase[] = [
  outOfRange("temperature-negative", "temperature", -1),
  wrongType("stream", 1, { name: "wrong-type-number-stream", kind: "lenient-type" }),
  {
    name: "missing-content-later",
    says: "whose second message has no content",
    kind: "missing",
    isNameStated: false,
    change: (body) => ({ ...body, messages: [{ role: "user", content: "Hello" }, { role: "user" }] }),
  },
  wrongType("stream", "true", { name: "quoted-stream", kind: "lenient-type" }),
];

const isOfKey = ({ kind }: RefusedCase) => kind === "key";

/**
 * Refused chat completions that are made when all else is judged, and wrong keys, which come after the other kinds of keys;
 * none is made smaller, which would take more calls.
 */
export const streamedRefusalCalls: ExchangePlan[] = [
  ...refusedCaseExchanges(streamedSubject, streamedCases.filter(isOfKey), { priority: 6.7, isShrunk: false }),
  ...refusedCaseExchanges(
    streamedSubject,
    streamedCases.filter((each) => !isOfKey(each)),
    { priority: 90, isShrunk: false },
  ),
  ...refusedCaseExchanges(chatSubject, lastChatCases, { priority: 90, isShrunk: false }),
];

const options: Omit<CaseRuleOptions, "cases" | "requirements"> = {
  plans: streamedRefusalCalls,
  form: "service",
  provenance: "stated",
  canonical,
};

/** Rules on refused requests for a stream, and on the last cases. */
export const streamedRefusalRules: Rule[] = [
  ...caseRules(streamedSubject, { ...options, cases: streamedCases, requirements: ["R2.5", "R6.3"] }),
  ...caseRules(chatSubject, { ...options, cases: lastChatCases, requirements: ["R2.5"] }),
];
