import type { Model } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { judgeKnown } from "../../checks/known-model.js";
import { bodyOf, judgeStatus, onJson } from "../../checks/reply.js";
import { type DialectName, dialects } from "../../dialects.js";
import type { Exchange, ExchangePlan, Facts } from "../../exchange.js";
import { chooseStranger, chooseUnasked, chooseUserBot, recordNamed } from "../../reading/choose-model.js";
import { sentIn } from "../../reading/said.js";
import { told } from "../../reading/told.js";
import { fewTokens, question } from "../../requests/questions.js";
import { pass } from "../../rule.js";
import { type Judged, story } from "../../story.js";
import { notOffered } from "../../wire/wire.js";
import { models, modelsAgain } from "../account/readings.js";
import { givenBots } from "../chat/refusals.js";
import { unknownPreviousCall } from "../responses/refusals.js";
import { listCall, modelsIn } from "./list.js";

const { call, rule, ...inUse } = story("models", { requirements: ["R4.2"], provenance: "inferred" });

/** Shows whether messages are there where no model is known to be reached by them, so that nothing else of theirs is called. */
const forMessages = call("for-messages", {
  operationId: "createMessage",
  says: "a message without members, where the model list has no model for messages",
  isValid: false,
  mayBeAbsent: true,
  write: (facts) =>
    facts.modelFor("messages") === undefined
      ? { json: {}, headers: dialects.messages.headers ?? {} }
      : { because: "there is a model for messages", isNeedless: true },
});

// The interface of messages is nothing without a model, and a client finds its models in the list.
rule(
  "list/for-messages",
  "where there are messages, the model list has a model that they reach",
  {
    requirements: ["R4.2", "R1.4"],
    level: "should",
    reads: [forMessages, listCall],
    after: "models/list/usable",
  },
  (probe, list) => {
    const status = probe.reply?.status ?? 0;
    const listed = modelsIn(list);
    const isThere = status >= 400 && status < 500 && !notOffered.includes(status);
    const areTold = listed.every(
      ({ supported_endpoints, owned_by }) => supported_endpoints !== undefined || owned_by !== undefined,
    );
    const message = `Messages are there (status ${status} to an empty one), and none of the ${listed.length} models of the list is one for them.`;
    return isThere && areTold && { message, expected: "a model for messages", pointer: "/data", exchange: list };
  },
);

/** Three readings of the list, of which two belong to what the account is asked about: they are judged when that was. */
const ofReadings = { priority: 5 } as const;

rule(
  "list/same",
  "every reading of the model list has the same models, with the same times and prices",
  {
    ...ofReadings,
    requirements: ["R4.2", "R2.7"],
    provenance: "observed",
    reads: [models, listCall, modelsAgain],
    after: ["models/list/ids-unique", "models/list/encoded"],
  },
  (second, first, third) => judgeSame([first, second, third]),
);

// Clients that name no media type want one all the same.
rule(
  "list/any-accept",
  "the model list is answered with status 200 to a request that accepts any media type",
  {
    ...ofReadings,
    requirements: ["R4.2", "R7.1"],
    provenance: "upstream",
    reads: [modelsAgain, listCall],
    after: "models/list/status",
  },
  (again) => judgeStatus(again, 200),
);

// All calls but this one ask for bodies as they are, and every client takes encoded ones.
rule(
  "list/encoded",
  "the model list can be read by a client that takes compressed bodies",
  {
    ...ofReadings,
    provenance: "upstream",
    client: "openai",
    reads: [modelsAgain, listCall],
    after: ["models/list/usable", "models/list/any-accept"],
  },
  (again) => onJson(again, () => pass),
);

/** Another model of the list is asked for what it has to refuse. */
const knownChat = known("chat", "chat", "another model of chat completions that responses don't reach", (facts) => {
  const model = chooseUnasked(facts, "chat");
  return facts.replyTo(unknownPreviousCall.id) !== undefined && model === chooseUnasked(facts, "responses")
    ? undefined
    : model;
});

const knownMessages = known(
  "messages",
  "messages",
  "a model of messages whose owner has no other there",
  chooseStranger,
);

// Bots may leave choices of tools alone, and answer.
const knownBot = known("bot", "chat", "a bot that a user made", ({ modelList }) => chooseUserBot(modelList), {
  temperature: 3,
});

