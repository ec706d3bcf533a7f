import type { Model, ModelPricing } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { rule as defineRule } from "../../checks/define-rule.js";
import { judgeOwnIds, judgeRecords } from "../../checks/records.js";
import { judgeStatus, onJson } from "../../checks/reply.js";
import { recordsOf } from "../../reading/choose-model.js";
import { type Answer, listOf, type Told, told, toldBy } from "../../reading/told.js";
import { type Fault, passIf } from "../../rule.js";
import { story } from "../../story.js";

/** The names that are known to be of prices; another may be of a unit, or of a note. */
const priceNames = ["prompt", "completion", "request", "image", "input_cache_read", "input_cache_write"];

/** Ten times what the dearest known model costs. */
const mostPerToken = 0.01;

/** The names by which lists say where they go on. */
const pageMembers = ["last_id", "next_page_token", "next", "next_cursor"];

const leastMs = 1e11;

const yearMs = 366 * 86_400_000;

const { call, refused, reply, rule, ...list } = story("models", {
  requirements: ["R2.7", "R8.3"],
  provenance: "observed",
});

export const listCall = call("list", { operationId: "listModels", says: "a request for the model list" });

const usable = defineRule(listCall, "usable", {
  everywhere: true,
  sentence: "the model list has at least one model with an id to call it by",
  requirements: ["R2.7", "R4.2"],
  provenance: "upstream",
  client: "openai",
  after: "status",
  judge: (exchange) =>
    onJson(exchange, (body) => {
      const isCallable = recordsOf(body).some((model) => typeof told<Model>(model).id === "string");
      const message = Array.isArray(body)
        ? "The model list is a bare array; clients read its models from 'data'."
        : "The model list has no model whose id is a text.";
      return passIf(isCallable, { message, expected: "an array of models", pointer: "/data" });
    }),
});

/** The name of the field is not stated, so that any member that speaks of a price will do. */
const pricing = defineRule(listCall, "pricing", {
  everywhere: true,
  topic: "money",
  sentence: "the model list says what models cost",
  requirements: ["R2.7", "R4.2", "R8.3"],
  provenance: "stated",
  after: usable,
  judge: (exchange) =>
    onJson(exchange, (body) => {
      const message = "No model of the list has a price in points or a currency.";
      return passIf(recordsOf(body).some(hasPrice), {
        message,
        expected: "a pricing object",
        pointer: "/data/0/pricing",
      });
    }),
});

// R4.2 states that there is a list with prices and shows no field of it.
reply(listCall, {
  requirements: ["R4.2", "R1.7", "R9.1"],
  provenance: "stated",
  stated: [usable, pricing],
});

refused(
  "refused/wrong-key",
  {
    operationId: "listModels",
    says: "a request for the model list with a key that does not exist",
    call: { key: "wrong" },
  },
  { reason: "wrongKey" },
);

const noKey = call("refused/no-key", {
  operationId: "listModels",
  says: "a request for the model list without a key",
  isValid: false,
  call: { key: "none" },
});

// A list of models is no secret.
rule(
  noKey.id,
  `${noKey.says} is refused with status 401`,
  { topic: "errors", requirements: ["R5.3", "R5.1"], provenance: "stated" },
  (exchange) => {
    if (exchange.reply?.status !== 200) return judgeStatus(exchange, 401);
    const message = "The model list is answered without a key, and the specification asks for one in every request.";
    return { message, expected: 401, actual: 200 };
  },
);

const ofModels = { after: "usable", everywhere: true } as const;

rule(
  "list/ids-unique",
  "no two models of the list have the same id",
  { ...ofModels, requirements: ["R2.7"], provenance: "upstream" },
  ({ reply }) => judgeOwnIds(reply, { what: "models", member: "id" }),
);

rule(
  "list/prices",
  "every price of the model list is a number, and none is below zero",
  { ...ofModels, topic: "money" },
  ({ reply }) => judgeRecords<Model>(reply, wrongPriceOf),
);

