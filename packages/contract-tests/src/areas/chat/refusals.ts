import type { Topic } from "../../area.js";
import { givenBotCalls, givenBotRules } from "../../checks/given-bots.js";
import { refusalRules } from "../../checks/refusal-rules.js";
import { caseRules, refusedRequests } from "../../checks/refused-requests.js";
import { derivedCases } from "../../requests/derive-cases.js";
import {
  afterOthers,
  brokenBodies,
  type CaseSubject,
  inMessages,
  jsonWithTail,
  late,
  missing,
  outOfRange,
  type RefusedCase,
  refusedCaseExchanges,
  streamedOddModel,
  wrongKeys,
  wrongType,
} from "../../requests/invalid-request.js";
import { chatSubject } from "../../requests/subjects.js";
import { replyCall, streamCall } from "./reply.js";

const hello = { role: "user", content: "Hello" };

const lenient = (name: string) => ({ name, isLenient: true }) as const;

const emptyMessages = wrongType("messages", [], lenient("empty-messages"));

/** Only fields that the specification shows: what becomes of the others is a deployment's own affair. */
const chatCases: RefusedCase[] = [
  ...afterOthers([
    wrongType("messages", null, { name: "null-messages" }),
    { name: "null-body", says: "whose body is null", reason: "broken", text: "null" },
  ]),
  emptyMessages,
  {
    ...outOfRange("temperature-under-0", "temperature", -0.01),
    says: "with temperature -0.01 that asks for a stream",
    change: (body) => ({ ...body, temperature: -0.01, stream: true }),
  },
  streamedOddModel,
  jsonWithTail,
  ...wrongKeys
    .filter(({ name }) => name !== "wrong-scheme")
    .map((each) => (each.name === "no-key" ? { ...each, sameAs: streamCall } : each)),
  ...afterOthers([
    ...wrongKeys.filter(({ name }) => name === "wrong-scheme"),
    wrongType("max_tokens", 1.5, lenient("fraction-max-tokens")),
  ]),
  ...late([
    { name: "empty-body", says: "without a body", reason: "broken", text: "" },
    wrongType("temperature", "0.5", lenient("quoted-temperature")),
    ...brokenBodies.filter(({ name }) => name === "array-body"),
    wrongType("max_tokens", -1, lenient("negative-max-tokens")),
  ]),
];

/** Wrong keys of requests for a stream, which come after the other kinds of keys. */
const streamedKeyCases: RefusedCase[] = [
  { name: "wrong-key", says: "with a key that lacks its last character", reason: "wrongKey", key: "shorter" },
  { name: "no-key", says: "without a key", reason: "noKey", key: "none" },
];

/** The one that the specification has for an example. */
const streamedRangeCases = [outOfRange("temperature-over-2", "temperature", 2.5)];

const streamedCases: RefusedCase[] = [
  missing("messages"),
  ...derivedCases(chatSubject).filter(({ name }) => name === "missing-content"),
  missing("model"),
  emptyMessages,
  wrongType("max_tokens", 0, lenient("zero-max-tokens")),
  wrongType("model", "", { name: "empty-model" }),
  wrongType("messages", "Hello"),
  inMessages("null-content", "with a user's message whose content is null", "wrongType", { ...hello, content: null }),
  wrongType("model", null, { name: "null-model" }),
  inMessages("wrong-type-role", "with a message whose role is a number", "wrongType", { ...hello, role: 7 }),
  inMessages("wrong-type-object-content", "with a message whose content is an object", "wrongType", {
    ...hello,
    content: { text: "Hello" },
  }),
  wrongType("max_tokens", "16", lenient("quoted-max-tokens")),
  inMessages("null-message", "with null where a message belongs", "wrongType", null),
  wrongType("messages", hello, { name: "wrong-type-object-messages" }),
];

/** Cases that are less often wrong than those that a run tries in any case. */
const lastCases: RefusedCase[] = [
  outOfRange("temperature-negative", "temperature", -1),
  wrongType("stream", 1, lenient("wrong-type-number-stream")),
  inMessages("missing-content-later", "whose second message has no content", "missingField", hello, { role: "user" }),
  wrongType("stream", "true", lenient("quoted-stream")),
];

/** A request for a stream has to be refused before that begins (R6.3): what is not looked at there is not looked at at all, or there only. */
const streamedSubject: CaseSubject = {
  ...chatSubject,
  what: "a streamed chat completion",
  ask: (facts) => ({ ...chatSubject.ask(facts), stream: true }),
};

const requests = refusedRequests(chatSubject, {
  provenance: "stated",
  requirements: ["R2.5"],
  field: "messages",
  key: { says: "with a key that does not exist, and the body of an answered one", sameAs: replyCall },
  // A bound that is too high, or left out at its end, lets a temperature through that is a little over.
  temperature: ["temperature-over-2", 2.01],
  cases: chatCases,
  named: { "wrong-type-message": "text-message" },
  order: {
    first: ["missing-model", "wrong-type-model"],
    afterKeys: ["wrong-type-messages", "missing-content", "wrong-type-max-tokens", "wrong-type-temperature"],
    afterOthers: ["missing-role", "wrong-type-content"],
  },
  formNames: ["media-type", "type", "code"],
});

/** More refused requests; none is made smaller, which would take more calls. */
function further(subject: CaseSubject, { cases, priority }: { cases: RefusedCase[]; priority: number }) {
  const isStreamed = subject === streamedSubject;
  const named = isStreamed ? cases.map((each) => ({ ...each, name: `streamed-${each.name}` })) : cases;
  const plans = refusedCaseExchanges(subject, named, { priority, isShrunk: false });
  const requirements = isStreamed ? ["R2.5", "R6.3"] : ["R2.5"];
  const { canonical } = requests;
  const about = { provenance: "stated", canonical, requirements } as const;
  return { calls: plans, rules: caseRules(subject, { ...about, plans, cases: named }) };
}

const others = [
  further(streamedSubject, { cases: streamedRangeCases, priority: 6.1 }),
  further(streamedSubject, { cases: streamedKeyCases, priority: 6.7 }),
  further(streamedSubject, { cases: streamedCases, priority: 90 }),
  further(chatSubject, { cases: lastCases, priority: 90 }),
];

/** Bots that only the caller can name; the plain calls are the first. */
export const givenBots = givenBotCalls(chatSubject);

const { privateBot: streamedPrivateBot } = givenBotCalls(streamedSubject, { prefix: "streamed-", priority: 6.4 });

const { appBot: streamedAppBot } = givenBotCalls(streamedSubject, { prefix: "streamed-", priority: 85 });

const streamedGivenBots = { privateBot: streamedPrivateBot, appBot: streamedAppBot };

export const refusalsTopic: Topic = {
  exchanges: [
    ...requests.calls,
    ...Object.values(givenBots),
    ...Object.values(streamedGivenBots),
    ...others.flatMap(({ calls }) => calls),
  ],
  rules: [
    ...requests.rules,
    ...refusalRules(givenBots.privateBot, { reason: "privateBot", isStatusStated: false }),
    ...refusalRules(givenBots.appBot, { reason: "unsupportedModel", isStatusStated: false }),
    ...givenBotRules(streamedGivenBots, {
      ...{ status: 400, provenance: "stated", requirements: ["R6.3"] },
      after: ["chat/refused/private-bot", "chat/refused/app-bot"],
    }),
    ...others.flatMap(({ rules }) => rules),
  ],
};
