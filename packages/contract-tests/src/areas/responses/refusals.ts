import { valueAt } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { givenBotCalls, givenBotRules } from "../../checks/given-bots.js";
import { judgeKnown } from "../../checks/known-model.js";
import { refusedRequests } from "../../checks/refused-requests.js";
import { bodyOf, judgeStatus } from "../../checks/reply.js";
import type { ExchangePlan } from "../../exchange.js";
import { chooseReasoner, chooseUnasked, recordNamed } from "../../reading/choose-model.js";
import { sentIn } from "../../reading/said.js";
import {
  brokenBodies,
  late,
  missing,
  type RefusedCase,
  refusedCall,
  streamedOddModel,
  wrongKeys,
} from "../../requests/invalid-request.js";
import { responsesSubject } from "../../requests/subjects.js";
import { skip, story } from "../../story.js";
import { listCall } from "../models/list.js";
import { provenance, replyCall } from "./reply.js";

/** The specification says so of every interface, though it does not show the shape of this one. */
const stated = (each: RefusedCase): RefusedCase => ({ ...each, provenance: "stated" });

const responsesCases: RefusedCase[] = [
  missing("model"),
  ...late([stated(streamedOddModel), ...brokenBodies.slice(0, 1)]),
  ...wrongKeys.filter(({ name }) => name === "no-key").map(stated),
];

/** After the keys' own checks. */
const priority = 7;

const unknownEffortCall = refusedCall(responsesSubject, {
  priority,
  name: "unknown-effort",
  says: "with a reasoning effort that no model has",
  write: (facts) => {
    const model = chooseReasoner(facts.modelList);
    if (model === undefined)
      return { because: "the model list has no model with a reasoning effort", needs: "a model that reasons" };
    return { json: { ...responsesSubject.ask(facts), model, reasoning: { effort: "contract-tests" } } };
  },
});

/** Another model than that of the other calls, so that the list is right about it, too. */
export const unknownPreviousCall: ExchangePlan = refusedCall(responsesSubject, {
  name: "unknown-previous",
  says: "that goes on from one that does not exist",
  write: (facts) => {
    const model = chooseUnasked(facts, "responses");
    const previous = { previous_response_id: "resp_000000000000000000000000000000ff" };
    return { json: { ...responsesSubject.ask(facts), ...(model !== undefined && { model }), ...previous } };
  },
});

const givenBots = givenBotCalls(responsesSubject, { priority: 85 });

const cases = refusedRequests(responsesSubject, {
  provenance,
  requirements: ["R1.5"],
  field: "input",
  key: {
    key: "other-case",
    says: "with the key in the other letter case, and the body of an answered one",
    sameAs: replyCall,
  },
  // The specification shows no temperature here.
  temperature: ["temperature-over-2", 3, 9],
  cases: responsesCases,
  order: { afterOthers: ["wrong-type-input"] },
  rowOf: () => "R4.9",
  formNames: ["media-type", "code"],
});

const told = story("responses", { requirements: ["R1.5", "R7.1"], provenance });
const { add, tell, rule } = told;

export const refusalsTopic: Topic = told;

add(...cases.calls, unknownEffortCall, unknownPreviousCall, ...Object.values(givenBots));

tell(...cases.rules);

for (const plan of [unknownEffortCall, unknownPreviousCall])
  rule(plan.id, `${plan.says} is refused with status 400 or 404`, {}, (exchange) => {
    const { status } = exchange.reply ?? {};
    return status === 403
      ? skip("The key may not call this model.")
      : judgeStatus(exchange, status === 404 ? 404 : 400);
  });

rule(
  `${unknownPreviousCall.id}/known`,
  "a model of the list is known to responses, where the list says that they reach it",
  { requirements: ["R4.2", "R1.5"], reads: [unknownPreviousCall, listCall], after: "models/list/usable" },
  (asked, list) => recordNamed(bodyOf(list.reply), valueAt(sentIn(asked), "/model")) !== undefined && judgeKnown(asked),
);

// The specification says so of chat completions.
tell(...givenBotRules(givenBots, { status: 400, provenance: "inferred", level: "should", requirements: ["R1.5"] }));