rule("list/per-token", "the prices of tokens in USD are those of one token", { after: "prices" }, ({ reply }) =>
  judgeRecords<Model>(reply, ({ pricing: prices }) => {
    for (const name of ["prompt", "completion"] as const) {
      const actual = Number(told<ModelPricing>(prices)[name] ?? 0);
      const message = `A token of the ${name} costs ${actual} USD, so that a short call would cost more than a dollar; it may be the price of many.`;
      if (actual > mostPerToken)
        return { message, expected: `at most ${mostPerToken}`, actual, pointer: `/pricing/${name}` };
    }
    return undefined;
  }),
);

rule(
  "list/whole",
  "a model list that announces more models says how to get them",
  { ...ofModels, requirements: ["R4.2"] },
  (exchange) =>
    onJson(exchange, (body) => {
      const page = told<Record<string, unknown>>(body);
      const message = `The model list has ${recordsOf(body).length} models and says that there are more, and no way to them.`;
      const isWhole = page.has_more !== true || pageMembers.some((name) => page[name]);
      return passIf(isWhole, { message, expected: "the whole list", actual: "has_more: true", pointer: "/has_more" });
    }),
);

// The messages interface has image input (R1.4); a deployment without it is another matter.
rule(
  "list/pictures",
  "if the model list shows what models accept, a model of messages accepts pictures",
  { after: "usable", requirements: ["R1.4", "R4.2"] },
  (exchange) => {
    const inputs = modelsIn(exchange)
      .filter(({ supported_endpoints }) => listOf(supported_endpoints).includes("/v1/messages"))
      .map(({ architecture }) => listOf(told<NonNullable<Model["architecture"]>>(architecture).input_modalities));
    if (inputs.length === 0 || inputs.some((each) => each.length === 0)) return undefined;
    const [actual, expected] = [inputs.flat(), "image"];
    const message = `None of the ${inputs.length} models of /v1/messages takes pictures by the model list.`;
    return !actual.includes(expected) && { message, expected, actual: actual.join(", "), pointer: "/data" };
  },
);

// Known deployments have milliseconds, the interface they follow has seconds; in microseconds it is far to come. No time of
// today in milliseconds is as small as one in seconds that is thousands of years ahead.
rule(
  "list/created",
  "the times of models are in milliseconds or seconds, and not in the future",
  { after: "usable", requirements: ["R2.7"], provenance: "inferred", level: "should" },
  ({ reply }) =>
    judgeRecords<Model>(reply, ({ created: actual }) => {
      if (typeof actual !== "number" || (actual < leastMs ? actual * 1000 : actual) <= Date.now() + yearMs)
        return undefined;
      const message = `The time of a model is ${actual}, and not in seconds or milliseconds since 1970.`;
      return { message, expected: "milliseconds since 1970", actual, pointer: "/created" };
    }),
);

export const listTopic: Topic = list;

export const modelsIn = (answer: Answer): Told<Model>[] =>
  listOf(toldBy<"listModels">(answer).data).map((model) => told<Model>(model));

function wrongPriceOf({ pricing: prices }: Told<Model>): Fault | undefined {
  for (const [at, named] of [
    ["/pricing", prices],
    ["/pricing/points", told<ModelPricing>(prices).points],
  ] as const) {
    const [name, price] =
      Object.entries(Object(named)).find(
        ([name, price]) =>
          typeof price === "string" && (priceNames.includes(name) ? !(Number(price) >= 0) : Number(price) < 0),
      ) ?? [];
    if (name === undefined) continue;
    const message = `The price ${name} is ${JSON.stringify(price)}.`;
    return { message, expected: "a number, at least 0", actual: price, pointer: `${at}/${name}` };
  }
  return undefined;
}

function hasPrice(model: unknown): boolean {
  if (typeof model !== "object" || model === null) return false;
  return Object.entries(model).some(([name, value]) => /pric|cost|^points/i.test(name) && saysSomething(value));
}

function saysSomething(price: unknown): boolean {
  if (typeof price !== "object" || price === null) return price !== null;
  return Object.values(price).some(saysSomething);
}
