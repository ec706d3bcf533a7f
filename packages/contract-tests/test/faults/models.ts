import { gzipSync } from "node:zlib";
import {
  type Asked,
  type Body,
  editJson,
  type Fault,
  inAnswer,
  inReply,
  isJson,
  named,
  paths,
  refusal,
  small,
  textOf,
} from "./fault.ts";

const takesGzip = ({ headers }: Asked) => headers["accept-encoding"]?.includes("gzip") === true;
const answer = (id: string, says: string, by: string | string[], change: NonNullable<Fault["answer"]>): Fault =>
  inAnswer(named(`small/${id}`, says, by), change);

/** False statements of a model list about its models. */
export const modelFaults: Fault[] = [
  answer("gzip-unnamed", "compresses lists and does not say so", "models/list/encoded", (made, asked) => {
    if (takesGzip(asked)) made.body = gzipSync(textOf(made));
  }),
  answer("gzip-untrue", "says of lists that they are compressed", "models/list/any-accept", (made, asked) => {
    if (takesGzip(asked)) made.headers["content-encoding"] = "gzip";
  }),
  inReply(
    named("models/first-page", "lists five models and says that there are more", "models/list/whole"),
    paths.models,
    (body) => {
      body.has_more = true;
    },
  ),
  inReply(
    named("models/price-of-a-million", "lists the prices of a million tokens", "models/list/per-token"),
    paths.models,
    (body) => {
      for (const { pricing } of body.data)
        for (const name of ["prompt", "completion"]) if (pricing?.[name]) pricing[name] = String(1e6 * pricing[name]);
    },
  ),
  inReply(
    named("models/no-pictures", "lists no model that takes pictures", "models/list/pictures"),
    paths.models,
    (body) => {
      for (const { architecture } of body.data) if (architecture) architecture.input_modalities = ["text"];
    },
  ),
  small(
    inAnswer(
      named("last/models-flicker", "leaves a model out of every second list", "models/list/same"),
      (answer, { path }, memory) => {
        if (path !== paths.models || answer.status !== 200 || !isJson(answer)) return;
        memory.reads = (memory.reads ?? 0) + 1;
        if (memory.reads % 2 === 0) editJson(answer, ({ data }) => data.shift());
      },
    ),
  ),
  small(
    inReply(
      named("last/models-prices", "tells other prices whenever it is asked", "models/list/same"),
      paths.models,
      ({ data }, _asked, memory) => {
        memory.readings = (memory.readings ?? 0) + 1;
        for (const { pricing } of data) pricing.prompt = `0.00000${memory.readings}`;
      },
    ),
  ),
  small(
    inReply(
      named("last/models-created", "says that a model was created when it was asked", "models/list/same"),
      paths.models,
      ({ data }, _asked, memory) => {
        memory.reads = (memory.reads ?? 0) + 1;
        for (const model of data) model.created += memory.reads * 1_000;
      },
    ),
  ),
  small(
    answer("status-202", "answers the model list with 202", "models/list/status", (made, { path }) => {
      if (path === paths.models && made.status === 200) made.status = 202;
    }),
  ),
  small(
    answer("bad-utf8", "cuts a character of the model list in half", "models/list/", (made, { path }) => {
      if (path === paths.models && made.status === 200)
        made.body = Buffer.concat([
          Buffer.from('{"x":"'),
          Buffer.from([0xc3]),
          Buffer.from('",'),
          Buffer.from(textOf(made).slice(1)),
        ]);
    }),
  ),
  small(
    answer("model-null-id", "lists a model whose id is null", "models/list/", (made, { path }) => {
      if (path === paths.models && made.status === 200)
        editJson(made, (body) => body.data.push({ ...body.data[0], id: null }));
    }),
  ),
  small(
    answer(
      "not-gzip",
      "says that its model list is packed, and it is not",
      "models/list/media-type",
      (made, { path }) => {
        if (path === paths.models && made.status === 200) made.headers["content-encoding"] = "gzip";
      },
    ),
  ),
  small(
    answer("no-prices", "has nothing but null for its prices", "models/list/pricing", (made, { path }) => {
      if (path === paths.models && made.status === 200)
        editJson(made, ({ data }) => {
          for (const model of data) model.pricing = { prompt: null, completion: null };
        });
    }),
  ),
  inReply(
    named("models/prices-per-thousand", "says prices of a thousand tokens", "account/entry-usd"),
    paths.models,
    (body) => {
      for (const { pricing } of body.data)
        for (const name of ["prompt", "completion"]) if (pricing?.[name]) pricing[name] = String(1000 * pricing[name]);
    },
  ),
  inReply(
    named("models/points-per-thousand", "says prices of a thousand tokens, and is paid by the token", "service/costs"),
    paths.models,
    (body) => {
      for (const { pricing } of body.data)
        for (const prices of [pricing, pricing?.points])
          for (const name of ["prompt", "completion"])
            if (prices?.[name]) prices[name] = String(1000 * Number(prices[name]));
    },
  ),
  inReply(
    named("models/half-price", "says half of the price in points that it charges", [
      "service/costs",
      "account/cost-is-price",
    ]),
    paths.models,
    (body) => {
      for (const { pricing } of body.data)
        for (const name of ["prompt", "completion", "request"])
          if (pricing?.points?.[name]) pricing.points[name] = String(Number(pricing.points[name]) / 2);
    },
  ),
  inReply(
    named("models/points-negative", "says a price in points below zero", "models/list/prices"),
    paths.models,
    (body) => {
      body.data[0].pricing.points.prompt = "-1";
    },
  ),
  inReply(
    named("models/free", "says a price of 0 for all that it charges", "account/cost-is-price"),
    paths.models,
    (body) => {
      for (const { pricing } of body.data)
        for (const prices of [pricing, pricing?.points])
          for (const name of ["prompt", "completion", "request"]) if (prices?.[name]) prices[name] = "0";
    },
  ),
  {
    ...named("models/open", "lists its models for anybody", "models/refused/no-key"),
    ask: ({ path, headers }) => {
      if (path === paths.models && headers.authorization === undefined) headers.authorization = "Bearer sk-mock-full";
      return undefined;
    },
  },
  {
    ...named("models/accept-406", "answers no request that accepts any media type", "models/list/any-accept"),
    ask: ({ path, headers }) =>
      path === paths.models && headers.accept === "*/*"
        ? refusal(406, "invalid_request_error", "not_acceptable")
        : undefined,
  },
  inReply(
    named("models/none-for-messages", "has messages, and lists no model for them", "models/list/for-messages"),
    paths.models,
    (body) => {
      body.data = body.data.filter((model: Body) => !model.supported_endpoints?.includes(paths.messages));
    },
  ),
  inReply(
    named("models/retired-listed", "lists a model that it has no longer", "responses/refused/unknown-previous/known"),
    paths.models,
    ({ data }) => {
      data.splice(1, 0, { ...data[0], id: "claude-instant", metadata: { display_name: "Claude-Instant" } });
    },
  ),
  inReply(
    named("models/endpoint-too-many", "says that messages reach a model which they don't", "models/list/known"),
    paths.models,
    ({ data }) => {
      for (const { owned_by, supported_endpoints } of data)
        if (owned_by === "xAI") supported_endpoints.push(paths.messages);
    },
  ),
  {
    ...named("models/user-bots-unknown", "knows no bot of users in chat completions", "models/list/known"),
    ask: ({ path, json }) =>
      path === paths.chat && json?.model === "trip-planner"
        ? refusal(400, "invalid_request_error", "model_not_found")
        : undefined,
  },
  inReply(named("models/private", "lists a private bot", "models/list/no-private-bot"), paths.models, ({ data }) => {
    data.push({ ...data.at(-1), id: "Somebody-Elses-Bot", metadata: { display_name: "Somebody-Elses-Bot" } });
  }),
  ...(["private", "app"] as const).flatMap((kind) =>
    (["chat", "messages", "responses"] as const).map((name): Fault => {
      const streamed = name === "chat" ? "streamed-" : "";
      const bot = kind === "private" ? "somebody-elses-bot" : "app-creator";
      return {
        ...named(
          `models/${kind}-in-${name}`,
          `takes the ${kind} bot in ${streamed}${name}`,
          `${name}/refused/${streamed}${kind}-bot`,
        ),
        only: ["models", name],
        ask: ({ path, json }) => {
          if (path === paths[name] && json?.model === bot && json.stream === (name === "chat" || undefined))
            json.model = "claude-haiku-4.5";
          return undefined;
        },
      };
    }),
  ),
];