rule(
  "list/known",
  "the models of the list are known where the list says that they are reached, and bots of users by chat completions",
  {
    requirements: ["R4.2", "R2.5", "R1.3"],
    provenance: "observed",
    reads: [listCall, knownChat, knownMessages, knownBot],
    takesMissing: true,
    after: "usable",
  },
  (_list, ...asked) =>
    asked
      .map((each) => each && judgeKnown(each))
      .find((verdict) => verdict !== undefined && verdict.outcome !== "pass"),
);

// It may be one of the key's own account, so that this is no must.
rule(
  "list/no-private-bot",
  "the model list has no private bot",
  { requirements: ["R1.10", "R4.2"], level: "should", reads: [listCall, givenBots.privateBot], after: "usable" },
  (list, asked) => {
    const { model: name } = told<Record<"model", unknown>>(sentIn(asked));
    const message = `The model list has the private bot ${JSON.stringify(name)}.`;
    const isListed = recordNamed(bodyOf(list.reply), name) !== undefined;
    return isListed && { message, actual: name, pointer: "/data" };
  },
);

export const inUseTopic: Topic = inUse;

/**
 * A choice of a tool that no request offers: no model can be made to call it, so that a known one is refused for it, before
 * anything is billed. It is asked after the valid calls, and before the keys' own checks.
 */
function known(
  name: string,
  dialect: DialectName,
  what: string,
  choose: (facts: Facts) => string | undefined,
  more: object = {},
): ExchangePlan {
  const { operationId, headers, prompt, maxTokens } = dialects[dialect];
  const tool = { name: "no_such_tool" };
  return call(`known-${name}`, {
    operationId,
    says: `a request of ${what} with the choice of a tool that it doesn't offer`,
    isValid: false,
    priority: 5.5,
    write: (facts) => {
      const model = choose(facts);
      if (model === undefined) return { because: `the model list doesn't have ${what}`, isNeedless: true };
      const toolChoice = dialect === "messages" ? { type: "tool", ...tool } : { type: "function", function: tool };
      const json = {
        model,
        [prompt]: [{ role: "user", content: question }],
        [maxTokens]: fewTokens,
        tool_choice: toolChoice,
      };
      return { ...(headers && { headers }), json: { ...json, ...more } };
    },
  });
}

/** A list may change while a run is on; one that takes a change back within seconds is another matter. */
function judgeSame(exchanges: Exchange[]): Judged {
  if (exchanges.some(({ reply }) => reply?.status !== 200)) return undefined;
  const [first = [], second = [], third = []] = exchanges.map((each) => modelsIn(each).map(({ id }) => String(id)));
  const actual = `${[first, second, third].map((ids) => ids.length).join(", ")} models`;
  const fault = { expected: "the same models", actual, pointer: "/data" };
  const flicker =
    first.find((id) => !second.includes(id) && third.includes(id)) ??
    second.find((id) => !first.includes(id) && !third.includes(id));
  if (flicker !== undefined) {
    const message = `Of three readings of the model list, one differs from both others by ${JSON.stringify(flicker)}.`;
    return { ...fault, message };
  }
  const gone = first.find((id) => !third.includes(id)) ?? third.find((id) => !first.includes(id));
  if (gone === undefined) return judgeMembers(exchanges);
  const message = `The model list changed within seconds: ${JSON.stringify(gone)} is not in every reading of it.`;
  // A model may be added or taken away while a run is on.
  return { ...fault, message, provenance: "inferred" };
}

/** A value that differs in each of three readings, within seconds, is made up when it is read. */
function judgeMembers(exchanges: Exchange[]): Judged {
  const readings = exchanges.map((each) => new Map(modelsIn(each).map((model) => [model.id, model])));
  for (const member of ["created", "pricing"] satisfies (keyof Model)[]) {
    for (const id of readings[0]?.keys() ?? []) {
      const values = readings.map((listed) => JSON.stringify(listed.get(id)?.[member]));
      if (new Set(values).size < values.length) continue;
      const message = `Three readings of the model list say each another /${member} of ${JSON.stringify(id)}.`;
      const actual = values.join(", ");
      return { message, expected: "the same", actual, pointer: "/data", provenance: "inferred" };
    }
  }
  return undefined;
}
