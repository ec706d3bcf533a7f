import { gzipSync } from "node:zlib";
import { gone, times } from "./edit.ts";

import { type Asked, type Body, type Fault, refusal, textOf } from "./fault.ts";
import { inAnswers, inReplies, inRequests, lets, refused, refuses } from "./rows.ts";

const list = inReplies({ ids: "models/", in: "models" });
const smallList = inReplies({ ids: "models/", in: "models", from: "small" });
const small = inReplies({ ids: "small/", in: "models", from: "small" });
const smallAnswer = inAnswers({ ids: "small/", in: "models", from: "small", status: 200 });
const compressed = inAnswers({
  ids: "small/",
  is: ({ headers }: Asked) => headers["accept-encoding"]?.includes("gzip") === true,
});
const changing = inReplies({ ids: "last/", in: "models", from: "small" });
const timesText = (factor: number) => (price: unknown) => (price ? String(Number(price) * factor) : price);

/** False statements of a model list about its models. */
export const modelFaults: Fault[] = [
  compressed("gzip-unnamed", "compresses lists and does not say so", "models/list/encoded", (made) => {
    made.body = gzipSync(textOf(made));
  }),
  compressed("gzip-untrue", "says of lists that they are compressed", "models/list/any-accept", {
    headers: { "content-encoding": "gzip" },
  }),
  list("first-page", "lists five models and says that there are more", "models/list/whole", (body) => {
    body.has_more = true;
  }),
  list("price-of-a-million", "lists the prices of a million tokens", "models/list/per-token", {
    "data.*.pricing.prompt": timesText(1e6),
    "data.*.pricing.completion": timesText(1e6),
  }),
  list("no-pictures", "lists no model that takes pictures", "models/list/pictures", {
    "data.*.architecture.input_modalities": ["text"],
  }),
  changing(
    "models-flicker",
    "leaves a model out of every second list",
    "models/list/same",
    ({ data }, _asked, memory) => {
      memory.reads = (memory.reads ?? 0) + 1;
      if (memory.reads % 2 === 0) data.shift();
    },
  ),
  changing(
    "models-prices",
    "tells other prices whenever it is asked",
    "models/list/same",
    ({ data }, _asked, memory) => {
      memory.reads = (memory.reads ?? 0) + 1;
      for (const { pricing } of data) pricing.prompt = `0.00000${memory.reads}`;
    },
  ),
  changing(
    "models-created",
    "says that models were created just now",
    "models/list/same",
    ({ data }, _asked, memory) => {
      memory.reads = (memory.reads ?? 0) + 1;
      for (const model of data) model.created += memory.reads * 1_000;
    },
  ),
  smallAnswer("status-202", "answers the model list with 202", "models/list/status", { status: 202 }),
  smallAnswer("bad-utf8", "cuts a character of the model list in half", "models/list/", (made) => {
    made.body = Buffer.concat([Buffer.from('{"x":"'), Buffer.from([0xc3]), Buffer.from(`",${textOf(made).slice(1)}`)]);
  }),
  small("model-null-id", "lists a model whose id is null", "models/list/", {
    data: (models) => [...models, { ...models[0], id: null }],
  }),
  smallAnswer("not-gzip", "says that its model list is packed, and it is not", "models/list/media-type", {
    headers: { "content-encoding": "gzip" },
  }),
  small("no-prices", "has nothing but null for its prices", "models/list/pricing", {
    "data.*.pricing": { prompt: null, completion: null },
  }),
  list("prices-per-thousand", "says prices of a thousand tokens", "account/entry-usd", {
    "data.*.pricing.prompt": timesText(1000),
    "data.*.pricing.completion": timesText(1000),
  }),
  list("points-per-thousand", "says prices of a thousand tokens, and is paid by the token", "service/costs", {
    "data.*.pricing.prompt": timesText(1000),
    "data.*.pricing.completion": timesText(1000),
    "data.*.pricing.points.prompt": timesText(1000),
    "data.*.pricing.points.completion": timesText(1000),
  }),
  list("half-price", "says half of the price in points", ["service/costs", "account/cost-is-price"], {
    "data.*.pricing.points.prompt": timesText(0.5),
    "data.*.pricing.points.completion": timesText(0.5),
    "data.*.pricing.points.request": timesText(0.5),
  }),
  list("points-negative", "says a price in points below zero", "models/list/prices", {
    "data.0.pricing.points.prompt": "-1",
  }),
  list("free", "says a price of 0 for all that it charges", "account/cost-is-price", ({ data }) => {
    for (const { pricing } of data)
      for (const prices of [pricing, pricing?.points])
        for (const name of ["prompt", "completion", "request"]) if (prices?.[name]) prices[name] = "0";
  }),
  lets({ ids: "models/", in: "models" })("open", "lists its models for anybody", "models/refused/no-key", {
    key: null,
  }),
  refuses({ ids: "models/", in: "models" })(
    "accept-406",
    "answers no request that accepts any media type",
    "models/list/any-accept",
    refusal(406, "invalid_request_error", "not_acceptable"),
    ({ headers }) => headers.accept === "*/*",
  ),
  list("none-for-messages", "has messages, and lists no model for them", "models/list/for-messages", {
    data: (models) => models.filter((model: Body) => !model.supported_endpoints?.includes("/v1/messages")),
  }),
  list("retired-listed", "lists a model that it has no longer", "responses/refused/unknown-previous/known", {
    data: ([first, ...others]) => [first, { ...first, ...namedModel("Claude-Instant") }, ...others],
  }),
  list("endpoint-too-many", "says that messages reach a model which they don't", "models/list/known", ({ data }) => {
    for (const { owned_by, supported_endpoints } of data)
      if (owned_by === "xAI") supported_endpoints.push("/v1/messages");
  }),
  refuses({ ids: "models/", in: "chat" })(
    "user-bots-unknown",
    "knows no bot of users in chat completions",
    "models/list/known",
    refused.unknownModel,
    ({ json }) => json?.model === "trip-planner",
  ),
  list("private", "lists a private bot", "models/list/no-private-bot", {
    data: (models) => [...models, { ...models.at(-1), ...namedModel("Somebody-Elses-Bot"), id: "Somebody-Elses-Bot" }],
  }),
  ...Object.entries({ private: "somebody-elses-bot", app: "app-creator" }).flatMap(([kind, bot]) =>
    (["chat", "messages", "responses"] as const).map((name) => {
      const streamed = name === "chat" ? "streamed-" : "";
      const by = `${name}/refused/${streamed}${kind}-bot`;
      return inRequests({ ids: "models/", in: name, only: ["models", name] })(
        `${kind}-in-${name}`,
        `takes the ${kind} bot in ${streamed}${name}`,
        by,
        (json) => {
          if (json.model === bot && json.stream === (name === "chat" || undefined)) json.model = "claude-haiku-4.5";
        },
      );
    }),
  ),
];

