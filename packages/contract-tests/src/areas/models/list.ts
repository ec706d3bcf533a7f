import { valueAt } from "@model-access/contract";
import { conditions } from "../../checks/conditions.js";
import { rule } from "../../checks/define-rule.js";
import { refusalRules } from "../../checks/refusal-rules.js";
import { judgeStatus, onJson } from "../../checks/reply.js";
import { replyRules } from "../../checks/reply-rules.js";
import type { Exchange, ExchangePlan } from "../../exchange.js";
import { recordsOf } from "../../reading/choose-model.js";
import { listAt } from "../../reading/joined-text.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import { jsonOf } from "../../wire/wire.js";

const operationId = "listModels";

/** The names that are known to be of prices; another may be of a unit, or of a note. */
const priceNames = ["prompt", "completion", "request", "image", "input_cache_read", "input_cache_write"];

/** Ten times what the dearest known model costs. */
const mostPerToken = 0.01;

/** The names by which lists say where they go on. */
const pageMembers = ["last_id", "next_page_token", "next", "next_cursor"];

const leastMs = 1e11;

const yearMs = 366 * 86_400_000;

const modelsIn = (reply: Exchange["reply"]) => recordsOf(reply && jsonOf(reply)?.value);

export const listCall: ExchangePlan = {
  id: "models/list",
  operationId,
  says: "a request for the model list",
  isValid: true,
  write: () => ({}),
};

const wrongKeyCall: ExchangePlan = {
  id: "models/refused/wrong-key",
  operationId,
  says: "a request for the model list with a key that is one character too long",
  isValid: false,
  write: () => ({ key: "longer" }),
};

const noKeyCall: ExchangePlan = {
  id: "models/refused/no-key",
  operationId,
  says: "a request for the model list without a key",
  isValid: false,
  write: () => ({ key: "none" }),
};

/** The model list, with keys that fit and that do not. */
export const modelsCalls: ExchangePlan[] = [listCall, wrongKeyCall, noKeyCall];

const usable = rule(listCall, "usable", {
  sentence: "the model list has at least one model with an id to call it by",
  requirements: ["R2.7", "R4.2"],
  provenance: "upstream",
  client: "openai",
  after: "status",
  judge: (exchange) =>
    onJson(exchange, (value) => {
      if (recordsOf(value).some((model) => typeof valueAt(model, "/id") === "string")) return pass;
      const message = "The model list has no model with an id.";
      return broken({ message, expected: "an array of models", pointer: "/data" });
    }),
});

