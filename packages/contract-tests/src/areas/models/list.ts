import { valueAt } from "@model-access/contract";
import { rule, rulesAlike } from "../../checks/define-rule.js";
import { judgeOwnIds, judgeRecords } from "../../checks/records.js";
import { refusal } from "../../checks/refusal.js";
import { bodyOf, judgeStatus, onJson } from "../../checks/reply.js";
import { replyRules } from "../../checks/reply-rules.js";
import type { Exchange, ExchangePlan } from "../../exchange.js";
import { recordsOf } from "../../reading/choose-model.js";
import { listAt } from "../../reading/joined-text.js";
import { broken, type Fault, pass, passIf, type Rule, type Verdict } from "../../rule.js";

const operationId = "listModels";

/** The names that are known to be of prices; another may be of a unit, or of a note. */
const priceNames = ["prompt", "completion", "request", "image", "input_cache_read", "input_cache_write"];

/** Ten times what the dearest known model costs. */
const mostPerToken = 0.01;

/** The names by which lists say where they go on. */
const pageMembers = ["last_id", "next_page_token", "next", "next_cursor"];

const leastMs = 1e11;

const yearMs = 366 * 86_400_000;

export const listCall: ExchangePlan = {
  id: "models/list",
  operationId,
  says: "a request for the model list",
  isValid: true,
  write: () => ({}),
};

const wrongKey = refusal(
  "models/refused/wrong-key",
  {
    operationId,
    says: "a request for the model list with a key that does not exist",
    call: { key: "wrong" },
  },
  { reason: "wrongKey" },
);

const noKey: ExchangePlan = {
  id: "models/refused/no-key",
  operationId,
  says: "a request for the model list without a key",
  isValid: false,
  write: () => ({ key: "none" }),
};

/** The model list, with keys that fit and that do not. */
export const modelsCalls: ExchangePlan[] = [listCall, wrongKey.plan, noKey];

const usable = rule(listCall, "usable", {
  everywhere: true,
  sentence: "the model list has at least one model with an id to call it by",
  requirements: ["R2.7", "R4.2"],
  provenance: "upstream",
  client: "openai",
  after: "status",
  judge: (exchange) =>
    onJson(exchange, (list) => {
      const isCallable = recordsOf(list).some((model) => typeof valueAt(model, "/id") === "string");
      const message = "The model list has no model with an id.";
      return passIf(isCallable, { message, expected: "an array of models", pointer: "/data" });
    }),
});

/** The name of the field is not stated, so that any member that speaks of a price will do. */
const pricing = rule(listCall, "pricing", {
  everywhere: true,
  topic: "money",
  sentence: "the model list says what models cost",
  requirements: ["R2.7", "R4.2", "R8.3"],
  provenance: "stated",
  after: usable,
  judge: (exchange) =>
    onJson(exchange, (list) => {
      const message = "No model of the list has a price.";
      const isPriced = recordsOf(list).some(hasPrice);
      return passIf(isPriced, { message, expected: "a pricing object", pointer: "/data/0/pricing" });
    }),
});

