import { valueAt } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { givenBotCalls, givenBotRules } from "../../checks/given-bots.js";
import { refusedRequests } from "../../checks/refused-requests.js";
import { judgeStatus } from "../../checks/reply.js";
import { recordsOf } from "../../reading/choose-model.js";
import { listAt } from "../../reading/joined-text.js";
import {
  afterKeys,
  afterOthers,
  inMessages,
  jsonWithTail,
  late,
  type RefusedCase,
  refusedCall,
  streamedOddModel,
  wrongKey,
  wrongKeys,
  wrongType,
} from "../../requests/invalid-request.js";
import { messagesSubject } from "../../requests/subjects.js";
import { story } from "../../story.js";
import { datedNameOf, judgeNamed } from "./model-names.js";
import { askMessage, replyCall, streamCall } from "./reply.js";

const messagesCases: RefusedCase[] = [
  {
    ...wrongKey,
    name: "own-header-wrong-key",
    says: "with the last character of the key changed, in x-api-key, and the body of an answered one",
    sameAs: streamCall,
    key: "nearly-right",
    keyPlace: "own-header",
    requirement: "R5.2",
  },
  inMessages("role", "with the role system among its messages", "wrongType", { role: "system", content: "Hello" }),
  ...afterKeys([jsonWithTail]),
  ...afterOthers([wrongType("max_tokens", 1.5, { name: "fraction-max-tokens", isLenient: true })]),
  {
    name: "no-version",
    says: "without the version header",
    reason: "missingField",
    withoutHeaders: true,
    requirement: "R9.2",
  },
  {
    ...streamedOddModel,
    says: "about SQL, scripts and shells that asks a model of another provider, or one that does not exist, for a stream",
    model: ({ modelList }) => foreignModel(modelList),
  },
  ...wrongKeys.filter(({ name }) => name === "no-key"),
  ...late([
    ...wrongKeys.filter(({ name }) => name === "empty-key"),
    inMessages("wrong-type-block", "with a block that is a number", "wrongType", { role: "user", content: [1] }),
  ]),
];

/** Members that R2.9 has; the others are the options of R2.10. */
const shownMembers = ["model", "max_tokens", "messages", "system"];

const foreignModelCall = refusedCall(messagesSubject, {
  name: "foreign-model",
  says: "of a bot or of another provider's model",
  write: ({ given, modelList }) => {
    const model = given.foreignModel ?? foreignModel(modelList, true) ?? foreignModel(modelList);
    return model === undefined
      ? { because: "no model of another provider is known", needs: "--foreign-model NAME" }
      : { json: askMessage(model) };
  },
});

const datedCall = refusedCall(messagesSubject, {
  priority: 5,
  name: "dated-without-max-tokens",
  says: "without max_tokens of a model by its dated name, for a stream",
  write: (facts) => {
    const model = datedNameOf(String(facts.modelFor("messages")));
    const { max_tokens: _, ...rest } = messagesSubject.ask(facts);
    return model === undefined
      ? { because: "no dated name of the model is known", isNeedless: true }
      : { json: { ...rest, model, stream: true } };
  },
});

const requests = refusedRequests(messagesSubject, {
  provenance: "stated",
  requirements: ["R2.9", "R2.10"],
  field: "max_tokens",
  key: {
    key: "longer",
    says: "with a key that is one character too long, and the body of an answered one",
    sameAs: replyCall,
  },
  temperature: ["temperature-over-1", 1.01],
  cases: messagesCases,
  order: {
    first: ["missing-model", "missing-messages"],
    afterKeys: ["temperature-under-0", "wrong-type-tools", "wrong-type-tool-choice", "wrong-type-metadata"],
    afterOthers: ["wrong-type-max-tokens", "wrong-type-top-k", "wrong-type-stop-sequences"],
  },
  rowOf: (member) => (shownMembers.includes(member) ? undefined : "R2.10"),
  formNames: ["media-type", "schema"],
});

const givenBots = givenBotCalls(messagesSubject, { priority: 85 });

const told = story("messages", { requirements: ["R9.3", "R2.11"], provenance: "stated" });
const { add, tell, rule } = told;

export const refusalsTopic: Topic = told;

add(foreignModelCall, datedCall, ...requests.calls, ...Object.values(givenBots));

tell(
  ...requests.rules,
  ...givenBotRules(givenBots, { status: 404, provenance: "stated", requirements: ["R1.4", "R1.14"] }),
);

rule(
  datedCall.id,
  "a message for a stream of a model by its dated name that lacks max_tokens is refused for that, before it begins",
  { requirements: ["R2.9", "R9.3", "R2.11", "R6.3"], after: "messages/refused/missing-max-tokens" },
  judgeNamed(400),
);

rule(
  foreignModelCall.id,
  "a bot, or a model of another provider, is refused with status 404",
  { requirements: ["R1.14", "R1.4", "R4.7"] },
  (exchange) => judgeStatus(exchange, 404),
);

/** A listed model whose list of endpoints leaves the messages interface out, or a bot of its users, which has none. */
function foreignModel(list: unknown, isBot = false): string | undefined {
  const records = recordsOf(list);
  const endpointsOf = (record: unknown) => listAt(record, "/supported_endpoints");
  const foreign = records.find((record) => {
    const endpoints = endpointsOf(record);
    // Where the list says of no model how it is reached, a bot can't be told from one.
    if (isBot) return endpoints.length === 0 && records.some((each) => endpointsOf(each).includes("/v1/messages"));
    return endpoints.length > 0 && !endpoints.includes("/v1/messages");
  });
  const id = valueAt(foreign, "/id");
  return typeof id === "string" ? id : undefined;
}