/** Model lists, and how they go wrong. */
export const modelListFaults: Fault[] = [
  smallList("no-prices", "says no prices", "models/list/pricing", { "data.*.pricing": gone }),
  smallList("empty", "lists no models", "models/list/usable", { data: [] }),
  smallList("bare-array", "lists models without the list around them", "models/list/usable", (body) => {
    body.models = body.data;
    delete body.data;
  }),
  smallList("no-object", "leaves the list's object out", "models/list/schema", { object: gone }),
  smallList("no-ids", "names models otherwise", "models/list/usable", ({ data }) => {
    for (const model of data) {
      model.name = model.id;
      delete model.id;
    }
  }),
  smallList("one-without-id", "lists one model without an id", "models/list/", { "data.1.id": gone }),
  smallList("twice", "lists a model twice", "models/list/ids-unique", { data: (models) => [...models, models[0]] }),
  smallList("negative-price", "lists a price below zero", "models/list/", { "data.1.pricing.prompt": "-0.1" }),
  smallList("price-words", "lists a price in words", "models/list/", { "data.1.pricing.prompt": "cheap" }),
  smallList("price-number", "lists prices as numbers", "models/list/schema", { "data.*.pricing.prompt": Number }),
  smallList("created-micro", "says when models were made in microseconds", "models/list/created", {
    "data.*.created": times(1000),
  }),
  smallList("dead", "lists a cheapest model that does not exist", "chat/reply/status", ({ data }) => {
    const points = { prompt: "0.0001", completion: "0.0001" };
    data.unshift({ ...data[0], id: "ghost", pricing: { prompt: "0", completion: "0", points } });
  }),
  smallList("wrong-price", "lists prices in points that are not what is charged", "account/cost-is-price", {
    "data.*.pricing.points.prompt": timesText(40),
    "data.*.pricing.points.completion": timesText(40),
    "data.*.pricing.points.request": timesText(40),
  }),
];

function namedModel(name: string) {
  return { id: name.toLowerCase(), metadata: { display_name: name } };
}