/** The name of the field is not stated, so that any member that speaks of a price will do. */
const pricing = rule(listCall, "pricing", {
  sentence: "the model list says what models cost",
  requirements: ["R2.7", "R4.2", "R8.3"],
  provenance: "stated",
  after: usable,
  judge: (exchange) =>
    onJson(exchange, (value) => {
      if (recordsOf(value).some(hasPrice)) return pass;
      const message = "No model of the list has a price.";
      return broken({ message, expected: "a pricing object", pointer: "/data/0/pricing" });
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
  ...refusalRules(wrongKeyCall, { condition: conditions.wrongKey }),
  rule(noKeyCall, "", {
    sentence: "a request for the model list without a key is refused with status 401",
    requirements: ["R5.1", "R5.3"],
    provenance: "stated",
    judge: (exchange) => judgeStatus(exchange, 401),
  }),
  rule(listCall, "ids-unique", {
    sentence: "no two models of the list have the same id",
    requirements: ["R2.7"],
    provenance: "upstream",
    after: usable,
    judge: judgeIds,
  }),
  rule(listCall, "prices", {
    sentence: "every price of the model list is a number, and none is below zero",
    requirements: ["R8.3", "R2.7"],
    provenance: "observed",
    after: usable,
    judge: judgePrices,
  }),
  rule(listCall, "per-token", {
    sentence: "the prices of tokens in USD are those of one token",
    requirements: ["R8.3", "R2.7"],
    provenance: "observed",
    after: "prices",
    judge: judgePerToken,
  }),
  rule(listCall, "whole", {
    sentence: "a model list that announces more models says how to get them",
    requirements: ["R4.2"],
    provenance: "observed",
    after: usable,
    judge: (exchange) =>
      onJson(exchange, (list) => {
        if (valueAt(list, "/has_more") !== true || pageMembers.some((name) => valueAt(list, `/${name}`))) return pass;
        const message = `The model list has ${recordsOf(list).length} models and says that there are more, and no way to them.`;
        return broken({ message, expected: "the whole list", actual: "has_more: true", pointer: "/has_more" });
      }),
  }),
  rule(listCall, "pictures", {
    sentence: "if the model list shows what models accept, a model of messages accepts pictures",
    requirements: ["R1.4", "R4.2"],
    provenance: "observed",
    after: usable,
    judge: judgePictures,
  }),
  rule(listCall, "created", {
    sentence: "the times of models are in milliseconds or seconds, and not in the future",
    requirements: ["R2.7"],
    provenance: "inferred",
    level: "should",
    after: usable,
    judge: judgeTimes,
  }),
];

function judgeIds({ reply }: Exchange): Verdict {
  const ids = modelsIn(reply).map((model) => valueAt(model, "/id"));
  const at = ids.findIndex((id, index) => ids.indexOf(id) < index);
  return at === -1
    ? pass
    : broken({ message: `Two models have the id ${JSON.stringify(ids[at])}.`, pointer: `/data/${at}/id` });
}

function judgePrices({ reply }: Exchange): Verdict {
  for (const [index, model] of modelsIn(reply).entries()) {
    for (const prices of ["pricing", "pricing/points"]) {
      const priced = valueAt(model, `/${prices}`);
      const wrong = Object.entries({ ...(typeof priced === "object" && priced) }).find(
        ([name, price]) =>
          typeof price === "string" && (priceNames.includes(name) ? !(Number(price) >= 0) : Number(price) < 0),
      );
      if (wrong === undefined) continue;
      const [name, price] = wrong;
      return broken({
        message: `The price ${name} is ${JSON.stringify(price)}.`,
        expected: "a number, at least 0",
        actual: String(price),
        pointer: `/data/${index}/${prices}/${name}`,
      });
    }
  }
  return pass;
}

function judgePerToken({ reply }: Exchange): Verdict {
  for (const [index, model] of modelsIn(reply).entries()) {
    for (const name of ["prompt", "completion"]) {
      const price = Number(valueAt(model, `/pricing/${name}`) ?? 0);
      if (!(price > mostPerToken)) continue;
      return broken({
        message: `A token of the ${name} costs ${price} USD, so that a short call would cost more than a dollar; it may be the price of many.`,
        expected: `at most ${mostPerToken}`,
        actual: String(price),
        pointer: `/data/${index}/pricing/${name}`,
      });
    }
  }
  return pass;
}

/** The messages interface has image input (R1.4); a deployment without it is another matter. */
function judgePictures({ reply }: Exchange): Verdict {
  const reached = modelsIn(reply).filter((model) => listAt(model, "/supported_endpoints").includes("/v1/messages"));
  const inputs = reached.map((model) => listAt(model, "/architecture/input_modalities"));
  if (inputs.length === 0 || inputs.some((each) => each.length === 0 || each.includes("image"))) return pass;
  const message = `None of the ${inputs.length} models of /v1/messages takes pictures by the model list.`;
  return broken({ message, expected: "image", actual: inputs.flat().join(", "), pointer: "/data" });
}

/** Known deployments have milliseconds, the interface they follow has seconds; in microseconds it is far to come. */
function judgeTimes({ reply }: Exchange): Verdict {
  const times = modelsIn(reply).map((model) => valueAt(model, "/created"));
  const at = times.findIndex((time) => typeof time === "number" && isToCome(time));
  if (at === -1) return pass;
  return broken({
    message: `The time of a model is ${times[at]}, which is to come in seconds or milliseconds since 1970.`,
    expected: "milliseconds since 1970",
    actual: String(times[at]),
    pointer: `/data/${at}/created`,
  });
}

/** No time of today in milliseconds is as small as one in seconds that is thousands of years ahead. */
function isToCome(time: number): boolean {
  const ms = time < leastMs ? time * 1000 : time;
  return ms > Date.now() + yearMs;
}

function hasPrice(model: unknown): boolean {
  if (typeof model !== "object" || model === null) return false;
  return Object.entries(model).some(([name, value]) => /pric|cost|^points/i.test(name) && saysSomething(value));
}

function saysSomething(price: unknown): boolean {
  if (typeof price !== "object" || price === null) return price !== null;
  return Object.values(price).some(saysSomething);
}