/** R4.2 states that there is a list with prices and shows no field of it. */
export const modelsRules: Rule[] = [
  ...replyRules(listCall, {
    requirements: ["R4.2", "R1.7", "R9.1"],
    provenance: "stated",
    mediaType: "observed",
    shape: "observed",
    stated: () => [usable, pricing],
  }),
  ...wrongKey.rules,
  rule(noKey, "", {
    // A list of models is no secret.
    topic: "errors",
    sentence: `${noKey.says} is refused with status 401`,
    requirements: ["R5.1", "R5.3"],
    provenance: "stated",
    judge: (exchange) => {
      if (exchange.reply?.status !== 200) return judgeStatus(exchange, 401);
      const message = "The model list is answered without a key, and the specification asks for one in every request.";
      return broken({ message, expected: 401, actual: 200 });
    },
  }),
  ...rulesAlike(
    listCall,
    { requirements: ["R8.3", "R2.7"], provenance: "observed", after: usable },
    {
      "ids-unique": {
        everywhere: true,
        sentence: "no two models of the list have the same id",
        requirements: ["R2.7"],
        provenance: "upstream",
        judge: ({ reply }) => judgeOwnIds(reply, { what: "models", member: "id" }),
      },
      prices: {
        everywhere: true,
        topic: "money",
        sentence: "every price of the model list is a number, and none is below zero",
        judge: ({ reply }) => judgeRecords(reply, wrongPriceOf),
      },
      "per-token": {
        sentence: "the prices of tokens in USD are those of one token",
        after: "prices",
        judge: ({ reply }) => judgeRecords(reply, dearTokenOf),
      },
      whole: {
        everywhere: true,
        sentence: "a model list that announces more models says how to get them",
        requirements: ["R4.2"],
        judge: (exchange) =>
          onJson(exchange, (list) => {
            const isWhole =
              valueAt(list, "/has_more") !== true || pageMembers.some((name) => valueAt(list, `/${name}`));
            const message = `The model list has ${recordsOf(list).length} models and says that there are more, and no way to them.`;
            const [expected, actual] = ["the whole list", "has_more: true"];
            return passIf(isWhole, { message, expected, actual, pointer: "/has_more" });
          }),
      },
      pictures: {
        sentence: "if the model list shows what models accept, a model of messages accepts pictures",
        requirements: ["R1.4", "R4.2"],
        judge: judgePictures,
      },
      created: {
        sentence: "the times of models are in milliseconds or seconds, and not in the future",
        requirements: ["R2.7"],
        provenance: "inferred",
        level: "should",
        judge: ({ reply }) => judgeRecords(reply, timeToCome),
      },
    },
  ),
];

function wrongPriceOf(model: unknown): Fault | undefined {
  for (const prices of ["/pricing", "/pricing/points"]) {
    const [name, price] =
      Object.entries(Object(valueAt(model, prices))).find(
        ([name, price]) =>
          typeof price === "string" && (priceNames.includes(name) ? !(Number(price) >= 0) : Number(price) < 0),
      ) ?? [];
    if (name === undefined) continue;
    const message = `The price ${name} is ${JSON.stringify(price)}.`;
    return { message, expected: "a number, at least 0", actual: price, pointer: `${prices}/${name}` };
  }
  return undefined;
}

function dearTokenOf(model: unknown): Fault | undefined {
  for (const name of ["prompt", "completion"]) {
    const pointer = `/pricing/${name}`;
    const actual = Number(valueAt(model, pointer) ?? 0);
    const message = `A token of the ${name} costs ${actual} USD, so that a short call would cost more than a dollar; it may be the price of many.`;
    if (actual > mostPerToken) return { message, expected: `at most ${mostPerToken}`, actual, pointer };
  }
  return undefined;
}

/** The messages interface has image input (R1.4); a deployment without it is another matter. */
function judgePictures({ reply }: Exchange): Verdict {
  const inputs = recordsOf(bodyOf(reply))
    .filter((model) => listAt(model, "/supported_endpoints").includes("/v1/messages"))
    .map((model) => listAt(model, "/architecture/input_modalities"));
  if (inputs.length === 0 || inputs.some((each) => each.length === 0)) return pass;
  const actual = inputs.flat();
  const message = `None of the ${inputs.length} models of /v1/messages takes pictures by the model list.`;
  return passIf(actual.includes("image"), { message, expected: "image", actual: actual.join(", "), pointer: "/data" });
}

/**
 * Known deployments have milliseconds, the interface they follow has seconds; in microseconds it is far to come. No time of
 * today in milliseconds is as small as one in seconds that is thousands of years ahead.
 */
function timeToCome(model: unknown): Fault | undefined {
  const actual = valueAt(model, "/created");
  if (typeof actual !== "number" || (actual < leastMs ? actual * 1000 : actual) <= Date.now() + yearMs)
    return undefined;
  const message = `The time of a model is ${actual}, which is to come in seconds or milliseconds since 1970.`;
  return { message, expected: "milliseconds since 1970", actual, pointer: "/created" };
}

function hasPrice(model: unknown): boolean {
  if (typeof model !== "object" || model === null) return false;
  return Object.entries(model).some(([name, value]) => /pric|cost|^points/i.test(name) && saysSomething(value));
}

function saysSomething(price: unknown): boolean {
  if (typeof price !== "object" || price === null) return price !== null;
  return Object.values(price).some(saysSomething);
}
